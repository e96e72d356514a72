"""The whole game alone: what every edition is worth, and where playing for it differs from playing one expedition.

python examples/campaign.py [text|markdown|csv|json|latex]
"""

from __future__ import annotations

import sys
from fractions import Fraction

from incan_math import EDITIONS, Expedition, campaign, decide
from incan_math.report.formats import render
from incan_math.report.model import Column, Report, Table

POSITIONS = ("9 14 15 fire", "11 13 15 fire", "9 14 fire rocks", "9 15 fire rocks", "5 11 fire rocks mu")


def main(output_format: str = "text") -> None:
    games = {name: campaign(name) for name in EDITIONS}
    singles = {name: decide(Expedition.start(rules=name), []).stay for name in EDITIONS}
    values = Table(
        "values",
        "The best play's expected points",
        (
            Column("edition"),
            Column("one expedition", "decimal", "one_expedition"),
            Column("whole game", "decimal", "whole_game"),
            Column("per expedition", "decimal", "per_expedition"),
            Column("situations", "count"),
        ),
        tuple(
            (name, singles[name], game.value, game.value / game.rules.expeditions, len(game.values))
            for name, game in games.items()
        ),
        ("Situations: the different decks that can lie between two expeditions.",),
    )
    exact = Table(
        "values_exactly",
        "The whole game exactly",
        (Column("edition"), Column("points", "exact", "whole_game")),
        tuple((name, game.value) for name, game in games.items()),
    )
    rows: list[tuple[str | Fraction, ...]] = []
    for path in POSITIONS:
        alone = decide(Expedition.parse(path))
        gains = [games["bga-en"].decide(Expedition.parse(path, expedition=number)).gain for number in range(1, 6)]
        rows.append((path, alone.action, *gains))
    differs = Table(
        "differs",
        "bga-en: what staying gains at these positions, alone, when the whole game counts",
        (
            Column("position"),
            Column("once", name="one_expedition_action"),
            *(Column(f"in {number}", "decimal", f"gain_in_expedition_{number}") for number in range(1, 6)),
        ),
        tuple(rows),
        (
            "Above 0 is stay; once: the advice for a single expedition, and so for the last. Before the last, staying"
            " is worth more: a bust takes a hazard card out for good, and the expeditions to come are safer for it.",
        ),
    )
    print(render(Report("The whole game alone", tables=(values, exact, differs)), output_format), end="")


if __name__ == "__main__":
    main(*sys.argv[1:2])

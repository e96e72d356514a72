"""Two players under bga-en: simple rules against the equilibrium, and the equilibrium against simple rules.

python examples/equilibrium_opponents.py [text|markdown|csv|json|latex]
"""

from __future__ import annotations

import sys

from incan_math import Expedition, equilibrium, parse_strategy
from incan_math.report.formats import render
from incan_math.report.model import Cell, Column, Fact, Report, Table

RULES = ("gems:9", "gems:12", "cards:5", "hazards:2", "gems:9&hazards:2", "stay")


def main(output_format: str = "text") -> None:
    start = Expedition.start(2)
    result = equilibrium(start)
    rows: list[tuple[Cell, ...]] = []
    for text in RULES:
        found = result.compare(parse_strategy(text))
        rows.append(
            (text, found.takes, found.loss, found.equilibrium_takes, found.among_themselves, found.exploitability),
        )
    table = Table(
        "rules",
        "Each rule against the equilibrium, and against itself, in points",
        (
            Column("rule"),
            Column("takes", "bounds"),
            Column("loses", "bounds", "loss"),
            Column("equilibrium", "bounds", "equilibrium_takes"),
            Column("both", "bounds", "among_themselves"),
            Column("exploitability", "bounds", "exploitability"),
        ),
        tuple(rows),
        (
            "Takes: points of one who follows the rule against one who plays the equilibrium, and loses: how much less"
            " than the equilibrium; equilibrium: what the other takes. Both: points when both follow the rule, and"
            " exploitability: what the best response to the rule takes more.",
        ),
    )
    facts = (Fact("Rules", "bga-en"), Fact("Equilibrium, points to each", result.value, "bounds"))
    print(render(Report("Simple rules and the equilibrium of two", facts, (table,)), output_format), end="")


if __name__ == "__main__":
    main(*sys.argv[1:2])

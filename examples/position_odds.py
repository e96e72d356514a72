"""The odds at a few tables: what the next card can do, and what earlier busts and artifacts change.

python examples/position_odds.py [text|markdown|csv|json]
"""

from __future__ import annotations

import sys

from incan_math import Expedition, bust_probability, draws_to_bust, next_card
from incan_math.report.formats import render
from incan_math.report.model import Column, Report, Table

TABLES = {
    "early": Expedition.parse("7 11 fire 5 2", players=4),
    "two dangers": Expedition.parse("7 fire 11 snakes", players=4),
    "the same, snakes busted before": Expedition.parse("7 fire 11 snakes", players=4, removed="snakes"),
    "the same, snakes busted twice": Expedition.parse("7 fire 11 snakes", players=4, removed="snakes snakes"),
    "four dangers, alone": Expedition.parse("15 fire mummy 9 rocks -2 14 snakes", players=3),
    "all five artifacts in the deck": Expedition.parse("7 lava 11 snakes", players=4, rules="diamant-2016"),
    "15 treasures, one fire gone": Expedition.parse(
        "fire 1 snakes 5 11 7 mummy 3", players=5, rules="incan-gold-2006", removed="fire"
    ),
}


def main(output_format: str = "text") -> None:
    positions = Table(
        "positions",
        "Positions",
        (Column("table"), Column("position")),
        tuple((name, str(cave)) for name, cave in TABLES.items()),
    )
    next_cards = Table(
        "next_card",
        "The next card",
        (Column("table"), Column("any hazard", "probability", "hazard"), Column("bust", "probability")),
        tuple((name, next_card(cave).hazard, bust_probability(cave)) for name, cave in TABLES.items()),
        ("A hazard is no bust yet: only a second card of a kind that is showing ends the expedition.",),
    )
    ahead = Table(
        "ahead",
        "A bust within the next cards, if nobody leaves",
        (
            Column("table"),
            Column("in 2", "probability", "bust_within_2"),
            Column("in 3", "probability", "bust_within_3"),
        ),
        tuple(
            (name, bust_probability(cave, draws=2), bust_probability(cave, draws=3)) for name, cave in TABLES.items()
        ),
    )
    means = Table(
        "means",
        "On average: the card of the bust, and what the next card brings each player in",
        (
            Column("table"),
            Column("bust at card", "amount", "mean_draws_to_bust"),
            Column("gems", "amount", "expected_share"),
        ),
        tuple((name, draws_to_bust(cave).mean, next_card(cave).expected_share) for name, cave in TABLES.items()),
    )
    print(render(Report("Odds at seven tables", tables=(positions, next_cards, ahead, means)), output_format), end="")


if __name__ == "__main__":
    main(*sys.argv[1:2])

"""`incan-math odds`: the probability of a bust, and what the next card can be."""

from __future__ import annotations

from collections.abc import Sequence

from incan_math.cli.options import FORMAT, POSITION, position
from incan_math.cli.output import show
from incan_math.cli.specification import Command, Option

__all__ = ["COMMAND", "odds"]


def odds(
    path: Sequence[str] | None,
    players: int | None,
    rules: str | None,
    expedition: int | None,
    removed: Sequence[str] | None,
    claimed: Sequence[str] | None,
    lost: Sequence[str] | None,
    draws: int,
    output_format: str,
) -> None:
    """The exact probability of a bust on the next card and on those after it, and everything the next card can be."""
    from incan_math.report.odds_report import position_odds

    show(position_odds(position(path, players, rules, expedition, removed, claimed, lost), draws), output_format)


COMMAND = Command(
    "odds",
    odds,
    "The probability of a bust, and the next card.",
    (*POSITION, Option("draws", "How many cards to look ahead.", int, default=10, least=1), FORMAT),
    (
        'incan-math odds "7 fire 11 snakes" --players 4',
        'incan-math odds "7 fire 11 snakes | players=4 removed=snakes"',
        'incan-math odds "5 fire 7 A -1 mummy" -p 5 -e 3 --removed fire --claimed 1',
        "incan-math odds --rules diamant-2016 --format json",
    ),
)

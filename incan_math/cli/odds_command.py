"""`incan-math odds`: the probability of a bust, and what the next card can be."""

from __future__ import annotations

import re
from collections.abc import Sequence

from incan_math.cli.options import FORMAT, POSITION, position
from incan_math.cli.output import show
from incan_math.cli.specification import Command, Option
from incan_math.game.errors import GameError, shown
from incan_math.game.rules import Rules

__all__ = ["COMMAND", "odds"]

_RANGE = re.compile(r"([0-9]{1,6})(?:\s*-\s*([0-9]{1,6}))?")


def odds(
    path: Sequence[str] | None,
    players: int | None,
    rules: str | Rules | None,
    expedition: int | None,
    removed: Sequence[str] | None,
    claimed: Sequence[str] | None,
    lost: Sequence[str] | None,
    draws: int,
    bust_at: str | None,
    output_format: str,
) -> None:
    """The exact probability of a bust on the next card and on those after it, and everything the next card can be."""
    from incan_math.report.odds_report import position_odds

    state = position(path, players, rules, expedition, removed, claimed, lost)
    if bust_at is None:
        show(position_odds(state, draws), output_format)
    else:
        from incan_math.report.conditional_report import conditional_report

        show(conditional_report(state, *_cards(bust_at)), output_format)


def _cards(text: str) -> tuple[int, int]:
    """The cards that `13` or `5-8` means."""
    found = _RANGE.fullmatch(text.strip())
    if found is None:
        raise GameError(f"--bust-at: {shown(text)} is not the number of a further card, such as 13, or a range, 5-8")
    return int(found[1]), int(found[2] or found[1])


COMMAND = Command(
    "odds",
    odds,
    "The probability of a bust, and the next card.",
    (
        *POSITION,
        Option("draws", "How many cards to look ahead.", int, default=10, least=1),
        Option("bust_at", "What is known if the bust comes with this further card (13), or one of these (5-8)."),
        FORMAT,
    ),
    (
        'incan-math odds "7 fire 11 snakes" --players 4',
        'incan-math odds "7 fire 11 snakes | players=4 removed=snakes"',
        'incan-math odds "5 fire 7 A -1 mummy" -p 5 -e 3 --removed fire --claimed 1',
        "incan-math odds --rules diamant-2016 --format json",
        "incan-math odds --rules incan-gold-2006 --bust-at 13",
    ),
)

"""`incan-math advise`: the answer in two lines, for who has cards to look at."""

from __future__ import annotations

from typing import Any

from incan_math.cli.decide_command import ASKED, answered
from incan_math.cli.output import write
from incan_math.cli.specification import Command

__all__ = ["COMMAND", "advise"]


def advise(**asked: Any) -> None:
    """Stay or retire in two lines: what to do, and what each is worth in points or win shares; `decide` says more."""
    from incan_math.report.decision_report import advice_text

    decision, _ = answered(**asked)
    write(advice_text(decision))


COMMAND = Command(
    "advise",
    advise,
    "Stay or retire, in two lines.",
    ASKED,
    (
        'incan-math advise "7 fire 11 snakes" --players 4',
        'incan-math advise "7 fire 11 snakes | players=4 removed=snakes"',
        'incan-math advise "7 fire 11 snakes 15" --players 3 --expedition 5 --scores "40 38 33"',
    ),
)

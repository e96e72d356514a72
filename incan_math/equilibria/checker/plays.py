"""What a certificate says: which play is named at which state, and the refusal if that is not shown to be true."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

from incan_math.equilibria.checker.bounds import Interval
from incan_math.game.errors import GameError

__all__ = ["BOUND", "CertificateError", "MIXED", "Plays", "RETIRE", "STAY", "TIE", "WalkState"]

BOUND, STAY, RETIRE, MIXED, TIE = "BSRMT"
"""What is played: retire by a bound, stay, retire, mix, stay at an exact tie."""
_MOST_WORDS = 250
"""Characters of a message."""


class CertificateError(GameError):
    """A certificate claims what is not shown to be true, or cannot be read: "rejected: " and why, in one short line."""

    def __init__(self, why: str) -> None:
        why = " ".join(why.split())
        super().__init__(f"rejected: {why if len(why) <= _MOST_WORDS else why[:_MOST_WORDS] + '...'}")

    def __reduce__(self) -> tuple[type[CertificateError], tuple[str]]:
        return type(self), (str(self).removeprefix("rejected: "),)


class WalkState(NamedTuple):
    """A public state as the walk counts it: `players` are in, each with `bag`; `left` gems lie on the path.

    Treasures are one whole number in mixed radix, hazards (deadly cards, cards of each kind not showing), artifacts
    (undrawn of each kind, on the path of each kind, what the next to be claimed bring).
    """

    players: int
    treasures: int
    hazards: tuple[int, tuple[int, ...]]
    artifacts: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
    bag: int
    left: int


class Plays(Protocol):
    """What is played at each decision, in the order of the walk."""

    def kind(self, here: WalkState) -> str:
        """One of the five letters."""

    def interval(self, here: WalkState, accepts: Callable[[Interval], bool]) -> Interval:
        """Where the probability of retiring lies; `accepts` says whether that can be verified."""

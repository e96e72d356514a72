"""The answer to "stay or retire?" for a player who wants to win."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from incan_math.game.expedition import Expedition
from incan_math.numbers.enclosure import Enclosure

__all__ = ["WinAction", "WinDecision"]

WinAction = Literal["stay", "retire", "mix", "tie"]


@dataclass(frozen=True)
class WinDecision:
    """What staying and retiring are worth at a state of two players, in chances of winning, a draw counting a half.

    Attributes:
        state: the state.
        lead: points by which the player who asks was ahead before the expedition.
        value: the chance of winning when both play their best.
        stay: the chance when staying now, against a player who retires now with the chance `other_retires`.
        retire: the chance when retiring now against the same; None where nobody can retire, before the first card.
        retires: the chance with which the best play retires now.
        other_retires: that of the other player; None when there is none in any more.
        outcomes: the chances (both stay, only the asker stays, only the other stays, both retire), for two who are in.
        bust: the chance that the next card busts.

    Both chances of retiring are those of one equilibrium; they come from numbers that are known to the same bound as
    the value, and playing them loses no more than a few times that bound.
    """

    state: Expedition
    lead: int
    value: Enclosure
    stay: Enclosure
    retire: Enclosure | None
    retires: Fraction
    other_retires: Fraction | None
    outcomes: tuple[Enclosure, Enclosure, Enclosure, Enclosure] | None
    bust: Fraction

    @property
    def action(self) -> WinAction:
        """The better choice; `mix` where the best play tosses a coin, `tie` where no difference is known."""
        if 0 < self.retires < 1:
            return "mix"
        if self.retire is None or self.stay.low > self.retire.high:
            return "stay"
        return "retire" if self.retire.low > self.stay.high else "tie"

    @property
    def gain(self) -> Enclosure | None:
        """What staying brings over retiring, in chance of winning."""
        return None if self.retire is None else self.stay - self.retire

"""The answer to "stay or retire?" at one state."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from incan_math.game.expedition import Expedition

__all__ = ["Action", "Decision"]

Action = Literal["stay", "retire", "tie"]


@dataclass(frozen=True)
class Decision:
    """What staying and retiring are worth at a state, exactly.

    Attributes:
        state: the state.
        stay: expected points with one more card and the best play after it.
        retire: expected points when retiring now; 0 before the first card, where nobody can.
        bust: the chance that the next card busts.
        reason: one line that a person can read and check.
    """

    state: Expedition
    stay: Fraction
    retire: Fraction
    bust: Fraction
    reason: str

    @property
    def gain(self) -> Fraction:
        """What staying brings over retiring: stay - retire."""
        return self.stay - self.retire

    @property
    def action(self) -> Action:
        """The better choice; `tie` where both are worth exactly the same."""
        if self.gain == 0:
            return "tie"
        return "stay" if self.gain > 0 else "retire"

    @property
    def value(self) -> Fraction:
        """The expected points under the best play: the greater of `stay` and `retire`."""
        return max(self.stay, self.retire)

"""The answer to "stay or retire?" at one state: of one player, or of several who decide at once."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from incan_math.game.expedition import Expedition
from incan_math.numbers.enclosure import Enclosure

__all__ = ["Action", "Decision", "JointAction", "JointDecision"]

Action = Literal["stay", "retire", "tie"]
JointAction = Literal["stay", "retire", "tie", "mix"]


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


@dataclass(frozen=True)
class JointDecision:
    """What staying and retiring are worth where several players decide at once and all play the equilibrium.

    Attributes:
        state: the state.
        stay: expected points with one more card, the others and all that follows as in the equilibrium.
        retire: expected points when retiring now; 0 where nobody can.
        chance: the equilibrium's chance of retiring, for each player.
        stay_by: what going on is worth by how many stay, `stay_by[j - 1]` if j do.
        retire_by: what each retiree takes by how many retire, `retire_by[k - 1]` if k do.
        regret: more points than this nobody gains by any other play.
        bust: the chance that the next card busts.
        reason: one line that a person can read and check.
    """

    state: Expedition
    stay: Enclosure
    retire: Enclosure
    chance: Fraction
    stay_by: tuple[Enclosure, ...]
    retire_by: tuple[Fraction, ...]
    regret: Fraction
    bust: Fraction
    reason: str

    @property
    def gain(self) -> Enclosure:
        """What staying brings over retiring: stay - retire; around 0 where the players toss coins."""
        return self.stay - self.retire

    @property
    def action(self) -> JointAction:
        """What the equilibrium does; `mix` with a chance between 0 and 1, `tie` where it could as well do the other."""
        if 0 < self.chance < 1:
            return "mix"
        if self.retire_by and 0 in self.gain:
            return "tie"
        return "retire" if self.chance else "stay"

    @property
    def value(self) -> Enclosure:
        """The expected points of each player."""
        stay, retire = self.stay, self.retire
        return Enclosure(max(stay.low, retire.low), max(stay.high, retire.high))

"""The answer to "stay or retire?": one shape for every objective and every solver."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, Literal, TypeVar

from incan_math.game.deprecation import warn_renamed
from incan_math.game.errors import shown
from incan_math.game.expedition import Expedition
from incan_math.game.showing import Brief, Tabular, in_short
from incan_math.numbers.enclosure import Enclosure

__all__ = [
    "Action",
    "ContestDecision",
    "Decision",
    "DuelDecision",
    "EquilibriumDecision",
    "ExactDecision",
    "JointAction",
    "Objective",
    "Payoffs",
]

Action = Literal["stay", "retire", "tie"]
JointAction = Literal["stay", "retire", "tie", "mix"]
Objective = Literal["points", "game", "win"]
"""What is played for: the points of this expedition, those of the whole game alone, or winning the game."""

Staying = TypeVar("Staying", bound=Fraction | Enclosure, covariant=True)
Retiring = TypeVar("Retiring", bound=Fraction | Enclosure, covariant=True)


@dataclass(frozen=True, repr=False)
class Payoffs(Brief, Generic[Staying, Retiring]):
    """What both choices are worth when a given number of the other players retire at the same moment.

    Attributes:
        others_retiring: how many of the others retire now.
        probability: the probability of that.
        stay: what staying is worth then.
        retire: what retiring is worth then.
    """

    others_retiring: int
    probability: Fraction
    stay: Staying
    retire: Retiring


@dataclass(frozen=True, kw_only=True, repr=False)
class Decision(Tabular, ABC):
    """What staying and retiring are worth at a state, and what the best play does: what `decide` returns.

    The numbers are exact (`ExactDecision`) or enclosed between two exact ones (`EquilibriumDecision`, `DuelDecision`).
    They are in points, in the units of an equilibrium's `utility`, or in P(win) + P(draw)/2 where the objective is to
    win.

    Attributes:
        state: the state.
        objective: what is played for; "points" for an equilibrium with a `utility`, too, whose values are in its units.
        value: what the state is worth under the best play.
        stay: what staying now and the best play after it are worth.
        retire: what retiring now is worth; 0 before the first card, where nobody can.
        retire_probability: the probability with which the best play retires now; 1 at a tie of an `ExactDecision`.
        bust: the probability that the next card busts.
        outcomes: what both choices are worth by how many of the others retire now, for each number that can occur;
            empty where nobody has a choice.
        reason: one line that a person can read and check.
    """

    state: Expedition
    objective: Objective
    value: Fraction | Enclosure
    stay: Fraction | Enclosure
    retire: Fraction | Enclosure
    retire_probability: Fraction
    bust: Fraction
    outcomes: tuple[Payoffs[Fraction | Enclosure, Fraction | Enclosure], ...]
    reason: str

    def _in_full(self) -> None:
        """None: a decision has more to say than a line holds."""

    def _in_short(self) -> str:
        names = ("action", "retire_probability", "stay", "retire", "bust", "objective")
        return f"at {shown(str(self.state))}: {in_short({name: getattr(self, name) for name in names})}"

    def rows(self) -> list[dict[str, Any]]:
        """A row of `outcomes` for each number of the others who can retire now.

        The columns: `others_retiring`, `probability` of that, and what `stay` and `retire` are worth then: fractions,
        or enclosures where the value is known within bounds.
        """
        return [
            {
                "others_retiring": each.others_retiring,
                "probability": each.probability,
                "stay": each.stay,
                "retire": each.retire,
            }
            for each in self.outcomes
        ]

    @property
    @abstractmethod
    def gain(self) -> Fraction | Enclosure:
        """What staying gains over retiring: stay - retire."""

    @property
    def action(self) -> JointAction:
        """The best choice: `mix` where the best play retires with a probability between 0 and 1.

        It is `tie` where both choices are worth the same, or no difference is known. With the deck empty, all who are
        in `retire` together.
        """
        if not self.state.is_deciding:
            return "stay"
        if not self.state.cards_left:
            return "retire"
        if 0 < self.retire_probability < 1:
            return "mix"
        gain = self.gain
        low, high = (gain, gain) if isinstance(gain, Fraction) else (gain.low, gain.high)
        if low > 0:
            return "stay"
        return "retire" if high < 0 else "tie"


@dataclass(frozen=True, kw_only=True, repr=False)
class ExactDecision(Decision):
    """A decision in exact numbers: of a player alone, or against opponents whose strategies are known."""

    value: Fraction
    stay: Fraction
    retire: Fraction
    outcomes: tuple[Payoffs[Fraction, Fraction], ...]

    @classmethod
    def of(
        cls,
        state: Expedition,
        stay: Fraction,
        retire: Fraction,
        bust: Fraction,
        reason: str,
        *,
        objective: Objective = "points",
        outcomes: tuple[Payoffs[Fraction, Fraction], ...] | None = None,
    ) -> ExactDecision:
        """The decision of one player who takes the better of both choices; nobody else retires, if not said otherwise.

        >>> answer = ExactDecision.of(Expedition.parse("7"), Fraction(9), Fraction(7), Fraction(0), "")
        >>> answer.action, answer.value, answer.gain, answer.retire_probability
        ('stay', Fraction(9, 1), Fraction(2, 1), Fraction(0, 1))
        """
        if not state.is_deciding:
            outcomes, retires = (), False
        else:
            retires = retire >= stay
            if outcomes is None:
                outcomes = (Payoffs(0, Fraction(1), stay, retire),)
        return cls(
            state=state,
            objective=objective,
            value=max(stay, retire) if state.is_deciding else stay,
            stay=stay,
            retire=retire,
            retire_probability=Fraction(retires),
            bust=bust,
            outcomes=outcomes,
            reason=reason,
        )

    @property
    def gain(self) -> Fraction:
        """What staying gains over retiring: stay - retire."""
        return self.stay - self.retire

    @property
    def action(self) -> Action:
        """The better choice; `tie` where both are worth exactly the same."""
        action = super().action
        assert action != "mix"  # One player who knows how the others play need not mix.
        return action


@dataclass(frozen=True, kw_only=True, repr=False)
class EquilibriumDecision(Decision):
    """A decision of several players who decide at once and all follow one policy, an equilibrium within bounds.

    `value`, `stay` and `retire` enclose what *this policy* is worth. They do not enclose the value of an exact
    equilibrium: how near to one the policy is, `deviation_gain` says.

    Attributes:
        deviation_gain: no player can gain more points than this by any other play, the others keeping to the policy.
    """

    value: Enclosure
    stay: Enclosure
    retire: Enclosure
    outcomes: tuple[Payoffs[Enclosure, Fraction], ...]
    deviation_gain: Fraction

    @property
    def gain(self) -> Enclosure:
        """What staying gains over retiring: stay - retire; around 0 where the players mix."""
        return self.stay - self.retire

    @property
    def stay_by(self) -> tuple[Enclosure, ...]:
        """What staying is worth by how many stay, `stay_by[j - 1]` if j do; empty where nobody has a choice."""
        return tuple(payoffs.stay for payoffs in reversed(self.outcomes))

    @property
    def retire_by(self) -> tuple[Fraction, ...]:
        """What each retiree takes by how many retire, `retire_by[k - 1]` if k do; empty where nobody has a choice."""
        return tuple(payoffs.retire for payoffs in self.outcomes)

    @property
    def chance(self) -> Fraction:
        """Deprecated: `retire_probability`."""
        warn_renamed("chance", "retire_probability")
        return self.retire_probability

    @property
    def regret(self) -> Fraction:
        """Deprecated: `deviation_gain`."""
        warn_renamed("regret", "deviation_gain")
        return self.deviation_gain


@dataclass(frozen=True, kw_only=True, repr=False)
class DuelDecision(Decision):
    """A decision of a player who plays to win against one other: in P(win) + P(draw)/2.

    `value`, `stay` and `retire` enclose the true numbers: the game is zero-sum, so that all equilibria have one value.
    Both retirement probabilities are those of one equilibrium, computed from numbers that are known to the same bound
    as the value; playing them loses at most a few times that bound.

    Attributes:
        lead: points by which the player who asks was ahead before the expedition.
        other_retire_probability: the probability with which the other player retires now; None if no other is in.
    """

    value: Enclosure
    stay: Enclosure
    retire: Enclosure
    outcomes: tuple[Payoffs[Enclosure, Enclosure], ...]
    lead: int
    other_retire_probability: Fraction | None

    @property
    def gain(self) -> Enclosure:
        """What staying gains over retiring in P(win) + P(draw)/2: stay - retire."""
        return self.stay - self.retire

    @property
    def retires(self) -> Fraction:
        """Deprecated: `retire_probability`."""
        warn_renamed("retires", "retire_probability")
        return self.retire_probability

    @property
    def other_retires(self) -> Fraction | None:
        """Deprecated: `other_retire_probability`."""
        warn_renamed("other_retires", "other_retire_probability")
        return self.other_retire_probability


@dataclass(frozen=True, kw_only=True, repr=False)
class ContestDecision(Decision):
    """A decision in the last expedition where several players all play to win: in P(win), shared by k counting 1/k.

    Such a game can have many equilibria. The play is *one* of the subgame-perfect ones, by a named rule that treats
    equal players equally; `value`, `stay`, `retire` and `shares` enclose what *this play* is worth.

    Attributes:
        scores: points that each player in had before this expedition, the asker's first.
        shares: each player's probability of winning under the play, in the same order.
        retire_probabilities: of each player in, now.
        deviation_gain: no player can gain more than this at any later decision by any other play, the others keeping to
            theirs; proved by an audit apart from the solver.
        selection: the rule by which the equilibrium was chosen.
        situations: how many were solved.
        several_equilibria: decisions at which the rule had a choice between pure equilibria (a floating-point count).
        of_different_shares: those of them at which the choice mattered.
    """

    value: Enclosure
    stay: Enclosure
    retire: Enclosure
    outcomes: tuple[Payoffs[Enclosure, Enclosure], ...]
    scores: tuple[int, ...]
    shares: tuple[Enclosure, ...]
    retire_probabilities: tuple[Fraction, ...]
    deviation_gain: Fraction
    selection: str
    situations: int
    several_equilibria: int
    of_different_shares: int

    @property
    def gain(self) -> Enclosure:
        """What staying gains over retiring in P(win): stay - retire."""
        return self.stay - self.retire

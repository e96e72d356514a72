"""The result of an equilibrium: its policy and value, what is proved of them, and what can be asked of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, Any

from incan_math.equilibria.renamed import warn_renamed
from incan_math.game.errors import GameError
from incan_math.game.expedition import Expedition, need_expedition
from incan_math.game.showing import Tabular
from incan_math.numbers.enclosure import Enclosure
from incan_math.numbers.rationals import decimal_text
from incan_math.odds.bust import bust_probability
from incan_math.response.evaluation import Progress
from incan_math.states.grid import Grid
from incan_math.states.utility import UtilityTable
from incan_math.strategies.decision import EquilibriumDecision, Payoffs
from incan_math.strategies.protocol import Strategy

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from incan_math.equilibria.comparison import Comparison
    from incan_math.equilibria.course import Course
    from incan_math.equilibria.profile import Retiring

    Floats = NDArray[np.float64]

__all__ = ["Equilibrium"]


@dataclass(frozen=True, repr=False)
class Equilibrium(Tabular):
    """A policy that is a symmetric subgame-perfect equilibrium but for rounding; it can be called as a strategy.

    The policy is a probability of retiring, one number in floating point taken as exact, for every situation that can
    follow, whatever anybody does. What is said of its value and of deviations is proved, rounding included: `value`
    encloses what *this policy* is worth when all play it, and `deviation_gain` bounds what any other play could gain.
    Neither encloses the value of the exact equilibrium nearby, which `certified_equilibrium` does.

    What is counted (`decisions` to `differing`) is counted in floating point: differences within rounding count as 0,
    and roots closer than rounding can separate count as one. The last three are None, not known, where the policy was
    taken from the kept result of the fresh deck.

    Attributes:
        state: where it starts.
        value: what the policy is worth to each player in, from this expedition.
        deviation_gain: no player can gain more than this at the start by any other play, all others keeping to the
            policy.
        deviation_gain_anywhere: the same for every situation that can follow.
        stay: what staying is worth by how many stay, `stay[j - 1]` if j do; empty where nobody has a choice.
        retire: what each retiree takes by how many retire, `retire[k - 1]` if k do; empty where nobody has a choice.
        selection: the rule that selects one equilibrium where a decision has several.
        decisions: at how many situations two players or more decide.
        mixed: at how many of them they mix.
        ties: at how many staying and retiring are worth the same, within rounding, whatever the others do.
        several_equilibria: at how many there is more than one symmetric equilibrium.
        differing: at how many of these they differ in value, so that the selection matters.
    """

    state: Expedition
    value: Enclosure
    deviation_gain: Fraction
    deviation_gain_anywhere: Fraction
    stay: tuple[Enclosure, ...]
    retire: tuple[Fraction, ...]
    selection: str
    decisions: int
    mixed: int
    ties: int | None
    several_equilibria: int | None
    differing: int | None
    _grid: Grid = field(repr=False, compare=False)
    _retires: Floats = field(repr=False, compare=False)
    _payoffs: UtilityTable = field(repr=False, compare=False)

    @property
    def regret(self) -> Fraction:
        """Deprecated: `deviation_gain`."""
        warn_renamed("regret", "deviation_gain")
        return self.deviation_gain

    @property
    def regret_anywhere(self) -> Fraction:
        """Deprecated: `deviation_gain_anywhere`."""
        warn_renamed("regret_anywhere", "deviation_gain_anywhere")
        return self.deviation_gain_anywhere

    @property
    def ambiguous(self) -> int | None:
        """Deprecated: `several_equilibria`."""
        warn_renamed("ambiguous", "several_equilibria")
        return self.several_equilibria

    @property
    def chance(self) -> Fraction | None:
        """Deprecated: `retire_probability` of the start."""
        warn_renamed("chance", "retire_probability(result.state)")
        return self._at_start()

    @property
    def kind_symmetric(self) -> bool:
        """Whether renaming hazard kinds changes none of its answers: always true."""
        return True

    def _at_start(self) -> Fraction | None:
        """The probability with which each player retires at the start; None where nobody can."""
        return self.retire_probability(self.state) if self.state.is_deciding else None

    def retire_probability(self, state: Expedition) -> Fraction:
        """The probability with which each player in retires at this state, the start or a later one.

        Raises:
            GameError: the state does not follow from the start, or nobody chooses at it.
        """
        need_expedition(state)
        place = self._grid.find(state)
        if place is not None and state.is_deciding:
            if not state.cards_left:
                return Fraction(1)  # All who are in retire together.
            retires = float(self._retires[place])
            if retires == retires:
                return Fraction(retires)
        raise GameError(f"state: at '{state}' nobody chooses in the game that starts at '{self.state}'")

    def __call__(self, state: Expedition, /) -> Fraction | int:
        """The probability of retiring, as `evaluate` and `best_response` take it."""
        retire = self.retire_probability(state)
        return int(retire) if retire.denominator == 1 else retire

    def decision(self) -> EquilibriumDecision:
        """The decision at the start, as `decide` gives it.

        >>> from incan_math import equilibrium
        >>> answer = equilibrium(Expedition.parse("7 fire 11 snakes", players=2)).decision()
        >>> answer.action, answer.retire_by, f"{float(answer.retire_probability):.4f}", f"{float(answer.stay):.4f}"
        ('mix', (Fraction(10, 1), Fraction(9, 1)), '0.0854', '9.9146')
        """
        probability = self._at_start()
        if probability is None or not self.retire:
            end = probability is not None
            reason = "the deck is empty: all who are in retire together" if end else "nobody can retire before a card"
            retire = self.value if end else Enclosure.around(0, 0)
            return self._decision(self.value, retire, Fraction(end), (), reason)
        others = self.state.players - 1
        weights = [comb(others, i) * probability**i * (1 - probability) ** (others - i) for i in range(others + 1)]
        outcomes = tuple(Payoffs(i, w, self.stay[others - i], self.retire[i]) for i, w in enumerate(weights))
        nothing = Enclosure.around(0, 0)
        stay = sum((payoffs.stay * payoffs.probability for payoffs in outcomes), nothing)
        home = sum((payoffs.retire * payoffs.probability for payoffs in outcomes), Fraction(0))
        each = "each of both players" if others == 1 else f"each of the {others + 1} players"
        if 0 < probability < 1:
            number = decimal_text(probability, 6)
            reason = f"{each} retires with probability {number}: then both choices are worth the same"
        else:
            reason = f"{each} {'retires' if probability else 'stays'}: the other choice is worth no more"
        return self._decision(stay, Enclosure.around(home, 0), probability, outcomes, reason)

    def _decision(
        self,
        stay: Enclosure,
        retire: Enclosure,
        probability: Fraction,
        outcomes: tuple[Payoffs[Enclosure, Fraction], ...],
        reason: str,
    ) -> EquilibriumDecision:
        return EquilibriumDecision(
            state=self.state,
            objective="points",
            value=self.value,
            stay=stay,
            retire=retire,
            retire_probability=probability,
            bust=bust_probability(self.state),
            outcomes=outcomes,
            reason=reason,
            deviation_gain=self.deviation_gain,
        )

    def rows(self) -> list[dict[str, Any]]:
        """A row for each bag and number of hazard kinds showing, all who start still in; see `retire_profile`.

        The columns: `bag`, `showing`, `retire_probability` (the mean), and its `least` and `greatest`.
        """
        return [
            {
                "bag": bag,
                "showing": showing,
                "retire_probability": each.mean,
                "least": each.least,
                "greatest": each.greatest,
            }
            for (bag, showing), each in self.retire_profile().items()
        ]

    def retire_profile(self) -> dict[tuple[int, int], Retiring]:
        """(bag, hazard kinds showing) -> the probability that each player retires, all who start still in.

        Different treasures can make up one bag. The mean weighs each situation by the probability that the cards lead
        to it if nobody retires before; the least and the greatest probability come with it.

        >>> from incan_math import Rules, equilibrium
        >>> small = Rules(treasures=(3, 5, 7), hazards={"fire": 2, "snakes": 2})
        >>> profile = equilibrium(Expedition.start(2, small)).retire_profile()
        >>> [f"{float(number):.4f}" for number in profile[3, 1]]
        ['0.5110', '0.2881', '0.8824']
        """
        from incan_math.equilibria.profile import retire_profile

        return retire_profile(self._grid, self._retires)

    def course(self) -> Course:
        """How the expedition goes from the start on if all follow the policy.

        >>> from incan_math import Rules, equilibrium
        >>> small = Rules(treasures=(3, 5, 7), hazards={"fire": 2, "snakes": 2})
        >>> course = equilibrium(Expedition.start(2, small)).course()
        >>> f"{float(course.cards):.4f} cards, {float(course.ends_alone):.4f}"
        '3.1678 cards, 0.2057'
        """
        from incan_math.equilibria.course import course_of

        return course_of(self._grid, self._retires)

    def compare(self, strategy: Strategy, *, limit: int = 2_000_000, progress: Progress | None = None) -> Comparison:
        """How a strategy fares against this equilibrium: loss, exploitability and more.

        Args:
            strategy: what a player does at every decision; several players who follow it mix independently.
            limit: how many answers it may have to give; strategies that depend on the bag or the deck alone give few.
            progress: called as the work goes on.

        Raises:
            GameError: the strategy depends on the names of hazard kinds, answers with something other than an exact
                probability, or would have to answer too often.

        >>> from incan_math import Rules, StayForever, equilibrium
        >>> small = Rules(treasures=(3, 5, 7), hazards={"fire": 2, "snakes": 2})
        >>> comparison = equilibrium(Expedition.start(2, small)).compare(StayForever())
        >>> float(comparison.takes), f"{float(comparison.equilibrium_takes):.4f}"
        (0.0, '3.3471')
        """
        from incan_math.equilibria.comparison import compare

        return compare(strategy, self.value, self._grid, self._retires, self._payoffs, limit, progress)

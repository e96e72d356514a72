"""The result of an equilibrium: its value and policy, what is proved of them, and what can be asked of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

from incan_math.game.errors import GameError
from incan_math.game.expedition import Expedition, need_expedition
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
    from incan_math.equilibria.profile import Retiring

    Floats = NDArray[np.float64]

__all__ = ["Equilibrium"]


@dataclass(frozen=True)
class Equilibrium:
    """The symmetric equilibrium from one state on; it can be called as a strategy.

    Its policy is exact numbers (53 binary digits each) for every situation that can follow, whatever anybody does. All
    that is said of the policy is proved, rounding included.

    Attributes:
        state: where it starts.
        value: what it is worth to each player in, from this expedition.
        regret: more than this no player can gain at the start by any other play, all others keeping to the policy.
        regret_anywhere: the same for every situation that can follow.
        stay: what going on is worth by how many stay, `stay[j - 1]` if j do; nothing where nobody has a choice.
        retire: what each who retires takes by how many do, `retire[k - 1]` if k do; likewise.
        selection: the rule by which one equilibrium is chosen where a decision has several.
        decisions: at how many situations two players or more decide.
        mixed: at how many of them they toss coins.
        ties: at how many staying and retiring are worth the same, within rounding, whatever the others do.
        ambiguous: at how many there is more than one symmetric equilibrium.
        differing: at how many of these they differ in value, so that the choice matters.
    """

    state: Expedition
    value: Enclosure
    regret: Fraction
    regret_anywhere: Fraction
    stay: tuple[Enclosure, ...]
    retire: tuple[Fraction, ...]
    selection: str
    decisions: int
    mixed: int
    ties: int
    ambiguous: int
    differing: int
    _grid: Grid = field(repr=False, compare=False)
    _stays: Floats = field(repr=False, compare=False)
    _payoffs: UtilityTable = field(repr=False, compare=False)

    @property
    def kind_symmetric(self) -> bool:
        """Whether renaming hazard kinds changes none of its answers: always true."""
        return True

    @property
    def chance(self) -> Fraction | None:
        """The chance with which each player retires at the start; None where nobody can."""
        return self.retire_probability(self.state) if self.state.is_deciding else None

    def retire_probability(self, state: Expedition) -> Fraction:
        """The chance with which each player in retires at this or a later state.

        Raises:
            GameError: the state does not follow from the start, or nobody chooses at it.
        """
        need_expedition(state)
        place = self._grid.find(state)
        if place is not None and state.is_deciding:
            if not state.cards_left:
                return Fraction(1)  # All who are in retire together.
            stays = float(self._stays[place.row, place.lane])
            if stays == stays:
                return 1 - Fraction(stays)
        raise GameError(f"state: at '{state}' nobody chooses in the game that starts at '{self.state}'")

    def __call__(self, state: Expedition, /) -> Fraction | int:
        """The chance of retiring, as `evaluate` and `best_response` take it."""
        chance = self.retire_probability(state)
        return int(chance) if chance.denominator == 1 else chance

    def decision(self) -> EquilibriumDecision:
        """The decision at the start, as `decide` gives it.

        >>> from incan_math import equilibrium
        >>> answer = equilibrium(Expedition.parse("7 fire 11 snakes", players=2)).decision()
        >>> answer.action, answer.retire_by, f"{float(answer.retire_probability):.4f}", f"{float(answer.stay):.4f}"
        ('mix', (Fraction(10, 1), Fraction(9, 1)), '0.0854', '9.9146')
        """
        chance = self.chance
        if chance is None or not self.retire:
            end = chance is not None
            reason = "the deck is empty: all who are in retire together" if end else "nobody can retire before a card"
            retire = self.value if end else Enclosure.around(0, 0)
            return self._decision(self.value, retire, Fraction(end), (), reason)
        others = self.state.players - 1
        weights = [comb(others, i) * chance**i * (1 - chance) ** (others - i) for i in range(others + 1)]
        outcomes = tuple(Payoffs(i, w, self.stay[others - i], self.retire[i]) for i, w in enumerate(weights))
        nothing = Enclosure.around(0, 0)
        stay = sum((payoffs.stay * payoffs.probability for payoffs in outcomes), nothing)
        home = sum((payoffs.retire * payoffs.probability for payoffs in outcomes), Fraction(0))
        each = "each of both players" if others == 1 else f"each of the {others + 1} players"
        if 0 < chance < 1:
            number = decimal_text(chance, 6)
            reason = f"{each} retires with probability {number}: then both choices are worth the same"
        else:
            reason = f"{each} {'retires' if chance else 'stays'}: the other choice is worth no more"
        return self._decision(stay, Enclosure.around(home, 0), chance, outcomes, reason)

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
            deviation_gain=self.regret,
        )

    def retire_profile(self) -> dict[tuple[int, int], Retiring]:
        """(bag, hazard kinds showing) -> the chance that each player retires, all who are in at the start still in.

        One bag can be made of different treasures: the mean of the chances weighs each situation by the chance that
        the cards lead to it, were nobody to leave before; with it come the least and the greatest.

        >>> from incan_math import Rules, equilibrium
        >>> small = Rules(treasures=(3, 5, 7), hazards={"fire": 2, "snakes": 2})
        >>> profile = equilibrium(Expedition.start(2, small)).retire_profile()
        >>> [f"{float(number):.4f}" for number in profile[3, 1]]
        ['0.5110', '0.2881', '0.8824']
        """
        from incan_math.equilibria.profile import retire_profile

        return retire_profile(self._grid, self._stays)

    def compare(self, strategy: Strategy, *, limit: int = 2_000_000, progress: Progress | None = None) -> Comparison:
        """What a strategy and this equilibrium take from one another: loss, exploitability and more.

        Args:
            strategy: what a player does as long as anybody is in; several who follow it toss coins of their own.
            limit: how many answers it may have to give; strategies that look at the bag or the deck alone give few.
            progress: called as the work goes on.

        Raises:
            GameError: the strategy looks at the names of hazard kinds, answers with no exact chance, or would have to
                answer too often.

        >>> from incan_math import Rules, StayForever, equilibrium
        >>> small = Rules(treasures=(3, 5, 7), hazards={"fire": 2, "snakes": 2})
        >>> comparison = equilibrium(Expedition.start(2, small)).compare(StayForever())
        >>> float(comparison.takes), f"{float(comparison.equilibrium_takes):.4f}"
        (0.0, '3.3471')
        """
        from incan_math.equilibria.comparison import compare

        return compare(strategy, self.value, self._grid, self._stays, self._payoffs, limit, progress)

"""Several players who all decide: the symmetric equilibrium of a small position, exactly.

Backward induction over the public states: each decision is a `Stage` whose values are known, one of its symmetric
equilibria is chosen by a named rule, and its value goes back. With two players every equilibrium is rational, but the
numbers grow: on the full deck they are far too long to write down. With three or more a value is an algebraic
number whose degree can multiply with every decision at which players mix. Positions are refused beyond a size.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeVar

from incan_math.equilibria.exact.exact_solver import ExactChoice, ExactSolver
from incan_math.equilibria.preconditions import need_few_cards, need_several
from incan_math.equilibria.stage import SELECTION, Stage
from incan_math.equilibria.state_count import check_size
from incan_math.game.errors import GameError
from incan_math.game.expedition import Expedition, need_expedition
from incan_math.game.showing import Shown
from incan_math.game.situation import Situation
from incan_math.numbers.elimination import Exact, SizeLimit, spoken
from incan_math.numbers.enclosure import Enclosure
from incan_math.numbers.reals import Combination, Number, degree_bound, name, refine
from incan_math.odds.next_card import one_step_gain
from incan_math.states.utility import Utility

__all__ = ["ExactEquilibrium", "exact_equilibrium"]

T = TypeVar("T")


@dataclass(frozen=True, repr=False)
class ExactEquilibrium(Shown):
    """The symmetric equilibrium from one state on, exactly; where it is rational it can be called as a strategy.

    Attributes:
        state: where it starts.
        value: the expected points (or utility) of each player from here on, from this expedition: a `Fraction` where
            it is rational, else an `Algebraic` number.
        selection: the rule by which one equilibrium is chosen where a decision has several.
        decisions: at how many states several players decide.
        ambiguous: at how many of them there is more than one symmetric equilibrium.
        ties: at how many staying and retiring are worth the same whatever the others do.
        bits: the size of the greatest denominator among the rational numbers that came up.
    """

    state: Expedition
    value: Exact
    selection: str
    decisions: int
    ambiguous: int
    ties: int
    bits: int
    _size: SizeLimit = field(repr=False, compare=False)
    _plan: dict[Situation, ExactChoice] = field(repr=False, compare=False)
    _alone: dict[Situation, bool] | None = field(repr=False, compare=False)

    def retire_probability(self, state: Expedition) -> Exact:
        """The probability with which each player retires at this or a later state where several players decide.

        Raises:
            GameError: the state does not follow from the start with two players or more choosing at it, or the number
                can have a degree beyond the limit; `retire_enclosure` always answers.
        """
        return name(Combination.of(self._at(state).retire), self._size)

    def retire_enclosure(self, state: Expedition, bits: int = 64) -> Enclosure:
        """An enclosure of `retire_probability`, no wider than 2^-bits, where its polynomial is not wanted.

        Raises:
            GameError: the state does not follow from the start with two players or more choosing at it.
        """
        return refine(Combination.of(self._at(state).retire), bits)

    def __call__(self, state: Expedition, /) -> Fraction | int:
        """The probability of retiring, also for a player who is left alone: `evaluate` and `best_response` take it.

        Raises:
            GameError: the probability is not rational, so that nothing can be computed with it in fractions.
        """
        if state.players == 1:
            return int(
                one_step_gain(state) <= 0
                if self._alone is None
                else not self._found(state, self._alone, "nobody chooses")
            )
        probability = self.retire_probability(state)
        if not isinstance(probability, Fraction):
            raise GameError(f"strategy: at '{state}' it retires with probability {probability}, which is not rational")
        return probability

    @property
    def kind_symmetric(self) -> bool:
        """Whether renaming hazard kinds changes none of its answers: always true."""
        return True

    def stage(self, state: Expedition) -> Stage:
        """The decision at a state: what retiring and staying are worth, by how many players do so.

        Raises:
            GameError: the state does not follow from the start with two players or more choosing at it.
        """
        return self._at(state).stage

    def _at(self, state: Expedition) -> ExactChoice:
        return self._found(state, self._plan, "no two players choose")

    def _found(self, state: Expedition, known: dict[Situation, T], why: str) -> T:
        need_expedition(state)
        found = known.get(state.situation.unnamed())
        if found is None or state.rules != self.state.rules:
            raise GameError(f"state: at '{state}' {why} in this equilibrium's game")
        return found


def exact_equilibrium(
    state: Expedition,
    *,
    utility: Utility | None = None,
    limit: int = 50_000,
    degree: int = SizeLimit.degree,
    bits: int = SizeLimit.bits,
) -> ExactEquilibrium:
    """The symmetric subgame-perfect equilibrium of 2 to 8 players at a small position, exactly.

    Each maximises the own expected points of this expedition, or their utility; all know what is public, and a player
    left alone plays the optimum. Among several symmetric equilibria of one decision the rule in `selection` picks.

    Args:
        state: a live state with two players in or more.
        utility: what points from this expedition are worth: a function of their number to an int or a Fraction; a
            bust brings utility(0). Without it points are worth themselves.
        limit: the most states with two players or more in; they are counted first.
        degree: the highest degree that a polynomial may have before it is factored.
        bits: the most bits that a denominator, or a coefficient of a polynomial, may have.

    Raises:
        GameError: one player or none is in, the position is too big, or leftovers are split per card.

    >>> from incan_math import Rules
    >>> small = Rules(treasures=(3, 5, 7), hazards={"fire": 2, "snakes": 2})
    >>> result = exact_equilibrium(Expedition.start(2, small))
    >>> result.value, result.ambiguous
    (Fraction(119206107, 41086892), 0)
    >>> print(exact_equilibrium(Expedition.parse("7 5", 4, small)).value)
    3.066339946625, a root of x^3 + 21*x^2 + 252*x - 999
    """
    need_several(state)
    need_few_cards(state)
    check_size(state, limit)
    size = SizeLimit(degree, bits)
    solver = ExactSolver(state, utility, size)
    value = solver.solve()
    choices = solver.plan.values()
    return ExactEquilibrium(
        state=state,
        value=_named(value, size),
        selection=SELECTION,
        decisions=len(choices),
        ambiguous=sum(choice.equilibria > 1 and not choice.stage.is_tie for choice in choices),
        ties=sum(choice.stage.is_tie for choice in choices),
        bits=solver.most_bits,
        _size=size,
        _plan=solver.plan,
        _alone=solver.alone,
    )


def _named(value: Number, size: SizeLimit) -> Exact:
    """The value, or a refusal that says how great its degree can be."""
    try:
        return name(value, size)
    except GameError as error:
        most = degree_bound(value)
        if most <= size.degree:
            raise
        raise GameError(
            f"degree: the value, about {float(value):.6f}, can have degree {spoken(most)}, more than"
            f" degree={size.degree:,}; start from a later state or a smaller deck, or allow more",
        ) from error

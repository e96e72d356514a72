"""One decision of several players with equal bags: a symmetric game and its symmetric equilibria, exactly.

Let n players be in. R_k is what each of k retirees takes home, and V_j the continuation value to each of j who stay. If
each other player retires with probability q, staying beats retiring by

    D(q) = sum over i of C(n-1, i) q^i (1-q)^(n-1-i) d_i,    d_i = V_(n-i) - R_(i+1),

where i is the number of others who retire. It is a symmetric equilibrium that everyone retires with probability q if
q = 0 and d_0 >= 0, or q = 1 and d_(n-1) <= 0, or 0 < q < 1 and D(q) = 0. In the last case staying and retiring are
worth the same, so the value is that of retiring: the polynomial in q with the Bernstein coefficients R_1, ..., R_n,
whatever the V_j are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import pairwise

from incan_math.game.errors import GameError, shown
from incan_math.game.showing import Brief
from incan_math.numbers.bernstein import at
from incan_math.numbers.elimination import SizeLimit
from incan_math.numbers.exact_roots import RealRoot, image_at, roots
from incan_math.numbers.reals import Combination, Number, sign

__all__ = ["SELECTION", "Stage", "need_stage"]

SELECTION = "the symmetric equilibrium with the greatest value, and of those the one that stays most"
"""How one equilibrium is chosen where a stage has several."""


@dataclass(frozen=True, repr=False)
class Stage(Brief):
    """A stage game of n players: `retire[k - 1]` = R_k and `stay[j - 1]` = V_j, for k and j from 1 to n.

    Args:
        retire: what each of k retirees takes home, as fractions or whole numbers.
        stay: the continuation value of each of j players who stay: fractions, whole numbers, or combinations of
            algebraic numbers.
        size: bounds the polynomials by which numbers are distinguished from 0; greater ones are refused (GameError).

    Raises:
        GameError: the two do not have one entry for each player, or an entry is not such a number.
    """

    retire: tuple[Fraction, ...]
    stay: tuple[Number, ...]
    size: SizeLimit = field(default=SizeLimit(), repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "retire", _numbers("retire", self.retire, Fraction))
        object.__setattr__(self, "stay", _numbers("stay", self.stay, Fraction | Combination))
        if len(self.retire) != len(self.stay) or not self.retire:
            raise GameError(
                f"retire, stay: {len(self.retire)} and {len(self.stay)} values given; give one of each for every player"
            )
        if not isinstance(self.size, SizeLimit):
            raise GameError(f"size: {shown(self.size)} given; give a SizeLimit")

    @property
    def players(self) -> int:
        """The number of players who decide."""
        return len(self.retire)

    @property
    def differences(self) -> tuple[Number, ...]:
        """d_0, ..., d_(n-1): by how much staying beats retiring when i of the others retire."""
        return tuple(stay - retire for stay, retire in zip(self.stay[::-1], self.retire, strict=True))

    @cached_property
    def signs(self) -> tuple[int, ...]:
        """The signs of the differences: -1, 0 or 1."""
        return tuple(sign(d, self.size) for d in self.differences)

    @property
    def is_tie(self) -> bool:
        """Whether staying and retiring are worth the same whatever the others do."""
        return not any(self.signs)

    def value(self, q: RealRoot) -> Number:
        """The value to each player when everyone retires with probability q; an irrational q must be an equilibrium."""
        if not isinstance(q, Fraction):
            return image_at(self.retire, q, self.size)
        if q in (0, 1):
            return self.retire[-1] if q else self.stay[-1]
        return at(self.stay[::-1], q) * (1 - q) + at(self.retire, q) * q

    def equilibria(self) -> tuple[RealRoot, ...]:
        """Every isolated symmetric equilibrium, as the probability q of retiring, in increasing order.

        In a tie every q is an equilibrium. Then 0 and 1 are given and, where more retirees can mean more for each, all
        q between them at which the value turns: one of these has the greatest value.

        >>> Stage((Fraction(9), Fraction(4)), (Fraction(10), Fraction(6))).equilibria()
        (Fraction(1, 3),)
        """
        return self._equilibria

    @cached_property
    def _equilibria(self) -> tuple[RealRoot, ...]:
        if self.is_tie:
            slope = [after - before for before, after in pairwise(self.retire)]
            inner = roots(slope, self.size) if any(rise > 0 for rise in slope) else []
            return Fraction(0), *inner, Fraction(1)
        everyone_stays = [Fraction(0)] if self.signs[0] >= 0 else []
        everyone_retires = [Fraction(1)] if self.signs[-1] <= 0 else []
        return *everyone_stays, *roots(self.differences, self.size), *everyone_retires

    def selected(self) -> RealRoot:
        """The equilibrium that `SELECTION` picks, as the probability of retiring."""
        best, *others = self.equilibria()
        for q in others:
            if sign(self.value(q) - self.value(best), self.size) > 0:
                best = q
        return best


def need_stage(stage: object) -> Stage:
    """The argument, if it is a `Stage`.

    Raises:
        GameError: it is something else.
    """
    if not isinstance(stage, Stage):
        raise GameError(f"stage: {shown(stage)} given; give a Stage, such as exact_equilibrium(state).stage(state)")
    return stage


def _numbers(name: str, values: object, kind: object) -> tuple[Number, ...]:
    """The values as a tuple, whole numbers as fractions."""
    if not isinstance(values, Sequence) or isinstance(values, str | bytes):
        raise GameError(f"{name}: {shown(values)} given; give a tuple with one value for every player")
    found = tuple(Fraction(value) if type(value) is int else value for value in values)
    for value in found:
        if not isinstance(value, kind):  # type: ignore[arg-type]
            raise GameError(f"{name}: {shown(value)} is not an exact number; give ints or Fractions")
    return found

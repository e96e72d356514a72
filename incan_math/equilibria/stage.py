"""One decision of several players with equal bags: a symmetric game, and its symmetric equilibria, exactly.

Let n players be in. R_k is what each of k retirees takes home, V_j what going on is worth to each of j who stay. If
each other player stays with chance p, staying beats retiring by

    D(p) = sum over i of C(n-1, i) p^i (1-p)^(n-1-i) d_i,    d_i = V_(i+1) - R_(n-i),

i being how many others stay. Everybody staying with the same chance p is an equilibrium when p = 0 and d_0 <= 0, or
p = 1 and d_(n-1) >= 0, or D(p) = 0 between. There staying and retiring are worth the same, so that the value is what
retiring is worth: a polynomial in p with coefficients R_n, ..., R_1, whatever the V_j are.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import pairwise

from incan_math.numbers.bernstein import at
from incan_math.numbers.elimination import SizeLimit
from incan_math.numbers.exact_roots import RealRoot, image_at, roots
from incan_math.numbers.reals import Number, sign

__all__ = ["SELECTION", "Stage"]

SELECTION = "the symmetric equilibrium with the greatest value, and of those the one that stays most"
"""How one equilibrium is chosen where a stage has several."""


@dataclass(frozen=True)
class Stage:
    """A stage game of n players: `retire[k - 1]` = R_k and `stay[j - 1]` = V_j, for k and j from 1 to n.

    `size` bounds the polynomials by which numbers are told from 0; whatever needs greater ones is refused (GameError).
    """

    retire: tuple[Fraction, ...]
    stay: tuple[Number, ...]
    size: SizeLimit = field(default=SizeLimit(), repr=False, compare=False)

    @property
    def players(self) -> int:
        """How many players decide."""
        return len(self.retire)

    @property
    def differences(self) -> tuple[Number, ...]:
        """d_0, ..., d_(n-1): by how much staying beats retiring when i of the others stay."""
        return tuple(stay - retire for stay, retire in zip(self.stay, self.retire[::-1], strict=True))

    @cached_property
    def signs(self) -> tuple[int, ...]:
        """The signs of the differences: -1, 0 or 1."""
        return tuple(sign(d, self.size) for d in self.differences)

    @property
    def is_tie(self) -> bool:
        """Whether staying and retiring are worth the same whatever the others do."""
        return not any(self.signs)

    def value(self, p: RealRoot) -> Number:
        """The value to each player when everybody stays with chance p; a p that is not rational is an equilibrium."""
        if not isinstance(p, Fraction):
            return image_at(self.retire[::-1], p, self.size)
        if p in (0, 1):
            return self.stay[-1] if p else self.retire[-1]
        return at(self.stay, p) * p + at(self.retire[::-1], p) * (1 - p)

    def equilibria(self) -> tuple[RealRoot, ...]:
        """Every isolated symmetric equilibrium, as the chance p of staying, rising.

        In a tie every p is one. It stands for 0 and 1 and, where those who retire together get more than fewer would,
        for every p between at which the value turns: one of these has the greatest value.

        >>> Stage((Fraction(9), Fraction(4)), (Fraction(10), Fraction(6))).equilibria()
        (Fraction(2, 3),)
        """
        return self._equilibria

    @cached_property
    def _equilibria(self) -> tuple[RealRoot, ...]:
        if self.is_tie:
            slope = [more - less for less, more in pairwise(self.retire[::-1])]
            inner = roots(slope, self.size) if any(rise < 0 for rise in slope) else []
            return Fraction(0), *inner, Fraction(1)
        pure = [Fraction(0)] if self.signs[0] <= 0 else []
        inner = roots(self.differences, self.size)
        return *pure, *inner, *([Fraction(1)] if self.signs[-1] >= 0 else [])

    def selected(self) -> RealRoot:
        """The equilibrium that `SELECTION` picks."""
        best, *others = self.equilibria()
        for p in others:
            if sign(self.value(p) - self.value(best), self.size) >= 0:
                best = p
        return best

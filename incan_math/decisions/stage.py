"""One decision of several players with equal bags: a symmetric game, and its symmetric equilibria, exactly.

Let n players be in. R_k is what each of k retirees takes home, V_j what going on is worth to each of j who stay. If
each other player stays with chance p, staying beats retiring by

    D(p) = sum over i of C(n-1, i) p^i (1-p)^(n-1-i) d_i,    d_i = V_(i+1) - R_(n-i),

i being how many others stay. Everybody staying with the same chance p is an equilibrium when p = 0 and d_0 <= 0, or
p = 1 and d_(n-1) >= 0, or D(p) = 0 between.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb

__all__ = ["SELECTION", "Stage"]

SELECTION = "the symmetric equilibrium with the greatest value, and of those the one that stays most"
"""How one equilibrium is chosen where a stage has several."""


@dataclass(frozen=True)
class Stage:
    """A stage game of n players: `retire[k - 1]` = R_k and `stay[j - 1]` = V_j, for k and j from 1 to n."""

    retire: tuple[Fraction, ...]
    stay: tuple[Fraction, ...]

    @property
    def players(self) -> int:
        """How many players decide."""
        return len(self.retire)

    @property
    def differences(self) -> tuple[Fraction, ...]:
        """d_0, ..., d_(n-1): by how much staying beats retiring when i of the others stay."""
        n = self.players
        return tuple(self.stay[i] - self.retire[n - i - 1] for i in range(n))

    @property
    def is_tie(self) -> bool:
        """Whether staying and retiring are worth the same whatever the others do."""
        return not any(self.differences)

    def value(self, p: Fraction) -> Fraction:
        """The value to each player when everybody stays with chance p."""
        return p * _mean(self.stay, p) + (1 - p) * _mean(self.retire[::-1], p)

    def equilibria(self) -> tuple[Fraction, ...]:
        """Every symmetric equilibrium that is isolated and rational, as the chance p of staying, rising.

        For one and two players that is all of them, a tie standing for its ends 0 and 1.

        Raises:
            ValueError: with three players or more, where an equilibrium between 0 and 1 may be irrational.

        >>> Stage((Fraction(9), Fraction(4)), (Fraction(10), Fraction(6))).equilibria()
        (Fraction(2, 3),)
        """
        d = self.differences
        n = self.players
        changes = any(x > 0 for x in d) and any(x < 0 for x in d)
        if n > 2 and changes:
            raise ValueError(f"{n} players: an equilibrium between 0 and 1 may be irrational")
        found = [Fraction(0)] if d[0] <= 0 else []
        if n == 2 and changes:
            found.append(d[0] / (d[0] - d[1]))
        if d[-1] >= 0:
            found.append(Fraction(1))
        return tuple(found)

    def selected(self) -> Fraction:
        """The equilibrium that `SELECTION` picks."""
        return max(self.equilibria(), key=lambda p: (self.value(p), p))


def _mean(values: Sequence[Fraction], p: Fraction) -> Fraction:
    """The mean of values[i] when each of n - 1 others stays with chance p and i of them do."""
    others = len(values) - 1
    weighted = (comb(others, i) * p**i * (1 - p) ** (others - i) * value for i, value in enumerate(values))
    return sum(weighted, Fraction(0))

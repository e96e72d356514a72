"""Where players of a stage game are indifferent: the polynomial whose roots mix, and the roots exactly, in sympy."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

from incan_math.equilibria.stage import Stage
from incan_math.game.errors import GameError
from incan_math.game.extras import require

if TYPE_CHECKING:
    import sympy

__all__ = ["indifference_polynomial", "indifference_roots"]


def indifference_polynomial(stage: Stage, symbol: str = "p") -> sympy.Poly:
    """D(p) = sum over i of C(n-1, i) p^i (1-p)^(n-1-i) d_i: by how much staying beats retiring.

    p is the chance with which each other player stays, d_i = V_(i+1) - R_(n-i). The coefficients are exact.

    Args:
        stage: the decision; `exact_equilibrium(...).stage(state)` gives one.
        symbol: the name of the variable.

    Raises:
        GameError: one of the values is no fraction.

    >>> from fractions import Fraction
    >>> two = Stage(retire=(Fraction(9), Fraction(4)), stay=(Fraction(10), Fraction(6)))
    >>> print(indifference_polynomial(two).as_expr())
    6 - 9*p
    """
    require("sympy")

    import sympy

    p = sympy.Symbol(symbol)
    others = stage.players - 1
    terms = []
    for i, d in enumerate(stage.differences):
        if not isinstance(d, int | Fraction):
            raise GameError(f"stage: the polynomial is for values in fractions, and d_{i} = {d} is none")
        terms.append(comb(others, i) * sympy.Rational(d.numerator, d.denominator) * p**i * (1 - p) ** (others - i))
    return sympy.Poly(sympy.Add(*terms), p, domain="QQ")


def indifference_roots(stage: Stage) -> tuple[sympy.Expr, ...]:
    """Every chance p of staying, 0 < p < 1, with D(p) = 0, rising: the symmetric equilibria in which players mix.

    Each is exact: a rational number, or an algebraic one (a root in radicals, or `CRootOf`), which sympy evaluates to
    any number of digits. Multiple roots are given once.

    Args:
        stage: the decision.

    Raises:
        GameError: staying and retiring are worth the same whatever the others do, so that every p is one; or one of
            the values is no fraction.

    >>> from fractions import Fraction
    >>> three = Stage(retire=tuple(map(Fraction, (9, 5, 3))), stay=tuple(map(Fraction, (5, 6, 7))))
    >>> print(indifference_polynomial(three).as_expr())
    -2*p**2 - 2*p + 2
    >>> indifference_roots(three)
    (-1/2 + sqrt(5)/2,)
    """
    require("sympy")

    import sympy

    if stage.is_tie:
        raise GameError("stage: staying and retiring are worth the same whatever the others do; every p is a root")
    polynomial = indifference_polynomial(stage)
    roots = sympy.real_roots(polynomial, multiple=False)
    return tuple(root for root, _ in roots if 0 < root < 1)

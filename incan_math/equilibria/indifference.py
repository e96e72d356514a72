"""Where players of a stage game are indifferent: the polynomial, and its roots exactly, in sympy."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

from incan_math.equilibria.stage import Stage, need_stage
from incan_math.game.errors import GameError, shown
from incan_math.game.extras import require

if TYPE_CHECKING:
    import sympy

__all__ = ["indifference_polynomial", "indifference_roots"]


def indifference_polynomial(stage: Stage, symbol: str = "q") -> sympy.Poly:
    """D(q) = sum over i of C(n-1, i) q^i (1-q)^(n-1-i) d_i: by how much staying beats retiring.

    q is the probability with which each other player retires, and d_i = V_(n-i) - R_(i+1), where i others retire. The
    coefficients are exact.

    Args:
        stage: the decision; `exact_equilibrium(...).stage(state)` gives one.
        symbol: the name of the variable.

    Raises:
        GameError: one of the values is not a fraction, or an argument is not what it should be.

    >>> from fractions import Fraction
    >>> two = Stage(retire=(Fraction(9), Fraction(4)), stay=(Fraction(10), Fraction(6)))
    >>> print(indifference_polynomial(two).as_expr())
    9*q - 3
    """
    need_stage(stage)
    if not isinstance(symbol, str) or not symbol.isidentifier():
        raise GameError(f"symbol: {shown(symbol)} given; give a name for the variable, such as 'q'")
    require("sympy")

    import sympy

    q = sympy.Symbol(symbol)
    others = stage.players - 1
    terms = []
    for i, d in enumerate(stage.differences):
        if not isinstance(d, Fraction):
            raise GameError(
                f"stage: the polynomial needs rational values, but d_{i}, about {float(d):.6f}, is not a fraction"
            )
        terms.append(comb(others, i) * sympy.Rational(d.numerator, d.denominator) * q**i * (1 - q) ** (others - i))
    return sympy.Poly(sympy.Add(*terms), q, domain="QQ")


def indifference_roots(stage: Stage) -> tuple[sympy.Expr, ...]:
    """Every q with D(q) = 0 and 0 < q < 1, in increasing order: the symmetric equilibria in which players mix.

    q is the probability of retiring. Each is exact: a rational number, or an algebraic one (in radicals, or as a
    `CRootOf`), which sympy evaluates to any number of digits. Multiple roots are listed once.

    Args:
        stage: the decision.

    Raises:
        GameError: staying and retiring are worth the same whatever the others do, so that every q is a root; or one
            of the values is not a fraction.

    >>> from fractions import Fraction
    >>> three = Stage(retire=tuple(map(Fraction, (9, 5, 3))), stay=tuple(map(Fraction, (5, 6, 7))))
    >>> print(indifference_polynomial(three).as_expr())
    -2*q**2 + 6*q - 2
    >>> indifference_roots(three)
    (3/2 - sqrt(5)/2,)
    """
    if need_stage(stage).is_tie:
        raise GameError("stage: staying and retiring are worth the same whatever the others do; every q is a root")
    polynomial = indifference_polynomial(stage)

    import sympy

    roots = sympy.real_roots(polynomial, multiple=False)
    return tuple(root for root, _ in roots if 0 < root < 1)

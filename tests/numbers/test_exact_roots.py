"""Roots of polynomials in Bernstein form, and their narrowing, against sympy's isolation of real roots."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import comb

import pytest
import sympy
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from incan_math.numbers.bracketing import narrowed
from incan_math.numbers.elimination import SizeLimit
from incan_math.numbers.enclosure import Enclosure
from incan_math.numbers.exact_roots import Root, roots

X = sympy.Symbol("x")


def polynomial(coefficients: list[int]) -> sympy.Expr:
    """Sum of C(m, i) x^i (1 - x)^(m - i) d_i."""
    m = len(coefficients) - 1
    return sympy.expand(sum(comb(m, i) * d * X**i * (1 - X) ** (m - i) for i, d in enumerate(coefficients)))


def roots_inside(form: sympy.Expr) -> list[sympy.Expr]:
    return sorted({r for r in sympy.real_roots(form) if 0 < r < 1}, key=lambda r: r.evalf(40))


FORMS = st.lists(st.integers(-4, 4), min_size=2, max_size=5)


@settings(max_examples=60, deadline=None)
@example([0, 1, -2])  # The roots 0 and 1 are left out.
@example([0, 0, 3, -1, 0])
@example([1, -2, 1])
@example([4, 2, -4, 2, 4])  # A double root at 1/2, which is a fraction.
@given(FORMS)
def test_roots_are_those_of_sympy(coefficients: list[int]) -> None:
    form = polynomial(coefficients)
    assume(form != 0 and not form.is_number)
    found = roots([Fraction(d) for d in coefficients], SizeLimit())
    expected = roots_inside(form)
    assert len(found) == len(expected)
    for mine, its in zip(found, expected, strict=True):
        assert abs(sympy.Rational(*round(Fraction(float(mine)), 18).as_integer_ratio()) - its.evalf(30)) < 1e-14
        assert isinstance(mine, Fraction) == bool(its.is_rational)


@settings(max_examples=60, deadline=None)
@example([0, 0, 3, -1, 0], [20, 200])
@example([-1, 0, 0, 5], [3])
@given(FORMS, st.lists(st.integers(1, 300), min_size=1, max_size=3))
def test_an_enclosure_of_a_root_holds_it_at_any_precision(coefficients: list[int], asked: list[int]) -> None:
    signs = [(d > 0) - (d < 0) for d in coefficients]
    inner = [s for s in signs if s]
    assume(sum(a != b for a, b in pairwise(inner)) == 1)
    root = Root([Fraction(d) for d in coefficients], signs, Fraction(0), Fraction(1))
    (true,) = roots_inside(polynomial(coefficients))
    exact = true.evalf(120)
    for bits in asked:
        near = root.enclosure(bits)
        assert sympy.Rational(near.low.numerator, near.low.denominator) <= exact + sympy.Float(10) ** -110
        assert sympy.Rational(near.high.numerator, near.high.denominator) >= exact - sympy.Float(10) ** -110
        assert near.high - near.low <= Fraction(2 ** len(coefficients), 2**bits)


@pytest.mark.parametrize("sign", [1, -1])
@settings(max_examples=60, deadline=None)
@given(st.fractions(0, 1, max_denominator=50), st.integers(1, 5), st.integers(1, 80))
def test_narrowing_keeps_the_change_of_sign(sign: int, place: Fraction, power: int, bits: int) -> None:
    assume(0 < place < 1)

    def function(x: Fraction) -> Fraction:
        return sign * (x - place) ** (2 * power - 1)  # A multiple root: the secant is a poor guess.

    low, high = narrowed(function, Fraction(0), Fraction(1), Fraction(1, 2**bits))
    assert high - low <= Fraction(1, 2**bits) and Enclosure(low, high).low <= place <= high
    assert (function(low) > 0) != (function(high) > 0)

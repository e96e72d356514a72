"""Roots of polynomials in Bernstein form, against polynomials that are made from their roots."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import comb, prod

import pytest
from equilibrium_brute import equilibria
from flint import arb, ctx, fmpq
from hypothesis import given
from hypothesis import strategies as st

from incan_math.numbers.ball_roots import enclose, isolate, value_at
from incan_math.numbers.balls import UndecidedError, enclosed

BITS = 96
ROOTS = st.fractions(Fraction(1, 50), Fraction(49, 50), max_denominator=60)


def with_roots(roots: list[Fraction], others: list[Fraction]) -> list[Fraction]:
    """Coefficients of prod (p - r) over the roots times prod ((p - s)^2 + 1/9) over the others, by interpolation."""
    degree = len(roots) + 2 * len(others)

    def at(p: Fraction) -> Fraction:
        return prod((p - r for r in roots), start=Fraction(1)) * prod(
            ((p - s) ** 2 + Fraction(1, 9) for s in others), start=Fraction(1)
        )

    # Bernstein coefficients from power ones: b_i = sum over k <= i of C(i, k) / C(m, k) a_k.
    points = [Fraction(k, degree or 1) for k in range(degree + 1)]
    powers = solve([[p**k for k in range(degree + 1)] for p in points], [at(p) for p in points])
    return [
        sum((Fraction(comb(i, k), comb(degree, k)) * powers[k] for k in range(i + 1)), Fraction(0))
        for i in range(degree + 1)
    ]


def solve(matrix: list[list[Fraction]], right: list[Fraction]) -> list[Fraction]:
    """Gauss and Jordan."""
    rows = [[*row, x] for row, x in zip(matrix, right, strict=True)]
    for i in range(len(rows)):
        pivot = next(k for k in range(i, len(rows)) if rows[k][i])
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [x / rows[i][i] for x in rows[i]]
        for k in range(len(rows)):
            if k != i:
                rows[k] = [x - rows[k][i] * y for x, y in zip(rows[k], rows[i], strict=True)]
    return [row[-1] for row in rows]


def exact(coefficients: list[Fraction]) -> list[fmpq]:
    return [fmpq(x.numerator, x.denominator) for x in coefficients]


@given(st.lists(ROOTS, max_size=4), st.lists(ROOTS, max_size=1), st.integers(0, 1), st.integers(0, 1))
def test_every_rational_root_is_found_once(roots: list[Fraction], others: list[Fraction], zero: int, one: int) -> None:
    made = with_roots([*roots, *[Fraction(0)] * zero, *[Fraction(1)] * one], others)
    pieces = isolate(exact(made))
    assert all(a.high <= b.low for a, b in pairwise(pieces))
    found = [enclosed(enclose(piece, BITS)) for piece in pieces]
    assert found == [(root, root) for root in sorted(set(roots))]


@given(st.lists(ROOTS, min_size=1, max_size=4, unique=True), st.lists(ROOTS, max_size=1))
def test_balls_enclose_every_root(roots: list[Fraction], others: list[Fraction]) -> None:
    with ctx.workprec(BITS):
        made = [arb(x) + arb(0, 1e-22) for x in exact(with_roots(roots, others))]
        try:
            found = [enclosed(enclose(piece, BITS)) for piece in isolate(made)]
        except UndecidedError:
            assert min((b - a for a, b in pairwise(sorted(roots))), default=1) < Fraction(1, 1000)
            return
    assert len(found) == len(roots)
    for (low, high), root in zip(found, sorted(roots), strict=True):
        assert low <= root <= high
        assert high - low < Fraction(1, 10**6)


@given(st.lists(st.integers(-6, 6), min_size=2, max_size=6).filter(any))
def test_small_whole_coefficients_match_sturm(d: list[int]) -> None:
    found = [enclosed(enclose(piece, 128)) for piece in isolate(d)]
    wanted = equilibria([Fraction(x) for x in d])
    inside = [p for p in wanted if 0 < p < 1]
    assert len(found) == len(inside)
    for (low, high), p in zip(found, inside, strict=True):
        assert low - Fraction(1, 2**300) <= p <= high + Fraction(1, 2**300)


def test_a_ball_that_may_touch_zero_is_undecided() -> None:
    with ctx.workprec(BITS):
        with pytest.raises(UndecidedError):
            isolate([arb(1), arb(-1, 1e-10), arb(1)])  # (1 - 2 p)^2, nearly.
        assert isolate([arb(1), arb(-0.9, 1e-10), arb(1)]) == []
        assert len(isolate([arb(1), arb(0, 5), arb(-1)])) == 1  # The middle sign does not matter.


def test_a_wide_ball_still_encloses() -> None:
    with ctx.workprec(BITS):
        d = [arb(1, 0.1), arb(0.3, 0.1), arb(-1, 0.1)]
        low, high = enclosed(enclose(isolate(d)[0], BITS))
        for shift in (-0.1, 0, 0.1):
            p = equilibria([Fraction(x + shift) for x in (1, 0.3, -1)])
            assert low <= p[-1] <= high
        assert value_at([1.0, 0.3, -1.0], float(low)) > 0 > value_at([1.0, 0.3, -1.0], float(high))


def test_the_zero_polynomial_is_refused() -> None:
    with pytest.raises(ValueError, match="zero"):
        isolate([0, 0])

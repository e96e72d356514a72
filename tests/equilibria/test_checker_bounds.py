"""The checker's arithmetic against plain fractions: values rounded outwards, signs of polynomials, least roots."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import comb

import pytest
from equilibrium_brute import by_powers, sturm, variations
from hypothesis import example, given
from hypothesis import strategies as st

from incan_math.equilibria.checker.bounds import (
    bernstein_weights,
    ends_of,
    holds_least_root,
    in_one_unit,
    is_negative,
    minus,
    round_outwards,
    rounded,
)

UNIT = Fraction(1, 2**128)
NUMBERS = st.fractions(-9, 9, max_denominator=2**140)
COEFFICIENTS = st.lists(st.integers(-5, 5), min_size=2, max_size=7)


def at(coefficients: list[int], q: Fraction) -> Fraction:
    m = len(coefficients) - 1
    return sum((comb(m, k) * q**k * (1 - q) ** (m - k) * x for k, x in enumerate(coefficients)), Fraction(0))


def is_below_zero(coefficients: list[int], low: Fraction, high: Fraction) -> bool:
    """Whether the polynomial is below 0 on [low, high), by Sturm's theorem."""
    if at(coefficients, low) >= 0:
        return False
    poly = by_powers(list(map(Fraction, coefficients)))
    chain = sturm(poly)
    roots = variations(chain, low) - variations(chain, high)  # In (low, high].
    return roots - (at(coefficients, high) == 0) == 0


@given(NUMBERS)
@example(Fraction(0))
@example(Fraction(3, 2**128))
@example(Fraction(3, 2**129))
@example(Fraction(-7, 3))
def test_rounded_outwards_by_less_than_one_unit(number: Fraction) -> None:
    low, high = ends_of(round_outwards(number))
    assert low <= number <= high
    assert high - low == (0 if (number / UNIT).denominator == 1 else UNIT)


def test_whole_numbers_need_no_rounding() -> None:
    assert round_outwards(-3) == (-3 << 128, -3 << 128)
    assert ends_of(7) == (Fraction(7), Fraction(7))
    assert ends_of(Fraction(1, 3)) == (Fraction(1, 3), Fraction(1, 3))


def test_fractions_of_512_bits_stay_exact() -> None:
    last, first = Fraction(1, 2**512 - 1), Fraction(1, 2**512)
    assert rounded(last) == last
    assert rounded(first) == (0, 1)


@given(NUMBERS, st.integers(-20, 20))
def test_less_a_whole_number(number: Fraction, whole: int) -> None:
    assert minus(number, whole) == number - whole
    low, high = ends_of(minus(round_outwards(number), whole))
    assert (low, high) == tuple(end - whole for end in ends_of(round_outwards(number)))


@given(st.lists(st.fractions(-9, 9, max_denominator=40), min_size=1, max_size=4), st.booleans())
def test_one_unit_keeps_ratios_and_exactness(numbers: list[Fraction], mixed: bool) -> None:
    bounds = in_one_unit([*numbers, round_outwards(numbers[0])] if mixed else [*numbers])
    if mixed:
        assert bounds == [round_outwards(x) for x in [*numbers, numbers[0]]]
        return
    assert all(low == high for low, high in bounds)
    for (x, (a, _)), (y, (b, _)) in pairwise(zip(numbers, bounds, strict=True)):
        assert x * b == y * a and (x > 0) == (a > 0) and (y < 0) == (b < 0)


@given(st.integers(0, 9), st.integers(1, 9), st.integers(0, 7))
def test_weights_are_those_of_a_binomial_number(q: int, unit: int, degree: int) -> None:
    weights = bernstein_weights(q, unit, degree)
    assert sum(weights) == unit**degree
    if q <= unit:
        assert all(weight >= 0 for weight in weights)
    mean = Fraction(sum(k * weight for k, weight in enumerate(weights)), unit**degree)
    assert mean == Fraction(degree * q, unit)


@given(COEFFICIENTS)
def test_exactly_the_polynomials_below_zero_are_called_negative(coefficients: list[int]) -> None:
    # Nothing but a double root, or one at 1 behind a root, could need more halvings than there are.
    assert is_negative([(x, x) for x in coefficients]) == is_below_zero(coefficients, Fraction(0), Fraction(1))


@given(COEFFICIENTS, st.lists(st.integers(0, 3), min_size=7, max_size=7))
def test_what_bounds_leave_open_is_not_called_negative(coefficients: list[int], widths: list[int]) -> None:
    bounds = [(x - width, x) for x, width in zip(coefficients, widths, strict=False)]
    highest = [high for _, high in bounds]
    assert is_negative(bounds) == (is_below_zero(highest, Fraction(0), Fraction(1)))
    raised = [(x, x + width) for x, width in zip(coefficients, widths, strict=False)]
    if is_negative(raised):
        assert is_below_zero([high for _, high in raised], Fraction(0), Fraction(1))


@pytest.mark.parametrize(
    ("bounds", "negative"),
    [
        ([(-1, -1), (0, 0)], True),  # q - 1
        ([(0, 0), (-1, -1)], False),  # -q: 0 at 0.
        ([(-1, 0), (-1, -1)], False),  # It may be 0 at 0.
        ([(-1, -1), (0, 1)], False),  # It may be above 0 at 1.
        ([(-3, -3), (2, 2), (-3, -3)], True),  # -3 + 10 q (1 - q): -1/2 at most.
        ([(-2, -2), (2, 2), (-2, -2)], False),  # -2 (1 - 2 q)^2: 0 at 1/2.
        ([(-3, -3), (2, 4), (-3, -3)], False),  # 1/2 at the middle, if all bounds are reached.
        ([(-4, -3), (2, 2), (-3, -3)], True),
    ],
)
def test_signs_by_hand(bounds: list[tuple[int, int]], negative: bool) -> None:
    assert is_negative(bounds) == negative


def test_halvings_are_counted() -> None:
    near = [(-3, -3), (2, 2), (-3, -3)]
    assert not is_negative(near, 0) and is_negative(near, 1)
    once_more = [(-16, -16), (5, 5), (-2, -2)]
    assert not is_negative(once_more, 1) and is_negative(once_more, 2)


@given(COEFFICIENTS, st.integers(-1, 13), st.integers(-1, 13), st.integers(0, 12))
def test_a_least_root_is_believed_exactly_where_it_lies(d: list[int], low: int, high: int, unit: int) -> None:
    bounds = [(x, x) for x in d]
    believed = holds_least_root(bounds, (low, high, unit))
    if not (0 <= low <= high <= unit and unit):
        assert not believed
        return
    first, last = Fraction(low, unit), Fraction(high, unit)
    there = at(d, last) == 0 if low == high else at(d, last) >= 0
    # D < 0 on [0, low), and at `low` D may be 0 only as the end of that stretch.
    below = is_below_zero(d, Fraction(0), first) if low else d[0] < 0
    assert believed == (there and below)


def test_a_root_in_bounds_is_believed_only_where_all_signs_are_known() -> None:
    d = [(-2, -1), (1, 2)]  # The root lies between 1/3 and 2/3.
    assert holds_least_root(d, (1, 2, 3))
    assert not holds_least_root(d, (34, 66, 100)) and not holds_least_root(d, (1, 65, 100))
    assert not holds_least_root(d, (34, 67, 100)) and holds_least_root(d, (33, 67, 100))
    assert not holds_least_root(d, (1, 1, 2))  # One point needs D = 0 there, for certain.
    assert not holds_least_root([(-1, -1), (0, 1)], (1, 1, 1)) and holds_least_root([(-1, -1), (0, 0)], (1, 1, 1))

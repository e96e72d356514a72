"""Algebraic numbers, sums and images of them, and roots of polynomials with such coefficients, against sympy's."""

from __future__ import annotations

import pickle
from fractions import Fraction
from math import comb, isqrt

import pytest
import sympy
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from incan_math.game.errors import GameError
from incan_math.numbers.algebraic import Algebraic
from incan_math.numbers.bernstein import at, from_powers, powers
from incan_math.numbers.elimination import Exact, SizeLimit, combination
from incan_math.numbers.enclosure import Enclosure
from incan_math.numbers.exact_roots import Root, roots
from incan_math.numbers.reals import Combination, Number, name, refine, sign

X = sympy.Symbol("x")
NOTHING = Fraction(1, 10**50)


def square_root(n: int) -> Algebraic:
    return Algebraic.root((1, 0, -n), Enclosure(Fraction(isqrt(n)), Fraction(isqrt(n) + 1)))


TWO, THREE, SIX = map(square_root, (2, 3, 6))
MINUS_TWO = Algebraic.root((1, 0, -2), Enclosure(Fraction(-2), Fraction(-1)))

fractions = st.fractions(-5, 5, max_denominator=6)
surds = st.sampled_from([2, 3, 5, 6, 7, 8, 12, 18])


def as_sympy(number: Fraction | int) -> sympy.Rational:
    return sympy.Rational(Fraction(number).numerator, Fraction(number).denominator)


def is_the_same(ours: Exact, theirs: sympy.Expr) -> bool:
    """Whether sympy has the same minimal polynomial and the same place on the line for it."""
    if isinstance(ours, Fraction):
        return bool(sympy.simplify(theirs - as_sympy(ours)) == 0)
    near = ours.enclosure(180)
    polynomial = sympy.Poly(sympy.minimal_polynomial(theirs, X), X)
    return [int(c) for c in polynomial.all_coeffs()] == list(ours.polynomial) and abs(
        digits(theirs) - near.midpoint
    ) < NOTHING


def digits(number: sympy.Expr) -> Fraction:
    return Fraction(str(number.evalf(60)))


def irrational(number: sympy.Expr) -> Algebraic:
    """sympy's number as ours, from sympy's minimal polynomial and digits."""
    polynomial = sympy.Poly(sympy.minimal_polynomial(number, X), X)
    return Algebraic.root(
        [int(c) for c in polynomial.all_coeffs()], Enclosure.around(digits(number), Fraction(1, 10**50))
    )


def test_a_number_is_one_value_however_it_was_found() -> None:
    wide = Algebraic.root((1, 0, -2), Enclosure(Fraction(5, 4), Fraction(3, 2)))
    narrow_one = Algebraic.root((1, 0, -2), Enclosure(Fraction(14142, 10000), Fraction(14143, 10000)))
    assert wide == narrow_one == TWO and len({wide, narrow_one, TWO}) == 1
    assert TWO != MINUS_TWO and MINUS_TWO < 0 < TWO
    assert pickle.loads(pickle.dumps(TWO)) == TWO


@given(surds, st.fractions(-4, 5))
def test_it_compares_exactly_with_rationals(n: int, q: Fraction) -> None:
    assume(isqrt(n) ** 2 != n)
    root = square_root(n)
    above = q < 0 or q * q < n
    assert (root > q, root >= q, root < q, root <= q) == (above, above, not above, not above)
    assert (q < root, q == root) == (above, False)


@given(surds, surds)
def test_it_compares_exactly_with_others(a: int, b: int) -> None:
    assert (square_root(a) < square_root(b), square_root(a) == square_root(b)) == (a < b, a == b)


def test_its_digits_are_right_and_its_enclosures_as_narrow_as_asked() -> None:
    assert float(TWO) == 2**0.5 and TWO.decimal(40) == "1.4142135623730950488016887242096980785697"
    for bits in (0, 5, 64, 1000):
        near = TWO.enclosure(bits)
        assert near.high - near.low <= Fraction(1, 2**bits)
        assert near.low**2 < 2 < near.high**2
    assert TWO.sympy() == sympy.CRootOf(X**2 - 2, 1) and MINUS_TWO.sympy() == sympy.CRootOf(X**2 - 2, 0)


def test_it_is_written_for_people_and_for_latex() -> None:
    assert str(MINUS_TWO) == "-1.414213562373, a root of x^2 - 2"
    shifted = combination(Fraction(-3, 4), [(Fraction(-5, 6), SIX)], SizeLimit())
    assert isinstance(shifted, Algebraic)
    assert shifted.latex() == r"\frac{-9 - 10\sqrt{6}}{12}"
    assert (SIX.latex(), MINUS_TWO.latex()) == (r"\sqrt{6}", r"-\sqrt{2}")
    cube = Algebraic.root((1, 0, 0, -2), Enclosure(Fraction(1), Fraction(2)))
    assert cube.latex() == r"1.259921049895\ldots,\ x^3 - 2 = 0"
    long = Algebraic.root((10**30 + 57, *[0] * 10, -(10**31), -1), Enclosure(Fraction(11, 10), Fraction(3, 2)))
    assert str(long).endswith("a root of a polynomial of degree 12 with coefficients of up to 103 bits")
    assert long.latex().endswith(r"\text{a root of a polynomial of degree 12 with coefficients of up to 103 bits}")


def test_where_no_one_root_is_seen_is_refused() -> None:
    with pytest.raises(ValueError, match=r"near: .* one root"):
        Algebraic.root((1, 0, -2), Enclosure(Fraction(-2), Fraction(2)))


@pytest.mark.slow
@settings(max_examples=40)
@given(fractions, st.lists(st.tuples(fractions, surds), min_size=1, max_size=3))
def test_sums_have_the_polynomial_that_sympy_finds(constant: Fraction, terms: list[tuple[Fraction, int]]) -> None:
    ours = combination(constant, [(factor, square_root(n)) for factor, n in terms], SizeLimit())
    theirs = as_sympy(constant) + sum(as_sympy(factor) * sympy.sqrt(n) for factor, n in terms)
    assert is_the_same(ours, theirs)


def test_nothing_is_recognised_exactly() -> None:
    nested = irrational(sympy.sqrt(5 + 2 * sympy.sqrt(6)))
    numbers: list[Number] = [Combination.of(number) for number in (TWO, THREE, nested)]
    assert sign(numbers[0] + numbers[1] - numbers[2]) == 0
    assert sign(numbers[0] + numbers[1] - numbers[2] + Fraction(1, 10**60)) == 1
    assert sign(numbers[0] + numbers[1] - numbers[2] - Fraction(1, 10**60)) == -1


def test_where_nothing_would_need_too_great_a_polynomial_it_is_refused() -> None:
    nested = irrational(sympy.sqrt(5 + 2 * sympy.sqrt(6)))
    difference = Combination.of(TWO) + Combination.of(THREE) - Combination.of(nested)
    with pytest.raises(GameError, match="degree 4, more than degree=3"):
        sign(difference, SizeLimit(degree=3))
    with pytest.raises(GameError, match=r"of \d+ bits, more than bits=5"):
        sign(difference, SizeLimit(bits=5))
    assert sign(difference + Fraction(1, 2**2000), SizeLimit(degree=3)) == 1


@pytest.mark.slow
@settings(max_examples=40)
@given(st.lists(fractions, min_size=2, max_size=6))
def test_rational_polynomials_have_the_roots_that_sympy_finds(coefficients: list[Fraction]) -> None:
    assume(any(coefficients))
    form = sum(
        comb(len(coefficients) - 1, i) * X**i * (1 - X) ** (len(coefficients) - 1 - i) * as_sympy(c)
        for i, c in enumerate(coefficients)
    )
    wanted = sorted(r for r in set(sympy.Poly(form, X).real_roots()) if 0 < r < 1)
    found = roots(coefficients, SizeLimit())
    assert len(found) == len(wanted)
    for ours, theirs in zip(found, wanted, strict=True):
        assert not isinstance(ours, Root)
        if isinstance(ours, Fraction):
            assert as_sympy(ours) == theirs
        else:
            own = sympy.Poly(ours.polynomial, X)
            assert (
                own.is_irreducible
                and sympy.rem(form, own, X) == 0
                and abs(digits(theirs) - ours.enclosure(180).midpoint) < NOTHING
            )


@given(st.lists(fractions, min_size=1, max_size=7), fractions)
def test_powers_and_bernstein_form_are_the_same_polynomial(coefficients: list[Fraction], p: Fraction) -> None:
    value = Fraction(0)
    for c in powers(coefficients):
        value = value * p + c
    assert at(coefficients, p) == value
    assert from_powers(powers(coefficients)) == coefficients


def times(a: list[Number], factor: list[Fraction]) -> list[Number]:
    """The product of two polynomials in powers."""
    product: list[Number] = [Fraction(0)] * (len(a) + len(factor) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(factor):
            product[i + j] = product[i + j] + x * y
    return product


def in_bernstein_form(rising: list[Number]) -> list[Number]:
    m = len(rising) - 1
    form: list[Number] = []
    for i in range(m + 1):
        total: Number = Fraction(0)
        for k in range(i + 1):
            total = total + rising[k] * Fraction(comb(i, k), comb(m, k))
        form.append(total)
    return form


inner = st.fractions(Fraction(1, 20), Fraction(19, 20), max_denominator=20)


@pytest.mark.slow
@settings(max_examples=30)
@given(inner, st.lists(inner, max_size=2, unique=True))
def test_roots_of_polynomials_that_are_not_rational(scale: Fraction, others: list[Fraction]) -> None:
    # (scale sqrt(2) - p) (q - p) ...: one root is not rational, the others are.
    assume(scale * scale * 2 < 1)
    form: list[Number] = [Combination.of(TWO) * scale, Fraction(-1)]
    for q in others:
        form = times(form, [q, Fraction(-1)])
    found = roots(in_bernstein_form(form), SizeLimit())
    named = [name(p, SizeLimit()) for p in found]
    first = combination(Fraction(0), [(scale, TWO)], SizeLimit())
    assert sorted(named) == sorted([first, *others])
    assert named == sorted(named)
    for p, known in zip(found, named, strict=True):
        near = refine(Combination.of(p), 100)
        assert near.low <= known <= near.high and near.radius <= Fraction(1, 2**101)


def test_numbers_that_depend_on_one_another() -> None:
    # (sqrt(2) - (-sqrt(2))) (1 - 2p): were both replaced by conjugates freely, all of it could be 0.
    first = Combination.of(TWO) - Combination.of(MINUS_TWO)
    (half,) = roots([first, -first], SizeLimit())
    assert isinstance(half, Root) and name(half, SizeLimit()) == Fraction(1, 2)


def test_a_double_root_counts_once_and_two_that_are_not_told_apart_are_refused() -> None:
    assert roots([Fraction(1), Fraction(-1), Fraction(1)], SizeLimit()) == [Fraction(1, 2)]
    twice: list[Number] = [Combination.of(TWO), Combination.of(MINUS_TWO), Combination.of(TWO)]
    assert roots(twice, SizeLimit()) == [Fraction(1, 2)]
    third = in_bernstein_form(times([Combination.of(TWO)], [Fraction(1, 9), Fraction(-2, 3), Fraction(1)]))
    with pytest.raises(GameError, match=r"within 2\^-64 .* near 0.333333"):
        roots(third, SizeLimit())

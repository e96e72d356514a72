"""Where a polynomial in Bernstein form is 0 between 0 and 1, exactly, its coefficients being any exact numbers.

By Descartes' rule there is no root where the coefficients do not change sign, and exactly one, a simple one, where they
change it once. Else the interval is halved by de Casteljau's scheme, which gives the same form on both halves; after
finitely many halvings every root is isolated, provided that all are simple: multiple roots are made simple first.
Source: F. Rouillier and P. Zimmermann, Efficient isolation of polynomial's real roots, J. Comput. Appl. Math. 162
(2004).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import comb, prod

from incan_math.game.errors import GameError
from incan_math.numbers.algebraic import Algebraic
from incan_math.numbers.bernstein import at, changes, from_powers, halves, homogeneous, powers
from incan_math.numbers.bracketing import narrowed
from incan_math.numbers.elimination import Exact, Part, SizeLimit, combination, image, root, square_free
from incan_math.numbers.enclosure import Enclosure
from incan_math.numbers.reals import Combination, Number, Real, degree_bound, enclose, name, outward, sign

__all__ = ["Image", "RealRoot", "Root", "image_at", "roots"]

_HALVINGS = 64
"""After so many, two roots of a polynomial with irrational coefficients count as inseparable, and are refused."""


class Root(Real):
    """The only root in (low, high) of the polynomial that has these Bernstein coefficients there.

    Args:
        coefficients: their signs change once.
        signs: their signs.
        low: where the interval begins.
        high: where it ends.
    """

    def __init__(self, coefficients: Sequence[Number], signs: Sequence[int], low: Fraction, high: Fraction) -> None:
        self.coefficients = _without_end_roots(coefficients, signs)
        self.low, self.high = low, high
        self._falls = next(filter(None, signs)) > 0
        self._name: Exact | None = None
        self._bits = 0
        self._ends = (0, 1)  # Between which the root lies, as parts of 2^bits of the way from low to high.

    @property
    def degree_bound(self) -> int:
        """The degree of the polynomial times the degrees of all numbers in its coefficients."""
        return (len(self.coefficients) - 1) * prod(map(degree_bound, _numbers(self.coefficients)))

    def enclosure(self, bits: int) -> Enclosure:
        """The root lies between those of two polynomials, one below and one above."""
        near = self._place(bits)
        width = self.high - self.low
        return Enclosure(self.low + width * near.low, self.low + width * near.high)

    def _place(self, bits: int) -> Enclosure:
        """Where the root lies on the way from low to high, the whole way being 1."""
        if bits > self._bits:
            self._narrow(bits)
        one = 2**self._bits
        return Enclosure(Fraction(self._ends[0], one), Fraction(self._ends[1], one))

    def _narrow(self, bits: int) -> None:
        one = 2**bits
        below, above = (self._polynomial(form) for form in self._between(bits + 16))
        left, right = (Fraction(end, 2**self._bits) for end in self._ends)
        # Where `below` is positive the root lies to the right, where `above` is not, to the left.
        if below(left) > 0:
            left = narrowed(below, left, right, Fraction(1, one))[0]
        if above(right) <= 0:
            right = narrowed(above, left, right, Fraction(1, one))[1]
        self._bits, self._ends = bits, (left * one // 1, -(-right * one // 1))

    @staticmethod
    def _polynomial(form: Sequence[int]) -> Callable[[Fraction], Fraction]:
        m = len(form) - 1
        return lambda x: Fraction(homogeneous(form, x.numerator, x.denominator), x.denominator**m)

    def _between(self, bits: int) -> tuple[list[int], list[int]]:
        """Whole coefficients of two polynomials that fall at the root's place, one below and one above 2^bits D."""
        ends = [enclose(c, bits) if self._falls else -enclose(c, bits) for c in self.coefficients]
        one, m = 2**bits, len(ends) - 1
        return (
            [comb(m, i) * int(end.low * one // 1) for i, end in enumerate(ends)],
            [-comb(m, i) * int(-end.high * one // 1) for i, end in enumerate(ends)],
        )

    def name(self, size: SizeLimit) -> Exact:
        """The root itself: the numbers in the coefficients are named and eliminated."""
        if self._name is None:
            constant, parts = self._by_number(size)
            place = root(constant, parts, self._place, size)
            way = self.high - self.low
            if isinstance(place, Fraction):
                self._name = self.low + way * place
            else:
                self._name = combination(self.low, [(way, place)], size)
        return self._name

    def _by_number(self, size: SizeLimit) -> tuple[list[Fraction], list[Part]]:
        """The powers' coefficients as constants, and rational multiples of independent numbers that are not rational.

        The multiples in the coefficients span a space over the rationals; a basis of it in echelon form is named.
        """
        form = powers(self.coefficients)
        constant = [c.constant if isinstance(c, Combination) else c for c in form]
        rows = [dict(c.terms) if isinstance(c, Combination) else {} for c in form]
        parts: dict[Algebraic, list[Fraction]] = {}
        for pivot, terms in _basis(rows).items():
            factors = [row.get(pivot, Fraction(0)) for row in rows]
            known = name(Combination(Fraction(0), terms), size)
            if isinstance(known, Fraction):
                constant = [c + known * factor for c, factor in zip(constant, factors, strict=True)]
            else:
                before = parts.get(known, [Fraction(0)] * len(form))
                parts[known] = [c + factor for c, factor in zip(before, factors, strict=True)]
        return constant, list(parts.items())


def _without_end_roots(coefficients: Sequence[Number], signs: Sequence[int]) -> tuple[Number, ...]:
    """The polynomial over all powers of p and of 1 - p that divide it: the zeros at the ends are gone."""
    d = tuple(coefficients)
    zeros = next(i for i, s in enumerate(signs) if s), next(i for i, s in enumerate(reversed(signs)) if s)
    for _ in range(zeros[0]):
        d = tuple(c * Fraction(len(d) - 1, i) for i, c in enumerate(d) if i)
    for _ in range(zeros[1]):
        m = len(d) - 1
        d = tuple(c * Fraction(m, m - i) for i, c in enumerate(d[:-1]))
    return d


class Image(Real):
    """A polynomial with rational Bernstein coefficients at a root that is not rational."""

    def __init__(self, coefficients: Sequence[Fraction], root: Algebraic | Root) -> None:
        self.coefficients = tuple(coefficients)
        self.root = root
        self._name: Exact | None = None
        self._known: tuple[int, Enclosure] | None = None

    @property
    def degree_bound(self) -> int:
        """That of the root."""
        return degree_bound(self.root)

    def enclosure(self, bits: int) -> Enclosure:
        """The least and the greatest Bernstein coefficient on the root's enclosure."""
        if self._known is None or self._known[0] < bits:
            near = self.root.enclosure(bits)
            here = halves(self.coefficients, near.high)[0]
            if near.low:
                here = halves(here, near.low / near.high)[1]
            self._known = bits, outward(min(here), max(here), bits)
        return self._known[1]

    def name(self, size: SizeLimit) -> Exact:
        """The value itself."""
        if self._name is None:
            known = name(self.root, size)
            if isinstance(known, Fraction):
                self._name = at(self.coefficients, known)
            else:
                self._name = image(powers(self.coefficients), known, self.enclosure, size)
        return self._name


RealRoot = Fraction | Algebraic | Root
"""A root of a polynomial: rational, algebraic with its polynomial, or enclosed."""


Row = dict[Real | Algebraic, Fraction]


def _basis(rows: Sequence[Row]) -> dict[Real | Algebraic, Row]:
    """Reduced rows that span the same, by the number that has the factor 1 in its row and 0 in all others."""
    basis: dict[Real | Algebraic, Row] = {}
    for row in rows:
        rest = row
        for pivot, reduced in basis.items():
            rest = _less(rest, rest.get(pivot, Fraction(0)), reduced)
        if rest:
            new = next(iter(rest))
            rest = {number: factor / rest[new] for number, factor in rest.items()}
            basis = {pivot: _less(old, old.get(new, Fraction(0)), rest) for pivot, old in basis.items()}
            basis[new] = rest
    return basis


def _less(row: Row, factor: Fraction, other: Row) -> Row:
    """The row less factor times the other."""
    sums = {
        number: row.get(number, Fraction(0)) - factor * other.get(number, Fraction(0)) for number in {**row, **other}
    }
    return {number: left for number, left in sums.items() if left}


def _numbers(coefficients: Sequence[Number]) -> list[Real | Algebraic]:
    """What the coefficients are combinations of, each once."""
    return list({number: None for c in coefficients if isinstance(c, Combination) for number in c.terms})


def image_at(coefficients: Sequence[Fraction], p: RealRoot, size: SizeLimit) -> Number:
    """The polynomial with these Bernstein coefficients at p; named at once where p is."""
    if isinstance(p, Fraction):
        return at(coefficients, p)
    if len(set(coefficients)) == 1:
        return coefficients[0]
    value = Image(coefficients, p)
    return Combination.of(value.name(size) if isinstance(p, Algebraic) else value)


def roots(coefficients: Sequence[Number], size: SizeLimit) -> list[RealRoot]:
    """All roots between 0 and 1, rising, of a polynomial that is not 0 throughout; those at the ends are left out.

    Args:
        coefficients: in Bernstein form.
        size: how big a number's polynomial may get before it is refused.

    Raises:
        GameError: a sign can only be found with a polynomial greater than `size`, or two roots cannot be separated.

    >>> roots([Fraction(4), Fraction(-2)], SizeLimit())
    [Fraction(2, 3)]
    >>> print(*roots([Fraction(1), Fraction(-2), Fraction(1)], SizeLimit()), sep="; ")
    0.211324865405, a root of 6*x^2 - 6*x + 1; 0.788675134595, a root of 6*x^2 - 6*x + 1
    """
    rational = [c for c in coefficients if isinstance(c, Fraction)]
    all_rational = len(rational) == len(coefficients)  # Before a double root shortens the polynomial.
    if all_rational and changes(map(sign, rational)) > 1:
        coefficients = from_powers(square_free(powers(rational)))
    found = _isolated(coefficients, Fraction(0), Fraction(1), size)
    if all_rational:
        return [name(p, size) for p in found]
    return found


def _isolated(coefficients: Sequence[Number], low: Fraction, high: Fraction, size: SizeLimit) -> list[RealRoot]:
    signs = [sign(c, size) for c in coefficients]
    if not changes(signs):
        return []
    if changes(signs) == 1:
        first, last = coefficients[0], coefficients[-1]
        if len(coefficients) == 2 and isinstance(first, Fraction) and isinstance(last, Fraction):
            return [low + (high - low) * first / (first - last)]
        return [Root(coefficients, signs, low, high)]
    if (high - low) * 2**_HALVINGS < 1:
        raise GameError(
            f"state: at a decision two equilibrium probabilities of staying lie within 2^-{_HALVINGS} of each other,"
            f" near {float(low):.6f}; whether they are one is not decided"
        )
    midpoint = (low + high) / 2
    left, right = halves(coefficients, Fraction(1, 2))
    at_midpoint: list[RealRoot] = [] if sign(right[0], size) else [midpoint]
    return [*_isolated(left, low, midpoint, size), *at_midpoint, *_isolated(right, midpoint, high, size)]

"""One irrational real number, exactly: the polynomial that it is a root of, and where it lies.

The polynomial is irreducible over the rationals, its coefficients are whole numbers without a common divisor and the
first is positive. The interval is the widest cell [j, j + 1] / 2^k, k >= 0, that holds the root and on which interval
arithmetic shows the derivative to keep its sign. Both are canonical: equal numbers are equal values.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, total_ordering
from math import gcd
from typing import TYPE_CHECKING, ClassVar

from incan_math.game.extras import require
from incan_math.game.showing import Brief
from incan_math.numbers.bracketing import narrowed
from incan_math.numbers.enclosure import Enclosure
from incan_math.numbers.rationals import decimal_text

if TYPE_CHECKING:
    import sympy

__all__ = ["Algebraic", "derivative", "over"]

_LONG = 60
"""How many characters of a polynomial a person still reads; a longer one is described."""

_DIGITS = 12


@total_ordering
@dataclass(frozen=True, repr=False)
class Algebraic(Brief):
    """The only root of `polynomial` in `interval`; `Algebraic.root` finds the interval.

    It is never rational. It compares exactly with rational numbers and with others of its kind.

    Attributes:
        polynomial: whole coefficients, from the highest power down.
        interval: where the root lies, and no other root of the polynomial.

    >>> golden = Algebraic.root((1, -1, -1), Enclosure(Fraction(1), Fraction(2)))
    >>> print(golden, golden.degree, float(golden), golden > Fraction(8, 5))
    1.618033988750, a root of x^2 - x - 1 2 1.618033988749895 True
    >>> golden.enclosure(10).radius <= Fraction(1, 2**10)
    True
    """

    polynomial: tuple[int, ...]
    interval: Enclosure

    @classmethod
    def root(cls, polynomial: Sequence[int], near: Enclosure) -> Algebraic:
        """The root in `near` of an irreducible polynomial of degree 2 or more.

        Args:
            polynomial: whole coefficients from the highest power down, the first positive, with no common divisor.
            near: it holds one root, and interval arithmetic shows the derivative to keep its sign there.

        Raises:
            ValueError: `near` does not hold one root, as far as can be seen.
        """
        slope = derivative(polynomial)
        signs = [at(polynomial, end) > 0 for end in (near.low, near.high)]
        if 0 in over(slope, near) or signs[0] == signs[1]:
            raise ValueError(f"near: [{near.low}, {near.high}] is not seen to hold one root of {_text(polynomial)}")
        k = 0
        while True:
            j = near.low * 2**k // 1
            cell = Enclosure(Fraction(j, 2**k), Fraction(j + 1, 2**k))
            if near.high > cell.high:  # The root may lie in the next cell.
                near = refined(polynomial, near, near.radius / 2)
            elif 0 not in over(slope, cell):
                return cls(tuple(polynomial), cell)
            else:
                k += 1

    @property
    def degree(self) -> int:
        """The degree of the polynomial: 2 or more."""
        return len(self.polynomial) - 1

    @property
    def bits(self) -> int:
        """The size of the polynomial's greatest coefficient."""
        return max(abs(c).bit_length() for c in self.polynomial)

    @cached_property
    def _narrowest(self) -> list[Enclosure]:
        return [self.interval]

    def enclosure(self, bits: int) -> Enclosure:
        """An interval around the number that is no wider than 2^-bits."""
        goal = Fraction(1, 2 ** (bits + 1))
        known = self._narrowest
        if known[0].radius > goal:
            known[0] = refined(self.polynomial, known[0], goal)
        return known[0]

    def __float__(self) -> float:
        bits = 64
        while True:
            near = self.enclosure(bits)
            if float(near.low) == float(near.high):
                return float(near.low)
            bits *= 2

    def __lt__(self, other: Algebraic | Fraction | int) -> bool:
        if isinstance(other, Algebraic):
            bits = 32
            while self != other:
                mine, its = self.enclosure(bits), other.enclosure(bits)
                if mine.high <= its.low or its.high <= mine.low:
                    return mine.high <= its.low
                bits *= 2
            return False
        if not isinstance(other, Fraction | int):
            return NotImplemented
        low, high = self.interval.low, self.interval.high
        if low < other < high:
            return (at(self.polynomial, Fraction(other)) > 0) != (at(self.polynomial, low) > 0)
        return high <= other

    def decimal(self, places: int = _DIGITS) -> str:
        """The number with `places` decimals, correctly rounded."""
        bits = 4 * places + 8
        while True:
            near = self.enclosure(bits)
            text = decimal_text(near.low, places)
            if text == decimal_text(near.high, places):
                return text
            bits *= 2

    _is_number: ClassVar[bool] = True

    def _in_short(self) -> str:
        return str(self)

    def __str__(self) -> str:
        text = _text(self.polynomial)
        return f"{self.decimal()}, a root of {text if len(text) <= _LONG else self._described}"

    @property
    def _described(self) -> str:
        return f"a polynomial of degree {self.degree} with coefficients of up to {self.bits:,} bits"

    def latex(self) -> str:
        r"""The number in LaTeX's mathematics: with a square root where one is enough, else by its polynomial.

        >>> print(Algebraic.root((1, -1, -1), Enclosure(Fraction(1), Fraction(2))).latex())
        \frac{1 + \sqrt{5}}{2}
        """
        if self.degree == 2:
            return self._with_square_root()
        text = _text(self.polynomial, latex=True)
        said = rf"\ {text} = 0" if len(text) <= _LONG else rf"\ \text{{a root of {self._described}}}"
        return rf"{self.decimal()}\ldots,{said}"

    def _with_square_root(self) -> str:
        a, b, c = self.polynomial
        under, outside = b * b - 4 * a * c, 1
        for factor in range(2, 1000):  # Larger squares may stay under the root, which is still correct.
            while under % factor**2 == 0:
                under, outside = under // factor**2, outside * factor
        common = gcd(b, 2 * a, outside)
        left, times, down = -b // common, outside // common, 2 * a // common
        root = rf"{times if times > 1 else ''}\sqrt{{{under}}}"
        above = self > Fraction(-b, 2 * a)
        top = f"{left} {'+' if above else '-'} {root}" if left else root if above else f"-{root}"
        return rf"\frac{{{top}}}{{{down}}}" if down > 1 else top

    def sympy(self) -> sympy.Expr:
        """The number as sympy's `CRootOf`."""
        require("sympy")

        import sympy

        x = sympy.Symbol("x")
        polynomial = sympy.Poly(self.polynomial, x)
        low = self.interval.low
        return sympy.CRootOf(polynomial, polynomial.count_roots(None, sympy.Rational(low.numerator, low.denominator)))


def at(polynomial: Sequence[int], x: Fraction) -> int:
    """The polynomial at x, times a positive number: its sign is what counts."""
    a, b = x.numerator, x.denominator
    total, power = 0, 1
    for coefficient in polynomial:
        total = total * a + coefficient * power
        power *= b
    return total


def over(polynomial: Sequence[int], x: Enclosure) -> Enclosure:
    """Where the polynomial's values on an interval lie, by Horner's rule in intervals, times a positive number."""
    b = x.low.denominator * x.high.denominator
    low, high = int(x.low * b), int(x.high * b)
    least = most = 0
    power = 1
    for coefficient in polynomial:
        ends = (least * low, least * high, most * low, most * high)
        least, most = min(ends) + coefficient * power, max(ends) + coefficient * power
        power *= b
    return Enclosure(Fraction(least), Fraction(most))


def derivative(polynomial: Sequence[int]) -> tuple[int, ...]:
    """The coefficients of the derivative."""
    degree = len(polynomial) - 1
    return tuple(c * (degree - i) for i, c in enumerate(polynomial[:-1]))


def refined(polynomial: Sequence[int], near: Enclosure, radius: Fraction) -> Enclosure:
    """A part of `near`, no wider than 2 `radius`, with the root in it; the signs at the ends of `near` differ."""
    return Enclosure(*narrowed(lambda x: _value(polynomial, x), near.low, near.high, 2 * radius))


def _value(polynomial: Sequence[int], x: Fraction) -> Fraction:
    return Fraction(at(polynomial, x), x.denominator ** (len(polynomial) - 1))


def _text(polynomial: Sequence[int], latex: bool = False) -> str:
    """x^2 - 3*x + 1."""
    degree = len(polynomial) - 1
    text = ""
    for place, coefficient in enumerate(polynomial):
        if not coefficient:
            continue
        power = degree - place
        sign = "-" if coefficient < 0 else "+"
        text += f" {sign} " if text else "-" if coefficient < 0 else ""
        size = abs(coefficient)
        exponent = f"{{{power}}}" if latex and power > 9 else f"{power}"
        variable = "" if not power else "x" if power == 1 else f"x^{exponent}"
        times = "" if latex else "*"
        text += variable if size == 1 and power else f"{size}{times if power else ''}{variable}"
    return text

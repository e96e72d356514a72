"""A number that is known to lie between two exact ones, and exact arithmetic with such numbers."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import isfinite
from typing import ClassVar

from incan_math.game.errors import GameError, shown
from incan_math.game.showing import Brief, rounded

__all__ = ["Enclosure"]

Exact = int | Fraction


@dataclass(frozen=True, repr=False)
class Enclosure(Brief):
    """A number that lies in [low, high]: both ends are exact, and the bounds are proved, not estimated.

    It adds, subtracts and multiplies with exact numbers and with other enclosures; the result encloses whatever the
    numbers are, so `x - x` is not 0 unless x is exact. It compares where the answer is certain, and raises a
    `GameError` where it is not. A float is refused everywhere but in `around`. Two enclosures are equal if their ends
    are; that does not say that the numbers are.

    Attributes:
        low: the greatest known lower bound.
        high: the least known upper bound.

    >>> value = Enclosure.around(2.5, 0.125)
    >>> value
    Enclosure(low=Fraction(19, 8), high=Fraction(21, 8))
    >>> print(value), float(value), Fraction(5, 2) in value
    2.5 ± 0.13
    (None, 2.5, True)
    >>> print(1 - 2 * value), value > 2
    -4 ± 0.25
    (None, True)
    """

    low: Fraction
    high: Fraction

    def __post_init__(self) -> None:
        for name, end in (("low", self.low), ("high", self.high)):
            if type(end) is not Fraction:
                if not isinstance(end, int | Fraction):
                    raise GameError(f"{name}: {shown(end)} is not exact; give a Fraction or a whole number")
                object.__setattr__(self, name, Fraction(end))
        if self.low > self.high:
            raise GameError(f"low: {shown(self.low)} is above high: {shown(self.high)}; exchange them")

    @classmethod
    def around(cls, midpoint: float | Exact, radius: float | Exact) -> Enclosure:
        """[midpoint - radius, midpoint + radius]; a float stands for exactly the fraction that it is."""
        for name, given in (("midpoint", midpoint), ("radius", radius)):
            if not isinstance(given, int | Fraction) and not (isinstance(given, float) and isfinite(given)):
                raise GameError(f"{name}: {shown(given)} given; give a finite number")
        center, reach = Fraction(midpoint), Fraction(radius)
        if reach < 0:
            raise GameError(f"radius: {shown(radius)} given; it is 0 or more")
        return cls(center - reach, center + reach)

    @property
    def midpoint(self) -> Fraction:
        """(low + high) / 2."""
        return (self.low + self.high) / 2

    @property
    def radius(self) -> Fraction:
        """(high - low) / 2: the most by which the number can differ from `midpoint`."""
        return (self.high - self.low) / 2

    @property
    def is_exact(self) -> bool:
        """Whether the ends are equal, so that the number is known."""
        return self.low == self.high

    def __float__(self) -> float:
        return float(self.midpoint)

    def __contains__(self, number: object) -> bool:
        if not isinstance(number, int | Fraction):
            raise TypeError(f"{shown(number)} is not exact; ask for a Fraction or a whole number")
        return self.low <= number <= self.high

    def __neg__(self) -> Enclosure:
        return Enclosure(-self.high, -self.low)

    def __add__(self, other: Enclosure | Exact) -> Enclosure:
        ends = _ends(other)
        return NotImplemented if ends is None else Enclosure(self.low + ends[0], self.high + ends[1])

    def __sub__(self, other: Enclosure | Exact) -> Enclosure:
        ends = _ends(other)
        return NotImplemented if ends is None else Enclosure(self.low - ends[1], self.high - ends[0])

    def __rsub__(self, other: Exact) -> Enclosure:
        return -self + other

    def __mul__(self, other: Enclosure | Exact) -> Enclosure:
        ends = _ends(other)
        if ends is None:
            return NotImplemented
        products = [mine * its for mine in (self.low, self.high) for its in ends]
        return Enclosure(min(products), max(products))

    __radd__ = __add__
    __rmul__ = __mul__

    def __lt__(self, other: Enclosure | Exact) -> bool:
        ends = _ends(other)
        return NotImplemented if ends is None else self._is_less(ends, self.high < ends[0], self.low >= ends[1])

    def __le__(self, other: Enclosure | Exact) -> bool:
        ends = _ends(other)
        return NotImplemented if ends is None else self._is_less(ends, self.high <= ends[0], self.low > ends[1])

    def __gt__(self, other: Enclosure | Exact) -> bool:
        ends = _ends(other)
        return NotImplemented if ends is None else not self._is_less(ends, self.high <= ends[0], self.low > ends[1])

    def __ge__(self, other: Enclosure | Exact) -> bool:
        ends = _ends(other)
        return NotImplemented if ends is None else not self._is_less(ends, self.high < ends[0], self.low >= ends[1])

    def _is_less(self, ends: tuple[Exact, Exact], surely: bool, surely_not: bool) -> bool:
        """True or False where one of them is sure."""
        if surely or surely_not:
            return surely
        mine, its = (f"[{float(low):.6g}, {float(high):.6g}]" for low, high in ((self.low, self.high), ends))
        raise GameError(
            f"which is greater is not certain: {mine} and {its} overlap; compare their midpoints, or find a narrower"
            " enclosure"
        )

    _is_number: ClassVar[bool] = True

    def _in_short(self) -> str:
        return rounded(self.low) if self.is_exact else str(self)

    def __str__(self) -> str:
        """The midpoint with as many digits as the radius leaves, and the radius rounded up to two."""
        if self.is_exact:
            return str(self.low)
        digits = max(0, -_two_digits_up(self.radius)[1])
        return f"{_decimal(round(self.midpoint, digits), digits)} ± {self.rounded_radius(digits)}"

    def rounded_radius(self, places: int) -> str:
        """A bound, in two digits, on how far the midpoint rounded to `places` decimals can be from the number.

        >>> Enclosure.around(Fraction(1, 3), 0).rounded_radius(2)
        '0.0034'
        """
        error = self.radius + abs(self.midpoint - round(self.midpoint, places))
        if not error:
            return "0"
        digits, exponent = _two_digits_up(error)
        return f"{float(Fraction(digits) * Fraction(10) ** exponent):.2g}"


def _ends(number: object) -> tuple[Exact, Exact] | None:
    """The two bounds of a number, or None where it is neither exact nor an enclosure."""
    if isinstance(number, Enclosure):
        return number.low, number.high
    return (number, number) if isinstance(number, int | Fraction) else None


def _two_digits_up(number: Fraction) -> tuple[int, int]:
    """(m, e) with m 10^e the least two-digit number that is at least `number` > 0."""
    exponent = 0
    while number * Fraction(10) ** -exponent < 10:
        exponent -= 1
    while number * Fraction(10) ** -exponent >= 100:
        exponent += 1
    scaled = number * Fraction(10) ** -exponent
    return -(-scaled.numerator // scaled.denominator), exponent


def _decimal(number: Fraction, digits: int) -> str:
    scaled = number * 10**digits
    whole = abs(scaled.numerator) // scaled.denominator
    text = str(whole).rjust(digits + 1, "0")
    text = f"{text[:-digits]}.{text[-digits:]}" if digits else text
    return f"{'-' if number < 0 else ''}{text.rstrip('0').rstrip('.') if '.' in text else text}"

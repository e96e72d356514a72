"""A number that is known to lie between two exact ones."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

__all__ = ["Enclosure"]

Exact = int | Fraction


@dataclass(frozen=True)
class Enclosure:
    """The number lies in [low, high]; both ends are exact, and the promise is proved, not estimated.

    Attributes:
        low: the greatest number that it is known not to be below.
        high: the least number that it is known not to be above.

    >>> value = Enclosure.around(2.5, 0.125)
    >>> value
    Enclosure(low=Fraction(19, 8), high=Fraction(21, 8))
    >>> print(value), float(value), Fraction(5, 2) in value
    2.5 ± 0.13
    (None, 2.5, True)
    """

    low: Fraction
    high: Fraction

    def __post_init__(self) -> None:
        if self.low > self.high:
            raise ValueError(f"low: {self.low} is above high: {self.high}")

    @classmethod
    def around(cls, middle: float | Exact, radius: float | Exact) -> Enclosure:
        """[middle - radius, middle + radius], a float being taken for exactly the fraction that it is."""
        return cls(Fraction(middle) - Fraction(radius), Fraction(middle) + Fraction(radius))

    @property
    def middle(self) -> Fraction:
        """Half way between the ends."""
        return (self.low + self.high) / 2

    @property
    def radius(self) -> Fraction:
        """The most by which the number can differ from `middle`."""
        return (self.high - self.low) / 2

    @property
    def is_exact(self) -> bool:
        """Whether only one number fits."""
        return self.low == self.high

    def __float__(self) -> float:
        return float(self.middle)

    def __contains__(self, number: Exact) -> bool:
        return self.low <= number <= self.high

    def __neg__(self) -> Enclosure:
        return Enclosure(-self.high, -self.low)

    def __add__(self, other: Enclosure | Exact) -> Enclosure:
        if isinstance(other, Enclosure):
            return Enclosure(self.low + other.low, self.high + other.high)
        return Enclosure(self.low + other, self.high + other)

    def __sub__(self, other: Enclosure | Exact) -> Enclosure:
        return self + -other

    def times(self, factor: Exact) -> Enclosure:
        """The number multiplied by an exact one that is not negative."""
        return Enclosure(self.low * factor, self.high * factor)

    def __str__(self) -> str:
        """The middle with as many digits as the radius leaves, and the radius rounded up to two."""
        if self.is_exact:
            return str(self.low)
        digits = max(0, -_two_digits_up(self.radius)[1])
        return f"{_decimal(round(self.middle, digits), digits)} ± {self.rounded_radius(digits)}"

    def rounded_radius(self, places: int) -> str:
        """A bound, in two digits, on how far the middle rounded to `places` decimals can be from the number.

        >>> Enclosure.around(Fraction(1, 3), 0).rounded_radius(2)
        '0.0034'
        """
        error = self.radius + abs(self.middle - round(self.middle, places))
        if not error:
            return "0"
        digits, exponent = _two_digits_up(error)
        return f"{float(Fraction(digits) * Fraction(10) ** exponent):.2g}"


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

"""Exact real numbers, refined lazily: only as far as a question needs.

A `Real` can be enclosed as narrowly as one likes, and named exactly when that is asked for. A `Combination` is a sum of
rational multiples of them. `sign` narrows first; only a number that stays near 0 is named, so that 0 is recognised
exactly and large polynomials are rarely formed.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import prod

from incan_math.game.errors import GameError
from incan_math.numbers.algebraic import Algebraic
from incan_math.numbers.elimination import Exact, SizeLimit, combination
from incan_math.numbers.enclosure import Enclosure

__all__ = ["Combination", "Number", "Real", "degree_bound", "enclose", "name", "refine", "outward", "sign", "weighted"]

_SOON, _LAST = 256, 8192
"""Bits at which a number whose sign is still unknown is named, and at which the search ends if that fails."""


class Real(ABC):
    """A real number with a fixed value that need not be known yet; two are equal only if they are the same object."""

    @property
    @abstractmethod
    def degree_bound(self) -> int:
        """An upper bound on the degree of the number, found without naming it."""

    @abstractmethod
    def enclosure(self, bits: int) -> Enclosure:
        """An enclosure computed with about so many bits; it converges to the number as they grow."""

    @abstractmethod
    def name(self, size: SizeLimit) -> Exact:
        """The number itself: a fraction, or an algebraic number with its polynomial.

        Raises:
            GameError: a polynomial on the way can be greater than `size`.
        """

    def __float__(self) -> float:
        return float(refine(Combination.of(self), 100))

    def __str__(self) -> str:
        return f"{float(self):.12f}..."


@dataclass(frozen=True)
class Combination:
    """The number constant + the sum of factor * number over `terms`; it adds, and multiplies with rational numbers.

    >>> root = Algebraic.root((1, 0, -2), Enclosure(Fraction(1), Fraction(2)))
    >>> number = Combination(Fraction(1, 2), {root: Fraction(3)})
    >>> sign(number - 4), sign(number * 2 - 1 - number - number), number - number
    (1, -1, Fraction(0, 1))
    """

    constant: Fraction
    terms: Mapping[Real | Algebraic, Fraction]

    @classmethod
    def of(cls, number: Real | Exact) -> Number:
        """A number of any kind as one that can be calculated with."""
        return number if isinstance(number, Fraction) else cls(Fraction(0), {number: Fraction(1)})

    def __hash__(self) -> int:
        return hash((self.constant, frozenset(self.terms.items())))

    def __add__(self, other: Number | int) -> Number:
        return weighted([(1, self), (1, other)])

    def __sub__(self, other: Number | int) -> Number:
        return weighted([(1, self), (-1, other)])

    def __rsub__(self, other: Fraction | int) -> Number:
        return weighted([(1, other), (-1, self)])

    def __neg__(self) -> Number:
        return weighted([(-1, self)])

    def __mul__(self, factor: Fraction | int) -> Number:
        return weighted([(factor, self)])

    def __truediv__(self, by: Fraction | int) -> Number:
        return weighted([(Fraction(1) / by, self)])

    __radd__ = __add__
    __rmul__ = __mul__

    def __float__(self) -> float:
        return float(refine(self, 100))

    def __str__(self) -> str:
        return f"{float(self):.12f}..."

    def enclosure(self, bits: int) -> Enclosure:
        """An enclosure computed with about so many bits; it converges to the number as they grow."""
        low = high = self.constant
        for number, factor in self.terms.items():
            ends = number.enclosure(bits)
            low += factor * (ends.low if factor > 0 else ends.high)
            high += factor * (ends.high if factor > 0 else ends.low)
        return outward(low, high, bits)

    def name(self, size: SizeLimit) -> Exact:
        """The number itself: a fraction, or an algebraic number with its polynomial.

        Raises:
            GameError: a polynomial on the way can be greater than `size`.
        """
        constant, terms = self.constant, []
        for number, factor in self.terms.items():
            known = name(number, size)
            if isinstance(known, Fraction):
                constant += factor * known
            else:
                terms.append((factor, known))
        return combination(constant, terms, size)


Number = Fraction | Combination


def weighted(terms: Iterable[tuple[Fraction | int, Number | int]]) -> Number:
    """The sum of factor * number.

    >>> weighted([(Fraction(1, 2), Fraction(3)), (1, 2)])
    Fraction(7, 2)
    """
    constant = Fraction(0)
    merged: dict[Real | Algebraic, Fraction] = {}
    for factor, number in terms:
        if isinstance(number, Combination):
            constant += factor * number.constant
            for part, times in number.terms.items():
                merged[part] = merged.get(part, Fraction(0)) + factor * times
        else:
            constant += factor * number
    merged = {part: times for part, times in merged.items() if times}
    return Combination(constant, merged) if merged else constant


def name(number: Number | Real | Algebraic, size: SizeLimit) -> Exact:
    """The number itself: a fraction, or an algebraic number with its polynomial.

    Raises:
        GameError: a polynomial on the way can be greater than `size`.
    """
    return number if isinstance(number, Fraction | Algebraic) else number.name(size)


def degree_bound(number: Number | Real | Algebraic) -> int:
    """An upper bound on the degree of a number, found without naming it."""
    if isinstance(number, Combination):
        return prod(map(degree_bound, number.terms))
    if isinstance(number, Algebraic):
        return number.degree
    return 1 if isinstance(number, Fraction) else number.degree_bound


def enclose(number: Number, bits: int) -> Enclosure:
    """An enclosure that closes in on the number as the bits grow; of a fraction, the fraction."""
    return Enclosure(number, number) if isinstance(number, Fraction) else number.enclosure(bits)


def refine(number: Number, bits: int) -> Enclosure:
    """An enclosure no wider than 2^-bits."""
    asked = bits + 16
    while True:
        near = enclose(number, asked)
        if near.radius * 2 ** (bits + 1) <= 1:
            return near
        asked *= 2


def outward(low: Fraction, high: Fraction, bits: int) -> Enclosure:
    """[low, high], its ends moved outward to multiples of 2^-bits."""
    one = 2**bits
    return Enclosure(Fraction(low * one // 1, one), Fraction(-(-high * one // 1), one))


def sign(number: Number, size: SizeLimit | None = None) -> int:
    """-1, 0 or 1, exactly.

    Raises:
        GameError: the number is so near 0 that it must be named, and a polynomial would be greater than `size`.
    """
    if isinstance(number, Fraction):
        return (number > 0) - (number < 0)
    bits, refused = 64, None
    while True:
        near = number.enclosure(bits)
        if near.low > 0 or near.high < 0:
            return 1 if near.low > 0 else -1
        if bits >= _SOON and refused is None:
            try:
                known = name(number, SizeLimit() if size is None else size)
            except GameError as error:
                refused = error
            else:
                return (known > 0) - (known < 0)
        if bits >= _LAST and refused is not None:
            raise refused
        bits *= 2

"""Numbers rounded outwards, and signs of polynomials, in whole numbers and fractions alone: for checking certificates.

A value is a fraction while that is small, and beyond that a pair of whole numbers: bounds in units of 2^-128.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import comb, lcm

__all__ = [
    "Bounds",
    "Interval",
    "Value",
    "coin_weights",
    "ends_of",
    "holds_root",
    "in_one_unit",
    "is_negative",
    "kept",
    "minus",
    "outward",
]

_UNIT = 128
_EXACT_BITS = 512

Bounds = tuple[int, int]
"""A lower and an upper bound."""
Value = Fraction | int | Bounds
Interval = tuple[int, int, int]
"""(low, high, denominator) of a chance of staying; low = high where it is exact."""


def outward(exact: Fraction | int) -> tuple[int, int]:
    """Bounds in units of 2^-128."""
    if isinstance(exact, int):
        return exact << _UNIT, exact << _UNIT
    low = (exact.numerator << _UNIT) // exact.denominator
    return low, low + (exact.denominator.bit_count() != 1 or exact.denominator.bit_length() > _UNIT)


def ends_of(value: Value) -> tuple[Fraction, Fraction]:
    """The bounds of a value as fractions."""
    if isinstance(value, tuple):
        return Fraction(value[0], 1 << _UNIT), Fraction(value[1], 1 << _UNIT)
    return Fraction(value), Fraction(value)


def kept(exact: Fraction) -> Value:
    """A fraction as it is while it is small, and as an interval beyond."""
    return exact if exact.denominator.bit_length() <= _EXACT_BITS else outward(exact)


def minus(value: Value, whole: int) -> Value:
    """The value less a whole number."""
    return (value[0] - (whole << _UNIT), value[1] - (whole << _UNIT)) if isinstance(value, tuple) else value - whole


def in_one_unit(values: list[Value]) -> list[Bounds]:
    """Bounds of all values in one unit: exact where every value is."""
    if any(isinstance(value, tuple) for value in values):
        return [value if isinstance(value, tuple) else outward(value) for value in values]
    fractions = [Fraction(value) for value in values if not isinstance(value, tuple)]
    unit = lcm(*(x.denominator for x in fractions))
    return [(int(x * unit), int(x * unit)) for x in fractions]


def coin_weights(p: int, whole: int, degree: int) -> list[int]:
    """C(m, i) p^i (whole - p)^(m - i)."""
    return [comb(degree, i) * p**i * (whole - p) ** (degree - i) for i in range(degree + 1)]


def holds_root(bounds: list[Bounds], d: list[Value], chance: Interval) -> bool:
    """Whether the greatest root of D below 1 surely lies in the interval: D >= 0 at its low end, D < 0 above it."""
    low, high, whole = chance
    if not 0 <= low <= high <= whole or not whole:
        return False
    degree = len(bounds) - 1
    at_low = [sum(w * x[end] for w, x in zip(coin_weights(low, whole, degree), bounds, strict=True)) for end in (0, 1)]
    if at_low[0] < 0 or (low == high and at_low != [0, 0]):
        return False
    above: list[Bounds] = []
    for j in range(degree + 1):  # The coefficients of D on [high, 1], all in one unit.
        part = coin_weights(high, whole, degree - j)
        above.append(tuple(sum(w * x[end] for w, x in zip(part, bounds[j:], strict=True)) * whole**j for end in (0, 1)))
    return is_negative(above)


def is_negative(bounds: list[Bounds], depth: int = 40) -> bool:
    """Whether the polynomial with these coefficients is surely below 0 on (0, 1]."""
    if bounds[-1][1] >= 0 or bounds[0][0] > 0:
        return False
    if all(high <= 0 for _, high in bounds):
        return True
    if not depth:
        return False
    row, left, right = bounds, [], []
    for level in range(len(bounds)):  # De Casteljau's construction at 1/2, all in one unit.
        rest = len(bounds) - 1 - level
        left.append((row[0][0] << rest, row[0][1] << rest))
        right.append((row[-1][0] << rest, row[-1][1] << rest))
        row = [(a[0] + b[0], a[1] + b[1]) for a, b in pairwise(row)]
    return is_negative(left, depth - 1) and is_negative(right[::-1], depth - 1)

"""Bounds in whole numbers and fractions alone: values rounded outwards, and certain signs of polynomials.

A value is a fraction while its denominator is small, and a pair of whole numbers beyond: bounds in units of 2^-128.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import comb, lcm

__all__ = [
    "Bounds",
    "Interval",
    "Value",
    "bernstein_weights",
    "ends_of",
    "holds_least_root",
    "in_one_unit",
    "is_negative",
    "minus",
    "round_outwards",
    "rounded",
]

_UNIT = 128
_EXACT_BITS = 512
_MOST_HALVINGS = 40

Bounds = tuple[int, int]
"""A lower and an upper bound."""
Value = Fraction | int | Bounds
Interval = tuple[int, int, int]
"""(low, high, denominator) of a probability of retiring; low = high where it is exact."""


def round_outwards(exact: Fraction | int) -> Bounds:
    """The closest bounds in units of 2^-128."""
    numerator = exact.numerator << _UNIT
    return numerator // exact.denominator, -(-numerator // exact.denominator)


def ends_of(value: Value) -> tuple[Fraction, Fraction]:
    """The bounds of a value as fractions."""
    if isinstance(value, tuple):
        return Fraction(value[0], 1 << _UNIT), Fraction(value[1], 1 << _UNIT)
    return Fraction(value), Fraction(value)


def rounded(exact: Fraction) -> Value:
    """The fraction itself while its denominator has at most 512 bits, and its bounds beyond."""
    return exact if exact.denominator.bit_length() <= _EXACT_BITS else round_outwards(exact)


def minus(value: Value, whole: int) -> Value:
    """The value less a whole number."""
    return (value[0] - (whole << _UNIT), value[1] - (whole << _UNIT)) if isinstance(value, tuple) else value - whole


def in_one_unit(values: list[Value]) -> list[Bounds]:
    """Bounds of all values in one unit: exact where every value is."""
    if any(isinstance(value, tuple) for value in values):
        return [value if isinstance(value, tuple) else round_outwards(value) for value in values]
    fractions = [Fraction(value) for value in values if not isinstance(value, tuple)]
    unit = lcm(*(x.denominator for x in fractions))
    return [(int(x * unit), int(x * unit)) for x in fractions]


def bernstein_weights(q: int, unit: int, degree: int) -> list[int]:
    """C(m, k) q^k (unit - q)^(m - k) for k = 0, ..., m: unit^m times the Bernstein weights at q / unit."""
    return [comb(degree, k) * q**k * (unit - q) ** (degree - k) for k in range(degree + 1)]


def holds_least_root(bounds: list[Bounds], probability: Interval) -> bool:
    """Whether the least root of D surely lies in the interval: D < 0 below it, and D >= 0 at its high end.

    Where the interval is one point, D must be exactly 0 there.

    Args:
        bounds: of the Bernstein coefficients of D on [0, 1], in one unit.
        probability: the interval.
    """
    low, high, unit = probability
    if not 0 <= low <= high <= unit or not unit:
        return False
    degree = len(bounds) - 1
    weights = bernstein_weights(high, unit, degree)
    at_high = [sum(w * x[end] for w, x in zip(weights, bounds, strict=True)) for end in (0, 1)]
    if at_high[0] < 0 or (low == high and at_high != [0, 0]):
        return False
    below: list[Bounds] = []
    for j in range(degree + 1):  # The coefficients of D on [0, low], all in one unit.
        part = bernstein_weights(low, unit, j)
        below.append(tuple(sum(w * x[end] for w, x in zip(part, bounds, strict=False)) * unit ** (degree - j)
                           for end in (0, 1)))  # fmt: skip
    return is_negative(below)


def is_negative(bounds: list[Bounds], halvings: int = _MOST_HALVINGS) -> bool:
    """Whether the polynomial with these Bernstein coefficients is surely below 0 on [0, 1)."""
    if bounds[0][1] >= 0 or bounds[-1][0] > 0:
        return False
    if all(high <= 0 for _, high in bounds):
        return True
    if not halvings:
        return False
    row, left, right = bounds, [], []
    for level in range(len(bounds)):  # De Casteljau's construction at 1/2, all in one unit.
        rest = len(bounds) - 1 - level
        left.append((row[0][0] << rest, row[0][1] << rest))
        right.append((row[-1][0] << rest, row[-1][1] << rest))
        row = [(a[0] + b[0], a[1] + b[1]) for a, b in pairwise(row)]
    return is_negative(left, halvings - 1) and is_negative(right[::-1], halvings - 1)

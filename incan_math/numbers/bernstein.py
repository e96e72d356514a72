"""Polynomials in Bernstein form: sum of C(m, i) p^i (1-p)^(m-i) c_i, of m + 1 coefficients, for p from 0 to 1.

On [0, 1] such a polynomial lies between its least and its greatest coefficient, and it has at most as many roots in
(0, 1) as its coefficients change sign, and as many up to an even number (Descartes' rule of signs).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import pairwise
from math import comb
from typing import TypeVar

from incan_math.numbers.reals import Number

__all__ = ["at", "changes", "from_powers", "halves", "homogeneous", "powers"]

N = TypeVar("N", Fraction, Number)


def at(coefficients: Sequence[N], p: Fraction) -> N:
    """Sum of C(m, i) p^i (1-p)^(m-i) coefficients[i], with m = len(coefficients) - 1."""
    return halves(coefficients, p)[1][0]


def changes(signs: Iterable[int]) -> int:
    """How often signs change, zeros left out."""
    return sum(a != b for a, b in pairwise(filter(None, signs)))


def halves(coefficients: Sequence[N], p: Fraction) -> tuple[list[N], list[N]]:
    """The Bernstein coefficients on [0, p] and on [p, 1], by de Casteljau's scheme."""
    row = list(coefficients)
    left, right = [row[0]], [row[-1]]
    while len(row) > 1:
        row = [a * (1 - p) + b * p for a, b in pairwise(row)]
        left.append(row[0])
        right.append(row[-1])
    return left, right[::-1]


def powers(coefficients: Sequence[N]) -> list[N]:
    """The coefficients of the powers, from the highest down: differences, times binomials."""
    row = list(coefficients)
    m = len(row) - 1
    found = []
    for k in range(m + 1):
        found.append(row[0] * comb(m, k))
        row = [b - a for a, b in pairwise(row)]
    return found[::-1]


def from_powers(powers: Sequence[Fraction]) -> list[Fraction]:
    """Bernstein coefficients from those of the powers, from the highest down."""
    m = len(powers) - 1
    rising = powers[::-1]
    return [
        sum((rising[k] * Fraction(comb(i, k), comb(m, k)) for k in range(i + 1)), Fraction(0)) for i in range(m + 1)
    ]


def homogeneous(coefficients: Sequence[int], part: int, one: int) -> int:
    """Sum of coefficients[i] part^i (one - part)^(m-i)."""
    total, power, other = 0, 1, one - part
    for c in reversed(coefficients):
        total = total * part + c * power
        power *= other
    return total

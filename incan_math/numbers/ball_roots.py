"""Polynomials on [0, 1] in Bernstein form: their roots, isolated and enclosed.

D(p) = sum over i of C(m, i) p^i (1 - p)^(m - i) d_i is given by its coefficients d_0, ..., d_m, numbers of
`balls`. By Descartes' rule it has as many roots in (0, 1) as the d_i change sign, or an even
number fewer; none for no change, one for one change. Where there are more, de Casteljau's construction splits the
interval, and changes of sign get fewer (R. T. Farouki, "The Bernstein polynomial basis: a centennial
retrospective", Computer Aided Geometric Design 29, 2012). A coefficient that is a ball stands for every number in it:
an answer holds for all of them, or `UndecidedError` is raised.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import comb
from typing import Any

from incan_math.numbers.balls import Number, UndecidedError, flint, precision, sign
from incan_math.numbers.bernstein import halves

__all__ = ["Piece", "enclose", "isolate", "rational_value", "value_at", "weights"]

_SPLITS = tuple(Fraction(k, 64) for k in (32, 27, 37, 21, 43, 14, 50))
"""Where an interval is split: the first point at which the polynomial's sign is known."""
_DEPTH = 40
"""Splits after which balls are taken to be too wide to isolate a root."""


@dataclass(frozen=True)
class Piece:
    """The interval [low, high] holds exactly one root; `coefficients` give the polynomial on it.

    Where low = high the root is known exactly, and there are no coefficients.
    """

    low: Fraction
    high: Fraction
    coefficients: tuple[Number, ...]


def isolate(coefficients: Sequence[Number]) -> list[Piece]:
    """The roots in the open interval (0, 1), each once, in rising order; a multiple root counts as one.

    Raises:
        UndecidedError: balls are too wide to tell them apart.
        ValueError: the polynomial is zero.

    >>> [(str(piece.low), str(piece.high)) for piece in isolate([-1, 3, -4])]
    [('0', '1/2'), ('1/2', '1')]
    >>> isolate([3, 1, 0])
    []
    """
    inner = _without_end_roots(list(coefficients))
    changes = _sign_changes(inner)
    if changes is None or changes > 1:
        if not any(isinstance(x, flint().arb) for x in inner):
            inner = _without_end_roots(_square_free(inner))
        return _isolate(inner, Fraction(0), Fraction(1), 0)
    return [Piece(Fraction(0), Fraction(1), tuple(inner))] if changes else []


def enclose(piece: Piece, bits: int) -> Number:
    """The root of a piece: a rational where it is one and all coefficients are exact, else a ball.

    With lower and upper bounds for the coefficients, the root lies between those of the lower and of the upper
    polynomial: signs are checked for all of them at once on either side of an approximation.

    >>> from flint import fmpq
    >>> print(enclose(isolate([4, -2])[0], 64))
    2/3
    >>> root = enclose(isolate([fmpq(1, 2), 0, -1])[0], 64)
    >>> round(float(root), 12), root.rad() < 1e-16
    (0.414213562373, True)
    """
    if len(piece.coefficients) == 2 and piece.high - piece.low == 1:
        return _linear_root(piece.coefficients)
    f = flint()
    low, high = f.fmpq(piece.low.numerator, piece.low.denominator), f.fmpq(piece.high.numerator, piece.high.denominator)
    if piece.low == piece.high:
        return low
    exact = not any(isinstance(x, f.arb) for x in piece.coefficients)
    with precision(bits):
        inside = _rational_root(piece.coefficients) if exact else None
        if inside is None:
            inside = _ball_root(piece.coefficients, bits)
        return inside if low == 0 and high == 1 else low + (high - low) * inside


def rational_value(coefficients: Sequence[Number], other: Sequence[Number], root: Number) -> Number | None:
    """Another polynomial's value at an irrational root of an exact one, if it is rational; else None.

    It is exactly when the remainder by the irreducible factor that the root belongs to is constant.

    >>> piece = isolate([1, 1, -2])[0]  # D(p) = 1 - 3 p^2
    >>> print(rational_value(piece.coefficients, [0, 0, 3], enclose(piece, 64)))
    1
    """
    f = flint()
    factors = [factor for factor, _ in _powers(coefficients).numer().factor()[1]]
    zero = [factor for factor in factors if factor(root).contains(0)]
    if len(zero) != 1:
        return None
    rest = _powers(other) % f.fmpq_poly(zero[0])
    return rest[0] if rest.degree() <= 0 else None


def weights(p: Number, degree: int) -> list[Number]:
    """C(m, i) p^i (1 - p)^(m - i) for i = 0, ..., m.

    >>> weights(Fraction(1, 3), 2)
    [Fraction(4, 9), Fraction(4, 9), Fraction(1, 9)]
    """
    q = 1 - p
    found = [1]
    for _ in range(degree):
        found.append(found[-1] * p)
    power = 1
    for i in range(degree - 1, -1, -1):
        power = power * q
        found[i] = found[i] * power * comb(degree, i)
    return found


def value_at(coefficients: Sequence[Number], p: Number) -> Number:
    """D(p)."""
    total: Number = 0
    for weight, x in zip(weights(p, len(coefficients) - 1), coefficients, strict=True):
        total = total + weight * x
    return total


def _without_end_roots(d: list[Number]) -> list[Number]:
    """The same polynomial over powers of p and of 1 - p that divide it."""
    if all(sign(x) == 0 for x in d):
        raise ValueError("coefficients: all are zero; every p is a root")
    while sign(d[0]) == 0:
        degree = len(d) - 1
        d = [_ratio(x * degree, i) for i, x in enumerate(d[1:], start=1)]
    while sign(d[-1]) == 0:
        degree = len(d) - 1
        d = [_ratio(x * degree, degree - i) for i, x in enumerate(d[:-1])]
    return d


def _ratio(number: Number, whole: int) -> Number:
    return flint().fmpq(number, whole) if isinstance(number, int) else number / whole


def _sign_changes(d: Sequence[Number]) -> int | None:
    """How often the coefficients change sign; None where balls leave it open."""
    signs = [sign(x) for x in d]
    if signs[0] is None or signs[-1] is None:
        return None
    first, *others = [s for s in signs if s != 0]
    changes, before, unknown = 0, first, 0
    for s in others:
        if s is None:
            unknown += 1
            continue
        if unknown > 1 or (unknown and s == before):  # One unknown between two signs that differ changes nothing.
            return None
        changes += s != before
        before, unknown = s, 0
    return changes


def _square_free(d: Sequence[Number]) -> list[Number]:
    """The exact polynomial with every root once, by powers: f over its common divisor with f'."""
    poly = _powers(d)
    poly = poly // poly.gcd(poly.derivative())
    degree = poly.degree()
    return [
        sum((poly[k] * flint().fmpq(comb(i, k), comb(degree, k)) for k in range(i + 1)), flint().fmpq(0))
        for i in range(degree + 1)
    ]


def _powers(d: Sequence[Number]) -> Any:
    f = flint()
    degree = len(d) - 1
    p, q = f.fmpq_poly([0, 1]), f.fmpq_poly([1, -1])
    return sum((p**i * q ** (degree - i) * (x * comb(degree, i)) for i, x in enumerate(d)), f.fmpq_poly([0]))


def _isolate(d: list[Number], low: Fraction, high: Fraction, depth: int) -> list[Piece]:
    changes = _sign_changes(d)
    if changes == 0:
        return []
    if changes == 1:
        return [Piece(low, high, tuple(d))]
    exact = not any(isinstance(x, flint().arb) for x in d)
    if depth > _DEPTH and not exact:
        raise UndecidedError("two roots are too close to be separated")
    for part in _SPLITS:
        left, right = halves(d, flint().fmpq(part.numerator, part.denominator))
        at_cut = sign(left[-1])
        if at_cut is not None:
            break
    else:
        raise UndecidedError("the sign is not known at any point of an interval")
    cut = low + part * (high - low)
    roots = [Piece(cut, cut, ())] if at_cut == 0 else []
    if at_cut == 0:
        left, right = _without_end_roots(left), _without_end_roots(right)
    return [*_isolate(left, low, cut, depth + 1), *roots, *_isolate(right, cut, high, depth + 1)]


def _linear_root(d: Sequence[Number]) -> Number:
    """d_0 / (d_0 - d_1), written so that a ball comes in once."""
    f = flint()
    first, last = d
    if isinstance(first, f.arb):
        return 1 / (1 - last / first)
    if isinstance(last, f.arb):
        return first / (first - last)
    return first / f.fmpq(first - last)


def _rational_root(d: Sequence[Number]) -> Number | None:
    """The root in (0, 1) if it is rational."""
    for factor, _ in _powers(d).numer().factor()[1]:
        if factor.degree() == 1:
            root = flint().fmpq(-int(factor[0]), int(factor[1]))
            if 0 < root < 1:
                return root
    return None


def _ball_root(d: Sequence[Number], bits: int) -> Number:
    """A ball around the only root in (0, 1), where the signs at 0 and 1 are known and differ."""
    arb = flint().arb
    up = 1 if d[-1] > 0 else -1
    numbers = [float(x) for x in d]
    guess, slope = _float_root(numbers)
    x = arb(guess)
    radius = arb(2.0 ** min(0, 6 - bits))
    for attempt in range(bits):
        y = value_at(d, x)
        if slope and attempt < 3:
            x = (x - y.mid() / slope).mid()
            if not 0 <= x <= 1:
                x = arb(guess)
            radius = radius + 2 * abs(y.rad() / slope)
        below, above = (x - radius).lower(), (x + radius).upper()
        if (below <= 0 or sign(value_at(d, below)) == -up) and (above >= 1 or sign(value_at(d, above)) == up):
            return below.union(above)
        radius = (radius * 8).mid()
    return arb(0.5, 0.5)


def _float_root(d: Sequence[float]) -> tuple[float, float]:
    """(about where the only change of sign is, the slope there), by Newton's steps inside a shrinking bracket."""
    degree = len(d) - 1
    low, high, rising = 0.0, 1.0, d[-1] > 0
    steps = [degree * (b - a) for a, b in pairwise(d)]
    x, slope = d[0] / (d[0] - d[-1]), 0.0
    for _ in range(60):
        y, slope = value_at(d, x), value_at(steps, x)
        if (y > 0) == rising:
            high = x
        else:
            low = x
        then = x - y / slope if slope else low
        if not low < then < high:
            then = (low + high) / 2
        if abs(then - x) < 1e-16:
            return then, slope
        x = then
    return x, slope

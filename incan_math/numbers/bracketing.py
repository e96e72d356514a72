"""Narrowing an interval in which a function changes sign."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

__all__ = ["narrowed"]


def narrowed(
    function: Callable[[Fraction], Fraction], low: Fraction, high: Fraction, width: Fraction
) -> tuple[Fraction, Fraction]:
    """A part of [low, high], no wider than `width`, at whose ends the signs of the function differ as at low and high.

    Quadratic interval refinement: a secant predicts in which of 2^m equal parts the sign changes; if it is right, m
    doubles, so near a simple root each step doubles the number of correct bits. Source: J. Abbott, "Quadratic interval
    refinement for real roots", 2006.

    Args:
        function: exact values; positive at one end, negative or 0 at the other. A value of 0 counts as negative.
        low: one end.
        high: the other end.
        width: greater than 0.

    >>> low, high = narrowed(lambda x: x * x - 2, Fraction(1), Fraction(2), Fraction(1, 10**9))
    >>> low**2 <= 2 < high**2, high - low <= Fraction(1, 10**9)
    (True, True)
    """
    at_low, at_high = function(low), function(high)
    starts_positive = at_low > 0
    m = 1
    while high - low > width:
        parts = 2**m
        step = (high - low) / parts
        place = min(parts * at_low / (at_low - at_high) // 1, parts - 1)
        left, right = low + place * step, low + (place + 1) * step
        at_left = function(left) if place else at_low
        if (at_left > 0) != starts_positive:
            high, at_high, m = left, at_left, max(1, m // 2)
            continue
        at_right = function(right) if place < parts - 1 else at_high
        if (at_right > 0) == starts_positive:
            low, at_low, m = right, at_right, max(1, m // 2)
        else:
            low, at_low, high, at_high, m = left, at_left, right, at_right, 2 * m
    return low, high

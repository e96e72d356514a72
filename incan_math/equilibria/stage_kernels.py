"""Compiled: the symmetric equilibria of one stage game in floating point, and the one that is chosen.

With d_i = V_(i+1) - R_(n-i), i others staying, an equilibrium is a chance p of staying with D(p) = 0, where D is the
polynomial with Bernstein coefficients d_i; or p = 0 with d_0 <= 0; or p = 1 with d_(n-1) >= 0. The number of sign
changes bounds the number of roots (Descartes); halving by de Casteljau isolates them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from incan_math.storage.compiled import compiled

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

__all__ = ["blend", "choose", "scratch_space", "snapped"]

_BINOMIALS = np.array([[1.0 if k == 0 else 0.0 for k in range(8)] for _ in range(8)])
for _n in range(1, 8):
    for _k in range(1, _n + 1):
        _BINOMIALS[_n, _k] = _BINOMIALS[_n - 1, _k - 1] + _BINOMIALS[_n - 1, _k]

_HALVINGS = 48


@compiled
def scratch_space() -> Floats:
    """Room for `choose` to work in."""
    return np.empty((_HALVINGS + 4, 16))


@compiled
def snapped(number: float, tolerance: float) -> float:
    """The number, or 0 where it cannot be told from it."""
    return 0.0 if -tolerance <= number <= tolerance else number


@compiled
def blend(numbers: Floats, count: int, p: float, weights: Floats) -> float:
    """Sum over i of C(count-1, i) p^i (1-p)^(count-1-i) numbers[i]; `weights` gets the factors."""
    q = 1.0 - p
    power = 1.0
    for i in range(count):
        weights[i] = _BINOMIALS[count - 1, i] * power
        power *= p
    power = 1.0
    total = 0.0
    for i in range(count - 1, -1, -1):
        weights[i] *= power
        power *= q
        total += weights[i] * numbers[i]
    return total


@compiled
def choose(
    differences: Floats, stay: Floats, retire: Floats, count: int, tolerance: float, scratch: Floats
) -> tuple[float, float, int]:
    """(chance of staying, value, equilibria) of the stage; the count is 0 for a tie, negative if values differ.

    `differences[i]`, `stay[i]` and `retire[i]` are for i others staying. Differences within `tolerance` must be 0.
    `scratch` is `scratch_space()`.
    """
    changes, last, kept = 0, 0.0, False
    for i in range(count):
        d = differences[i]
        if d != 0.0:
            if kept and (d > 0) != (last > 0):
                changes += 1
            last, kept = d, True
    top = count - 1
    if not kept:
        p, value = _best_of_tie(retire, count, tolerance, scratch)
        return p, value, 0
    weights = scratch[0]
    if changes == 0 and last > 0 and differences[0] > 0:
        return 1.0, stay[top], 1
    if changes == 0 and last < 0 and differences[top] < 0:
        return 0.0, retire[0], 1
    roots = scratch[1]
    found = 0
    if count == 2 and changes == 1:
        roots[0] = differences[0] / (differences[0] - differences[1])
        found = 1
    elif changes == 1:
        roots[0] = _root(differences, count, 0.0, 1.0, weights)
        found = 1
    elif changes > 1:
        found = _roots(differences, count, roots, scratch)
    best_p, best, equilibria, least = 0.0, -np.inf, 0, np.inf
    if differences[0] <= 0:
        best, least, equilibria = retire[0], retire[0], 1
    for i in range(found):
        value = blend(retire, count, roots[i], weights)
        equilibria += 1
        least = min(least, value)
        if value >= best - tolerance:  # The roots rise, so the later one stays more.
            best, best_p = max(best, value), roots[i]
    if differences[top] >= 0:
        equilibria += 1
        least = min(least, stay[top])
        if stay[top] >= best - tolerance:
            best, best_p = max(best, stay[top]), 1.0
    if best_p == 0.0:
        best = retire[0]
    elif best_p == 1.0:
        best = stay[top]
    else:
        best = blend(retire, count, best_p, weights)
    return best_p, best, -equilibria if best - least > tolerance else equilibria


@compiled
def _best_of_tie(retire: Floats, count: int, tolerance: float, scratch: Floats) -> tuple[float, float]:
    """(p, value) of the best chance of staying where every chance is an equilibrium; of equal ones, the greatest."""
    slopes = np.zeros(8)
    falls = False
    for i in range(count - 1):
        slopes[i] = snapped(retire[i + 1] - retire[i], tolerance)
        falls |= slopes[i] < 0
    best_p, best = 0.0, retire[0]
    if falls:  # Only then can the value turn between 0 and 1.
        for i in range(_roots(slopes, count - 1, scratch[1], scratch)):
            value = blend(retire, count, scratch[1, i], scratch[0])
            if value >= best - tolerance:
                best, best_p = value, scratch[1, i]
    return (1.0, retire[count - 1]) if retire[count - 1] >= best - tolerance else (best_p, best)


@compiled
def _root(differences: Floats, count: int, low: float, high: float, weights: Floats) -> float:
    """The only root of D between two places where its signs differ, by Newton's steps kept inside a bracket."""
    rises = _sign_after(differences, count, low) < 0
    slopes = weights[8:]
    for i in range(count - 1):
        slopes[i] = differences[i + 1] - differences[i]
    p = (low + high) / 2
    gap = differences[0] - differences[count - 1]
    if low == 0.0 and high == 1.0 and gap != 0.0:
        p = min(max(differences[0] / gap, 0.1), 0.9)
    for _ in range(100):
        value = blend(differences, count, p, weights)
        if value == 0.0:
            return p
        if (value < 0) == rises:
            low = p
        else:
            high = p
        slope = (count - 1) * blend(slopes, count - 1, p, weights)
        then = p - value / slope if slope != 0.0 else low
        if not low < then < high:
            then = (low + high) / 2
        if abs(then - p) <= 2.5e-16 * then or not low < then < high:
            return then
        p = then
    return p


@compiled
def _sign_after(differences: Floats, count: int, p: float) -> float:
    """A number with the sign that D has just above p, for p = 0 or p no root."""
    if p == 0.0:
        for i in range(count):
            if differences[i] != 0.0:
                return float(differences[i])
    return float(blend(differences, count, p, np.empty(8)))


@compiled
def _roots(differences: Floats, count: int, roots: Floats, scratch: Floats) -> int:
    """Every root of D strictly between 0 and 1, rising; a pair closer than rounding can part counts as one."""
    found, depth = 0, 1
    first = 2  # Rows of `scratch` from here on are a stack: coefficients on an interval, its ends last.
    for i in range(count):
        scratch[first, i] = differences[i]
    scratch[first, 14], scratch[first, 15] = 0.0, 1.0
    while depth:
        top = scratch[first + depth - 1]
        low, high = top[14], top[15]
        changes, last, kept = 0, 0.0, False
        for i in range(count):
            if top[i] != 0.0:
                if kept and (top[i] > 0) != (last > 0):
                    changes += 1
                last, kept = top[i], True
        if low > 0.0 and top[0] == 0.0 and (found == 0 or roots[found - 1] != low):
            roots[found] = low
            found += 1
        if changes == 1 and (top[0] != 0.0 or low == 0.0) and (top[count - 1] != 0.0 or high == 1.0):
            roots[found] = _root(differences, count, low, high, scratch[0])
            found += 1
            depth -= 1
        elif changes == 0 or depth >= _HALVINGS or high - low < 1e-13:
            if changes:
                roots[found] = (low + high) / 2
                found += 1
            depth -= 1
        else:
            below = scratch[first + depth]
            middle = (low + high) / 2
            for i in range(count):  # de Casteljau: `below` becomes the lower half, `top` the upper one.
                below[i] = top[0]
                for k in range(count - 1 - i):
                    top[k] = (top[k] + top[k + 1]) / 2
            below[14], below[15], top[14] = low, middle, middle
            depth += 1
    return found

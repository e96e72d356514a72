"""Compiled: the symmetric equilibria of one stage game in floating point, and the one that is chosen.

With d_i = V_(i+1) - R_(n-i), i others staying, an equilibrium is a chance p of staying with D(p) = 0, where D is the
polynomial with Bernstein coefficients d_i; or p = 0 with d_0 <= 0; or p = 1 with d_(n-1) >= 0. The number of sign
changes bounds the number of roots (Descartes); halving by de Casteljau isolates them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from incan_math.storage.compiled import compiled, inner

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
    return np.empty((_HALVINGS + 5, 16))


@inner
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
    """(p, value, equilibria) of the stage, p the probability of staying; 0 equilibria for a tie, negative if values
    differ.

    `differences[i]`, `stay[i]` and `retire[i]` are for i others staying. Differences within `tolerance` must be 0.
    `scratch` is `scratch_space()`. In a tie every p is an equilibrium, and the value turns where the slope of the
    retirement payoffs is 0; the best is taken, of equal ones the greatest p.
    """
    changes, last = 0, 0.0
    for i in range(count):
        d = differences[i]
        if d != 0.0:
            if last != 0.0 and (d > 0) != (last > 0):
                changes += 1
            last = d
    top = count - 1
    tie = last == 0.0
    if changes == 0 and not tie:
        if last > 0 and differences[0] > 0:
            return 1.0, stay[top], 1
        if last < 0 and differences[top] < 0:
            return 0.0, retire[0], 1
    coefficients, weights, roots = scratch[2], scratch[0], scratch[1]
    length = count
    falls = False
    if tie:
        length = top
        for i in range(top):
            coefficients[i] = snapped(retire[i + 1] - retire[i], tolerance)
            falls |= coefficients[i] < 0
    else:
        for i in range(count):
            coefficients[i] = differences[i]
    found = 0
    if count == 2 and changes == 1:
        roots[0] = differences[0] / (differences[0] - differences[1])
        found = 1
    elif changes > 0 or falls:
        found = _roots(length, scratch)
    best_p, best, equilibria, least = 0.0, -np.inf, 0, np.inf
    if tie or differences[0] <= 0:
        best, least, equilibria = retire[0], retire[0], 1
    for i in range(found):
        value = blend(retire, count, roots[i], weights)
        equilibria += 1
        least = min(least, value)
        if value >= best - tolerance:  # The roots rise, so the later one stays more.
            best, best_p = max(best, value), roots[i]
    end = retire[top] if tie else stay[top]
    if tie or differences[top] >= 0:
        equilibria += 1
        least = min(least, end)
        if end >= best - tolerance:
            best, best_p = max(best, end), 1.0
    if best_p == 0.0:
        value = retire[0]
    elif best_p == 1.0:
        value = end
    else:
        value = blend(retire, count, best_p, weights)
    if tie:
        return best_p, value, 0
    return best_p, value, -equilibria if value - least > tolerance else equilibria


@inner
def _root(differences: Floats, count: int, low: float, high: float, rises: bool, weights: Floats) -> float:
    """The only root of D between two places where its signs differ, by Newton's steps kept inside a bracket."""
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


@inner
def _roots(count: int, scratch: Floats) -> int:
    """Every root strictly between 0 and 1 of the polynomial with coefficients `scratch[2]`, rising, in `scratch[1]`.

    A pair closer than rounding can part counts as one. Rows of `scratch` from 3 on are a stack: coefficients on an
    interval, its ends last.
    """
    differences, roots = scratch[2], scratch[1]
    found, depth = 0, 1
    first = 3
    for i in range(count):
        scratch[first, i] = differences[i]
    scratch[first, 14], scratch[first, 15] = 0.0, 1.0
    while depth:
        top = scratch[first + depth - 1]
        low, high = top[14], top[15]
        changes, last = 0, 0.0
        for i in range(count):
            if top[i] != 0.0:
                if last != 0.0 and (top[i] > 0) != (last > 0):
                    changes += 1
                last = top[i]
        if low > 0.0 and top[0] == 0.0 and (found == 0 or roots[found - 1] != low):
            roots[found] = low
            found += 1
        if changes == 1 and (top[0] != 0.0 or low == 0.0) and (top[count - 1] != 0.0 or high == 1.0):
            roots[found] = _root(differences, count, low, high, last > 0, scratch[0])
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

"""Compiled: the symmetric equilibria of one stage game in floating point, and the one that is chosen.

Let i of the n - 1 others retire: staying beats retiring by d_i = V_(n-i) - R_(i+1). If each of them retires with
probability q, it does by D(q), the polynomial with Bernstein coefficients d_i. So q is an equilibrium if D(q) = 0; or
q = 0 and d_0 >= 0; or q = 1 and d_(n-1) <= 0. The number of sign changes bounds the number of roots (Descartes);
halving by de Casteljau isolates them.
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
    """The number, or 0 where it is within the tolerance of 0."""
    return 0.0 if -tolerance <= number <= tolerance else number


@compiled
def blend(numbers: Floats, count: int, q: float, weights: Floats) -> float:
    """Sum over i of C(count-1, i) q^i (1-q)^(count-1-i) numbers[i]; `weights` gets the factors."""
    p = 1.0 - q
    power = 1.0
    for i in range(count):
        weights[i] = _BINOMIALS[count - 1, i] * power
        power *= q
    power = 1.0
    total = 0.0
    for i in range(count - 1, -1, -1):
        weights[i] *= power
        power *= p
        total += weights[i] * numbers[i]
    return total


@compiled
def choose(
    differences: Floats, stay: Floats, retire: Floats, count: int, tolerance: float, scratch: Floats
) -> tuple[float, float, int]:
    """(q, value, equilibria) of the stage, q the probability of retiring; 0 equilibria for a tie, negative if values
    differ.

    `differences[i]`, `stay[i]` and `retire[i]` are for i others retiring. Differences within `tolerance` must be 0.
    `scratch` is `scratch_space()`. In a tie every q is an equilibrium, and the value turns where the slope of the
    retirement payoffs is 0; the best is taken, of equal ones the least q.
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
        if last > 0 and differences[top] > 0:
            return 0.0, stay[0], 1
        if last < 0 and differences[0] < 0:
            return 1.0, retire[top], 1
    coefficients, weights, roots = scratch[2], scratch[0], scratch[1]
    length = count
    rises = False
    if tie:
        length = top
        for i in range(top):
            coefficients[i] = snapped(retire[i + 1] - retire[i], tolerance)
            rises |= coefficients[i] > 0
    else:
        for i in range(count):
            coefficients[i] = differences[i]
    found = 0
    if count == 2 and changes == 1:
        roots[0] = differences[0] / (differences[0] - differences[1])
        found = 1
    elif changes > 0 or rises:
        found = _roots(length, scratch)
    best_q, best, equilibria, least = 1.0, -np.inf, 0, np.inf
    if tie or differences[top] <= 0:
        best, least, equilibria = retire[top], retire[top], 1
    for i in range(found - 1, -1, -1):
        value = blend(retire, count, roots[i], weights)
        equilibria += 1
        least = min(least, value)
        if value >= best - tolerance:  # The roots fall here, so the later one retires less.
            best, best_q = max(best, value), roots[i]
    end = retire[0] if tie else stay[0]
    if tie or differences[0] >= 0:
        equilibria += 1
        least = min(least, end)
        if end >= best - tolerance:
            best, best_q = max(best, end), 0.0
    if best_q == 1.0:
        value = retire[top]
    elif best_q == 0.0:
        value = end
    else:
        value = blend(retire, count, best_q, weights)
    if tie:
        return best_q, value, 0
    return best_q, value, -equilibria if value - least > tolerance else equilibria


@inner
def _root(differences: Floats, count: int, low: float, high: float, rises: bool, weights: Floats) -> float:
    """The only root of D between two places where its signs differ, by Newton's steps kept inside a bracket."""
    slopes = weights[8:]
    for i in range(count - 1):
        slopes[i] = differences[i + 1] - differences[i]
    q = (low + high) / 2
    gap = differences[0] - differences[count - 1]
    if low == 0.0 and high == 1.0 and gap != 0.0:
        q = min(max(differences[0] / gap, 0.1), 0.9)
    for _ in range(100):
        value = blend(differences, count, q, weights)
        if value == 0.0:
            return q
        if (value < 0) == rises:
            low = q
        else:
            high = q
        slope = (count - 1) * blend(slopes, count - 1, q, weights)
        then = q - value / slope if slope != 0.0 else low
        if not low < then < high:
            then = (low + high) / 2
        if abs(then - q) <= 2.5e-16 * then or not low < then < high:
            return then
        q = then
    return q


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
            midpoint = (low + high) / 2
            for i in range(count):  # de Casteljau: `below` becomes the lower half, `top` the upper one.
                below[i] = top[0]
                for k in range(count - 1 - i):
                    top[k] = (top[k] + top[k + 1]) / 2
            below[14], below[15], top[14] = low, midpoint, midpoint
            depth += 1
    return found

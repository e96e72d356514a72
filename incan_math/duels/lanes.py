"""The innermost loops of the two-player game: sums, means, stops and 2x2 games over neighbouring score differences.

Indices are unsigned and arrays flat, for a signed index could count from an array's end and keeps the compiler from
using vector instructions.
"""

from __future__ import annotations

from typing import Any

from numba import njit, uint64

__all__ = ["better", "gain", "gather", "give", "mix", "mix_rows", "play", "plus", "totals"]

_compiled = njit(cache=True, nogil=True, error_model="numpy")


def _plus(total: Any, to: Any, row: Any, at: Any, n: Any, weight: float) -> None:
    for i in range(n):
        total[to + i] += weight * row[at + i]


def _gather(total: Any, to: Any, n: Any, pool: Any, offsets: Any, weights: Any, count: int) -> None:
    """Set `total` to the sum of `count` rows of the pool with their weights."""
    done = 0
    if count >= 4:
        a, b, c, d = offsets[0], offsets[1], offsets[2], offsets[3]
        wa, wb, wc, wd = weights[0], weights[1], weights[2], weights[3]
        for i in range(n):
            total[to + i] = (wa * pool[a + i] + wb * pool[b + i]) + (wc * pool[c + i] + wd * pool[d + i])
        done = 4
    elif count >= 2:
        a, b = offsets[0], offsets[1]
        wa, wb = weights[0], weights[1]
        for i in range(n):
            total[to + i] = wa * pool[a + i] + wb * pool[b + i]
        done = 2
    elif count == 1:
        a, wa = offsets[0], weights[0]
        for i in range(n):
            total[to + i] = wa * pool[a + i]
        done = 1
    else:
        for i in range(n):
            total[to + i] = 0.0
    while done + 4 <= count:
        a, b, c, d = offsets[done], offsets[done + 1], offsets[done + 2], offsets[done + 3]
        wa, wb, wc, wd = weights[done], weights[done + 1], weights[done + 2], weights[done + 3]
        for i in range(n):
            total[to + i] += (wa * pool[a + i] + wb * pool[b + i]) + (wc * pool[c + i] + wd * pool[d + i])
        done += 4
    if done + 2 <= count:
        a, b = offsets[done], offsets[done + 1]
        wa, wb = weights[done], weights[done + 1]
        for i in range(n):
            total[to + i] += wa * pool[a + i] + wb * pool[b + i]
        done += 2
    if done < count:
        a, wa = offsets[done], weights[done]
        for i in range(n):
            total[to + i] += wa * pool[a + i]


def _mix(total: Any, to: Any, n: Any, busts: Any, pool: Any, offsets: Any, weights: Any, count: int) -> None:
    """Add busts and up to three rows of the pool."""
    a, b, c = offsets[0], offsets[1], offsets[2]
    wa, wb, wc = weights[0], weights[1], weights[2]
    if count == 0:
        for i in range(n):
            total[to + i] += busts[to + i]
    elif count == 1:
        for i in range(n):
            total[to + i] += busts[to + i] + wa * pool[a + i]
    elif count == 2:
        for i in range(n):
            total[to + i] += (busts[to + i] + wa * pool[a + i]) + wb * pool[b + i]
    else:
        for i in range(n):
            total[to + i] += (busts[to + i] + wa * pool[a + i]) + (wb * pool[b + i] + wc * pool[c + i])


def _mix_rows(
    total: Any, n: Any, pool: Any, at: Any, looked_up: Any, busts: Any, b: Any, offsets: Any, weights: Any, count: int
) -> None:
    """Set `total` to the sums of treasures, in the pool and looked up, busts, and `count` further rows of the pool."""
    x, y = offsets[0], offsets[1]
    wx, wy = weights[0], weights[1]
    if count == 0:
        for i in range(n):
            total[i] = (pool[at + i] + looked_up[i]) + busts[b + i]
    elif count == 1:
        for i in range(n):
            total[i] = (pool[at + i] + looked_up[i]) + (busts[b + i] + wx * pool[x + i])
    else:
        for i in range(n):
            total[i] = (pool[at + i] + looked_up[i]) + ((busts[b + i] + wx * pool[x + i]) + wy * pool[y + i])
        for g in range(2, count):
            plus(total, uint64(0), pool, offsets[g], n, weights[g])


def _totals(total: Any, to: Any, n: Any, sums: Any, stop: Any, at: Any, safe: float, busts: Any, b: Any) -> None:
    """Set `total` to the sums of treasures, cards that neither bust nor pay, and busts, where one stops ever after."""
    for i in range(n):
        total[to + i] = (sums[to + i] + safe * stop[at + i]) + busts[b + i]


def _gain(gains: Any, start: Any, n: Any, stop: Any, at: Any, bust: Any, b: Any, fewest: float, most: float) -> bool:
    """Whether one more card gains over stopping in a lane, with the fewest deadly cards or the most.

    The gain is linear in their number, so that it is not positive between where it is not at both.
    """
    found = 0
    for i in range(start, n):
        risk = stop[at + i] - bust[b + i]
        found += 1 if gains[i] - fewest * risk > 0.0 or gains[i] - most * risk > 0.0 else 0
    return found > 0


def _better(row: Any, to: Any, total: Any, at: Any, n: Any, stop: Any, halt: Any, weight: float) -> None:
    """The better of a mean and stopping; stopping where no card is left."""
    for i in range(n):
        go = total[at + i] * weight
        one = stop[halt + i]
        row[to + i] = go if go > one else one


def _give(
    target: Any, row: Any, at: Any, n: Any, weight: float, shift: int, first: int, low: int, high: int, flip: bool,
) -> None:  # fmt: skip
    """Write the lanes whose player is low..high ahead on a bust to where their differences stand in `target`."""
    size = target.size
    start = max(0, -shift, low - first)
    stop = min(int(n), size - shift, high - first + 1)
    for i in range(start, stop):
        value = row[at + uint64(i)] * weight
        if flip:
            target[size - 1 - (i + shift)] = 1.0 - value
        else:
            target[i + shift] = value


def _play(go: Any, to: Any, n: Any, weight: float, alone: Any, other: Any, at: Any, home: Any, where: Any) -> None:
    """The value of the 2x2 game at each lane, into `alone`.

    Rows: the leader stays, retires; columns: so does the other. [[go, alone], [other, home]], the leader maximises.
    """
    for i in range(n):
        v = go[to + i] * weight
        a = alone[at + i]
        b = other[at + i]
        r = home[where + i]
        row_one = v if v < a else a
        row_two = b if b < r else r
        low = row_one if row_one > row_two else row_two
        column_one = v if v > b else b
        column_two = a if a > r else r
        high = column_one if column_one < column_two else column_two
        mixed = low < high
        apart = (v - a) + (r - b)
        apart = apart if mixed else 1.0
        value = v - (v - a) * ((v - b) / apart)
        value = value if value > low else low
        value = value if value < high else high
        alone[at + i] = value if mixed else low


plus = _compiled(_plus)
gather = _compiled(_gather)
mix = _compiled(_mix)
mix_rows = _compiled(_mix_rows)
totals = _compiled(_totals)
gain = _compiled(_gain)
better = _compiled(_better)
give = _compiled(_give)
play = _compiled(_play)

"""The innermost loops of the two-player game: sums, means, stops and 2x2 games over neighbouring score differences.

Indices are unsigned and arrays flat, for a signed index could count from an array's end and keeps the compiler from
using vector instructions.
"""

from __future__ import annotations

from typing import Any

from numba import njit, uint64

__all__ = [
    "add_node",
    "better",
    "better_to",
    "copy",
    "first_gain",
    "gains",
    "gather",
    "give",
    "last_gain",
    "mean_and_stop",
    "mean_or_stop",
    "mix",
    "play",
    "plus",
]

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


def _first_gain(gain: Any, stop: Any, at: Any, bust: Any, deadly: float, start: Any, end: Any) -> Any:
    """The first lane from `start` to `end` where one more card gains over stopping; `end` where there is none."""
    i = start
    while i + uint64(8) <= end:
        found = 0
        for j in range(uint64(8)):
            found += 1 if gain[i + j] - deadly * (stop[at + i + j] - bust[i + j]) > 0.0 else 0
        if found > 0:
            break
        i += uint64(8)
    while i < end and gain[i] - deadly * (stop[at + i] - bust[i]) <= 0.0:
        i += uint64(1)
    return i


def _last_gain(gain: Any, stop: Any, at: Any, bust: Any, deadly: float, start: Any, end: Any) -> Any:
    """One more than the last such lane; `start` where there is none."""
    i = end
    while i >= start + uint64(8):
        found = 0
        for j in range(uint64(8)):
            lane = i - uint64(8) + j
            found += 1 if gain[lane] - deadly * (stop[at + lane] - bust[lane]) > 0.0 else 0
        if found > 0:
            break
        i -= uint64(8)
    while i > start and gain[i - uint64(1)] - deadly * (stop[at + i - uint64(1)] - bust[i - uint64(1)]) <= 0.0:
        i -= uint64(1)
    return i


def _gains(gain: Any, sums: Any, stop: Any, at: Any, more: Any, left: float, n: Any) -> None:
    """Treasures' part of what one more card gains over stopping, times the cards."""
    for i in range(n):
        gain[i] = sums[i] - (left + more[i]) * stop[at + i]


def _copy(total: Any, to: Any, row: Any, at: Any, n: Any) -> None:
    for i in range(n):
        total[to + i] = row[at + i]


def _add_node(total: Any, to: Any, row: Any, at: Any, n: Any, step: Any, weight: float) -> None:
    """Add one place of the artifacts to another, in all lanes."""
    for i in range(n):
        total[to + i * step] += weight * row[at + i * step]


def _better(row: Any, to: Any, stop: Any, at: Any, n: Any, step: Any, weight: float) -> None:
    """The better of a mean and stopping, for one place of the artifacts; stopping where no card is left."""
    for i in range(n):
        go = row[to + i * step] * weight
        halt = stop[at + i * step]
        row[to + i * step] = go if go > halt else halt


def _better_to(
    row: Any, at: Any, done: Any, to: Any, stop: Any, halt_at: Any, n: Any, step: Any, weight: float
) -> None:
    for i in range(n):
        go = row[at + i * step] * weight
        halt = stop[halt_at + i * step]
        done[to + i * step] = go if go > halt else halt


def _mean_or_stop(pool: Any, to: Any, n: Any, busts: Any, b: Any, unseen: float, at: Any, share: Any, s: Any) -> None:
    for i in range(n):
        halt = pool[at + i]
        go = ((pool[to + i] + busts[b + i]) + unseen * halt) * share[s + i]
        pool[to + i] = go if go > halt else halt


def _mean_and_stop(
    pool: Any, to: Any, n: Any, busts: Any, b: Any, unseen: float, at: Any, share: Any, s: Any, done: Any
) -> None:
    """The same into `done`; the sums of going on stay in the pool."""
    for i in range(n):
        halt = pool[at + i]
        total = (pool[to + i] + busts[b + i]) + unseen * halt
        go = total * share[s + i]
        pool[to + i] = total
        done[i] = go if go > halt else halt


def _give(
    target: Any, row: Any, at: Any, n: Any, step: Any, weight: float, shift: int, first: int, low: int, high: int,
    flip: bool,
) -> None:  # fmt: skip
    """Write the lanes whose player is low..high ahead on a bust to where their differences stand in `target`."""
    size = target.size
    start = max(0, -shift, low - first)
    stop = min(int(n), size - shift, high - first + 1)
    for i in range(start, stop):
        value = row[at + uint64(i) * step] * weight
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
first_gain = _compiled(_first_gain)
last_gain = _compiled(_last_gain)
gains = _compiled(_gains)
copy = _compiled(_copy)
add_node = _compiled(_add_node)
better = _compiled(_better)
better_to = _compiled(_better_to)
mean_or_stop = _compiled(_mean_or_stop)
mean_and_stop = _compiled(_mean_and_stop)
give = _compiled(_give)
play = _compiled(_play)

"""The two loops of the two-player game, compiled: the player left alone, and both in.

Both go back through all sets of treasures drawn, and at each through all hazards showing and all places of the
artifacts. The innermost loops run over lanes: neighbouring score differences, which never meet inside an expedition.
Nothing is reordered or contracted beyond what stands here, so that rounding can be bounded (see docs/duel.md).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

__all__ = ["both_pass", "lone_pass", "reachable"]

_compiled = njit(cache=True, nogil=True, error_model="numpy")


def _add(total: Any, row: Any, weight: float) -> None:
    for i in range(total.size):
        total[i] += weight * row[i]


def _add_two(total: Any, first: Any, second: Any, one: float, two: float) -> None:
    for i in range(total.size):
        total[i] += one * first[i] + two * second[i]


def _add_four(total: Any, a: Any, b: Any, c: Any, d: Any, wa: float, wb: float, wc: float, wd: float) -> None:
    for i in range(total.size):
        total[i] += (wa * a[i] + wb * b[i]) + (wc * c[i] + wd * d[i])


_plus = _compiled(_add)
_plus_two = _compiled(_add_two)
_plus_four = _compiled(_add_four)


def _reachable(goal: int, gone: Any, copies: Any, stride: Any, reach: Any) -> None:
    """Mark the treasures drawn from which somebody who left with `goal` gems can have parted."""
    count, digits = copies.shape
    for t in range(count):
        reach[t] = gone[t] == goal
    for t in range(count):
        if reach[t]:
            for i in range(digits):
                if copies[t, i] > 0:
                    reach[t + stride[i]] = 1


def _largest(gain: Any, stop: Any, bust: Any, deadly: float) -> float:
    """The most that one more card would gain over stopping, over all lanes."""
    most = -1.0
    for i in range(gain.size):
        here = gain[i] - deadly * (stop[i] - bust[i])
        most = here if here > most else most
    return most


_most = _compiled(_largest)


def _finish(row: Any, weight: float, stop: Any) -> None:
    for i in range(row.size):
        go = row[i] * weight
        row[i] = go if go > stop[i] else stop[i]


_better = _compiled(_finish)


def _lone(
    first_z: int,
    first_x: int,
    lanes: int,
    least: int,
    goal: int,
    reach: Any,
    copies: Any,
    stride: Any,
    values: Any,
    gems: Any,
    gone: Any,
    left: Any,
    hazard_cards: Any,
    deadly: Any,
    shows: Any,
    shown_after: Any,
    bust_copies: Any,
    undrawn: Any,
    finds: Any,
    found_after: Any,
    stop: Any,
    stop_base: int,
    bust: Any,
    best_bust: Any,
    bust_base: int,
    entry: Any,
    x_low: Any,
    x_high: Any,
    points: Any,
    flip: bool,
    first_d: int,
    table: Any,
    opened: Any,
    out: Any,
) -> None:
    """The values of going on for a player left alone, at every place where the other can have left, into `out`.

    Lane i: the player would be y = first_z + i + gems[t] ahead on stopping, and is x = first_x + i ahead on a bust.
    `opened[t]` rows of hazards are computed and kept; at all others every lane stops, and so it does ever after.
    """
    count, digits = copies.shape
    hazards, groups = bust_copies.shape
    nodes = undrawn.size
    width = nodes * lanes
    both = entry.size
    busts = np.zeros((hazards, width))
    best = np.zeros(width)
    for k in range(nodes):
        at = first_x - bust_base
        best[k * lanes : (k + 1) * lanes] = best_bust[k, at : at + lanes]
        for h in range(hazards):
            for g in range(groups):
                if bust_copies[h, g] > 0:
                    _plus(busts[h, k * lanes : (k + 1) * lanes], bust[g, k, at : at + lanes], float(bust_copies[h, g]))
    halts = np.empty(width)
    sums = np.empty(width)
    gain = np.empty(width)
    spare = np.empty(lanes)
    for t in range(count - 1, -1, -1):
        opened[t] = 0
        if not reach[t] or first_z + lanes - 1 + gems[t] < least:
            continue
        off = first_z + gems[t] - stop_base
        rows = 0
        for i in range(digits):
            if copies[t, i] > 0 and opened[t + stride[i]] > rows:
                rows = opened[t + stride[i]]
        shift = first_z + 2 * gone[t] - first_d
        here = (goal < 0 or gone[t] == goal) and -lanes < shift < out.shape[3]
        for k in range(nodes):
            halts[k * lanes : (k + 1) * lanes] = stop[k, off : off + lanes]
        if rows < hazards:
            sums[:] = 0.0
            for k in range(nodes):
                part = sums[k * lanes : (k + 1) * lanes]
                for i in range(digits):
                    if copies[t, i] > 0:
                        _plus(part, stop[k, off + values[i] : off + values[i] + lanes], float(copies[t, i]))
                for j in range(finds.shape[1]):
                    if finds[k, j] > 0:
                        to = found_after[k, j]
                        _plus(part, halts[to * lanes : (to + 1) * lanes], float(finds[k, j]))
                weight = float(left[t] + undrawn[k])
                for i in range(lanes):
                    gain[k * lanes + i] = part[i] - weight * halts[k * lanes + i]
            while rows < hazards:
                level = deadly[rows]
                if _most(gain, halts, best, float(level)) <= 0.0:
                    break
                while rows < hazards and deadly[rows] == level:
                    rows += 1
        opened[t] = rows
        size = rows * width
        row = table[t]
        if rows > 0:
            row[:size] = 0.0
            pending = -1
            weight_pending = 0.0
            for i in range(digits):
                if copies[t, i] == 0:
                    continue
                after = t + stride[i]
                kept = opened[after]
                weight = float(copies[t, i])
                if kept == rows:
                    if pending < 0:
                        pending, weight_pending = after, weight
                    else:
                        _plus_two(row[:size], table[pending, :size], table[after, :size], weight_pending, weight)
                        pending = -1
                    continue
                if kept > 0:
                    _plus(row[: kept * width], table[after, : kept * width], weight)
                for k in range(nodes):
                    source = stop[k, off + values[i] : off + values[i] + lanes]
                    for h in range(kept, rows):
                        at = h * width + k * lanes
                        _plus(row[at : at + lanes], source, weight)
            if pending >= 0:
                _plus(row[:size], table[pending, :size], weight_pending)
        if rows == 0 and not here:
            continue
        last = hazards if here else rows
        for h in range(last - 1, -1, -1):
            for k in range(nodes):
                cards = left[t] + hazard_cards[h] + undrawn[k]
                halt = halts[k * lanes : (k + 1) * lanes]
                j = -1
                if here:
                    for e in range(both):
                        if entry[e] == k:
                            j = e
                if h >= rows:
                    if j < 0:
                        continue
                    total = spare
                    total[:] = sums[k * lanes : (k + 1) * lanes]
                else:
                    total = row[h * width + k * lanes : h * width + (k + 1) * lanes]
                if cards == 0:
                    total[:] = halt
                    if j >= 0:
                        first = first_z + gone[t] - points[j]
                        _hand_over(out[t, h, j], total, 1.0, shift, first, x_low[j], x_high[j], flip)
                    continue
                _plus(total, busts[h, k * lanes : (k + 1) * lanes], 1.0)
                for g in range(shows.shape[1]):
                    if shows[h, g] > 0:
                        to = shown_after[h, g]
                        if to < rows:
                            at = to * width + k * lanes
                            _plus(total, row[at : at + lanes], float(shows[h, g]))
                        else:
                            _plus(total, halt, float(shows[h, g]))
                if h < rows:
                    for a in range(finds.shape[1]):
                        if finds[k, a] > 0:
                            at = h * width + found_after[k, a] * lanes
                            _plus(total, row[at : at + lanes], float(finds[k, a]))
                weight = 1.0 / cards
                if j >= 0:
                    first = first_z + gone[t] - points[j]
                    _hand_over(out[t, h, j], total, weight, shift, first, x_low[j], x_high[j], flip)
                if h < rows:
                    _better(total, weight, halt)


def _give(
    target: Any, total: Any, weight: float, shift: int, first: int, low: int, high: int, flip: bool
) -> None:
    """Write the lanes whose player is low..high ahead on a bust to where their differences stand in `target`."""
    for i in range(total.size):
        if low <= first + i <= high:
            to = i + shift
            if 0 <= to < target.size:
                if flip:
                    target[target.size - 1 - to] = 1.0 - total[i] * weight
                else:
                    target[to] = total[i] * weight


_hand_over = _compiled(_give)


def _stage(go: Any, weight: float, alone: Any, other: Any, home: Any) -> None:
    """The value of the 2x2 game at each lane, into `go`.

    Rows: the leader stays, retires; columns: so does the other. [[go, alone], [other, home]], the leader maximises.
    """
    for i in range(go.size):
        v = go[i] * weight
        a = alone[i]
        b = other[i]
        r = home[i]
        row_one = v if v < a else a
        row_two = b if b < r else r
        low = row_one if row_one > row_two else row_two
        column_one = v if v > b else b
        column_two = a if a > r else r
        high = column_one if column_one < column_two else column_two
        mixed = low < high
        below = (v - a) + (r - b)
        below = below if mixed else 1.0
        value = v - (v - a) * ((v - b) / below)
        value = value if value > low else low
        value = value if value < high else high
        go[i] = value if mixed else low


_played = _compiled(_stage)


def _both(
    lanes: int,
    copies: Any,
    stride: Any,
    left: Any,
    hazard_cards: Any,
    shows: Any,
    shown_after: Any,
    bust_copies: Any,
    undrawn: Any,
    finds: Any,
    found_after: Any,
    home: Any,
    bust: Any,
    alone: Any,
    other: Any,
    root: Any,
) -> None:
    """The leader's chance at every position with both in, over `alone`; `root` gets that of going on at the first."""
    count, digits = copies.shape
    hazards, groups = bust_copies.shape
    nodes = undrawn.size
    size = hazards * nodes * lanes
    sums = np.empty(size)
    waiting = np.empty(digits, np.int64)
    weights = np.empty(digits)
    flat = alone.reshape((count, size))
    for t in range(count - 1, -1, -1):
        sums[:] = 0.0
        found = 0
        for i in range(digits):
            if copies[t, i] > 0:
                waiting[found] = t + stride[i]
                weights[found] = copies[t, i]
                found += 1
        i = 0
        while i + 4 <= found:
            _plus_four(sums, flat[waiting[i]], flat[waiting[i + 1]], flat[waiting[i + 2]], flat[waiting[i + 3]],
                       weights[i], weights[i + 1], weights[i + 2], weights[i + 3])
            i += 4
        if i + 2 <= found:
            _plus_two(sums, flat[waiting[i]], flat[waiting[i + 1]], weights[i], weights[i + 1])
            i += 2
        if i < found:
            _plus(sums, flat[waiting[i]], weights[i])
        for h in range(hazards - 1, -1, -1):
            for k in range(nodes):
                at = (h * nodes + k) * lanes
                total = sums[at : at + lanes]
                cards = left[t] + hazard_cards[h] + undrawn[k]
                value = alone[t, h, k]
                if cards == 0:
                    value[:] = home[k]
                    if t == 0 and h == 0 and k == nodes - 1:
                        root[:] = home[k]
                    continue
                for g in range(groups):
                    if bust_copies[h, g] > 0:
                        _plus(total, bust[g, k], float(bust_copies[h, g]))
                for g in range(shows.shape[1]):
                    if shows[h, g] > 0:
                        _plus(total, alone[t, shown_after[h, g], k], float(shows[h, g]))
                for a in range(finds.shape[1]):
                    if finds[k, a] > 0:
                        _plus(total, alone[t, h, found_after[k, a]], float(finds[k, a]))
                weight = 1.0 / cards
                if t == 0 and h == 0 and k == nodes - 1:
                    for i in range(lanes):
                        root[i] = total[i] * weight
                    continue
                _played(total, weight, value, other[t, h, k], home[k])
                value[:] = total


reachable = _compiled(_reachable)
lone_pass = _compiled(_lone)
both_pass = _compiled(_both)

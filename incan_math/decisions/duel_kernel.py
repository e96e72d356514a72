"""The loops of the two-player game, compiled: the player left alone, and both in.

Both go back through all sets of treasures drawn, and at each through all hazards showing and all places of the
artifacts. The innermost loops (in `duel_lanes`) run over lanes: neighbouring score differences, which never meet
inside an expedition. Nothing is reordered or contracted beyond what stands here, so that rounding can be bounded.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit, uint64

from incan_math.decisions.duel_lanes import (
    best_of,
    first_gain,
    gather,
    give,
    last_gain,
    mean,
    mean_or_stop,
    mix,
    play,
    plus,
)

__all__ = ["both_pass", "free_rows", "lone_pass", "reachable"]

_compiled = njit(cache=True, nogil=True, error_model="numpy")


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


def _free(
    free: int, first_z: int, width: int, copies: Any, stride: Any, values: Any, gems: Any, left: Any,
    hazard_cards: Any, shows: Any, shown_after: Any, undrawn: Any, finds: Any, found_after: Any, stop: Any,
    stop_base: int, sums: Any, rows: Any,
) -> None:  # fmt: skip
    """What a lone player can look up whose next deadly hazard makes him stop, for `width` leads less gems drawn.

    `sums[t, k]` is the chance on stopping after one more treasure, summed over all of them; `rows[t, h, k]` that of
    playing on while none of the hazards showing (the first `free` sets of them) can bust.
    """
    count, digits = copies.shape
    nodes = undrawn.size
    flat = rows.ravel()
    n = uint64(width)
    offsets = np.empty(digits + 1, np.uint64)
    weights = np.empty(digits + 1)
    for t in range(count - 1, -1, -1):
        off = first_z + gems[t] - stop_base
        for k in range(nodes):
            line = stop[k]
            total = sums[t, k]
            total[:] = 0.0
            for i in range(digits):
                if copies[t, i] > 0:
                    plus(total, uint64(0), line, uint64(off + values[i]), n, float(copies[t, i]))
        for h in range(free - 1, -1, -1):
            for k in range(nodes):
                line = stop[k]
                cards = left[t] + hazard_cards[h] + undrawn[k]
                at = uint64(((t * free + h) * nodes + k) * width)
                if cards == 0:
                    rows[t, h, k, :] = line[off : off + width]
                    continue
                found = 0
                for i in range(digits):
                    if copies[t, i] > 0:
                        offsets[found] = uint64((((t + stride[i]) * free + h) * nodes + k) * width)
                        weights[found] = copies[t, i]
                        found += 1
                gather(flat, at, n, flat, offsets, weights, found)
                halting = 0
                for g in range(shows.shape[1]):
                    if shows[h, g] > 0:
                        to = shown_after[h, g]
                        if to < free:
                            source = uint64(((t * free + to) * nodes + k) * width)
                            plus(flat, at, flat, source, n, float(shows[h, g]))
                        else:
                            halting += shows[h, g]
                for a in range(finds.shape[1]):
                    if finds[k, a] > 0:
                        source = uint64(((t * free + h) * nodes + found_after[k, a]) * width)
                        plus(flat, at, flat, source, n, float(finds[k, a]))
                plus(flat, at, line, uint64(off), n, float(halting))
                best_of(flat, at, n, 1.0 / cards, line, uint64(off))


def _lone(
    first_z: int, first_x: int, lanes: int, least: int, goal: int, reach: Any, copies: Any, stride: Any, values: Any,
    gems: Any, gone: Any, left: Any, hazard_cards: Any, deadly: Any, level_of: Any, shows: Any, shown_after: Any,
    bust_copies: Any, undrawn: Any, finds: Any, found_after: Any, pool: Any, windows: int, stop_base: int, bust: Any,
    best_bust: Any, bust_base: int, free: int, table_z: int, sums: Any, rows_free: Any, entry: Any, x_low: Any,
    x_high: Any, points: Any, flip: bool, first_d: int, low: Any, high: Any, out: Any,
) -> None:  # fmt: skip
    """The values of going on for a player left alone, at every place where the other can have left, into `out`.

    Lane i: the player would be y = first_z + i + gems[t] ahead on stopping, and is x = first_x + i ahead on a bust.
    `pool` holds the rows of all treasures, and from `windows` on the chances on stopping by y, all artifacts in a
    row. With as many deadly cards as level l has, lanes low[t, l] to high[t, l] are computed; in all others the player
    stops, and so he does ever after, but for the first `free` hazards, which none can bust: they are in `rows_free`.
    """
    count, digits = copies.shape
    hazards, groups = bust_copies.shape
    nodes = undrawn.size
    width = nodes * lanes
    size = hazards * width
    levels = low.shape[1]
    both = entry.size
    n = uint64(lanes)
    busts = np.zeros(size)
    best = np.zeros((nodes, lanes))
    cards_of = np.zeros(levels, np.int64)
    for h in range(hazards):
        cards_of[level_of[h]] = deadly[h]
    for k in range(nodes):
        at = first_x - bust_base
        best[k] = best_bust[k, at : at + lanes]
        for h in range(hazards):
            for g in range(groups):
                if bust_copies[h, g] > 0:
                    to = uint64(h * width + k * lanes)
                    plus(busts, to, bust[g, k], uint64(at), n, float(bust_copies[h, g]))
    gain = np.empty(lanes)
    local = np.empty((nodes, lanes))
    spare = np.empty(lanes)
    offsets = np.empty(digits + 1, np.uint64)
    weights = np.empty(digits + 1)
    has_sums = sums.size > 0
    line_free = rows_free.ravel()
    span = rows_free.shape[3]
    skip = 1 if free > 0 else 0
    for t in range(count - 1, -1, -1):
        for v in range(levels):
            low[t, v] = lanes
            high[t, v] = 0
        if not reach[t] or first_z + lanes - 1 + gems[t] < least:
            continue
        off = first_z + gems[t] - stop_base
        halts = windows + off * width
        floor = max(0, least - first_z - gems[t])
        for i in range(digits):
            if copies[t, i] > 0:
                after = t + stride[i]
                for v in range(skip, levels):
                    if low[after, v] >= high[after, v]:
                        break
                    low[t, v] = min(low[t, v], max(low[after, v], floor))
                    high[t, v] = max(high[t, v], high[after, v])
        shift = first_z + 2 * gone[t] - first_d
        here = (goal < 0 or gone[t] == goal) and -lanes < shift < out.shape[3]
        place = first_z - table_z if has_sums else 0
        for k in range(nodes):
            if has_sums:
                total = sums[t, k]
            else:
                total = local[k]
                total[:] = 0.0
                for i in range(digits):
                    if copies[t, i] > 0:
                        source = uint64(halts + values[i] * width + k * lanes)
                        plus(total, uint64(0), pool, source, n, float(copies[t, i]))
            halt = uint64(halts + k * lanes)
            weight = float(left[t] + undrawn[k])
            for i in range(n):
                gain[i] = total[uint64(place) + i] - weight * pool[halt + i]
            for j in range(finds.shape[1]):
                if finds[k, j] > 0:
                    source = uint64(halts + found_after[k, j] * lanes)
                    plus(gain, uint64(0), pool, source, n, float(finds[k, j]))
            for v in range(skip, levels):
                level = float(cards_of[v])
                until = uint64(min(low[t, v], lanes))
                start = first_gain(gain, pool, halt, best[k], level, uint64(floor), until)
                if start < until:
                    low[t, v] = start
                until = uint64(max(high[t, v], min(low[t, v], lanes)))
                stop = last_gain(gain, pool, halt, best[k], level, until, n)
                if stop > until:
                    high[t, v] = stop
                if low[t, v] >= high[t, v]:
                    break
        for v in range(levels - 2, -1, -1):
            if low[t, v + 1] < high[t, v + 1]:
                low[t, v] = min(low[t, v], low[t, v + 1])
                high[t, v] = max(high[t, v], high[t, v + 1])
        rows = 0
        while rows < hazards and low[t, level_of[rows]] < high[t, level_of[rows]]:
            rows += 1
        if rows == 0 and not here:
            continue
        last = hazards if here else rows
        for h in range(last - 1, -1, -1):
            is_open = h < rows
            at = t * size + h * width
            v = level_of[h]
            begin, end = low[t, v], high[t, v]
            n_open = uint64(max(end - begin, 0))
            unseen = 0
            if is_open:
                for g in range(groups):
                    if shows[h, g] > 0 and shown_after[h, g] >= rows:
                        unseen += shows[h, g]
            for k in range(nodes):
                cards = left[t] + hazard_cards[h] + undrawn[k]
                halt = uint64(halts + k * lanes)
                j = -1
                if here:
                    for e in range(both):
                        if entry[e] == k:
                            j = e
                first = first_z + gone[t] - points[max(j, 0)]
                if cards == 0:
                    if is_open:
                        for i in range(n):
                            pool[uint64(at + k * lanes) + i] = pool[halt + i]
                    if j >= 0:
                        give(out[t, h, j], pool, halt, n, 1.0, shift, first, x_low[j], x_high[j], flip)
                    continue
                if j >= 0 and h < free:
                    source = uint64(((t * free + h) * nodes + k) * span + place)
                    give(out[t, h, j], line_free, source, n, 1.0, shift, first, x_low[j], x_high[j], flip)
                elif j >= 0:
                    total = sums[t, k] if has_sums else local[k]
                    safe = cards - left[t] - undrawn[k] - deadly[h]
                    to = uint64(h * width + k * lanes)
                    for i in range(n):
                        spare[i] = total[uint64(place) + i] + safe * pool[halt + i] + busts[to + i]
                    for a in range(finds.shape[1]):
                        if finds[k, a] > 0:
                            source = uint64(halts + found_after[k, a] * lanes)
                            plus(spare, uint64(0), pool, source, n, float(finds[k, a]))
                    give(out[t, h, j], spare, uint64(0), n, 1.0 / cards, shift, first, x_low[j], x_high[j], flip)
                if not is_open:
                    continue
                row = uint64(at + k * lanes)
                if h < free:
                    source = uint64(((t * free + h) * nodes + k) * span + place)
                    for i in range(uint64(begin)):
                        pool[row + i] = line_free[source + i]
                    for i in range(uint64(end), n):
                        pool[row + i] = line_free[source + i]
                else:
                    for i in range(uint64(begin)):
                        pool[row + i] = pool[halt + i]
                    for i in range(uint64(end), n):
                        pool[row + i] = pool[halt + i]
                to = row + uint64(begin)
                found = 0
                for i in range(digits):
                    if copies[t, i] > 0:
                        after = t + stride[i]
                        if low[after, v] < high[after, v]:
                            offsets[found] = uint64(after * size + h * width + k * lanes + begin)
                            weights[found] = copies[t, i]
                            found += 1
                        elif h >= free:
                            offsets[found] = uint64(halts + values[i] * width + k * lanes + begin)
                            weights[found] = copies[t, i]
                            found += 1
                gather(pool, to, n_open, pool, offsets, weights, found)
                if h < free:
                    for i in range(digits):
                        after = t + stride[i]
                        if copies[t, i] > 0 and low[after, v] >= high[after, v]:
                            source = uint64(((after * free + h) * nodes + k) * span + place + begin)
                            plus(pool, to, line_free, source, n_open, float(copies[t, i]))
                for g in range(groups):
                    if shows[h, g] > 0 and shown_after[h, g] < rows:
                        source = uint64(t * size + shown_after[h, g] * width + k * lanes + begin)
                        plus(pool, to, pool, source, n_open, float(shows[h, g]))
                for a in range(finds.shape[1]):
                    if finds[k, a] > 0:
                        source = uint64(at + found_after[k, a] * lanes + begin)
                        plus(pool, to, pool, source, n_open, float(finds[k, a]))
                weight = 1.0 / cards
                source = uint64(h * width + k * lanes + begin)
                halt += uint64(begin)
                if j >= 0:
                    mean(pool, to, n_open, busts, source, float(unseen), pool, halt, weight)
                    give(out[t, h, j], pool, to, n_open, 1.0, shift + begin, first + begin, x_low[j], x_high[j], flip)
                    best_of(pool, to, n_open, 1.0, pool, halt)
                else:
                    mean_or_stop(pool, to, n_open, busts, source, float(unseen), halt, weight)


def _both(
    lanes: int, copies: Any, stride: Any, left: Any, hazard_cards: Any, shows: Any, shown_after: Any,
    bust_copies: Any, undrawn: Any, finds: Any, found_after: Any, home: Any, bust: Any, alone: Any, other: Any,
    root: Any,
) -> None:  # fmt: skip
    """The leader's chance at every position with both in, over `alone`; `root` gets that of going on at the first."""
    count, digits = copies.shape
    hazards, groups = bust_copies.shape
    nodes = undrawn.size
    width = nodes * lanes
    size = hazards * width
    n, w = uint64(lanes), uint64(width)
    sums = np.empty(size)
    offsets = np.empty(max(digits, groups) + 1, np.uint64)
    weights = np.empty(max(digits, groups) + 1)
    pool, others, homes = alone.ravel(), other.ravel(), home.ravel()
    busts = np.zeros(size)
    for h in range(hazards):
        for k in range(nodes):
            for g in range(groups):
                if bust_copies[h, g] > 0:
                    to = uint64(h * width + k * lanes)
                    plus(busts, to, bust[g, k], uint64(0), n, float(bust_copies[h, g]))
    for t in range(count - 1, -1, -1):
        found = 0
        for i in range(digits):
            if copies[t, i] > 0:
                offsets[found] = uint64((t + stride[i]) * size)
                weights[found] = copies[t, i]
                found += 1
        gather(sums, uint64(0), uint64(size), pool, offsets, weights, found)
        for h in range(hazards - 1, -1, -1):
            start = uint64(h * width)
            at = uint64(t * size + h * width)
            for g in range(3):
                offsets[g] = uint64(0)
                weights[g] = 0.0
            found = 0
            for g in range(groups):
                if shows[h, g] > 0:
                    source = uint64(t * size + shown_after[h, g] * width)
                    if found < 3:
                        offsets[found] = source
                        weights[found] = shows[h, g]
                        found += 1
                    else:
                        plus(sums, start, pool, source, w, float(shows[h, g]))
            mix(sums, start, w, busts, pool, offsets, weights, found)
            for k in range(nodes):
                to = start + uint64(k * lanes)
                cards = left[t] + hazard_cards[h] + undrawn[k]
                is_root = t == 0 and h == 0 and k == nodes - 1
                if cards == 0:
                    for i in range(n):
                        pool[at + uint64(k * lanes) + i] = home[k, i]
                    if is_root:
                        root[:] = home[k]
                    continue
                for a in range(finds.shape[1]):
                    if finds[k, a] > 0:
                        plus(sums, to, pool, at + uint64(found_after[k, a] * lanes), n, float(finds[k, a]))
                weight = 1.0 / cards
                if is_root:
                    for i in range(n):
                        root[i] = sums[to + i] * weight
                    continue
                play(sums, to, n, weight, pool, others, at + uint64(k * lanes), homes, uint64(k * lanes))


reachable = _compiled(_reachable)
free_rows = _compiled(_free)
lone_pass = _compiled(_lone)
both_pass = _compiled(_both)

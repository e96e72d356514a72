"""The loops of the two-player game for a player left alone, compiled.

They go back through all sets of treasures drawn, and at each through all hazards showing. The innermost loops (in
`duel_lanes`) run over lanes: neighbouring score differences, which never meet inside an expedition, and at each all
places of the artifacts. Nothing is reordered or contracted beyond what stands here, so that rounding can be bounded.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit, uint64

from incan_math.decisions.duel.lanes import (
    add_node,
    better,
    better_to,
    copy,
    first_gain,
    gains,
    gather,
    give,
    last_gain,
    mean_and_stop,
    mean_or_stop,
    plus,
)

__all__ = ["free_rows", "lone_pass"]

_compiled = njit(cache=True, nogil=True, error_model="numpy")


def _free(
    free: int, first_z: int, span: int, copies: Any, stride: Any, values: Any, gems: Any, left: Any,
    hazard_cards: Any, shows: Any, shown_after: Any, undrawn: Any, finds: Any, found_after: Any, stop: Any,
    stop_base: int, sums: Any, rows: Any,
) -> None:  # fmt: skip
    """What a lone player can look up whose next deadly hazard makes him stop, for `span` leads less gems drawn.

    `sums[t]` is the chance on stopping after one more treasure, summed over all of them; `rows[t, h]` that of
    playing on while none of the hazards showing (the first `free` sets of them) can bust; both by lead and artifacts.
    """
    count, digits = copies.shape
    nodes = undrawn.size
    flat, halts, lines = rows.ravel(), stop.ravel(), sums.ravel()
    width = span * nodes
    n, step = uint64(width), uint64(nodes)
    offsets = np.empty(digits + 1, np.uint64)
    weights = np.empty(digits + 1)
    for t in range(count - 1, -1, -1):
        off = first_z + gems[t] - stop_base
        halt = uint64(off * nodes)
        found = 0
        for i in range(digits):
            if copies[t, i] > 0:
                offsets[found] = uint64((off + values[i]) * nodes)
                weights[found] = copies[t, i]
                found += 1
        gather(lines, uint64(t * width), n, halts, offsets, weights, found)
        for h in range(free - 1, -1, -1):
            at = uint64((t * free + h) * width)
            found = 0
            for i in range(digits):
                if copies[t, i] > 0:
                    offsets[found] = uint64(((t + stride[i]) * free + h) * width)
                    found += 1
            gather(flat, at, n, flat, offsets, weights, found)
            halting = 0
            for g in range(shows.shape[1]):
                if shows[h, g] > 0:
                    to = shown_after[h, g]
                    if to < free:
                        plus(flat, at, flat, uint64((t * free + to) * width), n, float(shows[h, g]))
                    else:
                        halting += shows[h, g]
            plus(flat, at, halts, halt, n, float(halting))
            for k in range(nodes):
                here = at + uint64(k)
                for a in range(finds.shape[1]):
                    if finds[k, a] > 0:
                        add_node(
                            flat, here, flat, at + uint64(found_after[k, a]), uint64(span), step, float(finds[k, a])
                        )
                cards = left[t] + hazard_cards[h] + undrawn[k]
                weight = 1.0 / cards if cards > 0 else 0.0
                better(flat, here, halts, halt + uint64(k), uint64(span), step, weight)


def _lone(
    first_z: int, first_x: int, lanes: int, least: int, goal: int, reach: Any, copies: Any, stride: Any, values: Any,
    gems: Any, gone: Any, left: Any, hazard_cards: Any, deadly: Any, level_of: Any, shows: Any, shown_after: Any,
    bust_copies: Any, undrawn: Any, finds: Any, found_after: Any, pool: Any, windows: int, stop_base: int, bust: Any,
    best_bust: Any, bust_base: int, free: int, table_z: int, sums: Any, rows_free: Any, entry: Any, x_low: Any,
    x_high: Any, points: Any, flip: bool, first_d: int, low: Any, high: Any, out: Any,
) -> None:  # fmt: skip
    """The values of going on for a player left alone, at every place where the other can have left, into `out`.

    Lane i: the player would be y = first_z + i + gems[t] ahead on stopping, and is x = first_x + i ahead on a bust.
    `pool` holds a row for each treasures and hazards, and from `windows` on the chances on stopping by y; in both the
    artifacts of one lane stand side by side. With as many deadly cards as level v has, lanes low[t, v] to high[t, v]
    are computed; in all others the player stops, and so he does ever after, but for the first `free` hazards, which
    none can bust: those are in `rows_free`.
    """
    count, digits = copies.shape
    hazards, groups = bust_copies.shape
    nodes = undrawn.size
    width = nodes * lanes
    size = hazards * width
    levels = low.shape[1]
    both = entry.size
    n, w, step = uint64(lanes), uint64(width), uint64(nodes)
    busts = np.zeros(size)
    best = np.empty(width)
    more = np.empty(width)
    draws = False
    cards_of = np.zeros(levels, np.int64)
    most_cards = left[0] + hazard_cards[0] + 1
    for h in range(hazards):
        cards_of[level_of[h]] = deadly[h]
        most_cards = max(most_cards, left[0] + hazard_cards[h] + 1)
    for k in range(nodes):
        at = first_x - bust_base
        for i in range(lanes):
            best[i * nodes + k] = best_bust[k, at + i]
            more[i * nodes + k] = undrawn[k]
            for h in range(hazards):
                for g in range(groups):
                    busts[h * width + i * nodes + k] += bust_copies[h, g] * bust[g, k, at + i]
        for a in range(finds.shape[1]):
            draws = draws or finds[k, a] > 0
    shares = np.zeros((most_cards, width))
    for cards in range(most_cards):
        for i in range(width):
            if cards + more[i] > 0.0:
                shares[cards, i] = 1.0 / (cards + more[i])
    begins = np.empty(count, np.int64)
    used = 0  # Rows lie close together, for the sake of the caches.
    gain = np.empty(width)
    local = np.empty(width)
    spare = np.empty(width)
    done = np.empty(width)
    offsets = np.empty(digits + 1, np.uint64)
    weights = np.empty(digits + 1)
    has_sums = sums.size > 0
    line_free, line_sums = rows_free.ravel(), sums.ravel()
    span = rows_free.shape[2] * nodes
    skip = 1 if free > 0 else 0
    for t in range(count - 1, -1, -1):
        for v in range(levels):
            low[t, v] = lanes
            high[t, v] = 0
        if not reach[t] or first_z + lanes - 1 + gems[t] < least:
            continue
        off = first_z + gems[t] - stop_base
        halts = windows + off * nodes
        halt = uint64(halts)
        floor = max(0, least - first_z - gems[t])
        found = 0
        for i in range(digits):
            if copies[t, i] > 0:
                after = t + stride[i]
                weights[found] = copies[t, i]
                offsets[found] = uint64(halts + values[i] * nodes)
                found += 1
                for v in range(skip, levels):
                    if low[after, v] >= high[after, v]:
                        break
                    low[t, v] = min(low[t, v], max(low[after, v], floor))
                    high[t, v] = max(high[t, v], high[after, v])
        shift = first_z + 2 * gone[t] - first_d
        here = (goal < 0 or gone[t] == goal) and -lanes < shift < out.shape[3]
        place = (first_z - table_z) * nodes if has_sums else 0
        if has_sums:
            copy(local, uint64(0), line_sums, uint64(t * span + place), w)
        else:
            gather(local, uint64(0), w, pool, offsets, weights, found)
        gains(gain, local, pool, halt, more, float(left[t]), w)
        if draws:
            for k in range(nodes):
                for a in range(finds.shape[1]):
                    if finds[k, a] > 0:
                        source = uint64(halts + found_after[k, a])
                        add_node(gain, uint64(k), pool, source, n, step, float(finds[k, a]))
        for v in range(skip, levels):
            level = float(cards_of[v])
            until = uint64(min(low[t, v], lanes))
            start = first_gain(gain, pool, halt, best, level, uint64(floor) * step, until * step) // step
            if start < until:
                low[t, v] = start
            until = uint64(max(high[t, v], min(low[t, v], lanes)))
            stop = (last_gain(gain, pool, halt, best, level, until * step, w) + step - uint64(1)) // step
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
        if here:
            for h in range(hazards):
                base = left[t] + hazard_cards[h]
                for j in range(both):
                    k = entry[j]
                    cards = base + undrawn[k]
                    first = first_z + gone[t] - points[j]
                    if cards == 0:
                        source = halt + uint64(k)
                        give(out[t, h, j], pool, source, n, step, 1.0, shift, first, x_low[j], x_high[j], flip)
                    elif h < free:
                        source = uint64((t * free + h) * span + place + k)
                        give(out[t, h, j], line_free, source, n, step, 1.0, shift, first, x_low[j], x_high[j], flip)
                    else:
                        safe = float(hazard_cards[h] - deadly[h])
                        for i in range(uint64(k), w, step):
                            spare[i] = local[i] + safe * pool[halt + i] + busts[uint64(h * width) + i]
                        for a in range(finds.shape[1]):
                            if finds[k, a] > 0:
                                source = uint64(halts + found_after[k, a])
                                add_node(spare, uint64(k), pool, source, n, step, float(finds[k, a]))
                        give(
                            out[t, h, j], spare, uint64(k), n, step, 1.0 / cards, shift, first, x_low[j], x_high[j],
                            flip,
                        )  # fmt: skip
        begins[t] = used
        used += rows * width
        for h in range(rows - 1, -1, -1):
            at = begins[t] + h * width
            row = uint64(at)
            v = level_of[h]
            begin, end = low[t, v] * nodes, high[t, v] * nodes
            n_open = uint64(end - begin)
            base = left[t] + hazard_cards[h]
            if base == 0:
                copy(pool, row, pool, halt, w)
            elif h < free:
                source = uint64((t * free + h) * span + place)
                copy(pool, row, line_free, source, uint64(begin))
                copy(pool, row + uint64(end), line_free, source + uint64(end), w - uint64(end))
            else:
                copy(pool, row, pool, halt, uint64(begin))
                copy(pool, row + uint64(end), pool, halt + uint64(end), w - uint64(end))
            to = row + uint64(begin)
            found = 0
            for i in range(digits):
                if copies[t, i] > 0:
                    after = t + stride[i]
                    if low[after, v] < high[after, v]:
                        offsets[found] = uint64(begins[after] + h * width + begin)
                        weights[found] = copies[t, i]
                        found += 1
                    elif h >= free:
                        offsets[found] = uint64(halts + values[i] * nodes + begin)
                        weights[found] = copies[t, i]
                        found += 1
            gather(pool, to, n_open, pool, offsets, weights, found)
            if h < free:
                for i in range(digits):
                    after = t + stride[i]
                    if copies[t, i] > 0 and low[after, v] >= high[after, v]:
                        source = uint64((after * free + h) * span + place + begin)
                        plus(pool, to, line_free, source, n_open, float(copies[t, i]))
            unseen = 0
            for g in range(groups):
                if shows[h, g] > 0:
                    if shown_after[h, g] < rows:
                        source = uint64(begins[t] + shown_after[h, g] * width + begin)
                        plus(pool, to, pool, source, n_open, float(shows[h, g]))
                    else:
                        unseen += shows[h, g]
            b = uint64(h * width + begin)
            stand = halt + uint64(begin)
            line = shares[base]
            open_lanes = uint64(high[t, v] - low[t, v])
            if not draws and not here:
                mean_or_stop(pool, to, n_open, busts, b, float(unseen), stand, line, uint64(begin))
                continue
            mean_and_stop(pool, to, n_open, busts, b, float(unseen), stand, line, uint64(begin), done)
            if draws:
                for k in range(nodes):
                    is_drawing = False
                    for a in range(finds.shape[1]):
                        if finds[k, a] > 0:
                            is_drawing = True
                            add_node(
                                pool, to + uint64(k), done, uint64(found_after[k, a]), open_lanes, step,
                                float(finds[k, a]),
                            )  # fmt: skip
                    if is_drawing:
                        weight = 1.0 / (base + undrawn[k])
                        better_to(
                            pool, to + uint64(k), done, uint64(k), pool, stand + uint64(k), open_lanes, step, weight
                        )
            if here:  # What was handed over above holds for lanes that stop after one more card.
                begun = low[t, v]
                for j in range(both):
                    k = entry[j]
                    if base + undrawn[k] > 0:
                        first = first_z + gone[t] - points[j] + begun
                        give(
                            out[t, h, j], pool, to + uint64(k), open_lanes, step, 1.0 / (base + undrawn[k]),
                            shift + begun, first, x_low[j], x_high[j], flip,
                        )  # fmt: skip
            copy(pool, to, done, uint64(0), n_open)


free_rows = _compiled(_free)
lone_pass = _compiled(_lone)

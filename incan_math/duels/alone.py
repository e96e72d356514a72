"""The loops of the two-player game for a player left alone, compiled.

They go back through all sets of treasures drawn. The cards of one value that can come next are summed for all hazards
showing, all places of the artifacts and all lanes at once, lanes being neighbouring score differences, which never meet
inside an expedition: rows so long keep the vector units busy. The innermost loops are in `lanes`. Nothing is reordered
or contracted beyond what stands here, so that rounding can be bounded.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit, uint64

from incan_math.duels.lanes import better, gain, gather, give, mix_rows, plus, totals

__all__ = ["free_rows", "lone_pass"]

_compiled = njit(cache=True, nogil=True, error_model="numpy")


def _free(
    free: int, first_z: int, span: int, copies: Any, stride: Any, gems: Any, left: Any, hazard_cards: Any, shows: Any,
    shown_after: Any, undrawn: Any, finds: Any, found_after: Any, stop: Any, stop_base: int, rows: Any,
) -> None:  # fmt: skip
    """What a lone player can look up whose next deadly hazard makes him stop, for `span` leads less gems drawn.

    `rows[t, h]` is the chance on playing on while none of the hazards showing (the first `free` sets of them) can bust,
    by artifacts and lead.
    """
    count, digits = copies.shape
    nodes, windows = stop.shape
    flat, halts = rows.ravel(), stop.ravel()
    width = span * nodes
    n = uint64(span)
    offsets = np.empty(digits + 1, np.uint64)
    weights = np.empty(digits + 1)
    for t in range(count - 1, -1, -1):
        off = first_z + gems[t] - stop_base
        for h in range(free - 1, -1, -1):
            at = uint64((t * free + h) * width)
            found = 0
            for i in range(digits):
                if copies[t, i] > 0:
                    offsets[found] = uint64(((t + stride[i]) * free + h) * width)
                    weights[found] = copies[t, i]
                    found += 1
            gather(flat, at, uint64(width), flat, offsets, weights, found)
            halting = 0
            for g in range(shows.shape[1]):
                if shows[h, g] > 0:
                    to = shown_after[h, g]
                    if to < free:
                        plus(flat, at, flat, uint64((t * free + to) * width), uint64(width), float(shows[h, g]))
                    else:
                        halting += shows[h, g]
            for k in range(nodes):
                here = at + uint64(k * span)
                halt = uint64(k * windows + off)
                plus(flat, here, halts, halt, n, float(halting))
                for a in range(finds.shape[1]):
                    if finds[k, a] > 0:
                        plus(flat, here, flat, at + uint64(found_after[k, a] * span), n, float(finds[k, a]))
                cards = left[t] + hazard_cards[h] + undrawn[k]
                weight = 1.0 / cards if cards > 0 else 0.0
                better(flat, here, flat, here, n, halts, halt, weight)


def _lone(
    first_z: int, first_x: int, lanes: int, least: int, goal: int, reach: Any, copies: Any, stride: Any, values: Any,
    gems: Any, gone: Any, left: Any, hazard_cards: Any, deadly: Any, shows: Any, shown_after: Any, bust_copies: Any,
    undrawn: Any, finds: Any, found_after: Any, pool: Any, stop: Any, stop_base: int, bust: Any, best_bust: Any,
    bust_base: int, free: int, table_z: int, rows_free: Any, entry: Any, first_entry: int, x_low: Any,
    x_high: Any, points: Any, flip: bool, first_d: int, begins: Any, out: Any,
) -> None:  # fmt: skip
    """The values of going on for a player left alone, at every place where the other can have left, into `out`.

    Lane i: the player would be y = first_z + i + gems[t] ahead on stopping, and is x = first_x + i ahead on a bust.
    From `begins[t]` on stand in `pool` the chances at treasures t, by hazards showing, artifacts and lane; where that
    is negative the player stops, and so he does ever after, but for the first `free` hazards, which none can bust:
    those are in `rows_free`.
    """
    count, digits = copies.shape
    hazards, groups = bust_copies.shape
    nodes, windows = stop.shape
    width = nodes * lanes
    both = entry.size
    n, w = uint64(lanes), uint64(width)
    halts, line_free = stop.ravel(), rows_free.ravel()
    busts = np.zeros(hazards * width)
    for k in range(nodes):
        for h in range(hazards):
            for g in range(groups):
                if bust_copies[h, g] > 0:
                    to = uint64(h * width + k * lanes)
                    plus(busts, to, bust[g, k], uint64(first_x - bust_base), n, float(bust_copies[h, g]))
    used = 0  # Rows lie close together, for the sake of the caches.
    local = np.empty(width)
    riskless = np.empty(width)
    total = np.empty(width)
    offsets = np.empty(digits + 1, np.uint64)
    weights = np.empty(digits + 1)
    closed = np.empty(digits + 1, np.int64)
    moved = np.empty(digits + 1, np.uint64)
    moved_weights = np.empty(digits + 1)
    shown = np.zeros(max(groups, 3), np.uint64)
    shown_weights = np.zeros(max(groups, 3))
    span = rows_free.shape[3]
    place = first_z - table_z
    for t in range(count - 1, -1, -1):
        begins[t] = -1
        if not reach[t] or first_z + lanes - 1 + gems[t] < least:
            continue
        off = first_z + gems[t] - stop_base
        opened, shut = 0, 0
        for i in range(digits):
            if copies[t, i] > 0:
                after = t + stride[i]
                if begins[after] >= 0:
                    offsets[opened] = uint64(begins[after])
                    weights[opened] = copies[t, i]
                    opened += 1
                else:
                    closed[shut] = i
                    moved_weights[shut] = copies[t, i]
                    shut += 1
        for k in range(nodes):
            for j in range(shut):
                moved[j] = uint64(k * windows + off + values[closed[j]])
            gather(local, uint64(k * lanes), n, halts, moved, moved_weights, shut)
        is_open = opened > 0
        if not is_open and free < hazards:
            floor = uint64(max(0, least - first_z - gems[t]))
            for k in range(nodes):
                halt = uint64(k * windows + off)
                for i in range(n):
                    total[i] = local[uint64(k * lanes) + i] - (left[t] + undrawn[k]) * halts[halt + i]
                for a in range(finds.shape[1]):
                    if finds[k, a] > 0:
                        plus(total, uint64(0), halts, uint64(found_after[k, a] * windows + off), n, float(finds[k, a]))
                at = uint64(first_x - bust_base)
                if gain(total, floor, n, halts, halt, best_bust[k], at, deadly[free], deadly[hazards - 1]):
                    is_open = True
                    break
        shift = first_z + 2 * gone[t] - first_d
        here = (goal < 0 or gone[t] == goal) and -lanes < shift < out.shape[3]
        if is_open:
            begins[t] = used
            used += hazards * width
            gather(pool, uint64(begins[t]), uint64(hazards * width), pool, offsets, weights, opened)
        elif not here:
            continue
        for h in range(hazards - 1, -1, -1):
            base = left[t] + hazard_cards[h]
            row = uint64(begins[t] + h * width)
            if is_open:
                found = 0
                for g in range(groups):
                    if shows[h, g] > 0:
                        shown[found] = uint64(begins[t] + shown_after[h, g] * width)
                        shown_weights[found] = shows[h, g]
                        found += 1
                if h < free:
                    for j in range(shut):
                        moved[j] = uint64(((t + stride[closed[j]]) * free + h) * nodes * span + place)
                    for k in range(nodes):
                        gather(riskless, uint64(k * lanes), n, line_free, moved, moved_weights, shut)
                        for j in range(shut):
                            moved[j] += uint64(span)
                    mix_rows(total, w, pool, row, riskless, busts, uint64(h * width), shown, shown_weights, found)
                else:
                    mix_rows(total, w, pool, row, local, busts, uint64(h * width), shown, shown_weights, found)
                for k in range(nodes):
                    at = uint64(k * lanes)
                    for a in range(finds.shape[1]):
                        if finds[k, a] > 0:
                            plus(total, at, pool, row + uint64(found_after[k, a] * lanes), n, float(finds[k, a]))
                    cards = base + undrawn[k]
                    weight = 1.0 / cards if cards > 0 else 0.0
                    better(pool, row + at, total, at, n, halts, uint64(k * windows + off), weight)
            if not here:
                continue
            for j in range(both):
                k = entry[j]
                cards = base + undrawn[k]
                first = first_z + gone[t] - points[j]
                halt, at = uint64(k * windows + off), uint64(k * lanes)
                if cards == 0:
                    give(out[t, h, first_entry + j], halts, halt, n, 1.0, shift, first, x_low[j], x_high[j], flip)
                elif is_open:
                    give(out[t, h, first_entry + j], total, at, n, 1.0 / cards, shift, first, x_low[j], x_high[j], flip)
                elif h < free:  # Going on, even where stopping is better: an artifact found can do harm.
                    first_row = uint64((t * free + h) * nodes * span + place)
                    for i in range(shut):
                        after = t + stride[closed[i]]
                        moved[i] = uint64(((after * free + h) * nodes + k) * span + place)
                    gather(riskless, uint64(0), n, line_free, moved, moved_weights, shut)
                    for g in range(groups):
                        if shows[h, g] > 0:
                            to = shown_after[h, g]
                            if to < free:
                                source = uint64(((t * free + to) * nodes + k) * span + place)
                                plus(riskless, uint64(0), line_free, source, n, float(shows[h, g]))
                            else:
                                plus(riskless, uint64(0), halts, halt, n, float(shows[h, g]))
                    for a in range(finds.shape[1]):
                        if finds[k, a] > 0:
                            source = first_row + uint64(found_after[k, a] * span)
                            plus(riskless, uint64(0), line_free, source, n, float(finds[k, a]))
                    weight = 1.0 / cards
                    give(
                        out[t, h, first_entry + j],
                        riskless,
                        uint64(0),
                        n,
                        weight,
                        shift,
                        first,
                        x_low[j],
                        x_high[j],
                        flip,
                    )
                else:
                    safe = float(hazard_cards[h] - deadly[h])
                    totals(total, at, n, local, halts, halt, safe, busts, uint64(h * width) + at)
                    for a in range(finds.shape[1]):
                        if finds[k, a] > 0:
                            source = uint64(found_after[k, a] * windows + off)
                            plus(total, at, halts, source, n, float(finds[k, a]))
                    give(out[t, h, first_entry + j], total, at, n, 1.0 / cards, shift, first, x_low[j], x_high[j], flip)


free_rows = _compiled(_free)
lone_pass = _compiled(_lone)

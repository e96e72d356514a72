"""The compiled loops for a solo player: backwards through all sets of treasures that can be out."""

from __future__ import annotations

from typing import Any

import numpy as np

from incan_math.duels.row_kernels import (
    ArtifactMoves,
    Ends,
    Moves,
    Offsets,
    better,
    gain,
    gather,
    give,
    mix_rows,
    plus,
    totals,
)  # fmt: skip
from incan_math.storage.compiled import compiled, uint64

__all__ = ["free_rows", "solo_pass"]


@compiled
def free_rows(
    free: int, first_z: int, span: int, moves: Moves, artifacts: ArtifactMoves, stop: Any, stop_base: int, rows: Any
) -> None:
    """What a solo player can look up whose next deadly hazard makes him stop, for `span` leads less gems drawn.

    `rows[t, h]` is the probability of winning by playing on while none of the hazards showing (the first `free` sets of
    them) can bust, by artifacts and lead.
    """
    copies, stride, _, gems, left, hazard_cards, _, shows, shown_after, _ = moves
    undrawn, finds, found_after = artifacts
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
            found = np.int64(0)  # Not 0: for a literal numba compiles what it is passed to once more.
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


@compiled
def solo_pass(
    offsets_of: Offsets, moves: Moves, artifacts: ArtifactMoves, ends: Ends, reach: Any, gone: Any, free: int,
    table_z: int,
    rows_free: Any, entry: Any, first_entry: int, x_low: Any, x_high: Any, points: Any, flip: bool, first_d: int,
    pool: Any, begins: Any, out: Any,
) -> None:  # fmt: skip
    """The values of going on for a solo player, at every place where the other can have left, into `out`.

    Offset i: the player would be y = first_z + i + gems[t] ahead on stopping, and is x = first_x + i ahead on a bust.
    From `begins[t]` on stand in `pool` the probabilities at treasures t, by hazards showing, artifacts and offset;
    where `begins[t]` is negative the player stops, and so he does ever after, but for the first `free` hazards,
    which none can bust: those are in `rows_free`.
    """
    first_z, first_x, leads, least, goal = offsets_of
    copies, stride, values, gems, left, hazard_cards, deadly, shows, shown_after, bust_copies = moves
    undrawn, finds, found_after = artifacts
    stop, stop_base, bust, best_bust, bust_base = ends
    count, digits = copies.shape
    hazards, groups = bust_copies.shape
    nodes, windows = stop.shape
    width = nodes * leads
    both = entry.size
    n, w = uint64(leads), uint64(width)
    halts, line_free = stop.ravel(), rows_free.ravel()
    busts = np.zeros(hazards * width)
    for k in range(nodes):
        for h in range(hazards):
            for g in range(groups):
                if bust_copies[h, g] > 0:
                    to = uint64(h * width + k * leads)
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
        if not reach[t] or first_z + leads - 1 + gems[t] < least:
            continue
        off = first_z + gems[t] - stop_base
        opened, shut = np.int64(0), np.int64(0)
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
            gather(local, uint64(k * leads), n, halts, moved, moved_weights, shut)
        is_open: Any = opened > 0
        if not is_open and free < hazards:
            floor = uint64(max(0, least - first_z - gems[t]))
            for k in range(nodes):
                halt = uint64(k * windows + off)
                for i in range(n):
                    total[i] = local[uint64(k * leads) + i] - (left[t] + undrawn[k]) * halts[halt + i]
                for a in range(finds.shape[1]):
                    if finds[k, a] > 0:
                        plus(total, uint64(0), halts, uint64(found_after[k, a] * windows + off), n, float(finds[k, a]))
                at = uint64(first_x - bust_base)
                if gain(total, floor, n, halts, halt, best_bust[k], at, deadly[free], deadly[hazards - 1]):
                    is_open = True
                    break
        shift = first_z + 2 * gone[t] - first_d
        here = (goal < 0 or gone[t] == goal) and -leads < shift < out.shape[3]
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
                found = np.int64(0)
                for g in range(groups):
                    if shows[h, g] > 0:
                        shown[found] = uint64(begins[t] + shown_after[h, g] * width)
                        shown_weights[found] = shows[h, g]
                        found += 1
                if h < free:
                    for j in range(shut):
                        moved[j] = uint64(((t + stride[closed[j]]) * free + h) * nodes * span + place)
                    for k in range(nodes):
                        gather(riskless, uint64(k * leads), n, line_free, moved, moved_weights, shut)
                        for j in range(shut):
                            moved[j] += uint64(span)
                    mix_rows(total, w, pool, row, riskless, busts, uint64(h * width), shown, shown_weights, found)
                else:
                    mix_rows(total, w, pool, row, local, busts, uint64(h * width), shown, shown_weights, found)
                for k in range(nodes):
                    at = uint64(k * leads)
                    for a in range(finds.shape[1]):
                        if finds[k, a] > 0:
                            plus(total, at, pool, row + uint64(found_after[k, a] * leads), n, float(finds[k, a]))
                    cards = base + undrawn[k]
                    weight = 1.0 / cards if cards > 0 else 0.0
                    better(pool, row + at, total, at, n, halts, uint64(k * windows + off), weight)
            if not here:
                continue
            for j in range(both):
                k = entry[j]
                cards = base + undrawn[k]
                halt, at = uint64(k * windows + off), uint64(k * leads)
                source, start, weight = total, at, 1.0 / cards if cards > 0 else 0.0
                if cards == 0:
                    source, start, weight = halts, halt, 1.0
                elif not is_open and h < free:  # Going on, even if stopping is better: an artifact can do harm.
                    source, start = riskless, uint64(0)
                    first_row = uint64((t * free + h) * nodes * span + place)
                    for i in range(shut):
                        after = t + stride[closed[i]]
                        moved[i] = uint64(((after * free + h) * nodes + k) * span + place)
                    gather(riskless, uint64(0), n, line_free, moved, moved_weights, shut)
                    for g in range(groups):
                        if shows[h, g] > 0:
                            to = shown_after[h, g]
                            if to < free:
                                row_after = uint64(((t * free + to) * nodes + k) * span + place)
                                plus(riskless, uint64(0), line_free, row_after, n, float(shows[h, g]))
                            else:
                                plus(riskless, uint64(0), halts, halt, n, float(shows[h, g]))
                    for a in range(finds.shape[1]):
                        if finds[k, a] > 0:
                            row_after = first_row + uint64(found_after[k, a] * span)
                            plus(riskless, uint64(0), line_free, row_after, n, float(finds[k, a]))
                elif not is_open:
                    safe = float(hazard_cards[h] - deadly[h])
                    totals(total, at, n, local, halts, halt, safe, busts, uint64(h * width) + at)
                    for a in range(finds.shape[1]):
                        if finds[k, a] > 0:
                            row_after = uint64(found_after[k, a] * windows + off)
                            plus(total, at, halts, row_after, n, float(finds[k, a]))
                first = first_z + gone[t] - points[j]
                target = out[t, h, first_entry + j]
                give(target, source, start, n, weight, shift, first, x_low[j], x_high[j], flip)

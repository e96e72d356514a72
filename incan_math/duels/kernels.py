"""The compiled loops of the two-player game: backwards through all sets of treasures that can be out.

The cards of one value that can come next are summed for all hazards showing, all places of the artifacts and all
score offsets at once, neighbouring score differences, which never meet inside an expedition: rows so long keep the
vector units busy. Indices are unsigned and arrays flat, for a signed index could count from an array's end and keeps
the compiler from using vector instructions. Nothing is reordered or contracted beyond what stands here, so that
rounding can be bounded.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from incan_math.storage.compiled import compiled, inner, uint64

__all__ = ["Artifacts", "Ends", "Moves", "Offsets", "both_pass", "free_rows", "reachable", "solo_pass"]


class Moves(NamedTuple):
    """The treasures and hazards of a deck: what each card leads to, and what is left then."""

    copies: Any
    stride: Any
    values: Any
    gems: Any
    left: Any
    hazard_cards: Any
    deadly: Any
    shows: Any
    shown_after: Any
    bust_copies: Any


class Artifacts(NamedTuple):
    """Places where artifacts can be: how many are undrawn, and where finding one of each kind leads."""

    undrawn: Any
    finds: Any
    found: Any


class Ends(NamedTuple):
    """What stopping and busting are worth to a solo player, by artifacts and by the lead from a base on."""

    stop: Any
    stop_base: int
    bust: Any
    best_bust: Any
    bust_base: int


class Offsets(NamedTuple):
    """Score offsets of a pass: the leads on stopping from `first_z` less the gems out, on a bust from `first_x` on."""

    first_z: int
    first_x: int
    lanes: int
    least: int
    goal: int


@inner
def plus(total: Any, to: Any, row: Any, at: Any, n: Any, weight: float) -> None:
    for i in range(n):
        total[to + i] += weight * row[at + i]


@inner
def gather(total: Any, to: Any, n: Any, pool: Any, offsets: Any, weights: Any, count: int) -> None:
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


@inner
def mix(total: Any, to: Any, n: Any, busts: Any, pool: Any, offsets: Any, weights: Any, count: int) -> None:
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


@inner
def mix_rows(
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


@inner
def totals(total: Any, to: Any, n: Any, sums: Any, stop: Any, at: Any, safe: float, busts: Any, b: Any) -> None:
    """Set `total` to the sums of treasures, cards that neither bust nor pay, and busts, where one stops ever after."""
    for i in range(n):
        total[to + i] = (sums[to + i] + safe * stop[at + i]) + busts[b + i]


@inner
def gain(gains: Any, start: Any, n: Any, stop: Any, at: Any, bust: Any, b: Any, fewest: float, most: float) -> bool:
    """Whether one more card gains over stopping in a lane, with the fewest deadly cards or the most.

    The gain is linear in their number, so that it is not positive between where it is not at both.
    """
    found = 0
    for i in range(start, n):
        risk = stop[at + i] - bust[b + i]
        found += 1 if gains[i] - fewest * risk > 0.0 or gains[i] - most * risk > 0.0 else 0
    return found > 0


@inner
def better(row: Any, to: Any, total: Any, at: Any, n: Any, stop: Any, halt: Any, weight: float) -> None:
    """The better of a mean and stopping; stopping where no card is left."""
    for i in range(n):
        go = total[at + i] * weight
        one = stop[halt + i]
        row[to + i] = go if go > one else one


@inner
def give(
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


@inner
def play(go: Any, to: Any, n: Any, weight: float, alone: Any, other: Any, at: Any, home: Any, where: Any) -> None:
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


@compiled
def free_rows(
    free: int, first_z: int, span: int, moves: Moves, artifacts: Artifacts, stop: Any, stop_base: int, rows: Any
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


@compiled
def solo_pass(
    offsets_of: Offsets, moves: Moves, artifacts: Artifacts, ends: Ends, reach: Any, gone: Any, free: int, table_z: int,
    rows_free: Any, entry: Any, first_entry: int, x_low: Any, x_high: Any, points: Any, flip: bool, first_d: int,
    pool: Any, begins: Any, out: Any,
) -> None:  # fmt: skip
    """The values of going on for a player left alone, at every place where the other can have left, into `out`.

    Offset i: the player would be y = first_z + i + gems[t] ahead on stopping, and is x = first_x + i ahead on a bust.
    From `begins[t]` on stand in `pool` the probabilities at treasures t, by hazards showing, artifacts and offset;
    where `begins[t]` is negative the player stops, and so he does ever after, but for the first `free` hazards,
    which none can bust: those are in `rows_free`.
    """
    first_z, first_x, lanes, least, goal = offsets_of
    copies, stride, values, gems, left, hazard_cards, deadly, shows, shown_after, bust_copies = moves
    undrawn, finds, found_after = artifacts
    stop, stop_base, bust, best_bust, bust_base = ends
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


@compiled
def reachable(goal: int, gone: Any, copies: Any, stride: Any, reach: Any) -> None:
    """Mark the treasures drawn from which somebody who left with `goal` gems can have parted."""
    count, digits = copies.shape
    for t in range(count):
        reach[t] = gone[t] == goal
    for t in range(count):
        if reach[t]:
            for i in range(digits):
                if copies[t, i] > 0:
                    reach[t + stride[i]] = 1


@compiled
def both_pass(
    lanes: int, moves: Moves, artifacts: Artifacts, home: Any, bust: Any, alone: Any, other: Any, root: Any
) -> None:
    """The leader's probability of winning at every position with both in, over `alone`.

    `root` gets that of going on at the first.
    """
    copies, stride, _, _, left, hazard_cards, _, shows, shown_after, bust_copies = moves
    undrawn, finds, found_after = artifacts
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

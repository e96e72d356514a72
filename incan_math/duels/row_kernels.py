"""The arrays of the two-player game that compiled loops share, and what these loops do with rows of score offsets.

Neighbouring score differences never meet inside an expedition, so each operation runs over a row of them: rows so long
keep the vector units busy. Indices are unsigned and arrays flat, for a signed index could count from an array's end and
keeps the compiler from using vector instructions. Nothing is reordered or contracted beyond what stands here, so that
rounding can be bounded.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from incan_math.storage.compiled import inner, uint64

__all__ = [
    "ArtifactMoves", "Ends", "Moves", "Offsets", "better", "gain", "gather", "give", "mix", "mix_rows", "play", "plus",
    "totals",
]  # fmt: skip


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


class ArtifactMoves(NamedTuple):
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
    leads: int
    least: int
    goal: int


@inner
def plus(total: Any, to: Any, row: Any, at: Any, n: Any, weight: float) -> None:
    """Add a row with a weight."""
    for i in range(n):
        total[to + i] += weight * row[at + i]


@inner
def gather(total: Any, to: Any, n: Any, pool: Any, offsets: Any, weights: Any, count: Any) -> None:
    """Set `total` to the sum of `count` rows of the pool with their weights."""
    done = 0
    if count >= 4:
        a, b, c, d = offsets[0], offsets[1], offsets[2], offsets[3]
        wa, wb, wc, wd = weights[0], weights[1], weights[2], weights[3]
        for i in range(n):
            total[to + i] = (wa * pool[a + i] + wb * pool[b + i]) + (wc * pool[c + i] + wd * pool[d + i])
        done = 4
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
def mix(total: Any, to: Any, n: Any, busts: Any, pool: Any, offsets: Any, weights: Any, count: Any) -> None:
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
    total: Any, n: Any, pool: Any, at: Any, looked_up: Any, busts: Any, b: Any, offsets: Any, weights: Any, count: Any
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
    """Whether one more card gains over stopping in a lead, with the fewest deadly cards or the most.

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
    """Write the leads whose player is low..high ahead on a bust to where their differences stand in `target`."""
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
def play(go: Any, to: Any, n: Any, weight: float, own: Any, other: Any, at: Any, home: Any, where: Any) -> None:
    """The value of the 2x2 game at each lead, into `own`.

    Rows: the leader stays, retires; columns: so does the other. [[go, own], [other, home]], the leader maximises.
    """
    for i in range(n):
        v = go[to + i] * weight
        a = own[at + i]
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
        own[at + i] = value if mixed else low

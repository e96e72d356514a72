"""The compiled loops while both players are in: backwards through all sets of treasures that can be out.

The cards of one value that can come next are summed for all hazards showing, all places of the artifacts and all score
offsets at once.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from incan_math.duels.row_kernels import ArtifactMoves, Moves, gather, mix, play, plus
from incan_math.storage.compiled import compiled, uint64

__all__ = ["both_pass", "reachable"]


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
    leads: int, moves: Moves, artifacts: ArtifactMoves, home: Any, bust: Any, own: Any, other: Any, root: Any
) -> None:
    """The leader's probability of winning at every position with both in, over `own`.

    `root` gets that of going on at the first.
    """
    copies, stride, _, _, left, hazard_cards, _, shows, shown_after, bust_copies = moves
    undrawn, finds, found_after = artifacts
    count, digits = copies.shape
    hazards, groups = bust_copies.shape
    nodes = undrawn.size
    width = nodes * leads
    size = hazards * width
    n, w = uint64(leads), uint64(width)
    sums = np.empty(size)
    offsets = np.empty(max(digits, groups, 3), np.uint64)
    weights = np.empty(max(digits, groups, 3))
    pool, others, homes = own.ravel(), other.ravel(), home.ravel()
    busts = np.zeros(size)
    for h in range(hazards):
        for k in range(nodes):
            for g in range(groups):
                if bust_copies[h, g] > 0:
                    to = uint64(h * width + k * leads)
                    plus(busts, to, bust[g, k], uint64(0), n, float(bust_copies[h, g]))
    for t in range(count - 1, -1, -1):
        found = np.int64(0)
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
            found = np.int64(0)
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
                to = start + uint64(k * leads)
                cards = left[t] + hazard_cards[h] + undrawn[k]
                is_root = t == 0 and h == 0 and k == nodes - 1
                if cards == 0:
                    for i in range(n):
                        pool[at + uint64(k * leads) + i] = home[k, i]
                        if is_root:  # Not by a slice: its shape error alone takes seconds to compile.
                            root[i] = home[k, i]
                    continue
                for a in range(finds.shape[1]):
                    if finds[k, a] > 0:
                        plus(sums, to, pool, at + uint64(found_after[k, a] * leads), n, float(finds[k, a]))
                weight = 1.0 / cards
                if is_root:
                    for i in range(n):
                        root[i] = sums[to + i] * weight
                    continue
                play(sums, to, n, weight, pool, others, at + uint64(k * leads), homes, uint64(k * leads))

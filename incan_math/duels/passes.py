"""The passes over an expedition for a solo player: which leads each one covers, and the memory they share."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from incan_math.duels.deck_arrays import Share, Tables

if TYPE_CHECKING:
    from numpy import ndarray

    Array = ndarray[Any, Any]

__all__ = ["EVERY", "SCRATCH", "STRIP", "SoloPass", "SoloSide", "Scratch", "Side", "last_passes", "passes"]

STRIP = 32
"""Leads on stopping that are solved together for a solo player in the last expedition, at most."""
EVERY = 1 << 40
"""More than any lead."""


class Side(NamedTuple):
    """What the end of the expedition is worth to a player once the other has left, by where the artifacts are.

    Attributes:
        first: the lowest of the leads, seen by this player.
        stop: probabilities of winning on stopping, by artifacts and lead from `stop_base` on, before artifacts count.
        bust: the same on a bust of each hazard size, from `bust_base` on.
        level: the same on a bust that leaves the scores equal, by artifacts at the moment the other leaves.
    """

    first: int
    stop: Array
    stop_base: int
    bust: Array
    bust_base: int
    level: tuple[float, ...]


class SoloPass(NamedTuple):
    """A pass for a solo player: `first_z` + i + gems drawn is the lead on stopping, `first_x` + i the one on a bust.

    `low` and `high` say for which leads on a bust the result holds, by artifacts; `goal` with how many gems the other
    left, -1 for any number.
    """

    first_z: int
    first_x: int
    leads: int
    least: int
    goal: int
    reach: Array
    low: Array
    high: Array
    can_bust: bool


def passes(side: Side, leads: int, tables: Tables, share: Share) -> Iterator[SoloPass]:
    """One for each number of gems with which the other can have left."""
    every = np.full(len(share.entry), EVERY)
    for number, goal in enumerate(tables.goals):
        yield SoloPass(
            side.first - 2 * int(goal), side.first - int(goal), leads, -EVERY, int(goal), tables.reach[number],
            -every, every, True,
        )  # fmt: skip


def last_passes(
    side: Side, leads: int, points: tuple[int, ...], tables: Tables, share: Share, strip: int
) -> Iterator[SoloPass]:
    """In the last expedition a bust of one who is behind is a loss: only the points still needed matter.

    `points` are those of the share's entries; `strip` leads are solved together.
    """
    here = slice(share.first_entry, share.first_entry + len(share.entry))
    level_values = side.level[here]
    nothing_left = 2 * tables.gone - tables.gems
    least = side.first - int(nothing_left.max())
    low = np.full(len(share.entry), -EVERY)
    high = np.array([0 if value == 0.0 else -1 for value in level_values])
    most = min(side.first + leads - 1, max(points, default=0))
    first = side.first - 2 * int(tables.goals[-1])
    everywhere = np.ones(len(tables.gone), np.uint8)
    for z in range(first, most + 1, strip):
        yield SoloPass(z, 0, strip, least, -1, everywhere, low, high, False)
    halves = {own for own, value in zip(points, level_values, strict=True) if value == 0.5}
    for number, goal in enumerate(tables.goals):
        for half in halves:
            lead = int(goal) + half
            if side.first <= lead < side.first + leads:
                level = [
                    probability == 0.5 and own == half for probability, own in zip(level_values, points, strict=True)
                ]
                low = np.where(level, 0, 1)
                yield SoloPass(
                    lead - 2 * int(goal), lead - int(goal), 1, -EVERY, int(goal), tables.reach[number], low, 0 * low,
                    True,
                )  # fmt: skip


class Scratch(threading.local):
    """Memory that a thread uses again for its next block: big arrays are slow to get."""

    def __init__(self) -> None:
        self._arrays: dict[str, Array] = {}

    def get(self, name: str, shape: tuple[int, ...]) -> Array:
        """An array of the name, with whatever stood in it."""
        size = prod(shape)
        kept = self._arrays.get(name)
        if kept is None or kept.size < size:
            self._arrays[name] = kept = np.empty(size)
        return kept[:size].reshape(shape)


SCRATCH = Scratch()
"""Each thread's own memory."""


class SoloSide:
    """A side of a block for the compiled loop: everything that its passes have in common."""

    def __init__(self, tables: Tables, side: Side, share: Share, leads: int, is_last: bool) -> None:
        from incan_math.duels.solo_kernels import free_rows

        self.tables, self.side, self.share, t = tables, side, share, tables
        nodes = len(share.places)
        sized = [g for g, (size, _, _) in enumerate(t.deck.hazards) if size > 1]
        self.bust = np.ascontiguousarray(side.bust[:, share.places])
        self.best = self.bust[sized].max(axis=0) if sized else self.bust[0]
        self.begins = np.empty(len(t.gone), np.int64)
        self.free = 0 if is_last else int((t.deadly == 0).sum())
        self.first_z = side.first - 2 * int(t.goals[-1])
        width = side.first + leads - self.first_z if self.free else 0
        self.rows = SCRATCH.get("free", (len(t.gone), self.free, nodes, width))
        self.stop = np.ascontiguousarray(side.stop[share.places])
        if self.free:
            free_rows(self.free, self.first_z, width, t.moves, share.moves, self.stop, side.stop_base, self.rows)

    def run(self, one: SoloPass, points: tuple[int, ...], flip: bool, gone: Array, first: int, out: Array) -> None:
        """Do one pass and write what it finds to `out`, whose leads begin at the lead `first`."""
        from incan_math.duels.row_kernels import Ends, Offsets
        from incan_math.duels.solo_kernels import solo_pass

        t, side, share = self.tables, self.side, self.share
        nodes, n = len(share.places), one.leads
        pool = SCRATCH.get("pool", (len(t.gone) * len(t.deadly) * nodes * n,))
        bust, best, base = self.bust, self.best, side.bust_base
        if not one.can_bust:
            bust, best, base = np.zeros((len(side.bust), nodes, n)), np.zeros((nodes, n)), 0
        solo_pass(
            Offsets(one.first_z, one.first_x, n, one.least, one.goal), t.moves, share.moves,
            Ends(self.stop, side.stop_base, bust, best, base), one.reach, gone, self.free, self.first_z, self.rows,
            share.entry, share.first_entry, one.low, one.high, np.array(points), flip, first, pool, self.begins,
            out,
        )  # fmt: skip

"""One expedition at neighbouring score differences: a piece of work that needs nothing but what it is given."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from incan_math.decisions.between import Between, Ending, artifact_points, followed
from incan_math.decisions.duel_deck import Deck, Node, Tables, tables_of
from incan_math.decisions.duel_values import Values

if TYPE_CHECKING:
    from numpy import ndarray

    Array = ndarray[Any, Any]

__all__ = ["Answer", "Block", "Side", "block_of", "deck_of", "solve_block"]

_STRIP = 32
"""Lanes that are solved together for a lone player in the last expedition."""
_EVERY = 1 << 40


class Side(NamedTuple):
    """What the end of the expedition is worth to one player, left alone, by where the artifacts are.

    Attributes:
        first: the lowest lead of the lanes, seen by this player.
        stop: chances on stopping, by artifacts and by difference from `stop_base` on, before artifacts are scored.
        bust: chances on a bust of each hazard size, likewise from `bust_base` on.
        level: the chance on a bust that leaves the scores equal, by artifacts at the moment the other leaves.
    """

    first: int
    stop: Array
    stop_base: int
    bust: Array
    bust_base: int
    level: tuple[float, ...]


class Block(NamedTuple):
    """One expedition from a position on, at `lanes` neighbouring leads from `first` on; picklable.

    Attributes:
        deck: the position.
        first, lanes: which leads.
        is_last: whether no expedition follows.
        points: what the artifacts are worth that are taken by the one who leaves first, by where they are.
        sides: the ends for each player left alone; the asker first.
        home: chances when both retire, by artifacts and lane.
        bust: chances on a bust with both in, by hazard size, artifacts and lane.
    """

    deck: Deck
    first: int
    lanes: int
    is_last: bool
    points: tuple[int, ...]
    sides: tuple[Side, ...]
    home: Array
    bust: Array


class Answer(NamedTuple):
    """The asker's chances at a block's position, by lane.

    Attributes:
        go: when all who are in stay.
        alone: when only the asker stays; `other`: when only the other does; `home`: when both retire, or a lone player.
    """

    go: Array
    alone: Array
    other: Array
    home: Array


def deck_of(state: Between, treasures: tuple[tuple[int, int], ...]) -> Deck:
    """The deck before the first card of the expedition at `state`."""
    sizes = sorted(set(state.hazards))
    kinds = sorted(set(state.artifacts))
    return Deck(
        treasures=treasures,
        bag=0,
        leftover=0,
        hazards=tuple((size, state.hazards.count(size), 0) for size in sizes),
        undrawn=tuple(state.artifacts.count(kind) for kind in kinds),
        found=(0,) * len(kinds),
    )


def block_of(
    values: Values, state: Between, deck: Deck, first: int, lanes: int, taken: tuple[int, ...] | None = None
) -> Block:
    """The block of an expedition that began at `state`, from the position `deck` on.

    Args:
        values: what is known of later expeditions.
        state: what mattered before the expedition.
        deck: the position.
        first: the lowest lead of the lanes.
        lanes: how many leads.
        taken: for a lone player, the artifacts that the other took in this expedition, by kind; `first` is then the
            lead that a bust leaves.
    """
    tables = tables_of(deck)
    kinds = sorted(set(state.artifacts))
    sizes = [size for size, _, _ in deck.hazards] or [0]

    def cards(counts: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(kind for kind, count in zip(kinds, counts, strict=True) for _ in range(count))

    def ends(now: Between, node: Node) -> Iterator[tuple[Between, Ending]]:
        theirs = cards(taken or node.taken)
        yield now, Ending(cards(node.found), theirs, (), cards(node.undrawn), 0)
        for size in sizes:
            yield now, Ending((), theirs, cards(node.found), cards(node.undrawn), size if size > 1 else 0)

    def side(now: Between, low: int) -> Side:
        reach = int(tables.gems.max())
        stop_base, stop_size = low - 2 * reach - 2 * _STRIP, lanes + 4 * reach + 6 * _STRIP
        bust_base, bust_size = low - reach, lanes + reach
        stop = np.empty((len(tables.lone), stop_size))
        bust = np.zeros((len(sizes), len(tables.lone), bust_size))
        for k, node in enumerate(tables.lone):
            away = artifact_points(values.rules, cards(node.taken), now.claims)
            (_, halt), *busts = ends(now, node)
            mine = artifact_points(values.rules, halt.mine, now.claims + len(halt.theirs))
            then = followed(values.rules, now, halt)
            stop[k] = values.row(then, stop_base - away + mine, stop_size)
            for g, (_, end) in enumerate(busts):
                if sizes[g] > 1:
                    bust[g, k] = values.row(followed(values.rules, now, end), bust_base - away, bust_size)
        level = []
        for k in tables.entry:
            node = tables.lone[k]
            end = Ending((), cards(node.taken), (), cards(node.undrawn), max(sizes) if max(sizes) > 1 else 0)
            level.append(float(values.row(followed(values.rules, now, end), 0, 1)[0]))
        return Side(low, stop, stop_base, bust, bust_base, tuple(level))

    is_last = state.expedition == values.rules.expeditions
    if deck.alone:
        empty = np.empty((0, 0))
        return Block(deck, first, lanes, is_last, (0,), (side(state, first),), empty, empty)
    home = np.empty((len(tables.both), lanes))
    bust = np.zeros((len(sizes), len(tables.both), lanes))
    for k, node in enumerate(tables.both):
        end = Ending((), (), cards(node.found), cards(node.undrawn), 0)
        home[k] = values.row(followed(values.rules, state, end), first, lanes)
        for g, size in enumerate(sizes):
            if size > 1:
                bust[g, k] = values.row(followed(values.rules, state, end._replace(bust=size)), first, lanes)
    points = tuple(artifact_points(values.rules, cards(node.found), state.claims) for node in tables.both)
    sides = side(state, first), side(state.seen_by_other(), 1 - first - lanes)
    return Block(deck, first, lanes, is_last, points, sides, home, bust)


def solve_block(block: Block) -> Answer:
    """The chances at the block's position, with the best play of both from there on."""
    from incan_math.decisions.duel_kernel import both_pass

    tables = tables_of(block.deck)
    if block.deck.alone:
        return _solve_alone(block, tables)
    shape = (len(tables.gone), len(tables.deadly), len(tables.both), block.lanes)
    # In the last expedition a player left alone with a lead that no bust can take has won; all else is written over.
    alone, other = _SCRATCH.get("alone", shape), _SCRATCH.get("other", shape)
    alone[:], other[:] = 1.0, 0.0
    for number, (side, out) in enumerate(zip(block.sides, (alone, other), strict=True)):
        lone = _Lone(tables, side, block.lanes, block.is_last)
        for lanes in _last_passes(block, side, tables) if block.is_last else _passes(block, side, tables):
            lone.run(lanes, block.points, bool(number), tables.gone, side.first, out)
    root = np.empty(block.lanes)
    start = alone[0, 0, -1].copy(), other[0, 0, -1].copy()
    both_pass(
        block.lanes, tables.copies, tables.stride, tables.left, tables.hazard_cards, tables.shows, tables.shown_after,
        tables.bust_copies, tables.undrawn_both, tables.finds_both, tables.found_both, block.home, block.bust, alone,
        other, root,
    )  # fmt: skip
    return Answer(root, *start, block.home[-1])


class _Lanes(NamedTuple):
    """Lanes for a lone player: `first_z` + i + gems drawn is the lead on stopping, `first_x` + i the one on a bust.

    `low` and `high` say for which leads on a bust the result holds, by artifacts; `goal` with how many gems the other
    has left, -1 for any number.
    """

    first_z: int
    first_x: int
    lanes: int
    least: int
    goal: int
    reach: Array
    low: Array
    high: Array
    can_bust: bool


def _passes(block: Block, side: Side, tables: Tables) -> Iterator[_Lanes]:
    """One for each number of gems with which the other can have left."""
    every = np.full(len(tables.entry), _EVERY)
    for number, goal in enumerate(tables.goals):
        yield _Lanes(
            side.first - 2 * int(goal), side.first - int(goal), block.lanes, -_EVERY, int(goal), tables.reach[number],
            -every, every, True,
        )  # fmt: skip


def _last_passes(block: Block, side: Side, tables: Tables) -> Iterator[_Lanes]:
    """In the last expedition a bust of one who is behind is a loss: only the points still needed matter."""
    nothing_left = 2 * tables.gone - tables.gems
    least = side.first - int(nothing_left.max())
    low = np.full(len(tables.entry), -_EVERY)
    high = np.array([0 if chance == 0.0 else -1 for chance in side.level])
    most = min(side.first + block.lanes - 1, max(block.points, default=0))
    first = side.first - 2 * int(tables.goals[-1])
    everywhere = np.ones(len(tables.gone), np.uint8)
    for z in range(first, most + 1, _STRIP):
        yield _Lanes(z, 0, _STRIP, least, -1, everywhere, low, high, False)
    halves = {points for points, chance in zip(block.points, side.level, strict=True) if chance == 0.5}
    for number, goal in enumerate(tables.goals):
        for points in halves:
            lead = int(goal) + points
            if side.first <= lead < side.first + block.lanes:
                level = [chance == 0.5 and own == points for chance, own in zip(side.level, block.points, strict=True)]
                low = np.where(level, 0, 1)
                yield _Lanes(
                    lead - 2 * int(goal), lead - int(goal), 1, -_EVERY, int(goal), tables.reach[number], low, 0 * low,
                    True,
                )  # fmt: skip


class _Scratch(threading.local):
    """Memory that a thread uses again for its next block: big arrays are slow to get."""

    def __init__(self) -> None:
        self._arrays: dict[str, Array] = {}

    def get(self, name: str, shape: tuple[int, ...]) -> Array:
        size = prod(shape)
        kept = self._arrays.get(name)
        if kept is None or kept.size < size:
            self._arrays[name] = kept = np.empty(size)
        return kept[:size].reshape(shape)

    def clear(self) -> None:
        self._arrays.clear()


_SCRATCH = _Scratch()


class _Lone:
    """A side of a block for the compiled loop: everything that its passes have in common."""

    def __init__(self, tables: Tables, side: Side, lanes: int, is_last: bool) -> None:
        from incan_math.decisions.duel_kernel import free_rows

        self.tables, self.side, t = tables, side, tables
        nodes = len(t.lone)
        sized = [g for g, (size, _, _) in enumerate(t.deck.hazards) if size > 1]
        self.best = side.bust[sized].max(axis=0) if sized else side.bust[0]
        shape = len(t.gone), int(t.level[-1]) + 1
        self.low, self.high = np.empty(shape, np.int64), np.empty(shape, np.int64)
        self.pooled = 0
        self.free = 0 if is_last else int((t.deadly == 0).sum())
        self.first_z = side.first - 2 * int(t.goals[-1])
        width = side.first + lanes - self.first_z if self.free else 0
        self.sums = _SCRATCH.get("sums", (len(t.gone) if self.free else 0, width, nodes))
        self.rows = _SCRATCH.get("free", (len(t.gone), self.free, width, nodes))
        self.stop = np.ascontiguousarray(side.stop.T)
        if self.free:
            free_rows(
                self.free, self.first_z, width, t.copies, t.stride, t.values, t.gems, t.left, t.hazard_cards, t.shows,
                t.shown_after, t.undrawn_lone, t.finds_lone, t.found_lone, self.stop, side.stop_base, self.sums,
                self.rows,
            )  # fmt: skip

    def run(self, lanes: _Lanes, points: tuple[int, ...], flip: bool, gone: Array, first: int, out: Array) -> None:
        from incan_math.decisions.duel_kernel import lone_pass

        t, side = self.tables, self.side
        nodes, n = len(t.lone), lanes.lanes
        kept = len(t.gone) * len(t.deadly) * nodes * n
        pool = _SCRATCH.get("pool", (kept + self.stop.size,))
        if self.pooled != n:
            pool[kept:] = self.stop.ravel()
            self.pooled = n
        bust, best, base = side.bust, self.best, side.bust_base
        if not lanes.can_bust:
            bust, best, base = np.zeros((len(side.bust), nodes, n)), np.zeros((nodes, n)), 0
        lone_pass(
            lanes.first_z, lanes.first_x, n, lanes.least, lanes.goal, lanes.reach, t.copies, t.stride, t.values,
            t.gems, gone, t.left, t.hazard_cards, t.deadly, t.level, t.shows, t.shown_after, t.bust_copies,
            t.undrawn_lone, t.finds_lone, t.found_lone, pool, kept, side.stop_base, bust, best, base, self.free, self.first_z,
            self.sums, self.rows, t.entry, lanes.low, lanes.high, np.array(points), flip, first, self.low, self.high,
            out,
        )  # fmt: skip


def _solve_alone(block: Block, tables: Tables) -> Answer:
    """A player who is alone from the start: the lanes are leads that a bust leaves."""
    (side,) = block.sides
    count = len(tables.gone)
    gone = np.ones(count, np.int64)
    gone[0] = 0  # The value is wanted at the position itself only.
    out = np.empty((1, len(tables.deadly), 1, block.lanes))
    every = np.full(1, _EVERY)
    first_z = block.first - block.deck.bag
    lanes = _Lanes(first_z, block.first, block.lanes, -_EVERY, 0, np.ones(count, np.uint8), -every, every, True)
    _Lone(tables, side, 0, True).run(lanes, block.points, False, gone, first_z, out)
    go = out[0, 0, 0]
    at = first_z + int(tables.gems[0]) - side.stop_base
    return Answer(go, go, go, side.stop[-1, at : at + block.lanes])

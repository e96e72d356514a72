"""One expedition at neighbouring score differences: a piece of work that needs nothing but what it is given."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from incan_math.duels.cost import COMBINED, Plan
from incan_math.duels.deck_arrays import Deck, Node, Tables, tables_of
from incan_math.duels.passes import EVERY, SCRATCH, STRIP, Lanes, Side, SoloSide, last_passes, passes
from incan_math.duels.values import Values
from incan_math.states.between import Between, Ending, artifact_points, followed

if TYPE_CHECKING:
    from numpy import ndarray

    Array = ndarray[Any, Any]

__all__ = ["Answer", "Block", "block_of", "deck_of", "solve_block"]


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
        strip: leads on stopping that are solved together for a solo player in the last expedition.
        is_split: whether a solo player's passes are split by what the other took, which needs less memory.
    """

    deck: Deck
    first: int
    lanes: int
    is_last: bool
    points: tuple[int, ...]
    sides: tuple[Side, ...]
    home: Array
    bust: Array
    strip: int = STRIP
    is_split: bool = False


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
    values: Values,
    state: Between,
    deck: Deck,
    first: int,
    lanes: int,
    taken: tuple[int, ...] | None = None,
    plan: Plan = COMBINED,
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
        plan: how the work is cut, where memory is scarce.
    """
    tables = tables_of(deck)
    is_last = state.expedition == values.rules.expeditions
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
        stop_base, stop_size = low - 2 * reach - 2 * STRIP, lanes + 4 * reach + 6 * STRIP
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
        for node in tables.both if is_last and not deck.alone else ():
            end = Ending((), cards(node.found), (), cards(node.undrawn), max(sizes) if max(sizes) > 1 else 0)
            level.append(float(values.row(followed(values.rules, now, end), 0, 1)[0]))
        return Side(low, stop, stop_base, bust, bust_base, tuple(level))

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
    return Block(deck, first, lanes, is_last, points, sides, home, bust, plan.strip, plan.is_split)


def solve_block(block: Block) -> Answer:
    """The chances at the block's position, with the best play of both from there on."""
    from incan_math.duels.kernels import both_pass

    tables = tables_of(block.deck)
    if block.deck.alone:
        return _solve_alone(block, tables)
    shape = (len(tables.gone), len(tables.deadly), len(tables.both), block.lanes)
    # In the last expedition a player left alone with a lead that no bust can take has won; all else is written over.
    alone, other = SCRATCH.get("alone", shape), SCRATCH.get("other", shape)
    alone[:], other[:] = 1.0, 0.0
    for number, (side, out) in enumerate(zip(block.sides, (alone, other), strict=True)):
        for share in tables.split if block.is_split else tables.whole:
            lone = SoloSide(tables, side, share, block.lanes, block.is_last)
            points = block.points[share.first_entry : share.first_entry + len(share.entry)]
            if block.is_last:
                wanted = last_passes(side, block.lanes, points, tables, share, block.strip)
            else:
                wanted = passes(side, block.lanes, tables, share)
            for lanes in wanted:
                lone.run(lanes, points, bool(number), tables.gone, side.first, out)
    root = np.empty(block.lanes)
    start = alone[0, 0, -1].copy(), other[0, 0, -1].copy()
    both_pass(block.lanes, tables.moves, tables.moves_both, block.home, block.bust, alone, other, root)
    return Answer(root, *start, block.home[-1])


def _solve_alone(block: Block, tables: Tables) -> Answer:
    """A player who is alone from the start: the lanes are leads that a bust leaves."""
    (side,) = block.sides
    count = len(tables.gone)
    gone = np.ones(count, np.int64)
    gone[0] = 0  # The value is wanted at the position itself only.
    out = np.empty((1, len(tables.deadly), 1, block.lanes))
    every = np.full(1, EVERY)
    first_z = block.first - block.deck.bag
    lanes = Lanes(first_z, block.first, block.lanes, -EVERY, 0, np.ones(count, np.uint8), -every, every, True)
    SoloSide(tables, side, tables.whole[0], 0, True).run(lanes, block.points, False, gone, first_z, out)
    go = out[0, 0, 0]
    at = first_z + int(tables.gems[0]) - side.stop_base
    return Answer(go, go, go, side.stop[-1, at : at + block.lanes])

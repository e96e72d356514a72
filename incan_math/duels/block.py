"""One expedition at neighbouring score differences: a piece of work that needs nothing but what it is given."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from incan_math.duels.cost import COMBINED, Plan
from incan_math.duels.deck_arrays import ArtifactPlaces, Deck, Tables, tables_of
from incan_math.duels.passes import EVERY, SCRATCH, STRIP, Side, SoloPass, SoloSide, last_passes, passes
from incan_math.duels.values import Values
from incan_math.states.between import Between, Ending, artifact_points, followed

if TYPE_CHECKING:
    from numpy import ndarray

    Array = ndarray[Any, Any]

__all__ = ["Answer", "Block", "block_of", "deck_of", "solve_block"]


class Block(NamedTuple):
    """One expedition from a position on, at `leads` neighbouring leads, the lowest being `first`; picklable.

    Attributes:
        deck: the position.
        first, leads: the lowest lead, and how many.
        is_last: whether no expedition follows.
        points: what the artifacts are worth that are taken by the one who leaves first, by where they are.
        sides: what the end is worth to either player once the other has left; the asker first.
        home: probabilities when both retire, by artifacts and lead.
        bust: probabilities on a bust with both in, by hazard size, artifacts and lead.
        strip: leads on stopping that are solved together for a solo player in the last expedition.
        is_split: whether a solo player's passes are split by what the other took, which needs less memory.
    """

    deck: Deck
    first: int
    leads: int
    is_last: bool
    points: tuple[int, ...]
    sides: tuple[Side, ...]
    home: Array
    bust: Array
    strip: int = STRIP
    is_split: bool = False


class Answer(NamedTuple):
    """The asker's probabilities at a block's position, by lead.

    Attributes:
        both_stay: when all who are in stay.
        asker_stays, other_stays: when only the asker, or only the other, stays.
        both_retire: when all who are in retire.
    """

    both_stay: Array
    asker_stays: Array
    other_stays: Array
    both_retire: Array


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
    leads: int,
    taken: tuple[int, ...] | None = None,
    plan: Plan = COMBINED,
) -> Block:
    """The block of an expedition that began at `state`, from the position `deck` on.

    Args:
        values: what is known of later expeditions.
        state: what mattered before the expedition.
        deck: the position.
        first: the lowest lead of the leads.
        leads: how many leads.
        taken: for a solo player, the artifacts that the other took in this expedition, by kind; `first` is then the
            lead that a bust leaves.
        plan: how the work is cut, where memory is scarce.
    """
    tables = tables_of(deck)
    is_last = state.expedition == values.rules.expeditions
    kinds = sorted(set(state.artifacts))
    sizes = [size for size, _, _ in deck.hazards] or [0]

    def cards(counts: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(kind for kind, count in zip(kinds, counts, strict=True) for _ in range(count))

    def ends(now: Between, node: ArtifactPlaces) -> Iterator[tuple[Between, Ending]]:
        theirs = cards(taken or node.taken)
        yield now, Ending(cards(node.found), theirs, (), cards(node.undrawn), 0)
        for size in sizes:
            yield now, Ending((), theirs, cards(node.found), cards(node.undrawn), size if size > 1 else 0)

    def side(now: Between, low: int) -> Side:
        reach = int(tables.gems.max())
        stop_base, stop_size = low - 2 * reach - 2 * STRIP, leads + 4 * reach + 6 * STRIP
        bust_base, bust_size = low - reach, leads + reach
        stop = np.empty((len(tables.solo), stop_size))
        bust = np.zeros((len(sizes), len(tables.solo), bust_size))
        for k, node in enumerate(tables.solo):
            away = artifact_points(values.rules, cards(node.taken), now.claims)
            (_, halt), *busts = ends(now, node)
            mine = artifact_points(values.rules, halt.mine, now.claims + len(halt.theirs))
            then = followed(values.rules, now, halt)
            stop[k] = values.row(then, stop_base - away + mine, stop_size)
            for g, (_, end) in enumerate(busts):
                if sizes[g] > 1:
                    bust[g, k] = values.row(followed(values.rules, now, end), bust_base - away, bust_size)
        level = []
        for node in tables.both if is_last and not deck.is_solo else ():
            end = Ending((), cards(node.found), (), cards(node.undrawn), max(sizes) if max(sizes) > 1 else 0)
            level.append(float(values.row(followed(values.rules, now, end), 0, 1)[0]))
        return Side(low, stop, stop_base, bust, bust_base, tuple(level))

    if deck.is_solo:
        empty = np.empty((0, 0))
        return Block(deck, first, leads, is_last, (0,), (side(state, first),), empty, empty)
    home = np.empty((len(tables.both), leads))
    bust = np.zeros((len(sizes), len(tables.both), leads))
    for k, node in enumerate(tables.both):
        end = Ending((), (), cards(node.found), cards(node.undrawn), 0)
        home[k] = values.row(followed(values.rules, state, end), first, leads)
        for g, size in enumerate(sizes):
            if size > 1:
                bust[g, k] = values.row(followed(values.rules, state, end._replace(bust=size)), first, leads)
    points = tuple(artifact_points(values.rules, cards(node.found), state.claims) for node in tables.both)
    sides = side(state, first), side(state.seen_by_other(), 1 - first - leads)
    return Block(deck, first, leads, is_last, points, sides, home, bust, plan.strip, plan.is_split)


def solve_block(block: Block) -> Answer:
    """The probabilities at the block's position, with the best play of both from there on."""
    from incan_math.duels.both_kernels import both_pass

    tables = tables_of(block.deck)
    if block.deck.is_solo:
        return _solve_solo(block, tables)
    shape = (len(tables.gone), len(tables.deadly), len(tables.both), block.leads)
    # In the last expedition a solo player with a lead that no bust can take has won; all else is overwritten.
    asker, other = SCRATCH.get("asker", shape), SCRATCH.get("other", shape)
    asker[:], other[:] = 1.0, 0.0
    for number, (side, out) in enumerate(zip(block.sides, (asker, other), strict=True)):
        for share in tables.split if block.is_split else tables.whole:
            solo = SoloSide(tables, side, share, block.leads, block.is_last)
            points = block.points[share.first_entry : share.first_entry + len(share.entry)]
            if block.is_last:
                wanted = last_passes(side, block.leads, points, tables, share, block.strip)
            else:
                wanted = passes(side, block.leads, tables, share)
            for one in wanted:
                solo.run(one, points, bool(number), tables.gone, side.first, out)
    root = np.empty(block.leads)
    start = asker[0, 0, -1].copy(), other[0, 0, -1].copy()
    both_pass(block.leads, tables.moves, tables.moves_both, block.home, block.bust, asker, other, root)
    return Answer(root, *start, block.home[-1])


def _solve_solo(block: Block, tables: Tables) -> Answer:
    """A solo player from the start: the leads are those that a bust leaves."""
    (side,) = block.sides
    count = len(tables.gone)
    gone = np.ones(count, np.int64)
    gone[0] = 0  # The value is wanted at the position itself only.
    out = np.empty((1, len(tables.deadly), 1, block.leads))
    every = np.full(1, EVERY)
    first_z = block.first - block.deck.bag
    one = SoloPass(first_z, block.first, block.leads, -EVERY, 0, np.ones(count, np.uint8), -every, every, True)
    SoloSide(tables, side, tables.whole[0], 0, True).run(one, block.points, False, gone, first_z, out)
    go = out[0, 0, 0]
    at = first_z + int(tables.gems[0]) - side.stop_base
    return Answer(go, go, go, side.stop[-1, at : at + block.leads])

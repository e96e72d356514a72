"""The deck of one expedition as the compiled loops read it: treasures drawn, hazards showing, artifacts, as indices."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy import ndarray

    from incan_math.duels.row_kernels import ArtifactMoves

    Array = ndarray[Any, Any]

__all__ = ["Deck", "ArtifactPlaces", "Share", "Tables", "tables_of"]

Counts = tuple[int, ...]


class Deck(NamedTuple):
    """Where two players stand in an expedition, without the score; picklable and hashable.

    Attributes:
        treasures: pairs (gems, undrawn cards).
        bag, leftover: gems in each bag and on the path; for a solo player only the bag matters.
        hazards: triples (cards of the kind in the full deck, kinds with so many, how many of them show).
        undrawn, found: artifacts of each kind in the deck and on the path.
        is_solo: whether one player has left.
    """

    treasures: tuple[tuple[int, int], ...]
    bag: int
    leftover: int
    hazards: tuple[tuple[int, int, int], ...]
    undrawn: Counts
    found: Counts
    is_solo: bool = False


class ArtifactPlaces(NamedTuple):
    """Where the artifacts are: counts of each kind undrawn, on the path, and taken by the one who left."""

    undrawn: Counts
    found: Counts
    taken: Counts


class Share(NamedTuple):
    """Artifact nodes of a solo player that lead to one another, solved together.

    Attributes:
        places: where they stand among all nodes of a solo player; what is drawn later comes earlier.
        moves: the moves between them.
        entry: the place in the share of each node at which the other player can leave.
        first_entry: where the first of these stands among the nodes of both.
    """

    places: Array
    moves: ArtifactMoves
    entry: Array
    first_entry: int


class Tables:
    """The moves of a deck as arrays.

    Treasures drawn are numbered so that one more card of the i-th value adds `stride[i]`; hazards showing stand by
    falling safety, and artifacts so that what is drawn later comes earlier.
    """

    def __init__(self, deck: Deck) -> None:
        from incan_math.duels.row_kernels import Moves

        self.deck = deck
        self._treasures()
        self._hazards()
        self.both = _shared_places(deck)
        self.solo = _solo_places(deck)
        self.moves_both = _artifact_moves(self.both)
        self.moves = Moves(
            self.copies, self.stride, self.values, self.gems, self.left, self.hazard_cards, self.deadly, self.shows,
            self.shown_after, self.bust_copies,
        )  # fmt: skip

    @cached_property
    def whole(self) -> tuple[Share, ...]:
        """All artifact nodes of a solo player in one share."""
        if self.deck.is_solo:
            return (self._share(self.solo, [self.solo[-1]], 0),)
        return (self._share(self.solo, [self._left_at(node) for node in self.both], 0),)

    @cached_property
    def split(self) -> tuple[Share, ...]:
        """The artifact nodes of a solo player by what the other took: more passes, each in less memory."""
        if self.deck.is_solo:
            return self.whole
        return tuple(
            self._share([each for each in self.solo if each.taken == node.found], [self._left_at(node)], j)
            for j, node in enumerate(self.both)
        )

    def _share(self, nodes: list[ArtifactPlaces], entries: list[ArtifactPlaces], first_entry: int) -> Share:
        index = {node: k for k, node in enumerate(self.solo)}
        here = {node: k for k, node in enumerate(nodes)}
        places = np.array([index[node] for node in nodes], np.int64)
        return Share(places, _artifact_moves(nodes), np.array([here[node] for node in entries], np.int64), first_entry)

    def _left_at(self, node: ArtifactPlaces) -> ArtifactPlaces:
        return ArtifactPlaces(node.undrawn, (0,) * len(node.undrawn), node.found)

    def _treasures(self) -> None:
        deck = self.deck
        sizes = [count + 1 for _, count in deck.treasures]
        self.values = np.array([value for value, _ in deck.treasures], np.int64)
        self.stride = np.ones(len(sizes), np.int64)
        for i in range(1, len(sizes)):
            self.stride[i] = self.stride[i - 1] * sizes[i - 1]
        total = int(np.prod(sizes, dtype=np.int64)) if sizes else 1
        drawn = np.empty((total, len(sizes)), np.int64)
        numbers = np.arange(total)
        for i, size in enumerate(sizes):
            drawn[:, i] = numbers // self.stride[i] % size
        self.copies = (np.array([count for _, count in deck.treasures], np.int64) - drawn).astype(np.int32)
        self.left = self.copies.sum(axis=1, dtype=np.int64)
        gems = drawn @ self.values
        self.gone = deck.bag + deck.leftover + drawn @ (self.values - self.values // 2)
        # What has been divided or lies on the path: a solo player's bag is that less what the other left with.
        self.gems = 2 * deck.bag + deck.leftover + gems

    def _hazards(self) -> None:
        groups = self.deck.hazards
        states = list(product(*(range(showing, kinds + 1) for _, kinds, showing in groups)))

        def deadly(state: Sequence[int]) -> int:
            return sum(shown * (size - 1) for shown, (size, _, _) in zip(state, groups, strict=True))

        states.sort(key=lambda state: (deadly(state), sum(state)))
        index = {state: h for h, state in enumerate(states)}
        count, many = len(states), max(len(groups), 1)
        self.deadly = np.array([deadly(state) for state in states], np.int64)
        self.hazard_cards = np.zeros(count, np.int64)
        self.shows = np.zeros((count, many), np.int64)
        self.shown_after = np.zeros((count, many), np.int64)
        self.bust_copies = np.zeros((count, many), np.int64)
        for h, state in enumerate(states):
            for g, (size, kinds, _) in enumerate(groups):
                self.hazard_cards[h] += size * kinds - state[g]
                self.bust_copies[h, g] = state[g] * (size - 1)
                if state[g] < kinds:
                    self.shows[h, g] = (kinds - state[g]) * size
                    self.shown_after[h, g] = index[(*state[:g], state[g] + 1, *state[g + 1 :])]

    @cached_property
    def goals(self) -> Array:
        """The gems with which one player can leave while the other stays, rising."""
        return np.unique(self.gone)

    @cached_property
    def reach(self) -> Array:
        """For each of `goals`, which treasures can be out when somebody has left with so many gems."""
        from incan_math.duels.both_kernels import reachable

        found = np.zeros((len(self.goals), len(self.gone)), np.uint8)
        for number, goal in enumerate(self.goals):
            reachable(goal, self.gone, self.copies, self.stride, found[number])
        return found


@lru_cache(maxsize=32)
def tables_of(deck: Deck) -> Tables:
    """The arrays of a deck; the last ones are remembered."""
    return Tables(deck)


def _below(counts: Counts) -> list[Counts]:
    return sorted(product(*(range(count + 1) for count in counts)), key=lambda each: (sum(each), each))


def _less(counts: Counts, others: Counts) -> Counts:
    return tuple(a - b for a, b in zip(counts, others, strict=True))


def _plus(counts: Counts, others: Counts) -> Counts:
    return tuple(a + b for a, b in zip(counts, others, strict=True))


def _shared_places(deck: Deck) -> list[ArtifactPlaces]:
    nothing = (0,) * len(deck.undrawn)
    everything = _plus(deck.undrawn, deck.found)
    return [ArtifactPlaces(undrawn, _less(everything, undrawn), nothing) for undrawn in _below(deck.undrawn)]


def _solo_places(deck: Deck) -> list[ArtifactPlaces]:
    if deck.is_solo:
        return _shared_places(deck)
    everything = _plus(deck.undrawn, deck.found)
    return [
        ArtifactPlaces(undrawn, _less(then, undrawn), _less(everything, then))
        for undrawn in _below(deck.undrawn)
        for then in _below(deck.undrawn)
        if min(_less(then, undrawn), default=0) >= 0
    ]


def _artifact_moves(nodes: list[ArtifactPlaces]) -> ArtifactMoves:
    from incan_math.duels.row_kernels import ArtifactMoves

    kinds = max(len(nodes[0].undrawn), 1)
    index = {node: k for k, node in enumerate(nodes)}
    undrawn = np.array([sum(node.undrawn) for node in nodes], np.int64)
    finds = np.zeros((len(nodes), kinds), np.int64)
    after = np.zeros((len(nodes), kinds), np.int64)
    for k, node in enumerate(nodes):
        for j, count in enumerate(node.undrawn):
            if count:
                one = tuple(int(i == j) for i in range(len(node.undrawn)))
                finds[k, j] = count
                after[k, j] = index[ArtifactPlaces(_less(node.undrawn, one), _plus(node.found, one), node.taken)]
    return ArtifactMoves(undrawn, finds, after)

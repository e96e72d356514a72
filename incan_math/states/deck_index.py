"""The undrawn deck in small integers, for solvers that visit very many states.

Treasures, hazards and artifacts are drawn independently of one another, so an undrawn deck is a triple (t, h, a) of
small integers, each with its own table of moves, filled on first use. Bags and players are not part of it: a solver
holds what else it needs beside the triple.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise
from operator import gt
from typing import NamedTuple, TypeVar

from incan_math.game.expedition import Expedition
from incan_math.game.situation import Situation, one_less, unnamed

__all__ = ["ArtifactMove", "BustMove", "HazardMove", "DeckIndex", "TreasureMove"]

K = TypeVar("K")


class TreasureMove(NamedTuple):
    """`copies` cards of `value` gems lead to the treasures `after`."""

    copies: int
    value: int
    after: int


class HazardMove(NamedTuple):
    """`copies` cards of kinds that do not show yet lead to the hazards `after`."""

    copies: int
    after: int


class BustMove(NamedTuple):
    """`copies` deadly cards are of kinds that had `size` cards in this expedition's deck."""

    copies: int
    size: int


class ArtifactMove(NamedTuple):
    """`copies` artifacts lead to the artifacts `after`."""

    copies: int
    after: int


class DeckIndex:
    """The decks that drawing can reach from one state, as triples of small integers; (0, 0, 0) is the state's own.

    Args:
        state: a state of an expedition.
        kind_symmetric: whether hazard kinds with equally many cards count as one. Without it kinds keep their names.
    """

    def __init__(self, state: Expedition, kind_symmetric: bool = True) -> None:
        self.state = state
        self.kind_symmetric = kind_symmetric
        now = state.situation
        self._treasures: list[tuple[int, ...]] = [now.treasures]
        self._hazards: list[tuple[tuple[int, ...], int]] = [self._named(now.hazards, now.showing)]
        self._artifacts: list[tuple[tuple[int, ...], tuple[int, ...], tuple[tuple[int, int], ...]]] = [
            (now.artifacts, now.found, now.worth),
        ]
        self._treasure_index = {self._treasures[0]: 0}
        self._hazard_index = {self._hazards[0]: 0}
        self._artifact_index = {self._artifacts[0]: 0}
        self._treasure_moves: dict[int, tuple[TreasureMove, ...]] = {}
        self._hazard_moves: dict[int, tuple[tuple[HazardMove, ...], tuple[BustMove, ...]]] = {}
        self._artifact_moves: dict[int, tuple[ArtifactMove, ...]] = {}

    def _named(self, hazards: tuple[int, ...], showing: int) -> tuple[tuple[int, ...], int]:
        return unnamed(hazards, showing) if self.kind_symmetric else (hazards, showing)

    def treasures(self, t: int) -> tuple[TreasureMove, ...]:
        """The treasures that can come, by rising value."""
        moves = self._treasure_moves.get(t)
        if moves is None:
            counts = self._treasures[t]
            moves = self._treasure_moves[t] = tuple(
                TreasureMove(count, value, _index(one_less(counts, i), self._treasures, self._treasure_index))
                for i, (value, count) in enumerate(zip(self.state.rules.values, counts, strict=True))
                if count
            )
        return moves

    def hazards(self, h: int) -> tuple[tuple[HazardMove, ...], tuple[BustMove, ...]]:
        """(the hazards that can start showing, those that would bust)."""
        moves = self._hazard_moves.get(h)
        if moves is None:
            counts, showing = self._hazards[h]
            shows: dict[int, int] = defaultdict(int)
            busts: dict[int, int] = defaultdict(int)
            for kind, count in enumerate(counts):
                if count and showing >> kind & 1:
                    busts[count + 1] += count
                elif count:
                    key = self._named(one_less(counts, kind), showing | 1 << kind)
                    shows[_index(key, self._hazards, self._hazard_index)] += count
            moves = self._hazard_moves[h] = (
                tuple(HazardMove(copies, after) for after, copies in shows.items()),
                tuple(BustMove(copies, size) for size, copies in sorted(busts.items())),
            )
        return moves

    def artifacts(self, a: int) -> tuple[ArtifactMove, ...]:
        """The artifacts that can come."""
        moves = self._artifact_moves.get(a)
        if moves is None:
            undrawn, found, worth = self._artifacts[a]
            moves = self._artifact_moves[a] = tuple(
                ArtifactMove(
                    count,
                    _index(
                        (one_less(undrawn, i), (*found[:i], found[i] + 1, *found[i + 1 :]), worth),
                        self._artifacts,
                        self._artifact_index,
                    ),
                )
                for i, count in enumerate(undrawn)
                if count
            )
        return moves

    def found(self, a: int) -> tuple[int, ...]:
        """Artifacts of each kind on the path."""
        return self._artifacts[a][1]

    def points(self, a: int) -> int:
        """What a sole retiree scores for the artifacts on the path, gems that they bring included."""
        _, found, worth = self._artifacts[a]
        if worth:
            return sum(points + gems for points, gems in worth[: sum(found)])
        kinds = self.state.rules.artifact_kinds
        return sum((kind.points or 0) * count for kind, count in zip(kinds, found, strict=True))

    def taken(self, a: int) -> int:
        """The artifacts after a sole retiree took those on the path."""
        undrawn, found, worth = self._artifacts[a]
        after = (undrawn, (0,) * len(found), worth[sum(found) :])
        return _index(after, self._artifacts, self._artifact_index)

    def gems(self, t: int) -> int:
        """The gems on all undrawn treasures."""
        return sum(copies * value for copies, value, _ in self.treasures(t))

    def artifact_gain(self, a: int) -> int:
        """What the next card would add to a sole retiree's points, summed over all undrawn artifacts."""
        now = self.points(a)
        return sum(copies * (self.points(after) - now) for copies, after in self.artifacts(a))

    def artifacts_stay_monotone(self) -> bool:
        """Whether finding an artifact never makes staying look better to a solo player.

        With A of them undrawn, the next worth w and the one after worth v: (A - 1) v <= (A + 1) w, since finding it
        puts w at risk to at least one deadly card. It always holds for printed points.
        """
        undrawn, found, worth = self._artifacts[0]
        gains = [points + gems for points, gems in worth[sum(found) :]]
        left = sum(undrawn)
        steps = enumerate(pairwise(gains))
        return all((left - place - 1) * v <= (left - place + 1) * w for place, (w, v) in steps)

    def cards_left(self, t: int, h: int, a: int) -> int:
        """How many cards are undrawn."""
        return sum(self._treasures[t]) + self.lane_cards(h, a)

    def lane_cards(self, h: int, a: int) -> int:
        """How many hazards and artifacts are undrawn."""
        return sum(self._hazards[h][0]) + sum(self._artifacts[a][0])

    def deadly(self, h: int) -> int:
        """How many undrawn cards would bust."""
        return sum(move.copies for move in self.hazards(h)[1])

    def showing(self, h: int) -> int:
        """How many kinds are showing."""
        return self._hazards[h][1].bit_count()

    def triple(self, situation: Situation) -> tuple[int, int, int] | None:
        """The undrawn deck of a situation as a triple; None where drawing and retiring cannot lead to it."""
        root = self._treasures[0]
        if len(situation.treasures) != len(root) or any(map(gt, situation.treasures, root)):
            return None
        self.artifact_decks()
        self.hazard_decks()
        h = self._hazard_index.get(self._named(situation.hazards, situation.showing))
        a = self._artifact_index.get((situation.artifacts, situation.found, situation.worth))
        if h is None or a is None:
            return None
        return _index(situation.treasures, self._treasures, self._treasure_index), h, a

    def hazard_decks(self) -> int:
        """How many hazards (cards left of each kind, kinds showing) can be reached."""
        for h, _ in enumerate(self._hazards):  # The list grows during the iteration.
            self.hazards(h)
        return len(self._hazards)

    def artifact_decks(self) -> int:
        """How many artifacts (undrawn, on the path, still to be claimed) can be reached."""
        for a, _ in enumerate(self._artifacts):
            self.artifacts(a)
            self.taken(a)
        return len(self._artifacts)

    def situation(
        self,
        t: int,
        h: int,
        a: int,
        players: int,
        bag: int,
        leftovers: tuple[int, ...],
        deciding: bool = True,
    ) -> Situation:
        """The public situation that the triple and the table make together."""
        hazards, showing = self._hazards[h]
        undrawn, found, worth = self._artifacts[a]
        return Situation(
            self._treasures[t], hazards, undrawn, showing, players, bag, leftovers, found, worth, deciding, None
        )


def _index(key: K, known: list[K], index: dict[K, int]) -> int:
    found = index.get(key)
    if found is None:
        found = index[key] = len(known)
        known.append(key)
    return found

"""The solo optimum, for points or for any other reward, by recursion over the states worth staying in.

All gems on the path belong to the only player in, so a node is (t, h, a, gems): the undrawn deck as a triple of the
deck index, and bag and leftover together. Let u be the reward of the points taken home, T what retiring takes home, D
the number of deadly cards and r that of cards left. One more card, and then retiring, gains G / r with

    G  =  sum over surviving cards of copies * (u(T') - u(T))  -  D (u(T) - u(0)),

and the best play after one more card is worth

    r! (stay - u(T))  =  (r - 1)! G  +  sum over surviving cards of copies * max(0, r'! (stay' - u(T'))).

For points, G = F - D T, where F is the sum over undrawn cards of what each would add as the next card. If in addition
finding an artifact never makes staying look better (`DeckIndex.artifacts_stay_monotone`), one-step look-ahead is
optimal: stay' > T' exactly where G' > 0, and no other node is visited.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import factorial

from incan_math.game.errors import GameError
from incan_math.states.deck_index import DeckIndex

__all__ = ["SoloOptimum"]

LIMIT = 3_000_000
"""How many nodes are held if no limit is given, with decks of up to 12 different treasures: some 2 GB."""
_TREASURES = 12

_Node = tuple[int, int, int, int]


class SoloOptimum:
    """The values of the solo nodes of one deck index, computed when they are first asked for.

    Args:
        deck_index: the decks.
        rewards: u(0), u(1), ... in whole numbers, never falling, up to the most points that a node can bring; None for
            points themselves, where the artifacts must leave one-step look-ahead optimal.
        limit: the most nodes to hold, fewer where a deck has many different treasures.

    Raises:
        GameError: a value needs more nodes than that.
    """

    def __init__(self, deck_index: DeckIndex, rewards: Sequence[int] | None = None, limit: int = LIMIT) -> None:
        self.deck_index = deck_index
        self.rewards = rewards
        kinds = len(deck_index.state.rules.values)
        self.limit = limit * _TREASURES // max(_TREASURES, kinds)  # Each deck holds a move for each kind.
        self._known: dict[_Node, int] = {}
        self._gems: dict[int, int] = {}
        self._deadly: dict[int, int] = {}
        self._artifacts: dict[int, tuple[int, int]] = {}

    def stay(self, t: int, h: int, a: int, gems: int) -> int:
        """Give r! times the value of one more card and the best play after it."""
        left = self.deck_index.cards_left(t, h, a)
        home = gems + self.deck_index.points(a)
        home = home if self.rewards is None else self.rewards[home]
        return factorial(left) * home + self._excess((t, h, a, gems), left)

    def _excess(self, node: _Node, left: int) -> int:
        """Give r! times (stay - u(take-home))."""
        found = self._known.get(node)
        if found is None:
            gain, nodes = self._one_step(*node) if self.rewards is None else self._reward_step(*node, self.rewards)
            found = factorial(left - 1) * gain if left else 0
            for copies, after in nodes:
                found += copies * max(0, self._excess(after, left - 1))
            if len(self._known) >= self.limit:
                raise GameError(
                    f"state: a player left alone can come to more than {self.limit:,} positions; start from a later"
                    " state, or use fewer or more alike treasures"
                )
            self._known[node] = found
        return found

    def _one_step(self, t: int, h: int, a: int, gems: int) -> tuple[int, list[tuple[int, _Node]]]:
        """G for points, and (copies, node) of the cards after which staying is still better, by the look-ahead rule."""
        deadly = self._deadly_of(h)
        to_find, points = self._artifacts_of(a)
        gems_left = self._gems_of(t)
        home = gems + points
        gain = gems_left + to_find - deadly * home
        nodes: list[tuple[int, _Node]] = []
        for copies, value, then in self.deck_index.treasures(t):
            if value * (deadly + 1) >= gain:
                break  # After this treasure, and after any greater one, retiring is right.
            nodes.append((copies, (then, h, a, gems + value)))
        for copies, then in self.deck_index.hazards(h)[0]:
            if gems_left + to_find > self._deadly_of(then) * home:
                nodes.append((copies, (t, then, a, gems)))
        for copies, then in self.deck_index.artifacts(a):
            to_find, points = self._artifacts_of(then)
            if gems_left + to_find > deadly * (gems + points):
                nodes.append((copies, (t, h, then, gems)))
        return gain, nodes

    def _reward_step(
        self, t: int, h: int, a: int, gems: int, rewards: Sequence[int]
    ) -> tuple[int, list[tuple[int, _Node]]]:
        """G for other rewards, and (copies, node) of the cards after which something better can still come."""
        home = rewards[gems + self._artifacts_of(a)[1]]
        gain = self._deadly_of(h) * (rewards[0] - home)
        nodes = [(copies, (then, h, a, gems + value)) for copies, value, then in self.deck_index.treasures(t)]
        nodes += [(copies, (t, then, a, gems)) for copies, then in self.deck_index.hazards(h)[0]]
        nodes += [(copies, (t, h, then, gems)) for copies, then in self.deck_index.artifacts(a)]
        open_nodes = []
        for copies, after in nodes:
            then_home = rewards[after[3] + self._artifacts_of(after[2])[1]]
            gain += copies * (then_home - home)
            if then_home < rewards[-1]:
                open_nodes.append((copies, after))
        return gain, open_nodes

    def _gems_of(self, t: int) -> int:
        found = self._gems.get(t)
        if found is None:
            found = self._gems[t] = self.deck_index.gems(t)
        return found

    def _deadly_of(self, h: int) -> int:
        found = self._deadly.get(h)
        if found is None:
            found = self._deadly[h] = self.deck_index.deadly(h)
        return found

    def _artifacts_of(self, a: int) -> tuple[int, int]:
        """(what all undrawn artifacts would add as the next card, points of those found)."""
        found = self._artifacts.get(a)
        if found is None:
            found = self._artifacts[a] = self.deck_index.artifact_gain(a), self.deck_index.points(a)
        return found

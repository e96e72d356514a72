"""The best play of a player who is alone in, by recursion over the states worth staying in.

Alone, every gem on the path belongs to the one who retires, so a node is (t, h, a, gems): the undrawn deck as a triple
of the deck index, and bag and leftover together. With F the sum over undrawn cards of what each would add as the next
card, D the deadly cards and T what retiring takes home, one more card gains (F - D T) / r with r cards left, and

    r! (stay - T)  =  (r - 1)! (F - D T)  +  sum of copies * r'! (stay' - T') over the cards after which F' > D' T'.

The other cards lead to states where retiring is right. It holds where finding an artifact never makes going on look
better (`DeckIndex.artifacts_stay_monotone`).
"""

from __future__ import annotations

from math import factorial

from incan_math.states.deck_index import DeckIndex

__all__ = ["Lone"]


class Lone:
    """The values of all lone nodes of one deck index, computed as they are asked for."""

    def __init__(self, deck_index: DeckIndex) -> None:
        self.deck_index = deck_index
        self._known: dict[tuple[int, int, int, int], int] = {}
        self._gems: dict[int, int] = {}
        self._deadly: dict[int, int] = {}
        self._artifacts: dict[int, tuple[int, int]] = {}

    def stay(self, t: int, h: int, a: int, gems: int) -> int:
        """Give r! times the value of one more card and the best play after it."""
        left = self.deck_index.cards_left(t, h, a)
        key = (t, h, a, gems)
        excess = self._known.get(key)
        if excess is None:
            excess = self._excess(key, left)
        return factorial(left) * (gems + self.deck_index.points(a)) + excess

    def _excess(self, key: tuple[int, int, int, int], left: int) -> int:
        """Give r! times (stay - take-home) at a node that is not known yet."""
        known = self._known
        t, h, a, gems = key
        deadly = self._deadly_of(h)
        to_find, points = self._artifacts_of(a)
        gems_left = self._gems_of(t)
        home = gems + points
        room = gems_left + to_find - deadly * home  # Positive where one more card gains.
        total = factorial(left - 1) * room if left else 0
        follow: list[tuple[int, tuple[int, int, int, int]]] = []
        for copies, value, then in self.deck_index.treasures(t):
            if value * (deadly + 1) >= room:
                break  # This treasure and all greater ones end in retiring.
            follow.append((copies, (then, h, a, gems + value)))
        for copies, then in self.deck_index.hazards(h)[0]:
            if gems_left + to_find > self._deadly_of(then) * home:
                follow.append((copies, (t, then, a, gems)))
        for copies, then in self.deck_index.artifacts(a):
            to_find, points = self._artifacts_of(then)
            if gems_left + to_find > deadly * (gems + points):
                follow.append((copies, (t, h, then, gems)))
        for copies, after in follow:
            excess = known.get(after)
            total += copies * (self._excess(after, left - 1) if excess is None else excess)
        known[key] = total
        return total

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
        """(what all undrawn artifacts would add as the next one, points of those found)."""
        found = self._artifacts.get(a)
        if found is None:
            found = self._artifacts[a] = self.deck_index.artifact_gain(a), self.deck_index.points(a)
        return found

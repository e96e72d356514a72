"""A player who is left alone, where points are not what counts: the best stopping for any reward of the points.

The look-ahead rule of `Lone` does not hold for other rewards, so every lone node that can be reached is weighed:
r! V = max(r! u(take-home), sum over cards of copies * (r - 1)! V(after) + deadly * (r - 1)! u(0)).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import factorial

from incan_math.states.deck_index import DeckIndex

__all__ = ["LoneReward"]


class LoneReward:
    """The values of all lone nodes of one deck index, computed as they are asked for.

    Args:
        deck_index: the decks.
        rewards: u(points) in whole numbers, for 0, 1, ... points, never falling.
    """

    def __init__(self, deck_index: DeckIndex, rewards: Sequence[int]) -> None:
        self.deck_index = deck_index
        self.rewards = rewards
        self._known: dict[tuple[int, int, int, int], int] = {}

    def stay(self, t: int, h: int, a: int, gems: int) -> int:
        """Give r! times the value of one more card and the best play after it."""
        key = (t, h, a, gems)
        found = self._known.get(key)
        if found is None:
            deck_index = self.deck_index
            left = deck_index.cards_left(t, h, a)
            if not left:
                found = self.rewards[gems + deck_index.points(a)]
            else:
                found = deck_index.deadly(h) * factorial(left - 1) * self.rewards[0]
                found += sum(c * self._best(then, h, a, gems + value) for c, value, then in deck_index.treasures(t))
                found += sum(c * self._best(t, then, a, gems) for c, then in deck_index.hazards(h)[0])
                found += sum(c * self._best(t, h, then, gems) for c, then in deck_index.artifacts(a))
            self._known[key] = found
        return found

    def _best(self, t: int, h: int, a: int, gems: int) -> int:
        """(r! times) the better of going home and going on."""
        home = self.rewards[gems + self.deck_index.points(a)]
        home *= factorial(self.deck_index.cards_left(t, h, a))
        if self.rewards[-1] == self.rewards[gems + self.deck_index.points(a)]:
            return home  # Nothing is worth more.
        return max(home, self.stay(t, h, a, gems))

"""What a player makes of the points taken in an expedition: the points themselves, or any function that never falls."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import lcm

from incan_math.game.errors import GameError
from incan_math.game.expedition import Expedition
from incan_math.states.deck_index import DeckIndex
from incan_math.states.utility import Utility, worth_of

__all__ = ["Rewards"]

_MOST_POINTS = 1_000_000


@dataclass(frozen=True)
class Rewards:
    """`table[points]` is `scale` times what so many points are worth, a whole number.

    Attributes:
        table: for 0 points up to all that one player could take.
        scale: the common denominator.
        are_points: whether points themselves count.
    """

    table: tuple[int, ...]
    scale: int
    are_points: bool

    @classmethod
    def read(cls, state: Expedition, utility: Utility | None) -> Rewards:
        """The rewards that `utility` gives for all points that can be taken from `state` on.

        Raises:
            GameError: it falls somewhere, or gives something else than an int or a Fraction.

        >>> Rewards.read(Expedition.parse("7 11", players=2), lambda points: min(points, 2)).table[:4]
        (0, 1, 2, 2)
        """
        most = _most_points(state)
        if most > _MOST_POINTS:
            raise GameError(f"rules: up to {most:,} points can be taken; enclosures cover up to {_MOST_POINTS:,}")
        if utility is None:
            return cls(tuple(range(most + 1)), 1, True)
        values = list(map(worth_of(utility), range(most + 1)))
        for points, (value, after) in enumerate(pairwise(values)):
            if after < value:
                raise GameError(
                    f"utility: it falls from {points} to {points + 1} points; more points are never worth less"
                )
        scale = lcm(*(value.denominator for value in values))
        return cls(tuple(int(value * scale) for value in values), scale, False)


def _most_points(state: Expedition) -> int:
    """All gems in play and all artifacts, at the most that they can bring."""
    now, rules = state.situation, state.rules
    gems = now.players * now.bag + sum(now.leftovers) + DeckIndex(state).gems(0)
    if now.worth:
        return gems + sum(points + more for points, more in now.worth)
    cards = (here + lying for here, lying in zip(now.artifacts, now.found, strict=True))
    return gems + sum(count * (kind.points or 0) for count, kind in zip(cards, rules.artifact_kinds, strict=True))

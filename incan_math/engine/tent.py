"""Tents, in which winnings are safe, and the final scoring.

>>> tents = {"Ann": Winnings(gems=12), "Bob": Winnings(gems=7, artifacts=(Artifact(),), artifact_points=5)}
>>> final_scoring("bga-en", tents).winners
('Bob',)
>>> final_scoring("bga-pt", tents).winners
('Ann', 'Bob')
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from incan_math.engine.events import Taking
from incan_math.game.cards import Artifact
from incan_math.game.editions import rules_of
from incan_math.game.errors import GameError
from incan_math.game.rules import Rules

__all__ = ["Result", "Winnings", "final_scoring"]


@dataclass(frozen=True, slots=True)
class Winnings:
    """What one player has brought home so far.

    Attributes:
        gems: all gems, those that came with artifacts included.
        artifacts: the artifact cards, in the order in which they were claimed.
        artifact_points: what those are worth together.
    """

    gems: int = 0
    artifacts: tuple[Artifact, ...] = ()
    artifact_points: int = 0

    @property
    def points(self) -> int:
        """The score: a point for each gem, and the artifacts' points."""
        return self.gems + self.artifact_points

    def add(self, taking: Taking) -> Winnings:
        """Return the tent with a taking put into it.

        >>> Winnings(gems=10).add(Taking("Ann", bag=3, leftover=1)).gems
        14
        """
        return Winnings(
            self.gems + taking.gems,
            self.artifacts + taking.artifacts,
            self.artifact_points + taking.artifact_points,
        )


@dataclass(frozen=True, slots=True)
class Result:
    """The final scoring of a game.

    Attributes:
        scores: pairs (name, points), in seating order.
        winners: the name of the winner, or of all who share the win, in seating order.
    """

    scores: tuple[tuple[str, int], ...]
    winners: tuple[str, ...]


def final_scoring(rules: str | Rules, tents: Mapping[str, Winnings]) -> Result:
    """Score the tents: the most points win; a tie is broken as the rules say, and what is still tied is shared.

    Raises:
        GameError: there are no tents.
    """
    rules = rules_of(rules)
    if not tents:
        raise GameError("tents: there are none; give one for each player")
    most = max(tent.points for tent in tents.values())
    winners = [name for name, tent in tents.items() if tent.points == most]
    if rules.tie == "most artifacts":
        most = max(len(tents[name].artifacts) for name in winners)
        winners = [name for name in winners if len(tents[name].artifacts) == most]
    return Result(tuple((name, tent.points) for name, tent in tents.items()), tuple(winners))

"""The three sorts of cards, as small frozen values.

>>> from incan_math.game.cards import Artifact, Hazard, Treasure
>>> [str(card) for card in (Treasure(7), Hazard("fire"), Artifact(), Artifact(12))]
['7', 'fire', 'A', 'A12']
"""

from __future__ import annotations

from dataclasses import dataclass

from incan_math.game.showing import Brief

__all__ = ["Artifact", "Card", "Hazard", "Treasure"]


@dataclass(frozen=True, slots=True, repr=False)
class Treasure(Brief):
    """A treasure card of `value` gems; its text is the number."""

    value: int

    def __str__(self) -> str:
        return str(self.value)


@dataclass(frozen=True, slots=True, repr=False)
class Hazard(Brief):
    """A hazard card of the kind `name`; its text is the name."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True, repr=False)
class Artifact(Brief):
    """An artifact card; its text is `A`, or `A7` where the card itself carries 7 `points`.

    `points` is None where an artifact's worth depends on the order of claiming.
    """

    points: int | None = None

    def __str__(self) -> str:
        return "A" if self.points is None else f"A{self.points}"


Card = Treasure | Hazard | Artifact
"""Any card: a treasure, a hazard or an artifact."""

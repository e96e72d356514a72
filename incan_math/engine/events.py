"""What happened at the table and how it stands, as frozen values that a test can compare.

>>> from incan_math.game.cards import Treasure
>>> from incan_math.engine.deck import label
>>> seven = label([Treasure(7)])[0]
>>> turn = Turn(seven, share=2, left=1)
>>> turn.bust, turn.left
(None, 1)
"""

from __future__ import annotations

from dataclasses import dataclass, field

from incan_math.engine.deck import LabelledCard
from incan_math.game.cards import Artifact

__all__ = ["Event", "PathCard", "Retirement", "Snapshot", "Taking", "Turn"]


@dataclass(frozen=True, slots=True)
class PathCard:
    """A card that lies on the path, with the gems that still lie on it."""

    card: LabelledCard
    gems: int = 0

    def __str__(self) -> str:
        return f"{self.card.face}({self.gems})" if self.gems else str(self.card.face)


@dataclass(frozen=True, slots=True)
class Taking:
    """What one player carried to the tent on retiring.

    Attributes:
        name: the player.
        bag: gems collected as shares before.
        leftover: gems taken from the path's cards now.
        artifacts: the artifact cards taken, in the order in which they were turned up.
        artifact_points: what those are worth together, gems aside.
        claim_gems: gems that came with them.
    """

    name: str
    bag: int
    leftover: int
    artifacts: tuple[Artifact, ...] = ()
    artifact_points: int = 0
    claim_gems: int = 0

    @property
    def gems(self) -> int:
        """All gems carried home: the bag, the leftover and those that came with artifacts."""
        return self.bag + self.leftover + self.claim_gems

    @property
    def points(self) -> int:
        """What the taking is worth: a point for each gem, and the artifacts' points.

        >>> Taking("Ann", bag=3, leftover=1, artifacts=(Artifact(),), artifact_points=5, claim_gems=5).points
        14
        """
        return self.gems + self.artifact_points


@dataclass(frozen=True, slots=True)
class Retirement:
    """The players who retired at one moment, with what each took; no `takings` when everybody stayed.

    Attributes:
        takings: one for each who retired, in seating order.
        left: gems that still lie on the path's cards, all cards together.
    """

    takings: tuple[Taking, ...]
    left: int


@dataclass(frozen=True, slots=True)
class Turn:
    """A card was turned up.

    Attributes:
        card: the card.
        share: gems that each player in put into the bag.
        left: gems that stayed on this card.
        bust: the hazard kind, when this was its second card; else None.
        lost: pairs (name, gems) of the bags lost in the bust.
        last_retirement: everybody's retirement when this was the last card of the deck and it did not bust.
    """

    card: LabelledCard
    share: int = 0
    left: int = 0
    bust: str | None = None
    lost: tuple[tuple[str, int], ...] = ()
    last_retirement: Retirement | None = None


Event = Turn | Retirement
"""Whatever can happen at the table: a card is turned up, or the players have chosen."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """How an expedition stands at one moment: everything that lies open on the table.

    Attributes:
        path: the cards that lie there; an artifact that was taken lies there no more.
        turned_up: every card turned up so far, in order.
        bags: pairs (name, gems) of the players still in, in seating order.
        showing: the hazard kinds on the path, in order of appearance.
        undrawn: the cards not turned up yet, sorted: their order in the deck is not to be seen.
        takings: what each who retired took, in order of retiring.
        bust: the hazard kind that ended the expedition, or None.
        log: all that happened so far, in order.
    """

    path: tuple[PathCard, ...]
    turned_up: tuple[LabelledCard, ...]
    bags: tuple[tuple[str, int], ...]
    showing: tuple[str, ...]
    undrawn: tuple[LabelledCard, ...]
    takings: tuple[Taking, ...]
    bust: str | None
    log: tuple[Event, ...] = field(default=(), compare=False)

    @property
    def players_in(self) -> tuple[str, ...]:
        """The names of the players still in, in seating order."""
        return tuple(name for name, _ in self.bags)

    @property
    def leftover(self) -> int:
        """All gems that lie on the path's cards, together."""
        return sum(lying.gems for lying in self.path)

    @property
    def artifacts(self) -> tuple[Artifact, ...]:
        """The artifacts that lie on the path, in order."""
        return tuple(lying.card.face for lying in self.path if isinstance(lying.card.face, Artifact))

    @property
    def ended(self) -> bool:
        """Whether nobody is in any more."""
        return not self.bags

"""What a review finds: decisions with their losses, cards with their luck, and their sums by player."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import Any, Literal

from incan_math.game.errors import GameError, shown
from incan_math.game.expedition import Expedition
from incan_math.game.record import Record
from incan_math.game.showing import Brief, Tabular
from incan_math.strategies.decision import JointAction

__all__ = ["NEAR", "PlayerReview", "Review", "ReviewedCard", "ReviewedDecision"]

NEAR = Fraction(1, 20)
"""A decision that loses no more than this counts as near the best."""


@dataclass(frozen=True, repr=False)
class ReviewedDecision(Brief):
    """One choice of one player.

    Attributes:
        expedition: its number.
        player: who chose.
        state: where.
        played: the choice.
        best: the best choice; `tie` where both are as good, `mix` where the best play mixes.
        retire_probability: the probability with which the best play retires.
        stay, retire: what both choices are worth, the others playing as the review supposes.
        loss: what the choice lost, in points.
        others: the luck that what the others did at the same moment brought.
    """

    expedition: int
    player: str
    state: Expedition
    played: Literal["stay", "retire"]
    best: JointAction
    retire_probability: Fraction
    stay: Fraction
    retire: Fraction
    loss: Fraction
    others: Fraction


@dataclass(frozen=True, repr=False)
class ReviewedCard(Brief):
    """One card.

    Attributes:
        expedition: its number.
        state: before it.
        card: its text.
        luck: pairs (name, luck in points) of those who were in.
    """

    expedition: int
    state: Expedition
    card: str
    luck: tuple[tuple[str, Fraction], ...]


@dataclass(frozen=True, repr=False)
class PlayerReview(Brief):
    """The sums of one player over all expeditions: `result` is `before` + `cards` + `others` - `loss`.

    Attributes:
        player: the name.
        before: what the expeditions were worth before their first cards, together.
        cards, others: the luck of the cards, and of what others did at the same moment.
        loss: what the decisions lost.
        result: the points; of an expedition under way, what the position is worth.
        decisions: how many there were.
        near: at how many of them the loss is at most 0.05 points.
    """

    player: str
    before: Fraction
    cards: Fraction
    others: Fraction
    loss: Fraction
    result: Fraction
    decisions: int
    near: int

    @property
    def luck(self) -> Fraction:
        """All luck."""
        return self.cards + self.others

    @property
    def adjusted(self) -> Fraction:
        """The result without luck: what such decisions bring in the mean, measured at these positions."""
        return self.result - self.luck

    @property
    def near_share(self) -> Fraction | None:
        """The share of decisions within 0.05 points of the best; None if there were none."""
        return Fraction(self.near, self.decisions) if self.decisions else None


@dataclass(frozen=True, repr=False)
class Review(Tabular):
    """What `review` found.

    Attributes:
        record: the game.
        against: what all players are supposed to play, in words.
        decisions, cards: one by one, in order.
        players: the sums, in seating order.
        error: each value of a position or choice is known to within this; 0 where all is exact. Sums of `players` hold
            exactly all the same.
    """

    record: Record
    against: str
    decisions: tuple[ReviewedDecision, ...]
    cards: tuple[ReviewedCard, ...]
    players: tuple[PlayerReview, ...]
    error: Fraction

    def rows(self) -> list[dict[str, Any]]:
        """A row for each decision.

        The columns: `expedition`, `player`, `path`, `played`, `best`, `retire_probability` of the best play, what
        `stay` and `retire` are worth, `loss`, and `others` (the luck of what the others did at the same moment).
        """
        return [
            {
                "expedition": each.expedition,
                "player": each.player,
                "path": each.state.path,
                "played": each.played,
                "best": each.best,
                "retire_probability": each.retire_probability,
                "stay": each.stay,
                "retire": each.retire,
                "loss": each.loss,
                "others": each.others,
            }
            for each in self.decisions
        ]

    def course(self, player: str) -> tuple[Fraction, ...]:
        """All luck less all losses of a player up to each card of the game and the choices after it.

        The last number is what the result exceeds the value before by.
        """
        if player not in self.record.players:
            raise GameError(f"player: {shown(player)} does not play; give one of {', '.join(self.record.players)}")
        moved = {
            (card.expedition, card.state.cards_out + 1): dict(card.luck).get(player, Fraction(0)) for card in self.cards
        }
        for decision in self.decisions:
            if decision.player == player:
                moved[decision.expedition, decision.state.cards_out] += decision.others - decision.loss
        return tuple(accumulate(moved.values()))

"""The next card: what can come, how likely it is, and what it does."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, get_args

from incan_math.game.cards import Artifact, Card, Treasure
from incan_math.game.deprecation import warn_renamed
from incan_math.game.errors import GameError, shown
from incan_math.game.expedition import Expedition, need_expedition
from incan_math.game.showing import Brief, Tabular, in_short

__all__ = ["NextCard", "Outcome", "next_card", "one_step_gain"]

Effect = Literal["treasure", "new hazard", "artifact", "bust"]


@dataclass(frozen=True, repr=False)
class Outcome(Brief):
    """One card that can come next.

    Attributes:
        card: the card; `copies` of it are undrawn.
        probability: copies / undrawn cards.
        effect: what it does: `treasure`, `new hazard`, `artifact` or `bust`.
        share: gems that each player in gets.
        leftover: gems that stay on it.
        after: the state after it.
    """

    card: Card
    copies: int
    probability: Fraction
    effect: Effect
    share: int
    leftover: int
    after: Expedition

    @property
    def chance(self) -> Fraction:
        """Deprecated: `probability`."""
        warn_renamed("chance", "probability")
        return self.probability


@dataclass(frozen=True, repr=False)
class NextCard(Tabular):
    """Everything the next card can be: its `outcomes`, and sums over them.

    A hazard is not yet a bust: `hazard` = `bust` + `new_hazard`.
    """

    outcomes: tuple[Outcome, ...]

    def _in_full(self) -> None:
        """None: the states after each card are too long."""

    def _in_short(self) -> str:
        sums = {name: getattr(self, name) for name in ("bust", "new_hazard", "treasure", "artifact")}
        return f"of {len(self.outcomes)} outcomes, {in_short(sums)}"

    def rows(self) -> list[dict[str, Any]]:
        """A row for each card that can come.

        The columns: `card`, `copies`, `probability`, `effect` (what it does), `share` (gems that each player in gets)
        and `leftover` (gems that stay on it).
        """
        return [
            {
                "card": str(each.card),
                "copies": each.copies,
                "probability": each.probability,
                "effect": each.effect,
                "share": each.share,
                "leftover": each.leftover,
            }
            for each in self.outcomes
        ]

    def probability(self, *effects: Effect) -> Fraction:
        """P(the next card does one of these): `treasure`, `new hazard`, `artifact`, `bust`."""
        for effect in effects:
            if effect not in get_args(Effect):
                raise GameError(f"effects: {shown(effect)} is not one of {', '.join(get_args(Effect))}")
        return sum((outcome.probability for outcome in self.outcomes if outcome.effect in effects), Fraction(0))

    def chance(self, *effects: Effect) -> Fraction:
        """Deprecated: `probability`."""
        warn_renamed("chance", "probability")
        return self.probability(*effects)

    @property
    def bust(self) -> Fraction:
        """P(the next card is the second of its kind)."""
        return self.probability("bust")

    @property
    def new_hazard(self) -> Fraction:
        """P(the next card is the first of its kind)."""
        return self.probability("new hazard")

    @property
    def hazard(self) -> Fraction:
        """P(the next card is any hazard, harmless or not)."""
        return self.probability("bust", "new hazard")

    @property
    def treasure(self) -> Fraction:
        """P(the next card is a treasure)."""
        return self.probability("treasure")

    @property
    def artifact(self) -> Fraction:
        """P(the next card is an artifact)."""
        return self.probability("artifact")

    @property
    def expected_gems(self) -> Fraction:
        """E[gems on the next card]; a card that is not a treasure counts as 0."""
        return self._expected({o.card: o.card.value for o in self.outcomes if isinstance(o.card, Treasure)})

    @property
    def expected_share(self) -> Fraction:
        """E[gems that the next card adds to the bag of a player who is in]."""
        return self._expected({outcome.card: outcome.share for outcome in self.outcomes})

    def _expected(self, amounts: dict[Card, int]) -> Fraction:
        return sum((amounts.get(outcome.card, 0) * outcome.probability for outcome in self.outcomes), Fraction(0))


def next_card(state: Expedition) -> NextCard:
    """Every card that can come next, with its exact probability = copies / undrawn cards and its effect.

    From an expedition that is over, or with an empty deck, nothing comes: no outcomes, and all probabilities are 0.

    >>> from incan_math import Expedition
    >>> card = next_card(Expedition.parse("7 fire 11 snakes", players=4))
    >>> card.bust, card.hazard, card.expected_share
    (Fraction(2, 13), Fraction(1, 2), Fraction(17, 26))
    """
    need_expedition(state)
    left = state.cards_left
    outcomes = []
    for card, copies, after in state.draws():
        share, leftover = divmod(card.value, state.players) if isinstance(card, Treasure) else (0, 0)
        outcomes.append(Outcome(card, copies, Fraction(copies, left), _effect(card, after), share, leftover, after))
    return NextCard(tuple(outcomes))


def one_step_gain(state: Expedition) -> Fraction:
    """E[what a player takes home after exactly one more card] - what retiring alone takes home now, in points.

    All others are taken to stay; a bust takes everything, and after the last card all who are in retire together.

    Raises:
        GameError: the expedition is over, its deck is empty, or nobody can retire now.

    >>> from incan_math import Expedition
    >>> one_step_gain(Expedition.parse("7 fire 11 snakes"))
    Fraction(11, 13)
    """
    need_expedition(state)
    now = state.situation
    left = state.cards_left
    if not left:
        raise GameError("state: the deck is empty; there is no further card")
    at_once = state.payout(1).points
    if left == 1 and state.players > 1:
        return _last_card(state) - at_once
    # A sole retiree gets the share of a treasure and all of its rest, so every card adds to what is taken home now.
    added = sum(
        count * (value // now.players + value % now.players)
        for value, count in zip(state.rules.values, now.treasures, strict=True)
    )
    if now.worth:
        found = sum(now.found)
        added += sum(now.artifacts) * sum(now.worth[found]) if found < len(now.worth) else 0
    else:
        kinds = state.rules.artifact_kinds
        added += sum((kind.points or 0) * count for kind, count in zip(kinds, now.artifacts, strict=True))
    return Fraction(added - state.deadly * at_once, left)


def _last_card(state: Expedition) -> Fraction:
    """What a player takes home when the last card of the deck sends all who are in home together."""
    [(_, _, after)] = state.draws()
    return Fraction(0 if after.is_bust else after.payout(after.players).points)


def _effect(card: Card, after: Expedition) -> Effect:
    if isinstance(card, Treasure):
        return "treasure"
    if isinstance(card, Artifact):
        return "artifact"
    return "bust" if after.is_bust else "new hazard"

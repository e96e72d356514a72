"""The review of a recorded game: for each decision its loss, for each card its luck, and their sums by player.

While a player is in, what the position is worth to the player moves with every token, and each move has one cause:

    a card: luck = value after it - value before it, which is 0 in the mean over all cards that could have come;
    a choice: loss = value of the best choice - value of the one taken, never below 0;
    the choices of others at the same moment: luck = what they made of it - the mean over what they might have done.

So, exactly: result = value before the expedition + luck - losses.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, groupby
from typing import Any, Literal

from incan_math.game.errors import GameError, shown
from incan_math.game.expedition import Expedition
from incan_math.game.record import Departure, Record, Step
from incan_math.game.showing import Brief, Tabular
from incan_math.reviews.references import Choice, EquilibriumPlay, GivenPlay, Progress, Reference
from incan_math.storage.store import Store
from incan_math.strategies.decision import JointAction
from incan_math.strategies.protocol import Strategy

__all__ = ["NEAR", "PlayerReview", "Review", "ReviewedCard", "ReviewedDecision", "review"]

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


def review(
    record: Record,
    against: Strategy | Mapping[str, Strategy] | None = None,
    *,
    store: Store | None = None,
    progress: Progress | None = None,
) -> Review:
    r"""What each decision of a game lost, and what luck each card was, in expected points of its expedition.

    Values are those of the equilibrium that all players follow from there on (alone: of the best play) or, with
    `against`, of the best response to given strategies. Then luck, the value after a card less that before it, is 0 in
    the mean, and result = value before + luck - losses.

    Args:
        record: the game, with the names of those who left.
        against: what the players follow: one strategy for all, or one by name; the equilibrium if omitted.
        store: where equilibria are kept on disk, if not in the default folder.
        progress: called as positions are solved.

    Raises:
        GameError: a number stands where a name is needed, strategies do not match the players, or no solver covers a
            position.

    >>> found = review(Record.parse("players: Ann\n1: fire 15 snakes 3 -Ann"))
    >>> [(decision.played, decision.best, float(decision.loss)) for decision in found.decisions][-1]
    ('retire', 'stay', 0.894...)
    >>> ann = found.players[0]
    >>> ann.result, ann.before + ann.luck - ann.loss
    (Fraction(18, 1), Fraction(18, 1))
    """
    if not isinstance(record, Record):
        raise GameError(f"record: {shown(record)} is not a Record; make one with Record.parse(text)")
    scores = record.scores
    reference = EquilibriumPlay(store, progress) if against is None else GivenPlay(against, record.players, progress)
    decisions: list[ReviewedDecision] = []
    cards: list[ReviewedCard] = []
    before = dict.fromkeys(record.players, Fraction(0))
    standing = dict.fromkeys(record.players, Fraction(0))
    error = Fraction(0)
    for number, steps in groupby(record.steps, key=lambda step: step.expedition):
        expedition = _Expedition(number, record.players, reference)
        for step, following in _with_next(list(steps)):
            expedition.follow(step, following)
        decisions += expedition.decisions
        cards += expedition.cards
        error = max(error, expedition.error)
        for name in record.players:
            before[name] += expedition.before[name]
        standing = expedition.inside  # Of the last one: whoever is still in.
    players = []
    for name in record.players:
        own = [decision for decision in decisions if decision.player == name]
        now = standing[name] if record.position is not None and name in standing else 0
        players.append(
            PlayerReview(
                name,
                before[name],
                sum((luck for card in cards for who, luck in card.luck if who == name), Fraction(0)),
                sum((decision.others for decision in own), Fraction(0)),
                sum((decision.loss for decision in own), Fraction(0)),
                scores[name] + Fraction(now),
                len(own),
                sum(decision.loss <= NEAR for decision in own),
            )
        )
    return Review(record, str(reference), tuple(decisions), tuple(cards), tuple(players), error)


class _Expedition:
    """One expedition followed token by token, with what it is worth to each who is in."""

    def __init__(self, number: int, players: tuple[str, ...], reference: Reference) -> None:
        self.number = number
        self.players = players
        self.reference = reference
        self.decisions: list[ReviewedDecision] = []
        self.cards: list[ReviewedCard] = []
        self.before: dict[str, Fraction] = {}
        self.inside: dict[str, Fraction] = {}
        self.choices: dict[str, Choice] = {}
        self.error = Fraction(0)

    def follow(self, step: Step, following: Step | None) -> None:
        """Play one token; `following` is the next one, if there is one."""
        if not step.before.cards_out:
            for name in self.players:
                self.before[name] = self.inside[name] = self._going_on(step.before, name, self.players)
        if not isinstance(step.token, Departure):
            self._turn_up(step)
            is_choice = self.choices and following is not None
            if is_choice and not isinstance(following and following.token, Departure):
                self._choose(step.after, step.after, ())
        elif self.choices:
            self._choose(step.before, step.after, step.token.names)
        else:  # With the last card all retire together.
            self.inside = {}

    def _turn_up(self, step: Step) -> None:
        state, inside = step.after, tuple(self.inside)
        luck = []
        self.choices = {}
        for name, before in self.inside.items():
            if state.is_bust:
                value = Fraction(0)
            elif not state.cards_left:
                value = Fraction(state.payout(state.players).points)
            else:
                choice = self.choices[name] = self.reference.choice(state, name, inside)
                self.error = max(self.error, choice.error)
                value = choice.value
            self.inside[name] = value
            luck.append((name, value - before))
        if state.is_bust:
            self.inside = {}
        self.cards.append(ReviewedCard(self.number, step.before, str(step.token), tuple(luck)))

    def _choose(self, state: Expedition, after: Expedition, leaving: tuple[str, ...]) -> None:
        staying = tuple(name for name in self.inside if name not in leaving)
        for name in tuple(self.inside):
            choice = self.choices[name]
            retires = name in leaving
            others = len(leaving) - retires
            worth = choice.retire if retires else choice.stay
            if others in choice.by_others:
                made = choice.by_others[others][retires]
            elif retires:
                made = Fraction(state.payout(others + 1).points)
            else:  # The others did what the reference never does.
                made = self._going_on(_before_next_card(after), name, staying)
            self.decisions.append(
                ReviewedDecision(
                    self.number,
                    name,
                    state,
                    "retire" if retires else "stay",
                    choice.action,
                    choice.retire_probability,
                    choice.stay,
                    choice.retire,
                    choice.value - worth,
                    made - worth,
                )
            )
            self.inside[name] = made
        self.inside = {name: self.inside[name] for name in staying}
        self.choices = {}

    def _going_on(self, state: Expedition, name: str, inside: tuple[str, ...]) -> Fraction:
        value, error = self.reference.going_on(state, name, inside)
        self.error = max(self.error, error)
        return value


def _before_next_card(state: Expedition) -> Expedition:
    """The state once all who are in have chosen to stay."""
    return state.moved(state.situation._replace(deciding=False))


def _with_next(steps: list[Step]) -> Iterator[tuple[Step, Step | None]]:
    for place, step in enumerate(steps):
        yield step, steps[place + 1] if place + 1 < len(steps) else None

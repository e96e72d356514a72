"""The review of a recorded game: for each decision its loss, for each card its luck, and their sums by player.

While a player is in, what the position is worth to the player moves with every token, and each move has one cause:

    a card: luck = value after it - value before it, which is 0 in the mean over all cards that could have come;
    a choice: loss = value of the best choice - value of the one taken, never below 0;
    the choices of others at the same moment: luck = what they made of it - the mean over what they might have done.

So, exactly: result = value before the expedition + luck - losses.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import groupby

from incan_math.game.errors import GameError, shown
from incan_math.game.expedition import Expedition
from incan_math.game.record import Departure, Record, Step
from incan_math.reviews.findings import NEAR, PlayerReview, Review, ReviewedCard, ReviewedDecision
from incan_math.reviews.references import Choice, EquilibriumPlay, GivenPlay, Progress, Reference
from incan_math.storage.store import Store
from incan_math.strategies.protocol import Strategy

__all__ = ["review"]


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

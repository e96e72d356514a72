"""The answers to a page's questions, as plain values that JSON can hold: the same functions that Python callers use."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from incan_math.advice.router import decide
from incan_math.game.cards import Artifact, Treasure
from incan_math.game.editions import EDITIONS, label_of
from incan_math.game.errors import GameError
from incan_math.game.expedition import Expedition
from incan_math.game.record import Record
from incan_math.game.rules import Rules
from incan_math.numbers.enclosure import Enclosure
from incan_math.odds.bust import bust_probability, survival
from incan_math.odds.next_card import next_card
from incan_math.storage.store import Store
from incan_math.strategies.decision import Decision, EquilibriumDecision
from incan_math.web.questions import Question

__all__ = ["ANSWERS", "LIMIT", "editions"]

LIMIT = 100_000_000
"""Situations that one request may have solved, if not set otherwise: any of a published deck, in a minute or two."""

Progress = Callable[[int, int, int], None]
Answer = dict[str, Any]

_LONGEST_EXACT = 400
"""Bits of numerator and denominator up to which a fraction is also written exactly."""


def editions() -> Answer:
    """The published editions, each with its deck."""
    return {"editions": [{"name": name, **_deck(rules)} for name, rules in EDITIONS.items()]}


def _position(question: Question, limit: int, store: Store | None, progress: Progress | None) -> Answer:
    """Where a recorded game stands: the table, the scores, the path, and the odds of the next card."""
    record = question.record
    state = record.position
    return {
        "record": record.text,
        "rules": {"name": record.rules.name, **_deck(record.rules)},
        "players": list(record.players),
        "expedition": len(record.expeditions),
        "lines": [[str(token) for token in tokens] for tokens in record.expeditions],
        "inside": None if record.inside is None else list(record.inside),
        "scores": _known(lambda: record.scores),
        "is_over": record.is_over,
        "winners": _known(lambda: list(record.winners)) if record.is_over else None,
        "ended": None if state is not None else _end(record),
        "state": None if state is None else _state(state),
    }


def _odds(question: Question, limit: int, store: Store | None, progress: Progress | None) -> Answer:
    """The probability of a bust within so many cards, and what the next card can be."""
    state = question.state
    return {
        "position": state.notation(),
        "bust": _number(bust_probability(state, question.draws)),
        "bust_within": [_number(1 - safe) for _, safe in sorted(survival(state).items())][1:],
        **_state(state),
    }


def _decide(question: Question, limit: int, store: Store | None, progress: Progress | None) -> Answer:
    """Stay or retire: what `decide` answers, once the work is counted and within the limit."""
    if question.objective == "win":
        return _decision(_to_win(question))
    state = question.state
    opponents = question.opponents(state)
    if opponents is None:
        _need_affordable(state, limit)
    return _decision(decide(state, opponents, store=store, progress=progress))


def _review(question: Question, limit: int, store: Store | None, progress: Progress | None) -> Answer:
    """What each decision of a game lost and what luck each card was."""
    from incan_math.reviews.game_review import review

    record = question.record
    known = question.strategies()
    if len(known) > 1:
        raise GameError("against: a review measures everybody against one strategy; give one")
    if not known:
        for game in record.games[: len(record.expeditions)]:
            _need_affordable(game.begin(), limit)
    found = review(record, known[0] if known else None, store=store, progress=progress)
    return {
        "against": found.against,
        "error": float(found.error),
        "players": [
            {
                "player": each.player,
                "result": _number(each.result),
                "before": _number(each.before),
                "cards": _number(each.cards),
                "others": _number(each.others),
                "loss": _number(each.loss),
                "adjusted": _number(each.adjusted),
                "decisions": each.decisions,
                "near": each.near,
                "course": [float(value) for value in found.course(each.player)],
            }
            for each in found.players
        ],
        "decisions": [
            {
                "expedition": each.expedition,
                "player": each.player,
                "path": each.state.path,
                "played": each.played,
                "best": each.best,
                "retire_probability": _number(each.retire_probability),
                "stay": _number(each.stay),
                "retire": _number(each.retire),
                "loss": _number(each.loss),
            }
            for each in found.decisions
        ],
        "cards": [
            {
                "expedition": card.expedition,
                "path": card.state.path,
                "card": card.card,
                "luck": {name: _number(luck) for name, luck in card.luck},
            }
            for card in found.cards
        ],
    }


ANSWERS: Mapping[str, Callable[[Question, int, Store | None, Progress | None], Answer]] = {
    "position": _position,
    "odds": _odds,
    "decide": _decide,
    "review": _review,
}
"""The function that answers each kind of question: of the question, the limit, the store, and progress."""


def _to_win(question: Question) -> Decision:
    from incan_math.companion.advisor import win_decision  # It loads numba, which odds do without.

    record = question.record
    me = question.name(record)
    if question.strategies():
        raise GameError("against: with objective 'win' all play to win; leave it out")
    if record.inside is not None and me not in record.inside:
        raise GameError(f"me: {me} is not in any more; nothing is left to decide")
    found = win_decision(record, me)
    if found is None:
        raise GameError(
            "objective: 'win' is answered for two players, and for more in the last expedition where that is quick;"
            " give 'points'"
        )
    return found


def _need_affordable(state: Expedition, limit: int) -> None:
    """Refuse what would cost more than `limit`, saying how much; alone, the look-ahead theorem costs nothing."""
    if state.players < 2:
        return
    from incan_math.equilibria.symmetric import situations

    cost = situations(state)
    if cost > limit:
        raise GameError(
            f"position: {cost:,} situations can follow, and this server solves up to {limit:,} for one request; ask"
            " again some cards later, give 'against', or run `incan-math decide` at home"
        )


def _deck(rules: Rules) -> Answer:
    return {
        "label": label_of(rules),
        "treasures": list(rules.treasures),
        "hazards": dict(rules.hazards),
        "artifacts": len(rules.artifacts),
        "expeditions": rules.expeditions,
    }


def _end(record: Record) -> Answer | None:
    if not record.steps:
        return None
    last = record.steps[-1].after
    return {"bust": str(last.bust) if last.bust else None}


def _state(state: Expedition) -> Answer:
    """What all see of a position, and the odds of its next card."""
    deciding = state.is_deciding
    return {
        "position": state.notation(),
        "players": state.players,
        "bag": state.bag,
        "leftover": state.leftover,
        "artifacts": len(state.artifacts),
        "cards_left": state.cards_left,
        "cards_out": state.cards_out,
        "deadly": state.deadly,
        "showing": [str(hazard) for hazard in state.showing],
        "is_deciding": deciding,
        "bust_next": _number(bust_probability(state)),
        "retire_alone": state.payout(1).points if deciding else None,
        "next": [
            {
                "card": str(each.card),
                "what": "treasure"
                if isinstance(each.card, Treasure)
                else "artifact"
                if isinstance(each.card, Artifact)
                else "hazard",
                "copies": each.copies,
                "effect": each.effect,
                "share": each.share,
            }
            for each in next_card(state).outcomes
        ],
    }


def _decision(decision: Decision) -> Answer:
    found: Answer = {
        "position": decision.state.notation(),
        "objective": decision.objective,
        "action": decision.action,
        "value": _number(decision.value),
        "stay": _number(decision.stay),
        "retire": _number(decision.retire) if decision.state.is_deciding else None,
        "retire_probability": _number(decision.retire_probability),
        "bust": _number(decision.bust),
        "reason": decision.reason,
        "outcomes": [
            {
                "others_retiring": each.others_retiring,
                "probability": _number(each.probability),
                "stay": _number(each.stay),
                "retire": _number(each.retire),
            }
            for each in decision.outcomes
        ],
    }
    if isinstance(decision, EquilibriumDecision):
        found["deviation_gain"] = float(decision.deviation_gain)
    return found


def _number(value: Fraction | Enclosure) -> Answer:
    """A number for machines: to the nearest double, and exactly or between bounds where that is not too long.

    >>> _number(Fraction(2, 13))
    {'value': 0.15384615384615385, 'exact': '2/13'}
    """
    if isinstance(value, Enclosure):
        return {"value": _double(value.midpoint), "error": _double((value.high - value.low) / 2)}
    if max(value.numerator.bit_length(), value.denominator.bit_length()) <= _LONGEST_EXACT:
        return {"value": _double(value), "exact": str(value)}
    near = _double(value)
    return {"value": near, "error": None if near is None else _double(abs(value - Fraction(near)))}


def _double(value: Fraction) -> float | None:
    """The nearest double; None where there is none."""
    try:
        return float(value)
    except OverflowError:
        return None


def _known(find: Callable[[], Any]) -> Any:
    """What is found; None where a number of players stands for their names."""
    try:
        return find()
    except GameError:
        return None

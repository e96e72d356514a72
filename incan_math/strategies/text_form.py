"""Strategies as text: `gems:15`, `gems:15|hazards:4`, `(risk:0.2|cards:6)&gems:3`."""

from __future__ import annotations

from collections.abc import Callable

from incan_math.game.errors import GameError, shown
from incan_math.game.spelling import closest, whole_number
from incan_math.strategies.combinators import AllOf, AnyOf
from incan_math.strategies.heuristics import (
    RetireAfterCards,
    RetireAtGems,
    RetireAtHazards,
    RetireAtRisk,
    RetireWhenOneStepGainsNothing,
    RetireWhenRiskOutweighsGems,
    RetireWithProbability,
    StayForever,
)
from incan_math.strategies.protocol import Strategy

__all__ = ["parse_strategy"]

_LONGEST, _DEEPEST = 1_000, 20
"""Characters of a text, and brackets inside one another, that are read."""

_WITHOUT_NUMBER: dict[str, Callable[[], Strategy]] = {
    "stay": StayForever,
    "onestep": RetireWhenOneStepGainsNothing,
    "outweigh": RetireWhenRiskOutweighsGems,
}
_WITH_COUNT: dict[str, Callable[[int], Strategy]] = {
    "gems": RetireAtGems,
    "hazards": RetireAtHazards,
    "cards": RetireAfterCards,
}
_WITH_PROBABILITY: dict[str, Callable[[str], Strategy]] = {
    "risk": RetireAtRisk,
    "probability": RetireWithProbability,
    "chance": RetireWithProbability,  # The first version's word.
}
_WORDS = (*_WITHOUT_NUMBER, *_WITH_COUNT, *_WITH_PROBABILITY)


def parse_strategy(text: str) -> Strategy:
    """The strategy that a text describes.

    One of stay, gems:15, hazards:3, cards:6, risk:0.2, onestep, outweigh, probability:1/3. Several joined by `|` retire
    as soon as one of them would, joined by `&` when all of them would; `&` binds closer, and brackets bind closest.

    Args:
        text: up to 1,000 characters, with up to 20 brackets inside one another.

    Raises:
        GameError: it is not the text of a strategy; the message says which part is wrong.

    >>> parse_strategy("gems:15|hazards:4")
    AnyOf(RetireAtGems(gems=15), RetireAtHazards(hazards=4))
    >>> parse_strategy("gem:15")
    Traceback (most recent call last):
    incan_math.game.errors.GameError: strategy: 'gem:15' (did you mean 'gems'?); write stay, gems:15, hazards:3, ...
    """
    if not isinstance(text, str):
        raise GameError(f"strategy: {shown(text)} is not text; write stay, gems:15 and the like")
    if len(text) > _LONGEST:
        raise GameError(f"strategy: a text of {len(text):,} characters given; up to {_LONGEST:,} are read")
    depth = 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if not 0 <= depth <= _DEEPEST:
            break
    if depth:
        raise GameError(
            f"strategy: {shown(text)} has brackets that do not match, or more than {_DEEPEST} inside one another"
        )
    return _parsed(text)


def _parsed(text: str) -> Strategy:
    for sign, join in (("|", AnyOf), ("&", AllOf)):
        parts = _split(text, sign)
        if len(parts) > 1:
            return join(*map(_parsed, parts))
    text = text.strip()
    if text[:1] == "(" and text[-1:] == ")":
        return _parsed(text[1:-1])
    word, colon, value = (part.strip() for part in text.lower().partition(":"))
    try:
        if word in _WITHOUT_NUMBER and not colon:
            return _WITHOUT_NUMBER[word]()
        if word in _WITH_COUNT and (number := whole_number(value)) is not None:
            return _WITH_COUNT[word](number)
        if word in _WITH_PROBABILITY and colon:
            return _WITH_PROBABILITY[word](value)
    except GameError as error:
        raise GameError(f"strategy: {shown(text)}: {error}") from None
    hint = "" if word in _WORDS else closest(word, _WORDS)
    raise GameError(
        f"strategy: {shown(text)}{hint}; write stay, gems:15, hazards:3, cards:6, risk:0.2, onestep, outweigh or"
        " probability:1/3, several joined by | or &"
    )


def _split(text: str, sign: str) -> list[str]:
    """The parts of `text` between those signs that stand outside all brackets."""
    parts, start, depth = [], 0, 0
    for place, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if letter == sign and not depth:
            parts.append(text[start:place])
            start = place + 1
    return [*parts, text[start:]]

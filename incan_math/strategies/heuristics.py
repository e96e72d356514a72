"""The usual strategies, as a bot author would name them: frozen values with a one-word text form (`gems:15`)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from incan_math.game.errors import GameError
from incan_math.game.expedition import Expedition
from incan_math.game.spelling import closest
from incan_math.numbers.rationals import Chance, as_chance
from incan_math.odds.next_card import one_step_gain
from incan_math.strategies.protocol import AllOf, AnyOf, Strategy

__all__ = [
    "RetireAfterCards",
    "RetireAtGems",
    "RetireAtHazards",
    "RetireAtRisk",
    "RetireByChance",
    "RetireWhenOneStepGainsNothing",
    "RetireWhenRiskOutweighsGems",
    "StayForever",
    "parse_strategy",
]


@dataclass(frozen=True)
class _Named:
    """A strategy that depends on numbers only: renaming hazard kinds changes none of its answers."""

    kind_symmetric: ClassVar[bool] = True
    depends_on: ClassVar[str] = "deck"
    word: ClassVar[str]

    @abstractmethod
    def __call__(self, state: Expedition, /) -> Fraction | int:
        """The chance of retiring at `state`."""


@dataclass(frozen=True)
class StayForever(_Named):
    """Never retires: P(retire) = 0."""

    word: ClassVar[str] = "stay"

    def __call__(self, state: Expedition, /) -> int:
        return 0

    def __str__(self) -> str:
        return self.word


@dataclass(frozen=True)
class RetireAtGems(_Named):
    """Retires as soon as the bag holds `gems` or more.

    >>> RetireAtGems(15)(Expedition.parse("7 11"))
    1
    """

    gems: int
    word: ClassVar[str] = "gems"
    depends_on: ClassVar[str] = "bag"

    def __post_init__(self) -> None:
        _check_count("gems", self.gems)

    def __call__(self, state: Expedition, /) -> int:
        return int(state.bag >= self.gems)

    def __str__(self) -> str:
        return f"{self.word}:{self.gems}"


@dataclass(frozen=True)
class RetireAtHazards(_Named):
    """Retires as soon as `hazards` kinds or more are showing."""

    hazards: int
    word: ClassVar[str] = "hazards"

    def __post_init__(self) -> None:
        _check_count("hazards", self.hazards)

    def __call__(self, state: Expedition, /) -> int:
        return int(state.situation.showing.bit_count() >= self.hazards)

    def __str__(self) -> str:
        return f"{self.word}:{self.hazards}"


@dataclass(frozen=True)
class RetireAfterCards(_Named):
    """Retires as soon as `cards` or more are out."""

    cards: int
    word: ClassVar[str] = "cards"

    def __post_init__(self) -> None:
        _check_count("cards", self.cards)

    def __call__(self, state: Expedition, /) -> int:
        return int(state.cards_out >= self.cards)

    def __str__(self) -> str:
        return f"{self.word}:{self.cards}"


@dataclass(frozen=True)
class RetireAtRisk(_Named):
    """Retires as soon as the next card busts with chance `risk` or more.

    `risk` is exact: a `Fraction`, or text such as "0.2" or "20%".
    """

    risk: Fraction
    word: ClassVar[str] = "risk"

    def __init__(self, risk: Chance) -> None:
        object.__setattr__(self, "risk", as_chance("risk", risk))

    def __call__(self, state: Expedition, /) -> int:
        return int(state.deadly * self.risk.denominator >= self.risk.numerator * state.cards_left)

    def __str__(self) -> str:
        return f"{self.word}:{self.risk}"


@dataclass(frozen=True)
class RetireWhenOneStepGainsNothing(_Named):
    """Retires as soon as one more card and then retiring gains nothing, were all others to stay.

    Alone this is the best play of all; see `one_step_gain`.
    """

    word: ClassVar[str] = "onestep"
    depends_on: ClassVar[str] = "state"

    def __call__(self, state: Expedition, /) -> int:
        return int(one_step_gain(state) <= 0)

    def __str__(self) -> str:
        return self.word


@dataclass(frozen=True)
class RetireByChance(_Named):
    """Retires with the fixed `chance` after every card.

    >>> RetireByChance("1/3")(Expedition.parse("7"))
    Fraction(1, 3)
    """

    chance: Fraction
    word: ClassVar[str] = "chance"

    def __init__(self, chance: Chance) -> None:
        object.__setattr__(self, "chance", as_chance("chance", chance))

    def __call__(self, state: Expedition, /) -> Fraction:
        return self.chance

    def __str__(self) -> str:
        return f"{self.word}:{self.chance}"


@dataclass(frozen=True)
class RetireWhenRiskOutweighsGems(_Named):
    """Retires as soon as bag x deadly cards >= gems on all undrawn treasures / players in.

    The look-ahead rule without leftovers and artifacts: it can be reckoned at the table.
    """

    word: ClassVar[str] = "outweigh"
    depends_on: ClassVar[str] = "state"

    def __call__(self, state: Expedition, /) -> int:
        values = state.rules.values
        gems = sum(value * count for value, count in zip(values, state.situation.treasures, strict=True))
        return int(state.bag * state.deadly * state.players >= gems)

    def __str__(self) -> str:
        return self.word


_BY_WORD: dict[str, Callable[[str], Strategy]] = {
    "stay": lambda value: StayForever(),
    "gems": lambda value: RetireAtGems(int(value)),
    "hazards": lambda value: RetireAtHazards(int(value)),
    "cards": lambda value: RetireAfterCards(int(value)),
    "risk": RetireAtRisk,
    "onestep": lambda value: RetireWhenOneStepGainsNothing(),
    "outweigh": lambda value: RetireWhenRiskOutweighsGems(),
    "chance": RetireByChance,
}
_WITHOUT_NUMBER = ("stay", "onestep", "outweigh")


def parse_strategy(text: str) -> Strategy:
    """The strategy that a text says.

    One of stay, gems:15, hazards:3, cards:6, risk:0.2, onestep, outweigh, chance:1/3; several joined by `|` retire as
    soon as one of them would, joined by `&` when all would; `&` binds closer, and brackets bind closest.

    Raises:
        GameError: no strategy is written so.

    >>> parse_strategy("gems:15|hazards:4")
    AnyOf(parts=(RetireAtGems(gems=15), RetireAtHazards(hazards=4)))
    >>> parse_strategy("gem:15")
    Traceback (most recent call last):
    incan_math.game.errors.GameError: strategy: 'gem:15' (did you mean 'gems'?); write stay, gems:15, hazards:3, ...
    """
    if not isinstance(text, str):
        raise GameError(f"strategy: {text!r} is no text; write stay, gems:15 and the like")
    for sign, join in (("|", AnyOf), ("&", AllOf)):
        parts = _split(text, sign)
        if len(parts) > 1:
            return join(*map(parse_strategy, parts))
    if text.strip()[:1] == "(" and text.strip()[-1:] == ")":
        return parse_strategy(text.strip()[1:-1])
    word, colon, value = text.strip().lower().partition(":")
    make = _BY_WORD.get(word)
    try:
        if make is None or bool(colon) == (word in _WITHOUT_NUMBER):
            raise ValueError
        return make(value)
    except ValueError:
        hint = closest(word, _BY_WORD) if make is None else ""
        raise GameError(
            f"strategy: {text!r}{hint}; write stay, gems:15, hazards:3, cards:6, risk:0.2, onestep, outweigh or"
            " chance:1/3, several joined by | or &"
        ) from None


def _split(text: str, sign: str) -> list[str]:
    """The parts of `text` between those signs that stand in no brackets."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter == sign and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return parts


def _check_count(name: str, value: int) -> None:
    if type(value) is not int or value < 0:
        raise GameError(f"{name}: {value!r} given; it is a whole number, 0 or more")

"""Strategies: what a player does at every public state, as opponents and as bots to be tested.

A strategy is anything that can be called with an `Expedition` and answers with the exact chance of retiring there:
0, 1, or a `Fraction` between. It may use all that the state shows but its path: solvers merge the paths that lead to
one state. Those here are frozen values with a one-word text form (`gems:15`), for tables and the
command line; a function of your own works as well.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from numbers import Rational
from typing import ClassVar, Protocol, runtime_checkable

from incan_math.game.errors import GameError
from incan_math.game.expedition import Expedition
from incan_math.game.spelling import closest
from incan_math.odds.fractions import as_chance
from incan_math.odds.next_card import one_step_gain

__all__ = [
    "Mixture",
    "RetireAfterCards",
    "RetireAtGems",
    "RetireAtHazards",
    "RetireAtRisk",
    "RetireByChance",
    "RetireWhenOneStepGainsNothing",
    "StayForever",
    "Strategy",
    "parse_strategy",
    "retire_chance",
]


@runtime_checkable
class Strategy(Protocol):
    """Whatever answers a public state with the exact chance of retiring there."""

    def __call__(self, state: Expedition, /) -> Rational | int: ...


@dataclass(frozen=True)
class _Named:
    """A strategy that looks at numbers only, never at which hazard kind is which."""

    names_matter: ClassVar[bool] = False
    word: ClassVar[str]


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

    def __init__(self, risk: Rational | str) -> None:
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

    def __init__(self, chance: Rational | str) -> None:
        object.__setattr__(self, "chance", as_chance("chance", chance))

    def __call__(self, state: Expedition, /) -> Fraction:
        return self.chance

    def __str__(self) -> str:
        return f"{self.word}:{self.chance}"


@dataclass(frozen=True)
class Mixture:
    """Follows one of several strategies, drawn anew at every decision: P(retire) = sum of weight * P(retire).

    For a strategy that is drawn once, before the first card, take the weighted mean of `evaluate` over its parts.

    >>> Mixture([("1/4", RetireAtGems(5)), ("3/4", StayForever())])(Expedition.parse("7"))
    Fraction(1, 4)
    """

    parts: tuple[tuple[Fraction, Strategy], ...]

    def __init__(self, parts: Sequence[tuple[Rational | str, Strategy]]) -> None:
        exact = tuple((as_chance("weight", weight), strategy) for weight, strategy in parts)
        if sum(weight for weight, _ in exact) != 1:
            raise ValueError(
                f"parts: the weights add up to {sum(weight for weight, _ in exact)}; they must add up to 1"
            )
        object.__setattr__(self, "parts", exact)

    @property
    def names_matter(self) -> bool:
        """Whether some part looks at which hazard kind is which."""
        return any(names_matter(strategy) for _, strategy in self.parts)

    def __call__(self, state: Expedition, /) -> Fraction:
        return sum((weight * retire_chance(strategy, state) for weight, strategy in self.parts), Fraction(0))

    def __str__(self) -> str:
        return "+".join(f"{weight}*{strategy}" for weight, strategy in self.parts)


def names_matter(strategy: Strategy) -> bool:
    """Whether the strategy may look at which hazard kind is which: any function of your own, unless it says not.

    Set `names_matter = False` on a function that looks at numbers only: solvers then merge states that differ only in
    the names of kinds.
    """
    return bool(getattr(strategy, "names_matter", True))


def retire_chance(strategy: Strategy, state: Expedition) -> Fraction | int:
    """What the strategy answers, checked: 0, 1 or an exact chance between.

    Raises:
        GameError: it is no exact chance; the message names the strategy and the position.

    >>> retire_chance(lambda state: 1.2, Expedition.parse("7"))
    Traceback (most recent call last):
    incan_math.game.errors.GameError: strategy <lambda> answered 1.2 with 7 gems in the bag ...
    """
    answer = strategy(state)
    if type(answer) is int and 0 <= answer <= 1:
        return answer
    if isinstance(answer, Rational):
        chance = Fraction(answer)
        if 0 <= chance <= 1:
            return int(chance) if chance.denominator == 1 else chance
    name = getattr(strategy, "__name__", None) or str(strategy)
    raise GameError(
        f"strategy {name} answered {answer!r} with {state.bag} gems in the bag and {len(state.showing)} hazards"
        " showing; the chance of retiring is 0, 1 or an exact Fraction between"
    )


_BY_WORD: dict[str, Callable[[str], Strategy]] = {
    "stay": lambda value: StayForever(),
    "gems": lambda value: RetireAtGems(int(value)),
    "hazards": lambda value: RetireAtHazards(int(value)),
    "cards": lambda value: RetireAfterCards(int(value)),
    "risk": RetireAtRisk,
    "onestep": lambda value: RetireWhenOneStepGainsNothing(),
    "chance": RetireByChance,
}


def parse_strategy(text: str) -> Strategy:
    """The strategy that a word says: stay, gems:15, hazards:3, cards:6, risk:0.2, onestep, chance:1/3.

    Raises:
        GameError: no strategy is written so.

    >>> parse_strategy("gems:15")
    RetireAtGems(gems=15)
    >>> parse_strategy("gem:15")
    Traceback (most recent call last):
    incan_math.game.errors.GameError: strategy: 'gem:15' (did you mean 'gems'?); write stay, gems:15, hazards:3, ...
    """
    word, colon, value = text.strip().lower().partition(":")
    make = _BY_WORD.get(word)
    try:
        if make is None or bool(colon) == (word in ("stay", "onestep")):
            raise ValueError
        return make(value)
    except ValueError:
        hint = closest(word, _BY_WORD) if make is None else ""
        raise GameError(
            f"strategy: {text!r}{hint}; write stay, gems:15, hazards:3, cards:6, risk:0.2, onestep or chance:1/3"
        ) from None


def _check_count(name: str, value: int) -> None:
    if type(value) is not int or value < 0:
        raise GameError(f"{name}: {value!r} given; it is a whole number, 0 or more")

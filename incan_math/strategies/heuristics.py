"""The usual strategies, as a bot author would name them: frozen values with a one-word text form (`gems:15`)."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from incan_math.game.deprecation import warn_renamed
from incan_math.game.errors import GameError, shown
from incan_math.game.expedition import Expedition
from incan_math.game.showing import Brief
from incan_math.numbers.rationals import Probability, as_probability
from incan_math.odds.next_card import one_step_gain

__all__ = [
    "RetireAfterCards",
    "RetireAtGems",
    "RetireAtHazards",
    "RetireAtRisk",
    "RetireWhenOneStepGainsNothing",
    "RetireWhenRiskOutweighsGems",
    "RetireWithProbability",
    "StayForever",
]


@dataclass(frozen=True, repr=False)
class _Named(Brief):
    """A strategy that depends on numbers only: renaming hazard kinds changes none of its answers."""

    kind_symmetric: ClassVar[bool] = True
    depends_on: ClassVar[str] = "deck"
    word: ClassVar[str]

    @abstractmethod
    def __call__(self, state: Expedition, /) -> Fraction | int:
        """P(retire) at `state`."""


@dataclass(frozen=True, repr=False)
class StayForever(_Named):
    """Never retires: P(retire) = 0."""

    word: ClassVar[str] = "stay"

    def __call__(self, state: Expedition, /) -> int:
        return 0

    def __str__(self) -> str:
        return self.word


@dataclass(frozen=True, repr=False)
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


@dataclass(frozen=True, repr=False)
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


@dataclass(frozen=True, repr=False)
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


@dataclass(frozen=True, repr=False)
class RetireAtRisk(_Named):
    """Retires as soon as P(the next card busts) is `risk` or more.

    `risk` is exact: a `Fraction`, or text such as "0.2" or "20%".
    """

    risk: Fraction
    word: ClassVar[str] = "risk"

    def __init__(self, risk: Probability) -> None:
        object.__setattr__(self, "risk", as_probability("risk", risk))

    def __call__(self, state: Expedition, /) -> int:
        return int(state.deadly * self.risk.denominator >= self.risk.numerator * state.cards_left)

    def __str__(self) -> str:
        return f"{self.word}:{self.risk}"


@dataclass(frozen=True, repr=False)
class RetireWhenOneStepGainsNothing(_Named):
    """Retires as soon as one more card, followed by retiring, would gain nothing if all others stayed.

    For a solo player this is optimal; see `one_step_gain`.
    """

    word: ClassVar[str] = "onestep"
    depends_on: ClassVar[str] = "state"

    def __call__(self, state: Expedition, /) -> int:
        return int(one_step_gain(state) <= 0)

    def __str__(self) -> str:
        return self.word


@dataclass(frozen=True, repr=False)
class RetireWithProbability(_Named):
    """Retires after every card with the same `probability`.

    >>> RetireWithProbability("1/3")(Expedition.parse("7"))
    Fraction(1, 3)
    """

    probability: Fraction
    word: ClassVar[str] = "probability"

    def __init__(self, probability: Probability) -> None:
        object.__setattr__(self, "probability", as_probability("probability", probability))

    @property
    def chance(self) -> Fraction:
        """Deprecated: `probability`."""
        warn_renamed("chance", "probability")
        return self.probability

    def __call__(self, state: Expedition, /) -> Fraction:
        return self.probability

    def __str__(self) -> str:
        return f"{self.word}:{self.probability}"


@dataclass(frozen=True, repr=False)
class RetireWhenRiskOutweighsGems(_Named):
    """Retires as soon as bag x deadly cards >= gems on all undrawn treasures / players in.

    The look-ahead rule without leftovers and artifacts, simple enough to use at the table.
    """

    word: ClassVar[str] = "outweigh"
    depends_on: ClassVar[str] = "state"

    def __call__(self, state: Expedition, /) -> int:
        values = state.rules.values
        gems = sum(value * count for value, count in zip(values, state.situation.treasures, strict=True))
        return int(state.bag * state.deadly * state.players >= gems)

    def __str__(self) -> str:
        return self.word


def _check_count(name: str, value: int) -> None:
    if type(value) is not int or value < 0:
        raise GameError(f"{name}: {shown(value)} given; it is a whole number, 0 or more")

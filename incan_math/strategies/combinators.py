"""Strategies put together: a mixture of several, any of several, all of several."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from incan_math.game.errors import GameError, shown
from incan_math.game.expedition import Expedition
from incan_math.game.showing import Brief
from incan_math.numbers.rationals import Probability, as_probability
from incan_math.strategies.protocol import Strategy, is_kind_symmetric, name_of, need_strategy, retire_probability

__all__ = ["AllOf", "AnyOf", "Mixture"]

_DEEPEST = 50
"""How deeply strategies can be put inside one another."""


@dataclass(frozen=True, repr=False)
class Mixture(Brief):
    """Follows one of several strategies, drawn anew at every decision: P(retire) = sum of weight * P(retire).

    For a strategy that is drawn once, before the first card, take the weighted mean of `evaluate` over its parts.

    >>> from incan_math.strategies.heuristics import RetireAtGems, StayForever
    >>> Mixture([("1/4", RetireAtGems(5)), ("3/4", StayForever())])(Expedition.parse("7"))
    Fraction(1, 4)
    """

    parts: tuple[tuple[Fraction, Strategy], ...]

    def __init__(self, parts: Sequence[tuple[Probability, Strategy]]) -> None:
        exact = tuple(_weighted(part) for part in _listed(parts))
        total = sum(weight for weight, _ in exact)
        if total != 1:
            raise GameError(f"parts: the weights add up to {shown(total)}; they must add up to 1")
        _check_depth([strategy for _, strategy in exact])
        object.__setattr__(self, "parts", exact)

    @property
    def kind_symmetric(self) -> bool:
        """Whether no part depends on which hazard kind is which."""
        return all(is_kind_symmetric(strategy) for _, strategy in self.parts)

    def __call__(self, state: Expedition, /) -> Fraction:
        return sum((weight * retire_probability(strategy, state) for weight, strategy in self.parts), Fraction(0))

    def __str__(self) -> str:
        return "+".join(f"{weight}*{name_of(strategy)}" for weight, strategy in self.parts)


@dataclass(frozen=True, init=False, repr=False)
class _Joined(Brief):
    """Several strategies in one."""

    parts: tuple[Strategy, ...]

    def _in_full(self) -> str | None:
        return f"{type(self).__qualname__}({', '.join(map(repr, self.parts))})"

    def __init__(self, *parts: Strategy) -> None:
        if not parts:
            raise GameError("parts: give one strategy or more")
        for part in parts:
            need_strategy(part)
        _check_depth(parts)
        object.__setattr__(self, "parts", parts)

    @property
    def kind_symmetric(self) -> bool:
        """Whether no part depends on which hazard kind is which."""
        return all(map(is_kind_symmetric, self.parts))


class AnyOf(_Joined):
    """Retires as soon as any of its parts would: P(retire) is the greatest of theirs.

    >>> from incan_math.strategies.heuristics import RetireAtGems, RetireAtHazards
    >>> print(AnyOf(RetireAtGems(15), RetireAtHazards(3)))
    gems:15|hazards:3
    """

    def __call__(self, state: Expedition, /) -> Fraction | int:
        return max(retire_probability(part, state) for part in self.parts)

    def __str__(self) -> str:
        return "|".join(map(name_of, self.parts))


class AllOf(_Joined):
    """Retires when all of its parts would: P(retire) is the least of theirs."""

    def __call__(self, state: Expedition, /) -> Fraction | int:
        return min(retire_probability(part, state) for part in self.parts)

    def __str__(self) -> str:
        return "&".join(f"({part})" if isinstance(part, AnyOf) else name_of(part) for part in self.parts)


def _listed(parts: object) -> list[object]:
    if isinstance(parts, str | bytes) or not isinstance(parts, Iterable):
        raise GameError(f"parts: {shown(parts)} given; give pairs such as [('1/4', strategy), ('3/4', other)]")
    return list(parts)


def _weighted(part: object) -> tuple[Fraction, Strategy]:
    if not isinstance(part, tuple | list) or len(part) != 2:
        raise GameError(f"parts: {shown(part)} given; each part is a pair of a weight and a strategy")
    weight, strategy = part
    need_strategy(strategy)
    return as_probability("weight", weight), strategy


def _check_depth(parts: Sequence[Strategy]) -> None:
    """Refuse strategies inside one another so deeply that asking them would exhaust Python's stack."""
    level: list[Strategy] = list(parts)
    for _ in range(_DEEPEST):
        inner = (
            part.parts if isinstance(part, _Joined) else [p for _, p in part.parts]
            for part in level
            if isinstance(part, _Joined | Mixture)
        )
        level = list({id(p): p for some in inner for p in some}.values())
        if not level:
            return
    raise GameError(f"parts: strategies lie inside one another more than {_DEEPEST} deep; write them flatter")

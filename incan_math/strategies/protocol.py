"""Strategies: what a player does at every public state, as opponents and as bots to be tested.

A strategy is anything that can be called with an `Expedition` and answers with the exact chance of retiring there:
0, 1, or a `Fraction` between. It may use all that the state shows but its path: solvers merge the paths that lead to
one state. `incan_math.strategies.heuristics` has the usual ones; here they are checked and put together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from numbers import Rational
from typing import Protocol, runtime_checkable

from incan_math.game.errors import GameError
from incan_math.game.expedition import Expedition
from incan_math.numbers.rationals import Chance, as_chance

__all__ = [
    "AllOf",
    "AnyOf",
    "Mixture",
    "Strategy",
    "depends_on",
    "for_each",
    "is_kind_symmetric",
    "kind_symmetric",
    "need_strategy",
    "retire_probability",
]


@runtime_checkable
class Strategy(Protocol):
    """Whatever answers a public state with the exact chance of retiring there."""

    def __call__(self, state: Expedition, /) -> Rational | int: ...


def is_kind_symmetric(strategy: Strategy) -> bool:
    """Whether renaming hazard kinds changes none of its answers, by its attribute `kind_symmetric`.

    A function of your own is taken not to be so unless `kind_symmetric` marks it.
    """
    return bool(getattr(strategy, "kind_symmetric", False))


def kind_symmetric(strategy: Strategy) -> Strategy:
    """Mark a function of your own as one that does not depend on which hazard kind is which, and return it.

    Solvers then merge states that differ only in the names of kinds: some five times fewer on a full deck.

    >>> @kind_symmetric
    ... def careful(state: Expedition) -> int:
    ...     return int(state.bag >= 10)
    >>> is_kind_symmetric(careful)
    True
    """
    strategy.kind_symmetric = True  # type: ignore[attr-defined]
    return strategy


def depends_on(strategy: Strategy) -> str:
    """What the answer depends on: `deck` (undrawn cards, hazards, players in), `bag` alone, or `state` (all of it).

    A strategy says so by an attribute of this name; solvers then ask it less often.
    """
    answer = str(getattr(strategy, "depends_on", "state"))
    if answer not in ("deck", "bag", "state"):
        raise GameError(f"strategy {_name_of(strategy)}: depends_on is {answer!r}; it is 'deck', 'bag' or 'state'")
    return answer


def need_strategy(strategy: object) -> None:
    """Refuse what is no strategy, with the way to make one.

    Raises:
        GameError: it cannot be called with a state, or is a class where a value is meant.

    >>> need_strategy("stay")
    Traceback (most recent call last):
    incan_math.game.errors.GameError: strategy: 'stay' is none; parse_strategy('stay') reads the text of one
    """
    if isinstance(strategy, type):
        raise GameError(
            f"strategy: {strategy.__name__} is a class; give a value of it, such as {strategy.__name__}(...)"
        )
    if isinstance(strategy, str):
        raise GameError(f"strategy: {strategy!r} is none; parse_strategy({strategy!r}) reads the text of one")
    if not callable(strategy):
        raise GameError(f"strategy: {strategy!r} is none; give one that can be called with a state")


def for_each(strategies: Sequence[Strategy] | Strategy, players: int) -> Sequence[Strategy]:
    """A strategy for each player: the sequence that is given, or one strategy for all of them.

    Raises:
        GameError: it is neither.
    """
    if isinstance(strategies, Sequence) and not isinstance(strategies, str):
        return strategies
    need_strategy(strategies)
    return [strategies] * players


def retire_probability(strategy: Strategy, state: Expedition) -> Fraction | int:
    """What the strategy answers, checked: 0, 1 or an exact chance between.

    Raises:
        GameError: it is no exact chance; the message names the strategy and the position.

    >>> retire_probability(lambda state: 1.2, Expedition.parse("7"))
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
    raise GameError(
        f"strategy {_name_of(strategy)} answered {answer!r} with {state.bag} gems in the bag and"
        f" {len(state.showing)} hazards showing; the chance of retiring is 0, 1 or an exact Fraction between"
    )


def _name_of(strategy: Strategy) -> str:
    return getattr(strategy, "__name__", None) or str(strategy)


@dataclass(frozen=True)
class Mixture:
    """Follows one of several strategies, drawn anew at every decision: P(retire) = sum of weight * P(retire).

    For a strategy that is drawn once, before the first card, take the weighted mean of `evaluate` over its parts.

    >>> from incan_math.strategies.heuristics import RetireAtGems, StayForever
    >>> Mixture([("1/4", RetireAtGems(5)), ("3/4", StayForever())])(Expedition.parse("7"))
    Fraction(1, 4)
    """

    parts: tuple[tuple[Fraction, Strategy], ...]

    def __init__(self, parts: Sequence[tuple[Chance, Strategy]]) -> None:
        exact = tuple((as_chance("weight", weight), strategy) for weight, strategy in parts)
        if sum(weight for weight, _ in exact) != 1:
            raise ValueError(
                f"parts: the weights add up to {sum(weight for weight, _ in exact)}; they must add up to 1"
            )
        object.__setattr__(self, "parts", exact)

    @property
    def kind_symmetric(self) -> bool:
        """Whether no part depends on which hazard kind is which."""
        return all(is_kind_symmetric(strategy) for _, strategy in self.parts)

    def __call__(self, state: Expedition, /) -> Fraction:
        return sum((weight * retire_probability(strategy, state) for weight, strategy in self.parts), Fraction(0))

    def __str__(self) -> str:
        return "+".join(f"{weight}*{_name_of(strategy)}" for weight, strategy in self.parts)


@dataclass(frozen=True, init=False)
class _Joined:
    """Several strategies in one."""

    parts: tuple[Strategy, ...]

    def __init__(self, *parts: Strategy) -> None:
        if not parts:
            raise GameError("parts: give one strategy or more")
        for part in parts:
            need_strategy(part)
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
        return "|".join(map(_name_of, self.parts))


class AllOf(_Joined):
    """Retires when all of its parts would: P(retire) is the least of theirs."""

    def __call__(self, state: Expedition, /) -> Fraction | int:
        return min(retire_probability(part, state) for part in self.parts)

    def __str__(self) -> str:
        return "&".join(f"({part})" if isinstance(part, AnyOf) else _name_of(part) for part in self.parts)

"""Strategies: what a player does at every public state, as opponents and as bots to be tested.

A strategy is anything that can be called with an `Expedition` and answers with the exact probability of retiring there:
0, 1, or a `Fraction` between. It may use all that the state shows except its path: solvers merge the paths that lead to
one state. `incan_math.strategies.heuristics` has the usual ones, `combinators` puts them together, and `text_form`
reads and writes them as text.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from numbers import Rational
from typing import Protocol, runtime_checkable

from incan_math.game.errors import GameError, shown
from incan_math.game.expedition import Expedition

__all__ = [
    "Strategy",
    "depends_on",
    "for_each",
    "is_kind_symmetric",
    "kind_symmetric",
    "name_of",
    "need_strategy",
    "retire_probability",
]


_LONGEST = 80
"""Characters of a strategy's name in a message."""


@runtime_checkable
class Strategy(Protocol):
    """Whatever answers a public state with the exact probability of retiring there."""

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

    Raises:
        GameError: the attribute has another value.
    """
    answer = str(getattr(strategy, "depends_on", "state"))
    if answer not in ("deck", "bag", "state"):
        raise GameError(
            f"strategy {name_of(strategy)[:_LONGEST]}: depends_on is {shown(answer)}; it is 'deck', 'bag' or 'state'"
        )
    return answer


def need_strategy(strategy: object) -> None:
    """Refuse what is not a strategy, with the way to make one.

    Raises:
        GameError: it cannot be called with a state, or is a class where a value is meant.

    >>> need_strategy("stay")
    Traceback (most recent call last):
    incan_math.game.errors.GameError: strategy: 'stay' is text; parse_strategy('stay') makes a strategy of it
    """
    if isinstance(strategy, type):
        raise GameError(
            f"strategy: {strategy.__name__} is a class; give a value of it, such as {strategy.__name__}(...)"
        )
    text = shown(strategy)
    if isinstance(strategy, str):
        raise GameError(f"strategy: {text} is text; parse_strategy({text}) makes a strategy of it")
    if not callable(strategy):
        raise GameError(f"strategy: {text} is not a strategy; give a function of the state")


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
    """P(retire) at `state` as the strategy answers it, checked: 0, 1 or an exact number between.

    Raises:
        GameError: the answer is not an exact probability; the message names the strategy and the position.

    >>> retire_probability(lambda state: 1.2, Expedition.parse("7"))
    Traceback (most recent call last):
    incan_math.game.errors.GameError: strategy <lambda> answered 1.2 with 7 gems in the bag ...
    """
    answer = strategy(state)
    if type(answer) is int and 0 <= answer <= 1:
        return answer
    if isinstance(answer, Rational):
        probability = Fraction(answer)
        if 0 <= probability <= 1:
            return int(probability) if probability.denominator == 1 else probability
    raise GameError(
        f"strategy {name_of(strategy)[:_LONGEST]} answered {shown(answer)} with {state.bag} gems in the bag and"
        f" {len(state.showing)} hazards showing; the probability of retiring is 0, 1 or an exact Fraction between"
    )


def name_of(strategy: Strategy) -> str:
    """What a message or a table calls the strategy."""
    name = getattr(strategy, "__name__", None)
    if isinstance(name, str) and name:
        return name
    return str(strategy)

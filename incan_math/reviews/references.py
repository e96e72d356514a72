"""The play that a review measures against: what positions are worth under it, to each player."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from incan_math.advice.router import decide
from incan_math.game.errors import GameError, shown
from incan_math.game.expedition import Expedition
from incan_math.numbers.enclosure import Enclosure
from incan_math.response.best_responses import best_response
from incan_math.solo.stopping import closed_rule
from incan_math.storage.store import Store
from incan_math.strategies.decision import Decision, JointAction
from incan_math.strategies.protocol import Strategy, name_of, need_strategy

__all__ = ["Choice", "EquilibriumPlay", "GivenPlay", "Reference"]

Progress = Callable[[int, int, int], None]


@dataclass(frozen=True)
class Choice:
    """What one player's choice at a decision is worth.

    Attributes:
        stay, retire: the means over what the others do.
        action: the best choice.
        retire_probability: the probability with which the best play retires.
        by_others: both values by how many of the others retire, where that can occur.
        error: no number here is further from what it stands for.
    """

    stay: Fraction
    retire: Fraction
    action: JointAction
    retire_probability: Fraction
    by_others: Mapping[int, tuple[Fraction, Fraction]]
    error: Fraction = Fraction(0)

    @property
    def value(self) -> Fraction:
        """What the better choice is worth."""
        return max(self.stay, self.retire)


class Reference(ABC):
    """How all others play, and the best play against that."""

    @abstractmethod
    def going_on(self, state: Expedition, player: str, inside: tuple[str, ...]) -> tuple[Fraction, Fraction]:
        """(what the next card and all after it are worth to a player, a bound on the error) where nobody can leave."""

    @abstractmethod
    def choice(self, state: Expedition, player: str, inside: tuple[str, ...]) -> Choice:
        """What staying and retiring are worth to a player at a decision."""


class EquilibriumPlay(Reference):
    """All who are in follow the symmetric equilibrium; a player alone plays the optimum."""

    def __init__(self, store: Store | None = None, progress: Progress | None = None) -> None:
        self._store, self._progress = store, progress
        self._known: dict[Expedition, Choice] = {}

    def __str__(self) -> str:
        return "equilibrium"

    def going_on(self, state: Expedition, player: str, inside: tuple[str, ...]) -> tuple[Fraction, Fraction]:
        """As in `Reference`."""
        if state.players == 1:
            return _alone(state), Fraction(0)
        from incan_math.equilibria.symmetric import equilibrium

        return _number(equilibrium(state, store=self._store, progress=self._progress).value)

    def choice(self, state: Expedition, player: str, inside: tuple[str, ...]) -> Choice:
        """As in `Reference`."""
        if state not in self._known:
            self._known[state] = _choice(decide(state, store=self._store, progress=self._progress))
        return self._known[state]


class GivenPlay(Reference):
    """Each player follows a strategy; the best play of one is the best response to the others'."""

    def __init__(
        self, strategies: Strategy | Mapping[str, Strategy], players: tuple[str, ...], progress: Progress | None = None
    ) -> None:
        if isinstance(strategies, Mapping):
            missing = [name for name in players if name not in strategies]
            strange = [name for name in strategies if name not in players]
            if missing or strange:
                raise GameError(
                    f"against: {shown((missing or strange)[0])} {'has no strategy' if missing else 'does not play'};"
                    f" give one for each of {', '.join(players)}"
                )
        self._by_name = strategies if isinstance(strategies, Mapping) else dict.fromkeys(players, strategies)
        for strategy in self._by_name.values():
            need_strategy(strategy)
        self._progress = progress
        self._known: dict[tuple[Expedition, tuple[Strategy, ...]], Decision] = {}

    def __str__(self) -> str:
        names = list(dict.fromkeys(map(name_of, self._by_name.values())))
        return names[0] if len(names) == 1 else ", ".join(f"{p}={name_of(s)}" for p, s in self._by_name.items())

    def going_on(self, state: Expedition, player: str, inside: tuple[str, ...]) -> tuple[Fraction, Fraction]:
        """As in `Reference`."""
        if state.players == 1:
            return _alone(state), Fraction(0)
        return _number(self._response(state, player, inside).value)

    def choice(self, state: Expedition, player: str, inside: tuple[str, ...]) -> Choice:
        """As in `Reference`."""
        return _choice(self._response(state, player, inside))

    def _response(self, state: Expedition, player: str, inside: tuple[str, ...]) -> Decision:
        others = tuple(self._by_name[name] for name in inside if name != player)
        key = state, others
        if key not in self._known:
            self._known[key] = best_response(state, others, progress=self._progress)
        return self._known[key]


def _alone(state: Expedition) -> Fraction:
    """What going on is worth to a player alone."""
    problem = closed_rule(state)
    return best_response(state, []).stay if problem is None else problem.stay


def _choice(decision: Decision) -> Choice:
    stay, error = _number(decision.stay)
    retire, other_error = _number(decision.retire)
    by_others, errors = {}, [error, other_error]
    for outcome in decision.outcomes:
        staying, error = _number(outcome.stay)
        leaving, other_error = _number(outcome.retire)
        by_others[outcome.others_retiring] = staying, leaving
        errors += [error, other_error]
    return Choice(stay, retire, decision.action, decision.retire_probability, by_others, max(errors))


def _number(value: Fraction | Enclosure) -> tuple[Fraction, Fraction]:
    """(the number or the midpoint, how far from it the true one can be)."""
    if isinstance(value, Enclosure):
        return value.midpoint, (value.high - value.low) / 2
    return value, Fraction(0)

"""Shared preconditions of the solvers that take given strategies: opponents, objectives, limits, progress."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from incan_math.game.errors import GameError, shown
from incan_math.strategies.protocol import Strategy, for_each, need_strategy

__all__ = ["Progress", "need_limit", "need_opponents", "need_points", "need_progress", "need_strategies"]

Progress = Callable[[int, int, int], None]
"""Called with (cards out, cards in the deck, nodes of this layer) as a solver goes from layer to layer."""


def need_opponents(opponents: object, others: int) -> list[Strategy]:
    """One strategy for each of the `others` who are in.

    Raises:
        GameError: their number does not match, or something among them is not a strategy.
    """
    given = list(for_each(opponents, others))  # type: ignore[arg-type]
    if len(given) != others:
        raise GameError(
            f"opponents: {len(given)} given, but {others} others are in at this state; give one strategy for each"
        )
    for strategy in given:
        need_strategy(strategy)
    return given


def need_strategies(strategies: object) -> list[Strategy]:
    """The strategies of a table as a list.

    Raises:
        GameError: it is not a sequence of strategies.
    """
    if not isinstance(strategies, Sequence) or isinstance(strategies, str | bytes):
        raise GameError(f"strategies: {shown(strategies)} given; give a list with a strategy for each player")
    given = list(strategies)
    for strategy in given:
        need_strategy(strategy)
    return given


def need_points(objective: object) -> None:
    """Refuse every objective but points.

    Raises:
        GameError: it is another.
    """
    if objective == "points" and isinstance(objective, str):
        return
    if isinstance(objective, str) and objective in ("game", "win"):
        raise GameError(
            f"objective: {shown(objective)} is not covered for given strategies; 'points' is, and decide(...,"
            f" objective={shown(objective)}) answers against best play"
        )
    raise GameError(f"objective: {shown(objective)} given; given strategies are followed for 'points'")


def need_limit(limit: object) -> None:
    """Refuse what is not a positive whole number.

    Raises:
        GameError: it is not.
    """
    if type(limit) is not int or limit < 1:
        raise GameError(f"limit: {shown(limit)} given; give the most nodes to hold, a whole number of 1 or more")


def need_progress(progress: object) -> None:
    """Refuse a progress function that cannot be called.

    Raises:
        GameError: it cannot.
    """
    if progress is not None and not callable(progress):
        raise GameError(
            f"progress: {shown(progress)} cannot be called; give a function of three numbers, or leave it out"
        )

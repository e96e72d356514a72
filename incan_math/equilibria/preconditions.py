"""Shared preconditions of the solvers for several players."""

from __future__ import annotations

from incan_math.game.errors import GameError, shown
from incan_math.game.expedition import Expedition, need_expedition

__all__ = ["MOST_CARDS", "need_callable", "need_few_cards", "need_pooled", "need_several"]

MOST_CARDS = 120
"""Undrawn cards that solvers which recurse card by card cover; published decks have up to 36."""


def need_few_cards(state: Expedition) -> None:
    """Refuse more undrawn cards than a recursion goes through.

    Raises:
        GameError: there are more than `MOST_CARDS`.
    """
    if state.cards_left > MOST_CARDS:
        raise GameError(
            f"state: {state.cards_left:,} cards are undrawn, more than the {MOST_CARDS} that exact and certified"
            " equilibria cover; start from a later state or a smaller deck"
        )


def need_callable(progress: object) -> None:
    """Refuse a `progress` that cannot be called.

    Raises:
        GameError: it cannot.
    """
    if progress is not None and not callable(progress):
        raise GameError(f"progress: {shown(progress)} cannot be called; give a function or None")


def need_pooled(state: Expedition) -> None:
    """Refuse rules under which leftovers are split per card.

    Raises:
        GameError: they are.
    """
    if state.rules.leftover != "pooled":
        raise GameError(
            f"rules: {state.rules.name} splits leftovers per card, which the equilibrium does not cover; use rules with"
            " leftover='pooled'"
        )


def need_several(state: Expedition) -> None:
    """Refuse a state at which fewer than two players are in, and what `need_pooled` refuses.

    Raises:
        GameError: it is such a state, or none at all.
    """
    need_expedition(state)
    if state.is_over or state.players < 2:
        raise GameError(f"state: at '{state}' no two players are in; decide answers for a lone player")
    need_pooled(state)

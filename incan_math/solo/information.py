"""The value of perfect information: what knowing the order of the deck is worth."""

from __future__ import annotations

from fractions import Fraction

from incan_math.game.errors import GameError
from incan_math.game.expedition import Expedition, need_live
from incan_math.odds.arrival import nth_before_bust, safe_card_before_bust
from incan_math.odds.bust import bust_probability, survival

__all__ = ["known_order"]


def known_order(state: Expedition) -> Fraction:
    """The expected points of a player who knows the order of the deck, alone or if nobody else leaves.

    Take-home never falls from one safe card to the next, so such a player retires just before the bust:

        value = T + pi * (undrawn gems) + sum over n of P(n artifacts come before the bust) * (worth of the n-th),

    with T the take-home now and pi the probability that a safe card comes before the bust. Where nobody can retire
    before the next card, T counts only if that card does not bust. Knowing the order is worth this minus
    `decide(state).value`.

    Args:
        state: a live state; the player is in, and retires alone.

    Raises:
        GameError: the expedition is over, or its deck can run out with several in, who then retire together.

    >>> known_order(Expedition.start())
    Fraction(3832, 143)
    """
    need_live(state)
    if state.players > 1 and survival(state)[state.cards_left]:
        raise GameError(f"state: at '{state}' the deck can run out, and all who are in then retire together")
    now = state.situation
    rules = state.rules
    taken = sum(gems for gems in now.leftovers) + now.bag
    kinds = [kind.points or 0 for kind in rules.artifact_kinds]
    coming = sum(now.artifacts)
    if now.worth:
        worth = [points + gems for points, gems in now.worth]
        here = sum(now.found)
        taken += sum(worth[:here])
        later = sum(
            (nth_before_bust(state, n, coming) * worth[here + n - 1] for n in range(1, coming + 1)), Fraction(0)
        )
    else:
        taken += sum(points * count for points, count in zip(kinds, now.found, strict=True))
        later = sum(points * count for points, count in zip(kinds, now.artifacts, strict=True)) * Fraction(
            safe_card_before_bust(state)
        )
    gems = sum(value * count for value, count in zip(rules.values, now.treasures, strict=True))
    sure = Fraction(taken) if now.deciding else taken * (1 - bust_probability(state))
    return sure + safe_card_before_bust(state) * gems + later

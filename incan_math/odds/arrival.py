"""Uniform arrival times: when a given safe card comes before the bust.

Give every undrawn card a time of its own, uniform on [0, 1], and turn the cards up in the order of their times. A kind
that shows busts with its first card, one of c cards that does not show yet with its second, so

    P(no bust by time x) = product over showing kinds of (1 - x)^c
                           * product over the others of ((1 - x)^c + c x (1 - x)^(c - 1)),

whatever the safe cards, and a given safe card comes before the bust with the integral of that over x from 0 to 1.
"""

from __future__ import annotations

from fractions import Fraction
from math import factorial

from incan_math.game.errors import GameError
from incan_math.game.expedition import Expedition, need_expedition
from incan_math.odds.bust import kind_ways

__all__ = ["nth_before_bust", "safe_card_before_bust"]


def safe_card_before_bust(state: Expedition) -> Fraction:
    """Pi = P(a given undrawn treasure or artifact comes before the bust, if nobody leaves).

    With M undrawn hazard cards and e_j the coefficients of the product of (1 + c_i z) over the kinds that do not show,

        pi = sum over j of e_j * j! (M - j)! / (M + 1)!

    It does not depend on how many safe cards there are. With N undrawn cards the bust comes at card (N + 1) pi on
    average (card N + 1 standing for never), and whoever never leaves has pi * (sum of v // players) more gems by then.

    Args:
        state: a state that is not over.

    Raises:
        GameError: the expedition is over.

    >>> safe_card_before_bust(Expedition.start())
    Fraction(479, 2002)
    >>> 31 * safe_card_before_bust(Expedition.start(rules="diamant-2005"))  # The mean card of the bust, of 30.
    Fraction(14849, 2002)
    """
    return nth_before_bust(state, 1, 1)


def nth_before_bust(state: Expedition, nth: int, cards: int) -> Fraction:
    """P(at least `nth` of `cards` given safe cards come before the bust, if nobody leaves).

    The time of the n-th of A cards has the density A! / ((n - 1)! (A - n)!) * x^(n - 1) (1 - x)^(A - n).

    Args:
        state: a state that is not over.
        nth: how many of them, 1 to `cards`.
        cards: how many safe cards are meant; they need not be in the deck.

    Raises:
        GameError: the expedition is over, or the numbers do not fit.

    >>> both = nth_before_bust(Expedition.start(), 2, 2)
    >>> nth_before_bust(Expedition.start(), 1, 2) + both == 2 * safe_card_before_bust(Expedition.start())
    True
    """
    need_expedition(state)
    if state.is_over:
        raise GameError("state: the expedition is over; no card comes any more")
    if type(nth) is not int or type(cards) is not int or not 1 <= nth <= cards <= 1000:
        raise GameError("nth, cards: give whole numbers, 1 <= nth <= cards <= 1,000")
    now = state.situation
    fresh = [count for kind, count in enumerate(now.hazards) if not now.showing >> kind & 1]
    hazards = sum(now.hazards)
    total = sum(
        ways * factorial(nth - 1 + j) * factorial(cards - nth + hazards - j)
        for j, ways in enumerate(kind_ways(fresh))
        if ways
    )
    order = factorial(cards) // (factorial(nth - 1) * factorial(cards - nth))
    return Fraction(order * total, factorial(cards + hazards))

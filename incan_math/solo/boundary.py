"""Where staying turns into retiring, alone or against opponents who never leave: an inequality in sympy."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from incan_math.game.errors import GameError
from incan_math.game.expedition import Expedition, need_live
from incan_math.game.extras import require
from incan_math.solo.stopping import closed_rule

if TYPE_CHECKING:
    import sympy

__all__ = ["stopping_boundary", "stopping_threshold"]


def stopping_boundary(state: Expedition | None = None) -> sympy.Rel:
    """T D >= F: retire if and only if it holds; at equality staying is worth as much.

    T is what retiring now takes home, D the number of deadly cards, F the sum of what each undrawn card would add
    as the next card. A treasure moves gems from F to T and leaves T + F as it is. With the D and the T + F of a
    given state, the boundary solved for T is T >= (T + F) / (D + 1).

    Args:
        state: a live state; None for the inequality in the symbols T, D and F.

    Raises:
        GameError: the look-ahead theorem does not hold at the state (see `take_home`), or the expedition is over.

    Source: the monotone case of optimal stopping (Chow, Robbins and Siegmund, Great Expectations, 1971, chapter 3).

    >>> print(stopping_boundary())
    D*T >= F
    >>> print(stopping_boundary(Expedition.parse("7 fire snakes")))
    T >= 112/5
    """
    require("sympy")

    import sympy

    T, D, F = sympy.symbols("T D F", real=True)  # noqa: N806 (the names that the theorem has in print)
    if state is None:
        return sympy.Ge(T * D, F)
    edge = stopping_threshold(state)
    return sympy.Ge(T, sympy.Rational(edge.numerator, edge.denominator))


def stopping_threshold(state: Expedition) -> Fraction:
    """(T + F) / (D + 1): the take-home from which retiring is best with the hazards and artifacts of this state.

    At it staying is worth as much. T, F and D are those of `stopping_boundary`; it does not matter which treasures are
    out.

    Args:
        state: a live state.

    Raises:
        GameError: the look-ahead theorem does not hold at the state (see `take_home`), or the expedition is over.

    >>> stopping_threshold(Expedition.parse("7 fire snakes"))
    Fraction(112, 5)
    """
    need_live(state)
    problem = closed_rule(state)
    if problem is None:
        raise GameError(
            f"state: at '{state}' the best play is not the look-ahead rule (the deck is empty or can run out with"
            " several players in, or artifact points rise steeply), so there is no such boundary; use decide"
        )
    # The gain of one more card is (F - D T) / cards left.
    total = problem.one_more * state.cards_left + (state.deadly + 1) * problem.retire
    return total / (state.deadly + 1)

"""The bust curve as algebra: the generating function of safe draws, in sympy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from incan_math.game.expedition import Expedition

if TYPE_CHECKING:
    import sympy

__all__ = ["generating_function"]


def generating_function(state: Expedition, symbol: str = "z") -> sympy.Expr:
    """(1 + z)^S * product of (1 + c_i z): the coefficient of z^k is the number of ways to draw k cards without a bust.

    S counts the undrawn treasures and artifacts, c_i the cards of each hazard kind that is not showing. The factors
    are kept: `sympy.expand` multiplies them out.

    Args:
        state: a state of an expedition that is not over.
        symbol: the name of the variable.

    Raises:
        ValueError: the expedition is over.

    >>> from incan_math import Expedition
    >>> print(generating_function(Expedition.parse("7 fire", removed="snakes")))
    (z + 1)**14*(2*z + 1)*(3*z + 1)**3
    """
    import sympy

    if state.is_over:
        raise ValueError("state: the expedition is over; no card is drawn from it")
    z = sympy.Symbol(symbol)
    now = state.situation
    factors = [(1 + z) ** (sum(now.treasures) + sum(now.artifacts))]
    factors += [1 + count * z for kind, count in enumerate(now.hazards) if not now.showing >> kind & 1]
    return sympy.Mul(*factors)

"""What points are worth to a player who does not simply want many: a function of the points of this expedition."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache

from incan_math.game.errors import GameError

__all__ = ["Utility", "worth_of"]

Utility = Callable[[int], int | Fraction]
"""What so many points from this expedition are worth; a bust brings 0 points."""


def worth_of(utility: Utility | None) -> Callable[[int], Fraction]:
    """The function, asked once for each number of points and checked; None stands for the points themselves.

    Raises:
        GameError: `utility` cannot be called; or, when the function that is given back is, it answers inexactly.

    >>> worth_of(lambda points: points >= 12)(15), worth_of(None)(15)
    (Fraction(1, 1), Fraction(15, 1))
    >>> worth_of(lambda points: points**0.5)(2)
    Traceback (most recent call last):
    incan_math.game.errors.GameError: utility: 2 points gave 1.4142135623730951; give a whole number or a Fraction
    """
    if utility is None:
        return Fraction
    if not callable(utility):
        raise GameError(f"utility: {utility!r} cannot be called; give a function of the points, or None")

    @cache
    def worth(points: int) -> Fraction:
        answer = utility(points)
        if not isinstance(answer, int | Fraction):
            raise GameError(f"utility: {points} points gave {answer!r}; give a whole number or a Fraction")
        return Fraction(answer)

    return worth

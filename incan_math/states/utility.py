"""Utilities: what the points of this expedition are worth to a player."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from incan_math.game.errors import GameError, shown

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from incan_math.numbers.enclosure import Enclosure

__all__ = ["UtilityTable", "Utility", "payoffs_of", "worth_of"]

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
        raise GameError(f"utility: {shown(utility)} cannot be called; give a function of the points, or None")

    @cache
    def worth(points: int) -> Fraction:
        answer = utility(points)
        if not isinstance(answer, int | Fraction):
            raise GameError(f"utility: {points} points gave {shown(answer)}; give a whole number or a Fraction")
        return Fraction(answer)

    return worth


class UtilityTable(NamedTuple):
    """The utility of 0, 1, 2, ... points: exactly, and scaled so that floating point holds it well.

    Attributes:
        exact: the utilities.
        floats: (utility - offset) / scale, each within half a unit in its last place.
        offset, scale: 0 and 1 unless the utilities are very small, or differ by very little of their size.
    """

    exact: tuple[Fraction, ...]
    floats: NDArray[np.float64]
    offset: Fraction
    scale: Fraction

    def enclosed(self, number: float | Fraction, error: Fraction) -> Enclosure:
        """The utility that a scaled number with an error stands for."""
        from incan_math.numbers.enclosure import Enclosure

        return Enclosure.around(self.offset + self.scale * Fraction(number), self.scale * error)


def payoffs_of(utility: Utility | None, most_points: int) -> UtilityTable:
    """The payoffs for 0 up to `most_points` points.

    Raises:
        GameError: the utility answers with what is not an exact number, or one beyond 10^100.
    """
    import numpy as np

    exact = tuple(map(worth_of(utility), range(most_points + 1)))
    for points, worth in enumerate(exact):
        if abs(worth) > 10**100:
            raise GameError(f"utility: {points} points gave a number beyond 10^100; scale it down")
    low, high = min(exact), max(exact)
    span = high - low
    offset = low if max(abs(low), abs(high)) > 1_000_000 * span else Fraction(0)
    size = max(abs(low - offset), abs(high - offset))
    scale = size if 0 < size < Fraction(1, 10**50) else Fraction(1)
    scaled = [(worth - offset) / scale for worth in exact]
    # Beside a size of 1, what is below 10^-300 is nothing: half a unit in the last place of that size is more.
    floats = np.array([float(number) if abs(number) > Fraction(1, 10**300) else 0.0 for number in scaled])
    return UtilityTable(exact, floats, offset, scale)

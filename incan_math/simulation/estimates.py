"""Means of samples with the interval that holds the true mean at 95 %."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from incan_math.game.showing import Brief

__all__ = ["Estimate", "mean_estimate", "normal_estimate", "share_estimate"]

_Z = 1.959963984540054
"""The 97.5 % point of the normal distribution."""
_NOTHING_SEEN = 3.0
"""With 95 % confidence, what never happened in n games has a probability of at most 3/n."""


@dataclass(frozen=True, slots=True, repr=False)
class Estimate(Brief):
    """A mean, with the interval that holds the true one in 95 of 100 simulations.

    Attributes:
        mean: of the sample.
        low, high: the ends of the interval.
        games: the size of the sample.
    """

    mean: float
    low: float
    high: float
    games: int

    @property
    def width(self) -> float:
        """From the low end to the high one."""
        return self.high - self.low

    def columns(self, name: str) -> dict[str, float]:
        """The mean and the ends of the interval as cells of a table, under `name`, `name_low` and `name_high`."""
        return {name: self.mean, f"{name}_low": self.low, f"{name}_high": self.high}

    def __contains__(self, value: object) -> bool:
        return isinstance(value, int | float | Fraction) and self.low <= value <= self.high

    def __str__(self) -> str:
        """The mean and half the width.

        >>> print(Estimate(11.25, 11.0, 11.5, 1000))
        11.25 +/- 0.25
        """
        half = f"{self.width / 2:.2g}"
        places = len(half.partition(".")[2]) if "e" not in half else 6
        return f"{self.mean:.{places}f} +/- {half}"


def mean_estimate(counts: Mapping[int, int], most: int) -> Estimate:
    """The mean of whole numbers from 0 to `most`, each of which came up so often: mean +/- 1.96 s / sqrt(n).

    Where all games gave one number, that says nothing of what is rare: then up to 3/n of all games may give any other.

    >>> print(mean_estimate({4: 500, 6: 500}, 10))
    5.000 +/- 0.062
    """
    games = sum(counts.values())
    total = sum(value * count for value, count in counts.items())
    squares = sum(value * value * count for value, count in counts.items())
    spread = games * squares - total * total  # n^2 times the variance of the sample; exact.
    mean = float(Fraction(total, games))
    if not spread:
        share = min(1.0, _NOTHING_SEEN / games)
        return Estimate(mean, mean - share * mean, mean + share * (most - mean), games)
    deviation = sqrt(float(Fraction(spread, games * max(games - 1, 1))))
    half = _Z * deviation / sqrt(games)
    return Estimate(mean, mean - half, mean + half, games)


def share_estimate(total: Fraction, games: int) -> Estimate:
    """The mean of numbers from 0 to 1 that add up to `total`, by Wilson's interval.

    It is exact in form for wins and losses, and too wide rather than too narrow where wins are shared.

    >>> print(share_estimate(Fraction(250), 1000))
    0.250 +/- 0.027
    """
    mean = float(total / games)
    square = _Z * _Z
    centre = (mean + square / (2 * games)) / (1 + square / games)
    half = _Z / (1 + square / games) * sqrt(mean * (1 - mean) / games + square / (4 * games * games))
    return Estimate(mean, min(mean, max(0.0, centre - half)), max(mean, min(1.0, centre + half)), games)


def normal_estimate(mean: float, variance: float, games: int) -> Estimate:
    """A mean of a sample with this variance."""
    half = _Z * sqrt(max(variance, 0.0) / games)
    return Estimate(mean, mean - half, mean + half, games)

"""Enclosures as they are published: rounded so that every computer gets the same."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from incan_math.numbers.enclosure import Enclosure
from incan_math.report.model import Cell

__all__ = ["published", "rounded"]


def published(value: Enclosure, places: int) -> Enclosure:
    """The enclosure rounded outwards: what floating point gives beyond so many decimals depends on the processor."""
    step = Fraction(1, 10**places)
    return Enclosure.around(round(value.midpoint, places), step + step * ceil(value.radius / step))


def rounded(value: Cell) -> float:
    """An enclosure as a result's line of Python gives it."""
    assert isinstance(value, Enclosure)
    return round(float(value), 6)

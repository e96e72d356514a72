"""How an expedition goes when all play an equilibrium: how long it lasts, and whether one player is left at its end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from incan_math.equilibria.sweeps import rounding
from incan_math.numbers.enclosure import Enclosure
from incan_math.states.grid import Grid

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

__all__ = ["Course", "course_of"]

_MARGIN = 3.0
"""Binomial weights take more operations than the means that `rounding` counts: fewer than three times as many."""


@dataclass(frozen=True)
class Course:
    """The course of an expedition from one state on, enclosed.

    Attributes:
        cards: the mean number of cards that are still turned up, until the bust or until everyone has left.
        ends_alone: the probability that just one player is in when the expedition ends, by a bust or by retiring.
    """

    cards: Enclosure
    ends_alone: Enclosure


def course_of(grid: Grid, retires: Floats) -> Course:
    """The course of an expedition whose players all retire with these probabilities.

    Args:
        grid: the situations.
        retires: the probabilities of retiring on it, [row, column].
    """
    import numpy as np

    cards, ends_alone = (_mean(grid, retires, counted) for counted in (True, False))
    return Course(
        Enclosure.around(cards, rounding(grid, np.array([_MARGIN * grid.cards_left]))),
        Enclosure.around(ends_alone, rounding(grid, np.array([_MARGIN]))),
    )


def _mean(grid: Grid, retires: Floats, counts_cards: bool) -> float:
    import numpy as np

    from incan_math.equilibria.course_kernels import course_decks

    before, before_base = np.zeros((0, len(grid.hazards.cards))), 0
    go = before
    for decks, base, rows in grid.by_level():
        values = np.zeros((rows, len(grid.hazards.cards)))
        go = course_decks(decks, grid.layout, grid.marks, retires, counts_cards, before, before_base, values, base)
        before, before_base = values, base
    row = grid.rows - 1
    if grid.state.is_deciding:
        return float(before[row - before_base, grid.start_column])
    return float(go[row - grid.last_deck_row, grid.start_column])

"""Compiled: what players can get who agree on more than a symmetric equilibrium, at all situations of a `Grid`.

Both sweeps take the decks of one level, as those of `equilibria.policy_kernels` do. A value of a situation is
that right after a card, `go` that right before one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from incan_math.equilibria.policy_kernels import draw_hazards, draw_treasures
from incan_math.states.rows import DECIDING, find_lower, most_values, set_pointers
from incan_math.storage.compiled import compiled

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from incan_math.states.layout import Layout

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]
    Marks = NDArray[np.uint8]

__all__ = ["convention_decks", "total_decks"]


@compiled
def total_decks(
    decks: tuple[int, int],
    layout: Layout,
    marks: Marks,
    before: Floats,
    before_base: int,
    values: Floats,
    base: int,
) -> Floats:
    """Fill `values` with the most that all who are in can take home together; returns `go` of the last deck's rows."""
    treasures, hazards, players, starts, codes, width, _ = layout
    columns = len(hazards.cards)
    pointers = np.empty(most_values(treasures), np.int64)
    lower = np.empty(8, np.int64)
    go = np.empty((0, columns))
    for deck in range(decks[0], decks[1]):
        top = starts[deck * players]
        go = np.zeros((starts[(deck + 1) * players] - top, columns))
        for inside in range(1, players + 1):
            set_pointers(pointers, deck, inside, layout)
            for row in range(starts[deck * players + inside - 1], starts[deck * players + inside]):
                here, worth = go[row - top], values[row - base]
                bag, left = codes[row] // width, codes[row] % width
                draw_treasures(here, before, before_base, deck, inside, row, layout, pointers)
                find_lower(lower, row, deck, inside, layout)
                for column in range(columns):
                    cards = treasures.cards[deck] + hazards.cards[column]
                    home = bag * inside + left // inside * inside
                    if inside == 1:
                        home += hazards.points[column]
                    if cards == 0:
                        worth[column] = here[column] = home
                        continue
                    draw_hazards(here, worth, column, cards, hazards, 0.0)
                    if not marks[row, column] & DECIDING:
                        continue
                    best = max(here[column], float(home))
                    for leaving in range(1, inside):
                        paid = (bag + left // leaving) * leaving
                        there = column
                        if leaving == 1:
                            paid += hazards.points[column]
                            there = hazards.taken[column]
                        best = max(best, paid + go[lower[leaving] - top, there])
                    worth[column] = best
    return go


@compiled
def convention_decks(
    decks: tuple[int, int],
    layout: Layout,
    marks: Marks,
    tolerance: float,
    before: Floats,
    before_second: Floats,
    before_base: int,
    first: Floats,
    second: Floats,
    base: int,
) -> tuple[Floats, Floats, Ints]:
    """Fill `first` and `second` with the values of the first and of the second of two players, who decide purely.

    Of the pure equilibria of a decision the one that is best for the first player is taken, of equal ones that which is
    best for the second. Where one is alone in, both arrays have that player's value. Returns (`go` of
    either at the last deck's rows, [decisions of two, those at which one retires and the other stays]).
    """
    treasures, hazards, players, starts, codes, width, _ = layout
    columns = len(hazards.cards)
    counts = np.zeros(2, np.int64)
    pointers = np.empty(most_values(treasures), np.int64)
    pointers_second = np.empty(len(pointers), np.int64)
    lower = np.empty(8, np.int64)
    go, go_second = np.empty((0, columns)), np.empty((0, columns))
    for deck in range(decks[0], decks[1]):
        top = starts[deck * players]
        go = np.zeros((starts[(deck + 1) * players] - top, columns))
        go_second = np.zeros((len(go), columns))
        for inside in range(1, players + 1):
            set_pointers(pointers, deck, inside, layout)
            set_pointers(pointers_second, deck, inside, layout)
            for row in range(starts[deck * players + inside - 1], starts[deck * players + inside]):
                here, here_second = go[row - top], go_second[row - top]
                worth, worth_second = first[row - base], second[row - base]
                bag, left = codes[row] // width, codes[row] % width
                draw_treasures(here, before, before_base, deck, inside, row, layout, pointers)
                draw_treasures(here_second, before_second, before_base, deck, inside, row, layout, pointers_second)
                find_lower(lower, row, deck, inside, layout)
                for column in range(columns):
                    cards = treasures.cards[deck] + hazards.cards[column]
                    alone = float(bag + left + hazards.points[column])
                    shared = float(bag + left // 2)
                    if cards == 0:
                        end = alone if inside == 1 else shared
                        worth[column] = worth_second[column] = here[column] = here_second[column] = end
                        continue
                    draw_hazards(here, worth, column, cards, hazards, 0.0)
                    draw_hazards(here_second, worth_second, column, cards, hazards, 0.0)
                    if not marks[row, column] & DECIDING:
                        continue
                    if inside == 1:
                        worth[column] = worth_second[column] = max(here[column], alone)
                        continue
                    rest = go[lower[1] - top, hazards.taken[column]]
                    mine, other = here[column], here_second[column]
                    counts[0] += 1
                    best, best_second, apart = -1.0, -1.0, False
                    for kind in range(4):
                        if kind == 0:  # The first retires alone.
                            one, two = alone, rest
                            stable = rest >= shared - tolerance and alone >= mine - tolerance
                        elif kind == 1:  # The second does.
                            one, two = rest, alone
                            stable = rest >= shared - tolerance and alone >= other - tolerance
                        elif kind == 2:
                            one, two = mine, other
                            stable = mine >= alone - tolerance and other >= alone - tolerance
                        else:
                            one, two = shared, shared
                            stable = shared >= rest - tolerance
                        better = one > best + tolerance
                        better |= one >= best - tolerance and two > best_second + tolerance
                        if stable and better:
                            best, best_second, apart = one, two, kind < 2
                    worth[column], worth_second[column] = best, best_second
                    counts[1] += apart
    return go, go_second, counts

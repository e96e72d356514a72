"""Compiled: how an expedition goes on when all follow one policy, at all situations of a `Grid`.

The sweep takes the decks of one level, as those of `equilibria.policy_kernels` do.
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

    Floats = NDArray[np.float64]
    Marks = NDArray[np.uint8]

__all__ = ["course_decks"]


@compiled
def course_decks(
    decks: tuple[int, int],
    layout: Layout,
    marks: Marks,
    retires: Floats,
    counts_cards: bool,
    before: Floats,
    before_base: int,
    values: Floats,
    base: int,
) -> Floats:
    """Fill `values` with the mean number of cards still to come or, without `counts_cards`, with the probability that
    one player is in at the end; returns those before a card at the rows of the last deck.
    """
    treasures, hazards, players, starts, _, _, _ = layout
    columns = len(hazards.cards)
    pointers = np.empty(most_values(treasures), np.int64)
    lower = np.empty(8, np.int64)
    go = np.empty((0, columns))
    card = 1.0 if counts_cards else 0.0
    for deck in range(decks[0], decks[1]):
        top = starts[deck * players]
        go = np.zeros((starts[(deck + 1) * players] - top, columns))
        for inside in range(1, players + 1):
            end = 1.0 if inside == 1 and not counts_cards else 0.0
            set_pointers(pointers, deck, inside, layout)
            for row in range(starts[deck * players + inside - 1], starts[deck * players + inside]):
                here, value = go[row - top], values[row - base]
                draw_treasures(here, before, before_base, deck, inside, row, layout, pointers)
                find_lower(lower, row, deck, inside, layout)
                for column in range(columns):
                    cards = treasures.cards[deck] + hazards.cards[column]
                    if cards == 0:
                        value[column] = here[column] = end
                        continue
                    draw_hazards(here, value, column, cards, hazards, end)
                    here[column] += card
                    if not marks[row, column] & DECIDING:
                        continue
                    q = retires[row, column]
                    ways = 1.0  # inside over k, times the probability that just these k retire.
                    found = here[column] * (1.0 - q) ** inside
                    for k in range(1, inside + 1):
                        ways = ways * (inside - k + 1) / k
                        after = end
                        if k < inside:
                            after = go[lower[k] - top, hazards.taken[column] if k == 1 else column]
                        found += ways * q**k * (1.0 - q) ** (inside - k) * after
                    value[column] = found
    return go

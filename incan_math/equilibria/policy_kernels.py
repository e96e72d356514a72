"""Compiled: values and retirement probabilities at all situations of a `Grid`, one treasure deck after another.

Each sweep takes the decks of one level (equally many undrawn treasures); what a treasure leads to stands in the level
before. `values[row - base]` and `before[row - before_base]` hold what a situation is worth right after a card.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from incan_math.equilibria.stage_kernels import blend, choose, scratch_space, snapped
from incan_math.states.rows import DECIDING, find_lower, most_values, set_pointers
from incan_math.storage.compiled import compiled, inner

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from incan_math.states.layout import HazardStates, Layout

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]
    Marks = NDArray[np.uint8]

__all__ = [
    "DECISIONS",
    "DIFFERING",
    "MIXED",
    "SEVERAL",
    "TIES",
    "audit_decks",
    "draw_hazards",
    "draw_treasures",
    "solve_decks",
]

DECISIONS, MIXED, TIES, SEVERAL, DIFFERING = range(5)
"""What is counted, in floating point: decisions of two or more players; of these, mixed ones, ties, those with several
equilibria, and those whose equilibria differ in value."""


@compiled
def solve_decks(
    decks: tuple[int, int],
    layout: Layout,
    marks: Marks,
    reward: Floats,
    tolerance: float,
    before: Floats,
    before_base: int,
    values: Floats,
    base: int,
    retires: Floats,
) -> Ints:
    """Fill `values` and `retires` (retirement probabilities) for a range of decks of one level; returns the counts."""
    treasures, hazards, players, starts, codes, width, _ = layout
    columns = len(hazards.cards)
    counts = np.zeros(5, np.int64)
    scratch = scratch_space()
    stay, retire, differences = np.empty(8), np.empty(8), np.empty(8)
    pointers = np.empty(most_values(treasures), np.int64)
    lower = np.empty(8, np.int64)
    for deck in range(decks[0], decks[1]):
        top = starts[deck * players]
        go = np.zeros((starts[(deck + 1) * players] - top, columns))
        for inside in range(1, players + 1):
            begin, end = starts[deck * players + inside - 1], starts[deck * players + inside]
            set_pointers(pointers, deck, inside, layout)
            for row in range(begin, end):
                here = go[row - top]
                worth = values[row - base]
                bag, left = codes[row] // width, codes[row] % width
                draw_treasures(here, before, before_base, deck, inside, row, layout, pointers)
                find_lower(lower, row, deck, inside, layout)
                for column in range(columns):
                    cards = treasures.cards[deck] + hazards.cards[column]
                    alone = bag + left + hazards.points[column]
                    if cards == 0:
                        worth[column] = here[column] = reward[alone if inside == 1 else bag + left // inside]
                        continue
                    draw_hazards(here, worth, column, cards, hazards, reward[0])
                    if not marks[row, column] & DECIDING:
                        continue
                    if inside == 1:
                        better = here[column] > reward[alone] + tolerance
                        retires[row, column] = 0.0 if better else 1.0
                        worth[column] = here[column] if better else reward[alone]
                        continue
                    for i in range(inside):  # i others retire.
                        there = hazards.taken[column] if i == 1 else column
                        stay[i] = here[column] if i == 0 else go[lower[i] - top, there]
                        retire[i] = reward[alone if i == 0 else bag + left // (i + 1)]
                        differences[i] = snapped(stay[i] - retire[i], tolerance)
                    q, value, equilibria = choose(differences, stay, retire, inside, tolerance, scratch)
                    retires[row, column], worth[column] = q, value
                    counts[DECISIONS] += 1
                    counts[MIXED] += 0.0 < q < 1.0
                    counts[TIES] += equilibria == 0
                    counts[SEVERAL] += equilibria > 1 or equilibria < 0
                    counts[DIFFERING] += equilibria < 0
    return counts


@compiled
def audit_decks(
    decks: tuple[int, int],
    layout: Layout,
    marks: Marks,
    reward: Floats,
    own: Floats,
    field: Floats,
    before: Floats,
    before_best: Floats,
    before_base: int,
    values: Floats,
    bests: Floats,
    base: int,
) -> tuple[Floats, Floats, float]:
    """Fill `values` with what a player gets who plays `own` while all others play `field`, and `bests` with what the
    best response to `field` gets; both policies are retirement probabilities.

    Returns the value of staying under `own` and under the best response, at the rows of the last of these decks, and
    the most that the best response gains over `own` at any situation.
    """
    treasures, hazards, players, starts, codes, width, _ = layout
    columns = len(hazards.cards)
    weights, retire, stay, stay_best = np.empty(8), np.empty(8), np.empty(8), np.empty(8)
    pointers = np.empty(most_values(treasures), np.int64)
    pointers_best = np.empty(len(pointers), np.int64)
    lower = np.empty(8, np.int64)
    go = np.empty((0, columns))
    go_best = np.empty((0, columns))
    gain = 0.0
    for deck in range(decks[0], decks[1]):
        top = starts[deck * players]
        go = np.zeros((starts[(deck + 1) * players] - top, columns))
        go_best = np.zeros((starts[(deck + 1) * players] - top, columns))
        for inside in range(1, players + 1):
            begin, end = starts[deck * players + inside - 1], starts[deck * players + inside]
            set_pointers(pointers, deck, inside, layout)
            set_pointers(pointers_best, deck, inside, layout)
            for row in range(begin, end):
                here, here_best = go[row - top], go_best[row - top]
                worth, best = values[row - base], bests[row - base]
                bag, left = codes[row] // width, codes[row] % width
                draw_treasures(here, before, before_base, deck, inside, row, layout, pointers)
                draw_treasures(here_best, before_best, before_base, deck, inside, row, layout, pointers_best)
                find_lower(lower, row, deck, inside, layout)
                for column in range(columns):
                    cards = treasures.cards[deck] + hazards.cards[column]
                    alone = bag + left + hazards.points[column]
                    if cards == 0:
                        worth[column] = here[column] = reward[alone if inside == 1 else bag + left // inside]
                        best[column] = here_best[column] = worth[column]
                        continue
                    draw_hazards(here, worth, column, cards, hazards, reward[0])
                    draw_hazards(here_best, best, column, cards, hazards, reward[0])
                    if not marks[row, column] & DECIDING:
                        continue
                    for i in range(inside):  # i others retire.
                        there = hazards.taken[column] if i == 1 else column
                        stay[i] = here[column] if i == 0 else go[lower[i] - top, there]
                        stay_best[i] = here_best[column] if i == 0 else go_best[lower[i] - top, there]
                        retire[i] = reward[alone if i == 0 else bag + left // (i + 1)]
                    q = field[row, column]
                    leave = blend(retire, inside, q, weights)
                    go_on = blend(stay, inside, q, weights)
                    mine = own[row, column]
                    worth[column] = mine * leave + (1.0 - mine) * go_on
                    best[column] = max(blend(stay_best, inside, q, weights), leave)
                    gain = max(gain, best[column] - worth[column])
    return go, go_best, gain


@inner
def draw_treasures(
    here: Floats,
    before: Floats,
    before_base: int,
    deck: int,
    inside: int,
    row: int,
    layout: Layout,
    pointers: Ints,
) -> None:
    """Add copies times worth for each treasure that can come, in all columns of a row."""
    treasures, codes, width = layout.treasures, layout.codes, layout.width
    first = treasures.first[deck]
    for i in range(first, treasures.first[deck + 1]):
        value = treasures.values[i]
        code = codes[row] + value // inside * width + value % inside
        at = pointers[i - first]
        while codes[at] != code:
            at += 1
        pointers[i - first] = at
        copies = treasures.copies[i]
        there = before[at - before_base]
        for column in range(len(here)):
            here[column] += copies * there[column]


@inner
def draw_hazards(here: Floats, worth: Floats, column: int, cards: int, hazards: HazardStates, bust: float) -> None:
    """Add hazards, artifacts and busts to the treasures of one column, and take the mean over all cards."""
    total = here[column] + hazards.deadly[column] * bust
    for i in range(hazards.first[column], hazards.first[column + 1]):
        total += hazards.copies[i] * worth[hazards.after[i]]
    here[column] = total / cards

"""Compiled: values and chances of staying at all situations of a `Grid`, one treasure deck after another.

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

    from incan_math.states.layout import Lanes, Layout

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]
    Marks = NDArray[np.uint8]

__all__ = ["DECISIONS", "DIFFERING", "MIXED", "SEVERAL", "TIES", "audit_decks", "solve_decks"]

DECISIONS, MIXED, TIES, SEVERAL, DIFFERING = range(5)
"""What is counted: decisions of two or more players, of these mixed ones, ties, with several equilibria, of which of
different value."""


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
    stays: Floats,
) -> Ints:
    """Fill `values` and `stays` (chances of staying) for a range of decks of one level; returns the counts."""
    treasures, lanes, players, starts, codes, width, _ = layout
    wide = len(lanes.cards)
    counts = np.zeros(5, np.int64)
    scratch = scratch_space()
    stay, retire, differences = np.empty(8), np.empty(8), np.empty(8)
    pointers = np.empty(most_values(treasures), np.int64)
    lower = np.empty(8, np.int64)
    for deck in range(decks[0], decks[1]):
        top = starts[deck * players]
        go = np.zeros((starts[(deck + 1) * players] - top, wide))
        for inside in range(1, players + 1):
            begin, end = starts[deck * players + inside - 1], starts[deck * players + inside]
            set_pointers(pointers, deck, inside, layout)
            for row in range(begin, end):
                here = go[row - top]
                worth = values[row - base]
                bag, left = codes[row] // width, codes[row] % width
                _draw_treasures(here, before, before_base, deck, inside, row, layout, pointers)
                find_lower(lower, row, deck, inside, layout)
                for lane in range(wide):
                    cards = treasures.cards[deck] + lanes.cards[lane]
                    alone = bag + left + lanes.points[lane]
                    if cards == 0:
                        worth[lane] = here[lane] = reward[alone if inside == 1 else bag + left // inside]
                        continue
                    _draw_lanes(here, worth, lane, cards, lanes, reward[0])
                    if not marks[row, lane] & DECIDING:
                        continue
                    if inside == 1:
                        better = here[lane] > reward[alone] + tolerance
                        stays[row, lane] = 1.0 if better else 0.0
                        worth[lane] = here[lane] if better else reward[alone]
                        continue
                    for i in range(inside):
                        leaving = inside - 1 - i
                        there = lanes.taken[lane] if leaving == 1 else lane
                        stay[i] = here[lane] if leaving == 0 else go[lower[leaving] - top, there]
                        retire[i] = reward[alone if i == inside - 1 else bag + left // (inside - i)]
                        differences[i] = snapped(stay[i] - retire[i], tolerance)
                    p, value, equilibria = choose(differences, stay, retire, inside, tolerance, scratch)
                    stays[row, lane], worth[lane] = p, value
                    counts[DECISIONS] += 1
                    counts[MIXED] += 0.0 < p < 1.0
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
    """Fill `values` with what a player gets who plays `own` while all others play `field`, `bests` with the most
    that anything could get against `field`.

    Returns (going on with `own`, going on with the best, most that anything gains over `own` at one situation), the
    former two at the rows of the last of these decks.
    """
    treasures, lanes, players, starts, codes, width, _ = layout
    wide = len(lanes.cards)
    weights, retire, stay, stay_best = np.empty(8), np.empty(8), np.empty(8), np.empty(8)
    pointers = np.empty(most_values(treasures), np.int64)
    pointers_best = np.empty(len(pointers), np.int64)
    lower = np.empty(8, np.int64)
    go = np.empty((0, wide))
    go_best = np.empty((0, wide))
    gain = 0.0
    for deck in range(decks[0], decks[1]):
        top = starts[deck * players]
        go = np.zeros((starts[(deck + 1) * players] - top, wide))
        go_best = np.zeros((starts[(deck + 1) * players] - top, wide))
        for inside in range(1, players + 1):
            begin, end = starts[deck * players + inside - 1], starts[deck * players + inside]
            set_pointers(pointers, deck, inside, layout)
            set_pointers(pointers_best, deck, inside, layout)
            for row in range(begin, end):
                here, here_best = go[row - top], go_best[row - top]
                worth, best = values[row - base], bests[row - base]
                bag, left = codes[row] // width, codes[row] % width
                _draw_treasures(here, before, before_base, deck, inside, row, layout, pointers)
                _draw_treasures(here_best, before_best, before_base, deck, inside, row, layout, pointers_best)
                find_lower(lower, row, deck, inside, layout)
                for lane in range(wide):
                    cards = treasures.cards[deck] + lanes.cards[lane]
                    alone = bag + left + lanes.points[lane]
                    if cards == 0:
                        worth[lane] = here[lane] = reward[alone if inside == 1 else bag + left // inside]
                        best[lane] = here_best[lane] = worth[lane]
                        continue
                    _draw_lanes(here, worth, lane, cards, lanes, reward[0])
                    _draw_lanes(here_best, best, lane, cards, lanes, reward[0])
                    if not marks[row, lane] & DECIDING:
                        continue
                    for i in range(inside):
                        leaving = inside - 1 - i
                        there = lanes.taken[lane] if leaving == 1 else lane
                        stay[i] = here[lane] if leaving == 0 else go[lower[leaving] - top, there]
                        stay_best[i] = here_best[lane] if leaving == 0 else go_best[lower[leaving] - top, there]
                        retire[i] = reward[alone if i == inside - 1 else bag + left // (inside - i)]
                    p = field[row, lane]
                    leave = blend(retire, inside, p, weights)
                    go_on = blend(stay, inside, p, weights)
                    mine = own[row, lane]
                    worth[lane] = mine * go_on + (1.0 - mine) * leave
                    best[lane] = max(blend(stay_best, inside, p, weights), leave)
                    gain = max(gain, best[lane] - worth[lane])
    return go, go_best, gain


@inner
def _draw_treasures(
    here: Floats,
    before: Floats,
    before_base: int,
    deck: int,
    inside: int,
    row: int,
    layout: Layout,
    pointers: Ints,
) -> None:
    """Add copies times worth for each treasure that can come, in all lanes of a row."""
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
        for lane in range(len(here)):
            here[lane] += copies * there[lane]


@inner
def _draw_lanes(here: Floats, worth: Floats, lane: int, cards: int, lanes: Lanes, bust: float) -> None:
    """Add hazards, artifacts and busts to the treasures of one lane, and take the mean over all cards."""
    total = here[lane] + lanes.deadly[lane] * bust
    for i in range(lanes.first[lane], lanes.first[lane + 1]):
        total += lanes.copies[i] * worth[lanes.after[i]]
    here[lane] = total / cards

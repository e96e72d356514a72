"""Compiled: which rows of a `Grid` there are, and which of its situations can really follow from the start."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from incan_math.storage.compiled import compiled, inner

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from incan_math.states.layout import Layout, TreasureDecks

    Ints = NDArray[np.int64]
    Marks = NDArray[np.uint8]

__all__ = [
    "DECIDING",
    "GOING_ON",
    "code_after",
    "find_lower",
    "find_row",
    "mark_rows",
    "most_values",
    "reached",
    "set_pointers",
]

DECIDING, GOING_ON = 1, 2
"""Marks of a situation: players choose at it, a card comes at it."""


@compiled
def mark_rows(
    treasures: TreasureDecks, players: int, bag: int, left: int, width: int, merged: bool, gems: int, most: int
) -> tuple[Ints, Ints]:
    """(starts, codes) of all rows, decks in their order; no starts at all if there are more than `most` rows."""
    decks = len(treasures.cards)
    begin = np.zeros(decks * players, np.int64)
    count = np.zeros(decks * players, np.int64)
    found = np.empty(1024, np.int64)
    rows = 0
    marks = np.zeros((bag + left + gems + 1) * width, np.uint8)
    for deck in range(decks - 1, -1, -1):
        for inside in range(players, 0, -1):
            low, high = len(marks), -1
            if deck == decks - 1 and inside == players:
                low = high = (bag + left) * width if players == 1 and merged else bag * width + left
                marks[low] = 1
            for i in range(treasures.parent_first[deck], treasures.parent_first[deck + 1]):
                place = treasures.parents[i] * players + inside - 1
                step = treasures.parent_values[i] // inside * width + treasures.parent_values[i] % inside
                for row in range(begin[place], begin[place] + count[place]):
                    code = found[row] + step
                    marks[code] = 1
                    low, high = min(low, code), max(high, code)
            for more in range(inside + 1, players + 1):
                place = deck * players + more - 1
                for row in range(begin[place], begin[place] + count[place]):
                    code = code_after(found[row], width, more - inside, inside, merged)
                    marks[code] = 1
                    low, high = min(low, code), max(high, code)
            place = deck * players + inside - 1
            begin[place] = rows
            for code in range(low, high + 1):
                if marks[code]:
                    marks[code] = 0
                    if rows == len(found):
                        if rows > most:
                            return np.empty(0, np.int64), np.empty(0, np.int64)
                        more_room = np.empty(2 * rows, np.int64)
                        for i in range(rows):
                            more_room[i] = found[i]
                        found = more_room
                    found[rows] = code
                    rows += 1
            count[place] = rows - begin[place]
    starts = np.empty(decks * players + 1, np.int64)
    codes = np.empty(rows, np.int64)
    at = 0
    for place in range(decks * players):
        starts[place] = at
        for row in range(begin[place], begin[place] + count[place]):
            codes[at] = found[row]
            at += 1
    starts[decks * players] = at
    return starts, codes


@inner
def code_after(code: int, width: int, leaving: int, staying: int, merged: bool) -> int:
    """The code of the row after `leaving` players went and `staying` stayed."""
    bag, left = code // width, code % width % leaving
    return (bag + left) * width if staying == 1 and merged else bag * width + left


@inner
def find_row(codes: Ints, begin: int, end: int, code: int) -> int:
    """The row with the code among the rows from `begin` up to `end`, where it is known to be."""
    while end - begin > 1:
        midpoint = (begin + end) // 2
        if codes[midpoint] <= code:
            begin = midpoint
        else:
            end = midpoint
    return begin


@inner
def set_pointers(pointers: Ints, deck: int, inside: int, layout: Layout) -> None:
    """Set each pointer to the first row that one more treasure can lead to; they rise with the rows."""
    treasures, players, starts = layout.treasures, layout.players, layout.starts
    first = treasures.first[deck]
    for i in range(first, treasures.first[deck + 1]):
        pointers[i - first] = starts[treasures.after[i] * players + inside - 1]


@inner
def most_values(treasures: TreasureDecks) -> int:
    """The most different values that are undrawn in one deck, at least 1."""
    most = 1
    for deck in range(len(treasures.cards)):
        most = max(most, treasures.first[deck + 1] - treasures.first[deck])
    return most


@compiled
def find_lower(lower: Ints, row: int, deck: int, inside: int, layout: Layout) -> None:
    """Find the row after k players left, for each k that leaves someone in: `lower[k]`."""
    starts, codes = layout.starts, layout.codes
    for leaving in range(1, inside):
        place = deck * layout.players + inside - leaving - 1
        code = code_after(codes[row], layout.width, leaving, inside - leaving, layout.merged)
        lower[leaving] = find_row(codes, starts[place], starts[place + 1], code)


@compiled
def reached(layout: Layout, start_column: int, deciding: bool) -> Marks:
    """Marks [row, column]: DECIDING and GOING_ON where that can follow from the start, a row of the last deck."""
    treasures, hazards, players, starts, codes, width, _ = layout
    decks, columns = len(treasures.cards), len(hazards.cards)
    marks = np.zeros((len(codes), columns), np.uint8)
    marks[starts[decks * players - 1], start_column] = DECIDING if deciding else GOING_ON
    moves = treasures.first
    pointers = np.empty(most_values(treasures), np.int64)
    lower = np.empty(8, np.int64)
    for deck in range(decks - 1, -1, -1):
        for inside in range(players, 0, -1):
            set_pointers(pointers, deck, inside, layout)
            for row in range(starts[deck * players + inside - 1], starts[deck * players + inside]):
                code = codes[row]
                mine = marks[row]
                for column in range(columns - 1, -1, -1):
                    if treasures.cards[deck] + hazards.cards[column] == 0:
                        continue
                    if mine[column] & DECIDING:
                        mine[column] |= GOING_ON
                    if mine[column] & GOING_ON:
                        for i in range(hazards.first[column], hazards.first[column + 1]):
                            mine[hazards.after[i]] |= DECIDING
                for i in range(moves[deck], moves[deck + 1]):
                    value = treasures.values[i]
                    target = code + value // inside * width + value % inside
                    at = pointers[i - moves[deck]]
                    while codes[at] != target:
                        at += 1
                    pointers[i - moves[deck]] = at
                    for column in range(columns):
                        marks[at, column] |= (mine[column] & GOING_ON) >> 1
                find_lower(lower, row, deck, inside, layout)
                for leaving in range(1, inside):
                    for column in range(columns):
                        if mine[column] & DECIDING and treasures.cards[deck] + hazards.cards[column] > 0:
                            marks[lower[leaving], hazards.taken[column] if leaving == 1 else column] |= GOING_ON
    return marks

"""A summary of an equilibrium: the probability of retiring by bag and number of hazards showing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from math import comb, perm
from typing import TYPE_CHECKING, NamedTuple

from incan_math.states.grid import Grid
from incan_math.states.rows import DECIDING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

__all__ = ["Retiring", "retire_profile"]


class Retiring(NamedTuple):
    """The probabilities of retiring at several situations: their mean, the least and the greatest.

    The mean weighs each situation by the probability that the cards lead to it if nobody retires before.
    """

    mean: Fraction
    least: Fraction
    greatest: Fraction


def retire_profile(grid: Grid, retires: Floats) -> dict[tuple[int, int], Retiring]:
    """(bag, hazard kinds showing) -> the probability that each player retires, all who are in at the start still in.

    Args:
        grid: the situations.
        retires: the probabilities of retiring on it, [row, column].
    """
    by_place: dict[tuple[int, int], list[tuple[Fraction, Fraction]]] = defaultdict(list)
    for row, column, weight in _all_in(grid):
        place = int(grid.codes[row]) // grid.width, grid.showing(column)
        by_place[place].append((weight, Fraction(float(retires[row, column]))))
    return {
        place: Retiring(
            sum((weight * retire for weight, retire in found), Fraction(0)) / sum(weight for weight, _ in found),
            min(retire for _, retire in found),
            max(retire for _, retire in found),
        )
        for place, found in sorted(by_place.items())
    }


def _all_in(grid: Grid) -> Iterator[tuple[int, int, Fraction]]:
    """(row, column, probability that the cards lead there) for each decision that can come while nobody retires."""
    treasures, hazards = grid.treasures, grid.hazards
    deck_orders = _orders(
        treasures.first.tolist(), treasures.copies.tolist(), treasures.after.tolist(), len(treasures.cards) - 1
    )
    column_orders = _orders(hazards.first.tolist(), hazards.copies.tolist(), hazards.after.tolist(), grid.start_column)
    cards = grid.cards_left
    for deck, orders in deck_orders.items():
        row = int(grid.starts[(deck + 1) * grid.players - 1])  # Only one: every share was divided by all.
        gone = int(treasures.cards[-1] - treasures.cards[deck])
        for column, orders_there in column_orders.items():
            left = int(treasures.cards[deck] + hazards.cards[column])
            if left and grid.marks[row, column] & DECIDING:
                out = cards - left
                yield row, column, Fraction(orders * orders_there * comb(out, gone), perm(cards, out))


def _orders(first: list[int], copies: list[int], after: list[int], start: int) -> dict[int, int]:
    """In how many orders cards lead from the start to each place after it; places fall with every card."""
    orders = {start: 1}
    for place in range(start, -1, -1):
        if place in orders:
            for i in range(first[place], first[place + 1]):
                orders[after[i]] = orders.get(after[i], 0) + orders[place] * copies[i]
    return orders

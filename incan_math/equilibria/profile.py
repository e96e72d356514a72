"""How an equilibrium plays, summed up: the chance of retiring by bag and hazards showing."""

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
    """The chance of retiring over several situations: their mean, the least and the greatest.

    The mean weighs each situation by the chance that the cards lead to it, were nobody to leave before.
    """

    mean: Fraction
    least: Fraction
    greatest: Fraction


def retire_profile(grid: Grid, stays: Floats) -> dict[tuple[int, int], Retiring]:
    """(bag, hazard kinds showing) -> the chance that each player retires, all who are in at the start still in.

    Args:
        grid: the situations.
        stays: chances of staying on it, [row, lane].
    """
    by_place: dict[tuple[int, int], list[tuple[Fraction, Fraction]]] = defaultdict(list)
    for row, lane, weight in _all_in(grid):
        place = int(grid.codes[row]) // grid.width, grid.showing(lane)
        by_place[place].append((weight, 1 - Fraction(float(stays[row, lane]))))
    return {
        place: Retiring(
            sum((weight * chance for weight, chance in found), Fraction(0)) / sum(weight for weight, _ in found),
            min(chance for _, chance in found),
            max(chance for _, chance in found),
        )
        for place, found in sorted(by_place.items())
    }


def _all_in(grid: Grid) -> Iterator[tuple[int, int, Fraction]]:
    """(row, lane, chance that the cards lead there) for each decision that can come while nobody leaves."""
    treasures, lanes = grid.treasures, grid.lanes
    deck_orders = _orders(
        treasures.first.tolist(), treasures.copies.tolist(), treasures.after.tolist(), len(treasures.cards) - 1
    )
    lane_orders = _orders(lanes.first.tolist(), lanes.copies.tolist(), lanes.after.tolist(), grid.start_lane)
    cards = grid.cards_left
    for deck, orders in deck_orders.items():
        row = int(grid.starts[(deck + 1) * grid.players - 1])  # Only one: every share was divided by all.
        gone = int(treasures.cards[-1] - treasures.cards[deck])
        for lane, orders_there in lane_orders.items():
            left = int(treasures.cards[deck] + lanes.cards[lane])
            if left and grid.marks[row, lane] & DECIDING:
                out = cards - left
                yield row, lane, Fraction(orders * orders_there * comb(out, gone), perm(cards, out))


def _orders(first: list[int], copies: list[int], after: list[int], start: int) -> dict[int, int]:
    """In how many orders cards lead from the start to each place after it; places fall with every card."""
    orders = {start: 1}
    for place in range(start, -1, -1):
        if place in orders:
            for i in range(first[place], first[place + 1]):
                orders[after[i]] = orders.get(after[i], 0) + orders[place] * copies[i]
    return orders

"""Brute force: what happens in every order of the cards that a table of the reference engine has not turned up.

Cards with equal faces count as different physical cards, so n cards have n! orders. Nothing here knows a shortcut.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations

from incan_math.engine import GameTable
from incan_math.game.cards import Card, Hazard, Treasure

Chances = dict[int | None, Fraction]


def orders(table: GameTable) -> list[tuple[Card, ...]]:
    """Every order of the undrawn cards, those that look alike included."""
    return [tuple(card.face for card in order) for order in permutations(table.undrawn)]


def cards_to_bust(order: tuple[Card, ...], table: GameTable) -> int | None:
    """Which card of this order busts, counted from 1, if nobody leaves."""
    showing = set(table.snapshot().showing)
    for place, card in enumerate(order, start=1):
        if isinstance(card, Hazard):
            if card.name in showing:
                return place
            showing.add(card.name)
    return None


def bust_chances(table: GameTable) -> Chances:
    """The chance that the bust comes with each card; None for never."""
    every = orders(table)
    found = Counter(cards_to_bust(order, table) for order in every)
    return {place: Fraction(number, len(every)) for place, number in found.items()}


def bag_chances(table: GameTable) -> Chances:
    """The chance of each bag of a player in just before the bust; None where no bust comes."""
    every = orders(table)
    inside = len(table.bags)
    bag = next(iter(table.bags.values()))
    found: Counter[int | None] = Counter()
    for order in every:
        place = cards_to_bust(order, table)
        if place is None:
            found[None] += 1
        else:
            found[bag + sum(card.value // inside for card in order[: place - 1] if isinstance(card, Treasure))] += 1
    return {gems: Fraction(number, len(every)) for gems, number in found.items()}

"""Conditional questions about the bust, against every order of the undrawn cards."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest

from incan_math import EDITIONS, Expedition, GameError, Rules, draws_to_bust, gems_before_bust, survival
from incan_math.game.cards import Artifact, Card, Hazard, Treasure
from incan_math.odds.conditional import bust_between, gems_given_bust, risk_at, seen_before_bust

SMALL = Rules((2, 3, 3), {"fire": 2, "gas": 3}, artifacts=(5,))
STATES = [
    Expedition.start(2, SMALL),
    Expedition.parse("3 fire", 1, SMALL),
    Expedition.parse("2 gas -1 3", 3, SMALL),
]
RANGES = [(1, 1), (2, 2), (3, 3), (2, 5), (1, 9)]


def histories(state: Expedition) -> list[tuple[int, tuple[Card, ...]]]:
    """(card of the bust, cards before it) of every order of the undrawn cards that busts."""
    cards = [card for card, copies in state.undrawn.items() for _ in range(copies)]
    found = []
    for order in permutations(cards):
        showing = {hazard.name for hazard in state.showing}
        for place, card in enumerate(order, start=1):
            if isinstance(card, Hazard):
                if card.name in showing:
                    found.append((place, order[: place - 1]))
                    break
                showing.add(card.name)
    return found


@pytest.mark.parametrize("state", STATES, ids=str)
def test_against_every_order(state: Expedition) -> None:
    every = histories(state)
    orders = len(list(permutations(range(state.cards_left))))
    for first, last in RANGES:
        mine = [before for place, before in every if first <= place <= last]
        assert bust_between(state, first, last) == Fraction(len(mine), orders)
        if not mine:
            with pytest.raises(GameError, match="no bust can come"):
                seen_before_bust(state, first, last)
            with pytest.raises(GameError, match="no bust can come"):
                gems_given_bust(state, first, last)
            continue
        seen = seen_before_bust(state, first, last)
        showing = {hazard.name for hazard in state.showing}
        assert set(seen) == {c for c in state.undrawn if not (isinstance(c, Hazard) and c.name in showing)}
        for card, chance in seen.items():
            assert chance == Fraction(sum(card in before for before in mine), len(mine))
        bags = Counter(
            state.bag + sum(c.value // state.players for c in before if isinstance(c, Treasure)) for before in mine
        )
        assert dict(gems_given_bust(state, first, last)) == {b: Fraction(n, len(mine)) for b, n in bags.items()}
    for place in range(1, 4):
        in_then = orders - sum(busts < place for busts, _ in every)
        assert risk_at(state, place) == Fraction(sum(busts == place for busts, _ in every), in_then)


def test_an_artifact_before_the_13th_card_of_31() -> None:
    seen = seen_before_bust(Expedition.start(rules="incan-gold-2006"), 13)
    assert seen[Artifact()] == Fraction(19371, 38908)


@pytest.mark.parametrize("rules", EDITIONS)
def test_the_parts_make_the_whole(rules: str) -> None:
    state = Expedition.parse("7 1 15", 3, rules)
    cards, bag, alive = draws_to_bust(state), gems_before_bust(state), survival(state)
    mixed: dict[int, Fraction] = {}
    for draws in range(2, 9):
        assert risk_at(state, draws) == 1 - alive[draws] / alive[draws - 1] == cards[draws] / alive[draws - 1]
    for k, chance in cards.items():
        if k is None:
            continue
        for gems, given in gems_given_bust(state, k).items():
            assert gems is not None
            mixed[gems] = mixed.get(gems, Fraction(0)) + chance * given
    assert mixed == {gems: chance for gems, chance in bag.items() if gems is not None}


@pytest.mark.parametrize(("first", "last"), [(0, 3), (True, 3), (3, 2), ("1", 2), (1, 2.0), (10**30, 10**30)])
def test_numbers_that_are_not_cards(first: int, last: int) -> None:
    with pytest.raises(GameError):
        seen_before_bust(Expedition.start(), first, last)
    if first != 10**30:
        with pytest.raises(GameError):
            bust_between(Expedition.start(), first, last)
    with pytest.raises(GameError):
        gems_given_bust(Expedition.parse("fire fire"), 1)
    with pytest.raises(GameError, match="nobody is still in"):
        risk_at(Expedition.start(), 31)

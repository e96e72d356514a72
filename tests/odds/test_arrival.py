"""Closed forms by uniform arrival times, against every order of small decks and against the bust curve."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import pytest
from brute import cards_to_bust, orders
from hypothesis import given, settings
from strategies import Position, positions

from incan_math import EDITIONS, Expedition, GameError, Hazard, decide, draws_to_bust, gems_before_bust
from incan_math.engine import GameTable
from incan_math.odds.arrival import nth_before_bust, safe_card_before_bust
from incan_math.solo.information import known_order


@settings(max_examples=60)
@given(positions(7))
def test_the_share_of_orders_in_which_a_safe_card_comes_first(position: Position) -> None:
    cards = [card.face for card in position.table.undrawn]
    if not cards:
        return
    every = orders(position.table)
    places = [cards_to_bust(order, position.table) or len(cards) + 1 for order in every]
    pi = safe_card_before_bust(position.state)
    assert (len(cards) + 1) * pi == Fraction(sum(places), len(every))
    safe = sum(not isinstance(card, Hazard) for card in cards)
    if safe:
        before = sum(
            not isinstance(card, Hazard)
            for order, place in zip(every, places, strict=True)
            for card in order[: place - 1]
        )
        assert pi == Fraction(before, safe * len(every))
        for n in range(1, safe + 1):
            reached = sum(
                sum(not isinstance(card, Hazard) for card in order[: place - 1]) >= n
                for order, place in zip(every, places, strict=True)
            )
            assert nth_before_bust(position.state, n, safe) == Fraction(reached, len(every))


@settings(max_examples=60)
@given(positions(6))
def test_who_knows_the_order_takes_the_best_moment_of_it(position: Position) -> None:
    """The engine's table is played through every order; the player who sits first leaves at the best moment of each."""
    state, table = position.state, position.table
    if not state.cards_left:
        return
    if len(table.bags) > 1 and None in {cards_to_bust(order, table) for order in orders(table)}:
        with pytest.raises(GameError, match="can run out"):
            known_order(state)
        return
    hero = next(iter(table.bags))
    total, count = 0, 0
    for order in permutations(table.undrawn):
        here, best = table.copy(), 0
        for card in order:
            if here.awaits_choices:
                best = max(best, left(here, hero))
            here.turn_up(card)
            if here.ended:
                best = max(best, here.points[hero])  # The deck ran out, or 0 after a bust.
                break
        total, count = total + best, count + 1
    assert known_order(state) == Fraction(total, count)


def left(table: GameTable, name: str) -> int:
    """What a player takes who retires alone now."""
    then = table.copy()
    then.retire([name])
    return then.points[name]


@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize("players", [1, 3, 8])
def test_means_of_the_full_deck(name: str, players: int) -> None:
    state = Expedition.start(players, name)
    pi = safe_card_before_bust(state)
    assert draws_to_bust(state).mean == (state.cards_left + 1) * pi
    shares = sum(value // players for value in state.rules.treasures)
    assert gems_before_bust(state).mean == pi * shares


def test_values_known_from_elsewhere() -> None:
    start = Expedition.start()
    # The integral of (1 - x)^10 (1 + 2 x)^5, for five kinds of three cards.
    assert safe_card_before_bust(start) == Fraction(479, 2002)
    assert known_order(start) == 112 * Fraction(479, 2002) == Fraction(3832, 143)
    alone = decide(start).value
    assert isinstance(alone, Fraction)
    assert (
        f"{float(alone / known_order(start)):.3f}" == "0.584" and f"{float(known_order(start) - alone):.2f}" == "11.15"
    )


def test_what_cannot_be_asked() -> None:
    over = Expedition.parse("7 fire fire")
    for ask in (safe_card_before_bust, known_order):
        with pytest.raises(GameError, match="over"):
            ask(over)
    for nth, cards in ((0, 1), (2, 1), (1, 10**9), (1.5, 2)):
        with pytest.raises(GameError, match="nth, cards"):
            nth_before_bust(Expedition.start(), nth, cards)  # type: ignore[arg-type]

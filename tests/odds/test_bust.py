"""Bust chances against every order of small decks, and by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb

import pytest
from brute import bust_chances
from hypothesis import given, settings
from strategies import Position, positions

from incan_math import Expedition, GameError, Hazard, Rules, bust_probability, draws_to_bust, survival
from incan_math.odds.bust import safe_draws

SMALL = Rules(treasures=(3,), hazards={"fire": 2})


@pytest.mark.slow
@settings(max_examples=50)
@given(positions())
def test_every_bust_chance_is_that_of_all_orders(position: Position) -> None:
    state, table = position.state, position.table
    left = state.cards_left
    if not left:  # The engine has sent everybody home.
        assert draws_to_bust(state) == {None: 1} and survival(state) == {0: 1}
        assert bust_probability(state) == bust_probability(state, 5) == 0
        return
    chances = bust_chances(table)
    assert draws_to_bust(state) == chances
    by_then = [sum((chances.get(1 + place, Fraction(0)) for place in range(k)), Fraction(0)) for k in range(left + 1)]
    assert [bust_probability(state, k) for k in range(left + 1)] == by_then
    assert bust_probability(state) == by_then[1]
    assert bust_probability(state, left + 1) == bust_probability(state, left + 1000) == by_then[-1]
    assert survival(state) == {k: 1 - chance for k, chance in enumerate(by_then)}


@pytest.mark.slow
@settings(max_examples=50)
@given(positions(10))
def test_safe_draws_count_the_sets_of_cards_without_a_bust(position: Position) -> None:
    showing = set(position.table.snapshot().showing)
    cards = [card.face for card in position.table.undrawn]
    expected = []
    for k in range(len(cards) + 1):
        kinds = [[card.name for card in drawn if isinstance(card, Hazard)] for drawn in combinations(cards, k)]
        expected.append(sum(len(set(names)) == len(names) and not showing & set(names) for names in kinds))
    assert safe_draws(position.state) == (expected if cards else [1])


@pytest.mark.slow
@given(positions(ends=True))
def test_an_expedition_that_is_over_does_not_bust_any_more(position: Position) -> None:
    state = position.state
    if state.is_over:
        assert bust_probability(state) == bust_probability(state, 0) == bust_probability(state, 3) == 0
        assert survival(state) == {0: 1} and draws_to_bust(state) == {None: 1}


@pytest.mark.parametrize(
    ("path", "settings_", "chances"),
    [
        # Orders of 3, fire, fire: the bust is the second card in 2 of 6, the third in the other 4.
        ("", {"rules": SMALL}, {1: Fraction(0), 2: Fraction(1, 3), 3: Fraction(1)}),
        ("fire", {"rules": SMALL}, {1: Fraction(1, 2), 2: Fraction(1)}),
        ("3 fire", {"rules": SMALL}, {1: Fraction(1)}),
        # 30 cards; two cards bust when they are a pair: 5 kinds x 3 pairs of C(30, 2) = 435.
        ("", {}, {1: Fraction(0), 2: Fraction(15, 435)}),
        # 26 cards, two kinds showing with two cards each.
        ("7 fire 11 snakes", {"players": 4}, {1: Fraction(4, 26)}),
        # One fire left the game, so one is deadly; of the snakes two.
        ("7 fire 11 snakes", {"removed": "fire"}, {1: Fraction(3, 25)}),
        ("7 fire 11 snakes", {"removed": "fire fire"}, {1: Fraction(2, 24)}),
        ("fire mummy rocks snakes spiders", {"rules": "diamant-2005"}, {1: Fraction(10, 25)}),
    ],
)
def test_bust_chances_by_hand(path: str, settings_: dict[str, object], chances: dict[int, Fraction]) -> None:
    state = Expedition.parse(path, **settings_)  # type: ignore[arg-type]
    assert {draws: bust_probability(state, draws) for draws in chances} == chances


def test_without_a_second_card_of_a_kind_no_bust_comes() -> None:
    state = Expedition.start(rules=Rules(treasures=(1, 2), hazards={"fire": 1, "gas": 1}))
    assert draws_to_bust(state) == {None: 1}
    assert set(survival(state).values()) == {1}
    assert bust_probability(state, 99) == 0


def test_the_whole_deck_always_busts_where_a_kind_has_two_cards() -> None:
    state = Expedition.start()
    assert bust_probability(state, 30) == bust_probability(state, 10**9) == 1
    assert survival(state)[30] == 0
    # 14 treasures, 1 artifact and one of each kind are 20 safe cards at most, of C(30, 20) sets 3 ** 5.
    assert survival(state)[20] == Fraction(3**5, comb(30, 20)) and survival(state)[21] == 0
    assert draws_to_bust(state).never == 0


@pytest.mark.parametrize("draws", [-1, "3", 2.0, 1.0, 1.5, None, True, Fraction(2)])
def test_draws_are_a_whole_number(draws: int) -> None:
    for path in ("7 fire", "fire fire"):
        with pytest.raises(GameError, match=r"^draws: .* given; it is a number of cards, 0 or more$"):
            bust_probability(Expedition.parse(path), draws)

"""The bag just before the bust, against every order of small decks and by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest
from brute import bag_chances
from hypothesis import given, settings
from strategies import Position, positions

from incan_math import Expedition, Rules, gems_before_bust
from incan_math.odds.treasure_sums import treasure_sums


@pytest.mark.slow
@settings(max_examples=60)
@given(positions(players=4))
def test_bags_before_the_bust_are_those_of_all_orders(position: Position) -> None:
    chances = bag_chances(position.table) if position.table.bags else {None: Fraction(1)}
    assert gems_before_bust(position.state) == chances


@pytest.mark.slow
@given(positions(ends=True))
def test_nothing_comes_after_the_end(position: Position) -> None:
    if position.state.is_over:
        assert gems_before_bust(position.state) == {None: 1}


def test_three_cards_by_hand() -> None:
    # 3 fire fire, fire 3 fire and fire fire 3: the bag holds 3, 3 and 0.
    state = Expedition.start(rules=Rules(treasures=(3,), hazards={"fire": 2}))
    assert gems_before_bust(state) == {0: Fraction(1, 3), 3: Fraction(2, 3)}


def test_those_still_in_share_and_keep_their_bags() -> None:
    rules = Rules(treasures=(7, 9), hazards={"fire": 2})
    state = Expedition.parse("9 fire -1", players=4, rules=rules)  # Bag 2; 7 and fire are left; three are in.
    assert gems_before_bust(state) == {2: Fraction(1, 2), 2 + 2: Fraction(1, 2)}


def test_a_bust_that_cannot_come() -> None:
    state = Expedition.start(rules=Rules(treasures=(7, 0), hazards={"fire": 1}, artifacts=(5,)))
    assert gems_before_bust(state) == {None: 1}


def test_treasures_too_small_to_share_bring_nothing() -> None:
    state = Expedition.start(8, Rules(treasures=(1, 7, 0), hazards={"fire": 2}))
    assert gems_before_bust(state) == {0: 1}


def test_more_players_never_have_more() -> None:
    means = [gems_before_bust(Expedition.start(players)).mean for players in range(1, 9)]
    assert means == sorted(means, reverse=True)


def test_sums_from_a_bound_on_are_left_out() -> None:
    # Of two fives and a three: none, 3, 5 (two ways), 8 (two ways); 10 and 13 are not below 9.
    assert treasure_sums([(5, 2), (3, 1)], below=9) == {(0, 0): 1, (1, 3): 1, (1, 5): 2, (2, 8): 2}

"""The full deck, shuffled and played by the reference engine, against the exact chances.

With n expeditions the share of those with any one property is off by more than e with a chance of at most
2 exp(-2 n e^2) (Hoeffding), and so is, over all values at once, the share of those with at most so many gems
(Dvoretzky, Kiefer and Wolfowitz in Massart's form). The bound below sets that to 10^-9, for each comparison.
"""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from math import log, sqrt

import pytest

from incan_math import Expedition, bust_probability, draws_to_bust, gems_before_bust
from incan_math.engine import GameTable, artifacts_in_deck, build_deck, shuffled

EXPEDITIONS = 20_000
BOUND = sqrt(log(2 / 1e-9) / (2 * EXPEDITIONS))
PLAYERS = ("Ann", "Bob", "Cid")


@cache
def played() -> tuple[Counter[int], Counter[int]]:
    """How many expeditions bust with which card, and how many had which bag just before, if nobody leaves."""
    rng = random.Random(20_050)
    deck = build_deck("bga-en", {}, artifacts_in_deck("bga-en", 1))
    start = GameTable("bga-en", PLAYERS, deck)
    cards, bags = Counter[int](), Counter[int]()
    for _ in range(EXPEDITIONS):
        table = start.copy()
        for place, card in enumerate(shuffled(deck, rng), start=1):
            turn = table.turn_up(card)
            if turn.bust:
                cards[place] += 1
                bags[turn.lost[0][1]] += 1
                break
    assert cards.total() == bags.total() == EXPEDITIONS
    return cards, bags


def test_the_bound_is_tight_enough_to_tell_something() -> None:
    assert BOUND < 0.024


@pytest.mark.parametrize("draws", range(1, 21))
def test_bust_within_so_many_cards(draws: int) -> None:
    cards, _ = played()
    share = sum(count for place, count in cards.items() if place <= draws) / EXPEDITIONS
    assert abs(share - float(bust_probability(Expedition.start(), draws))) <= BOUND


def test_mean_card_of_the_bust() -> None:
    cards, _ = played()
    mean = sum(place * count for place, count in cards.items()) / EXPEDITIONS
    assert abs(mean - float(draws_to_bust(Expedition.start()).mean)) <= 20 * BOUND  # The bust is card 2 to 21.


def test_bags_before_the_bust() -> None:
    _, bags = played()
    exact = gems_before_bust(Expedition.start(3))
    for gems in range(108):
        share = sum(count for bag, count in bags.items() if bag <= gems) / EXPEDITIONS
        assert abs(share - float(exact.cdf(gems))) <= BOUND
    most = max(gems for gems in exact if gems is not None)
    mean = sum(bag * count for bag, count in bags.items()) / EXPEDITIONS
    assert abs(mean - float(exact.mean)) <= most * BOUND

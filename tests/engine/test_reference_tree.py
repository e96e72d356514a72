"""Brute force of the reference engine: all orders, the game tree, and values known from elsewhere."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from math import factorial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from incan_math.engine import (
    Choice,
    GameTable,
    View,
    all_orders,
    always_stay,
    artifacts_in_deck,
    branches,
    build_deck,
    distinct_orders,
    expected_takings,
    expected_takings_from,
    label,
    leave_after,
    leave_with,
    play,
    shuffled,
    takings_distribution,
)
from incan_math.game.cards import Artifact, Hazard, Treasure
from incan_math.game.rules import Rules

SMALL = Rules(treasures=(3, 5, 7), hazards={"fire": 2, "snakes": 2})
WITH_ARTIFACTS = replace(SMALL, hazards={"fire": 3}, artifacts=(5, 10))


def test_distinct_orders_are_all_orders_grouped_by_what_they_look_like() -> None:
    deck = label([Treasure(5), Treasure(5), Hazard("fire"), Hazard("fire"), Hazard("fire"), Artifact()])
    every = Counter(tuple(card.face for card in order) for order in all_orders(deck))
    distinct = {tuple(card.face for card in order): count for order, count in distinct_orders(deck)}
    assert every == distinct
    assert sum(distinct.values()) == factorial(6) and set(distinct.values()) == {2 * 6}
    assert all(set(order) == set(deck) for order, _ in distinct_orders(deck))


def test_orders_of_no_cards_are_one() -> None:
    assert list(all_orders([])) == [()]
    assert list(distinct_orders([])) == [((), 1)]


def test_branches_hold_each_undrawn_face_once_with_its_count() -> None:
    table = GameTable(SMALL, ["Ann"], build_deck(SMALL, {}, []))
    table.turn_up(Hazard("fire"))
    before = table.snapshot()
    found = {str(branch.card): branch for branch in branches(table)}
    assert {face: branch.count for face, branch in found.items()} == {"3": 1, "5": 1, "7": 1, "fire": 1, "snakes": 2}
    assert found["fire"].turn.bust == "fire" and found["fire"].table.ended
    assert found["7"].table.bags == {"Ann": 7}
    assert table.snapshot() == before
    assert branches(found["fire"].table) == ()


def test_expectation_by_hand_of_leaving_after_the_first_card() -> None:
    """Two players: 1, 2, 3 gems from the 3, 5, 7, of seven cards; Bob, alone next, is sole heir of 1 gem left."""
    assert expected_takings(SMALL, {"Ann": leave_after(1), "Bob": leave_after(1)}) == {
        "Ann": Fraction(1 + 2 + 3, 7),
        "Bob": Fraction(1 + 2 + 3, 7),
    }
    assert expected_takings(SMALL, {"Ann": leave_after(1), "Bob": always_stay})["Ann"] == Fraction(2 + 3 + 4, 7)


def test_distribution_by_hand_of_a_sole_artifact_and_a_sole_fire() -> None:
    rules = Rules(treasures=(4,), hazards={"fire": 1}, artifacts=(5,))
    assert takings_distribution(rules, {"Ann": leave_after(2), "Bob": leave_after(2)}) == {
        (2, 2): Fraction(2, 3),  # The 4 is among the first two cards; an artifact helps neither.
        (0, 0): Fraction(1, 3),
    }
    assert expected_takings(rules, {"Ann": always_stay}) == {"Ann": 9}
    assert expected_takings(rules, {"Ann": leave_after(1)}) == {"Ann": Fraction(4 + 0 + 5, 3)}


def test_given_artifacts_and_count_change_the_worth() -> None:
    late = expected_takings(WITH_ARTIFACTS, {"Ann": leave_after(1)}, artifacts=[Artifact()], counted=1)
    early = expected_takings(WITH_ARTIFACTS, {"Ann": leave_after(1)})
    none = expected_takings(WITH_ARTIFACTS, {"Ann": leave_after(1)}, artifacts=[])
    assert (late["Ann"], early["Ann"], none["Ann"]) == (Fraction(25, 7), Fraction(20, 7), Fraction(15, 6))


def test_removed_hazard_makes_staying_better() -> None:
    rules = Rules(treasures=(3, 5), hazards={"fire": 2})
    assert expected_takings(rules, {"Ann": always_stay}) == {"Ann": 0}
    assert expected_takings(rules, {"Ann": always_stay}, removed={"fire": 1}) == {"Ann": 8}


def whim(salt: int) -> Choice:
    """An arbitrary but deterministic chooser."""

    def choose(view: View) -> bool:
        seen = view.table
        return (salt + 7 * len(seen.turned_up) + 3 * view.bag + 5 * seen.leftover + len(seen.showing)) % 10 < 7

    return choose


@pytest.mark.slow
@settings(max_examples=80, deadline=None)
@given(
    treasures=st.lists(st.integers(0, 9), max_size=2),
    hazards=st.dictionaries(st.sampled_from(["fire", "snakes"]), st.integers(1, 2), max_size=2),
    printed=st.booleans(),
    at_once=st.booleans(),
    per_card=st.booleans(),
    players=st.integers(1, 4),
    salt=st.integers(0, 1000),
)
def test_orders_and_tree_give_the_same_expectation(
    treasures: list[int],
    hazards: dict[str, int],
    printed: bool,
    at_once: bool,
    per_card: bool,
    players: int,
    salt: int,
) -> None:
    rules = Rules(
        treasures=tuple(treasures),
        hazards=hazards,
        artifacts=(5, 10),
        artifact_value="printed" if printed else "by claim",
        artifact_entry="all at once" if at_once else "one per expedition",
        leftover="per card" if per_card else "pooled",
    )
    choosers = {f"player{number}": whim(salt + number) for number in range(players)}
    table = GameTable(rules, list(choosers), build_deck(rules, {}, artifacts_in_deck(rules, 1)))
    assert expected_takings_from(table, choosers) == expected_takings(rules, choosers)


def test_physical_orders_and_distinct_orders_give_the_same_expectation() -> None:
    choosers = {"Ann": leave_with(3), "Bob": leave_after(4)}
    deck = build_deck(SMALL, {}, [])
    totals = Counter[str]()
    for order in all_orders(deck):
        totals.update(play(GameTable(SMALL, list(choosers), deck), order, choosers).points)
    by_hand = {name: Fraction(totals[name], factorial(7)) for name in choosers}
    assert expected_takings(SMALL, choosers) == by_hand


def test_expectation_from_a_table_under_way_asks_those_in_first() -> None:
    table = GameTable(SMALL, ["Ann", "Bob"], build_deck(SMALL, {}, []))
    table.turn_up(Treasure(5))
    before = table.snapshot()
    assert expected_takings_from(table, {"Ann": leave_after(1), "Bob": leave_after(1)}) == {"Ann": 2, "Bob": 2}
    table.retire(["Ann"])
    after = expected_takings_from(table, {"Bob": leave_after(2)})
    assert after == {"Ann": 3, "Bob": Fraction(6 * 2 + 3 + 7, 6)}
    assert before.takings == ()


def test_solo_optimum_of_a_small_deck_by_the_game_tree() -> None:
    """The known value of the deck 3 5 7 with two hazard kinds of two cards for one player is 201/35."""

    def best(table: GameTable) -> Fraction:
        if table.ended:
            return Fraction(table.points["Ann"])
        going_on = Fraction(0)
        for branch in branches(table):
            going_on += Fraction(branch.count, len(table.undrawn)) * best(branch.table)
        if not table.awaits_choices:
            return going_on
        home = table.copy()
        home.retire(["Ann"])
        return max(going_on, Fraction(home.points["Ann"]))

    assert best(GameTable(SMALL, ["Ann"], build_deck(SMALL, {}, []))) == Fraction(201, 35)


@pytest.mark.slow
def test_shuffled_decks_give_the_known_mean_of_leaving_at_six_cards() -> None:
    """One player with the 15 treasures of diamant-2005: 16.760962, here within about four standard errors."""
    deck = build_deck("diamant-2005", {}, [])
    start, rng, total = GameTable("diamant-2005", ["Ann"], deck), random.Random(2005), 0
    for _ in range(10_000):
        total += play(start.copy(), shuffled(deck, rng), {"Ann": leave_after(6)}).points["Ann"]
    assert abs(Fraction(total, 10_000) - Fraction("16.760962")) < Fraction(3, 5)


def test_shuffled_decks_bust_within_k_cards_as_often_as_known() -> None:
    """One player who stays, bga-en; chances of a bust within k cards from elsewhere, four standard errors."""
    known = {2: Fraction(1, 29), 3: Fraction(41, 406), 5: Fraction(7235, 23751), 10: Fraction(58027, 70035)}
    deck = build_deck("bga-en", {}, [Artifact()])
    start, rng, lengths = GameTable("bga-en", ["Ann"], deck), random.Random(30), Counter[int]()
    for _ in range(5_000):
        end = play(start.copy(), shuffled(deck, rng), {"Ann": always_stay}).snapshot()
        lengths[len(end.turned_up) if end.bust else 99] += 1
    for within, chance in known.items():
        busts = sum(count for length, count in lengths.items() if length <= within)
        assert (busts - 5_000 * chance) ** 2 < 16 * 5_000 * chance * (1 - chance)

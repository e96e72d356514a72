"""Rules to keep in the head: each is worth what it says, and no other threshold of its family does better."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest
from decision_brute import KNOWN, SMALL, Spot, takings
from decision_strategies import steep_decks
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import decks

from incan_math import (
    AllOf,
    AnyOf,
    Expedition,
    GameError,
    Heuristic,
    RetireAfterCards,
    RetireAtGems,
    RetireAtHazards,
    RetireAtRisk,
    RetireWhenRiskOutweighsGems,
    Rules,
    StayForever,
    Strategy,
    best_heuristics,
    decide,
    evaluate,
    parse_strategy,
)
from incan_math.solo.stopping import closed_rule

FAMILIES = ("gems in the bag", "hazards showing", "cards out", "risk of a bust")


def all_of(family: str, rules: Rules, players: int) -> list[Strategy]:
    """Every threshold that can make a difference, rising, from "at once" to "never"."""
    cards = Expedition.start(players, rules).cards_left
    if family == "gems in the bag":
        return [RetireAtGems(gems) for gems in range(sum(value // players for value in rules.treasures) + 2)]
    if family == "hazards showing":
        return [RetireAtHazards(kinds) for kinds in range(len(rules.hazards) + 2)]
    if family == "cards out":
        return [RetireAfterCards(number) for number in range(cards + 2)]
    most = max(rules.hazards.values(), default=1) - 1
    deadly = range(most * len(rules.hazards) + 1)
    risks = {Fraction(number, left) for left in range(1, cards + 1) for number in deadly if number <= left}
    return [*map(RetireAtRisk, sorted(risks)), StayForever()]


def valued(rules: Rules, players: int) -> Callable[[Strategy], Fraction]:
    """The expected points of a strategy among players who never leave."""
    return lambda strategy: evaluate(
        Expedition.start(players, rules), [strategy] + [StayForever()] * (players - 1)
    ).points[0]


def found(rules: Rules, players: int) -> tuple[Heuristic, ...]:
    """The rules, where the look-ahead theorem gives them."""
    start = Expedition.start(players, rules)
    assume(start.cards_left)
    if closed_rule(start) is None:
        with pytest.raises(GameError, match="the look-ahead theorem does not hold"):
            best_heuristics(rules, players)
        assume(False)
    return best_heuristics(rules, players)


some_decks = st.one_of(decks(6), steep_decks(6))


# Against every other threshold.


@settings(max_examples=60)
@given(some_decks, st.integers(1, 3))
def test_every_rule_is_worth_what_it_says(rules: Rules, players: int) -> None:
    value = valued(rules, players)
    optimum = decide(Expedition.start(players, rules), StayForever()).stay
    for rule in found(rules, players):
        assert rule.value == value(rule.strategy), rule
        assert rule.optimum == optimum and rule.loss == optimum - rule.value >= 0
        assert rule.efficiency == (rule.value / optimum if optimum else 1)
        assert parse_strategy(str(rule.strategy)) == rule.strategy


@settings(max_examples=40)
@given(some_decks, st.integers(1, 3))
def test_no_other_number_is_better(rules: Rules, players: int) -> None:
    value = valued(rules, players)
    singles = {rule.family: rule for rule in found(rules, players) if rule.numbers == 1}
    assert tuple(singles) == FAMILIES
    for family, rule in singles.items():
        assert rule.value == max(map(value, all_of(family, rules, players))), rule


@settings(max_examples=12)
@given(decks(5), st.integers(1, 2))
def test_no_other_pair_is_better(rules: Rules, players: int) -> None:
    value = valued(rules, players)
    pairs = {rule.family: rule for rule in found(rules, players) if rule.numbers == 2}
    assert len(pairs) == 12
    for place, one in enumerate(FAMILIES):
        for two in FAMILIES[place + 1 :]:
            every = list(product(all_of(one, rules, players), all_of(two, rules, players)))
            for word, joined in (("or", AnyOf), ("and", AllOf)):
                rule = pairs[f"{one} {word} {two}"]
                assert isinstance(rule.strategy, joined)
                assert rule.value == max(value(joined(*pair)) for pair in every), rule


@settings(max_examples=40)
@given(some_decks, st.integers(1, 3))
def test_among_equals_the_smallest_number_is_given(rules: Rules, players: int) -> None:
    value = valued(rules, players)
    for rule in found(rules, players)[:3]:
        assert rule.numbers == 1
        smallest = next(other for other in all_of(rule.family, rules, players) if value(other) == rule.value)
        assert rule.strategy == smallest


def test_the_rule_without_a_number() -> None:
    *_, last = best_heuristics(SMALL, 2)
    assert last.numbers == 0 and last.strategy == RetireWhenRiskOutweighsGems()
    assert last.value == valued(SMALL, 2)(last.strategy)


def test_the_values_over_the_game_tree() -> None:
    for players in (1, 2):
        for rule in best_heuristics(SMALL, players)[::2]:
            expected, _ = takings(Spot.start_of(SMALL, players), [rule.strategy] + [StayForever()] * (players - 1))
            assert rule.value == sum(points[0] * chance for points, chance in expected.items())


# By hand.


def test_kinds_of_one_card_are_no_danger() -> None:
    # Nothing can bust: whoever never leaves has all 8 gems, by every rule.
    rules = Rules((3, 5), {"fire": 1})
    for rule in best_heuristics(rules):
        assert rule.value == rule.optimum == 8
        assert valued(rules, 1)(rule.strategy) == 8, rule


@pytest.mark.parametrize(("rules", "points"), [(Rules((3,), {}), 3), (Rules((), {"fire": 1}), 0)])
def test_a_deck_of_one_card(rules: Rules, points: int) -> None:
    for rule in best_heuristics(rules):
        assert rule.value == points == valued(rules, 1)(rule.strategy)


# Known values.


def test_simple_rules_of_the_first_edition() -> None:
    known = KNOWN["solo_simple_rules_diamant_2005"]
    rules = {rule.family: rule for rule in best_heuristics("diamant-2005")}
    expected: dict[str, tuple[Strategy, float]] = {
        "cards out": (RetireAfterCards(6), known["leave at 6 cards"]),
        "gems in the bag": (RetireAtGems(25), known["best gem threshold 25"]),
        "hazards showing": (RetireAtHazards(3), known["leave at 3 hazards showing"]),
    }
    for family, (strategy, value) in expected.items():
        assert rules[family].strategy == strategy
        assert abs(float(rules[family].value) - value) < 5e-7


def test_a_rule_of_the_full_deck_is_followed_exactly() -> None:
    rule = next(rule for rule in best_heuristics("bga-en") if rule.family == "cards out")
    assert rule.strategy == RetireAfterCards(6)
    assert rule.value == evaluate(Expedition.start(), [RetireAfterCards(6)]).points[0]


# What cannot be had.


@pytest.mark.parametrize(
    ("rules", "players"),
    [
        (Rules((3, 5), {"fire": 1}), 2),
        (Rules((3, 5), {}), 3),
        (Rules((6,), {"fire": 2}, (0, 20), artifact_entry="all at once"), 1),
    ],
)
def test_where_the_theorem_does_not_hold(rules: Rules, players: int) -> None:
    with pytest.raises(GameError, match="the look-ahead theorem does not hold") as error:
        best_heuristics(rules, players)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("players", [0, 9])
def test_no_such_table(players: int) -> None:
    with pytest.raises(GameError, match=f"players: {players} given"):
        best_heuristics("bga-en", players)

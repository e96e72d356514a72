"""What given strategies take home: every card and every coin, against the game tree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from operator import eq
from typing import Literal

import pytest
from decision_brute import KNOWN, SMALL, Spot, Takings, takings
from decision_strategies import (
    afraid_of_fire,
    counts_cards,
    counts_gems,
    keeps_count,
    opponents,
    spots,
    studies_the_deck,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import NAMES, Position, Scenario, decks, scenarios

from incan_math import (
    AllOf,
    Evaluation,
    Expedition,
    GameError,
    Hazard,
    Mixture,
    RetireAfterCards,
    RetireAtGems,
    RetireAtHazards,
    RetireWithProbability,
    Rules,
    StayForever,
    Strategy,
    evaluate,
    tournament,
)
from incan_math.engine import leave_after, leave_with, takings_distribution


def check(result: Evaluation, expected: Takings, busts: Fraction) -> None:
    """All that `evaluate` says follows from the chance of each tuple of points."""
    assert result.bust == busts
    assert len(result.points) == len(result.distributions)
    for player, (mean, points) in enumerate(zip(result.points, result.distributions, strict=True)):
        chances: Counter[int] = Counter()
        for tuple_, chance in expected.items():
            chances[tuple_[player]] += chance  # type: ignore[assignment]
        assert points == chances
        assert mean == points.mean == sum(taken * chance for taken, chance in chances.items())


# Against the game tree.


@pytest.mark.slow
@settings(max_examples=120)
@given(spots(6, 3), st.data())
def test_any_table_under_way(position: Position, data: st.DataObject) -> None:
    spot = Spot.of(position)
    known = [data.draw(opponents) for _ in spot.table.bags]
    check(evaluate(position.state, known), *takings(spot, known))


@pytest.mark.slow
@settings(max_examples=30)
@given(decks(5), st.lists(opponents, min_size=1, max_size=4))
def test_a_fresh_expedition_of_any_rules(rules: Rules, known: list[Strategy]) -> None:
    spot = Spot.start_of(rules, len(known))
    check(evaluate(Expedition.start(len(known), rules), known), *takings(spot, known))


@settings(max_examples=80)
@given(scenarios(decks(6), 3), st.integers(1, 4), st.integers(0, 8))
def test_against_every_order_of_the_deck(scenario: Scenario, cards: int, gems: int) -> None:
    """No translation between them: choosers of the engine and strategies of the library, each by its own rule."""
    ways: list[tuple[Strategy, object]] = [(RetireAfterCards(cards), leave_after(cards))]
    ways += [(RetireAtGems(gems), leave_with(gems)), (RetireAtGems(gems + 2), leave_with(gems + 2))]
    ways = ways[: scenario.players]
    expected = takings_distribution(
        scenario.rules,
        {name: chooser for name, (_, chooser) in zip(NAMES, ways, strict=False)},  # type: ignore[misc]
        removed=dict(scenario.removed),
        artifacts=scenario.pile.in_deck,
        counted=scenario.pile.counted,
    )
    result = evaluate(scenario.start(), [strategy for strategy, _ in ways])
    for player, points in enumerate(result.distributions):
        chances: Counter[int] = Counter()
        for tuple_, chance in expected.items():
            chances[tuple_[player]] += chance  # type: ignore[assignment]
        assert points == chances


MIXED = Mixture([("1/3", RetireAtGems(5)), ("2/3", RetireWithProbability("1/5"))])
TABLES: list[list[Strategy]] = [
    [RetireWithProbability("1/2")],
    [RetireWithProbability("1/2"), RetireWithProbability("1/3")],
    [RetireWithProbability("1/3"), StayForever()],
    [MIXED, RetireAtHazards(2)],
    [AllOf(RetireAfterCards(2), RetireWithProbability("3/4")), keeps_count],
    [studies_the_deck, counts_gems],
    [afraid_of_fire, RetireAtGems(4), RetireWithProbability("1/2")],
]


@pytest.mark.slow
@pytest.mark.parametrize("known", TABLES, ids=range(len(TABLES)))
@pytest.mark.parametrize("leftover", ["pooled", "per card"])
def test_coins_tossed_many_times(known: list[Strategy], leftover: Literal["pooled", "per card"]) -> None:
    rules = Rules((3, 8), {"fire": 2, "gas": 2}, (5,), leftover=leftover)
    check(evaluate(Expedition.start(len(known), rules), known), *takings(Spot.start_of(rules, len(known)), known))


@settings(max_examples=40)
@given(spots(6, 3))
def test_saying_what_it_depends_on_changes_nothing(position: Position) -> None:
    declared = (studies_the_deck, counts_gems, counts_cards)
    others = [declared[place % 3] for place in range(position.state.players)]

    def silent(strategy: Strategy) -> Strategy:
        return lambda state: strategy(state)

    told, untold = evaluate(position.state, others), evaluate(position.state, list(map(silent, others)))
    assert (told.points, told.bust) == (untold.points, untold.bust)
    assert all(map(eq, told.distributions, untold.distributions))


# By hand.


def test_a_coin_each() -> None:
    # One treasure of 7 among two, then each leaves at even odds, and the rest of the deck is one fire of two shown.
    # Alone each takes 3 and the gem left; together 3 and none; who stays busts or sees the deck out.
    rules = Rules((7,), {"fire": 2})
    state = Expedition.parse("7 fire", 2, rules)
    result = evaluate(state, [RetireWithProbability("1/2"), RetireWithProbability("1/3")])
    assert result.distributions[0] == {3: Fraction(1, 6), 4: Fraction(1, 3), 0: Fraction(1, 2)}
    assert result.distributions[1] == {3: Fraction(1, 6), 4: Fraction(1, 6), 0: Fraction(2, 3)}
    assert result.bust == 1 - Fraction(1, 6)


def test_the_sole_retiree_takes_the_artifact_and_the_next_steps_up() -> None:
    rules = Rules((), {}, (5, 10), artifact_entry="all at once")
    start = Expedition.start(2, rules)
    # After the first A, the first player goes with 5; the second one's is worth 10. Together nobody takes any.
    assert [*evaluate(Expedition.start(2, rules), [RetireAfterCards(1), StayForever()]).points] == [
        Fraction(5),
        Fraction(10),
    ]
    assert not any(evaluate(start, [StayForever(), StayForever()]).points)
    assert not any(evaluate(start, [RetireAfterCards(1)] * 2).points)
    assert evaluate(Expedition.start(1, rules), [StayForever()]).points[0] == 15


def test_names_are_told_to_those_who_look() -> None:
    def at_fire(state: Expedition) -> int:
        return int(Hazard("fire") in state.showing)

    rules = Rules((6,), {"fire": 1, "gas": 1})
    alone = Expedition.start(1, rules)
    # Alone: home at once with what there is when fire comes, and with all 6 where fire is behind the 6.
    assert evaluate(alone, [at_fire]).distributions[0] == {0: Fraction(1, 2), 6: Fraction(1, 2)}
    assert evaluate(alone, [RetireAtHazards(1)]).distributions[0] == {
        0: Fraction(2, 3),
        6: Fraction(1, 3),
    }
    assert evaluate(alone, [AllOf(at_fire, RetireAtHazards(1))]) == evaluate(Expedition.start(1, rules), [at_fire])


def test_a_known_rule_on_the_first_edition() -> None:
    known = KNOWN["solo_simple_rules_diamant_2005"]["leave at 6 cards"]
    points = evaluate(Expedition.start(1, "diamant-2005"), [RetireAfterCards(6)]).points[0]
    assert abs(float(points) - known) < 5e-7


def test_progress_is_told_layer_by_layer() -> None:
    seen: list[tuple[int, int, int]] = []
    evaluate(Expedition.start(2, SMALL), [StayForever()] * 2, progress=lambda *told: seen.append(told))
    assert [out for out, _, _ in seen] == list(range(8)) and {cards for _, cards, _ in seen} == {7}
    assert seen[0] == (0, 7, 1) and all(nodes >= 0 for _, _, nodes in seen)


# Tournaments.


def test_every_table_of_a_tournament_is_an_evaluation() -> None:
    known = (
        RetireAtGems(3),
        RetireAtHazards(1),
        Mixture([("1/2", RetireWithProbability("1/3")), ("1/2", StayForever())]),
    )
    for players in (1, 2, 3):
        rules = Rules((3, 8), {"fire": 2, "gas": 1} if players < 3 else {"fire": 2})
        result = tournament(known, rules, players=players)
        assert result.strategies == known
        for table in product(range(3), repeat=players):
            expected, _ = takings(Spot.start_of(rules, players), [known[place] for place in table])
            mean = sum(points[0] * chance for points, chance in expected.items())
            assert result.points(*table) == mean
        if players > 1:
            assert result.matrix == tuple(
                tuple(result.points(i, *[j] * (players - 1)) for j in range(3)) for i in range(3)
            )
    with pytest.raises(GameError, match="is not a table of this tournament") as error:
        result.points(0, 7, 1)
    assert "\n" not in str(error.value)


# What cannot be evaluated.


@pytest.mark.parametrize(
    ("path", "players", "number", "said"),
    [
        ("7", 3, 2, "2 given for the 3 players in"),
        ("7 -1", 3, 3, "3 given for the 2 players in"),
        ("7", 1, 0, "0 given for the 1 players in"),
        ("fire fire", 2, 2, "is over"),
        ("7 -2", 2, 2, "is over"),
    ],
)
def test_bad_tables(path: str, players: int, number: int, said: str) -> None:
    with pytest.raises(GameError, match=said) as error:
        evaluate(Expedition.parse(path, players), [StayForever()] * number)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("number", [0, 9])
def test_bad_numbers_of_strategies(number: int) -> None:
    with pytest.raises(GameError, match=f"players: {number} given"):
        tournament([StayForever()], players=number)


def test_the_old_order_of_arguments_works_and_says_the_new_one() -> None:
    strategies = [RetireAfterCards(1), StayForever()]
    state = Expedition.parse("3", 2, SMALL)
    old: Callable[..., Evaluation] = evaluate
    ways: list[Callable[[], tuple[Evaluation, Evaluation]]] = [
        lambda: (old(strategies, SMALL), evaluate(Expedition.start(2, SMALL), strategies)),
        lambda: (old(strategies, rules=SMALL), evaluate(Expedition.start(2, SMALL), strategies)),
        lambda: (old(strategies, state=state), evaluate(state, strategies)),
        lambda: (old(strategies[:1]), evaluate(Expedition.start(), strategies[:1])),
    ]
    for way in ways:
        with pytest.warns(DeprecationWarning, match="takes the state first"):
            before, now = way()
        assert before == now


@pytest.mark.parametrize("answer", [1.2, 0.5, None, -1, 2, Fraction(-1, 2)])
@pytest.mark.parametrize("path", ["", "3", "3 -1"])
def test_bad_answers(answer: object, path: str) -> None:
    state = Expedition.parse(path, 3, SMALL)
    with pytest.raises(GameError, match=r"strategy <lambda> answered .* with \d+ gems in the bag") as error:
        evaluate(state, [lambda state: answer] * state.players)  # type: ignore[list-item]
    assert "\n" not in str(error.value)

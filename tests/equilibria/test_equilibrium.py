"""The equilibrium and its certified bounds: against the slow twin, other solvers and known values."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
from equilibrium_twin import equilibrium_twin
from hypothesis import given, settings
from hypothesis import strategies as st

from incan_math import (
    AllOf,
    AnyOf,
    Equilibrium,
    EquilibriumDecision,
    Expedition,
    GameError,
    RetireAfterCards,
    RetireAtGems,
    RetireAtHazards,
    RetireWhenRiskOutweighsGems,
    RetireWithProbability,
    Rules,
    StayForever,
    Strategy,
    best_response,
    decide,
    equilibrium,
    evaluate,
    parse_strategy,
)
from incan_math.equilibria.exact.exact_solver import ExactSolver
from incan_math.equilibria.symmetric import situations
from incan_math.numbers.elimination import SizeLimit
from incan_math.numbers.reals import refine
from incan_math.states.utility import Utility
from incan_math.storage.store import Store

KNOWN = json.loads((Path(__file__).parent.parent / "data" / "known.json").read_text())
SMALL = Rules(treasures=(3, 5, 7), hazards={"fire": 2, "snakes": 2})
TWIN_ERROR = Fraction(1, 10**10)
"""How far the twin's plain floats are trusted."""


@st.composite
def small_rules(draw: st.DrawFn) -> Rules:
    kind = draw(st.sampled_from(("by claim", "printed")))
    artifacts = draw(st.sampled_from(((), (5,), (0,), (12,), (4, 9))))
    return Rules(
        treasures=tuple(draw(st.lists(st.integers(0, 20), min_size=1, max_size=3))),
        hazards=draw(st.sampled_from(({"fire": 2}, {"fire": 3}, {"fire": 2, "gas": 2}, {"fire": 3, "gas": 1}))),
        artifacts=artifacts,
        artifact_value=kind,  # type: ignore[arg-type]
        artifact_entry=draw(st.sampled_from(("all at once", "one per expedition"))),
        claim_gems=(3,) if artifacts and kind == "by claim" and draw(st.booleans()) else (),
        expeditions=2,
    )


@st.composite
def positions(draw: st.DrawFn, players: tuple[int, ...] = (1, 2, 2, 3, 3, 4, 5)) -> Expedition:
    """A live position of a small deck, at the start or some moves on."""
    state = Expedition.start(draw(st.sampled_from(players)), draw(small_rules()))
    for _ in range(draw(st.integers(0, 3))):
        after = [draw_.after for draw_ in state.draws() if not draw_.after.is_over and draw_.after.cards_left]
        if state.is_deciding and state.players > 1 and draw(st.booleans()):
            state = state.retire(draw(st.integers(1, state.players - 1)))[1]
        elif after:
            state = draw(st.sampled_from(after))
    return state


UTILITIES = (
    None,
    lambda points: int(points >= 6),
    lambda points: Fraction(points * (40 - points), 7),
    lambda points: -points,
)


def check_against_twin(state: Expedition, utility: Utility | None = None) -> Equilibrium:
    result = equilibrium(state, utility=utility, store=Store(None))
    value, plan = equilibrium_twin(state, utility)
    assert abs(result.value.midpoint - Fraction(value)) < TWIN_ERROR
    for there, stays in plan.items():
        assert abs(1 - result.retire_probability(there) - Fraction(stays)) < Fraction(1, 10**6), str(there)
    return result


@pytest.mark.slow
@settings(max_examples=120)
@given(positions())
def test_equals_the_twin_at_random_positions(state: Expedition) -> None:
    result = check_against_twin(state)
    assert 0 <= result.deviation_gain < Fraction(1, 10**10)
    assert result.deviation_gain <= result.deviation_gain_anywhere < Fraction(1, 10**9)


@pytest.mark.slow
@settings(max_examples=60)
@given(positions((2, 3, 4)), st.sampled_from(UTILITIES))
def test_equals_the_twin_under_a_utility(state: Expedition, utility: Utility) -> None:
    check_against_twin(state, utility)


@pytest.mark.slow
@pytest.mark.parametrize("players", range(2, 9))
def test_equals_the_twin_for_every_number_of_players(players: int) -> None:
    rules = Rules(treasures=(7, 11, 17), hazards={"fire": 2, "gas": 2}, artifacts=(5,), expeditions=1)
    check_against_twin(Expedition.start(players, rules))


@pytest.mark.slow
@settings(max_examples=60)
@given(positions((2, 3, 4)), st.sampled_from(UTILITIES))
def test_encloses_the_exact_value(state: Expedition, utility: Utility | None) -> None:
    if state.players >= 2:
        exact = refine(ExactSolver(state, utility, SizeLimit()).solve(), 100)
        found = equilibrium(state, utility=utility).value
        assert found.low <= exact.high and exact.low <= found.high


@settings(max_examples=25)
@given(positions((2, 3)))
def test_no_deviation_gains_more_than_the_bound(state: Expedition) -> None:
    # The policy's own numbers, taken as exact fractions and followed by solvers that know nothing of grids.
    if state.players < 2:
        return
    result = equilibrium(state)
    followed = evaluate(state, [result] * state.players).points[0]
    answer = best_response(state, [result] * (state.players - 1))
    best = answer.value if state.is_deciding else answer.stay
    assert followed in result.value
    assert 0 <= best - followed <= result.deviation_gain


DEVIATIONS: tuple[Strategy, ...] = (
    StayForever(),
    RetireAtGems(3),
    RetireAtHazards(1),
    RetireAfterCards(2),
    RetireWithProbability("1/3"),
    RetireWhenRiskOutweighsGems(),
    parse_strategy("gems:4|hazards:2"),
    AllOf(RetireAtGems(2), AnyOf(RetireAtHazards(1), RetireAfterCards(4))),
)


@settings(max_examples=40)
@given(positions((2, 3)), st.sampled_from(DEVIATIONS))
def test_a_comparison_is_what_evaluate_and_best_response_find(state: Expedition, strategy: Strategy) -> None:
    result = equilibrium(state)
    others = state.players - 1
    found = result.compare(strategy)
    assert evaluate(state, [strategy] + [result] * others).points[0] in found.takes
    assert evaluate(state, [strategy] * state.players).points[0] in found.among_themselves
    assert evaluate(state, [result] + [strategy] * others).points[0] in found.equilibrium_takes
    if state.is_deciding or not state.cards_out:
        answer = best_response(state, [strategy] * others)
        assert (answer.value if state.is_deciding else answer.stay) in found.best_response
    assert found.equilibrium == result.value or found.equilibrium.high >= result.value.low
    assert found.loss.high >= 0 and found.exploitability.high >= 0


@pytest.mark.slow
def test_known_values() -> None:
    known = KNOWN["symmetric_equilibrium_value_per_player"]
    for players, error in (("2", "8e-17"), ("3", "4e-16"), ("4", "1e-12")):
        value = equilibrium(Expedition.start(int(players))).value
        expected = Fraction(known[players].split()[0])
        assert abs(value.midpoint - expected) <= value.radius + Fraction(error)
    small = KNOWN["small_deck_equilibrium"]
    assert Fraction(small["n=1"]) in equilibrium(Expedition.start(1, SMALL)).value
    assert Fraction(small["n=2 symmetric"]) in equilibrium(Expedition.start(2, SMALL)).value


def test_how_often_each_retires_by_bag_and_hazards_is_the_mean_over_orders() -> None:
    rules = Rules(treasures=(3, 5, 5, 7), hazards={"fire": 3, "gas": 3}, artifacts=(5,), expeditions=1)
    result = equilibrium(Expedition.start(3, rules))
    sums: dict[tuple[int, int], list[Fraction]] = {}

    def follow(state: Expedition, weight: Fraction) -> None:
        for _, copies, after in state.draws():
            if after.is_bust or not after.cards_left:
                continue
            chance = weight * copies / state.cards_left
            entry = sums.setdefault((after.bag, len(after.showing)), [Fraction(0), Fraction(0)])
            entry[0] += chance
            entry[1] += chance * result.retire_probability(after)
            follow(after, chance)

    follow(Expedition.start(3, rules), Fraction(1))
    profile = result.retire_profile()
    assert set(profile) == set(sums)
    for place, (weight, weighted) in sums.items():
        assert profile[place].mean == weighted / weight
        assert profile[place].least <= profile[place].mean <= profile[place].greatest


@pytest.mark.slow
def test_decide_gives_the_decision_of_the_equilibrium() -> None:
    state = Expedition.parse("7 fire 11 snakes", players=4)
    decision = decide(state)
    assert isinstance(decision, EquilibriumDecision)
    result = equilibrium(state)
    assert decision.retire_probability == result.retire_probability(state) and decision.action == "mix"
    assert list(decision.retire_by) == [9, 6, 5, 4] and len(decision.stay_by) == 4
    assert 0 in decision.gain and decision.value.low <= result.value.high and result.value.low <= decision.value.high


@pytest.mark.parametrize(("path", "action"), [("15", "stay"), ("15 fire 14 snakes 13 mummy", "retire")])
def test_decide_names_what_is_sure(path: str, action: str) -> None:
    decision = decide(Expedition.parse(path, players=3))
    assert isinstance(decision, EquilibriumDecision) and decision.action == action
    assert decision.retire_probability == (action == "retire")


def test_before_the_first_card_and_on_an_empty_deck() -> None:
    start = decide(Expedition.start(2, SMALL))
    assert isinstance(start, EquilibriumDecision) and start.action == "stay" and not start.retire_by
    lucky = Rules(treasures=(5, 6), hazards={"fire": 1})
    end = Expedition.parse("5 6 fire", players=2, rules=lucky)
    result = equilibrium(end)
    assert result.retire_probability(end) == 1 and result.value.midpoint == 5


def test_what_the_solver_does_not_cover_is_refused_by_name() -> None:
    per_card = Rules(treasures=(3, 5), hazards={"fire": 2}, leftover="per card")
    with pytest.raises(GameError, match="splits leftovers per card"):
        equilibrium(Expedition.start(2, per_card))
    with pytest.raises(GameError, match="splits leftovers per card"):
        decide(Expedition.start(2, per_card))
    with pytest.raises(GameError, match="more than 1,000 situations can follow"):
        equilibrium(Expedition.start(2), limit=1000)
    with pytest.raises(GameError, match="is over"):
        equilibrium(Expedition.parse("fire fire", players=2))
    with pytest.raises(GameError, match=r"utility: 0 points gave 0.5; give a whole number or a Fraction"):
        equilibrium(Expedition.start(2, SMALL), utility=lambda points: 0.5)  # type: ignore[arg-type, return-value]
    result = equilibrium(Expedition.start(2, SMALL))
    with pytest.raises(GameError, match="nobody chooses"):
        result.retire_probability(Expedition.start(2, SMALL))
    with pytest.raises(GameError, match="nobody chooses"):
        result.retire_probability(Expedition.parse("3", players=3, rules=SMALL))
    with pytest.raises(GameError, match="mark a function that does not with kind_symmetric"):
        result.compare(lambda state: 0)


def test_the_cost_is_known_beforehand() -> None:
    assert situations(Expedition.start(4)) == 18_444_042  # 1,024,669 rows of 18 lanes.
    assert situations(Expedition.parse("7 fire 11 snakes 15", players=4)) < 3_000_000

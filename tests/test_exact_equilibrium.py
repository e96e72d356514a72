"""The exact equilibrium of two players: known values, and that no deviation gains anything, by other means."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from incan_math import EDITIONS, Expedition, GameError, Rules, best_response, evaluate, exact_equilibrium
from incan_math.decisions.exact_equilibrium import ExactEquilibrium
from incan_math.decisions.stage import Stage

SMALL = Rules(treasures=(3, 5, 7), hazards={"fire": 2, "snakes": 2})


@st.composite
def small_rules(draw: st.DrawFn) -> Rules:
    artifacts = draw(st.sampled_from([(), (5,), (0,), (12,)]))
    return Rules(
        treasures=tuple(draw(st.lists(st.integers(0, 12), min_size=1, max_size=3))),
        hazards=draw(st.sampled_from([{"fire": 2}, {"fire": 3}, {"fire": 2, "snakes": 2}, {"fire": 3, "snakes": 1}])),
        artifacts=artifacts,
        artifact_value=draw(st.sampled_from(["by claim", "printed"])),
        expeditions=1,
    )


def followed(plan: ExactEquilibrium, state: Expedition, deviate: bool) -> Fraction:
    """What one of two players gets against the plan from `state` on: following it too, or by the best deviation.

    Written over the moves of `Expedition` alone: the other's coin and every card are gone through one by one.
    """

    def before_card(here: Expedition) -> Fraction:
        if not here.cards_left:
            return Fraction(here.retire(here.players)[0][0].points)
        total = Fraction(0)
        for _, copies, after in here.draws():
            if not after.is_bust:
                total += copies * choose(after)
        return total / here.cards_left

    def choose(here: Expedition) -> Fraction:
        if not here.cards_left:
            return Fraction(here.retire(here.players)[0][0].points)
        if here.players == 1:
            return max(Fraction(here.retire(1)[0][0].points), before_card(here))
        other = plan.retire_probability(here)
        retire = other * here.retire(2)[0][0].points + (1 - other) * here.retire(1)[0][0].points
        stay = other * before_card(here.retire(1)[1]) + (1 - other) * before_card(here)
        return max(retire, stay) if deviate else other * retire + (1 - other) * stay

    return choose(state) if state.is_deciding else before_card(state)


def test_the_known_value_of_the_small_deck() -> None:
    result = exact_equilibrium(Expedition.start(2, SMALL))
    assert result.value == Fraction(119206107, 41086892)
    assert (result.ambiguous, result.ties) == (0, 0)


@settings(max_examples=30)
@given(small_rules())
def test_following_is_worth_the_value_and_no_deviation_is_worth_more(rules: Rules) -> None:
    start = Expedition.start(2, rules)
    plan = exact_equilibrium(start)
    assert followed(plan, start, deviate=False) == plan.value
    assert followed(plan, start, deviate=True) == plan.value


@settings(max_examples=15)
@given(small_rules(), st.data())
def test_it_is_a_strategy_to_evaluate_and_to_respond_to(rules: Rules, data: st.DataObject) -> None:
    state = Expedition.start(2, rules)
    for _ in range(data.draw(st.integers(0, 2))):
        after = [draw.after for draw in state.draws() if not draw.after.is_bust]
        if after:
            state = data.draw(st.sampled_from(after))
    plan = exact_equilibrium(state)
    assert evaluate([plan, plan], state=state).points == (plan.value, plan.value)
    answer = best_response(state, [plan])
    assert (answer.value if state.is_deciding else answer.stay) == plan.value


def test_a_mixed_decision_by_hand() -> None:
    # 6 and 0 lie on the path for a sole retiree or nobody: retire alone 9, together 6; go on together 7, alone 10.
    stage = Stage(retire=(Fraction(9), Fraction(6)), stay=(Fraction(10), Fraction(7)))
    assert list(map(int, stage.differences)) == [4, -2]
    assert stage.equilibria() == (Fraction(2, 3),)
    assert stage.value(Fraction(2, 3)) == 8
    assert stage.selected() == Fraction(2, 3)


def test_of_several_equilibria_the_one_with_the_greatest_value_is_chosen() -> None:
    stage = Stage(retire=(Fraction(3), Fraction(2)), stay=(Fraction(1), Fraction(5)))
    assert list(map(str, stage.equilibria())) == ["0", "1/3", "1"]
    assert stage.selected() == 1


def test_a_tie_whatever_the_other_does_is_named() -> None:
    stage = Stage(retire=(Fraction(3), Fraction(2)), stay=(Fraction(2), Fraction(3)))
    assert stage.is_tie
    assert list(map(str, stage.equilibria())) == ["0", "1"]


@pytest.mark.parametrize(
    ("state", "said"),
    [
        (Expedition.start(2), "152,064 decks"),
        (Expedition.start(1, SMALL), "no two players are in"),
        (Expedition.parse("fire fire", players=2, rules=SMALL), "no two players are in"),
        (Expedition.start(2, Rules((3, 5), {"fire": 2}, leftover="per card")), "per card"),
        (Expedition.start(2, Rules((3, 5), {"fire": 3}, (0, 0, 30), artifact_entry="all at once")), "steeply"),
        (Expedition.start(3, Rules((7, 8, 11), {"fire": 3, "snakes": 3})), "two players"),
    ],
)
def test_what_it_does_not_cover_is_refused_by_name(state: Expedition, said: str) -> None:
    with pytest.raises(GameError, match=said) as error:
        exact_equilibrium(state)
    assert "\n" not in str(error.value)


def test_too_many_bits_are_refused() -> None:
    rules = Rules(EDITIONS["bga-en"].treasures[:7], {"fire": 3, "snakes": 3})
    with pytest.raises(GameError, match="bits"):
        exact_equilibrium(Expedition.start(2, rules), bits=100)


def test_states_outside_its_game_are_refused() -> None:
    plan = exact_equilibrium(Expedition.parse("3", players=2, rules=SMALL))
    assert plan.retire_probability(Expedition.parse("3 snakes", players=2, rules=SMALL)) == plan.retire_probability(
        Expedition.parse("fire 3", players=2, rules=SMALL)
    )
    with pytest.raises(GameError, match="no two players choose"):
        plan.retire_probability(Expedition.parse("5", players=2, rules=SMALL))

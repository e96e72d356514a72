"""The exact equilibrium: known values, other ways to the same numbers, and that no deviation gains anything."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import comb

import pytest
from equilibrium_twin import equilibrium_twin
from hypothesis import given, settings
from hypothesis import strategies as st
from mpmath import mpf, workdps

from incan_math import EDITIONS, Expedition, GameError, Rules, best_response, evaluate, exact_equilibrium
from incan_math.equilibria.exact.exact_equilibria import ExactEquilibrium
from incan_math.equilibria.exact.exact_solver import ExactSolver
from incan_math.equilibria.stage import Stage
from incan_math.numbers.elimination import SizeLimit
from incan_math.numbers.reals import Combination, name, refine
from incan_math.states.utility import Utility

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
    known: dict[Expedition, Fraction] = {}

    def before_card(here: Expedition) -> Fraction:
        if not here.cards_left:
            return Fraction(here.payout(here.players).points)
        total = Fraction(0)
        for _, copies, after in here.draws():
            if not after.is_bust:
                total += copies * choose(after)
        return total / here.cards_left

    def choose(here: Expedition) -> Fraction:
        if here not in known:
            known[here] = chosen(here)
        return known[here]

    def chosen(here: Expedition) -> Fraction:
        if not here.cards_left:
            return Fraction(here.payout(here.players).points)
        if here.players == 1:
            return max(Fraction(here.payout(1).points), before_card(here))
        other = plan.retire_probability(here)
        assert isinstance(other, Fraction)
        retire = other * here.payout(2).points + (1 - other) * here.payout(1).points
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
    assert evaluate(state, [plan, plan]).points == (plan.value, plan.value)
    answer = best_response(state, [plan])
    assert (answer.value if state.is_deciding else answer.stay) == plan.value


def test_a_mixed_decision_by_hand() -> None:
    # 6 and 0 lie on the path for a sole retiree or nobody: retire alone 9, together 6; go on together 7, alone 10.
    stage = Stage(retire=(Fraction(9), Fraction(6)), stay=(Fraction(10), Fraction(7)))
    assert list(stage.differences) == [-2, 4]
    assert stage.equilibria() == (Fraction(1, 3),)
    assert stage.value(Fraction(1, 3)) == 8
    assert stage.selected() == Fraction(1, 3)


def test_of_several_equilibria_the_one_with_the_greatest_value_is_chosen() -> None:
    stage = Stage(retire=(Fraction(3), Fraction(2)), stay=(Fraction(1), Fraction(5)))
    assert list(map(str, stage.equilibria())) == ["0", "2/3", "1"]
    assert stage.selected() == 0


def test_a_tie_whatever_the_other_does_is_named() -> None:
    stage = Stage(retire=(Fraction(3), Fraction(2)), stay=(Fraction(2), Fraction(3)))
    assert stage.is_tie
    assert list(map(str, stage.equilibria())) == ["0", "1"]


@pytest.mark.parametrize(
    ("state", "said"),
    [
        (Expedition.start(2), "124,416 states"),
        (Expedition.start(1, SMALL), "no two players are in"),
        (Expedition.parse("fire fire", players=2, rules=SMALL), "no two players are in"),
        (Expedition.start(2, Rules((3, 5), {"fire": 2}, leftover="per card")), "per card"),
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


def deviated(solver: ExactSolver, utility: Utility | None) -> tuple[mpf, mpf]:
    """(what one player gets who follows the solver's choices as all others do, the most that any deviation gets).

    Recursion over the moves of `Expedition`, with the chances of staying enclosed within 2^-200: every card, and every
    number of others who stay, is gone through. Nothing is solved, so that nothing is shared with the solver.
    """
    known: dict[tuple[Expedition, bool], mpf] = {}

    def worth(points: int) -> mpf:
        exact = Fraction(points if utility is None else utility(points))
        return mpf(exact.numerator) / exact.denominator

    def home(here: Expedition, players: int) -> mpf:
        return worth(here.payout(players).points)

    def before_card(here: Expedition, best: bool) -> mpf:
        total = mpf(0)
        for _, copies, after in here.draws():
            total += copies * (worth(0) if after.is_bust else choose(after, best))
        return total / here.cards_left

    def choose(here: Expedition, best: bool) -> mpf:
        if (here, best) not in known:
            known[here, best] = chosen(here, best)
        return known[here, best]

    def chosen(here: Expedition, best: bool) -> mpf:
        n = here.players
        if not here.cards_left:
            return home(here, n)
        if n == 1:
            return max(home(here, 1), before_card(here, best))
        middle = refine(Combination.of(solver.plan[here.situation.unnamed()].retire), 200).midpoint
        p = 1 - mpf(middle.numerator) / middle.denominator
        retire = stay = mpf(0)
        for i in range(n):
            weight = comb(n - 1, i) * p**i * (1 - p) ** (n - 1 - i)
            retire += weight * home(here, n - i)
            after = here if i == n - 1 else here.retire(n - 1 - i)[1]
            stay += weight * before_card(after, best)
        return max(retire, stay) if best else p * stay + (1 - p) * retire

    state = solver.board.state
    value = choose if state.is_deciding else before_card
    return value(state, False), value(state, True)


UTILITIES: list[Utility | None] = [
    None,
    lambda points: min(points, 6),
    lambda points: int(points >= 4),
    lambda points: points * points,
    lambda points: Fraction(-points, 3) if points > 5 else points,
]


@st.composite
def small_positions(draw: st.DrawFn) -> Expedition:
    rules = draw(small_rules())
    if len(rules.treasures) == 3 and len(rules.hazards) == 2:
        rules = replace(rules, treasures=rules.treasures[:2])
    state = Expedition.start(draw(st.integers(2, 4)), rules)
    for _ in range(draw(st.integers(0, 2))):
        after = [step.after for step in state.draws() if not step.after.is_bust]
        if after:
            state = draw(st.sampled_from(after))
    return state


@pytest.mark.slow
@settings(max_examples=30)
@given(small_positions(), st.sampled_from(UTILITIES))
def test_no_deviation_gains_and_the_value_is_what_following_brings(state: Expedition, utility: Utility | None) -> None:
    solver = ExactSolver(state, utility, SizeLimit())
    near = refine(solver.solve(), 150)
    with workdps(60):
        following, best = deviated(solver, utility)
        value = mpf(near.midpoint.numerator) / near.midpoint.denominator
        assert abs(following - value) < mpf(10) ** -35 and abs(best - value) < mpf(10) ** -35


@pytest.mark.slow
@settings(max_examples=30)
@given(small_positions(), st.sampled_from(UTILITIES))
def test_it_chooses_what_the_twin_chooses(state: Expedition, utility: Utility | None) -> None:
    solver = ExactSolver(state, utility, SizeLimit())
    value, plan = equilibrium_twin(state, utility)
    assert float(solver.solve()) == pytest.approx(value, abs=1e-10)
    for here, stay in plan.items():
        assert float(solver.plan[here.situation.unnamed()].retire) == pytest.approx(1 - stay, abs=1e-6)


DECOY = Rules((2, 7), {"fire": 2}, (20,), artifact_entry="all at once", artifact_value="printed")
"""A rich artifact that is still undrawn: leaving a little, and staying, can each be right if the others do the same."""


def test_a_decision_with_three_equilibria_for_three_players() -> None:
    state = Expedition.parse("2 7", 3, DECOY)
    plan = exact_equilibrium(state)
    stage = plan.stage(state)
    # Each holds 2 and 3 lie on the path. One who goes on alone has 3, and with 2 fires and the artifact of 20 undrawn
    # gets 23 unless both fires come first: 2/3.
    assert list(stage.retire) == [5, 3, 3]
    assert stage.stay[0] == 23 * Fraction(2, 3)
    assert stage.signs == (1, -1, 1) and plan.ambiguous >= 1
    first, second, third = stage.equilibria()
    assert first == 0 and 0 < float(second) < float(third) < 1
    assert float(stage.value(first)) > float(stage.value(second)) > float(stage.value(third))
    assert stage.selected() == 0 and plan.retire_probability(state) == 0
    assert plan.value == name(stage.stay[2], SizeLimit())


def test_artifacts_that_rise_steeply_are_played_for_by_a_lone_player() -> None:
    rules = Rules((3, 5), {"fire": 3}, (0, 0, 30), artifact_entry="all at once")
    start = Expedition.start(2, rules)
    plan = exact_equilibrium(start)
    assert followed(plan, start, deviate=False) == followed(plan, start, deviate=True) == plan.value
    assert evaluate(start, [plan, plan]).points == (plan.value, plan.value)


@pytest.mark.slow
@settings(max_examples=6)
@given(st.integers(5, 8), st.integers(0, 30), st.sampled_from([(), (5,)]))
def test_it_chooses_what_the_twin_chooses_up_to_eight_players(n: int, gems: int, artifacts: tuple[int, ...]) -> None:
    state = Expedition.start(n, Rules((gems, 7), {"fire": 2}, artifacts, expeditions=1))
    solver = ExactSolver(state, None, SizeLimit())
    value, plan = equilibrium_twin(state)
    assert float(solver.solve()) == pytest.approx(value, abs=1e-10)
    for here, stay in plan.items():
        assert float(solver.plan[here.situation.unnamed()].retire) == pytest.approx(1 - stay, abs=1e-6)

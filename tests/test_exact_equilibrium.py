"""The exact equilibrium: known values, other ways to the same numbers, and that no deviation gains anything."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import comb

import pytest
import sympy
from equilibrium_twin import equilibrium_twin
from hypothesis import given, settings
from hypothesis import strategies as st
from mpmath import mpf, workdps

from incan_math import EDITIONS, Expedition, GameError, Rules, best_response, evaluate, exact_equilibrium
from incan_math.decisions.joint.exact_equilibrium import ExactEquilibrium
from incan_math.decisions.joint.exact_solver import ExactSolver
from incan_math.decisions.joint.stage import Stage
from incan_math.decisions.joint.utility import Utility
from incan_math.odds.algebraic import Algebraic
from incan_math.odds.elimination import Size
from incan_math.odds.enclosure import Enclosure
from incan_math.odds.reals import Combination, Number, name, narrow

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
            return Fraction(here.retire(here.players)[0][0].points)
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
            return Fraction(here.retire(here.players)[0][0].points)
        if here.players == 1:
            return max(Fraction(here.retire(1)[0][0].points), before_card(here))
        other = plan.retire_probability(here)
        assert isinstance(other, Fraction)
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
    assert list(stage.differences) == [4, -2]
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
        return worth(here.retire(players)[0][0].points)

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
        middle = narrow(Combination.of(solver.plan[here.situation.unnamed()].stay), 200).middle
        p = mpf(middle.numerator) / middle.denominator
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


@settings(max_examples=30)
@given(small_positions(), st.sampled_from(UTILITIES))
def test_no_deviation_gains_and_the_value_is_what_following_brings(state: Expedition, utility: Utility | None) -> None:
    solver = ExactSolver(state, utility, Size())
    near = narrow(solver.solve(), 150)
    with workdps(60):
        following, best = deviated(solver, utility)
        value = mpf(near.middle.numerator) / near.middle.denominator
        assert abs(following - value) < mpf(10) ** -35 and abs(best - value) < mpf(10) ** -35


@settings(max_examples=30)
@given(small_positions(), st.sampled_from(UTILITIES))
def test_it_chooses_what_the_twin_chooses(state: Expedition, utility: Utility | None) -> None:
    solver = ExactSolver(state, utility, Size())
    value, plan = equilibrium_twin(state, utility)
    assert float(solver.solve()) == pytest.approx(value, abs=1e-10)
    for here, stay in plan.items():
        assert float(solver.plan[here.situation.unnamed()].stay) == pytest.approx(stay, abs=1e-6)


def by_radicals(state: Expedition) -> sympy.Expr:
    """The value for three players in square roots, where no decision has more than one equilibrium."""
    known: dict[Expedition, sympy.Expr] = {}

    def home(here: Expedition, players: int) -> sympy.Integer:
        return sympy.Integer(here.retire(players)[0][0].points)

    def before_card(here: Expedition) -> sympy.Expr:
        parts = (copies * choose(after) for _, copies, after in here.draws() if not after.is_bust)
        return sympy.nsimplify(sum(parts, sympy.Integer(0)) / here.cards_left)

    def choose(here: Expedition) -> sympy.Expr:
        if here not in known:
            known[here] = chosen(here)
        return known[here]

    def chosen(here: Expedition) -> sympy.Expr:
        n = here.players
        if not here.cards_left:
            return home(here, n)
        if n == 1:
            return sympy.Max(home(here, 1), before_card(here))
        stay = [before_card(here.retire(n - j)[1]) for j in range(1, n)] + [before_card(here)]
        d = [stay[i] - home(here, n - i) for i in range(n)]
        p = sympy.Symbol("p")
        form = sum(comb(n - 1, i) * p**i * (1 - p) ** (n - 1 - i) * d[i] for i in range(n))
        inner = [root for root in sympy.roots(sympy.Poly(form, p)) if root.is_real and 0 < root.evalf(40) < 1]
        pure = ([0] if d[0].evalf(40) <= 0 else []) + ([1] if d[-1].evalf(40) >= 0 else [])
        (chance,) = {*inner, *pure} if any(d) else {1}
        worth = sum(comb(n - 1, i) * p**i * (1 - p) ** (n - 1 - i) * home(here, n - i) for i in range(n))
        return stay[-1] if chance == 1 else sympy.expand(worth.subs(p, chance))

    return before_card(state) if not state.is_deciding else choose(state)


@pytest.mark.parametrize(
    ("path", "rules"),
    [
        ("", Rules((8,), {"fire": 2, "snakes": 2})),
        ("", Rules((4, 7), {"fire": 2})),
        ("", Rules((3, 5), {"fire": 2})),  # A decision that mixes comes after another.
    ],
)
def test_the_polynomial_is_the_one_that_square_roots_lead_to(path: str, rules: Rules) -> None:
    state = Expedition.parse(path, 3, rules)
    value = exact_equilibrium(state).value
    other = by_radicals(state)
    if isinstance(value, Fraction):
        assert other == sympy.Rational(value.numerator, value.denominator)
    else:
        polynomial = sympy.Poly(sympy.minimal_polynomial(other, sympy.Symbol("x")))
        assert [int(c) for c in polynomial.all_coeffs()] == list(value.polynomial)
        assert abs(Fraction(str(other.evalf(60))) - value.enclosure(180).middle) < Fraction(1, 10**50)


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
    assert third == 1 and 0 < float(first) < float(second) < 1
    assert float(stage.value(first)) < float(stage.value(second)) < float(stage.value(third))
    assert stage.selected() == 1 and plan.retire_probability(state) == 0
    assert plan.value == name(stage.stay[2], Size())


def stage_of(retire: list[Fraction], differences: Sequence[Number]) -> Stage:
    """The stage with these R_1, R_2, ... and d_0, d_1, ..."""
    return Stage(tuple(retire), tuple(d + home for d, home in zip(differences, retire[::-1], strict=True)))


def whole(*numbers: int) -> list[Fraction]:
    return list(map(Fraction, numbers))


# D(p) = (1 - 4p) (1 - 2p) (3 - 4p) = 3 - 22 p + 48 p^2 - 32 p^3.
THREE_ROOTS = [Fraction(3), Fraction(-13, 3), Fraction(13, 3), Fraction(-3)]


@pytest.mark.parametrize(
    ("retire", "chance", "value"),
    [
        ((0, 4, 4, 0), Fraction(1, 2), Fraction(3)),  # 12 p (1 - p): 9/4, 3, 9/4.
        ((4, 0, 0, 4), Fraction(3, 4), Fraction(7, 4)),  # 4 - 12 p (1 - p): 7/4, 1, 7/4, and the last stays most.
        ((3, 2, 1, 0), Fraction(3, 4), Fraction(9, 4)),  # 3 p.
        ((0, 1, 2, 3), Fraction(1, 4), Fraction(9, 4)),  # 3 (1 - p).
        ((1, 1, 1, 1), Fraction(3, 4), Fraction(1)),
    ],
)
def test_of_mixed_equilibria_one_is_chosen_by_the_rule(
    retire: tuple[int, ...], chance: Fraction, value: Fraction
) -> None:
    stage = stage_of(whole(*retire), [*THREE_ROOTS])
    assert stage.equilibria() == (Fraction(1, 4), Fraction(1, 2), Fraction(3, 4))
    assert stage.selected() == chance and stage.value(chance) == value


def test_in_a_tie_the_value_can_be_greatest_between() -> None:
    stage = stage_of(whole(0, 3, 0), whole(0, 0, 0))  # 6 p (1 - p)
    assert stage.is_tie and stage.selected() == Fraction(1, 2) and stage.value(Fraction(1, 2)) == Fraction(3, 2)
    # 12 p - 21 p^2 + 9 p^3 turns where 4 - 14 p + 9 p^2 is 0.
    stage = stage_of(whole(0, 1, 4, 0), whole(0, 0, 0, 0))
    turn = name(Combination.of(stage.selected()), Size())
    assert isinstance(turn, Algebraic) and turn.polynomial == (9, -14, 4) and 0 < turn < 1


def hidden(number: Fraction) -> Number:
    """The number in a form that does not show it to be rational."""
    x = sympy.Symbol("x")
    nested = sympy.Poly(x**4 - 10 * x**2 + 1)
    two, three, both = (
        Algebraic.root([int(c) for c in sympy.Poly(p, x).all_coeffs()], Enclosure(Fraction(low), Fraction(low + 1)))
        for p, low in ((x**2 - 2, 1), (x**2 - 3, 1), (nested, 3))
    )
    return number + Combination.of(two) + Combination.of(three) - Combination.of(both)


@settings(max_examples=25)
@given(st.integers(2, 4), st.data())
def test_rational_stages_are_solved_alike_when_their_numbers_are_hidden(n: int, data: st.DataObject) -> None:
    retire = sorted((Fraction(data.draw(st.integers(0, 4))) for _ in range(n)), reverse=True)
    d = [Fraction(data.draw(st.integers(-3, 3))) for _ in range(n)]
    open_stage, hidden_stage = stage_of(retire, [*d]), stage_of(retire, [hidden(x) for x in d])
    assert open_stage.signs == hidden_stage.signs
    one, other = ([name(Combination.of(p), Size()) for p in s.equilibria()] for s in (open_stage, hidden_stage))
    assert one == other
    one_chosen, other_chosen = (name(Combination.of(s.selected()), Size()) for s in (open_stage, hidden_stage))
    assert one_chosen == other_chosen
    assert name(open_stage.value(open_stage.selected()), Size()) == name(
        hidden_stage.value(hidden_stage.selected()), Size()
    )


def test_artifacts_that_rise_steeply_are_played_for_by_a_lone_player() -> None:
    rules = Rules((3, 5), {"fire": 3}, (0, 0, 30), artifact_entry="all at once")
    start = Expedition.start(2, rules)
    plan = exact_equilibrium(start)
    assert followed(plan, start, deviate=False) == followed(plan, start, deviate=True) == plan.value
    assert evaluate([plan, plan], state=start).points == (plan.value, plan.value)


@settings(max_examples=6)
@given(st.integers(5, 8), st.integers(0, 30), st.sampled_from([(), (5,)]))
def test_it_chooses_what_the_twin_chooses_up_to_eight_players(n: int, gems: int, artifacts: tuple[int, ...]) -> None:
    state = Expedition.start(n, Rules((gems, 7), {"fire": 2}, artifacts, expeditions=1))
    solver = ExactSolver(state, None, Size())
    value, plan = equilibrium_twin(state)
    assert float(solver.solve()) == pytest.approx(value, abs=1e-10)
    for here, stay in plan.items():
        assert float(solver.plan[here.situation.unnamed()].stay) == pytest.approx(stay, abs=1e-6)


def test_nothing_but_points_matters_to_the_lone_player_under_a_utility() -> None:
    # Alone with 2 in the bag and a fire showing: only the 7 brings 9, and one more card costs nothing that counts.
    rules = Rules((5, 7), {"fire": 3})
    plan = exact_equilibrium(Expedition.parse("5", 2, rules), utility=lambda points: int(points >= 9))
    alone = Expedition.parse("5 -1 fire", 2, rules)
    assert plan(alone) == 0
    with pytest.raises(GameError, match="nobody chooses"):
        plan(Expedition.parse("7 -1 fire", 2, rules))


@pytest.mark.parametrize(
    ("utility", "said"),
    [(lambda points: points / 2, "0 points gave 0.0"), (3, "3 cannot be called")],
)
def test_what_is_no_exact_utility_is_refused(utility: Utility, said: str) -> None:
    with pytest.raises(GameError, match=said):
        exact_equilibrium(Expedition.start(2, SMALL), utility=utility)


def test_four_players_by_hand() -> None:
    # Each holds 2 and 4 lie on the path; 3, two fires and two snakes are undrawn. Retiring is worth 6, 4, 3, 3 by how
    # many do. One who goes on alone has 3, and leaves after the next card with 6 or 3. Two or three who go on have 2,
    # nothing lies there, and they leave with 3 or 2. All four leave after the next card, with 3.
    state = Expedition.parse("7 5", 4, SMALL)
    plan = exact_equilibrium(state)
    stage = plan.stage(state)
    assert list(stage.retire) == [6, 4, 3, 3]
    assert list(stage.stay) == [Fraction(6 + 4 * 3, 5), Fraction(3 + 4 * 2, 5), Fraction(3 + 4 * 2, 5), 3]
    assert [d * Fraction(5, 3) for d in stage.differences] == [1, Fraction(-4, 3), -3, -5]
    # With q = 1 - p: q^3 - 4 p q^2 - 9 p^2 q - 5 p^3 = q^3 - q^2 + 6 q - 5.
    chance = plan.retire_probability(state)
    assert isinstance(chance, Algebraic) and chance.polynomial == (1, -1, 6, -5)
    q = chance.enclosure(200).middle
    worth = 3 * q**3 + 9 * (1 - q) * q**2 + 12 * (1 - q) ** 2 * q + 6 * (1 - q) ** 3
    assert isinstance(plan.value, Algebraic) and abs(worth - plan.value.enclosure(200).middle) < Fraction(1, 10**50)


def test_a_chance_that_is_not_rational_is_a_number_and_no_strategy() -> None:
    state = Expedition.parse("7 5", 4, SMALL)
    plan = exact_equilibrium(state)
    assert isinstance(plan.value, Algebraic) and plan.value.degree == 3
    chance = plan.retire_probability(state)
    assert isinstance(chance, Algebraic)
    near = plan.retire_enclosure(state, 80)
    assert near.low < chance < near.high and near.high - near.low <= Fraction(1, 2**80)
    with pytest.raises(GameError, match="not rational"):
        evaluate([plan] * 4, state=state)


def test_the_degree_to_come_is_told_when_it_is_too_great() -> None:
    with pytest.raises(GameError, match=r"about 1\.978346, can have degree 2\^37, more than degree=27") as error:
        exact_equilibrium(Expedition.start(3, SMALL))
    assert "\n" not in str(error.value)
    with pytest.raises(GameError, match="degree 2, more than degree=1"):
        exact_equilibrium(Expedition.start(3, Rules((4, 7), {"fire": 2})), degree=1)
    value, _ = equilibrium_twin(Expedition.start(3, SMALL))
    assert value == pytest.approx(1.978346, abs=1e-6)

"""Stages of the exact equilibrium with several roots and irrational numbers, utilities, and what is refused."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb

import pytest
import sympy
from equilibrium_twin import equilibrium_twin
from hypothesis import given, settings
from hypothesis import strategies as st
from test_exact_equilibrium import SMALL

from incan_math import Expedition, GameError, Rules, evaluate, exact_equilibrium
from incan_math.equilibria.stage import Stage
from incan_math.numbers.algebraic import Algebraic
from incan_math.numbers.elimination import SizeLimit
from incan_math.numbers.enclosure import Enclosure
from incan_math.numbers.reals import Combination, Number, name
from incan_math.states.utility import Utility


def stage_of(retire: list[Fraction], differences: Sequence[Number]) -> Stage:
    """The stage with these R_1, R_2, ... and d_0, d_1, ..."""
    return Stage(tuple(retire), tuple(d + home for d, home in zip(differences, retire, strict=True))[::-1])


def whole(*numbers: int) -> list[Fraction]:
    return list(map(Fraction, numbers))


# D(q) = -(1 - 4q) (1 - 2q) (3 - 4q) = -3 + 22 q - 48 q^2 + 32 q^3.
THREE_ROOTS = [Fraction(-3), Fraction(13, 3), Fraction(-13, 3), Fraction(3)]


@pytest.mark.parametrize(
    ("retire", "chosen", "value"),
    [
        ((0, 4, 4, 0), Fraction(1, 2), Fraction(3)),  # 12 q (1 - q): 9/4, 3, 9/4.
        ((4, 0, 0, 4), Fraction(1, 4), Fraction(7, 4)),  # 4 - 12 q (1 - q): 7/4, 1, 7/4, and the first stays most.
        ((3, 2, 1, 0), Fraction(1, 4), Fraction(9, 4)),  # 3 (1 - q).
        ((0, 1, 2, 3), Fraction(3, 4), Fraction(9, 4)),  # 3 q.
        ((1, 1, 1, 1), Fraction(1, 4), Fraction(1)),
    ],
)
def test_of_mixed_equilibria_one_is_chosen_by_the_rule(
    retire: tuple[int, ...], chosen: Fraction, value: Fraction
) -> None:
    stage = stage_of(whole(*retire), [*THREE_ROOTS])
    assert stage.equilibria() == (Fraction(1, 4), Fraction(1, 2), Fraction(3, 4))
    assert stage.selected() == chosen and stage.value(chosen) == value


def test_in_a_tie_the_value_can_be_greatest_between() -> None:
    stage = stage_of(whole(0, 3, 0), whole(0, 0, 0))  # 6 q (1 - q)
    assert stage.is_tie and stage.selected() == Fraction(1, 2) and stage.value(Fraction(1, 2)) == Fraction(3, 2)
    # 3 q + 6 q^2 - 9 q^3 turns where 1 + 4 q - 9 q^2 is 0.
    stage = stage_of(whole(0, 1, 4, 0), whole(0, 0, 0, 0))
    turn = name(Combination.of(stage.selected()), SizeLimit())
    assert isinstance(turn, Algebraic) and turn.polynomial == (9, -4, -1) and 0 < turn < 1


def hidden(number: Fraction) -> Number:
    """The number in a form that does not show it to be rational."""
    x = sympy.Symbol("x")
    nested = sympy.Poly(x**4 - 10 * x**2 + 1)
    two, three, both = (
        Algebraic.root([int(c) for c in sympy.Poly(p, x).all_coeffs()], Enclosure(Fraction(low), Fraction(low + 1)))
        for p, low in ((x**2 - 2, 1), (x**2 - 3, 1), (nested, 3))
    )
    return number + Combination.of(two) + Combination.of(three) - Combination.of(both)


@pytest.mark.slow
@settings(max_examples=25)
@given(st.integers(2, 4), st.data())
def test_rational_stages_are_solved_alike_when_their_numbers_are_hidden(n: int, data: st.DataObject) -> None:
    retire = sorted((Fraction(data.draw(st.integers(0, 4))) for _ in range(n)), reverse=True)
    d = [Fraction(data.draw(st.integers(-3, 3))) for _ in range(n)]
    open_stage, hidden_stage = stage_of(retire, [*d]), stage_of(retire, [hidden(x) for x in d])
    assert open_stage.signs == hidden_stage.signs
    one, other = ([name(Combination.of(p), SizeLimit()) for p in s.equilibria()] for s in (open_stage, hidden_stage))
    assert one == other
    one_chosen, other_chosen = (name(Combination.of(s.selected()), SizeLimit()) for s in (open_stage, hidden_stage))
    assert one_chosen == other_chosen
    assert name(open_stage.value(open_stage.selected()), SizeLimit()) == name(
        hidden_stage.value(hidden_stage.selected()), SizeLimit()
    )


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
    assert [d * Fraction(5, 3) for d in stage.differences] == [-5, -3, Fraction(-4, 3), 1]
    # With q = 1 - p: q^3 - 4 p q^2 - 9 p^2 q - 5 p^3 = q^3 - q^2 + 6 q - 5.
    chance = plan.retire_probability(state)
    assert isinstance(chance, Algebraic) and chance.polynomial == (1, -1, 6, -5)
    q = chance.enclosure(200).midpoint
    worth = 3 * q**3 + 9 * (1 - q) * q**2 + 12 * (1 - q) ** 2 * q + 6 * (1 - q) ** 3
    assert isinstance(plan.value, Algebraic) and abs(worth - plan.value.enclosure(200).midpoint) < Fraction(1, 10**50)


def test_a_chance_that_is_not_rational_is_a_number_and_no_strategy() -> None:
    state = Expedition.parse("7 5", 4, SMALL)
    plan = exact_equilibrium(state)
    assert isinstance(plan.value, Algebraic) and plan.value.degree == 3
    chance = plan.retire_probability(state)
    assert isinstance(chance, Algebraic)
    near = plan.retire_enclosure(state, 80)
    assert near.low < chance < near.high and near.high - near.low <= Fraction(1, 2**80)
    with pytest.raises(GameError, match="not rational"):
        evaluate(state, [plan] * 4)


def test_the_degree_to_come_is_told_when_it_is_too_great() -> None:
    with pytest.raises(GameError, match=r"about 1\.978346, can have degree 2\^37, more than degree=27") as error:
        exact_equilibrium(Expedition.start(3, SMALL))
    assert "\n" not in str(error.value)
    with pytest.raises(GameError, match="degree 2, more than degree=1"):
        exact_equilibrium(Expedition.start(3, Rules((4, 7), {"fire": 2})), degree=1)
    value, _ = equilibrium_twin(Expedition.start(3, SMALL))
    assert value == pytest.approx(1.978346, abs=1e-6)


def by_radicals(state: Expedition) -> sympy.Expr:
    """The value for three players in square roots, where no decision has more than one equilibrium."""
    known: dict[Expedition, sympy.Expr] = {}

    def home(here: Expedition, players: int) -> sympy.Integer:
        return sympy.Integer(here.payout(players).points)

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
        assert abs(Fraction(str(other.evalf(60))) - value.enclosure(180).midpoint) < Fraction(1, 10**50)

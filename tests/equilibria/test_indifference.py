"""The indifference polynomial and its exact roots, against the stage game played out and bisection."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from incan_math import Expedition, GameError, Rules, deck_states, exact_equilibrium
from incan_math.equilibria.indifference import indifference_polynomial, indifference_roots
from incan_math.equilibria.stage import Stage


@st.composite
def stages(draw: st.DrawFn, most: int = 5) -> Stage:
    n = draw(st.integers(1, most))
    values = st.lists(st.fractions(-9, 9, max_denominator=4), min_size=n, max_size=n)
    return Stage(tuple(draw(values)), tuple(draw(values)))


def played_out(stage: Stage, p: Fraction) -> Fraction:
    """What staying brings over retiring, summed over everything that each of the others can do."""
    gain = Fraction(0)
    n = stage.players
    for choices in product((True, False), repeat=n - 1):
        chance = Fraction(1)
        for stays in choices:
            chance *= p if stays else 1 - p
        staying = sum(choices)
        worth = stage.stay[staying]
        assert isinstance(worth, Fraction)
        gain += chance * (worth - stage.retire[n - 1 - staying])
    return gain


def fraction(value: sympy.Expr) -> Fraction:
    return Fraction(int(value.p), int(value.q))


@pytest.mark.slow
@settings(max_examples=60)
@given(stages(), st.fractions(0, 1, max_denominator=9))
def test_it_is_the_stage_played_out(stage: Stage, p: Fraction) -> None:
    value = indifference_polynomial(stage).eval(sympy.Rational(p.numerator, p.denominator))
    assert fraction(value) == played_out(stage, p)


@pytest.mark.slow
@settings(max_examples=40)
@given(stages(4))
def test_roots_are_where_the_sign_can_change(stage: Stage) -> None:
    if stage.is_tie:
        with pytest.raises(GameError, match="every p is a root"):
            indifference_roots(stage)
        return
    roots = indifference_roots(stage)
    polynomial = indifference_polynomial(stage)
    assert list(roots) == sorted(roots)
    for root in roots:
        assert 0 < root < 1
        assert abs(polynomial.as_expr().subs(polynomial.gen, root.evalf(50))) < sympy.Float("1e-40", 50)
    # Sturm's count over the open interval, which no root at an end disturbs.
    square_free = sympy.Poly(sympy.sqf_part(polynomial), polynomial.gen)
    ends = sum(square_free.eval(end) == 0 for end in (0, 1))
    assert len(roots) == square_free.count_roots(0, 1) - ends
    # Descartes' rule for the Bernstein form: no more roots than changes of sign among the d_i.
    signs = [sign for sign in stage.signs if sign]
    assert len(roots) <= sum(one != other for one, other in pairwise(signs))


def test_two_players_have_the_root_of_their_equilibrium() -> None:
    start = Expedition.start(2, Rules(treasures=(3, 5, 7), hazards={"fire": 2, "snakes": 2}))
    result = exact_equilibrium(start)
    mixing = 0
    for _, state, _ in deck_states(start):
        if state.is_bust or not state.is_deciding or not state.cards_left:
            continue
        stage, retires = result.stage(state), result.retire_probability(state)
        assert isinstance(retires, Fraction)
        stays = 1 - retires
        if 0 < stays < 1 and not stage.is_tie:
            mixing += 1
            assert [fraction(root) for root in indifference_roots(stage)] == [stays]
    assert mixing


def test_the_golden_ratio() -> None:
    # d = (2, 1, -2): D(p) = 2 (1-p)^2 + 2 p (1-p) - 2 p^2 = 2 - 2 p - 2 p^2.
    stage = Stage(tuple(map(Fraction, (9, 5, 3))), tuple(map(Fraction, (5, 6, 7))))
    assert indifference_roots(stage) == ((sympy.sqrt(5) - 1) / 2,)


def test_a_root_without_radicals_is_still_exact() -> None:
    # d = (1, 0, 0, -3), four players: D(p) = (1-p)^3 - 3 p^3, whose root is 1 / (1 + 3^(1/3)).
    stage = Stage(tuple(map(Fraction, (3, 0, 0, 0))), tuple(map(Fraction, (1, 0, 0, 0))))
    [root] = indifference_roots(stage)
    assert abs(root.evalf(40) - (1 / (1 + sympy.cbrt(3))).evalf(40)) < sympy.Float("1e-35", 40)


def test_values_that_are_no_fractions_are_refused() -> None:
    stage = Stage((Fraction(3), Fraction(1)), (sympy.sqrt(2), Fraction(1)))
    with pytest.raises(GameError, match=r"for values in fractions, and d_0 = -1 \+ sqrt\(2\) is none"):
        indifference_polynomial(stage)

"""The indifference polynomial and its exact roots, against the stage game played out and bisection."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise, product

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from incan_math import Expedition, GameError, Rules, deck_states, exact_equilibrium
from incan_math.equilibria.indifference import indifference_polynomial, indifference_roots
from incan_math.equilibria.stage import Stage
from incan_math.numbers.algebraic import Algebraic
from incan_math.numbers.enclosure import Enclosure
from incan_math.numbers.reals import Combination


@st.composite
def stages(draw: st.DrawFn, most: int = 5) -> Stage:
    n = draw(st.integers(1, most))
    values = st.lists(st.fractions(-9, 9, max_denominator=4), min_size=n, max_size=n)
    return Stage(tuple(draw(values)), tuple(draw(values)))


def played_out(stage: Stage, q: Fraction) -> Fraction:
    """What staying brings over retiring, summed over everything that each of the others can do."""
    gain = Fraction(0)
    n = stage.players
    for choices in product((True, False), repeat=n - 1):
        weight = Fraction(1)
        for retires in choices:
            weight *= q if retires else 1 - q
        retiring = sum(choices)
        worth = stage.stay[n - 1 - retiring]
        assert isinstance(worth, Fraction)
        gain += weight * (worth - stage.retire[retiring])
    return gain


def fraction(value: sympy.Expr) -> Fraction:
    return Fraction(int(value.p), int(value.q))


@pytest.mark.slow
@settings(max_examples=60)
@given(stages(), st.fractions(0, 1, max_denominator=9))
def test_it_is_the_stage_played_out(stage: Stage, q: Fraction) -> None:
    value = indifference_polynomial(stage).eval(sympy.Rational(q.numerator, q.denominator))
    assert fraction(value) == played_out(stage, q)


@pytest.mark.slow
@settings(max_examples=40)
@given(stages(4))
def test_roots_are_where_the_sign_can_change(stage: Stage) -> None:
    if stage.is_tie:
        with pytest.raises(GameError, match="every q is a root"):
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
        if 0 < retires < 1 and not stage.is_tie:
            mixing += 1
            assert [fraction(root) for root in indifference_roots(stage)] == [retires]
    assert mixing


def test_the_golden_ratio() -> None:
    # d = (-2, 1, 2): D(q) = -2 (1-q)^2 + 2 q (1-q) + 2 q^2 = -2 + 6 q - 2 q^2; the root is 1 - (sqrt(5) - 1) / 2.
    stage = Stage(tuple(map(Fraction, (9, 5, 3))), tuple(map(Fraction, (5, 6, 7))))
    assert indifference_roots(stage) == ((3 - sympy.sqrt(5)) / 2,)


def test_a_root_without_radicals_is_still_exact() -> None:
    # d = (-3, 0, 0, 1), four players: D(q) = q^3 - 3 (1-q)^3, whose root is 3^(1/3) / (1 + 3^(1/3)).
    stage = Stage(tuple(map(Fraction, (3, 0, 0, 0))), tuple(map(Fraction, (1, 0, 0, 0))))
    [root] = indifference_roots(stage)
    assert abs(root.evalf(40) - (sympy.cbrt(3) / (1 + sympy.cbrt(3))).evalf(40)) < sympy.Float("1e-35", 40)


def test_values_that_are_not_fractions_are_refused() -> None:
    root = Combination.of(Algebraic.root((1, 0, -2), Enclosure(Fraction(1), Fraction(2))))
    stage = Stage((Fraction(3), Fraction(1)), (root, Fraction(1)))
    with pytest.raises(GameError, match=r"rational values, but d_1, about 0\.414214, is not a fraction"):
        indifference_polynomial(stage)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: indifference_roots(Expedition.start(2)), "stage: .* give a Stage"),  # type: ignore[arg-type]
        (lambda: indifference_polynomial(7), "stage: 7 given"),  # type: ignore[arg-type]
        (lambda: indifference_polynomial(Stage((1, 2), (3, 4)), "2q"), "symbol: '2q' given"),  # type: ignore[arg-type]
        (lambda: Stage((), ()), "0 and 0 values"),
        (lambda: Stage((Fraction(1),), (Fraction(1), Fraction(2))), "1 and 2 values"),
        (lambda: Stage((0.5,), (Fraction(1),)), "retire: 0.5 is not an exact number"),  # type: ignore[arg-type]
        (lambda: Stage((Fraction(1),), (sympy.sqrt(2),)), "stay: sqrt.2. is not an exact number"),
        (lambda: Stage("9", (Fraction(1),)), "retire: '9' given"),  # type: ignore[arg-type]
        (lambda: Stage((Fraction(1),), (Fraction(1),), 5), "size: 5 given"),  # type: ignore[arg-type]
    ],
)
def test_what_is_not_a_stage_is_refused_in_one_line(call: Callable[[], object], said: str) -> None:
    with pytest.raises(GameError, match=said) as error:
        call()
    assert "\n" not in str(error.value) and len(str(error.value)) <= 300

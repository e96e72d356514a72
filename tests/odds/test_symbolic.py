"""The formulas in sympy give the exact numbers of the odds functions, and read as they stand in print."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest
import sympy
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import Position, positions

from incan_math import EDITIONS, Expedition, GameError, Rules, bust_probability, survival
from incan_math.odds.symbolic import bust_formula, generating_function, removal_formula, substitute, symbols


@pytest.mark.slow
@settings(max_examples=40)
@given(positions(10))
def test_coefficients_are_the_ways_to_draw_without_a_bust(position: Position) -> None:
    state = position.state
    polynomial = sympy.Poly(generating_function(state), sympy.Symbol("z"))
    left = state.cards_left
    ways = {k: polynomial.coeff_monomial(sympy.Symbol("z") ** k) for k in range(left + 1)}
    assert {k: Fraction(int(number), comb(left, k)) for k, number in ways.items()} == survival(state)
    assert polynomial.degree() <= left


def test_factors_by_hand() -> None:
    x = sympy.Symbol("x")
    state = Expedition.parse("7 fire", removed="snakes")
    assert generating_function(state, "x") == (1 + x) ** 14 * (1 + 2 * x) * (1 + 3 * x) ** 3
    assert generating_function(Expedition.start(rules="diamant-2016"), "x") == (1 + x) ** 20 * (1 + 3 * x) ** 5


def test_nothing_is_drawn_after_the_end() -> None:
    over = Expedition.parse("fire fire")
    for refused in (generating_function, lambda state: substitute(bust_formula(1), state)):
        with pytest.raises(GameError, match="is over"):
            refused(over)
    with pytest.raises(GameError, match="is over"):
        removal_formula(over, "fire")


def counted(safe: int, kinds: int, copies: int, deadly: int, draws: int) -> Fraction:
    """The bust chance by counting subsets of labelled cards one draw at a time: no generating function."""
    chance = Fraction(0)
    states = {(safe, kinds, deadly): Fraction(1)}  # Safe cards, fresh kinds, deadly cards undrawn.
    for _ in range(draws):
        following: dict[tuple[int, int, int], Fraction] = {}
        for (s, m, d), weight in states.items():
            left = s + m * copies + d
            chance += weight * Fraction(d, left)
            for after, cards in (((s - 1, m, d), s), ((s, m - 1, d + copies - 1), m * copies)):
                if cards:
                    following[after] = following.get(after, Fraction(0)) + weight * Fraction(cards, left)
        states = following
    return chance


@pytest.mark.slow
@settings(max_examples=60)
@given(st.integers(0, 9), st.integers(0, 4), st.integers(1, 4), st.integers(0, 5), st.integers(0, 6))
def test_both_formulas_are_the_chance_drawn_card_by_card(s: int, m: int, c: int, d: int, k: int) -> None:
    known = symbols()
    if s + m * c + d < k:
        return
    numbers = {known.safe: s, known.kinds: m, known.copies: c, known.deadly: d, known.draws: k}
    wanted = counted(s, m, c, d, k)
    for formula in (bust_formula(), bust_formula(k)):
        value = formula.subs(numbers).doit()
        assert value.is_Rational and Fraction(int(value.p), int(value.q)) == wanted


@pytest.mark.parametrize("name", EDITIONS)
def test_the_curve_of_every_edition(name: str) -> None:
    start = Expedition.start(rules=name)
    formula = bust_formula()
    for draws in (0, 1, 2, 5, 12, start.cards_left, start.cards_left + 1):
        assert substitute(formula, start, draws) == bust_probability(start, draws)
    assert substitute(bust_formula(4), start) == bust_probability(start, 4)


@pytest.mark.slow
@settings(max_examples=40)
@given(positions(10), st.integers(0, 5))
def test_a_position_is_put_in_or_refused(position: Position, draws: int) -> None:
    state = position.state
    now = state.situation
    fresh = {count for kind, count in enumerate(now.hazards) if not now.showing >> kind & 1} - {0, 1}
    if len(fresh) > 1:
        with pytest.raises(GameError, match="use generating_function, or bust_probability"):
            substitute(bust_formula(), state, draws)
    else:
        assert substitute(bust_formula(), state, draws) == bust_probability(state, draws)


def test_two_cards_of_a_fresh_deck_by_hand() -> None:
    S, m, c, D, *_ = symbols()  # noqa: N806
    by_hand = m * c * (c - 1) / ((S + m * c) * (S + m * c - 1))  # Any hazard first, and then one of its own kind.
    assert sympy.simplify(bust_formula(2).subs(D, 0) - by_hand) == 0
    assert bust_formula(1) == D / (S + m * c + D)
    assert bust_formula(0) == 0


def test_latex() -> None:
    assert sympy.latex(bust_formula(1)) == r"\frac{D}{D + S + c m}"
    text = sympy.latex(bust_formula())
    assert all(part in text for part in (r"\sum_{j=0}^{k}", r"{\binom{m}{j}}", r"{\binom{D + S + c m}{k}}"))


@settings(max_examples=40)
@given(positions(9), st.integers(0, 4), st.data())
def test_removing_cards_is_what_a_smaller_deck_says(position: Position, draws: int, data: st.DataObject) -> None:
    state = position.state
    assume(state.cards_left)
    card = data.draw(st.sampled_from(sorted(state.undrawn, key=str)))
    gone = data.draw(st.integers(0, state.undrawn[card]))
    if state.cards_left < draws:
        return
    formula = removal_formula(state, card, draws)
    if state.cards_left - gone < draws:
        return
    now = state.situation
    kinds = state.rules.kinds
    hazards = tuple(count - gone * (str(card) == name) for name, count in zip(kinds, now.hazards, strict=True))
    treasures = tuple(
        count - gone * (str(card) == str(value)) for value, count in zip(state.rules.values, now.treasures, strict=True)
    )
    artifacts = tuple(
        count - gone * (card == kind) for kind, count in zip(state.rules.artifact_kinds, now.artifacts, strict=True)
    )
    smaller = state.seen_as(now._replace(hazards=hazards, treasures=treasures, artifacts=artifacts))
    assert smaller.cards_left == state.cards_left - gone
    value = formula.subs(symbols().removed, gone)
    assert value.is_Rational
    wanted = bust_probability(smaller, draws) if smaller.cards_left else Fraction(0)
    assert Fraction(int(value.p), int(value.q)) == wanted


@pytest.mark.parametrize("draws", [1, 2, 4, 9])
def test_removing_hazards_is_what_earlier_busts_do(draws: int) -> None:
    for card in ("fire", "mummy"):
        formula = removal_formula(Expedition.parse("7 fire 11 snakes"), card, draws)
        for gone in range(3):
            there = Expedition.parse("7 fire 11 snakes", removed={card: gone})
            value = formula.subs(symbols().removed, gone)
            assert Fraction(int(value.p), int(value.q)) == bust_probability(there, draws)


def test_refusals_name_the_argument_and_the_fix() -> None:
    start = Expedition.start()
    for draws in (-1, 11, True, 2.0, "2"):
        with pytest.raises(GameError, match=r"^draws: .* 0 to 10, or None for the formula in k"):
            bust_formula(draws)  # type: ignore[arg-type]
        if draws != 11:
            with pytest.raises(GameError, match=r"^draws: .* 0 or more"):
                substitute(bust_formula(), start, draws)  # type: ignore[arg-type]
    with pytest.raises(GameError, match="give draws for k"):
        substitute(bust_formula(), start)
    with pytest.raises(GameError, match=r"^draws: 31 given; it is a number of cards, 0 to the 30 that are left"):
        removal_formula(start, "fire", 31)
    with pytest.raises(GameError, match="no 3 is left in this expedition's deck"):
        removal_formula(Expedition.parse("3", rules=Rules(treasures=(1, 3), hazards={"gas": 2})), 3)
    with pytest.raises(GameError, match=r"is not a card"):
        removal_formula(start, "fier")

"""The solo stopping boundary as an inequality says what the best play does."""

from __future__ import annotations

import pytest
import sympy
from hypothesis import given, settings
from strategies import Position, positions

from incan_math import Expedition, GameError, StayForever, decide
from incan_math.solo.boundary import stopping_boundary
from incan_math.solo.stopping import closed_rule

T, D, F = sympy.symbols("T D F", real=True)


@settings(max_examples=60)
@given(positions(8))
def test_it_holds_exactly_where_staying_gains_nothing(position: Position) -> None:
    state = position.state
    if state.is_over or not state.is_deciding or closed_rule(state) is None:
        return
    answer = decide(state, [StayForever()] * (state.players - 1))
    boundary = stopping_boundary(state)
    holds = boundary.subs(T, sympy.Rational(str(answer.retire)))
    assert bool(holds) == (answer.action != "stay")
    assert (boundary.rhs == sympy.Rational(str(answer.retire))) == (answer.action == "tie")


@pytest.mark.parametrize(
    ("rules", "path", "least"),
    [  # (all gems and the artifact's points) / (deadly cards + 1), by hand from the printed decks.
        ("bga-en", "fire", "112/3"),
        ("bga-en", "7 fire snakes mummy", "16"),
        ("diamant-2005", "fire snakes", "124/5"),
        ("bga-sr", "fire snakes mummy rocks spiders", "103/11"),
        ("incan-gold-2020", "15 snakes", "43"),
    ],
)
def test_by_hand(rules: str, path: str, least: str) -> None:
    assert stopping_boundary(Expedition.parse(path, rules=rules)) == sympy.Ge(T, sympy.Rational(least))


def test_in_symbols() -> None:
    assert stopping_boundary() == sympy.Ge(T * D, F)
    h, c, G = sympy.symbols("h c G", positive=True)  # noqa: N806
    edge = sympy.solve(sympy.Eq(T * D, F).subs({F: G - T, D: h * (c - 1)}), T)
    assert [sympy.simplify(root - G / (h * (c - 1) + 1)) for root in edge] == [0]


def test_where_the_theorem_does_not_hold_it_is_refused() -> None:
    with pytest.raises(GameError, match="is over"):
        stopping_boundary(Expedition.parse("fire fire"))
    thin = Expedition.parse("3", players=2, rules="bga-en", removed="fire fire")
    assert stopping_boundary(thin) is not None

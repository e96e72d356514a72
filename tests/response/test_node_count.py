"""Nodes of players who mix are counted before the work: never more than are met, and not far fewer."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time
from typing import Literal

import pytest
from decision_strategies import counts_gems, spots
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import Position

from incan_math import (
    Expedition,
    GameError,
    Mixture,
    RetireAtGems,
    RetireAtHazards,
    RetireWithProbability,
    Rules,
    StayForever,
    Strategy,
    best_response,
    evaluate,
    tournament,
)
from incan_math.response.board import Board
from incan_math.response.node_count import check_mixing

SOMETIMES = RetireWithProbability("1/3")
MIXED = Mixture([("1/2", RetireAtGems(4)), ("1/2", SOMETIMES)])
KINDS: list[Strategy] = [
    SOMETIMES,
    MIXED,
    RetireAtGems(0),
    RetireAtGems(4),
    counts_gems,
    StayForever(),
    RetireAtHazards(2),
]


def nodes_met(state: Expedition, strategies: list[Strategy]) -> int:
    """What `evaluate` went through, node by node."""
    layers: list[int] = []
    evaluate(state, strategies, progress=lambda out, total, nodes: layers.append(nodes))
    return sum(layers)


@settings(max_examples=150)
@given(spots(6, 4), st.data())
def test_no_table_is_counted_too_high(position: Position, data: st.DataObject) -> None:
    strategies = [data.draw(st.sampled_from(KINDS)) for _ in range(position.state.players)]
    met = nodes_met(position.state, strategies)
    check_mixing(Board(position.state, strategies), strategies, met)


@pytest.mark.parametrize("leftover", ["pooled", "per card"])
@pytest.mark.parametrize("start", [None, "5 fire"])
@pytest.mark.parametrize("players", [1, 2, 3])
def test_the_count_is_near(players: int, start: str | None, leftover: Literal["pooled", "per card"]) -> None:
    rules = Rules((1, 2, 3, 5, 7), {"fire": 2, "gas": 2, "lava": 3}, (5,), artifact_value="printed", leftover=leftover)
    state = Expedition.start(players, rules) if start is None else Expedition.parse(start, players, rules)
    strategies: list[Strategy] = [SOMETIMES] * players
    met = nodes_met(state, strategies)
    with pytest.raises(GameError, match="players who mix meet more than"):
        check_mixing(Board(state, strategies), strategies, met // 4)


@pytest.mark.parametrize("strategy", [SOMETIMES, MIXED], ids=str)
@pytest.mark.parametrize("players", [3, 8])
def test_full_decks_are_refused_at_once(strategy: Strategy, players: int) -> None:
    before = process_time()
    questions: list[Callable[[], object]] = [
        lambda: evaluate(Expedition.start(players), [strategy] * players),
        lambda: tournament([RetireAtGems(8), strategy], players=players),
        lambda: best_response(Expedition.start(players), [strategy] * (players - 1)),
    ]
    for question in questions:
        with pytest.raises(GameError, match=r"^state: players who mix meet more than 3,000,000 nodes .* limit$"):
            question()
    assert process_time() - before < 9


@pytest.mark.slow
def test_two_who_mix_are_refused_at_once() -> None:
    with pytest.raises(GameError, match="meet more than 3,000,000"):
        evaluate(Expedition.start(2), [SOMETIMES] * 2)


def test_functions_of_ones_own_hear_of_kind_symmetry() -> None:
    with pytest.raises(GameError, match=r"kind_symmetric$") as caught:
        evaluate(Expedition.start(2), [lambda state: SOMETIMES.probability] * 2)
    assert len(str(caught.value)) <= 300

"""The deck index against `Expedition`: along random play, each triple says of the deck what the position says."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import pairwise

import pytest

from incan_math import EDITIONS, Artifact, Expedition, GameError, Hazard, Rules, Treasure, likeliest_busts, state_graph
from incan_math.game.expedition import Draw
from incan_math.states.deck_index import DeckIndex
from incan_math.states.reachable import count_states, deck_states


def checked(index: DeckIndex, state: Expedition, triple: tuple[int, int, int]) -> None:
    t, h, a = triple
    now = state.situation
    assert index.cards_left(t, h, a) == state.cards_left
    assert index.gems(t) == sum(c.value * n for c, n in state.undrawn.items() if isinstance(c, Treasure))
    assert (index.deadly(h), index.showing(h)) == (state.deadly, len(state.showing))
    assert index.found(a) == now.found
    assert index.situation(t, h, a, now.players, now.bag, now.leftovers, now.deciding).unnamed() == now.unnamed()
    if state.is_deciding:
        payout = state.payout(1)
        assert index.points(a) == payout.points - state.bag - state.leftover
        next_points = [
            (n, state.reveal(c).payout(1).points) for c, n in state.undrawn.items() if isinstance(c, Artifact)
        ]
        assert index.artifact_gain(a) == sum(n * (points - payout.points) for n, points in next_points)


def after(index: DeckIndex, triple: tuple[int, int, int], draw: Draw, state: Expedition) -> tuple[int, int, int]:
    """The triple after one card, by the index's own moves."""
    t, h, a = triple
    if isinstance(draw.card, Treasure):
        (move,) = (m for m in index.treasures(t) if m.value == draw.card.value)
        assert move.copies == draw.copies
        return move.after, h, a
    if isinstance(draw.card, Hazard):
        moves = index.hazards(h)[0]
        assert sum(m.copies for m in moves) == sum(
            n for c, n in state.undrawn.items() if isinstance(c, Hazard) and c not in state.showing
        )
    else:
        assert sum(m.copies for m in index.artifacts(a)) == sum(state.situation.artifacts)
    found = index.triple(draw.after.situation)
    assert found is not None
    return found


@pytest.mark.parametrize("kind_symmetric", [True, False])
@pytest.mark.parametrize("rules", EDITIONS)
def test_along_random_play_the_triple_and_the_position_agree(rules: str, kind_symmetric: bool) -> None:
    rng = random.Random(7)
    for _ in range(4):
        state = Expedition.start(players=3, rules=rules, expedition=2)
        index = DeckIndex(state, kind_symmetric)
        triple = (0, 0, 0)
        while not state.is_over:
            assert index.triple(state.situation) == triple
            checked(index, state, triple)
            if state.is_deciding and state.players > 1 and rng.random() < 0.2:
                state = state.retire(1)[1]
                triple = (*triple[:2], index.taken(triple[2]))
                continue
            draw = rng.choice([draw for draw in state.draws() if not draw.after.is_bust])
            triple = after(index, triple, draw, state)
            state = draw.after
            if state.cards_left < 12:
                break
    assert index.hazard_decks() > 1 and index.artifact_decks() >= 1


def test_decks_that_cannot_be_reached_have_no_triple() -> None:
    index = DeckIndex(Expedition.parse("7 fire"))
    assert index.triple(Expedition.start().situation) is None  # A treasure would have to come back.
    assert index.triple(Expedition.parse("7 fire", removed="snakes").situation) is None
    assert index.triple(Expedition.start(rules="diamant-2005").situation) is None


@pytest.mark.parametrize(
    ("artifacts", "monotone"),
    [((5, 5, 5), True), ((5, 10), True), ((1, 100, 100), False), ((1, 1, 100, 100, 100, 100), False)],
)
def test_artifacts_that_rise_too_steeply(artifacts: tuple[int, ...], monotone: bool) -> None:
    rules = Rules(treasures=(3,), hazards={"fire": 2}, artifacts=artifacts, artifact_entry="all at once")
    index = DeckIndex(Expedition.start(rules=rules))
    steps = enumerate(pairwise(artifacts))
    left = len(artifacts)
    assert index.artifacts_stay_monotone() == monotone
    assert monotone == all((left - i - 1) * v <= (left - i + 1) * w for i, (w, v) in steps)


def test_a_state_that_is_over_is_all_that_can_be_reached_from_it() -> None:
    over = Expedition.parse("7 fire fire")
    assert [(found.cards_out, found.state, found.probability) for found in deck_states(over)] == [
        (0, over, Fraction(1))
    ]
    assert count_states(over) == 1 and list(state_graph(over)) == [over]


def test_graphs_refuse_what_is_not_a_number_of_states_or_a_graph() -> None:
    with pytest.raises(GameError, match=r"^limit: 0 given"):
        state_graph(Expedition.start(), depth=1, limit=0)
    with pytest.raises(GameError, match=r"^graph: 7 is not a graph of states; state_graph\(state\) makes one"):
        likeliest_busts(7)  # type: ignore[arg-type]

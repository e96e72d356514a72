"""The decision graph: every value is that of the best play, found again by going back along its edges."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import networkx as nx
import pytest
from hypothesis import given, settings
from strategies import Position, positions

from incan_math import Expedition, GameError, Rules, decide, policy
from incan_math.advice.decision_graph import decision_graph, played_part
from incan_math.states.graph import root_of, state_graph

if TYPE_CHECKING:
    from incan_math.states.graph import StateGraph

SMALL = Rules(treasures=(3, 5, 7), hazards={"fire": 2, "snakes": 2})


def going_back(graph: StateGraph) -> dict[Expedition, Fraction]:
    """The value of each state from the last card backwards, by the edges and what retiring takes home alone."""
    values: dict[Expedition, Fraction] = {}
    for state in reversed(list(nx.topological_sort(graph))):
        edges = graph.out_edges(state, data=True)
        stay = sum((data["probability"] * values[after] for _, after, data in edges), Fraction(0))
        if state.is_bust:
            values[state] = Fraction(0)
        elif not edges:
            values[state] = Fraction(state.payout(state.players).points)
        elif state.is_deciding:
            values[state] = max(stay, Fraction(state.payout(1).points))
        else:
            values[state] = stay
    return values


@settings(max_examples=40)
@given(positions(7))
def test_values_follow_from_those_of_the_next_states(position: Position) -> None:
    state = position.state
    if state.is_over or not (state.is_deciding or not state.cards_out):
        return
    graph = decision_graph(state)
    values = going_back(graph)
    for node, data in graph.nodes(data=True):
        assert data["value"] == values[node]
        edges = graph.out_edges(node, data=True)
        stay = sum((edge["probability"] * values[after] for _, after, edge in edges), Fraction(0))
        assert data["stay"] == (stay if edges else None)
        if data["action"] == "bust":
            assert node.is_bust
        elif not edges:
            assert data["action"] == "retire"
        else:
            gain = None if data["retire"] is None else stay - data["retire"]
            assert data["action"] == ("stay" if gain is None or gain > 0 else "retire" if gain else "tie")


def test_a_part_has_the_same_values_as_the_whole() -> None:
    start = Expedition.start(rules=SMALL)
    whole = decision_graph(start)
    for depth in range(4):
        part = decision_graph(start, depth)
        assert {node: part.nodes[node] for node in part} == {node: whole.nodes[node] for node in part}


def test_what_is_played_ends_where_the_policy_ends() -> None:
    start = Expedition.start(rules=SMALL)
    graph = decision_graph(start)
    part = played_part(graph)
    plan = policy(start)
    live = {node for node in part if not node.is_bust and node.is_deciding}
    assert {node.situation.unnamed() for node in live} == {state.situation.unnamed() for state in plan}
    for node in part:
        assert bool(part.out_degree(node)) == (part.nodes[node]["action"] == "stay")
        assert part.nodes[node] == graph.nodes[node]
    assert root_of(part) == start
    cards_out = [part.nodes[node]["cards_out"] for node in part]
    assert cards_out == sorted(cards_out)


def test_the_full_deck_at_the_table() -> None:
    state = Expedition.parse("7 fire 11 snakes")
    graph = decision_graph(state, 1)
    assert graph.nodes[state]["stay"] == decide(state).stay
    for after in graph.successors(state):
        if not after.is_bust:
            assert graph.nodes[after]["value"] == decide(after).value


def test_several_players_are_taken_to_stay_for_good() -> None:
    state = Expedition.parse("7 fire 11 snakes", players=4)
    graph = decision_graph(state, 1)
    assert graph.nodes[state]["retire"] == 3 + 6  # The bag, and all that four players left on the path.


def test_what_cannot_be_decided_is_refused() -> None:
    with pytest.raises(GameError, match="states, more than limit=2,000"):
        decision_graph(Expedition.start(), 4)
    with pytest.raises(GameError, match="is over"):
        decision_graph(Expedition.parse("fire fire"))
    with pytest.raises(GameError, match="players have just retired"):
        decision_graph(Expedition.parse("7 -1", players=3), 1)
    assert state_graph(Expedition.parse("7 -1", players=3), 1).number_of_nodes() > 1

"""The state graph says what the odds functions and all orders of the cards say."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import networkx as nx
import pytest
import sympy
from brute import cards_to_bust, orders
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import Position, positions
from sympy.polys.matrices import DomainMatrix

from incan_math import Card, Expedition, GameError, bust_probability, draws_to_bust, survival
from incan_math.states.graph import likeliest_busts, reach_probability, state_graph
from incan_math.states.reachable import count_states, deck_states


def absorbed(state: Expedition) -> dict[int | None, Fraction]:
    """By which card the walk along the graph's edges ends in a bust, and the chance that it never does."""
    graph = state_graph(state)
    reach = {state: Fraction(1)}
    ends: dict[int | None, Fraction] = {}
    for node in nx.topological_sort(graph):
        if not graph.out_degree(node):
            end = graph.nodes[node]["cards_out"] if graph.nodes[node]["bust"] else None
            ends[end] = ends.get(end, Fraction(0)) + reach[node]
        for _, after, data in graph.out_edges(node, data=True):
            reach[after] = reach.get(after, Fraction(0)) + reach[node] * data["probability"]
    assert reach == {node: data["probability"] for node, data in graph.nodes(data=True)}
    return ends


@settings(max_examples=40)
@given(positions(8))
def test_the_walk_along_the_edges_ends_as_the_bust_chances_say(position: Position) -> None:
    assert absorbed(position.state) == draws_to_bust(position.state)


@settings(max_examples=40)
@given(positions(8, ends=True))
def test_nodes_are_the_states_and_edges_the_cards(position: Position) -> None:
    state = position.state
    graph = state_graph(state)
    assert graph.number_of_nodes() == count_states(state)
    assert {(found.state, found.cards_out, found.probability) for found in deck_states(state)} == {
        (node, data["cards_out"], data["probability"]) for node, data in graph.nodes(data=True)
    }
    for node in graph:
        edges = {(data["card"], data["copies"], after) for _, after, data in graph.out_edges(node, data=True)}
        assert edges == set(node.draws())
        assert not edges or sum(data["probability"] for *_, data in graph.out_edges(node, data=True)) == 1


@pytest.mark.parametrize("depth", [0, 1, 2, 3])
def test_a_part_of_the_full_deck(depth: int) -> None:
    state = Expedition.parse("7 fire 11 snakes", players=4)
    graph = state_graph(state, depth)
    busted = [data["probability"] for _, data in graph.nodes(data=True) if data["bust"]]
    assert sum(busted, Fraction(0)) == bust_probability(state, depth)
    assert max(data["cards_out"] for _, data in graph.nodes(data=True)) == depth


def test_a_graph_that_is_too_large_or_has_no_depth_is_refused() -> None:
    state = Expedition.start()
    with pytest.raises(GameError, match=r"1,548,288 states, more than limit=20,000; give a smaller depth"):
        state_graph(state)
    assert state_graph(state, 1, limit=18).number_of_nodes() == 18  # The start, 11 values, 5 kinds, the artifact.
    with pytest.raises(GameError, match="18 states, more than limit=17"):
        state_graph(state, 1, limit=17)
    for depth in (-1, 1.0, True, "2"):
        with pytest.raises(GameError, match=r"^depth: .* given; it is a number of cards"):
            state_graph(state, depth)  # type: ignore[arg-type]


def absorbing_chain(state: Expedition) -> dict[Expedition, Fraction]:
    """The chance of ending in each last state by the fundamental matrix (I - Q)^-1 of the chain, all in fractions."""
    graph = state_graph(state)
    ends = [node for node in graph if not graph.out_degree(node)]
    passing = [node for node in graph if graph.out_degree(node)]
    if not passing:
        return {state: Fraction(1)}
    place = {node: number for number, node in enumerate([*passing, *ends])}
    size = len(passing)
    rows = [[sympy.QQ(0)] * len(place) for _ in passing]
    for before, after, data in graph.edges(data=True):
        rows[place[before]][place[after]] = sympy.QQ(data["probability"].numerator, data["probability"].denominator)
    whole = DomainMatrix(rows, (size, len(place)), sympy.QQ)
    stay, leave = whole[:, :size], whole[:, size:]
    chances = (DomainMatrix.eye(size, sympy.QQ).to_dense() - stay).lu_solve(leave)
    first = place[state]
    return {end: Fraction(str(chances[first, number].element)) for number, end in enumerate(ends)}


@settings(max_examples=25)
@given(positions(6))
def test_the_absorbing_chain_ends_as_the_nodes_and_the_odds_say(position: Position) -> None:
    state = position.state
    ends = absorbing_chain(state)
    graph = state_graph(state)
    assert ends == {end: graph.nodes[end]["probability"] for end in ends}
    bust = sum((chance for end, chance in ends.items() if end.is_bust), Fraction(0))
    assert bust == bust_probability(state, state.cards_left)
    last = max(survival(state))
    assert 1 - bust == survival(state)[last]


@settings(max_examples=40)
@given(positions(7))
def test_likeliest_busts_are_those_of_all_orders(position: Position) -> None:
    counted = Counter[tuple[Card, ...]]()
    every = orders(position.table)
    for order in every:
        place = cards_to_bust(order, position.table)
        if place is not None:
            counted[order[:place]] += 1
    wanted = sorted(
        ((-Fraction(number, len(every)), len(cards), " ".join(map(str, cards))) for cards, number in counted.items()),
    )
    graph = state_graph(position.state)
    for most in (1, 3, 10_000):
        found = [(-way.probability, len(way.cards), str(way)) for way in likeliest_busts(graph, most)]
        assert found == wanted[:most]
    for way in likeliest_busts(graph):
        state = position.state
        for card in way.cards:
            state = state.reveal(card)
        assert state == way.state and state.is_bust


@settings(max_examples=40)
@given(positions(7), st.integers(0, 20), st.integers(1, 3))
def test_reaching_is_counted_over_all_orders(position: Position, gems: int, kinds: int) -> None:
    def holds(state: Expedition) -> bool:
        return not state.is_bust and (state.bag >= gems or len(state.showing) >= kinds)

    every = orders(position.table)
    hits = 0
    for order in every:
        state = position.state
        for card in order:
            if holds(state) or state.is_over:
                break
            state = state.reveal(card)
        hits += holds(state)
    assert reach_probability(state_graph(position.state), holds) == Fraction(hits, len(every))


@settings(max_examples=20)
@given(positions(7, ends=True))
def test_reaching_one_state_is_its_nodes_probability(position: Position) -> None:
    graph = state_graph(position.state)
    for node, data in graph.nodes(data=True):
        assert reach_probability(graph, node) == data["probability"]
        assert data["notation"] == node.notation()
        assert Expedition.parse(data["notation"], rules=node.rules) == node


def test_what_was_never_reached_has_chance_0() -> None:
    graph = state_graph(Expedition.parse("7 fire"), depth=2)
    assert reach_probability(graph, Expedition.parse("7 fire 5 5 11")) == 0
    assert reach_probability(graph, Expedition.parse("5 fire")) == 0


def test_a_graph_without_a_bust_has_no_way_to_one() -> None:
    assert likeliest_busts(state_graph(Expedition.start(), depth=1)) == []
    assert likeliest_busts(state_graph(Expedition.parse("fire fire"))) == []


def test_what_is_no_number_or_no_state_is_refused() -> None:
    graph = state_graph(Expedition.parse("7 fire"), depth=1)
    for most in (0, -1, True, 1.0, "3"):
        with pytest.raises(GameError, match=r"^most: .* it is a number of orders, 1 or more"):
            likeliest_busts(graph, most)  # type: ignore[arg-type]
    with pytest.raises(GameError, match="is not an Expedition"):
        reach_probability(graph, "7 fire 5")  # type: ignore[arg-type]


def test_a_graph_that_is_over_is_one_node() -> None:
    assert list(state_graph(Expedition.parse("fire fire"))) == [Expedition.parse("fire fire")]

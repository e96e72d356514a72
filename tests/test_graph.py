"""The state graph and the generating function say what the odds functions say."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import networkx as nx
import pytest
import sympy
from hypothesis import given, settings
from strategies import Position, positions

from incan_math import Expedition, GameError, bust_probability, draws_to_bust, survival
from incan_math.odds.graph import state_graph
from incan_math.odds.states import count_states, deck_states
from incan_math.odds.symbolic import generating_function


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
    with pytest.raises(ValueError, match="the expedition is over"):
        generating_function(Expedition.parse("fire fire"))
    assert list(state_graph(Expedition.parse("fire fire"))) == [Expedition.parse("fire fire")]

"""Graphs in files: networkx reads GraphML back, Graphviz accepts DOT, and every number in them is exact as text."""

from __future__ import annotations

import io
import shutil
import subprocess
from fractions import Fraction
from typing import TYPE_CHECKING

import networkx as nx
import pytest
from hypothesis import given, settings
from strategies import Position, positions

from incan_math import Expedition, Rules
from incan_math.advice.decision_graph import decision_graph, played_part
from incan_math.report.graph_files import dot, graphml
from incan_math.states.graph import state_graph

if TYPE_CHECKING:
    from incan_math.states.graph import StateGraph

SMALL = Rules(treasures=(3, 5, 7), hazards={"fire": 2, "snakes": 2})


def small() -> StateGraph:
    return played_part(decision_graph(Expedition.start(rules=SMALL)))


@settings(max_examples=20)
@given(positions(6, ends=True))
def test_graphml_is_read_back(position: Position) -> None:
    graph = state_graph(position.state)
    back = nx.read_graphml(io.BytesIO(graphml(graph).encode()))
    states = list(graph)
    assert list(back) == [f"s{number}" for number in range(len(states))]
    for name, state in zip(back, states, strict=True):
        node = back.nodes[name]
        assert Expedition.parse(node["notation"], rules=state.rules) == state
        assert Fraction(node["probability"]) == graph.nodes[state]["probability"]
        assert node["probability_decimal"] == float(Fraction(node["probability"]))
        assert node["bust"] is state.is_bust and type(node["cards_out"]) is int
    assert {
        (states[int(before[1:])], states[int(after[1:])], data["card"], data["copies"], Fraction(data["probability"]))
        for before, after, data in back.edges(data=True)
    } == {
        (before, after, str(data["card"]), data["copies"], data["probability"])
        for before, after, data in graph.edges(data=True)
    }


def test_decisions_are_in_the_file() -> None:
    graph = small()
    back = nx.parse_graphml(graphml(graph))
    for name, state in zip(back, graph, strict=True):
        node, data = back.nodes[name], graph.nodes[state]
        assert node["action"] == data["action"] and Fraction(node["value"]) == data["value"]
        for choice in ("stay", "retire"):
            assert (choice in node) == (data[choice] is not None)


@pytest.mark.skipif(not shutil.which("dot"), reason="Graphviz is not installed")
def test_graphviz_draws_the_dot() -> None:
    graph = small()
    done = subprocess.run(["dot", "-Tplain"], input=dot(graph), capture_output=True, text=True, check=True)
    kinds = [line.split()[0] for line in done.stdout.splitlines()]
    assert done.stderr == ""
    assert kinds.count("node") == graph.number_of_nodes() and kinds.count("edge") == graph.number_of_edges()


def test_dot_has_a_line_for_every_node_and_edge() -> None:
    graph = small()
    lines = dot(graph).splitlines()
    assert sum("->" in line for line in lines) == graph.number_of_edges()
    assert sum(line.startswith("  s") and "->" not in line for line in lines) == graph.number_of_nodes()
    assert lines[0] == "digraph states {" and lines[-1] == "}"
    shapes = {"stay": "rounded", "retire": '"white"', "tie": "dashed", "bust": "octagon"}
    for line, state in zip(lines[4:], graph, strict=False):
        assert shapes[graph.nodes[state]["action"]] in line


def test_the_same_graph_gives_the_same_text() -> None:
    assert dot(small()) == dot(small()) and graphml(small()) == graphml(small())

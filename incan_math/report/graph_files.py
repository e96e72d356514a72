"""State and decision graphs in files that other programs read: GraphML and DOT."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from incan_math.game.extras import require

if TYPE_CHECKING:
    import networkx as nx

    from incan_math.states.graph import StateGraph

__all__ = ["dot", "graphml", "plain_graph"]

_SHAPES = {
    "stay": 'shape=box, style="rounded"',
    "retire": 'shape=box, style="filled", fillcolor="#404040", fontcolor="white"',
    "tie": 'shape=box, style="filled,dashed", fillcolor="#d9d9d9"',
    "bust": "shape=octagon, peripheries=2",
    "": "shape=box",
}
"""How a node looks in DOT: told apart by its outline as well as by its grey."""


def plain_graph(graph: StateGraph) -> nx.DiGraph[str]:
    """The graph with nodes named s0, s1, ... in its own order and attributes that any format can hold.

    A card becomes its text. A fraction becomes its exact text, and the nearest double stands beside it under the
    name with `_decimal` added. What a node does not have (None) is left out.

    >>> from incan_math import Expedition, state_graph
    >>> plain = plain_graph(state_graph(Expedition.parse("7 fire"), depth=1))
    >>> plain.nodes["s0"]
    {'notation': '7 fire', 'cards_out': 0, 'probability': '1', 'probability_decimal': 1.0, 'bust': False}
    >>> plain.edges["s0", "s1"]
    {'card': '1', 'copies': 1, 'probability': '1/28', 'probability_decimal': 0.03571428571428571}
    """
    require("networkx")

    import networkx as nx

    names = {state: f"s{number}" for number, state in enumerate(graph)}
    plain: nx.DiGraph[str] = nx.DiGraph()
    for state, data in graph.nodes(data=True):
        plain.add_node(names[state], **_plain(data))
    for before, after, data in graph.edges(data=True):
        plain.add_edge(names[before], names[after], **_plain(data))
    return plain


def _plain(data: Mapping[str, Any]) -> dict[str, str | int | float | bool]:
    found: dict[str, str | int | float | bool] = {}
    for name, value in data.items():
        if isinstance(value, Fraction):
            found |= {name: str(value), f"{name}_decimal": float(value)}
        elif value is not None:
            found[name] = value if isinstance(value, str | int | float | bool) else str(value)
    return found


def graphml(graph: StateGraph) -> str:
    """The graph as GraphML, which networkx, Gephi, yEd and others read; attributes as in `plain_graph`.

    >>> from incan_math import Expedition, state_graph
    >>> import networkx
    >>> text = graphml(state_graph(Expedition.parse("7 fire"), depth=1))
    >>> networkx.parse_graphml(text).edges["s0", "s1"]["probability"]
    '1/28'
    """
    require("networkx")

    import networkx as nx

    return '<?xml version="1.0" encoding="utf-8"?>\n' + "\n".join(nx.generate_graphml(plain_graph(graph))) + "\n"


def dot(graph: StateGraph) -> str:
    """The graph in the DOT language of Graphviz, drawn from left to right: cards and their probabilities on the edges.

    A node shows its path and, in a decision graph, what staying and retiring are worth; rounded boxes stay, dark ones
    retire, dashed grey ones are ties, octagons are busts. All attributes of `plain_graph` are there as well.

    >>> from incan_math import Expedition, state_graph
    >>> text = dot(state_graph(Expedition.parse("7 fire"), depth=1))
    >>> print(text.partition("  s0 ")[2].partition(", label")[0])
    [notation="7 fire", cards_out=0, probability="1", probability_decimal=1.0, bust="false"
    """
    lines = ["digraph states {", "  rankdir=LR;", '  node [fontname="sans-serif"];', '  edge [fontname="sans-serif"];']
    plain = plain_graph(graph)
    for name, state in zip(plain, graph, strict=True):
        node = graph.nodes[state]
        action = "bust" if node["bust"] else node.get("action", "")
        label = [state.path or "start", *([action] if action else [])]
        label += [f"{choice} {node[choice]}" for choice in ("stay", "retire") if node.get(choice) is not None]
        lines.append(f"  {name} [{_attributes(plain.nodes[name])}, label={_quoted(*label)}, {_SHAPES[action]}];")
    for before, after, data in plain.edges(data=True):
        label = [data["card"], data["probability"]]
        lines.append(f"  {before} -> {after} [{_attributes(data)}, label={_quoted(*label)}];")
    return "\n".join([*lines, "}"]) + "\n"


def _attributes(data: Mapping[str, Any]) -> str:
    return ", ".join(f"{name}={_value(value)}" for name, value in data.items())


def _value(value: object) -> str:
    if isinstance(value, bool):
        return _quoted(str(value).lower())
    return repr(value) if isinstance(value, int | float) else _quoted(str(value))


def _quoted(*lines: str) -> str:
    """The lines as one string of the DOT language."""
    escaped = (line.replace("\\", "\\\\").replace('"', '\\"') for line in lines)
    return '"' + "\\n".join(escaped) + '"'

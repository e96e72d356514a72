"""The states that drawing can reach as a networkx graph: nodes are states, edges are cards."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from incan_math.game.errors import GameError
from incan_math.game.expedition import Expedition
from incan_math.odds.states import layer_sizes

if TYPE_CHECKING:
    import networkx as nx

    StateGraph = nx.DiGraph[Expedition]

__all__ = ["state_graph"]


def state_graph(state: Expedition, depth: int | None = None, limit: int = 20_000) -> StateGraph:
    """The directed graph of the states within `depth` further cards, if nobody leaves; equal states are one node.

    Each node has `cards_out` (from `state`), `probability` (of ever being in it) and `bust`; each edge has `card`,
    `copies` and `probability` = copies / undrawn cards. Where two cards lead to one state they would share an edge,
    but they never do: a card out is part of the state.

    Args:
        state: the root.
        depth: how many further cards; None for all.
        limit: the most nodes to build.

    Raises:
        GameError: the graph would have more nodes than `limit`; the message says how many.

    >>> from incan_math import Expedition
    >>> graph = state_graph(Expedition.parse("7 fire"), depth=2)
    >>> graph.number_of_nodes(), sum(data["probability"] for _, data in graph.nodes(data=True) if data["bust"])
    (160, Fraction(65, 378))
    """
    import networkx as nx

    if depth is not None and (type(depth) is not int or depth < 0):
        raise GameError(f"depth: {depth!r} given; it is a number of cards, 0 or more, or None for the whole deck")
    sizes = layer_sizes(state)
    size = sum(sizes if depth is None else sizes[: depth + 1])
    if size > limit:
        raise GameError(f"the graph would have {size:,} states, more than limit={limit:,}; give a smaller depth")
    graph: StateGraph = nx.DiGraph()
    graph.add_node(state, cards_out=0, probability=Fraction(1), bust=state.is_bust)
    layer = [state]
    for cards_out in range(1, len(sizes) if depth is None else min(depth + 1, len(sizes))):
        reached: dict[Expedition, Fraction] = {}
        for before in layer:
            reach = graph.nodes[before]["probability"]
            for card, copies, after in before.draws():
                step = Fraction(copies, before.cards_left)
                reached[after] = reached.get(after, Fraction(0)) + reach * step
                graph.add_edge(before, after, card=card, copies=copies, probability=step)
        for after, probability in reached.items():
            graph.add_node(after, cards_out=cards_out, probability=probability, bust=after.is_bust)
        layer = list(reached)
    return graph

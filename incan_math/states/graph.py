"""The states that drawing can reach as a networkx graph: nodes are states, edges are cards.

Nobody leaves in it: what a player should choose at a state is in `incan_math.advice.decision_graph`.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from incan_math.game.cards import Card
from incan_math.game.errors import GameError, shown
from incan_math.game.expedition import Expedition, need_expedition
from incan_math.game.extras import require
from incan_math.game.showing import brief
from incan_math.states.reachable import layer_sizes

if TYPE_CHECKING:
    import networkx as nx

    StateGraph = nx.DiGraph[Expedition]

__all__ = ["Way", "likeliest_busts", "reach_probability", "root_of", "state_graph"]


class Way(NamedTuple):
    """One order of cards that ends in a bust: the cards, the probability of that order, and the state it leads to."""

    cards: tuple[Card, ...]
    probability: Fraction
    state: Expedition

    def __repr__(self) -> str:
        return brief(self)

    def __str__(self) -> str:
        return " ".join(map(str, self.cards))


def state_graph(state: Expedition, depth: int | None = None, limit: int = 20_000) -> StateGraph:
    """The directed graph of the states within `depth` further cards, if nobody leaves; equal states are one node.

    Each node has `notation` (text that parses back to the state), `cards_out` (from `state`), `probability` (of ever
    being in it) and `bust`; each edge has `card`, `copies` and `probability` = copies / undrawn cards. Nodes come layer
    by layer of cards out, the root first. Where two cards lead to one state they would share an edge, but they never
    do: a card out is part of the state.

    Args:
        state: the root.
        depth: how many further cards; None for all.
        limit: the most nodes to build.

    Raises:
        GameError: the graph would have more nodes than `limit`; the message says how many, before any is built.

    >>> from incan_math import Expedition
    >>> graph = state_graph(Expedition.parse("7 fire"), depth=2)
    >>> graph.number_of_nodes(), sum(data["probability"] for _, data in graph.nodes(data=True) if data["bust"])
    (160, Fraction(65, 378))
    """
    require("networkx")

    import networkx as nx

    need_expedition(state)
    if depth is not None and (type(depth) is not int or depth < 0):
        raise GameError(f"depth: {shown(depth)} given; it is a number of cards, 0 or more, or None for the whole deck")
    if type(limit) is not int or limit < 1:
        raise GameError(f"limit: {shown(limit)} given; it is the most states to build, 1 or more")
    sizes = layer_sizes(state)
    size = sum(sizes if depth is None else sizes[: depth + 1])
    if size > limit:
        raise GameError(f"the graph would have {size:,} states, more than limit={limit:,}; give a smaller depth")
    graph: StateGraph = nx.DiGraph()
    _add(graph, state, 0, Fraction(1))
    layer = [state]
    for cards_out in range(1, len(sizes) if depth is None else min(depth + 1, len(sizes))):
        reached: dict[Expedition, Fraction] = {}
        edges = []
        for before in layer:
            reach = graph.nodes[before]["probability"]
            for card, copies, after in before.draws():
                step = Fraction(copies, before.cards_left)
                reached[after] = reached.get(after, Fraction(0)) + reach * step
                edges.append((before, after, {"card": card, "copies": copies, "probability": step}))
        for after, probability in reached.items():
            _add(graph, after, cards_out, probability)
        graph.add_edges_from(edges)
        layer = list(reached)
    return graph


def _add(graph: StateGraph, state: Expedition, cards_out: int, probability: Fraction) -> None:
    graph.add_node(state, notation=state.notation(), cards_out=cards_out, probability=probability, bust=state.is_bust)


def root_of(graph: StateGraph) -> Expedition:
    """The state that a graph of `state_graph` starts from.

    Raises:
        GameError: `graph` is not one of `state_graph`.

    >>> print(root_of(state_graph(Expedition.parse("7 fire"), depth=1)))
    7 fire
    """
    import networkx as nx

    root = next(iter(graph), None) if isinstance(graph, nx.DiGraph) else None
    if not isinstance(root, Expedition):
        raise GameError(f"graph: {shown(graph)} is not a graph of states; state_graph(state) makes one")
    return root


def likeliest_busts(graph: StateGraph, most: int = 5) -> list[Way]:
    """The likeliest orders of cards that end in a bust within the graph, likeliest first; ties by their text.

    The probability of an order is the product over its edges. Orders of equal cards are one; orders of the
    same cards in another sequence are others (a bust state's own `probability` sums over them).

    Args:
        graph: a graph of `state_graph`.
        most: how many orders to give, 1 or more; fewer where the graph has fewer.

    Raises:
        GameError: `most` is not such a number, or `graph` is not one of `state_graph`.

    >>> graph = state_graph(Expedition.parse("7 fire snakes mummy", removed="fire"), depth=3)
    >>> for way in likeliest_busts(graph, most=4):
    ...     print(f"{way}: {way.probability}")
    mummy: 2/25
    snakes: 2/25
    fire: 1/25
    rocks mummy: 1/100
    """
    if type(most) is not int or most < 1:
        raise GameError(f"most: {shown(most)} given; it is a number of orders, 1 or more")
    root = root_of(graph)
    best: dict[Expedition, list[Way]] = {root: [Way((), Fraction(1), root)]}
    busts: list[Way] = []
    for before, data in graph.nodes(data=True):  # Layer by layer: every order that leads here is known.
        ways = best.pop(before)
        ways.sort(key=_rank)
        # All orders that lead here have equally many cards, so the best ones stay the best under every next card.
        del ways[most:]
        if data["bust"]:
            busts += ways
        for _, after, edge in graph.out_edges(before, data=True):
            best.setdefault(after, []).extend(
                Way((*way.cards, edge["card"]), way.probability * edge["probability"], after) for way in ways
            )
    busts.sort(key=_rank)
    return [way for way in busts if way.cards][:most]


def _rank(way: Way) -> tuple[Fraction, int, str]:
    return -way.probability, len(way.cards), str(way)


def reach_probability(graph: StateGraph, wanted: Expedition | Callable[[Expedition], bool]) -> Fraction:
    """P(the expedition ever comes to a wanted state within the graph, if nobody leaves), the root counted.

    Args:
        graph: a graph of `state_graph`.
        wanted: one state, or a question that is answered True for the wanted ones.

    Raises:
        GameError: `wanted` is neither.

    The probability of holding 20 gems within three cards, and that of reaching one given state:

    >>> graph = state_graph(Expedition.parse("7 fire"), depth=3)
    >>> reach_probability(graph, lambda cave: cave.bag >= 20)
    Fraction(3743, 9828)
    >>> reach_probability(graph, Expedition.parse("7 fire mummy 5"))
    Fraction(1, 63)
    """
    if callable(wanted) and not isinstance(wanted, type):
        holds = wanted
    else:
        need_expedition(wanted)
        target = wanted

        def holds(state: Expedition) -> bool:
            return state == target

    # A walk is stopped at the first wanted state, so that none is counted twice.
    walking: dict[Expedition, Fraction] = {root_of(graph): Fraction(1)}
    total = Fraction(0)
    for before in graph:
        probability = walking.pop(before, Fraction(0))
        if not probability:
            continue
        if holds(before):
            total += probability
            continue
        for _, after, edge in graph.out_edges(before, data=True):
            walking[after] = walking.get(after, Fraction(0)) + probability * edge["probability"]
    return total

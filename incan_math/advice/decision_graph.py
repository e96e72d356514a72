"""The state graph with what staying and retiring are worth at every state: a decision tree, equal states merged."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from incan_math.advice.router import decide
from incan_math.game.expedition import Expedition, need_live
from incan_math.game.situation import Situation
from incan_math.states.graph import root_of, state_graph
from incan_math.strategies.decision import ExactDecision
from incan_math.strategies.heuristics import StayForever

if TYPE_CHECKING:
    from incan_math.states.graph import StateGraph

__all__ = ["decision_graph", "played_part"]


def decision_graph(state: Expedition, depth: int | None = None, limit: int = 2_000) -> StateGraph:
    """`state_graph`, each node with the best `action` there and what `stay`, `retire` and the node's `value` are worth.

    The player is alone, or all others never leave; values are the expected points taken home from this expedition, as
    in `decide`, exact whatever the depth. `action` is "stay", "retire", "tie", or "bust" where nothing is left to
    choose and the value is 0. With the last card out nobody can stay: `stay` is None there, as `retire` is None before
    the first card, and both are after a bust.

    Args:
        state: the root, a live state; players do not have just retired.
        depth: how many further cards; None for all.
        limit: the most nodes to build; each needs a decision.

    Raises:
        GameError: the graph would have more nodes than `limit`, or nothing can be decided at `state`.

    >>> from incan_math import Rules
    >>> cave = Expedition.start(rules=Rules(treasures=(3, 5, 7), hazards={"fire": 2, "snakes": 2}))
    >>> graph = decision_graph(cave.reveal(5).reveal("fire"), depth=1)
    >>> for _, node in graph.nodes(data=True):
    ...     print(node["notation"], node["action"], node["stay"], node["retire"], sep=" / ")
    5 fire | rules=custom / stay / 6 / 5
    5 fire 3 | rules=custom / retire / 31/4 / 8
    5 fire 7 | rules=custom / retire / 39/4 / 12
    5 fire fire | rules=custom / bust / None / None
    5 fire snakes | rules=custom / tie / 5 / 5
    """
    need_live(state)
    graph = state_graph(state, depth, limit)
    known: dict[Situation, ExactDecision] = {}
    for node, data in graph.nodes(data=True):
        if node.is_bust:
            data.update(action="bust", stay=None, retire=None, value=Fraction(0))
        elif not node.cards_left:
            # All who are in go home together with the last card.
            value = Fraction(node.payout(node.players).points)
            data.update(action="retire", stay=None, retire=value, value=value)
        else:
            key = node.situation.unnamed()
            if key not in known:
                known[key] = decide(node, [StayForever()] * (node.players - 1))
            found = known[key]
            retire = found.retire if node.is_deciding else None
            data.update(action=found.action, stay=found.stay, retire=retire, value=found.value)
    return graph


def played_part(graph: StateGraph) -> StateGraph:
    """The part of a decision graph that a player who plays it can meet: nothing follows a state to retire or tie at.

    >>> from incan_math import Rules
    >>> small = Rules(treasures=(3, 5, 7), hazards={"fire": 2, "snakes": 2})
    >>> graph = decision_graph(Expedition.start(rules=small))
    >>> graph.number_of_nodes(), played_part(graph).number_of_nodes()
    (64, 40)
    """
    met = {root_of(graph)}
    for before, data in graph.nodes(data=True):
        if before in met and data["action"] == "stay":
            met.update(graph.successors(before))
    part = graph.copy()  # Not a subgraph view: that one would give the nodes in another order.
    part.remove_nodes_from([node for node in graph if node not in met])
    part.remove_edges_from([edge for edge in part.edges if part.nodes[edge[0]]["action"] != "stay"])
    return part

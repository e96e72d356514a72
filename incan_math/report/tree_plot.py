"""A decision tree drawn: what the best play meets from a small position, equal states merged."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from incan_math.advice.decision_graph import played_part
from incan_math.game.editions import label_of
from incan_math.game.errors import GameError
from incan_math.game.expedition import Expedition
from incan_math.numbers.rationals import decimal_text
from incan_math.odds.bust import bust_probability
from incan_math.report.figure import new_figure, plot_style
from incan_math.states.graph import root_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from incan_math.states.graph import StateGraph

__all__ = ["tree_plot"]

MOST_BOXES = 80
"""Beyond so many boxes nobody finds a way through the lines."""

_COLUMN, _ROW, _LETTER = 2.6, 0.72, 0.055
"""Inches from box to box sideways and downwards, and of a letter on a line."""
_HALF_BOX = 0.21
"""Where lines leave and reach a box, in columns from its middle."""
_ALONG = (0.62, 0.5, 0.74, 0.38, 0.84, 0.26, 0.16)
"""Where on a line its label may stand: the first place that is free."""


class _Label(NamedTuple):
    """A label on a line: its middle and its width, in columns and rows."""

    x: float
    y: float
    width: float

    def overlap(self, other: _Label) -> float:
        """How much of two labels lies on each other."""
        wide = (self.width + other.width) / 2 - abs(self.x - other.x)
        high = 0.13 / _ROW - abs(self.y - other.y)
        return max(wide, 0) * max(high, 0)


_BOXES: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {
        "stay": {"boxstyle": "round,pad=0.35", "facecolor": "#ffffff", "edgecolor": "#009e73", "linewidth": 1.6},
        "retire": {"boxstyle": "square,pad=0.35", "facecolor": "#7a1f1f", "edgecolor": "#000000", "linewidth": 1.0},
        "tie": {
            "boxstyle": "square,pad=0.35",
            "facecolor": "#f3dcae",
            "edgecolor": "#000000",
            "linewidth": 1.2,
            "linestyle": "--",
        },
    }
)
"""A box tells its action by colour, by how dark it is, by its corners and by its outline."""


def tree_plot(graph: StateGraph, title: str = "") -> Figure:
    """The part of a decision graph that the best play can meet, from left to right by cards out.

    A box has the cards, what staying and retiring are worth in points, and the probability that the next card busts;
    white and round is stay, dark and square is retire, dashed is a tie. A line has its card, and how many of the
    undrawn ones are such. Busts are in the boxes only.
    """
    part = played_part(graph)
    part.remove_nodes_from([state for state in graph if state.is_bust and state in part])
    boxes = part.number_of_nodes()
    if boxes > MOST_BOXES:
        raise GameError(
            f"graph: {boxes} boxes are too many for one drawing ({MOST_BOXES} at most); give a smaller depth"
        )
    root = root_of(graph)
    layers: dict[int, list[Expedition]] = {}
    for state, data in part.nodes(data=True):
        layers.setdefault(data["cards_out"], []).append(state)
    places = _places(part, layers)
    tallest = max(map(len, layers.values()))
    words = f"rules {label_of(root.rules)}, {_others(root.players)}, expected points of this expedition"
    with plot_style():
        figure = new_figure(
            max(_COLUMN * len(layers) + 0.3, 5.5), 1.4 + _ROW * max(tallest, 3), title or f"Stay or retire: {_at(root)}"
        )
        axes = figure.subplots()
        axes.set_title(f"{words}\non a line: the card, and how many of the undrawn ones are such", fontsize=9)
        axes.axis("off")
        axes.set_xlim(-0.4, max(layers) + 0.4)
        axes.set_ylim(-tallest / 2 - 0.2, tallest / 2 + 0.2)
        taken: list[_Label] = []
        for before, after, edge in part.edges(data=True):
            x, y = places[before][0] + _HALF_BOX, places[before][1]
            then_x, then_y = places[after][0] - _HALF_BOX, places[after][1]
            ends = [places[before][0], x, then_x, places[after][0]]
            axes.plot(ends, [y, y, then_y, then_y], color="#888888", linewidth=0.8, zorder=1)
            text = f"{edge['card']}  {edge['copies']}/{before.cards_left}"
            width = _LETTER * len(text) / _COLUMN
            spots = [_Label(x + at * (then_x - x), y + at * (then_y - y), width) for at in _ALONG]
            spot = min(spots, key=lambda one: sum(one.overlap(other) for other in taken))
            taken.append(spot)
            axes.text(
                spot.x,
                spot.y,
                text,
                ha="center",
                va="center",
                fontsize=6.5,
                zorder=2,
                bbox={"facecolor": "#ffffff", "edgecolor": "none", "pad": 0.6},
            )
        for state, data in part.nodes(data=True):
            axes.text(
                *places[state],
                _words(state, data),
                ha="center",
                va="center",
                fontsize=7,
                zorder=3,
                color="#ffffff" if data["action"] == "retire" else "#000000",
                bbox=_BOXES[data["action"]],
            )
    return figure


def _places(part: StateGraph, layers: Mapping[int, list[Expedition]]) -> dict[Expedition, tuple[float, float]]:
    """Where each box stands: in its layer's column, in the order of the middle of those that lead to it."""
    places: dict[Expedition, tuple[float, float]] = {}
    for cards_out, layer in layers.items():

        def middle(state: Expedition) -> Fraction:
            heights = [Fraction(places[before][1]) for before in part.predecessors(state)]
            return -sum(heights, Fraction(0)) / max(len(heights), 1)

        layer = sorted(layer, key=middle)
        spread = max(map(len, layers.values())) / len(layer)
        for number, state in enumerate(layer):
            places[state] = (float(cards_out), ((len(layer) - 1) / 2 - number) * spread)
    return places


def _words(state: Expedition, data: Mapping[str, Any]) -> str:
    lines = [state.path or "start", data["action"].upper()]
    worth = [f"{choice} {_points(data[choice])}" for choice in ("stay", "retire") if data[choice] is not None]
    lines.append(", ".join(worth))
    if state.deadly and data["action"] != "retire":
        lines.append(f"bust {bust_probability(state)}")
    return "\n".join(lines)


def _points(value: Fraction) -> str:
    return str(value) if value.denominator == 1 else decimal_text(value, 2)


def _at(state: Expedition) -> str:
    return state.path or "from the first card"


def _others(players: int) -> str:
    return "alone" if players == 1 else f"{players - 1} others never leave"

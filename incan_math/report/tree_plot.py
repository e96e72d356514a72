"""A decision tree drawn: what the best play meets from a small position, cards with one consequence on one branch."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from incan_math.advice.decision_graph import played_part
from incan_math.game.cards import Treasure
from incan_math.game.editions import label_of
from incan_math.game.errors import GameError
from incan_math.game.expedition import Expedition
from incan_math.numbers.rationals import decimal_text
from incan_math.report.figure import new_figure, plot_style
from incan_math.states.graph import root_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from incan_math.game.cards import Card
    from incan_math.states.graph import StateGraph

__all__ = ["MOST_ROWS", "tree_plot"]

MOST_ROWS = 60
"""More branches than so many do not fit on a page."""

_ROW, _LETTER, _GAP = 0.21, 0.06, 0.3
"""Inches: the height of a row, the width of a letter, and the free part of a branch."""

_BOXES: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {
        "stay": {"boxstyle": "round,pad=0.3", "facecolor": "#ffffff", "edgecolor": "#009e73", "linewidth": 1.6},
        "retire": {"boxstyle": "square,pad=0.3", "facecolor": "#7a1f1f", "edgecolor": "#000000", "linewidth": 1.0},
        "tie": {
            "boxstyle": "square,pad=0.3",
            "facecolor": "#f3dcae",
            "edgecolor": "#000000",
            "linewidth": 1.2,
            "linestyle": "--",
        },
        "bust": {
            "boxstyle": "square,pad=0.3",
            "facecolor": "#dddddd",
            "edgecolor": "#000000",
            "linewidth": 1.0,
            "linestyle": ":",
        },
    }
)
"""A box tells its action by colour, by how dark it is, by its corners and by its outline."""


@dataclass(frozen=True)
class _Branch:
    """A box and what leads to it: `label` names the cards; `words` stand in the box."""

    label: str
    action: str
    words: str
    branches: tuple[_Branch, ...] = ()

    @property
    def rows(self) -> int:
        """How many rows it takes: one for each end, and two for a box that branches."""
        return max(sum(branch.rows for branch in self.branches), 2 if self.branches else 1)


def tree_plot(graph: StateGraph, title: str = "") -> Figure:
    """The part of a decision graph that the best play can meet, from left to right, every branch down to its end.

    A box has the best action and what it is worth in points; white and round is stay, dark and square is retire, dashed
    is a tie, grey and dotted is a bust. On the branch to it stand its cards, and how many of the undrawn ones are such.
    Cards after which nothing follows share a branch if the action is the same, with the least and the greatest worth;
    hazards that differ in name only share one, and what follows is drawn for the first of them.

    Raises:
        GameError: the drawing would not fit on a page.
    """
    root = root_of(graph)
    tree = _branch(played_part(graph), root, "")
    if tree.rows > MOST_ROWS:
        raise GameError(
            f"graph: {tree.rows} branches are too many for one drawing ({MOST_ROWS} at most); give a smaller depth"
        )
    columns = list(_columns(tree))
    words = f"rules {label_of(root.rules)}, {_others(root.players)}, expected points of this expedition"
    with plot_style():
        width = columns[-1][1] + columns[-1][2] + 0.2
        figure = new_figure(
            max(width + 0.2, 5.2), 1.0 + _ROW * max(tree.rows, 5), title or f"Stay or retire: {_at(root)}"
        )
        axes = figure.subplots()
        axes.set_title(f"{words}\non a branch: the cards, and how many of the undrawn ones are such", fontsize=8.5)
        axes.axis("off")
        axes.set_xlim(-0.1, max(width, 5.0))
        axes.set_ylim(tree.rows - 0.3, -0.7)
        _draw(axes, tree, columns, 0, 0)
    return figure


def _branch(part: StateGraph, state: Expedition, label: str) -> _Branch:
    """The tree from a state on."""
    data = part.nodes[state]
    ends: dict[object, list[tuple[Expedition, Card, int]]] = {}
    for _, after, edge in part.out_edges(state, data=True):
        action = part.nodes[after]["action"]
        # What goes on is drawn once for all hazards that differ in name only, what ends once for each action.
        key = after.situation.unnamed() if part.out_degree(after) else action
        ends.setdefault(key, []).append((after, edge["card"], edge["copies"]))
    left = state.cards_left
    branches = []
    for found in ends.values():
        copies = sum(number for _, _, number in found)
        text = f"{_cards([card for _, card, _ in found])}  {copies}/{left}"
        first = found[0][0]
        if part.out_degree(first):
            branches.append(_branch(part, first, text))
        else:
            action = part.nodes[first]["action"]
            worth = [part.nodes[after]["value"] for after, _, _ in found]
            branches.append(_Branch(text, action, _end(action, worth)))
    branches.sort(key=lambda branch: branch.action == "bust")
    words = _choice(data) if branches else _end(data["action"], [data["value"]])
    return _Branch(label, data["action"], words, tuple(branches))


def _cards(cards: list[Card]) -> str:
    """Treasures from the least to the greatest, then the names of the others."""
    values = sorted({card.value for card in cards if isinstance(card, Treasure)})
    names = [str(card) for card in cards if not isinstance(card, Treasure)]
    shown = [f"{values[0]} to {values[-1]}"] if len(values) > 2 else [str(value) for value in values]
    return ", ".join([*shown, *names])


def _end(action: str, worth: list[Fraction]) -> str:
    if action == "bust":
        return "BUST"
    low, high = min(worth), max(worth)
    return f"{action.upper()}  {_points(low)}" + (f" to {_points(high)}" if high > low else "")


def _choice(data: Mapping[str, Any]) -> str:
    other = data["retire"]
    return f"STAY  {_points(data['stay'])}" + ("" if other is None else f"\nretire  {_points(other)}")


def _columns(tree: _Branch) -> Iterator[tuple[float, float, float]]:
    """(where its branches begin, where its boxes begin, how wide they are) of each column, in inches from the left."""
    level: list[_Branch] = [tree]
    start = 0.0
    while level:
        labels = max(len(branch.label) for branch in level) * _LETTER
        boxes = max(len(line) for branch in level for line in branch.words.split("\n")) * _LETTER + 0.15
        place = start + (labels + _GAP if labels else 0)
        yield start, place, boxes
        start = place + boxes
        level = [branch for above in level for branch in above.branches]


def _draw(axes: Axes, branch: _Branch, columns: list[tuple[float, float, float]], depth: int, top: int) -> float:
    """Draw the branch below the rows above it; the row of its box."""
    place = columns[depth][1]
    heights = []
    row = top
    for below in branch.branches:
        heights.append(_draw(axes, below, columns, depth + 1, row))
        row += below.rows
    height = (heights[0] + heights[-1]) / 2 if heights else float(top)
    if heights:
        start, boxes, _ = columns[depth + 1]
        trunk = start + 0.12
        axes.plot([place + 0.1, trunk], [height, height], color="#888888", linewidth=0.8, zorder=1)
        axes.plot([trunk, trunk], [heights[0], heights[-1]], color="#888888", linewidth=0.8, zorder=1)
        for below, y in zip(branch.branches, heights, strict=True):
            axes.plot([trunk, boxes], [y, y], color="#888888", linewidth=0.8, zorder=1)
            axes.text(
                trunk + 0.08,
                y,
                below.label,
                va="center",
                fontsize=7.5,
                zorder=2,
                bbox={"facecolor": "#ffffff", "edgecolor": "none", "pad": 0.8},
            )
    axes.text(
        place + 0.06,
        height,
        branch.words,
        va="center",
        fontsize=7.5,
        zorder=3,
        color="#ffffff" if branch.action == "retire" else "#000000",
        bbox=_BOXES[branch.action],
    )
    return height


def _points(value: Fraction) -> str:
    return str(value) if value.denominator == 1 else decimal_text(value, 2)


def _at(state: Expedition) -> str:
    return state.path or "from the first card"


def _others(players: int) -> str:
    return "alone" if players == 1 else f"{players - 1} others never leave"

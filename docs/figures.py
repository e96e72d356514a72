"""Draw the figures of the documentation, or check that those at hand show what the library computes.

    python -m docs.figures            write all of them into docs/figures/
    python -m docs.figures NAME...    write these
    python -m docs.figures --check    say which show other numbers, and fail if one does

The equilibria of 3, 5 and 8 players take minutes the first time; the library then keeps them on disk.

Each file keeps a digest of what it shows. It is that which is checked: how matplotlib draws it may change.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from docs.floors import floors, floors_plot
from docs.page_drawings import (
    at_the_table,
    balances,
    balances_plot,
    luck,
    luck_plot,
    next_cards,
    next_cards_plot,
    risks,
    risks_plot,
    shares_by_lead,
    shares_by_lead_plot,
)
from docs.published_drawings import (
    convention,
    convention_plot,
    few_gems,
    few_gems_plot,
    known_orders,
    known_orders_plot,
    totals,
    totals_plot,
)
from incan_math import EDITIONS, Expedition, Rules, decision_graph, duel, equilibrium
from incan_math.report.figure import save_figure
from incan_math.report.heat_map import Cells, cell_text, retire_map
from incan_math.report.plot_data import boundaries, bust_curves, retire_cells, take_homes, win_curves
from incan_math.report.plots import boundary_plot, bust_curve_plot, take_home_plot, win_plot
from incan_math.report.tree_plot import tree_plot

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from incan_math.states.graph import StateGraph

FOLDER = Path(__file__).parent / "figures"
SMALL = Rules(treasures=(3, 5, 7), hazards={"fire": 2, "snakes": 2}, name="small")


class Drawing(NamedTuple):
    """What a figure is of, how it is drawn, and what of it is compared."""

    numbers: Callable[[], Any]
    draw: Callable[[Any], Figure]
    shown: Callable[[Any], object] = lambda numbers: numbers


def _nodes(graph: StateGraph) -> object:
    return [[str(value) for value in node.values()] for node in graph.nodes.values()]


def _retiring(players: int) -> Drawing:
    def shown(cells: Cells) -> object:
        # The last binary digits of a probability may differ from machine to machine.
        return {cell: cell_text(chance) for cell, chance in cells.items()}

    return Drawing(
        lambda: retire_cells(equilibrium(Expedition.start(players)), most=20),
        lambda cells: retire_map({"": cells}, f"{players} players, bga-en"),
        shown,
    )


FIGURES = {
    "floors": Drawing(floors, floors_plot),
    "bust": Drawing(
        lambda: bust_curves(EDITIONS),
        lambda curves: bust_curve_plot(curves, "fresh deck of the first expedition"),
    ),
    "boundary": Drawing(lambda: boundaries(["bga-en"]), boundary_plot),
    "boundaries": Drawing(lambda: boundaries(EDITIONS), boundary_plot),
    "take-home": Drawing(
        lambda: take_homes(["bga-en", "diamant-2005"]),
        lambda points: take_home_plot({f"rules {label}; alone": chances for label, chances in points.items()}),
    ),
    "tree": Drawing(lambda: decision_graph(Expedition.parse("5", rules=SMALL), 2), tree_plot, _nodes),
    "one-card": Drawing(lambda: decision_graph(at_the_table(), 1), tree_plot, _nodes),
    "next-card": Drawing(next_cards, next_cards_plot),
    "retire-3": _retiring(3),
    "retire-5": _retiring(5),
    "retire-8": _retiring(8),
    "known-order": Drawing(known_orders, known_orders_plot),
    "few-gems": Drawing(few_gems, few_gems_plot),
    "convention": Drawing(convention, convention_plot),
    "classroom": Drawing(balances, balances_plot),
    "risk": Drawing(risks, risks_plot),
    "shares": Drawing(shares_by_lead, shares_by_lead_plot),
    "luck": Drawing(luck, luck_plot),
    "together": Drawing(totals, totals_plot),
    "win": Drawing(
        lambda: win_curves(duel("bga-en")),
        lambda curves: win_plot(curves, "bga-en; all hazards in the deck, no artifact claimed; a draw counts 1/2"),
        lambda curves: {
            name: {lead: f"{float(chance):.6f}" for lead, chance in c.items()} for name, c in curves.items()
        },
    ),
}
SLOW = {"retire-3", "retire-5", "retire-8"}


def stale(names: Iterable[str] = tuple(FIGURES)) -> Iterator[str]:
    """Which of these figures are missing or show other numbers."""
    for name in names:
        path = FOLDER / f"{name}.svg"
        drawing = FIGURES[name]
        if not path.exists() or _digest(drawing, drawing.numbers()) not in path.read_text(encoding="utf-8"):
            yield name


def write(names: Iterable[str] = tuple(FIGURES)) -> None:
    """Write these figures."""
    FOLDER.mkdir(exist_ok=True)
    for name in names:
        drawing = FIGURES[name]
        numbers = drawing.numbers()
        save_figure(drawing.draw(numbers), FOLDER / f"{name}.svg", f"shows: {_digest(drawing, numbers)}")


def _digest(drawing: Drawing, numbers: object) -> str:
    return sha256(repr(drawing.shown(numbers)).encode()).hexdigest()


if __name__ == "__main__":
    if sys.argv[1:] == ["--check"]:
        wrong = list(stale())
        print(f"run python -m docs.figures: {', '.join(wrong)}" if wrong else "every figure shows what is computed")
        sys.exit(bool(wrong))
    write(sys.argv[1:] or tuple(FIGURES))

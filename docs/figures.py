"""Draw the figures of the documentation, or check that those at hand show what the library computes.

    python docs/figures.py            write all of them into docs/figures/
    python docs/figures.py --check    say which show other numbers, and fail if one does

Each file keeps a digest of the numbers in it. It is that which is checked: how matplotlib draws them may change.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from incan_math import EDITIONS, Expedition, Rules, decision_graph
from incan_math.report.figure import save_figure
from incan_math.report.plot_data import boundaries, bust_curves, take_homes
from incan_math.report.plots import boundary_plot, bust_curve_plot, take_home_plot
from incan_math.report.tree_plot import tree_plot

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FOLDER = Path(__file__).parent / "figures"
SMALL = Rules(treasures=(3, 5, 7), hazards={"fire": 2, "snakes": 2}, name="small")


def _decisions() -> list[tuple[str, Any]]:
    graph = decision_graph(Expedition.parse("5 fire", rules=SMALL), 2)
    return [
        (node["notation"], node["action"], str(node["stay"]), str(node["retire"])) for _, node in graph.nodes.items()
    ]


def _tree(_: Any) -> Figure:
    return tree_plot(decision_graph(Expedition.parse("5 fire", rules=SMALL), 2))


FIGURES: dict[str, tuple[Callable[[], Any], Callable[[Any], Figure]]] = {
    "bust": (
        lambda: bust_curves(EDITIONS),
        lambda data: bust_curve_plot(data, "fresh deck of the first expedition"),
    ),
    "boundary": (lambda: boundaries(["bga-en"]), boundary_plot),
    "boundaries": (lambda: boundaries(EDITIONS), boundary_plot),
    "take-home": (
        lambda: take_homes(["bga-en", "diamant-2005"]),
        lambda data: take_home_plot({f"rules {label}; alone": points for label, points in data.items()}),
    ),
    "tree": (_decisions, _tree),
}
"""{name: (the numbers, the figure of them)}."""


def stale() -> Iterator[str]:
    """The names of the figures that are missing or show other numbers."""
    for name, (numbers, _) in FIGURES.items():
        path = FOLDER / f"{name}.svg"
        if not path.exists() or _digest(numbers()) not in path.read_text(encoding="utf-8"):
            yield name


def write() -> None:
    """Write all figures."""
    FOLDER.mkdir(exist_ok=True)
    for name, (numbers, draw) in FIGURES.items():
        data = numbers()
        save_figure(draw(data), FOLDER / f"{name}.svg", f"numbers: {_digest(data)}")


def _digest(data: Any) -> str:
    return sha256(repr(data).encode()).hexdigest()


if __name__ == "__main__":
    if sys.argv[1:] == ["--check"]:
        wrong = list(stale())
        print(f"run python docs/figures.py: {', '.join(wrong)}" if wrong else "every figure shows what is computed")
        sys.exit(bool(wrong))
    write()

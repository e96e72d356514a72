"""What players take home together, as R28 and R29 publish it, and a picture of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from incan_math.report.figure import INKS, new_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["totals", "totals_plot"]

DATA = Path(__file__).parent / "data"
_SERIES = (("the most together", "R29", "most"), ("in equilibrium", "R28", "total"))


def totals() -> dict[str, dict[int, str]]:
    """{what: {players: points together}}, from the published data."""
    found = {}
    for what, label, column in _SERIES:
        rows = json.loads((DATA / f"{label}.json").read_text(encoding="utf-8"))["rows"]
        found[what] = {int(row["players"]): str(row[column]["decimal"]) for row in rows}
    return found


def totals_plot(series: dict[str, dict[int, str]]) -> Figure:
    """Points together by the number of players, one line for each way of playing."""
    figure = new_figure(6.0, 3.4, "What all players take home together from one expedition, bga-en")
    axes = figure.add_subplot()
    for ink, (what, points) in zip(INKS, series.items(), strict=False):
        axes.plot(list(points), [float(value) for value in points.values()], label=what, **ink)
    axes.set(xlabel="players", ylabel="points together", ylim=(0, 22))
    axes.legend(loc="lower right")
    return figure

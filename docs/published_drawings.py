"""Pictures of published results, drawn from their data files: what the game is like (R26 to R30)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from incan_math.report.figure import INKS, new_figure, plot_style

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = [
    "convention",
    "convention_plot",
    "few_gems",
    "few_gems_plot",
    "known_orders",
    "known_orders_plot",
    "totals",
    "totals_plot",
]

DATA = Path(__file__).parent / "data"
Bars = dict[str, str]
"""{what: decimal}."""


def totals() -> dict[str, dict[int, str]]:
    """{what: {players: points together}}: R29 and R28."""
    series = (("the most together", "R29", "most"), ("in equilibrium", "R28", "total"))
    return {
        what: {int(row["players"]): _decimal(row[column]) for row in _rows(label)} for what, label, column in series
    }


def totals_plot(series: dict[str, dict[int, str]]) -> Figure:
    """Points together by the number of players, one line for each way of playing."""
    with plot_style():
        figure = new_figure(5.2, 3.2, "What all players take home together")
        axes = figure.add_subplot()
        axes.set_title("rules bga-en, one expedition", fontsize=9)
        for ink, (what, points) in zip(INKS, series.items(), strict=False):
            axes.plot(list(points), [float(value) for value in points.values()], label=what, **ink)
        axes.set(xlabel="players (number)", ylabel="points together", ylim=(0, 22))
        axes.legend(loc="lower right")
    return figure


def known_orders() -> dict[str, tuple[str, str]]:
    """{editions with these numbers: (points with the order known, what the order is worth)}: R26."""
    found: dict[tuple[str, str], list[str]] = {}
    for row in _rows("R26"):
        found.setdefault((_decimal(row["known"]), _decimal(row["worth"])), []).append(row["edition"])
    return {"\n".join(names): numbers for numbers, names in found.items()}


def known_orders_plot(editions: dict[str, tuple[str, str]]) -> Figure:
    """A bar for each deck: what the best play takes home, and on top of it what the order is worth."""
    with plot_style():
        figure = new_figure(5.2, 4.8, "What it is worth to know the order of the deck")
        axes = figure.add_subplot()
        axes.set_title("alone, one expedition", fontsize=9)
        places = range(len(editions))
        known = [float(points) for points, _ in editions.values()]
        worth = [float(points) for _, points in editions.values()]
        best = [whole - more for whole, more in zip(known, worth, strict=True)]
        axes.barh(places, best, 0.6, color="#0072b2", edgecolor="#000000", label="best play without knowing it")
        axes.barh(
            places, worth, 0.6, best, color="#ffffff", edgecolor="#000000", hatch="///", label="knowing the order adds"
        )
        for place, whole, part in zip(places, known, best, strict=True):
            axes.text(part - 0.4, place, f"{part:.1f}", ha="right", va="center", color="#ffffff", fontweight="bold")
            axes.text(whole + 0.4, place, f"{whole:.1f}", va="center")
        axes.set_yticks(places, list(editions), fontsize=8)
        axes.invert_yaxis()
        axes.grid(visible=False, axis="y")
        axes.set(xlabel="expected points", xlim=(0, max(known) * 1.12))
        figure.legend(loc="outside lower center", ncols=2)
    return figure


def few_gems() -> dict[str, dict[int, str]]:
    """{"each" or "together": {players: points}}: R27."""
    rows = _rows("R27")
    return {
        what: {int(row["players"]): _decimal(row[column]) for row in rows}
        for what, column in (("each", "value"), ("together", "total"))
    }


def few_gems_plot(series: dict[str, dict[int, str]]) -> Figure:
    """Two bars for each number of players."""
    with plot_style():
        figure = new_figure(5.2, 3.4, "One gem, two fires: two get nothing, three get something")
        axes = figure.add_subplot()
        axes.set_title("custom rules, symmetric equilibrium", fontsize=9)
        looks = (("#0072b2", ""), ("#ffffff", "///"))
        for side, (colour, hatch), (what, points) in zip((-0.2, 0.2), looks, series.items(), strict=True):
            places = [players + side for players in points]
            heights = [float(y) for y in points.values()]
            axes.bar(places, heights, 0.4, color=colour, hatch=hatch, edgecolor="#000000", label=what)
        for players, decimal in series["together"].items():
            height = float(decimal)
            axes.annotate(
                f"{height:.3f}", (players, height), (0, 3), textcoords="offset points", ha="center", fontsize=8
            )
        axes.set_xticks(list(series["each"]))
        axes.grid(visible=False, axis="x")
        axes.set(xlabel="players (number)", ylabel="expected points", ylim=(0, 0.76))
        axes.legend(loc="upper right")
    return figure


def convention() -> Bars:
    """{who: points each}: R30, with half of what two can take home together (R29)."""
    [row] = _rows("R30")
    [together] = [each for each in _rows("R29") if each["players"] == 2]
    half = f"{float(_decimal(together['most'])) / 2:.6f}"
    return {
        "no word beforehand:\neach": _decimal(row["symmetric"]),
        "convention:\nthe second": _decimal(row["second"]),
        "convention, a coin\nsays who is first: each": _decimal(row["mean"]),
        "convention:\nthe first": _decimal(row["first"]),
        "all shared:\neach": half,
    }


def convention_plot(bars: Bars) -> Figure:
    """A bar for each way of playing; what one more gem is worth is seen from 0 on."""
    with plot_style():
        figure = new_figure(5.2, 3.2, "A word beforehand helps both of two players")
        axes = figure.add_subplot()
        axes.set_title("rules bga-en, one expedition", fontsize=9)
        places = range(len(bars))
        looks = ["#bbbbbb", "#0072b2", "#0072b2", "#0072b2", "#ffffff"]
        axes.barh(places, [float(y) for y in bars.values()], 0.6, color=looks, edgecolor="#000000")
        for place, points in zip(places, bars.values(), strict=True):
            axes.text(float(points) + 0.1, place, f"{float(points):.2f}", va="center")
        axes.set_yticks(places, list(bars), fontsize=8)
        axes.invert_yaxis()
        axes.grid(visible=False, axis="y")
        axes.set(xlabel="expected points", xlim=(0, 10))
    return figure


def _rows(label: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads((DATA / f"{label}.json").read_text(encoding="utf-8"))["rows"]
    return rows


def _decimal(cell: dict[str, str]) -> str:
    return str(cell["decimal"])

"""The floors of the package, as the import contract in `pyproject.toml` states them, and a picture of them."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

from incan_math.report.figure import new_figure, plot_style

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["floors", "floors_plot"]

PROJECT = Path(__file__).parent.parent / "pyproject.toml"


def floors() -> list[list[str]]:
    """The packages of each floor, the lowest first."""
    contracts = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
    [layers] = [contract["layers"] for contract in contracts if contract["type"] == "layers"]
    return [[package.strip() for package in layer.split("|")] for layer in reversed(layers)]


def floors_plot(house: list[list[str]]) -> Figure:
    """One row a floor, the lowest at the bottom; the engine stands beside them, on the lowest floor alone."""
    from matplotlib.patches import FancyBboxPatch

    with plot_style():
        figure = new_figure(5.2, 0.42 * len(house) + 0.7, "A package imports from the floors below its own")
        axes = figure.add_subplot()
        axes.set(xlim=(0, 10), ylim=(-0.15, len(house)))
        axes.set_axis_off()

        def box(left: float, bottom: float, width: float, height: float, text: str, colour: str) -> None:
            style = "round,pad=0,rounding_size=0.12"
            axes.add_patch(FancyBboxPatch((left, bottom), width, height, style, facecolor=colour, edgecolor="#555555"))
            axes.text(
                left + width / 2, bottom + height / 2, text, ha="center", va="center", fontsize=9, family="monospace"
            )

        for height, packages in enumerate(house):
            full = 10.0 if height == 0 else 7.4
            width = (full - 0.15 * (len(packages) - 1)) / len(packages)
            for place, package in enumerate(packages):
                box(place * (width + 0.15), height, width, 0.8, package, "#dcebf7" if height else "#f3e3c3")
        box(7.7, 1, 2.3, len(house) - 1.2, "engine\n\n(shares no\ncode with\nthe solvers)", "#e3f0dc")
    return figure

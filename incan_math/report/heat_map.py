"""Heat maps of retirement probabilities: bag against hazards showing, a panel for each number of players."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import fill
from typing import TYPE_CHECKING

from incan_math.game.errors import GameError, shown
from incan_math.report.figure import Number, new_figure, plot_style

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["RETIRE_NOTE", "Cells", "cell_text", "retire_map"]

Cells = Mapping[tuple[int, int], Number]
"""{(hazard kinds showing, bag): retirement probability, 0 to 1}."""

RETIRE_NOTE = "all who started are in; mean over the card orders that lead to such a bag, were nobody to leave before"
"""What the cells of an equilibrium are the mean of, in words."""

_WIDE, _HIGH = 0.3, 0.21
"""The sides of a cell in inches: room for three digits."""


def retire_map(panels: Mapping[str, Cells], title: str, note: str = "") -> Figure:
    """Retirement probabilities in per cent, in the cells and as greys; a cell that does not occur is crossed out.

    The bag grows downwards, the hazards to the right, and panels stand side by side: narrow enough for a telephone.

    Args:
        panels: for each panel its label (such as the number of players) and its cells.
        title: what stands above; name the rules in it.
        note: what stands below: what the probabilities are the mean of.

    Raises:
        GameError: there is no panel, a panel has no cell, or a number is not a probability.
    """
    if not panels or not all(panels.values()):
        raise GameError("panels: give at least one, each with at least one cell")
    for label, cells in panels.items():
        for place, probability in cells.items():
            if not 0 <= probability <= 1:
                raise GameError(
                    f"panels: {shown(label)} has {shown(probability)} at {place}; a probability lies from 0 to 1"
                )
    columns = [
        max(showing for showing, _ in cells) - min(showing for showing, _ in cells) + 1 for cells in panels.values()
    ]
    rows = max(max(bag for _, bag in cells) + 1 for cells in panels.values())
    width = max(2.4, 0.6 + sum(_WIDE * column + 0.1 for column in columns))
    letters = round(width * 11)
    with plot_style():
        figure = new_figure(width, 1.2 + _HIGH * rows, fill(title, letters, break_on_hyphens=False))
        figure.set_layout_engine("constrained", w_pad=0.02, wspace=0.02)
        every = figure.subplots(1, len(panels), squeeze=False, sharey=True, width_ratios=columns)[0]
        for axes, (label, cells) in zip(every, panels.items(), strict=True):
            _panel(axes, cells)
            if label:
                axes.set_title(label, fontsize=9)
            axes.set_ylim(rows - 0.5, -0.5)
        every[0].set_yticks(range(rows))
        every[0].set_ylabel("bag of each player in (gems)")
        for axes in every:
            axes.set_xlabel("hazard kinds\nshowing (number)", fontsize=8)
        if note:
            figure.supxlabel(fill(note, round(width * 16)), fontsize=7.5)
    return figure


def _panel(axes: Axes, cells: Cells) -> None:
    from matplotlib.patches import Rectangle

    levels = [showing for showing, _ in cells]
    low, high = min(levels), max(levels)
    last = max(bag for _, bag in cells)
    for showing in range(low, high + 1):
        for bag in range(last + 1):
            probability = cells.get((showing, bag))
            corner = (showing - 0.5, bag - 0.5)
            if probability is None:
                axes.add_patch(Rectangle(corner, 1, 1, facecolor="none", edgecolor="#cccccc", hatch="xx", linewidth=0))
                continue
            ink = 1 - 0.85 * float(probability)  # Never quite black, so that the rules of the grid stay seen.
            axes.add_patch(Rectangle(corner, 1, 1, facecolor=str(ink), edgecolor="#ffffff", linewidth=0.5))
            axes.text(
                showing,
                bag,
                cell_text(probability),
                ha="center",
                va="center_baseline",
                fontsize=8,
                color="#ffffff" if ink < 0.46 else "#000000",
            )
    axes.add_patch(
        Rectangle((low - 0.5, -0.5), high - low + 1, last + 1, fill=False, edgecolor="#000000", linewidth=0.8)
    )
    axes.set_xlim(low - 0.5, high + 0.5)
    axes.set_xticks(range(low, high + 1))
    axes.tick_params(length=0)
    axes.grid(visible=False)
    axes.spines[:].set_visible(False)


def cell_text(probability: Number) -> str:
    """Per cent without decimals; a number that is neither 0 nor 1 is not shown as one.

    >>> from fractions import Fraction
    >>> [cell_text(Fraction(part, 1000)) for part in (0, 1, 500, 999, 1000)]
    ['0', '<1', '50', '>99', '100']
    """
    percent = round(100 * probability)
    if percent == 0 and probability > 0:
        return "<1"
    return ">99" if percent == 100 and probability < 1 else str(percent)

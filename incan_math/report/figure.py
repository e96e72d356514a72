"""What all plots share: one style, and files that are the same byte for byte whenever they are made.

Nothing global changes: figures are made without pyplot, unless they are to be shown, and the style holds only while one
is drawn or saved.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from fractions import Fraction
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from incan_math.game.errors import GameError, shown
from incan_math.game.extras import require
from incan_math.numbers.rationals import decimal_text

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["FORMATS", "INKS", "Number", "as_percent", "new_figure", "plot_style", "save_figure", "shown_figures"]

Number = Fraction | int | float
"""A number to draw: to the eye a fraction and its nearest float are the same."""

FORMATS = ("svg", "png")
"""The formats of a saved plot, by the end of the file's name."""

INKS: tuple[dict[str, Any], ...] = (
    {"color": "#000000", "linestyle": "-", "marker": "o", "markerfacecolor": "#000000"},
    {"color": "#0072b2", "linestyle": "--", "marker": "s", "markerfacecolor": "#ffffff"},
    {"color": "#d55e00", "linestyle": "-.", "marker": "^", "markerfacecolor": "#d55e00"},
    {"color": "#666666", "linestyle": ":", "marker": "D", "markerfacecolor": "#ffffff"},
    {"color": "#009e73", "linestyle": (0, (6, 1, 1, 1, 1, 1)), "marker": "v", "markerfacecolor": "#009e73"},
    {"color": "#8a5a9e", "linestyle": (0, (8, 3)), "marker": "x", "markerfacecolor": "#8a5a9e"},
    {"color": "#a67c00", "linestyle": (0, (1, 3)), "marker": "P", "markerfacecolor": "#ffffff"},
    {"color": "#444444", "linestyle": (0, (3, 1, 1, 1)), "marker": "*", "markerfacecolor": "#444444"},
    {"color": "#56b4e9", "linestyle": (0, (2, 1)), "marker": "p", "markerfacecolor": "#ffffff"},
)
"""How the lines of one plot look: told apart by dashes and marks as well as by colour."""

_STYLE = {
    # Letters are measured in the first, which comes with matplotlib; whoever shows an SVG may lack it, and the others
    # are no wider.
    "font.family": ["DejaVu Sans", "sans-serif"],
    "font.size": 9,
    "axes.titlesize": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#dddddd",
    "grid.linewidth": 0.6,
    "lines.markersize": 4,
    "legend.frameon": False,
    "hatch.linewidth": 0.6,
    "hatch.color": "#888888",
    "svg.hashsalt": "incan_math",
    "svg.fonttype": "none",
    "savefig.dpi": 150,
}
_IS_SHOWN: ContextVar[bool] = ContextVar("_IS_SHOWN", default=False)
_NO_DATE = {"svg": {"Date": None, "Creator": None}, "png": {"Software": None}}


@contextmanager
def plot_style() -> Iterator[None]:
    """Matplotlib's defaults and our own, whatever the user's settings are, and the user's again afterwards.

    Raises:
        GameError: matplotlib is not installed; the message says how to get it.
    """
    require("matplotlib")
    from matplotlib import style

    with style.context(["default", _STYLE]):
        yield


def new_figure(width: float, height: float, title: str) -> Figure:
    """An empty figure of so many inches with a title, laid out so that nothing overlaps."""
    if _IS_SHOWN.get():
        import matplotlib.pyplot as plt

        figure = plt.figure(figsize=(width, height), layout="constrained")
    else:
        from matplotlib.figure import Figure

        figure = Figure(figsize=(width, height), layout="constrained")
    if title:
        figure.suptitle(title, fontsize=11, fontweight="bold")
    return figure


@contextmanager
def shown_figures() -> Iterator[None]:
    """While this lasts, new figures are pyplot's: a notebook shows them, and so does `pyplot.show()`.

    Raises:
        GameError: matplotlib is not installed; the message says how to get it.
    """
    require("matplotlib")
    token = _IS_SHOWN.set(True)
    try:
        yield
    finally:
        _IS_SHOWN.reset(token)


def save_figure(figure: Figure, path: Path | str, description: str = "") -> Path:
    """Write the figure as SVG or PNG by the end of the file's name; equal figures give equal bytes.

    Args:
        figure: what to write.
        path: where to.
        description: words to keep in the file, unseen.

    Raises:
        GameError: the name ends otherwise.
    """
    path = Path(path)
    ending = path.suffix.lower().removeprefix(".")
    if ending not in FORMATS:
        raise GameError(f"output: {shown(str(path))} ends in neither .svg nor .png; give a name such as plot.svg")
    drawn = BytesIO()  # Drawn in full before the file is touched: a drawing that fails leaves none behind.
    with plot_style():
        figure.savefig(drawn, format=ending, metadata={**_NO_DATE[ending], "Description": description or None})
    path.write_bytes(drawn.getvalue())
    return path


def as_percent(probability: Number, places: int = 1) -> str:
    """A probability in percent, as plots write it.

    >>> as_percent(Fraction(2, 13)), as_percent(0.5, 0)
    ('15.4%', '50%')
    """
    return f"{decimal_text(Fraction(probability) * 100, places)}%"

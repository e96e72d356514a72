"""A distribution as bars, on axes of the caller's or of a new figure."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from incan_math.game.errors import GameError
from incan_math.numbers.rationals import decimal_text
from incan_math.odds.distribution import Distribution
from incan_math.report.figure import INKS, as_percent, new_figure, plot_style, shown_figures

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["distribution_bars"]

_MOST_BARS = 2_000


def distribution_bars(
    found: Distribution, ax: Axes | None = None, title: str = "", axis: str = "value", most: int | None = None
) -> Axes:
    """The probability of each value in per cent, with the mean and the median as lines; see `incan_math.plots`."""
    if not isinstance(found, Distribution):
        raise GameError("points: this is not a Distribution; draws_to_bust, gems_before_bust and take_home give one")
    if most is not None and type(most) is not int:
        raise GameError("most: give the greatest value to draw, a whole number, or None for all")
    known = [(value, p) for value, p in found.items() if value is not None and (most is None or value <= most)]
    if len(known) > _MOST_BARS:
        raise GameError(f"points: {len(known):,} values are more than {_MOST_BARS:,} bars; give most=, the greatest")
    with plot_style(), shown_figures():
        from matplotlib.ticker import MaxNLocator

        axes = new_figure(6.5, 3.6, "").subplots() if ax is None else ax
        heights = [100 * float(p) for _, p in known]
        axes.bar(
            [value for value, _ in known],
            heights,
            width=0.8,
            color="#9dc3e0",
            edgecolor="#000000",
            linewidth=0.4,
        )
        if known and not found.never:
            axes.axvline(float(found.mean), linestyle="--", color=INKS[2]["color"], label=f"mean {_number(found.mean)}")
        if found.median is not None:
            axes.axvline(found.median, linestyle=":", color="#000000", label=f"median {found.median}")
        left_out = found.at_least(most + 1) - found.never if most is not None else Fraction(0)
        notes = [f"never: {as_percent(found.never)}"] if found.never else []
        notes += [f"more than {most}: {as_percent(left_out)}"] if left_out else []
        axes.set_title(title or ", ".join(notes), fontsize=9)
        axes.set_xlabel(axis)
        axes.xaxis.set_major_locator(MaxNLocator(nbins=12, integer=True))
        axes.set_ylabel("probability (%)")
        if axes.get_legend_handles_labels()[0]:
            axes.legend(loc="upper right")
    return axes


def _number(value: Fraction) -> str:
    return str(value) if value.denominator == 1 else decimal_text(value, 2)

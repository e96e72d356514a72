"""Line and bar plots: each takes the numbers to draw and what to call them, wherever they come from.

All are meant for black-and-white print: lines differ in dashes and marks, areas in hatching.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from textwrap import fill
from typing import TYPE_CHECKING, SupportsFloat

from incan_math.game.errors import GameError
from incan_math.numbers.rationals import decimal_text
from incan_math.odds.distribution import Distribution
from incan_math.report.figure import INKS, Number, as_percent, new_figure, plot_style

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["boundary_plot", "bust_curve_plot", "take_home_plot", "win_plot"]

Curve = Mapping[int, Number]


def bust_curve_plot(
    curves: Mapping[str, Curve], note: str = "", title: str = "Probability that a bust has come, if nobody leaves"
) -> Figure:
    """The probability of a bust by the number of cards: a line each, and below how far each is from the first.

    Args:
        curves: for each line its label (the rules) and {cards: probability of a bust within so many}.
        note: which deck is meant, in words.
        title: what stands above.

    Raises:
        GameError: there is no curve, or more than can be distinguished.
    """
    _check("curves", curves)
    with plot_style():
        figure = new_figure(5.2, 5.6 if len(curves) > 1 else 4, title)
        if len(curves) > 1:
            axes, below = figure.subplots(2, 1, sharex=True, height_ratios=(3, 1))
        else:
            axes, below = figure.subplots(), None
        _draw(axes, curves)
        _percent_axis(axes)
        axes.set_title(note, fontsize=9)
        axes.set_ylabel("probability of a bust by then (%)")
        axes.legend(title="rules", alignment="left", loc="lower right")
        lowest = axes
        if below is not None:
            first = next(iter(curves.values()))
            _draw(
                below,
                {
                    label: {k: Fraction(y) - Fraction(first[k]) for k, y in curve.items() if k in first}
                    for label, curve in curves.items()
                },
            )
            below.yaxis.set_major_formatter(lambda y, _: f"{100 * y:+g}" if y else "0")
            below.set_ylabel("minus the first\n(% points)")
            lowest = below
        lowest.set_xlabel("cards turned up (number)")
        _whole_numbers(lowest)
    return figure


def boundary_plot(
    boundaries: Mapping[str, Curve], title: str = "From which take-home to retire", others: str = "alone"
) -> Figure:
    """The take-home from which retiring is best, by hazard kinds showing; one line alone is labelled and shaded.

    Args:
        boundaries: for each line its label (the rules) and {kinds showing: take-home from which to retire}.
        title: what stands above.
        others: who else is in, in words.

    Raises:
        GameError: there is no line, or more than can be distinguished.
    """
    _check("boundaries", boundaries)
    words = f"best play for expected points, {others}"
    with plot_style():
        figure = new_figure(5.2, 4.2, title)
        axes = figure.subplots()
        top = max(float(y) for line in boundaries.values() for y in line.values()) * 1.15
        if len(boundaries) == 1:
            [(label, line)] = boundaries.items()
            axes.set_title(f"rules {label}; {words}", fontsize=9)
            _shade(axes, line, top)
        else:
            axes.set_title(words, fontsize=9)
            _draw(axes, boundaries)
            axes.legend(title="rules", alignment="left", loc="upper right")
        axes.set_ylim(0, top)
        axes.set_xlabel("hazard kinds showing (number)")
        axes.set_ylabel("take-home when retiring now (points)")
        _whole_numbers(axes)
    return figure


def _shade(axes: Axes, line: Curve, top: float) -> None:
    """A column for each number of kinds: white where staying is best, hatched where retiring is."""
    places = sorted(line)
    edge = [float(line[x]) for x in places]
    above = [top - y for y in edge]
    axes.bar(places, above, 1, edge, facecolor="#eeeeee", hatch="///", edgecolor="#aaaaaa", linewidth=0)
    for x, y in line.items():
        axes.plot([x - 0.5, x + 0.5], [float(y), float(y)], color="#000000", linewidth=2)
        text = decimal_text(Fraction(y), 0 if Fraction(y).denominator == 1 else 2)
        axes.annotate(text, (x, float(y)), (0, 4), textcoords="offset points", ha="center", bbox=_PAPER)
    middle = places[len(places) // 2]
    height = float(line[middle])
    axes.text(middle, (height + top) / 2, "retire", ha="center", va="center", fontsize=12, bbox=_PAPER)
    axes.text(middle, height / 2, "stay", ha="center", va="center", fontsize=12, bbox=_PAPER)
    axes.set_xlim(places[0] - 0.5, places[-1] + 0.5)


def take_home_plot(
    distributions: Mapping[str, Distribution], title: str = "What the best play takes home from one expedition"
) -> Figure:
    """The probability of each number of points above 0, a panel for each distribution, with mean and median.

    The probability of 0 is so much greater than all others that it is written, not drawn.

    Args:
        distributions: for each panel its label (the rules and who plays) and the distribution of the points.
        title: what stands above.

    Raises:
        GameError: there is no distribution, or a value is "never".
    """
    _check("distributions", distributions)
    if any(points.never for points in distributions.values()):
        raise GameError("distributions: one may never happen; a take-home is a number, give happening()")
    with plot_style():
        figure = new_figure(5.2, 1 + 2.1 * len(distributions), title)
        panels = figure.subplots(len(distributions), 1, sharex=True, sharey=True, squeeze=False)[:, 0]
        last = max(points.quantile(1 - _TAIL) or 0 for points in distributions.values())
        for axes, (label, points) in zip(panels, distributions.items(), strict=True):
            known = [(value, float(probability)) for value, probability in points.items() if value and value <= last]
            axes.bar(
                [value for value, _ in known],
                [100 * probability for _, probability in known],
                width=0.8,
                color="#bbbbbb",
                edgecolor="#000000",
                linewidth=0.4,
            )
            mean, median = points.mean, points.median
            axes.axvline(float(mean), color="#000000", linestyle="--", label=f"mean {decimal_text(mean, 2)}")
            axes.axvline(float(median or 0), color="#000000", linestyle=":", label=f"median {median}")
            axes.set_title(
                f"{label}: 0 points with probability {as_percent(points.probability(0))} (not drawn)", fontsize=9
            )
            axes.set_ylabel("probability (%)")
            axes.legend(loc="upper right")
            axes.set_xlim(-1, last + 1)
        panels[-1].set_xlabel(f"points taken home (more than {last}, probability below {as_percent(_TAIL)}: not drawn)")
        _whole_numbers(panels[-1])
    return figure


def win_plot(
    curves: Mapping[str, Mapping[int, SupportsFloat]],
    rules: str,
    title: str = "Probability of winning the whole game, two players",
) -> Figure:
    """The probability of winning by the lead before an expedition, a line for each.

    Args:
        curves: for each line its label (before which expedition) and {lead in points: probability of winning}, exact or
            enclosed.
        rules: the rules, in words.
        title: what stands above.

    Raises:
        GameError: there is no curve, or more than can be distinguished.
    """
    _check("curves", curves)
    with plot_style():
        figure = new_figure(5.2, 4, title)
        axes = figure.subplots()
        _draw(axes, curves, marks=8)
        leads = [lead for curve in curves.values() for lead in curve]
        _percent_axis(axes)
        axes.axhline(0.5, color="#000000", linewidth=0.8)
        if min(leads) < 0 < max(leads):
            axes.axvline(0, color="#000000", linewidth=0.8)
        axes.set_xlabel("lead over the other player (points)")
        axes.set_ylabel("probability of winning (%)")
        axes.set_title(f"rules {rules}; both play for the win", fontsize=9)
        axes.legend(alignment="left", loc="lower right")
    return figure


_TAIL = Fraction(1, 1000)
"""The probability of so many points that they are left out of a drawing."""

_PAPER = {"facecolor": "#ffffff", "edgecolor": "none", "pad": 1.5}
"""What lies behind words on a hatched ground."""


def _check(name: str, lines: Mapping[str, object]) -> None:
    if not 1 <= len(lines) <= len(INKS):
        raise GameError(f"{name}: {len(lines)} given; one plot can tell 1 to {len(INKS)} apart")


def _draw(axes: Axes, curves: Mapping[str, Mapping[int, SupportsFloat]], marks: int = 1) -> None:
    """Each curve in its own ink, probabilities as percentages where `_percent_axis` follows."""
    for place, ((label, curve), ink) in enumerate(zip(curves.items(), INKS, strict=False)):
        places: Sequence[int] = sorted(curve)
        # Marks of different lines sit at different places, so that lines that run together stay apart.
        every = (place * marks // len(curves), marks)
        axes.plot(
            places,
            [float(curve[x]) for x in places],
            label=fill(label, 32, break_on_hyphens=False),
            markevery=every,
            linewidth=1.4,
            **ink,
        )


def _percent_axis(axes: Axes) -> None:
    axes.set_ylim(-0.02, 1.02)
    axes.yaxis.set_major_formatter(lambda y, _: f"{100 * y:.0f}")


def _whole_numbers(axes: Axes) -> None:
    from matplotlib.ticker import MaxNLocator

    axes.xaxis.set_major_locator(MaxNLocator(nbins=16, integer=True, steps=[1, 2, 5, 10]))

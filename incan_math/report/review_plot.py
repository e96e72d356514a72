"""The plot of a reviewed game: how luck and losses add up, card by card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from incan_math.report.figure import INKS, new_figure, plot_style
from incan_math.reviews.findings import Review

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["review_plot"]


def review_plot(found: Review) -> Figure:
    """A line for each player: luck less losses up to each card, in points; a vertical line where an expedition begins.

    Args:
        found: the review.
    """
    starts = [place for place, card in enumerate(found.cards) if not card.state.cards_out]
    with plot_style():
        figure = new_figure(5.2, 4, "Luck less losses")
        axes = figure.subplots()
        axes.set_title(f"{found.record.rules.name}; measured against: {found.against}", fontsize=9)
        for start in starts[1:]:
            axes.axvline(start + 0.5, color="#bbbbbb", linewidth=0.8)
        axes.axhline(0, color="#555555", linewidth=0.8)
        for ink, player in zip(INKS, found.record.players, strict=False):
            course = [0.0, *map(float, found.course(player))]
            axes.plot(range(len(course)), course, label=player, **ink)
        axes.set_xlabel("cards turned up in the game (number)")
        axes.set_ylabel("luck less losses so far (points)")
        axes.legend(loc="best")
    return figure

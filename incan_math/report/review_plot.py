"""The plot of a reviewed game: how luck and losses add up, card by card."""

from __future__ import annotations

from fractions import Fraction
from io import StringIO
from typing import TYPE_CHECKING

from incan_math.report.figure import INKS, new_figure, plot_style
from incan_math.report.html import html
from incan_math.report.review_report import review_report
from incan_math.reviews.findings import Review

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["review_html", "review_plot"]


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


def review_html(found: Review, least: Fraction = Fraction(0)) -> str:
    """The report on a review as HTML, with its plot in it.

    Args:
        found: the review.
        least: decisions that lose less than this are left out of their table.
    """
    drawn = StringIO()
    with plot_style():
        review_plot(found).savefig(drawn, format="svg", metadata={"Date": None})
    picture = drawn.getvalue()
    picture = picture[picture.index("<svg") :].replace("<svg", '<svg role="img" aria-label="Luck less losses"', 1)
    end = "</div>\n"
    return f"{html(review_report(found, least)).removesuffix(end)}<figure>\n{picture}</figure>\n{end}"

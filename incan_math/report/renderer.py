"""The report of each kind of value, as text, HTML or LaTeX: what `incan_math.game.showing` asks for."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from incan_math.report.formats import render
from incan_math.report.html import html as html_of
from incan_math.report.latex import latex as latex_of
from incan_math.report.model import Report

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["html", "latex", "plot", "report_on", "svg", "text"]

# The type's name: where the function stands that makes its report. What has none is shown field by field.
_HOMES = {
    "Campaign": "campaign_report.campaign_report",
    "Comparison": "value_reports.comparison_report",
    "Decision": "decision_report.decision_report",
    "Distribution": "value_reports.distribution_report",
    "Duel": "duel_report.leads_report",
    "Editions": "editions_report.all_editions_report",
    "Equilibrium": "equilibrium_report.equilibrium_report",
    "Evaluation": "value_reports.values_report",
    "Game": "value_reports.game_report",
    "League": "simulation_report.league_report",
    "NextCard": "value_reports.next_card_report",
    "PairedDifference": "value_reports.paired_report",
    "Policy": "value_reports.policy_report",
    "Review": "review_report.review_report",
    "Rules": "deck_report.check_report",
    "Simulation": "simulation_report.simulation_report",
    "Tournament": "value_reports.tournament_report",
    "WinEvaluation": "value_reports.win_evaluation_report",
}


def report_on(value: object) -> Report:
    """The report on a result of this package."""
    names = [kind.__name__ for kind in type(value).__mro__]
    home = next((_HOMES[name] for name in names if name in _HOMES), "value_reports.fields_report")
    module, _, maker = home.partition(".")
    report: Report = getattr(import_module(f"incan_math.report.{module}"), maker)(value)
    return report


def text(value: object) -> str:
    """The table that the command line prints, without the last line break."""
    return render(report_on(value)).rstrip("\n")


def html(value: object) -> str:
    """The same as HTML."""
    return html_of(report_on(value))


def latex(value: object) -> str:
    """The same as LaTeX."""
    return latex_of(report_on(value))


def svg(value: Any) -> str:
    """The cards of an expedition as a picture."""
    from incan_math.report.path_picture import path_picture

    return path_picture(value)


def plot(value: Any, ax: Axes | None) -> Axes:
    """A distribution as bars."""
    from incan_math.report.bars import distribution_bars

    return distribution_bars(value, ax)

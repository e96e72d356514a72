"""The report on a decision: what staying and retiring are worth at a position, and why."""

from __future__ import annotations

from incan_math.decisions.decision import Decision
from incan_math.odds.distribution import Distribution
from incan_math.report.odds import place_of, position_facts
from incan_math.report.table import Column, Fact, Report, Table, percent

__all__ = ["advice_report"]

_ACTIONS = {"stay": "stay", "retire": "retire", "tie": "tie: both are worth the same"}


def advice_report(decision: Decision, opponents: str, take_home: Distribution | None = None) -> Report:
    """The advice at a position.

    Args:
        decision: the answer.
        opponents: who else is in, in words.
        take_home: what the best player brings home by staying, where it is known.
    """
    facts = [
        *position_facts(decision.state),
        Fact("Opponents", opponents),
        Fact("Bust on the next card", decision.bust, "chance", "bust"),
        Fact("Stay, points", decision.stay, "amount", "stay"),
        Fact("Retire, points", decision.retire, "amount", "retire"),
        Fact("Staying gains, points", decision.gain, "amount", "gain"),
        Fact("Advice", _ACTIONS[decision.action], name="action"),
        Fact("Why", decision.reason, name="reason"),
    ]
    tables = () if take_home is None else (_take_home(take_home),)
    return Report(f"Advice {place_of(decision.state)}", tuple(facts), tables)


def _take_home(points: Distribution) -> Table:
    levels = sorted({value for value in points if value} | {0})
    step = max(1, len(levels) // 12)
    shown = [levels[0], *levels[1::step]]
    return Table(
        "take_home",
        "Staying and playing on at its best brings home",
        (Column("points", "count"), Column("this or more", "chance", "at_least")),
        tuple((value, points.at_least(value)) for value in shown if value),
        (f"Nothing with chance {percent(points.chance(0))} ({points.chance(0)}).",),
    )

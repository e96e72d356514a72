"""The report on a decision: what staying and retiring are worth at a position, and why."""

from __future__ import annotations

from incan_math.odds.distribution import Distribution
from incan_math.report.model import Column, Fact, Report, Table, percent
from incan_math.report.odds_report import place_of, position_facts
from incan_math.strategies.decision import EquilibriumDecision, ExactDecision

__all__ = ["advice_report", "choices_table", "joint_report"]

_ACTIONS = {
    "stay": "stay",
    "retire": "retire",
    "tie": "tie: both are worth the same",
    "mix": "retire with this chance, otherwise stay",
}


def advice_report(decision: ExactDecision, opponents: str, take_home: Distribution | None = None) -> Report:
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


def joint_report(decision: EquilibriumDecision) -> Report:
    """The advice at a position where several players decide at once and all play the equilibrium."""
    others = decision.state.players - 1
    facts = [
        *position_facts(decision.state),
        Fact("Opponents", f"{others} in the same place, all playing the equilibrium"),
        Fact("Bust on the next card", decision.bust, "chance", "bust"),
        Fact("Stay, points", decision.stay, "bounds", "stay"),
        Fact("Retire, points", decision.retire, "bounds", "retire"),
        Fact("Retire with chance", decision.retire_probability, "percent", "retire_chance"),
        Fact("Advice", _ACTIONS[decision.action], name="action"),
        Fact("Why", decision.reason, name="reason"),
        Fact("Other play gains below", f"{float(decision.deviation_gain):.1e}", name="regret"),
    ]
    tables = (choices_table(decision),) if decision.retire_by else ()
    return Report(f"Advice {place_of(decision.state)}", tuple(facts), tables)


def choices_table(decision: EquilibriumDecision, what: str = "points") -> Table:
    """What staying and retiring are worth by how many of the others retire."""
    rows = ((o.others_retiring, o.probability, o.retire, o.stay) for o in decision.outcomes)
    return Table(
        "by_others",
        "By how many of the others retire now",
        (
            Column("others who retire", "count", "others"),
            Column("chance", "percent"),
            Column("you retire", "decimal", "retire"),
            Column("you stay", "bounds", "stay"),
        ),
        tuple(rows),
        (f"In {what}: what retiring takes home, and what staying is worth with the best play after it.",),
    )


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

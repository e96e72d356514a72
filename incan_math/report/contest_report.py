"""Reports on playing to win the last expedition: against given strategies, or when all who are in play to win."""

from __future__ import annotations

from fractions import Fraction

from incan_math.report.decision_report import ACTIONS
from incan_math.report.model import Cell, Column, Fact, Report, Table
from incan_math.report.odds_report import place_of, position_facts
from incan_math.strategies.decision import ContestDecision, ExactDecision

__all__ = ["contest_report", "win_response_report"]

_ACTIONS = {**ACTIONS, "tie": "tie: both win equally often"}
_ABOUT = "A victory shared by k players counts 1/k."


def win_response_report(decision: ExactDecision, opponents: str) -> Report:
    """The best response for the win: what staying and retiring are worth in win shares.

    Args:
        decision: the answer.
        opponents: who else is in, in words.
    """
    facts = [
        *position_facts(decision.state),
        Fact("Opponents", opponents),
        Fact("Bust on the next card", decision.bust, "probability", "bust"),
        Fact("Win if you stay now", decision.stay, "probability", "stay"),
    ]
    if decision.state.is_deciding:
        facts += [
            Fact("Win if you retire now", decision.retire, "probability", "retire"),
            Fact("Staying gains", decision.gain, "probability", "gain"),
        ]
    facts += [Fact("Advice", _ACTIONS[decision.action], name="action"), Fact("Why", decision.reason, name="reason")]
    columns = (
        Column("others who retire", "count", "others"),
        Column("probability", "percent"),
        Column("you win if you retire", "percent", "retire"),
        Column("you win if you stay", "percent", "stay"),
    )
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (part.others_retiring, part.probability, part.retire, part.stay) for part in decision.outcomes
    )
    tables = (Table("by_others", "By how many of the others retire now", columns, rows),) if len(rows) > 1 else ()
    return Report(_title(decision), tuple(facts), tables, (_ABOUT,))


def contest_report(decision: ContestDecision) -> Report:
    """Stay or retire where all who are in play to win, and how often each of them wins."""
    facts = [
        *position_facts(decision.state),
        Fact("Bust on the next card", decision.bust, "probability", "bust"),
        Fact("Win, all playing to win", decision.value, "likely", "value"),
        Fact("Win if you stay now", decision.stay, "likely", "stay"),
    ]
    if decision.state.is_deciding:
        facts += [
            Fact("Win if you retire now", decision.retire, "likely", "retire"),
            Fact("Retirement probability", decision.retire_probability, "percent", "retire_probability"),
        ]
    facts += [
        Fact("Advice", _ACTIONS[decision.action], name="action"),
        Fact("Equilibrium chosen by the rule", decision.selection, name="selection"),
        Fact("Maximum gain from deviating", f"{float(decision.deviation_gain):.1e}", name="deviation_gain"),
        Fact("Decisions with several equilibria", decision.several_equilibria, "count", "several_equilibria"),
        Fact("of which with different shares", decision.of_different_shares, "count", "of_different_shares"),
    ]
    columns = (
        Column("player"),
        Column("points before", "count", "score"),
        Column("retires now", "percent", "retire_probability"),
        Column("wins", "likely", "share"),
    )
    seats = range(len(decision.scores))
    rows: list[tuple[Cell, ...]] = [
        ("you" if seat == 0 else f"player {seat + 1}", decision.scores[seat], retires, decision.shares[seat])
        for seat, retires in zip(seats, decision.retire_probabilities or [Fraction(0)] * len(seats), strict=True)
    ]
    return Report(
        _title(decision), tuple(facts), (Table("players", "The players in", columns, tuple(rows)),), (_ABOUT,)
    )


def _title(decision: ContestDecision | ExactDecision) -> str:
    return f"To win the last expedition {place_of(decision.state)}"

"""The report on a decision: what staying and retiring are worth at a position, and why."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction

from incan_math.advice.policies import take_home
from incan_math.game.errors import GameError
from incan_math.numbers.enclosure import Enclosure
from incan_math.numbers.rationals import decimal_text
from incan_math.odds.distribution import Distribution
from incan_math.report.model import Column, Fact, Report, Table, percent
from incan_math.report.odds_report import place_of, position_facts
from incan_math.strategies.decision import ContestDecision, Decision, DuelDecision, EquilibriumDecision, ExactDecision
from incan_math.strategies.heuristics import StayForever
from incan_math.strategies.protocol import Strategy, name_of

__all__ = ["ACTIONS", "advice_report", "advice_text", "choices_table", "decision_report", "joint_report"]

ACTIONS = {
    "stay": "stay",
    "retire": "retire",
    "tie": "tie: both are worth the same",
    "mix": "retire with this probability, otherwise stay",
}


def advice_report(decision: ExactDecision, opponents: str, points: Distribution | None = None) -> Report:
    """The advice at a position.

    Args:
        decision: the answer.
        opponents: who else is in, in words.
        points: what the best player takes home after staying, where it is known.
    """
    facts = [
        *position_facts(decision.state),
        Fact("Opponents", opponents),
        Fact("Bust on the next card", decision.bust, "probability", "bust"),
        Fact("Stay, points", decision.stay, "amount", "stay"),
        Fact("Retire, points", decision.retire, "amount", "retire"),
        Fact("Staying gains, points", decision.gain, "amount", "gain"),
        Fact("Advice", ACTIONS[decision.action], name="action"),
        Fact("Why", decision.reason, name="reason"),
    ]
    tables = () if points is None else (_take_home(points),)
    return Report(_title(decision), tuple(facts), tables)


def joint_report(decision: EquilibriumDecision) -> Report:
    """The advice at a position where several players decide at once and all play the equilibrium."""
    others = decision.state.players - 1
    facts = [
        *position_facts(decision.state),
        Fact("Opponents", f"{others} in the same position, all playing the equilibrium"),
        Fact("Bust on the next card", decision.bust, "probability", "bust"),
        Fact("Stay, points", decision.stay, "bounds", "stay"),
        Fact("Retire, points", decision.retire, "bounds", "retire"),
        Fact("Retirement probability", decision.retire_probability, "percent", "retire_probability"),
        Fact("Advice", ACTIONS[decision.action], name="action"),
        Fact("Why", decision.reason, name="reason"),
        Fact("Maximum gain from deviating", f"{float(decision.deviation_gain):.1e}", name="deviation_gain"),
    ]
    tables = (choices_table(decision),) if decision.retire_by else ()
    return Report(_title(decision), tuple(facts), tables)


def decision_report(decision: Decision, opponents: Sequence[Strategy] = ()) -> Report:
    """The report on what `decide` answers.

    Args:
        decision: the answer.
        opponents: the strategies of the others, where they are known.
    """
    if isinstance(decision, EquilibriumDecision):
        return joint_report(decision)
    if isinstance(decision, DuelDecision):
        from incan_math.report.duel_report import win_report

        return win_report(decision)
    if isinstance(decision, ContestDecision):
        from incan_math.report.contest_report import contest_report

        return contest_report(decision)
    assert isinstance(decision, ExactDecision)
    is_known = bool(opponents) or decision.state.players == 1
    others = ", ".join(map(name_of, opponents)) or ("none" if is_known else "their strategies as given")
    if decision.objective == "game":
        return advice_report(decision, "none; the points of the whole game count")
    if decision.objective == "win":
        from incan_math.report.contest_report import win_response_report

        return win_response_report(decision, others)
    points = None
    if is_known and all(isinstance(opponent, StayForever) for opponent in opponents):
        with suppress(GameError):  # Where the look-ahead theorem does not hold, the distribution is not known.
            points = take_home(decision.state)
    return advice_report(decision, others, points)


def advice_text(decision: Decision) -> str:
    """The advice in two lines: what to do, and what each choice is worth.

    A probability of retiring is also said as sides of a twenty-sided die, to the nearest one.

    >>> from incan_math import Expedition, decide
    >>> print(advice_text(decide(Expedition.parse("fire 15 snakes 3"))), end="")
    stay
    stay 18.895, retire 18.000, bust 15.4 %
    """
    shown = percent if decision.objective == "win" else _points
    action: str = decision.action
    if action == "mix":
        q = decision.retire_probability
        sides = round(q * 20)
        die = {0: "next to never", 20: "nearly always", 1: "on 1 of a d20"}.get(sides, f"on 1 to {sides} of a d20")
        action = f"retire with {_percent(q, 0)}: {die}"
    elif action == "tie":
        action = "stay or retire: both are worth the same"
    numbers = [f"stay {shown(_number(decision.stay))}"]
    if decision.state.is_deciding:
        numbers.append(f"retire {shown(_number(decision.retire))}")
    return f"{action}\n{', '.join(numbers)}, bust {_percent(decision.bust, 1)}\n"


def _number(value: Fraction | Enclosure) -> Fraction:
    return value.midpoint if isinstance(value, Enclosure) else value


def _points(value: Fraction) -> str:
    return decimal_text(value, 3)


def _percent(probability: Fraction, places: int) -> str:
    return percent(probability, places).replace("%", " %")


def _title(decision: Decision) -> str:
    started = decision.state.setup.players
    who = " for one player" if started == 1 else ""
    return f"Advice{who} {place_of(decision.state)}"


def choices_table(decision: EquilibriumDecision, what: str = "points") -> Table:
    """What staying and retiring are worth by how many of the others retire."""
    rows = ((o.others_retiring, o.probability, o.retire, o.stay) for o in decision.outcomes)
    return Table(
        "by_others",
        "By how many of the others retire now",
        (
            Column("others who retire", "count", "others"),
            Column("probability", "percent"),
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
        "Points that staying and the best play after it take home",
        (Column("points", "count"), Column("this or more", "probability", "at_least")),
        tuple((value, points.at_least(value)) for value in shown if value),
        (f"Nothing with probability {percent(points.probability(0))} ({points.probability(0)}).",),
    )

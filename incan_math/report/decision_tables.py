"""Decision tables: the take-home from which to retire, and the rules that fit into a head with what they cost."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil

from incan_math.game.editions import rules_of
from incan_math.game.errors import GameError
from incan_math.game.expedition import Expedition
from incan_math.game.rules import Rules
from incan_math.report.model import Cell, Column, Fact, Report, Table
from incan_math.response.evaluation import Evaluation
from incan_math.solo.heuristic_search import best_heuristics
from incan_math.solo.stopping import Stopping, closed_rule
from incan_math.strategies.protocol import Strategy, name_of

__all__ = ["decision_table", "evaluation_report", "threshold_table", "heuristic_table"]


def decision_table(rules: str | Rules, players: int = 1) -> Report:
    """From which take-home to retire, and the best simple rules, alone or among players who never leave."""
    known = rules_of(rules)
    start = Expedition.start(players, known)
    problem = _problem(start)
    others = {1: "alone", 2: "one other who never leaves"}.get(players, f"{players - 1} others who never leave")
    facts = (
        Fact("Rules", known.name),
        Fact("Opponents", others),
        Fact("Best play takes home", problem.stay, "amount", "optimum"),
    )
    return Report(
        f"Stay or retire: {known.name}, {others}",
        facts,
        (threshold_table(known, players), heuristic_table(known, players)),
    )


def threshold_table(rules: str | Rules, players: int = 1) -> Table:
    """The take-home from which retiring is best, by hazards showing and how many of them lost a card before.

    By the look-ahead theorem the threshold is (all that the fresh deck can add) / (deadly cards + 1), whatever cards
    are out, as long as all who started are in.
    """
    start = Expedition.start(players, rules)
    problem = _problem(start)
    size = max(start.rules.hazards.values(), default=1)
    if set(start.rules.hazards.values()) - {size}:
        raise GameError(f"rules: {start.rules.name} has kinds of unequal size; decide answers for each position")
    kinds = len(start.rules.kinds)
    total = Fraction(problem.layers[0].offset, problem.scale)
    rows: list[tuple[Cell, ...]] = []
    for showing in range(1, kinds + 1):
        thresholds: list[Fraction | None] = [
            _threshold(total, showing * (size - 1) - thinned)
            if not thinned or (thinned <= showing and size > 1)
            else None
            for thinned in range(4)
        ]
        ties = [str(exact) for exact in thresholds if exact is not None and exact.denominator == 1]
        rows.append((showing, showing * (size - 1), *map(_least, thresholds), ", ".join(ties) or None))
    what = "bag" if players == 1 else "bag and leftover together"
    notes = [
        f"Retire from this much on: {what}, an artifact on the path counted with its points. At an exact tie staying is"
        " worth as much.",
        "It does not matter which cards are out or how many are left, with every treasure and artifact that is not on"
        f" the path still to come ({total} in all).",
    ]
    if len(start.setup.artifacts) > 1:
        notes.append("Several artifacts are in the deck: the numbers hold until the first of them is found.")
    return Table(
        "thresholds",
        "Retire from this take-home on, by hazards showing",
        (
            Column("showing", "count"),
            Column("deadly", "count"),
            Column("retire from", "count", "retire_from"),
            Column("1 thinned", "count", "retire_from_1_thinned"),
            Column("2 thinned", "count", "retire_from_2_thinned"),
            Column("3 thinned", "count", "retire_from_3_thinned"),
            Column("exact tie at", name="ties"),
        ),
        tuple(rows),
        (*notes, "Thinned: hazards showing of which one card left the game in an earlier bust, a deadly card fewer."),
    )


def heuristic_table(rules: str | Rules, players: int = 1) -> Table:
    """The best simple rules, best first, with their exact value and what they lose."""
    found = sorted(best_heuristics(rules, players), key=lambda rule: (rule.loss, rule.numbers))
    # A pair that does no better than a rule with fewer numbers says nothing new.
    kept = [
        rule for rule in found if not any(other.value == rule.value and other.numbers < rule.numbers for other in found)
    ]
    return Table(
        "simple_rules",
        "Rules to keep in the head",
        (
            Column("retire at", name="strategy"),
            Column("numbers", "count"),
            Column("takes home", "amount", "value"),
            Column("loses", "decimal", "loss"),
            Column("efficiency", "percent"),
        ),
        tuple((str(rule.strategy), rule.numbers, rule.value, rule.loss, rule.efficiency) for rule in kept),
        (
            "gems: in the bag. hazards: kinds showing. cards: out. risk: of a bust on the next card. | is or, & is and."
            " outweigh: bag x deadly cards x players >= gems left in the deck.",
        ),
    )


def evaluation_report(strategies: Sequence[Strategy], result: Evaluation, rules: str | Rules) -> Report:
    """What each strategy takes home at one table."""
    rows = zip(strategies, result.points, result.distributions, strict=True)
    table = Table(
        "players",
        "Each player",
        (
            Column("strategy"),
            Column("takes home", "amount", "points"),
            Column("nothing", "percent"),
            Column("median", "count"),
        ),
        tuple((name_of(strategy), points, taken.probability(0), taken.median) for strategy, points, taken in rows),
    )
    facts = (
        Fact("Rules", rules_of(rules).name),
        Fact("Players", len(strategies), "count", "player_count"),
        Fact("Busts with someone in", result.bust, "probability", "bust"),
    )
    return Report("One expedition, every card order and choice followed", facts, (table,))


def _problem(start: Expedition) -> Stopping:
    problem = closed_rule(start)
    if problem is None:
        raise GameError(
            f"rules: under {start.rules.name} with {start.players} players the look-ahead theorem does not hold, and"
            " there is no threshold table; decide answers for each position",
        )
    return problem


def _threshold(total: Fraction, deadly: int) -> Fraction:
    """The take-home T with T x deadly = total - T: from there on retiring is best, at it staying is worth as much."""
    return total / (deadly + 1)


def _least(exact: Fraction | None) -> int | None:
    return None if exact is None else ceil(exact)

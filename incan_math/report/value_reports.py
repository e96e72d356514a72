"""Reports on values that no command prints by themselves: distributions, next cards, evaluations and other results."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from incan_math.game.editions import label_of
from incan_math.numbers.enclosure import Enclosure
from incan_math.report.model import Cell, Column, Fact, Kind, Report, Table
from incan_math.report.odds_report import next_card_table, place_of
from incan_math.strategies.protocol import name_of

if TYPE_CHECKING:
    from incan_math.advice.policies import Policy
    from incan_math.equilibria.comparison import Comparison
    from incan_math.game.match import Game
    from incan_math.odds.distribution import Distribution
    from incan_math.odds.next_card import NextCard
    from incan_math.response.evaluation import Evaluation, Tournament
    from incan_math.response.win_evaluation import WinEvaluation
    from incan_math.simulation.paired import PairedDifference

__all__ = [
    "comparison_report",
    "distribution_report",
    "fields_report",
    "game_report",
    "next_card_report",
    "paired_report",
    "policy_report",
    "tournament_report",
    "values_report",
    "win_evaluation_report",
]


def distribution_report(found: Distribution) -> Report:
    """The probability of each value, and of it or less."""
    facts = [Fact("P(never)", found.never, "probability", "never")] if found.never else []
    if found.never != 1:
        happening = found.happening()
        label = "Mean, if it happens" if found.never else "Mean"
        facts += [Fact(label, happening.mean, "amount", "mean")]
    facts += [Fact("Median", "never" if found.median is None else found.median, "text", "median")]
    columns = (Column("value"), Column("probability", "probability"), Column("at most", "percent", "at_most"))
    rows = tuple(
        ("never" if row["value"] is None else str(row["value"]), row["probability"], row["at_most"])
        for row in found.rows()
    )
    return Report("A distribution", tuple(facts), (Table("values", "Each value", columns, rows),))


def next_card_report(card: NextCard) -> Report:
    """Everything that the next card can be."""
    facts = (
        Fact("Bust on the next card", card.bust, "probability", "bust"),
        Fact("Any hazard next", card.hazard, "probability", "hazard"),
        Fact("Mean gems for each next", card.expected_share, "amount", "expected_share"),
    )
    return Report("The next card", facts, (next_card_table(card),) if card.outcomes else ())


def policy_report(plan: Policy) -> Report:
    """What a policy does at its start and after each card that can come next."""
    start = plan.start
    facts = [Fact("Rules", label_of(start.rules)), Fact("Players in", start.players, "count")]
    if start.is_deciding:
        facts.append(Fact("Now", plan[start], name="action"))
    rows = tuple(
        (str(draw.card), draw.copies, "bust" if draw.after.is_bust else plan[draw.after]) for draw in start.draws()
    )
    columns = (Column("card"), Column("copies", "count"), Column("then", name="action"))
    tables = (Table("next", "After the next card", columns, rows),) if rows else ()
    note = "Later states: look one up with policy[state]; rows() lists all that following it can meet."
    return Report(f"The best policy {place_of(start)}", tuple(facts), tables, (note,))


def values_report(result: Evaluation) -> Report:
    """What each player takes home from one expedition."""
    columns = (
        Column("player", "count"),
        Column("takes home", "amount", "points"),
        Column("nothing", "percent"),
        Column("median", "count"),
    )
    rows = tuple(tuple(row.values()) for row in result.rows())
    facts = (Fact("Busts with someone in", result.bust, "probability", "bust"),)
    return Report("One expedition, evaluated", facts, (Table("players", "Each player", columns, rows),))


def win_evaluation_report(result: WinEvaluation) -> Report:
    """Who wins the last expedition."""
    columns = (Column("player", "count"), Column("wins", "probability", "win_share"))
    rows = tuple(tuple(row.values()) for row in result.rows())
    facts = (Fact("Those at home win", result.home, "probability", "home"),)
    note = "A win shared by k players counts 1/k."
    return Report("The last expedition, evaluated", facts, (Table("players", "Each player", columns, rows),), (note,))


def tournament_report(result: Tournament) -> Report:
    """The mean points of each strategy where all others play one."""
    names = [name_of(strategy) for strategy in result.strategies]
    columns = (Column("strategy"), *(Column(name, "decimal") for name in names))
    rows: tuple[tuple[Cell, ...], ...] = tuple((name, *row) for name, row in zip(names, result.matrix, strict=True))
    note = "Each row is a strategy; above each column stands what all others at the table play."
    return Report("A tournament", (), (Table("points", "Mean points", columns, rows, (note,)),))


def comparison_report(found: Comparison) -> Report:
    """A strategy set against an equilibrium."""
    words = {
        "equilibrium": "all play the equilibrium",
        "takes": "this strategy among players of the equilibrium",
        "among_themselves": "all play this strategy",
        "equilibrium_takes": "the equilibrium among players of this strategy",
        "best_response": "the best response among players of this strategy",
        "loss": "loss: the first less the second",
        "exploitability": "exploitability: the best response less the third",
    }
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (words[row["what"]], Enclosure(row["low"], row["high"])) for row in found.rows()
    )
    columns = (Column("what is played", name="what"), Column("a player takes home", "bounds", "value"))
    return Report("A strategy and the equilibrium", (), (Table("values", "Mean points", columns, rows),))


def paired_report(found: PairedDifference) -> Report:
    """What one player gains over another on the same cards."""
    columns = (
        Column("of"),
        Column("difference", "decimal"),
        Column("low", "decimal"),
        Column("high", "decimal"),
        Column("times narrower", "decimal", "narrowing"),
    )
    rows = tuple(
        (row["of"], *(Fraction(f"{row[key]:.6g}") for key in list(row)[1:]))
        for row in ({**each, "narrowing": min(each["narrowing"], 1e12)} for each in found.rows())
    )
    note = "Intervals hold the true mean in 95 of 100 simulations."
    table = Table("differences", "On the same cards", columns, rows, (note,))
    return Report("The first player less the second", (), (table,))


def game_report(game: Game) -> Report:
    """The game between expeditions."""
    removed = ", ".join(f"{count} {name}" for name, count in game.removed.items()) or "none"
    facts = (
        Fact("Rules", label_of(game.rules)),
        Fact("Next expedition", "none: the game is over" if game.is_over else game.expedition, "text", "expedition"),
        Fact("Hazards removed", removed, name="removed"),
        Fact("Artifacts claimed", " ".join(map(str, game.claimed)) or "none", name="claimed"),
        Fact("Artifacts lost", " ".join(map(str, game.lost)) or "none", name="lost"),
    )
    columns = (
        Column("player", "count"),
        Column("gems", "count"),
        Column("artifacts", "count"),
        Column("points", "count"),
    )
    rows = tuple((seat, tent.gems, tent.artifacts, tent.points) for seat, tent in enumerate(game.tents, start=1))
    return Report("A game", facts, (Table("tents", "The tents", columns, rows),))


def fields_report(value: object) -> Report:
    """The public fields of any result, a line each."""
    known: Mapping[str, Any] = (
        {field.name: getattr(value, field.name) for field in fields(value) if field.repr} if is_dataclass(value) else {}
    )
    facts = tuple(
        Fact(name.replace("_", " ").capitalize(), *_cell(each), name=name)
        for name, each in known.items()
        if not name.startswith("_")
    )
    return Report(_words(type(value).__name__), facts)


def _cell(value: Any) -> tuple[Cell, Kind]:
    if isinstance(value, Enclosure):
        return value, "bounds"
    if isinstance(value, Fraction):
        return value, "amount"
    if isinstance(value, int):
        return value, "count"
    if value is None:
        return "none", "text"
    if isinstance(value, tuple | list):
        return "; ".join(map(str, value)) or "none", "text"
    return (value.name if hasattr(value, "treasures") else str(value)), "text"


def _words(name: str) -> str:
    """`SafeCards` as `Safe cards`."""
    return "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in name).strip().capitalize()

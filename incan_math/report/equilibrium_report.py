"""Reports on equilibria of several players: their value, and how often they retire."""

from __future__ import annotations

from collections.abc import Iterable

from incan_math.equilibria.result import Equilibrium
from incan_math.report.decision_report import choices_table
from incan_math.report.model import Cell, Column, Fact, Report, Table
from incan_math.report.odds_report import place_of, position_facts

__all__ = ["equilibrium_report", "players_row", "players_table", "retire_table"]


def equilibrium_report(result: Equilibrium, what: str = "points") -> Report:
    """The equilibrium from a position on: by bag and hazards before the first card, else the decision there.

    Args:
        result: the equilibrium.
        what: what its values count.
    """
    state = result.state
    facts = [
        *position_facts(state),
        Fact(f"Worth to each, {what}", result.value, "bounds", "value"),
        Fact("Maximum gain from deviating", f"{float(result.deviation_gain):.1e}", name="deviation_gain"),
        Fact("If there are several", result.selection, name="selection"),
        Fact("Decisions that can occur", result.decisions, "count", "decisions"),
        Fact("of these, mixed", result.mixed, "count", "mixed"),
        Fact("of these, ties within rounding", _counted(result.ties), "count", "ties"),
        Fact("with several equilibria", _counted(result.several_equilibria), "count", "several_equilibria"),
        Fact("and those of different value", _counted(result.differing), "count", "differing"),
    ]
    tables: tuple[Table, ...] = ()
    if state.players == 1:  # One alone decides: what is counted of joint decisions says nothing.
        facts = facts[:-6]
    if not state.cards_out:
        tables = (retire_table(result),)
    elif result.retire:
        decision = result.decision()
        facts.insert(
            -7 if state.players > 1 else -1,
            Fact("Retirement probability", decision.retire_probability, "percent", "retire_probability"),
        )
        tables = (choices_table(decision, what),)
    return Report(f"Equilibrium {place_of(state)}", tuple(facts), tables)


def _counted(count: int | None) -> int | str:
    return "not counted" if count is None else count


def retire_table(result: Equilibrium) -> Table:
    """How often each player retires, by the bag of each and the hazards showing, everyone still in."""
    profile = result.retire_profile()
    kinds = sorted({showing for _, showing in profile})
    bags = sorted({bag for bag, _ in profile})
    rows: list[tuple[Cell, ...]] = []
    for bag in bags:
        probabilities = [profile.get((bag, showing)) for showing in kinds]
        rows.append((bag, *(None if probability is None else probability.mean for probability in probabilities)))
    full = len(rows)
    while len(rows) > 1 and _surely(rows[-1]) and _surely(rows[-2]):
        rows.pop()
    beyond = "With more in the bag everyone retires." if len(rows) < full else "No bag holds more with everyone in."
    return Table(
        "retire_probability",
        _title(result.state.players),
        (
            Column("bag", "count"),
            *(
                Column(f"{showing} hazards" if showing != 1 else "1 hazard", "percent", f"showing_{showing}")
                for showing in kinds
            ),
        ),
        tuple(rows),
        (
            "The mean over all situations with this bag, weighted by the probability that the cards lead there if"
            f" nobody retires before. {beyond}",
        ),
    )


def _title(players: int) -> str:
    who = "a single player" if players == 1 else f"each of {players}"
    return f"How often {who} retires, by hazards showing{', everyone still in' if players > 1 else ''}"


def _surely(row: tuple[Cell, ...]) -> bool:
    return all(probability is None or probability == 1 for probability in row[1:])


def players_row(result: Equilibrium) -> tuple[Cell, ...]:
    """One line of `players_table`."""
    players = result.state.players
    value = result.value
    return players, value, value * players, f"{float(result.deviation_gain):.1e}", result.decisions, result.mixed


def players_table(rows: Iterable[tuple[Cell, ...]]) -> Table:
    """What an expedition is worth to each player, by how many play; a `players_row` for each number of them."""
    return Table(
        "value_by_players",
        "An expedition is worth to each player, all playing the equilibrium",
        (
            Column("players", "count"),
            Column("points to each", "bounds", "value"),
            Column("to all", "bounds", "sum"),
            Column("maximum gain", name="deviation_gain"),
            Column("decisions", "count"),
            Column("mixed", "count"),
        ),
        tuple(rows),
        (
            "Maximum gain: no player can gain more points than this by deviating. Decisions: situations that can occur"
            " in which two players or more choose; mixed: where they mix.",
        ),
    )

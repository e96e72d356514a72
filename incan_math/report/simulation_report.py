"""Simulated games and leagues as reports."""

from __future__ import annotations

from fractions import Fraction

from incan_math.report.model import Column, Fact, Report, Table
from incan_math.simulation.estimates import Estimate
from incan_math.simulation.leagues import League
from incan_math.simulation.simulations import Simulation

__all__ = ["league_report", "simulation_report"]

_NOTE = "Intervals hold the true mean in 95 of 100 simulations."


def simulation_report(result: Simulation) -> Report:
    """What whole games of one table gave its players."""
    columns = (
        Column("player"),
        Column("points", "decimal"),
        Column("low", "decimal", "points_low"),
        Column("high", "decimal", "points_high"),
        Column("win share", "decimal"),
        Column("low", "decimal", "win_share_low"),
        Column("high", "decimal", "win_share_high"),
    )
    rows = tuple(
        (name, *_cells(points), *_cells(share))
        for name, points, share in zip(result.players, result.points, result.win_share, strict=True)
    )
    busts = sum(sum(row.values()) for row in result.busts)
    facts = (
        Fact("Rules", result.rules.name),
        Fact("Games", result.games, "count"),
        Fact("Seed", result.seed, "count"),
        Fact("Busts a game", Fraction(busts, result.games), "decimal", "busts"),
        Fact("Games without a sole winner", _rounded(result.draws.mean), "decimal", "draws"),
    )
    return Report("Whole games, simulated", facts, (Table("players", "Each player", columns, rows, (_NOTE,)),))


def league_report(result: League) -> Report:
    """The results of a league, pair by pair."""
    columns = (
        Column("player"),
        Column("against"),
        Column("points", "decimal"),
        Column("win share", "decimal"),
        Column("low", "decimal", "win_share_low"),
        Column("high", "decimal", "win_share_high"),
        Column("faults", "count"),
    )
    rows = tuple(
        (each.player, each.against, _rounded(each.points.mean), *_cells(each.win_share), each.faults)
        for row in result.results
        for each in row
    )
    best = tuple(zip(result.names, result.best_responses, strict=True))
    tables = (
        Table("pairs", "Each player at a table of each other", columns, rows, (_NOTE,)),
        Table("best_responses", "Greatest win share", (Column("at a table of"), Column("player")), best),
    )
    return Report("League", (Fact("Players at a table", result.players, "count", "players"),), tables)


def _cells(estimate: Estimate) -> tuple[Fraction, Fraction, Fraction]:
    return _rounded(estimate.mean), _rounded(estimate.low), _rounded(estimate.high)


def _rounded(number: float) -> Fraction:
    return Fraction(f"{number:.4f}")

"""Playing to win against one other: what a lead is worth, and where it makes another choice than points do."""

from __future__ import annotations

from fractions import Fraction

from incan_math import Duel, Expedition, decide, duel
from incan_math.report.duel_report import leads_report
from incan_math.report.formats import render
from incan_math.report.model import Cell, Column, Report, Table, percent

LEADS = (-30, -20, -15, -10, -7, -5, -3, -1, 0, 1, 3, 5, 7, 10, 15, 20, 30)
ALONE = "7 fire 11 -1 snakes 4"
BOTH = "9 fire 11 snakes"


def choices(game: Duel, path: str, number: int) -> Table:
    """What points and winning advise one who is left alone, by his lead before the expedition."""
    state = Expedition.parse(path, players=2, expedition=number)
    points = decide(state)
    rows: list[tuple[Cell, ...]] = []
    for lead in LEADS:
        win = game.decide(state, lead)
        followed = win.stay if points.action == "stay" else win.retire
        cost = max(win.value.midpoint - followed.midpoint, Fraction(0))
        rows.append((lead, win.action, percent(win.stay.midpoint), percent(win.retire.midpoint), percent(cost)))
    return Table(
        f"alone_{number}",
        f"Left alone at '{path}' in expedition {number}; points alone say: {points.action}",
        (Column("lead before", "count"), Column("to win"), Column("stay"), Column("retire"), Column("cost of points")),
        tuple(rows),
        (f"The bag holds {state.bag}. Cost: what following the points loses in chance of winning.",),
    )


def both_in(game: Duel, path: str, number: int) -> Table:
    """How often each of two retires, by the lead of the one who asks."""
    state = Expedition.parse(path, players=2, expedition=number)
    rows: list[tuple[Cell, ...]] = []
    for lead in (0, 1, 2, 3, 5, 7, 10, 15, 20):
        win = game.decide(state, lead)
        other = win.other_retire_probability
        assert other is not None
        rows.append((lead, percent(win.value.midpoint), percent(win.retire_probability), percent(other)))
    return Table(
        f"both_{number}",
        f"Both in at '{path}' in expedition {number}: how often each retires",
        (Column("lead before", "count"), Column("win"), Column("leader retires"), Column("trailer retires")),
        tuple(rows),
    )


def worth(game: Duel, number: int) -> Table:
    """What one point, one artifact and one removed hazard change in the chance of winning before an expedition."""
    rows: list[tuple[Cell, ...]] = []
    for lead in (-20, -10, -5, -1, 0, 1, 5, 10, 20):
        here = game.win_probability(lead, number).midpoint
        point = game.win_probability(lead + 1, number).midpoint - here
        artifact = game.win_probability(lead + 5, number, claimed=1, artifact_lead=1).midpoint - here
        removed = game.win_probability(lead, number, removed="fire").midpoint - here
        rows.append((lead, percent(here), *(f"{float(100 * gain):+.2f}" for gain in (point, artifact, removed))))
    return Table(
        f"worth_{number}",
        f"What changes the chance of winning before expedition {number}, in percentage points",
        (Column("lead", "count"), Column("win"), Column("a point"), Column("an artifact"), Column("a hazard removed")),
        tuple(rows),
        ("An artifact: the first one claimed, 5 points and the lead in ties.",),
    )


def main() -> None:
    game = duel("bga-en")
    print(render(leads_report(game)))
    tables = (choices(game, ALONE, 5), choices(game, ALONE, 4), both_in(game, BOTH, 5), worth(game, 5), worth(game, 4))
    print(render(Report("Playing to win is not playing for points", tables=tables)), end="")


if __name__ == "__main__":
    main()

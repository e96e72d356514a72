"""The reports on two players who play to win: a position, a score before an expedition, and all leads."""

from __future__ import annotations

from fractions import Fraction

from incan_math.decisions.duel.decision import WinDecision
from incan_math.decisions.duel.game import Duel
from incan_math.game.editions import label_of
from incan_math.game.setup import Setup
from incan_math.odds.enclosure import Enclosure
from incan_math.report.odds import place_of, position_facts
from incan_math.report.table import Cell, Column, Fact, Report, Table, percent

__all__ = ["leads_report", "score_report", "win_report"]

_ACTIONS = {
    "stay": "stay",
    "retire": "retire",
    "mix": "toss a coin: neither alone is best",
    "tie": "tie: both are worth the same",
}
_LEADS = (0, 1, 2, 3, 5, 7, 10, 15, 20, 25, 30, 40, 50, 60, 80, 100)


def win_report(decision: WinDecision) -> Report:
    """Stay or retire for the win: what each is worth, and how often each player retires."""
    facts = [
        *position_facts(decision.state),
        Fact("Lead before the expedition", decision.lead, "count", "lead"),
        Fact("Bust on the next card", decision.bust, "chance", "bust"),
        Fact("Win, both at their best", _chance(decision.value), name="value"),
        Fact("Win if you stay now", _chance(decision.stay), name="stay"),
    ]
    if decision.retire is None:
        facts += [Fact("Advice", "stay: nobody can retire before the first card", name="action")]
    else:
        facts += [
            Fact("Win if you retire now", _chance(decision.retire), name="retire"),
            Fact("Retire with chance", _rounded(decision.retires), name="retires"),
        ]
        if decision.other_retires is not None:
            facts += [Fact("The other retires with", _rounded(decision.other_retires), name="other_retires")]
        facts += [Fact("Advice", _ACTIONS[decision.action], name="action")]
    tables: tuple[Table, ...] = ()
    if decision.outcomes is not None:
        both, mine, theirs, home = (percent(chance.middle, 4) for chance in decision.outcomes)
        columns = Column("you"), Column("the other stays", name="stays"), Column("the other retires", name="retires")
        rows = (("stay", both, mine), ("retire", theirs, home))
        tables = (Table("outcomes", "Your chance of winning by what both do now", columns, rows),)
    return Report(f"To win {place_of(decision.state)}", tuple(facts), tables, (_ABOUT,))


def score_report(game: Duel, setup: Setup, lead: int, artifact_lead: int | None, value: Enclosure) -> Report:
    """The chance of winning at one score before an expedition."""
    facts = (
        *_setup_facts(game, setup, artifact_lead),
        Fact("Lead", lead, "count"),
        _bound(game),
        Fact("Win", _chance(value), name="value"),
    )
    return Report(f"To win before expedition {setup.expedition}", facts, notes=(_ABOUT,))


def leads_report(game: Duel) -> Report:
    """The chance of winning before each expedition by lead, while nothing has left the deck but undrawn artifacts."""
    numbers = range(2, game.rules.expeditions + 1)
    rows: list[tuple[Cell, ...]] = []
    for lead in _LEADS:
        cells: list[Cell] = []
        for number in numbers:
            try:
                cells.append(percent(game.win_probability(lead, number).middle))
            except ValueError:  # More than can have been won by then.
                cells.append(None)
        rows.append((lead, *cells))
    table = Table(
        "leads",
        "Chance of winning before an expedition, by lead",
        (Column("lead", "count"), *(Column(f"expedition {number}") for number in numbers)),
        tuple(rows),
        ("All hazards in the deck, no artifact claimed. Behind by as much: 100% less these.",),
    )
    return Report(f"Two players for the win: {label_of(game.rules)}", (_bound(game),), (table,), (_ABOUT,))


_ABOUT = "A draw counts a half. Both play their best for the win from here on."


def _setup_facts(game: Duel, setup: Setup, artifact_lead: int | None) -> tuple[Fact, ...]:
    removed = " ".join(name for name, count in setup.removed.items() for _ in range(count))
    return (
        Fact("Rules", label_of(game.rules)),
        Fact("Hazards removed", removed or "none", name="removed"),
        Fact("Artifacts claimed", " ".join(map(str, setup.claimed)) or "none", name="claimed"),
        Fact("Lead in artifacts", artifact_lead, "count", "artifact_lead"),
    )


def _bound(game: Duel) -> Fact:
    return Fact("Each chance is known to within", f"{float(game.error):.1e}", name="error")


def _chance(value: Enclosure) -> str:
    return f"{percent(value.middle, 4)} ({value})"


def _rounded(chance: Fraction) -> str:
    return percent(chance, 2) if 0 < chance < 1 else str(int(chance) * 100) + "%"

"""The reports on two players who play to win: a position, a score before an expedition, and all leads."""

from __future__ import annotations

from incan_math.duels.whole_game import Duel
from incan_math.game.editions import label_of
from incan_math.game.errors import GameError
from incan_math.game.setup import Setup
from incan_math.numbers.enclosure import Enclosure
from incan_math.report.decision_report import ACTIONS
from incan_math.report.model import Cell, Column, Fact, Report, Table
from incan_math.report.odds_report import place_of, position_facts
from incan_math.strategies.decision import DuelDecision

__all__ = ["leads_report", "score_report", "win_report"]

_LEADS = (0, 1, 2, 3, 5, 7, 10, 15, 20, 25, 30, 40, 50, 60, 80, 100)


def win_report(decision: DuelDecision) -> Report:
    """Stay or retire for the win: what each is worth, and how often each player retires."""
    facts = [
        *position_facts(decision.state),
        Fact("Lead before the expedition", decision.lead, "count", "lead"),
        Fact("Bust on the next card", decision.bust, "probability", "bust"),
        Fact("Win, both at their best", decision.value, "likely", "value"),
        Fact("Win if you stay now", decision.stay, "likely", "stay"),
    ]
    if not decision.state.is_deciding:
        facts += [Fact("Advice", "stay: nobody can retire before the first card", name="action")]
    else:
        facts += [
            Fact("Win if you retire now", decision.retire, "likely", "retire"),
            Fact("Retirement probability", decision.retire_probability, "percent", "retire_probability"),
        ]
        if decision.other_retire_probability is not None:
            facts += [
                Fact("of the other player", decision.other_retire_probability, "percent", "other_retire_probability")
            ]
        facts += [Fact("Advice", ACTIONS[decision.action], name="action")]
    tables: tuple[Table, ...] = ()
    if len(decision.outcomes) == 2:
        other_stays, other_retires = decision.outcomes
        columns = (
            Column("you"),
            Column("the other stays", "likely", "other_stays"),
            Column("the other retires", "likely", "other_retires"),
        )
        rows = (
            ("stay", other_stays.stay, other_retires.stay),
            ("retire", other_stays.retire, other_retires.retire),
        )
        tables = (Table("outcomes", "Your probability of winning by what both do now", columns, rows),)
    return Report(f"To win {place_of(decision.state)}", tuple(facts), tables, (_ABOUT,))


def score_report(game: Duel, setup: Setup, lead: int, artifact_lead: int | None, value: Enclosure) -> Report:
    """The probability of winning at one score before an expedition."""
    facts = (
        *_setup_facts(game, setup, artifact_lead),
        Fact("Lead", lead, "count"),
        _bound(game),
        Fact("Win", value, "likely", "value"),
    )
    return Report(f"To win before expedition {setup.expedition}", facts, notes=(_ABOUT,))


def leads_report(game: Duel) -> Report:
    """P(win) + P(draw)/2 before each expedition by lead, while nothing has left the deck but undrawn artifacts."""
    numbers = range(2, game.rules.expeditions + 1)
    rows: list[tuple[Cell, ...]] = []
    for lead in _LEADS:
        cells: list[Cell] = []
        for number in numbers:
            try:
                cells.append(game.win_probability(lead, number))
            except GameError:  # More than can have been won by then.
                cells.append(None)
        rows.append((lead, *cells))
    table = Table(
        "leads",
        "Probability of winning before an expedition, by lead",
        (Column("lead", "count"), *(Column(f"expedition {number}", "likely") for number in numbers)),
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
    return Fact("Each probability is known to within", f"{float(game.error):.1e}", name="error")

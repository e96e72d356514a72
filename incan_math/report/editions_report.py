"""The report on the published editions: their clauses side by side, and what their texts leave open."""

from __future__ import annotations

from collections.abc import Iterable

from incan_math.game.editions import DEFAULT_EDITION, EDITIONS
from incan_math.game.expedition import Expedition
from incan_math.game.rules import Rules
from incan_math.report.model import Column, Fact, Report, Table

__all__ = ["all_editions_report", "editions_report"]


def editions_report(names: Iterable[str] = ()) -> Report:
    """The clauses of the named editions (of all when none is named), with their sources and notes."""
    chosen = [EDITIONS[name] for name in names] or list(EDITIONS.values())
    deck = Table(
        "decks",
        "Decks",
        (
            Column("edition"),
            Column("treasures", "count"),
            Column("gems", "count"),
            Column("hazards"),
            Column("artifacts", "count"),
            Column("first deck", "count"),
            Column(f"against {chosen[0].name}", name="values"),
        ),
        tuple(
            (
                rules.name,
                len(rules.treasures),
                rules.gem_total,
                _hazards(rules),
                len(rules.artifacts),
                Expedition.start(rules=rules).cards_left,
                _values(rules, chosen[0]),
            )
            for rules in chosen
        ),
        (f"Treasures of {chosen[0].name}: {', '.join(map(str, chosen[0].treasures))}",),
    )
    clauses = Table(
        "clauses",
        "Clauses",
        (
            Column("edition"),
            Column("artifacts enter", name="artifact_entry"),
            Column("points", name="artifact_points"),
            Column("undrawn", name="undrawn_artifact"),
            Column("leftover"),
            Column("ties", name="tie"),
        ),
        tuple(
            (
                rules.name,
                rules.artifact_entry if rules.artifacts else None,
                _points(rules),
                rules.undrawn_artifact if rules.artifacts else None,
                rules.leftover,
                rules.tie,
            )
            for rules in chosen
        ),
    )
    kinds = Table(
        "hazards",
        "Hazard kinds",
        (Column("edition"), Column("kinds")),
        tuple((rules.name, ", ".join(rules.kinds)) for rules in chosen),
    )
    sources = Table(
        "sources",
        "Sources",
        (Column("edition"), Column("source")),
        tuple((rules.name, rules.source) for rules in chosen),
    )
    shared = [note for note in chosen[0].notes if len(chosen) > 1 and all(note in rules.notes for rules in chosen)]
    notes = Table(
        "edition_notes",
        "What the texts leave open or contradict",
        (Column("edition"), Column("note")),
        tuple((rules.name, note) for rules in chosen for note in rules.notes if note not in shared)
        + tuple(("all of them", note) for note in shared),
    )
    facts = (Fact("Default", DEFAULT_EDITION),)
    return Report("Editions of Incan Gold and Diamant", facts, (deck, clauses, kinds, sources, notes))


def all_editions_report(_: object) -> Report:
    """The clauses of all editions."""
    return editions_report()


def _hazards(rules: Rules) -> str:
    return f"{len(rules.kinds)} x {' or '.join(map(str, sorted(set(rules.hazards.values()))))}"


def _values(rules: Rules, first: Rules) -> str:
    parts = [f"no {value}" for value in first.values if value not in rules.values]
    parts += [f"a {value}" for value in rules.values if value not in first.values]
    return ", ".join(parts)


def _points(rules: Rules) -> str | None:
    if not rules.artifacts:
        return None
    pairs = [rules.claim_worth(order) for order in range(len(rules.artifacts))]
    points = " ".join(f"{points}+{gems}" if gems else str(points) for points, gems in pairs)
    return f"{points} {rules.artifact_value}"

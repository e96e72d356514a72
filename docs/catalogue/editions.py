"""The editions, clause by clause and edition by edition, written from their `Rules` values."""

from __future__ import annotations

from collections.abc import Iterator

from incan_math import EDITIONS, Rules
from incan_math.game.validator import departures
from incan_math.report.editions_report import editions_report
from incan_math.report.formats import markdown_table

__all__ = ["editions_page"]

_INTRO = """\
<!-- Written by `python -m docs.generate` from `incan_math.game.editions`: change those values, not this page. -->

# The editions

Each edition is a named value of `Rules`: `Expedition.start(rules="diamant-2005")`, or `--rules
diamant-2005` on the command line. [Rules](rules.md) explains the clauses; `incan-math editions` prints
this page's tables. All of it is written from the values that the library computes with."""


def editions_page() -> str:
    """The page in Markdown."""
    report = editions_report()
    tables = {table.name: table for table in report.tables}
    parts = [_INTRO, f"The default is `{report.facts[0].text}`.", "## Side by side"]
    for name in ("decks", "clauses", "hazards"):
        parts += [f"### {tables[name].title}", markdown_table(tables[name]), *tables[name].notes]
    parts.append("## One by one")
    shared = [note for note in next(iter(EDITIONS.values())).notes if all(note in r.notes for r in EDITIONS.values())]
    for rules in EDITIONS.values():
        parts += _edition(rules, shared)
    parts.append("## What all of them leave open")
    parts.append("\n".join(f"- {note}" for note in shared))
    return "\n\n".join(parts) + "\n"


def _edition(rules: Rules, shared: list[str]) -> Iterator[str]:
    yield f"### {rules.name}"
    yield f"{rules.source}."
    cards = [
        f"- Treasures: {', '.join(map(str, rules.treasures))} ({len(rules.treasures)} cards, {rules.gem_total} gems)",
        f"- Hazards: {', '.join(f'{count} {kind}' for kind, count in rules.hazards.items())}",
        f"- Artifacts: {_artifacts(rules)}",
        f"- Leftovers: {rules.leftover}. Ties: {rules.tie}",
    ]
    yield "\n".join(cards)
    others = [other for other in EDITIONS.values() if other is not rules]
    least = min(others, key=lambda other: (departures(rules, other).distance, len(departures(rules, other).clauses)))
    lines = departures(rules, least).lines or ("nothing that the library can tell",)
    yield f"Beside the edition nearest to it, `{least.name}`:"
    yield "\n".join(f"- {line}" for line in lines)
    own = [note for note in rules.notes if note not in shared]
    if own:
        yield "What its text leaves open or contradicts, and what was chosen:"
        yield "\n".join(f"- {note}" for note in own)


def _artifacts(rules: Rules) -> str:
    if not rules.artifacts:
        return "none"
    pairs = [rules.claim_worth(order) for order in range(len(rules.artifacts))]
    worth = ", ".join(f"{points} (and {gems} gems)" if gems else str(points) for points, gems in pairs)
    how = "in the order of claiming" if rules.artifact_value == "by claim" else "printed on the cards"
    undrawn = "leaves the game" if rules.undrawn_artifact == "leaves" else "stays in the deck"
    return f"{worth} points, {how}; they enter {rules.artifact_entry}; one that was not revealed {undrawn}"

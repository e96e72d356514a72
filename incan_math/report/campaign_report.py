"""The report on the whole game alone."""

from __future__ import annotations

from incan_math.game.rules import Rules
from incan_math.report.model import Column, Fact, Report, Table
from incan_math.solo.campaigns import Campaign, campaign
from incan_math.states.between import Between

__all__ = ["campaign_report"]


def campaign_report(rules: str | Rules | Campaign) -> Report:
    """The optimal points of the whole game, and the value of the rest before each expedition, by what left the deck."""
    result = rules if isinstance(rules, Campaign) else campaign(rules)
    printed = result.rules.artifact_value == "printed"
    values = result.table
    before = Table(
        "before",
        "Points still to expect before an expedition",
        (
            Column("expedition", "count"),
            Column("cards of each hazard", name="hazards"),
            Column("artifacts in the deck", name="artifacts"),
            Column("claims", "count"),
            Column("points", "decimal"),
        ),
        tuple(
            (key.expedition, _hazards(key), _artifacts(key, printed), key.claims, values[key]) for key in sorted(values)
        ),
        ("Claims: steps of the order of claiming, where it decides an artifact's points.",),
    )
    facts = (
        Fact("Rules", result.rules.name),
        Fact("Whole game", result.value, "amount", "value"),
        Fact("Situations between expeditions", len(values), "count", "situations"),
    )
    return Report(f"The whole game alone: {result.rules.name}", facts, (before,))


def _hazards(key: Between) -> str:
    return " ".join(map(str, key.hazards))


def _artifacts(key: Between, printed: bool) -> str:
    return " ".join(f"A{points}" if printed else "A" for points in key.artifacts) or "none"

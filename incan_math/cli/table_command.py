"""`incan-math table`: from which take-home to retire, and rules to remember."""

from __future__ import annotations

from incan_math.cli.options import FORMAT, PLAYERS, RULES
from incan_math.cli.output import show
from incan_math.cli.specification import Command
from incan_math.game.editions import DEFAULT_EDITION
from incan_math.game.rules import Rules

__all__ = ["COMMAND", "table"]


def table(players: int | None, rules: str | Rules | None, output_format: str) -> None:
    """From which take-home to retire, and the best simple rules with what each costs."""
    from incan_math.report.decision_tables import decision_table

    show(decision_table(rules or DEFAULT_EDITION, 1 if players is None else players), output_format)


COMMAND = Command(
    "table",
    table,
    "When to retire; rules to remember.",
    (PLAYERS, RULES, FORMAT),
    ("incan-math table --rules diamant-2005 --players 4",),
)

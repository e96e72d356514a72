"""`incan-math evaluate`: what given strategies take home when they meet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from incan_math.cli.options import FORMAT, RULES
from incan_math.cli.output import show
from incan_math.cli.specification import Argument, Command
from incan_math.game.editions import DEFAULT_EDITION
from incan_math.game.errors import GameError, shown
from incan_math.game.expedition import Expedition
from incan_math.game.rules import Rules

__all__ = ["COMMAND", "evaluate"]


def evaluate(strategies: Sequence[str], rules: str | Rules | None, output_format: str) -> None:
    """What given strategies take home from one expedition when they meet, exactly."""
    from incan_math.cli.progress import work_shown
    from incan_math.report.decision_tables import evaluation_report
    from incan_math.response.evaluation import evaluate as follow
    from incan_math.simulation.participants import parse_player

    known: list[Any] = [parse_player(word) for word in strategies]
    for word, player in zip(strategies, known, strict=True):
        if getattr(player, "sees_table", False):
            raise GameError(f"strategy: {shown(word)} looks at the tents; ask simulate, which plays whole games")
    start = Expedition.start(len(known), rules or DEFAULT_EDITION)
    with work_shown("every card and choice", "states") as progress:
        result = follow(start, known, progress=progress)
    show(evaluation_report(known, result, rules or DEFAULT_EDITION), output_format)


COMMAND = Command(
    "evaluate",
    evaluate,
    "What strategies bring at one table.",
    (Argument("strategies", "One for each player, as for simulate.", "STRATEGY...", required=True), RULES, FORMAT),
    ("incan-math evaluate gems:15 hazards:3", 'incan-math evaluate "gems:17&hazards:2" --rules diamant-2005'),
)

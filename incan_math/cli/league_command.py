"""`incan-math league`: each player at a table of each other."""

from __future__ import annotations

from collections.abc import Sequence

from incan_math.cli.options import FORMAT, RULES
from incan_math.cli.output import show
from incan_math.cli.simulate_command import GAMES, SEED
from incan_math.cli.specification import Argument, Command, Option
from incan_math.game.editions import DEFAULT_EDITION
from incan_math.game.rules import Rules

__all__ = ["COMMAND", "league"]


def league(
    strategies: Sequence[str],
    players: int,
    games: int,
    seed: int,
    file: str | None,
    decision_seconds: int,
    rules: str | Rules | None,
    output_format: str,
) -> None:
    """Play each player at a table where all others are one of the players, for all pairs."""
    from incan_math.cli.progress import work_shown
    from incan_math.report.simulation_report import league_report
    from incan_math.simulation.bot_process import BotProcess
    from incan_math.simulation.leagues import league as play
    from incan_math.simulation.participants import parse_player

    candidates = [BotProcess(word, decision_seconds) if ".py:" in word else parse_player(word) for word in strategies]
    with work_shown("league", "pairs") as progress:
        result = play(
            candidates, players=players, games=games, seed=seed, rules=rules or DEFAULT_EDITION, file=file,
            progress=progress,
        )  # fmt: skip
    show(league_report(result), output_format)


COMMAND = Command(
    "league",
    league,
    "Each player at a table of each other.",
    (
        Argument("strategies", "The players, as for simulate.", "PLAYER...", required=True),
        Option("players", "How many sit at a table.", int, short="-p", default=2, least=2, most=8),
        GAMES,
        SEED,
        Option("file", "A CSV file to which results are added as they come; what it has is not played again."),
        Option(
            "decision_seconds",
            "How long a bot of a file may take for one decision; one that hangs loses it.",
            int,
            default=1,
            least=1,
        ),
        RULES,
        FORMAT,
    ),
    ("incan-math league gems:5 gems:8 hazards:3", "incan-math league bot.py:Bot gems:9 --file league.csv"),
)

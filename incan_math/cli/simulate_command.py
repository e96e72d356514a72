"""`incan-math simulate`: whole games of given players, with intervals."""

from __future__ import annotations

from collections.abc import Sequence

from incan_math.cli.options import FORMAT, RULES
from incan_math.cli.output import show
from incan_math.cli.specification import Argument, Command, Option
from incan_math.game.editions import DEFAULT_EDITION
from incan_math.game.rules import Rules

__all__ = ["COMMAND", "GAMES", "SEED", "simulate"]

GAMES = Option("games", "How many games are played.", int, short="-g", default=20_000, least=2)
SEED = Option("seed", "Equal seeds give equal cards.", int, short="-s", default=0, least=0)


def simulate(strategies: Sequence[str], games: int, seed: int, rules: str | Rules | None, output_format: str) -> None:
    """Play whole games of given players: mean points and win shares, with intervals at 95 %."""
    from incan_math.cli.progress import work_shown
    from incan_math.report.simulation_report import simulation_report
    from incan_math.simulation.participants import parse_player
    from incan_math.simulation.simulations import simulate as play

    players = [parse_player(word) for word in strategies]
    with work_shown("whole games", "games") as progress:
        result = play(players, games=games, seed=seed, rules=rules or DEFAULT_EDITION, progress=progress)
    show(simulation_report(result), output_format)


COMMAND = Command(
    "simulate",
    simulate,
    "Whole games of given players.",
    (
        Argument(
            "strategies",
            "One for each player: a strategy as for evaluate, 'equilibrium', or a function of a file: bot.py:Name (the"
            " file is run).",
            "PLAYER...",
            required=True,
        ),
        GAMES,
        SEED,
        RULES,
        FORMAT,
    ),
    ("incan-math simulate gems:8 gems:12 hazards:3", "incan-math simulate gems:9 gems:9 --games 100000"),
)

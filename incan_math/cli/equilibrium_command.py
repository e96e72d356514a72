"""`incan-math equilibrium`: several players who decide at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from incan_math.cli.options import FORMAT, NO_CACHE, POSITION, position
from incan_math.cli.output import show
from incan_math.cli.specification import Command, Option
from incan_math.game.expedition import Expedition
from incan_math.game.rules import Rules

if TYPE_CHECKING:
    from incan_math.equilibria.result import Equilibrium
    from incan_math.states.utility import Utility

__all__ = ["COMMAND", "equilibrium", "solved"]


def equilibrium(
    path: Sequence[str] | None,
    players: int | None,
    rules: str | Rules | None,
    expedition: int | None,
    removed: Sequence[str] | None,
    claimed: Sequence[str] | None,
    lost: Sequence[str] | None,
    need: int | None,
    no_cache: bool,
    output_format: str,
) -> None:
    """The symmetric equilibrium of all players in: what it is worth, and how often they retire."""
    from incan_math.report.equilibrium_report import equilibrium_report

    state = position(path, 2 if players is None and not path else players, rules, expedition, removed, claimed, lost)
    result = solved(state, no_cache, None if need is None else lambda points: int(points >= need))
    what = "points" if need is None else f"probability of at least {need} points"
    show(equilibrium_report(result, what), output_format)


def solved(state: Expedition, no_cache: bool, utility: Utility | None = None) -> Equilibrium:
    """The equilibrium at a position, its progress shown."""
    from incan_math.cli.progress import work_shown
    from incan_math.equilibria.symmetric import equilibrium as solve
    from incan_math.storage.store import Store

    with work_shown("equilibrium", "situations") as progress:
        return solve(state, utility=utility, store=Store(None) if no_cache else None, progress=progress)


COMMAND = Command(
    "equilibrium",
    equilibrium,
    "Several players at once: how often to retire.",
    (
        *POSITION,
        Option("need", "Count only whether at least this many points are taken.", int, least=1),
        NO_CACHE,
        FORMAT,
    ),
    (
        "incan-math equilibrium --players 4",
        'incan-math equilibrium "7 fire 11 snakes" --players 4',
        'incan-math equilibrium "7 fire 11 snakes" --players 4 --need 12',
    ),
)

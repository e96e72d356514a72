"""The commands that solve for several players, and the folder where their results are kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from incan_math.cli.options import (
    PATH_SETTINGS,
    Claimed,
    ExpeditionNumber,
    Format,
    Lost,
    NoCache,
    OutputFormat,
    PathWords,
    Players,
    Removed,
    RulesName,
    position,
    show,
)
from incan_math.game.editions import DEFAULT_EDITION, rules_of
from incan_math.game.expedition import Expedition

if TYPE_CHECKING:
    from incan_math.equilibria.result import Equilibrium
    from incan_math.states.utility import Utility

__all__ = ["add_to", "solved"]


def add_to(app: typer.Typer) -> None:
    """Put the commands into the program."""
    app.command(
        context_settings=PATH_SETTINGS,
        short_help="Several players at once: how often to retire.",
        epilog="""Examples:

  incan-math equilibrium --players 4

  incan-math equilibrium "7 fire 11 snakes" --players 4

  incan-math equilibrium "7 fire 11 snakes" --players 4 --need 12""",
    )(equilibrium)
    app.command(
        context_settings=PATH_SETTINGS,
        short_help="Two players: the chance of winning.",
        epilog="""Examples:

  incan-math duel "14 fire 13 snakes" --lead -7 --expedition 5

  incan-math duel --lead 12 --expedition 4 --removed fire --claimed 1 --artifact-lead 1

  incan-math duel --rules diamant-2005

  incan-math duel --solve --rules incan-gold-2006""",
    )(duel)
    app.command(short_help="Results kept on disk.", epilog="Example:\n\n  incan-math cache --clear")(cache)


def equilibrium(
    path: PathWords = None,
    players: Players = None,
    rules: RulesName = None,
    expedition: ExpeditionNumber = None,
    removed: Removed = None,
    claimed: Claimed = None,
    lost: Lost = None,
    need: Annotated[
        int | None,
        typer.Option(help="Only whether at least this many points are taken counts.", show_default=False, min=1),
    ] = None,
    no_cache: NoCache = False,
    output_format: OutputFormat = Format.TEXT,
) -> None:
    """The symmetric equilibrium of all players in: what it is worth, and how often they retire."""
    from incan_math.report.equilibrium_report import equilibrium_report

    state = position(path, 2 if players is None and not path else players, rules, expedition, removed, claimed, lost)
    result = solved(state, no_cache, None if need is None else lambda points: int(points >= need))
    what = "points" if need is None else f"chance of at least {need} points"
    show(equilibrium_report(result, what), output_format)


def duel(
    path: PathWords = None,
    lead: Annotated[
        int | None,
        typer.Option(help="Points you were ahead before this expedition; -7 when behind.", show_default=False),
    ] = None,
    artifact_lead: Annotated[
        int | None,
        typer.Option(help="Artifacts you had more than the other then, where they break ties.", show_default=False),
    ] = None,
    rules: RulesName = None,
    expedition: ExpeditionNumber = None,
    removed: Removed = None,
    claimed: Claimed = None,
    lost: Lost = None,
    solve: Annotated[
        bool, typer.Option("--solve", help="Solve the whole game first; goes on where it stopped.")
    ] = False,
    output_format: OutputFormat = Format.TEXT,
) -> None:
    """Two players for the win: the chance of winning at a position, at a score, or by lead before each expedition."""
    from incan_math.cli.progress import situations_shown
    from incan_math.duels.cost import forecast
    from incan_math.duels.whole_game import duel as solved
    from incan_math.game.setup import Setup
    from incan_math.report.duel_report import leads_report, score_report, win_report

    known = rules_of(rules or DEFAULT_EDITION)
    if path:
        state = position(path, 2, rules, expedition, removed, claimed, lost)
        known = state.rules
    if solve:
        typer.echo(forecast(known), err=True)
    with situations_shown(known.name, solve) as progress:
        game = solved(known, solve=solve, progress=progress)
    if path:
        if lead is None:
            raise ValueError("--lead: say how many points you were ahead before this expedition, such as --lead -7")
        show(win_report(game.decide(state, lead, artifact_lead)), output_format)
    elif lead is not None:
        if expedition is None:
            raise ValueError("--expedition: say which expedition comes next, 1 to 5")
        setup = Setup.read(2, known, expedition, removed, claimed, lost)
        value = game.win_probability(lead, expedition, removed, claimed, artifact_lead, lost)
        show(score_report(game, setup, lead, artifact_lead, value), output_format)
    elif expedition or removed or claimed or lost or artifact_lead is not None:
        raise ValueError("--lead: the other options need it too, such as --lead -7; without any there is a table")
    else:
        show(leads_report(game), output_format)


def cache(
    clear: Annotated[bool, typer.Option("--clear", help="Delete everything that is kept.")] = False,
    output_format: OutputFormat = Format.TEXT,
) -> None:
    """Where results are kept on disk, which ones, and how big they are."""
    from incan_math.report.equilibrium_report import cache_report
    from incan_math.storage.store import Store, default_folder

    store = Store(default_folder())
    show(cache_report(store, store.clear() if clear else None), output_format)


def solved(state: Expedition, no_cache: bool, utility: Utility | None = None) -> Equilibrium:
    """The equilibrium at a position, its progress shown."""
    from incan_math.cli.progress import sweeps_shown
    from incan_math.equilibria.symmetric import equilibrium as solve
    from incan_math.storage.store import Store

    with sweeps_shown("equilibrium") as progress:
        return solve(state, utility=utility, store=Store(None) if no_cache else None, progress=progress)

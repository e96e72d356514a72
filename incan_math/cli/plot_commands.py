"""`incan-math plot ...`: each plot as a command that writes an SVG or PNG file and says which."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from incan_math.cli.options import (
    PATH_SETTINGS,
    Claimed,
    ExpeditionNumber,
    Lost,
    NoCache,
    PathWords,
    Players,
    Removed,
    RulesName,
    position,
)
from incan_math.game.editions import DEFAULT_EDITION, EDITIONS, label_of, rules_of
from incan_math.game.expedition import Expedition

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["plot"]

plot = typer.Typer(
    name="plot",
    help='Draw a plot into an SVG or PNG file. Needs the extra `plots`: pip install ".[plots]" in a clone.',
    short_help="Plots as SVG or PNG files.",
    rich_markup_mode=None,
)

Editions = Annotated[
    list[str] | None,
    typer.Argument(metavar="[EDITION]...", help="The rules; 'incan-math editions' lists them.", show_default=False),
]
Output = Annotated[
    Path | None,
    typer.Option("--output", "-o", help="The file to write, .svg or .png.", show_default=False),
]
NeverLeaving = Annotated[int, typer.Option("--players", help="How many are in; all but one never leave.", min=1, max=8)]


@plot.command(
    short_help="The chance of a bust, by the number of cards.",
    epilog="Example:\n\n  incan-math plot bust bga-en diamant-2016 -o bust.png",
)
def bust(
    editions: Editions = None,
    draws: Annotated[int, typer.Option(help="How many cards to look ahead.", min=1, max=30)] = 15,
    output: Output = None,
) -> None:
    """The chance that a bust has come within 1, 2, 3, ... cards of a fresh deck, of all editions if none is named."""
    from incan_math.report.plot_data import bust_curves
    from incan_math.report.plots import bust_curve_plot

    curves = bust_curves(editions or EDITIONS, draws)
    _save(bust_curve_plot(curves, "fresh deck of the first expedition"), output, "bust.svg")


@plot.command(
    short_help="From which take-home to retire.",
    epilog="Example:\n\n  incan-math plot boundary bga-en diamant-2005 -o boundary.png",
)
def boundary(editions: Editions = None, players: NeverLeaving = 1, output: Output = None) -> None:
    """The take-home from which retiring is best, by hazard kinds showing, with a full deck and no artifact found."""
    from incan_math.report.plot_data import boundaries
    from incan_math.report.plots import boundary_plot

    lines = boundaries(editions or [DEFAULT_EDITION], players)
    _save(boundary_plot(lines, others=_others(players)), output, "boundary.svg")


@plot.command(
    "take-home",
    short_help="What the best play takes home.",
    epilog="Example:\n\n  incan-math plot take-home bga-en incan-gold-2006 -o take_home.png",
)
def take_home(editions: Editions = None, players: NeverLeaving = 1, output: Output = None) -> None:
    """The exact distribution of the points that the best play takes home from the first expedition."""
    from incan_math.report.plot_data import take_homes
    from incan_math.report.plots import take_home_plot

    points = {
        f"rules {label}; {_others(players)}": d
        for label, d in take_homes(editions or [DEFAULT_EDITION], players).items()
    }
    _save(take_home_plot(points), output, "take_home.svg")


@plot.command(
    short_help="A decision tree of a position.",
    context_settings=PATH_SETTINGS,
    epilog="""Examples:

  incan-math plot tree "7 fire 11 snakes" --depth 1 -o tree.png

  incan-math plot tree "7 fire 11 snakes" --players 4 --removed fire -o tree.dot""",
)
def tree(
    path: PathWords = None,
    players: Players = None,
    rules: RulesName = None,
    expedition: ExpeditionNumber = None,
    removed: Removed = None,
    claimed: Claimed = None,
    lost: Lost = None,
    depth: Annotated[int, typer.Option(help="How many further cards.", min=0)] = 1,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            help="The file to write: .svg or .png, or .dot or .graphml for the graph itself.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Stay or retire at a position and after the next cards, if all others never leave."""
    from incan_math.advice.decision_graph import decision_graph
    from incan_math.report.graph_files import dot, graphml
    from incan_math.report.tree_plot import tree_plot

    state = position(path, players, rules, expedition, removed, claimed, lost)
    graph = decision_graph(state, depth)
    writers = {".dot": dot, ".graphml": graphml}
    if output is not None and output.suffix in writers:
        output.write_text(writers[output.suffix](graph), encoding="utf-8")
        print(output)
    else:
        _save(tree_plot(graph), output, "tree.svg")


@plot.command(
    short_help="How often each retires in equilibrium.",
    epilog="Example:\n\n  incan-math plot retire --players 3 --players 5 --players 8 -o retire.png",
)
def retire(
    players: Annotated[
        list[int] | None,
        typer.Option(
            help="A panel for so many players, 2 to 8; 3, 5 and 8 if not told.", min=2, max=8, show_default=False
        ),
    ] = None,
    rules: RulesName = None,
    most: Annotated[int, typer.Option(help="The greatest bag that is drawn.", min=1)] = 20,
    no_cache: NoCache = False,
    output: Output = None,
) -> None:
    """The chance that each retires in equilibrium, by bag and hazards showing; a minute of work the first time."""
    from incan_math.cli.solver_commands import solved
    from incan_math.report.heat_map import RETIRE_NOTE, retire_map
    from incan_math.report.plot_data import retire_cells

    known = rules_of(rules or DEFAULT_EDITION)
    panels = {
        f"{number} players": retire_cells(solved(Expedition.start(number, known), no_cache), most)
        for number in dict.fromkeys(players or (3, 5, 8))
    }
    title = f"Equilibrium: chance that each retires (%), {label_of(known)}"
    _save(retire_map(panels, title, RETIRE_NOTE), output, "retire.svg")


@plot.command(
    short_help="The chance to win the game, by lead.",
    epilog="Example:\n\n  incan-math plot win --rules diamant-2005 -o win.png",
)
def win(
    rules: RulesName = None,
    most: Annotated[int, typer.Option(help="The greatest lead that is drawn.", min=1, max=200)] = 60,
    output: Output = None,
) -> None:
    """Two players: the chance to win the whole game, by lead before each expedition."""
    from incan_math.duels.whole_game import duel
    from incan_math.report.plot_data import WIN_NOTE, win_curves
    from incan_math.report.plots import win_chance_plot

    game = duel(rules_of(rules or DEFAULT_EDITION))
    _save(win_chance_plot(win_curves(game, most), f"{label_of(game.rules)}; {WIN_NOTE}"), output, "win.svg")


def _save(figure: Figure, output: Path | None, default: str) -> None:
    from incan_math.report.figure import save_figure

    print(save_figure(figure, output or Path(default)))


def _others(players: int) -> str:
    return {1: "alone", 2: "one other never leaves"}.get(players, f"{players - 1} others never leave")

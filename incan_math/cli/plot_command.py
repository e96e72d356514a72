"""`incan-math plot ...`: each plot as a command that writes an SVG or PNG file and says which."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from incan_math.cli.options import NO_CACHE, POSITION, RULES, position
from incan_math.cli.output import write
from incan_math.cli.specification import Argument, Command, Option
from incan_math.game.editions import DEFAULT_EDITION, EDITIONS, label_of, rules_of
from incan_math.game.expedition import Expedition
from incan_math.game.rules import Rules

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["COMMANDS"]

_EDITIONS = Argument("editions", "The rules; 'incan-math editions' lists them.", "[EDITION]...")
_OUTPUT = Option("output", "The file to write, .svg or .png.", short="-o")
_STAYING = Option("players", "How many are in; all but one never retire.", int, short="-p", default=1, least=1, most=8)
_PANELS = (3, 5, 8)


def bust(editions: Sequence[str | Rules] | None, draws: int, output: str | None) -> None:
    """P(a bust within 1, 2, 3, ... cards) from a fresh deck; of all editions if none is named."""
    from incan_math.report.plot_data import bust_curves
    from incan_math.report.plots import bust_curve_plot

    curves = bust_curves(editions or EDITIONS, draws)
    _save(bust_curve_plot(curves, "fresh deck of the first expedition"), output, "bust.svg")


def boundary(editions: Sequence[str | Rules] | None, players: int, output: str | None) -> None:
    """The take-home from which retiring is best, by hazard kinds showing, with a full deck and no artifact found."""
    from incan_math.report.plot_data import boundaries
    from incan_math.report.plots import boundary_plot

    lines = boundaries(editions or [DEFAULT_EDITION], players)
    _save(boundary_plot(lines, others=_others(players)), output, "boundary.svg")


def take_home(editions: Sequence[str | Rules] | None, players: int, output: str | None) -> None:
    """The exact distribution of the points that the best play takes home from the first expedition."""
    from incan_math.report.plot_data import take_homes
    from incan_math.report.plots import take_home_plot

    points = {
        f"rules {label}; {_others(players)}": d
        for label, d in take_homes(editions or [DEFAULT_EDITION], players).items()
    }
    _save(take_home_plot(points), output, "take_home.svg")


def tree(
    path: Sequence[str] | None,
    players: int | None,
    rules: str | Rules | None,
    expedition: int | None,
    removed: Sequence[str] | None,
    claimed: Sequence[str] | None,
    lost: Sequence[str] | None,
    depth: int,
    output: str | None,
) -> None:
    """Stay or retire at a position and after the next cards, if no other player ever retires."""
    from incan_math.advice.decision_graph import decision_graph
    from incan_math.report.graph_files import dot, graphml
    from incan_math.report.tree_plot import tree_plot

    state = position(path, players, rules, expedition, removed, claimed, lost)
    graph = decision_graph(state, depth)
    writers = {".dot": dot, ".graphml": graphml}
    file = Path(output or "tree.svg")
    if file.suffix in writers:
        file.write_text(writers[file.suffix](graph), encoding="utf-8")
        write(f"{file}\n")
    else:
        _save(tree_plot(graph), output, "tree.svg")


def retire(
    players: Sequence[int] | None, rules: str | Rules | None, most: int, no_cache: bool, output: str | None
) -> None:
    """The probability that each retires in equilibrium, by bag and hazards showing; a minute of work the first time."""
    from incan_math.cli.equilibrium_command import solved
    from incan_math.report.heat_map import RETIRE_NOTE, retire_map
    from incan_math.report.plot_data import retire_cells

    known = rules_of(rules or DEFAULT_EDITION)
    panels = {
        f"{number} players": retire_cells(solved(Expedition.start(number, known), no_cache), most)
        for number in dict.fromkeys(players or _PANELS)
    }
    title = f"Equilibrium: retirement probability (%), {label_of(known)}"
    _save(retire_map(panels, title, RETIRE_NOTE), output, "retire.svg")


def win(rules: str | Rules | None, most: int, output: str | None) -> None:
    """Two players: P(win) + P(draw)/2 over the whole game, by lead before each expedition."""
    from incan_math.duels.whole_game import duel
    from incan_math.report.plot_data import WIN_NOTE, win_curves
    from incan_math.report.plots import win_plot

    game = duel(rules_of(rules or DEFAULT_EDITION))
    _save(win_plot(win_curves(game, most), f"{label_of(game.rules)}; {WIN_NOTE}"), output, "win.svg")


COMMANDS = (
    Command(
        "bust",
        bust,
        "The probability of a bust, by the number of cards.",
        (_EDITIONS, Option("draws", "How many cards to look ahead.", int, default=15, least=1, most=30), _OUTPUT),
        ("incan-math plot bust bga-en diamant-2016 -o bust.png",),
    ),
    Command(
        "boundary",
        boundary,
        "From which take-home to retire.",
        (_EDITIONS, _STAYING, _OUTPUT),
        ("incan-math plot boundary bga-en diamant-2005 -o boundary.png",),
    ),
    Command(
        "take-home",
        take_home,
        "What the best play takes home.",
        (_EDITIONS, _STAYING, _OUTPUT),
        ("incan-math plot take-home bga-en incan-gold-2006 -o take_home.png",),
    ),
    Command(
        "tree",
        tree,
        "A decision tree of a position.",
        (
            *POSITION,
            Option("depth", "How many further cards.", int, default=1, least=0),
            Option("output", "The file to write: .svg or .png, or .dot or .graphml for the graph itself.", short="-o"),
        ),
        (
            'incan-math plot tree "7 fire 11 snakes" --depth 1 -o tree.png',
            'incan-math plot tree "7 fire 11 snakes" --players 4 --removed fire -o tree.dot',
        ),
    ),
    Command(
        "retire",
        retire,
        "How often each retires in equilibrium.",
        (
            Option(
                "players",
                "A panel for so many players, 2 to 8; 3, 5 and 8 if omitted.",
                int,
                short="-p",
                least=2,
                most=8,
                many=True,
            ),
            RULES,
            Option("most", "The greatest bag that is drawn.", int, default=20, least=1),
            NO_CACHE,
            _OUTPUT,
        ),
        ("incan-math plot retire --players 3 --players 5 --players 8 -o retire.png",),
    ),
    Command(
        "win",
        win,
        "The probability of winning the game, by lead.",
        (
            RULES,
            Option("most", "The greatest lead that is drawn, if it can occur.", int, default=60, least=1, most=1000),
            _OUTPUT,
        ),
        ("incan-math plot win --rules diamant-2005 -o win.png",),
    ),
)


def _save(figure: Figure, output: str | None, default: str) -> None:
    from incan_math.report.figure import save_figure

    write(f"{save_figure(figure, Path(output or default))}\n")


def _others(players: int) -> str:
    return {1: "alone", 2: "one other never leaves"}.get(players, f"{players - 1} others never leave")

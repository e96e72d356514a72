"""The public plots: what each draws, with numbers that it computes itself."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from incan_math.game.editions import label_of
from incan_math.game.errors import GameError, shown
from incan_math.game.expedition import Expedition
from incan_math.game.rules import Rules
from incan_math.odds.distribution import Distribution
from incan_math.report.bars import distribution_bars
from incan_math.report.figure import shown_figures

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from incan_math.duels.whole_game import Duel
    from incan_math.equilibria.result import Equilibrium
    from incan_math.reviews.findings import Review

__all__ = ["boundary", "bust_curve", "decision_tree", "distribution", "luck", "retire_map", "take_home", "win_curve"]


def distribution(
    points: Distribution, *, ax: Axes | None = None, title: str = "", axis: str = "value", most: int | None = None
) -> Axes:
    """The probability of each value as bars in per cent, with the mean and the median.

    Args:
        points: what is drawn.
        ax: the axes to draw on; those of a new figure if omitted.
        title: what stands above.
        axis: what the values are, with their unit.
        most: the greatest value to draw; all if omitted. What is left out stands in the title.

    Raises:
        GameError: matplotlib is not installed, or there are too many values to tell bars apart.
    """
    return distribution_bars(points, ax, title, axis, most)


def bust_curve(*rules: str | Rules, draws: int = 15) -> Axes:
    """P(a bust within 1, 2, ..., `draws` cards) from a fresh deck, a line for each of `rules`; editions if omitted.

    Args:
        rules: names of editions or `Rules` values, to be compared with the first.
        draws: how many cards to look ahead.

    Raises:
        GameError: matplotlib is not installed, or there are more lines than can be distinguished.
    """
    from incan_math.game.editions import EDITIONS
    from incan_math.report.plot_data import bust_curves
    from incan_math.report.plots import bust_curve_plot

    if type(draws) is not int or not 1 <= draws <= 1_000:
        raise GameError(f"draws: {shown(draws)} given; give a number of cards, 1 to 1,000")
    with shown_figures():
        return _first(bust_curve_plot(bust_curves(rules or EDITIONS, draws), "fresh deck of the first expedition"))


def boundary(*rules: str | Rules, players: int = 1) -> Axes:
    """The take-home from which retiring is best, by hazard kinds showing, with a full deck and no artifact found.

    Args:
        rules: names of editions or `Rules` values; the default edition if omitted.
        players: how many are in, all but one of whom never retire.

    Raises:
        GameError: matplotlib is not installed, hazard kinds differ in size, or the look-ahead theorem does not hold.
    """
    from incan_math.report.plot_data import boundaries
    from incan_math.report.plots import boundary_plot

    with shown_figures():
        return _first(boundary_plot(boundaries(_editions(rules), players), others=_others(players)))


def take_home(*rules: str | Rules, players: int = 1) -> Axes:
    """The distribution of what the best play takes home from the first expedition, a panel for each of `rules`.

    Args:
        rules: names of editions or `Rules` values; the default edition if omitted.
        players: how many are in, all but one of whom never retire.

    Raises:
        GameError: matplotlib is not installed, or the look-ahead theorem does not hold.
    """
    from incan_math.report.plot_data import take_homes
    from incan_math.report.plots import take_home_plot

    found = take_homes(_editions(rules), players)
    with shown_figures():
        return _first(take_home_plot({f"rules {label}; {_others(players)}": each for label, each in found.items()}))


def decision_tree(state: Expedition, depth: int = 1) -> Axes:
    """Stay or retire at a position and after the next cards, if no other player ever retires.

    Args:
        state: a live state.
        depth: how many further cards.

    Raises:
        GameError: matplotlib or networkx is not installed, or the tree has too many states.
    """
    from incan_math.advice.decision_graph import decision_graph
    from incan_math.report.tree_plot import tree_plot

    graph = decision_graph(state, depth)
    with shown_figures():
        return _first(tree_plot(graph))


def retire_map(*results: Equilibrium, most: int = 20) -> Axes:
    """How often each player retires in equilibrium, by bag and hazard kinds showing, a panel for each equilibrium.

    Args:
        results: equilibria of different numbers of players, from the start of an expedition.
        most: the greatest bag that is drawn.

    Raises:
        GameError: matplotlib is not installed, or no equilibrium is given.
    """
    from incan_math.report.heat_map import RETIRE_NOTE, retire_map
    from incan_math.report.plot_data import retire_cells

    if not results:
        raise GameError("results: none given; give one or more equilibria, such as equilibrium(Expedition.start(3))")
    panels = {f"{result.state.players} players": retire_cells(result, most) for result in results}
    title = f"Equilibrium: retirement probability (%), {label_of(results[0].state.rules)}"
    with shown_figures():
        return _first(retire_map(panels, title, RETIRE_NOTE))


def win_curve(game: Duel, most: int = 60) -> Axes:
    """Two players: P(win) + P(draw)/2 over the whole game by the lead, a line for each expedition to come.

    Args:
        game: the game, from `duel`.
        most: the greatest lead that is drawn, if it can occur.

    Raises:
        GameError: matplotlib is not installed.
    """
    from incan_math.report.plot_data import WIN_NOTE, win_curves
    from incan_math.report.plots import win_plot

    curves = win_curves(game, most)
    with shown_figures():
        return _first(win_plot(curves, f"{label_of(game.rules)}; {WIN_NOTE}"))


def luck(found: Review) -> Axes:
    """A reviewed game: luck less losses of each player up to each card, in points.

    Args:
        found: what `review` gave.

    Raises:
        GameError: matplotlib is not installed.
    """
    from incan_math.report.review_plot import review_plot

    with shown_figures():
        return _first(review_plot(found))


def _first(figure: Figure) -> Axes:
    return figure.axes[0]


def _editions(rules: Sequence[str | Rules]) -> Iterable[str | Rules]:
    from incan_math.game.editions import DEFAULT_EDITION

    return rules or [DEFAULT_EDITION]


def _others(players: int) -> str:
    return {1: "alone", 2: "one other never leaves"}.get(players, f"{players - 1} others never leave")

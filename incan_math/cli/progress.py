"""How far a long job is, on the error output of a terminal; nothing where nobody watches."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from incan_math.game.expedition import Expedition
from incan_math.response.evaluation import Progress
from incan_math.states.reachable import count_states

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import ProgressColumn

__all__ = ["layers_shown", "situations_shown", "sweeps_shown"]


@contextmanager
def layers_shown(job: str, start: Expedition) -> Iterator[Progress | None]:
    """A progress function for a solver that goes layer by layer of cards out from `start`, drawn as a bar.

    It says first how many decks can be met; with players who leave, each in several states of the bags.
    """
    if not _watched():
        yield None
        return
    from rich.progress import TextColumn, TimeElapsedColumn

    with _bar(TextColumn("{task.fields[nodes]:,} states"), TimeElapsedColumn()) as bar:
        decks = count_states(start, kind_symmetric=True)
        task = bar.add_task(f"{job}, up to {decks:,} decks", total=None, nodes=0)
        seen = 0

        def show(cards_out: int, cards: int, nodes: int) -> None:
            nonlocal seen
            seen = nodes if not cards_out else seen + nodes
            bar.update(task, completed=cards_out, total=cards, nodes=seen)

        yield show


@contextmanager
def sweeps_shown(job: str) -> Iterator[Progress | None]:
    """A progress function for `equilibrium`, drawn as a bar that says what the job is going to cost."""
    if not _watched():
        yield None
        return
    from rich.progress import TimeElapsedColumn, TimeRemainingColumn

    with _bar(TimeElapsedColumn(), TimeRemainingColumn()) as bar:
        task = bar.add_task(f"{job}: laying out the situations", total=None)

        def show(done: int, total: int, situations: int) -> None:
            about = f"{job}: {situations:,} situations, about {max(1, situations * 12 >> 20):,} MB"
            bar.update(task, description=about, completed=done, total=total)

        yield show


@contextmanager
def situations_shown(name: str, wanted: bool) -> Iterator[Callable[[int, int], None] | None]:
    """A progress function for the solver of the two-player game, drawn as a bar."""
    if not wanted or not _watched():
        yield None
        return
    from rich.progress import MofNCompleteColumn, TimeElapsedColumn

    with _bar(MofNCompleteColumn(), TimeElapsedColumn()) as bar:
        task = bar.add_task(f"{name}: situations between expeditions", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def _watched() -> bool:
    return sys.stderr.isatty()


def _bar(*columns: ProgressColumn) -> Bar:
    """A bar on the error output that goes away in the end: what is done, how far it is, and these columns."""
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn
    from rich.progress import Progress as Bar

    shown = (TextColumn("{task.description}"), BarColumn(), *columns)
    return Bar(*shown, console=Console(stderr=True), transient=True)

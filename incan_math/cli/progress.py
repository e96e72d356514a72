"""How far a long job is, on the error output of a terminal; nothing where it is piped."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from incan_math.response.evaluation import Progress
from incan_math.storage.announcement import compiling_announced, compiling_text

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import ProgressColumn

__all__ = ["situations_shown", "work_shown"]

_NARROW = 60


@contextmanager
def work_shown(job: str, what: str) -> Iterator[Progress | None]:
    """A progress function for a solver that says how far it is and how many situations it meets, drawn as a bar.

    Args:
        job: what is computed.
        what: what is counted.
    """
    if not _watched():
        yield None
        return
    from rich.progress import TimeElapsedColumn

    with _bar(TimeElapsedColumn()) as bar, compiling_announced(lambda s: bar.console.print(compiling_text(s))):
        task = bar.add_task(job, total=None)

        def show(done: int, total: int, met: int) -> None:
            bar.update(task, description=f"{job}: {met:,} {what}", completed=done, total=total)

        yield show


@contextmanager
def situations_shown(name: str, wanted: bool) -> Iterator[Callable[[int, int], None] | None]:
    """A progress function for the solver of the two-player game, drawn as a bar."""
    if not wanted or not _watched():
        yield None
        return
    from rich.progress import MofNCompleteColumn, TimeElapsedColumn

    columns = MofNCompleteColumn(), TimeElapsedColumn()
    with _bar(*columns) as bar, compiling_announced(lambda s: bar.console.print(compiling_text(s))):
        task = bar.add_task(f"{name}: deck states between expeditions", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def _watched() -> bool:
    return sys.stderr.isatty()


def _bar(*columns: ProgressColumn) -> Bar:
    """A bar on the error output that goes away in the end: what is done, how far it is, and these columns.

    On a narrow terminal the words are shortened before the bar is.
    """
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn
    from rich.progress import Progress as Bar
    from rich.table import Column

    console = Console(stderr=True)
    narrow = console.width < _NARROW
    words = TextColumn("{task.description}", table_column=Column(no_wrap=True, overflow="ellipsis"))
    shown = (words, BarColumn(8 if narrow else 40), *columns)
    return Bar(*shown, console=console, transient=True, expand=narrow)

"""How far a long job is, on the error output of a terminal; nothing where nobody watches."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from incan_math.decisions.evaluation import Progress

__all__ = ["layers_shown"]


@contextmanager
def layers_shown(job: str) -> Iterator[Progress | None]:
    """A progress function for a solver that goes layer by layer of cards out, drawn as a bar."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    states = TextColumn("{task.fields[nodes]:,} states")
    columns = (TextColumn("{task.description}"), BarColumn(), states, TimeElapsedColumn())
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(job, total=None, nodes=0)
        seen = 0

        def show(cards_out: int, cards: int, nodes: int) -> None:
            nonlocal seen
            seen = nodes if not cards_out else seen + nodes
            bar.update(task, completed=cards_out, total=cards, nodes=seen)

        yield show

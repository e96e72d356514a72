"""One result, and the page that it stands on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from incan_math.report.model import Table

__all__ = ["Page", "Result"]


@dataclass(frozen=True)
class Result:
    """A numbered result.

    Attributes:
        number: 3 for R3; never changed, never given again.
        title: a short name.
        rules: the editions, or the deck, that it holds for.
        says: what the numbers are and what was assumed, in Markdown; no numbers of its own.
        compute: gives the table.
        units: the unit of each column, by the column's name.
        code: Python lines for anyone with the library, the last of them an expression.
        value: what that expression gives, taken from the table.
        figure: (what it shows, its file in `docs/figures`), drawn by `docs/figures.py`.
        first_rows: where the table takes minutes, a function that gives its first rows: a quick check computes these.
    """

    number: int
    title: str
    rules: str
    says: str
    compute: Callable[[], Table]
    units: Mapping[str, str]
    code: tuple[str, ...]
    value: Callable[[Table], object]
    first_rows: Callable[[], Table] | None = None
    figure: tuple[str, str] | None = None

    @property
    def label(self) -> str:
        """`R3`."""
        return f"R{self.number}"

    @cached_property
    def table(self) -> Table:
        """The numbers, computed once."""
        return self._checked(self.compute())

    @cached_property
    def beginning(self) -> Table:
        """The first rows, all of them where they take no minutes."""
        return self._checked(self.first_rows()) if self.first_rows else self.table

    def _checked(self, table: Table) -> Table:
        names = {column.key for column in table.columns}
        if names != set(self.units):
            raise ValueError(f"{self.label}: units are given for {sorted(self.units)}, the columns are {sorted(names)}")
        return table


@dataclass(frozen=True)
class Page:
    """Results that are read together.

    Attributes:
        name: the file, without its ending.
        title: the heading.
        intro: what the results have in common, in Markdown.
        figures: (what it shows, its file in `docs/figures`) of each, drawn by `docs/figures.py`; they stand side by
            side where there is room.
        results: in the order in which they are shown.
    """

    name: str
    title: str
    intro: str
    results: tuple[Result, ...]
    figures: tuple[tuple[str, str], ...] = ()

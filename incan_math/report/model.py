"""Tables and reports as plain values: what is shown, apart from how."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from incan_math.numbers.enclosure import Enclosure
from incan_math.numbers.rationals import decimal_text

__all__ = ["Cell", "Column", "Fact", "Kind", "Report", "Table", "percent", "readable"]

_PLACES = 6
_POINTS_PLACES = 3
_TWO_TEXTS = ("probability", "amount")

Cell = str | int | Fraction | Enclosure | None
Kind = Literal["text", "count", "probability", "percent", "amount", "decimal", "exact", "bounds", "likely", "points"]
"""How a cell reads: words; a whole number; a probability, as a percentage and exactly (`probability`) or as a
percentage alone (`percent`); an amount of gems or points, as a decimal and exactly (`amount`) or as a decimal alone
(`decimal`; `points` with three places); a number exactly, alone (`exact`); an `Enclosure`, as a decimal (`bounds`) or,
of a probability, as a percentage (`likely`).
Machines get every number exactly and as a decimal, an enclosure as a decimal with its error."""


@dataclass(frozen=True)
class Column:
    """A column's heading, the kind of its cells, and its name where machines read it (the heading by default)."""

    heading: str
    kind: Kind = "text"
    name: str = ""

    @property
    def key(self) -> str:
        """The name in CSV and JSON."""
        return self.name or self.heading.replace(" ", "_")


@dataclass(frozen=True)
class Fact:
    """One line of a report: a label and what it says."""

    label: str
    value: Cell
    kind: Kind = "text"
    name: str = ""

    @property
    def key(self) -> str:
        """The name in CSV and JSON."""
        return self.name or self.label.lower().replace(" ", "_")

    @property
    def texts(self) -> tuple[str, ...]:
        """The value as people read it, and the exact number where that is another text."""
        if isinstance(self.value, Enclosure):
            words = str(self.value)
            if self.value.is_exact and len(words) > _PLACES:
                words = decimal_text(self.value.midpoint, 2 * _PLACES)
            return (percent(self.value.midpoint, 4), words) if self.kind == "likely" else (words,)
        first, *exact = readable(self.value, self.kind)
        return (first, exact[0]) if exact and exact[0] not in (first, "") else (first,)

    @property
    def text(self) -> str:
        """The value as people read it, the exact number in brackets."""
        first, *exact = self.texts
        return f"{first} ({exact[0]})" if exact else first


@dataclass(frozen=True)
class Table:
    """Rows of cells under columns; `name` is what machines call it, `notes` go below."""

    name: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(f"table {self.name}: the row {row} has not one cell for each column")

    @property
    def headings(self) -> list[str]:
        """The headings as people read them: a second one for the exact number where cells have two texts."""
        return [
            heading
            for column in self.columns
            for heading in ((column.heading, "exactly") if column.kind in _TWO_TEXTS else (column.heading,))
        ]

    @property
    def are_words(self) -> list[bool]:
        """Whether the texts under each heading are words, set flush left."""
        return [column.kind == "text" for column in self.columns for _ in range(2 if column.kind in _TWO_TEXTS else 1)]

    @property
    def pairs(self) -> list[list[int]]:
        """The places of the headings by column: one, or two for a decimal and the exact number."""
        pairs: list[list[int]] = []
        place = 0
        for column in self.columns:
            size = 2 if column.kind in _TWO_TEXTS else 1
            pairs.append(list(range(place, place + size)))
            place += size
        return pairs

    @property
    def kinds(self) -> list[Kind]:
        """The kind of what stands under each heading."""
        return [column.kind for column, places in zip(self.columns, self.pairs, strict=True) for _ in places]

    @property
    def texts(self) -> list[list[str]]:
        """The rows as people read them, a text under each heading."""
        return [
            [text for cell, column in zip(row, self.columns, strict=True) for text in readable(cell, column.kind)]
            for row in self.rows
        ]


@dataclass(frozen=True)
class Report:
    """A title, facts a line each, and tables."""

    title: str
    facts: tuple[Fact, ...] = ()
    tables: tuple[Table, ...] = ()
    notes: tuple[str, ...] = ()


def percent(probability: Fraction, places: int = 2) -> str:
    """A probability as people read it; never 0% or 100% for what is neither.

    >>> percent(Fraction(2, 13)), percent(Fraction(1, 10**6)), percent(1 - Fraction(1, 10**6)), percent(Fraction(1))
    ('15.38%', '<0.01%', '>99.99%', '100.00%')
    """
    text = decimal_text(probability * 100, places)
    step = Fraction(1, 10**places)
    if probability > 0 and Fraction(text) == 0:
        return f"<{decimal_text(step, places)}%"
    if probability < 1 and Fraction(text) == 100:
        return f">{decimal_text(100 - step, places)}%"
    return f"{text}%"


def readable(value: Cell, kind: Kind) -> tuple[str, ...]:
    """A cell as people read it: one text, or (decimal, exact) for probabilities and amounts."""
    if value is None:
        return ("-", "") if kind in _TWO_TEXTS else ("-",)
    if kind in ("text", "count", "exact"):
        return (str(value),)
    exact = value.midpoint if isinstance(value, Enclosure) else Fraction(value)
    if kind == "likely":
        return (percent(exact, 4),)
    if kind == "points":
        return (decimal_text(exact, _POINTS_PLACES),)
    text = decimal_text(exact, _PLACES) if kind in ("amount", "decimal", "bounds") else percent(exact)
    return (text, str(exact)) if kind in _TWO_TEXTS else (text,)

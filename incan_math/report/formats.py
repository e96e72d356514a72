"""A report as text, Markdown, CSV or JSON; every fraction exact and as a decimal."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from incan_math.odds.fractions import decimal_text
from incan_math.report.table import Cell, Column, Fact, Kind, Report, Table, percent

__all__ = ["FORMATS", "render"]

_PLACES = 6
_MACHINE_PLACES = 12
_TWO_TEXTS = ("chance", "amount")
_NO_NUMBERS = ("text", "count")


def render(report: Report, output_format: str = "text") -> str:
    """The report in one of `FORMATS`, ending in a line break.

    Text is laid out for 80 columns and carries no colour codes.

    Raises:
        ValueError: there is no such format.
    """
    if output_format not in FORMATS:
        raise ValueError(f"format: {output_format!r} is not one of {', '.join(FORMATS)}")
    return FORMATS[output_format](report)


def _readable(value: Cell, kind: Kind) -> tuple[str, ...]:
    """A cell as people read it: one text, or (decimal, exact) for chances and amounts."""
    if value is None:
        return ("-", "") if kind in _TWO_TEXTS else ("-",)
    if kind in ("text", "count", "exact"):
        return (str(value),)
    exact = Fraction(value)
    readable = decimal_text(exact, _PLACES) if kind == "amount" else percent(exact)
    return (readable, str(exact)) if kind in _TWO_TEXTS else (readable,)


def _headings(column: Column) -> tuple[str, ...]:
    return (column.heading, "exactly") if column.kind in _TWO_TEXTS else (column.heading,)


def _is_left(column: Column) -> bool:
    return column.kind == "text"


def _fact_line(fact: Fact) -> str:
    readable, *exact = _readable(fact.value, fact.kind)
    return f"{readable} ({exact[0]})" if exact and exact[0] != readable else readable


def _text(report: Report) -> str:
    from rich.console import Console
    from rich.table import Table as RichTable
    from rich.text import Text

    out = io.StringIO()
    console = Console(file=out, width=80, color_system=None, highlight=False, emoji=False, markup=False)
    console.print(report.title)
    if report.facts:
        grid = RichTable.grid(padding=(0, 2))
        grid.add_column(no_wrap=True)
        grid.add_column(overflow="fold")
        for fact in report.facts:
            grid.add_row(f"  {fact.label}", _fact_line(fact))
        console.print(grid)
    for table in report.tables:
        console.print()
        console.print(table.title)
        shown = RichTable(box=_box(), pad_edge=False, show_edge=False, padding=(0, 1, 0, 0))
        for place, column in enumerate(table.columns):
            for heading in _headings(column):
                shown.add_column(
                    heading,
                    justify="left" if _is_left(column) else "right",
                    overflow="fold",
                    no_wrap=not place,
                )
        for row in table.rows:
            cells = zip(row, table.columns, strict=True)
            shown.add_row(*(Text(text) for cell, column in cells for text in _readable(cell, column.kind)))
        console.print(shown)
        for note in table.notes:
            console.print(note)
    for note in report.notes:
        console.print()
        console.print(note)
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()) + "\n"


def _box() -> Any:
    from rich import box

    return box.Box("    \n    \n -- \n    \n    \n    \n    \n    \n", ascii=True)


def _markdown(report: Report) -> str:
    parts = [f"# {report.title}"]
    if report.facts:
        parts.append("\n".join(f"- {fact.label}: {_escaped(_fact_line(fact))}" for fact in report.facts))
    for table in report.tables:
        headings = [heading for column in table.columns for heading in _headings(column)]
        rules = ["---" if _is_left(column) else "--:" for column in table.columns for _ in _headings(column)]
        lines = [headings, rules]
        for row in table.rows:
            cells = zip(row, table.columns, strict=True)
            lines.append([text for cell, column in cells for text in _readable(cell, column.kind)])
        parts.append(f"## {table.title}")
        parts.append("\n".join(f"| {' | '.join(map(_escaped, line))} |" for line in lines))
        parts.extend(table.notes)
    parts.extend(report.notes)
    return "\n\n".join(parts) + "\n"


def _escaped(text: str) -> str:
    return text.replace("|", "\\|")


def _csv(report: Report) -> str:
    """One table as it is; several, and the facts, one below the other under all their columns, named in the first."""
    records: list[dict[str, str]] = []
    several = len(report.tables) + bool(report.facts) > 1
    for fact in report.facts:
        cells = _flat("value", fact.value, fact.kind)
        records.append({"table": "facts", "name": fact.key, **cells})
    for table in report.tables:
        for row in table.rows:
            record = {"table": table.name} if several else {}
            for cell, column in zip(row, table.columns, strict=True):
                record |= _flat(column.key, cell, column.kind)
            records.append(record)
    columns = list(dict.fromkeys(name for record in records for name in record))
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(records)
    return out.getvalue()


def _flat(name: str, value: Cell, kind: Kind) -> dict[str, str]:
    if value is None:
        return {name: ""}
    if kind in _NO_NUMBERS:
        return {name: str(value)}
    exact = Fraction(value)
    return {name: str(exact), f"{name}_decimal": decimal_text(exact, _MACHINE_PLACES)}


def _json(report: Report) -> str:
    document: dict[str, Any] = {"title": report.title}
    document |= {fact.key: _value(fact.value, fact.kind) for fact in report.facts}
    document |= {table.name: list(_records(table)) for table in report.tables}
    notes = [*report.notes, *(note for table in report.tables for note in table.notes)]
    if notes:
        document["notes"] = notes
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def _records(table: Table) -> Iterable[dict[str, Any]]:
    for row in table.rows:
        cells = zip(row, table.columns, strict=True)
        yield {column.key: _value(cell, column.kind) for cell, column in cells}


def _value(value: Cell, kind: Kind) -> Any:
    if value is None or kind in _NO_NUMBERS:
        return value
    exact = Fraction(value)
    return {"exact": str(exact), "decimal": decimal_text(exact, _MACHINE_PLACES)}


FORMATS: Mapping[str, Callable[[Report], str]] = MappingProxyType(
    {"text": _text, "markdown": _markdown, "csv": _csv, "json": _json},
)
"""The formats by name."""

"""A report as text, Markdown, CSV, JSON, LaTeX or HTML; every fraction exact and as a decimal."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from incan_math.game.errors import GameError, shown
from incan_math.numbers.enclosure import Enclosure
from incan_math.numbers.rationals import decimal_text
from incan_math.report.html import html
from incan_math.report.latex import latex
from incan_math.report.model import Cell, Kind, Report, Table
from incan_math.report.text import text

__all__ = ["FORMATS", "markdown_table", "render"]

_MACHINE_PLACES = 12
_ENCLOSED_PLACES = 16  # So that rounding adds next to nothing to the error.
_NO_NUMBERS = ("text", "count")
_LONG_COLUMNS = ("table", "row", "name", "value", "exact", "error")


def render(report: Report, output_format: str = "text", width: int = 80) -> str:
    """The report in one of `FORMATS`, ending in a line break.

    Args:
        report: what is shown.
        output_format: how.
        width: the most characters in a line of text; the other formats know no width.

    Raises:
        GameError: there is no such format.
    """
    if output_format not in FORMATS:
        raise GameError(f"format: {shown(output_format)} is not one of {', '.join(FORMATS)}")
    return text(report, width) if output_format == "text" else FORMATS[output_format](report)


def _markdown(report: Report) -> str:
    parts = [f"# {report.title}"]
    if report.facts:
        parts.append("\n".join(f"- {fact.label}: {_escaped(fact.text)}" for fact in report.facts))
    for table in report.tables:
        parts.append(f"## {table.title}")
        parts.append(markdown_table(table))
        parts.extend(table.notes)
    parts.extend(report.notes)
    return "\n\n".join(parts) + "\n"


def markdown_table(table: Table, shown: Callable[[str], str] = str) -> str:
    """The rows of one table in Markdown, each cell as `shown` writes it; without its title and notes."""
    rule = ["---" if is_words else "--:" for is_words in table.are_words]
    lines = [table.headings, rule, *(list(map(shown, row)) for row in table.texts)]
    return "\n".join(f"| {' | '.join(map(_escaped, line))} |" for line in lines)


def _escaped(text: str) -> str:
    return text.replace("|", "\\|")


def _csv(report: Report) -> str:
    """One table alone as it is; several, and facts, as one long table with a line for each cell."""
    out = io.StringIO()
    if report.tables and not (report.tables[1:] or report.facts or report.notes):
        table = report.tables[0]
        records = [
            {name: text for cell, column in pairs for name, text in _flat(column.key, cell, column.kind).items()}
            for pairs in (list(zip(row, table.columns, strict=True)) for row in table.rows)
        ]
        columns = list(dict.fromkeys(name for record in records for name in record))
    else:
        records = list(_long(report))
        columns = list(_LONG_COLUMNS)
    writer = csv.DictWriter(out, columns, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(records)
    return out.getvalue()


def _long(report: Report) -> Iterable[dict[str, str]]:
    """A record for each fact, cell and note: in which table and row, under which name, and what it says.

    Numbers stand as decimals under `value`; `exact` has the exact fraction, or `error` how far the decimal can be off.
    """
    for fact in report.facts:
        yield {"table": "facts", "row": "1", "name": fact.key, **_parts(fact.value, fact.kind)}
    for table in report.tables:
        for number, row in enumerate(table.rows, start=1):
            for cell, column in zip(row, table.columns, strict=True):
                yield {"table": table.name, "row": str(number), "name": column.key, **_parts(cell, column.kind)}
    for number, note in enumerate(report.notes, start=1):
        yield {"table": "notes", "row": str(number), "name": "note", "value": note}


def _parts(value: Cell, kind: Kind) -> dict[str, str]:
    if value is None or kind in _NO_NUMBERS:
        return {"value": "" if value is None else str(value)}
    if isinstance(value, Enclosure):
        midpoint = decimal_text(value.midpoint, _ENCLOSED_PLACES)
        return {"value": midpoint, "error": value.rounded_radius(_ENCLOSED_PLACES)}
    exact = Fraction(value)
    return {"value": decimal_text(exact, _MACHINE_PLACES), "exact": str(exact)}


def _flat(name: str, value: Cell, kind: Kind) -> dict[str, str]:
    if value is None:
        return {name: ""}
    if kind in _NO_NUMBERS:
        return {name: str(value)}
    if isinstance(value, Enclosure):
        return {
            name: decimal_text(value.midpoint, _ENCLOSED_PLACES),
            f"{name}_error": value.rounded_radius(_ENCLOSED_PLACES),
        }
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
    if isinstance(value, Enclosure):
        error = value.rounded_radius(_ENCLOSED_PLACES)
        return {"decimal": decimal_text(value.midpoint, _ENCLOSED_PLACES), "error": error, **_number(value.midpoint)}
    exact = Fraction(value)
    return {"exact": str(exact), "decimal": decimal_text(exact, _MACHINE_PLACES), **_number(exact)}


def _number(exact: Fraction) -> dict[str, float]:
    """The nearest floating-point number, for whoever computes on; none where there is none."""
    try:
        return {"value": float(exact)}
    except OverflowError:
        return {}


FORMATS: Mapping[str, Callable[[Report], str]] = MappingProxyType(
    {"text": text, "markdown": _markdown, "csv": _csv, "json": _json, "latex": latex, "html": html},
)
"""The formats by name."""

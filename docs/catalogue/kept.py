"""Results that take minutes, with the rows that are published already: what a quick check compares."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from docs.catalogue.page import Page, Result
from incan_math.numbers.enclosure import Enclosure
from incan_math.report.model import Cell

__all__ = ["quick"]


def quick(page: Page, data: Path) -> Page:
    """The page with only the first rows of its slow results computed, and the others as they stand in `data`."""
    return replace(page, results=tuple(_quick(result, data) for result in page.results))


def _quick(result: Result, data: Path) -> Result:
    file = data / f"{result.label}.json"
    if result.first_rows is None or not file.exists():
        return result
    table = result.beginning
    records = json.loads(file.read_text(encoding="utf-8"))["rows"][len(table.rows) :]
    kept = tuple(tuple(_cell(record[column.key]) for column in table.columns) for record in records)
    whole = replace(table, rows=table.rows + kept)
    return replace(result, compute=lambda: whole, first_rows=None)


def _cell(value: Any) -> Cell:
    """The cell that was written as this value."""
    if not isinstance(value, dict):
        return value  # type: ignore[no-any-return]
    if "error" in value:
        return Enclosure.around(Fraction(value["decimal"]), Fraction(value["error"]))
    return Fraction(value["exact"])

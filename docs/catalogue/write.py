"""How results become pages and data files."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction

import incan_math
from docs.catalogue.page import Page, Result
from incan_math.report.formats import markdown_table, render
from incan_math.report.model import Column, Report, Table

__all__ = ["data_files", "elided", "index_page", "results_page"]

_LONGEST = 34
_SHOWN_DIGITS = 8
_MOST_ROWS = 40

_WRITTEN = "<!-- Written by `python -m docs.generate`: change the catalogue, not this page. -->"

_INDEX = """\
# Results

Numbers that can be cited, each computed by the library and compared with what it computes on every change. A result
keeps its number for good; [how to cite one](../cite.md)."""

_DATA = """\
Every result is also a data file, CSV and JSON, linked where it stands and kept in `docs/data/` of the sources.
Fractions stand there in full beside twelve decimals, with the unit of every column and the version of the library. On
the pages a fraction that is too long for a line is shortened to its first digits, with the numbers of digits in
brackets."""


def results_page(page: Page) -> str:
    """The page in Markdown: each result under its own anchor, with the Python lines that give it."""
    parts = [_WRITTEN, f"# {page.title}", page.intro]
    if page.figures:
        parts.append("\n".join(_figure(*figure) for figure in page.figures))
    for result in page.results:
        parts += _section(result)
    return "\n\n".join(parts) + "\n"


def index_page(pages: Iterable[Page]) -> str:
    """The list of all results, by number."""
    pages = tuple(pages)
    places = {result.label: page.name for page in pages for result in page.results}
    results = sorted((result for page in pages for result in page.results), key=lambda result: result.number)
    rows = [
        f"| [{result.label}]({places[result.label]}.md#{result.label.lower()}) | {result.title} | {result.rules} |"
        for result in results
    ]
    parts = [_WRITTEN, _INDEX, "\n".join(["| result | what | rules |", "| --- | --- | --- |", *rows])]
    names = "\n".join(page.name for page in pages)
    parts += [_DATA, f"```{{toctree}}\n:hidden:\n\n{names}\n```"]
    return "\n\n".join(parts) + "\n"


def data_files(result: Result) -> Iterator[tuple[str, str]]:
    """(path below docs, content) of the result's CSV and JSON."""
    yield f"data/{result.label}.csv", _csv(result)
    yield f"data/{result.label}.json", _json(result)


def elided(text: str) -> str:
    """A number's text as it is, or, when it is too long for a line, its first digits and how many there are.

    >>> elided("1/29"), elided(f"{10**50}/{7 * 10**49}")
    ('1/29', '10000000…/70000000… (51/50)')
    """
    if len(text) <= _LONGEST or not text.replace("/", "").isdigit():
        return text
    parts = text.split("/")
    shown = "/".join(f"{part[:_SHOWN_DIGITS]}…" if len(part) > _SHOWN_DIGITS else part for part in parts)
    return f"{shown} ({'/'.join(str(len(part)) for part in parts)})"


def _section(result: Result) -> Iterator[str]:
    table = result.table
    yield f"({result.label.lower()})=\n## {result.label}. {result.title}"
    yield f"Rules: {result.rules}."
    yield result.says
    if result.figure:
        yield _figure(*result.figure)
    rows = markdown_table(table, elided)
    if len(table.rows) > _MOST_ROWS:
        rows = f"<details><summary>All {len(table.rows)} rows</summary>\n\n{rows}\n\n</details>"
    yield rows
    yield from table.notes
    *lines, last = result.code
    source = "\n".join(f">>> {line}" for line in (*lines, last))
    yield f"```pycon\n{source}\n{_printed(result.value(table))}\n\n```"
    yield (
        f"*Units.* {_units(result)}. *Data.* [{result.label}.csv](../data/{result.label}.csv),"
        f" [{result.label}.json](../data/{result.label}.json). *From a checkout:* `python -m docs.generate"
        f" {result.label}`."
    )


def _figure(what: str, file: str) -> str:
    return f"![{what}](../figures/{file})"


def _units(result: Result) -> str:
    """The columns of each unit; names need none."""
    headings: dict[str, list[str]] = {}
    for column in result.table.columns:
        if result.units[column.key] not in ("name", "rule"):
            headings.setdefault(result.units[column.key], []).append(column.heading)
    return "; ".join(f"{', '.join(columns)}: {unit}" for unit, columns in headings.items())


def _printed(value: object) -> str:
    """What Python prints for the value; a long fraction with `...` in it, which doctests read as "anything"."""
    text = repr(value)
    if isinstance(value, Fraction) and len(text) > 2 * _LONGEST:
        return f"Fraction({str(value.numerator)[:_SHOWN_DIGITS]}..., {str(value.denominator)[:_SHOWN_DIGITS]}...)"
    return text


def _csv(result: Result) -> str:
    """One row a row of the table, led by the result and the library's version; units stand in the headings."""
    table = result.table
    marked = Table(
        table.name,
        table.title,
        (Column("result"), Column("version"), *table.columns),
        tuple((result.label, incan_math.__version__, *row) for row in table.rows),
    )
    heading, _, rows = render(Report(result.title, tables=(marked,)), "csv").partition("\n")
    units = {name: unit for key, unit in result.units.items() for name in (key, f"{key}_decimal", f"{key}_error")}
    names = (f"{name} [{units[name]}]" if name in units else name for name in heading.split(","))
    return ",".join(names) + "\n" + rows


def _json(result: Result) -> str:
    table = replace(result.table, notes=())
    rows = json.loads(render(Report(result.title, tables=(table,)), "json"))[table.name]
    for cell in (cell for row in rows for cell in row.values() if isinstance(cell, dict)):
        cell.pop("value", None)  # The published data have every number as text alone.
    document = {
        "result": result.label,
        "title": result.title,
        "rules": result.rules,
        "about": result.says,
        "library": "incan_math",
        "version": incan_math.__version__,
        "units": dict(result.units),
        "python": list(result.code),
        "notes": list(result.table.notes),
        "rows": rows,
    }
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"

"""A report as a piece of HTML: tables that a screen reader can follow, in the colours of the page around them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from incan_math.report.model import Report, Table

__all__ = ["MOST_ROWS", "html"]

MOST_ROWS = 500
"""The most rows of one table that a page is given."""

# Only colours of the page itself, thinned, so that it is legible on a light and on a dark one.
_STYLE = """
.incan-math { overflow-x: auto; max-width: 100%; color: inherit; }
.incan-math table { border-collapse: collapse; margin: 0.5em 0 1em; background: none; color: inherit; }
.incan-math caption { text-align: left; font-weight: bold; padding: 0.3em 0; caption-side: top; color: inherit; }
.incan-math th, .incan-math td { padding: 0.15em 0.7em; vertical-align: baseline; text-align: right;
  border-bottom: 1px solid color-mix(in srgb, currentColor 25%, transparent); }
.incan-math thead th { border-bottom: 2px solid currentColor; vertical-align: bottom; }
.incan-math td { font-variant-numeric: tabular-nums; }
.incan-math table th.words.words, .incan-math table td.words.words { text-align: left; }
.incan-math .number { white-space: nowrap; }
.incan-math p { margin: 0.3em 0; max-width: 45em; }
""".strip()


def html(report: Report) -> str:
    """The report as one `div`: its facts as a table captioned with its title, then its tables, then its notes.

    Every table has a caption, and every heading says whether it heads a column or a row. Nothing is run and nothing is
    loaded from elsewhere.
    """
    parts = [f'<div class="incan-math" role="region" aria-label="{escape(report.title)}" tabindex="0">']
    parts.append(f"<style>{_STYLE}</style>")
    if report.facts:
        rows = [
            f'<tr><th scope="row" class="words">{escape(fact.label)}</th>'
            f'<td class="words">{escape(fact.text)}</td></tr>'
            for fact in report.facts
        ]
        parts.append(_table(report.title, [], rows))
    elif not any(table.title == report.title for table in report.tables):
        parts.append(f"<p><strong>{escape(report.title)}</strong></p>")
    for table in report.tables:
        parts.append(_rows(table))
        parts += _paragraphs(table.notes)
    parts += _paragraphs(report.notes)
    return "\n".join([*parts, "</div>"]) + "\n"


def _rows(table: Table) -> str:
    kinds = ["words" if words else "number" for words in table.are_words]
    heads = [
        f'<th scope="col" class="{kind}">{escape(heading)}</th>'
        for heading, kind in zip(table.headings, kinds, strict=True)
    ]
    rows = []
    for texts in table.texts[:MOST_ROWS]:
        first, *others = zip(texts, kinds, strict=True)
        cells = [f'<th scope="row" class="{first[1]}">{escape(first[0])}</th>']
        cells += [f'<td class="{kind}">{escape(text)}</td>' for text, kind in others]
        rows.append(f"<tr>{''.join(cells)}</tr>")
    more = len(table.rows) - len(rows)
    made = _table(table.title, [f"<tr>{''.join(heads)}</tr>"], rows)
    return made + (f"\n<p>and {more:,} more rows, left out here</p>" if more else "")


def _table(caption: str, head: Sequence[str], rows: Iterable[str]) -> str:
    lines = [f"<table>\n<caption>{escape(caption)}</caption>"]
    if head:
        lines += ["<thead>", *head, "</thead>"]
    return "\n".join([*lines, "<tbody>", *rows, "</tbody>", "</table>"])


def _paragraphs(notes: Iterable[str]) -> list[str]:
    return [f"<p>{escape(note)}</p>" for note in notes]

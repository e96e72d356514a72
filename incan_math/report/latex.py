"""A report as LaTeX: plain `tabular`s that any document class takes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from incan_math.report.model import Report

__all__ = ["latex"]

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
}


def latex(report: Report) -> str:
    """The report as paragraphs and `tabular` environments, special characters escaped."""
    parts = [rf"\section*{{{_escaped(report.title)}}}"]
    if report.facts:
        parts.append(_tabular("ll", ([fact.label, fact.text] for fact in report.facts)))
    for table in report.tables:
        parts.append(rf"\subsection*{{{_escaped(table.title)}}}")
        columns = "".join("l" if is_words else "r" for is_words in table.are_words)
        parts.append(_tabular(columns, table.texts, table.headings))
        parts.extend(map(_escaped, table.notes))
    parts.extend(map(_escaped, report.notes))
    return "\n\n".join(parts) + "\n"


def _tabular(columns: str, rows: Iterable[list[str]], heading: Sequence[str] = ()) -> str:
    lines = [rf"\begin{{tabular}}{{{columns}}}"]
    if heading:
        lines += [_line(heading), r"\hline"]
    lines += [_line(row) for row in rows]
    return "\n".join([*lines, r"\end{tabular}"])


def _line(cells: Sequence[str]) -> str:
    return " & ".join(map(_escaped, cells)) + r" \\"


def _escaped(text: str) -> str:
    return "".join(_SPECIAL.get(letter, letter) for letter in text)

"""A report as plain text for people: tables that fit the width, in which no number ever breaks."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from incan_math.report.model import Fact, Report, Table

__all__ = ["text"]

_GAP = 2
_LONG = 20
_LEFT_OUT = "..."
_NOTE = "... stands for an exact number that is longer than a line; the other formats have it."


def text(report: Report, width: int = 80) -> str:
    """The report in lines of at most `width` characters, without colour codes.

    Words wrap at blanks and numbers never do: a table that is too wide goes on below, its first column repeated.
    """
    lines = _wrapped(report.title, width)
    lines += _facts(report.facts, width)
    for table in report.tables:
        lines += ["", *_wrapped(table.title, width), *_table(table, width)]
        for note in table.notes:
            lines += _wrapped(note, width)
    for note in report.notes:
        lines += ["", *_wrapped(note, width)]
    if any(_LEFT_OUT in line.split() or f"({_LEFT_OUT})" in line for line in lines):
        lines += ["", *_wrapped(_NOTE, width)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _wrapped(words: str, width: int) -> list[str]:
    """Lines that break at blanks, and inside a word only where it is longer than a line."""
    return wrap(words, width, break_on_hyphens=False) or [""]


def _facts(facts: Sequence[Fact], width: int) -> list[str]:
    """A line for each fact; where its value does not fit beside the label, it goes below, further in."""
    labels = max((len(fact.label) for fact in facts), default=0)
    beside = width - 2 - labels - _GAP
    lines = []
    for fact in facts:
        first, *exact = fact.texts
        if exact and len(exact[0]) + 2 > width - 4:
            exact = [_LEFT_OUT]
        words = [first, *(f"({number})" for number in exact)] if exact else first.split(" ")
        if max(map(len, words)) <= beside and (beside >= 24 or len(" ".join(words)) <= beside):
            parts = _filled(words, beside)
            lines.append(f"  {fact.label:{labels}}{' ' * _GAP}{parts[0]}")
            lines += [" " * (2 + labels + _GAP) + part for part in parts[1:]]
        else:
            lines += _wrapped(f"  {fact.label}", width)
            lines += [f"    {part}" for part in _filled(words, width - 4)]
    return lines


def _filled(words: Sequence[str], width: int) -> list[str]:
    """The words in lines of at most `width`; a longer word is cut, which only names and addresses can be."""
    lines: list[str] = []
    for word in words:
        if lines and len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines += [word[start : start + width] for start in range(0, len(word), width)] or [""]
    return lines or [""]


def _table(table: Table, width: int) -> list[str]:
    headings, are_words = table.headings, table.are_words
    # An exact number of more signs than a line has wraps where nothing else is asked for, and gives way elsewhere.
    are_words = [words or kind == "exact" for words, kind in zip(are_words, table.kinds, strict=True)]
    for longest in (width, _LONG):
        columns = [
            [row[place] if words or len(row[place]) <= longest else _LEFT_OUT for row in table.texts]
            for place, words in enumerate(are_words)
        ]
        least = [
            max([*map(len, heading.split()), *(_least(cell, words, width) for cell in cells)])
            for heading, words, cells in zip(headings, are_words, columns, strict=True)
        ]
        if sum(least) + _GAP * (len(least) - 1) <= width:
            break
    lines: list[str] = []
    for part in _parts(least, table.pairs, width):
        if lines:
            lines.append("")
        wide = [max(map(len, [headings[place], *columns[place]])) for place in part]
        _narrow(wide, [least[place] for place in part], [are_words[place] for place in part], width)
        rows = [[headings[place] for place in part], *zip(*(columns[place] for place in part), strict=True)]
        flush_left = [
            table.are_words[place] or max(map(len, columns[place]), default=0) > size
            for place, size in zip(part, wide, strict=True)
        ]
        shown = [_row(row, wide, flush_left) for row in rows]
        lines += shown[0]
        lines.append("-" * (sum(wide) + _GAP * (len(wide) - 1)))
        for row in shown[1:]:
            lines += row
    return lines


def _least(cell: str, is_words: bool, width: int) -> int:
    """The narrowest that a cell can be."""
    return min(max(map(len, cell.split()), default=0), width // 2) if is_words else len(cell)


def _parts(least: Sequence[int], pairs: Sequence[Sequence[int]], width: int) -> list[list[int]]:
    """The columns of each part of a table, the first in all of them; columns that belong together stay together."""
    first, *others = pairs
    parts = [list(first)]
    for pair in others:
        part = parts[-1]
        if sum(least[place] + _GAP for place in (*part, *pair)) - _GAP > width and len(part) > len(first):
            parts.append([*first, *pair])
        else:
            part.extend(pair)
    return parts


def _narrow(wide: list[int], least: Sequence[int], are_words: Sequence[bool], width: int) -> None:
    """Take from the widest column that can give until all fit; headings of numbers down to half before words."""
    halves = [max(need, -(-have // 2)) for have, need in zip(wide, least, strict=True)]
    for floor, which in ((halves, False), (least, True), (least, False)):
        while sum(wide) + _GAP * (len(wide) - 1) > width:
            giving = [
                place
                for place, words in enumerate(are_words)
                if words is which and wide[place] > max(floor[place], least[place])
            ]
            if not giving:
                break
            wide[max(giving, key=lambda place: wide[place])] -= 1


def _row(cells: Sequence[str], wide: Sequence[int], flush_left: Sequence[bool]) -> list[str]:
    parts = [_filled(cell.split(" "), size) for cell, size in zip(cells, wide, strict=True)]
    height = max(map(len, parts))
    lines = []
    for level in range(height):
        texts = [part[level] if level < len(part) else "" for part in parts]
        aligned = [
            f"{cell:<{size}}" if left else f"{cell:>{size}}"
            for cell, size, left in zip(texts, wide, flush_left, strict=True)
        ]
        lines.append((" " * _GAP).join(aligned))
    return lines

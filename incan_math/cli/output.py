"""How a report reaches the screen, or whatever stands in its place."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from incan_math.report.model import Report

__all__ = ["plain", "show", "write"]

_PLAIN = {
    "\N{PLUS-MINUS SIGN}": "+/-",
    "\N{MULTIPLICATION SIGN}": "x",
    "\N{MINUS SIGN}": "-",
    "\N{EN DASH}": "-",
    "\N{EM DASH}": "-",
    "\N{HORIZONTAL ELLIPSIS}": "...",
    "\N{LESS-THAN OR EQUAL TO}": "<=",
    "\N{GREATER-THAN OR EQUAL TO}": ">=",
}
_PIPED_COLUMNS = 80
_FEWEST_COLUMNS = 24


def show(report: Report, output_format: str) -> None:
    """Print a report; as text it fits the terminal, and 80 columns where there is none."""
    from incan_math.report.formats import render

    write(render(report, output_format, columns() if output_format == "text" else _PIPED_COLUMNS))


def write(text: str) -> None:
    """Print a text in whatever encoding the output has."""
    sys.stdout.write(plain(text, sys.stdout.encoding or "ascii"))
    sys.stdout.flush()


def columns() -> int:
    """How wide a text may be: 80 columns, or as many as a narrower terminal has."""
    try:
        wide = os.get_terminal_size(sys.stdout.fileno()).columns if sys.stdout.isatty() else _PIPED_COLUMNS
    except (OSError, ValueError):
        wide = _PIPED_COLUMNS
    return max(_FEWEST_COLUMNS, min(wide or _PIPED_COLUMNS, _PIPED_COLUMNS))


def plain(text: str, encoding: str) -> str:
    r"""The text in signs that `encoding` has.

    >>> plain("5.65 \N{PLUS-MINUS SIGN} 1e-11, M\N{LATIN SMALL LETTER U WITH DIAERESIS}ller", "ascii")
    '5.65 +/- 1e-11, M\\xfcller'
    """
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        for sign, letters in _PLAIN.items():
            text = text.replace(sign, letters)
        return text.encode(encoding, "backslashreplace").decode(encoding)
    return text

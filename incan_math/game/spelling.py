"""Names as people type them: unambiguous starts, and the closest spelling of a wrong one."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from unicodedata import category, normalize

__all__ = ["closest", "plain", "starts", "whole_number"]

_NEAR = 0.7
_LONGEST = 40


def closest(word: str, names: Iterable[str]) -> str:
    """A hint to put behind a wrong word, ` (did you mean 'fire'?)`, or nothing when no name is near.

    Two names are near when they share most of their letters in order; "leave" is not near "lava".

    >>> closest("fier", ["fire", "mummy"])
    " (did you mean 'fire'?)"
    >>> closest("xyz", ["fire", "mummy"])
    ''
    """
    near = get_close_matches(word[:_LONGEST].lower(), list(names), n=1, cutoff=_NEAR)
    return f" (did you mean {near[0]!r}?)" if near else ""


def plain(word: str) -> str:
    """The word in small letters without accents, as names are compared.

    >>> plain("M\N{LATIN SMALL LETTER U WITH ACUTE}mia"), plain("FIRE")
    ('mumia', 'fire')
    """
    if word.isascii():
        return word.lower()
    return "".join(letter for letter in normalize("NFKD", word.casefold()) if category(letter) != "Mn")


def starts(word: str, names: Iterable[str]) -> list[str]:
    """The names that begin with `word`, letter case apart; only itself where it is a name in full.

    >>> starts("s", ["fire", "snakes", "spiders"])
    ['snakes', 'spiders']
    >>> starts("Snakes", ["snakes", "snakes2"])
    ['snakes']
    """
    word = word.lower()
    known = list(names)
    if not word:
        return []
    return [word] if word in known else [name for name in known if name.startswith(word)]


def whole_number(text: str) -> int | None:
    """The number that plain digits say, or None; no card or count needs more than nine of them.

    >>> whole_number("42"), whole_number("-1"), whole_number("\N{SUPERSCRIPT TWO}")
    (42, None, None)
    """
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else None

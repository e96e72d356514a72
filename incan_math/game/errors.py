"""The errors that bad input raises; each is a `ValueError` with one line that says the fix."""

from __future__ import annotations

import reprlib
from collections.abc import Iterable

__all__ = ["GameError", "NotationError", "RulesError", "listed", "shown"]


class GameError(ValueError):
    """A position, move or argument that cannot occur under its rules."""


class RulesError(GameError):
    """A deck or clause that no game can be played with."""


class NotationError(GameError):
    """A token of a written path that cannot be read, or cannot come at its place.

    `token` is the token as it was written; `place` counts tokens from 1.
    """

    def __init__(self, message: str, token: str, place: int) -> None:
        super().__init__(message)
        self.token = token
        self.place = place

    def __reduce__(self) -> tuple[type[NotationError], tuple[str, str, int]]:
        return type(self), (str(self), self.token, self.place)


class _Short(reprlib.Repr):
    """Short text for any value, whatever its size and whatever its own `__repr__` does."""

    def __init__(self) -> None:
        super().__init__()
        self.maxlevel = 2
        self.maxtuple = self.maxlist = self.maxset = self.maxfrozenset = self.maxdict = 4
        self.maxstring = self.maxlong = self.maxother = 40

    def repr_int(self, number: int, level: int) -> str:
        """The number itself up to 40 digits; Python refuses to write numbers of more than 4,300."""
        if -(10**40) < number < 10**40:
            return repr(number)
        digits = number.bit_length() * 30103 // 100000 + 1
        return f"{'a negative' if number < 0 else 'a'} whole number of about {digits} digits"


_SHORT = _Short()
_LONGEST = 80


def shown(value: object) -> str:
    """The `repr` of `value` for a message: on one line, printable, at most 80 characters.

    Whoever writes an error message puts a caller's value into it by this function, so that no input, however long or
    hostile, makes the message long or fails in its place.

    >>> shown("fier"), shown(7), shown(10**5000)
    ("'fier'", '7', 'a whole number of about 5001 digits')
    >>> shown("x" * 1000)
    "'xxxxxxxxxxxxxxxxx...xxxxxxxxxxxxxxxxxx'"
    """
    try:
        text = " ".join(_SHORT.repr(value).split())
    except Exception:  # A hostile object may fail in any way; the message matters more.
        text = f"a value of type {type(value).__name__[:40]}"
    if not text.isprintable():
        text = ascii(text)[1:-1]
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."


def listed(values: Iterable[object], separator: str = ", ", longest: int = 90) -> str:
    """The texts of `values` in a row for a message, cut short with how many more there are.

    >>> listed((1, 2, 3)), listed(()), listed(range(1000), longest=10)
    ('1, 2, 3', 'none', '0, 1, 2, 3 and 996 more')
    """
    words = [str(value) for value in values]
    room, count = longest, 0
    while count < len(words) and (room := room - len(words[count]) - len(separator)) >= -len(separator):
        count += 1
    if count == len(words):
        return separator.join(words) or "none"
    count = max(count, 1)
    more = len(words) - count
    return separator.join(words[:count])[: longest + 40] + (f" and {more} more" if more else "")

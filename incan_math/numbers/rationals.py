"""Exact numbers at the door: probabilities as callers give them, and fractions as people read them."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from numbers import Rational

from incan_math.game.errors import GameError, shown

__all__ = ["Probability", "as_probability", "decimal_text"]

Probability = Rational | int | str
"""An exact probability as callers give it: a Fraction, 0 or 1, or text such as "0.9", "9/10", "90%"."""

_MOST_CHARACTERS, _MOST_EXPONENT = 1_000, 1_000
"""Longer texts and greater powers of ten are refused before anything is computed."""
_EXPONENT = re.compile(r"[eE]([+-]?[0-9_]+)")


def as_probability(name: str, value: Probability) -> Fraction:
    """`value` as an exact probability from 0 to 1; `name` is the argument's, for the message.

    A float is refused: 0.9 is not nine tenths. Give `Fraction(9, 10)` or `"0.9"`.

    Raises:
        GameError: the value is not an exact number, or lies outside 0 to 1.

    >>> as_probability("target", "0.9"), as_probability("target", "90%"), as_probability("target", 1)
    (Fraction(9, 10), Fraction(9, 10), Fraction(1, 1))
    >>> as_probability("target", 0.9)
    Traceback (most recent call last):
    incan_math.game.errors.GameError: target: 0.9 is a float and not exact; give Fraction('0.9') or '0.9'
    """
    if isinstance(value, float) and 0 <= value <= 1:
        raise GameError(f"{name}: {shown(value)} is a float and not exact; give Fraction('{value}') or '{value}'")
    given = str(value) if isinstance(value, Decimal) else value
    try:
        if isinstance(given, str):
            probability = _read(given.strip())
        elif isinstance(given, Rational):
            probability = Fraction(given)
        else:
            raise TypeError
    except (ValueError, TypeError, ZeroDivisionError):
        raise GameError(
            f"{name}: {shown(value)} is not an exact probability; give a Fraction, or text such as '9/10' or '0.9'"
        ) from None
    if not 0 <= probability <= 1:
        raise GameError(f"{name}: {shown(value)} lies outside 0 to 1")
    return probability


def _read(text: str) -> Fraction:
    if len(text) > _MOST_CHARACTERS:
        raise ValueError
    if text.endswith("%"):
        return _read(text[:-1]) / 100
    exponent = _EXPONENT.search(text)
    if exponent and abs(int(exponent[1])) > _MOST_EXPONENT:
        raise ValueError
    return Fraction(text)


def decimal_text(value: Rational | int, places: int = 6) -> str:
    """`value` with `places` decimals, correctly rounded (half to even) from the exact number.

    >>> decimal_text(Fraction(14849, 2002)), decimal_text(Fraction(-1, 8), 2), decimal_text(Fraction(2), 0)
    ('7.417083', '-0.12', '2')
    """
    scaled = round(Fraction(value) * 10**places)
    whole, part = divmod(abs(scaled), 10**places)
    sign = "-" if scaled < 0 else ""
    return f"{sign}{whole}.{part:0{places}d}" if places else f"{sign}{whole}"

"""Exact numbers at the door: chances as callers give them, and fractions as people read them."""

from __future__ import annotations

from fractions import Fraction
from math import isfinite
from numbers import Rational

__all__ = ["Chance", "as_chance", "decimal_text"]

Chance = Rational | int | str
"""An exact chance as callers give it: a Fraction, 0 or 1, or text such as "0.9", "9/10", "90%"."""


def as_chance(name: str, value: Chance) -> Fraction:
    """`value` as an exact chance between 0 and 1; `name` is the argument's, for the message.

    A float is refused: 0.9 is not nine tenths. Give `Fraction(9, 10)` or `"0.9"`.

    Raises:
        ValueError: the value is no exact number, or lies outside 0 to 1.

    >>> as_chance("target", "0.9"), as_chance("target", "90%"), as_chance("target", 1)
    (Fraction(9, 10), Fraction(9, 10), Fraction(1, 1))
    >>> as_chance("target", 0.9)
    Traceback (most recent call last):
    ValueError: target: 0.9 is a float and not exact; give Fraction('0.9') or '0.9'
    """
    if isinstance(value, float) and isfinite(value):
        raise ValueError(f"{name}: {value!r} is a float and not exact; give Fraction('{value!r}') or '{value!r}'")
    text = value.strip() if isinstance(value, str) else value
    try:
        chance = Fraction(text[:-1]) / 100 if isinstance(text, str) and text.endswith("%") else Fraction(text)
    except (ValueError, TypeError, ZeroDivisionError, OverflowError):
        raise ValueError(f"{name}: {value!r} is no chance; give a Fraction, or text such as '9/10' or '0.9'") from None
    if not 0 <= chance <= 1:
        raise ValueError(f"{name}: {value!r} lies outside 0 to 1")
    return chance


def decimal_text(value: Rational | int, places: int = 6) -> str:
    """`value` with `places` decimals, correctly rounded (half to even) from the exact number.

    >>> decimal_text(Fraction(14849, 2002)), decimal_text(Fraction(-1, 8), 2), decimal_text(Fraction(2), 0)
    ('7.417083', '-0.12', '2')
    """
    scaled = round(Fraction(value) * 10**places)
    whole, part = divmod(abs(scaled), 10**places)
    sign = "-" if scaled < 0 else ""
    return f"{sign}{whole}.{part:0{places}d}" if places else f"{sign}{whole}"

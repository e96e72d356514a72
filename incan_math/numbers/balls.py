"""Numbers of the certified solver: whole numbers, rationals, and balls, which are midpoints with a proved radius.

A number is an int, a `flint.fmpq`, or a `flint.arb`. Balls come from Arb (F. Johansson, "Arb: efficient
arbitrary-precision midpoint-radius interval arithmetic", IEEE Transactions on Computers 66, 2017) through python-flint.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from threading import RLock
from types import ModuleType
from typing import Any

from incan_math.game.extras import require

__all__ = ["Number", "UndecidedError", "as_exact", "enclosed", "flint", "precision", "sign"]

Number = Any
"""int | flint.fmpq | flint.arb"""


_FLINT = RLock()


class UndecidedError(ArithmeticError):
    """A ball is too wide to say on which side of zero its number lies."""


def flint() -> ModuleType:
    """python-flint, which comes with an extra of the package.

    Raises:
        GameError: it is not installed.
    """
    require("flint")
    import flint as module

    return module  # type: ignore[no-any-return, unused-ignore]


@contextmanager
def precision(bits: int) -> Iterator[None]:
    """Balls have so many bits inside the context, and what they had before after it.

    flint has one precision for the whole process, so one thread at a time is inside.

    >>> before = flint().ctx.prec
    >>> with precision(200):
    ...     flint().ctx.prec, (flint().arb(1) / 3).rad() < 2.0**-199
    (200, True)
    >>> flint().ctx.prec == before
    True
    """
    with _FLINT, flint().ctx.workprec(bits):
        yield


def sign(number: Number) -> int | None:
    """-1, 0 or 1; None for a ball that cannot tell.

    >>> from flint import arb, fmpq
    >>> [sign(x) for x in (-3, fmpq(1, 3), arb(2), arb(0, 1), arb(0))]
    [-1, 1, 1, None, 0]
    """
    if number > 0:
        return 1
    if number < 0:
        return -1
    return 0 if number == 0 else None


def as_exact(number: Number) -> Fraction:
    """An int or a rational of flint as a Fraction.

    >>> from flint import fmpq
    >>> as_exact(fmpq(2, 3)), as_exact(4)
    (Fraction(2, 3), Fraction(4, 1))
    """
    return Fraction(number) if isinstance(number, int) else Fraction(int(number.p), int(number.q))


def enclosed(number: Number) -> tuple[Fraction, Fraction]:
    """The ends of the interval that a number is known to lie in: equal where it is known exactly.

    >>> from flint import arb
    >>> low, high = enclosed(arb(3, 0.5))
    >>> 2 < low <= Fraction(5, 2) < Fraction(7, 2) <= high < 4
    True
    """
    if not isinstance(number, flint().arb):
        exact = as_exact(number)
        return exact, exact
    midpoint, radius = _dyadic(number.mid()), _dyadic(number.rad())
    return midpoint - radius, midpoint + radius


def _dyadic(exact_ball: Number) -> Fraction:
    man, exp = exact_ball.man_exp()
    return Fraction(int(man)) * Fraction(2) ** int(exp)

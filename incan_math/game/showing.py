"""How values show themselves: a short `repr` of their own, and all else by the package's reports.

The reports stand on a floor high above the values that they show. So what is needed here is one function that the
package hands down, `incan_math._reports`, which loads them when something is shown for the first time.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from fractions import Fraction
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol

from incan_math.game.errors import GameError, shown

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = [
    "LONGEST",
    "Brief",
    "Reports",
    "Shown",
    "Tabular",
    "brief",
    "frame",
    "in_full",
    "in_short",
    "parts_of",
    "reports",
    "rounded",
]

LONGEST = 200
"""The most characters of the `repr` of a public value."""

_MOST_ITEMS = 8
_MOST_BITS = 100
_SHORT = 16
_FIELD = 60
_DIGITS = 9


class Reports(Protocol):
    """What the package's reports do for a value."""

    def text(self, value: object) -> str:
        """The table that the command line prints."""

    def html(self, value: object) -> str:
        """The same as HTML."""

    def latex(self, value: object) -> str:
        """The same as LaTeX."""

    def svg(self, value: Any) -> str:
        """A picture of the cards."""

    def plot(self, value: Any, ax: Axes | None) -> Axes:
        """A plot of the numbers."""


def reports() -> Reports:
    """The reports of the package, loaded when first asked for."""
    package: Any = import_module(__name__.partition(".")[0])
    made: Reports = package._reports()
    return made


class Brief:
    """A value with a `repr` of at most 200 characters: whole where that is enough room, and `<Name ...>` elsewhere."""

    __slots__ = ()

    _is_number: ClassVar[bool] = False

    def __repr__(self) -> str:
        return brief(self)

    def _in_full(self) -> str | None:
        """All of the value, as Python would make it again; None where that is long, or where parts are not shown."""
        if is_dataclass(self) and not all(field.repr for field in fields(self)):
            return None
        return in_full(type(self).__qualname__, parts_of(self))

    def _in_short(self) -> str:
        """What tells it from others of its kind, where all of it does not fit."""
        return in_short(parts_of(self))


class Shown(Brief):
    """A result: `str` is the table that the command line prints, and notebooks show it as HTML or LaTeX."""

    __slots__ = ()

    def __str__(self) -> str:
        return reports().text(self)

    def _repr_html_(self) -> str:
        return reports().html(self)

    def _repr_latex_(self) -> str:
        return reports().latex(self)


class Tabular(Shown):
    """A result that is a table of numbers, to compute on with."""

    __slots__ = ()

    @abstractmethod
    def rows(self) -> list[dict[str, Any]]:
        """One mapping a row, from the name of each column to an exact number, a word or None."""

    def to_frame(self, library: str | None = None, *, exact: bool = False) -> Any:
        """`rows` as a data frame of pandas or, where that is not installed, of polars.

        Args:
            library: "pandas" or "polars"; if omitted, the first of them that is installed.
            exact: keep fractions as they are, in columns of objects, instead of the nearest floating-point numbers.

        Raises:
            GameError: there is no such library, or none is installed; the message says how to get one.
        """
        return frame(self.rows(), library, exact=exact)


def frame(rows: list[dict[str, Any]], library: str | None = None, *, exact: bool = False) -> Any:
    """A data frame of these rows; see `Tabular.to_frame`."""
    libraries = ("pandas", "polars")
    if library is not None and library not in libraries:
        raise GameError(f"library: {shown(library)} given; it is one of {', '.join(libraries)}")
    columns = {name: [row[name] for row in rows] for name in rows[0]} if rows else {}
    if not exact:
        columns = {name: [_floating(cell) for cell in cells] for name, cells in columns.items()}
    for name in libraries if library is None else (library,):
        try:
            module = import_module(name)
        except ModuleNotFoundError as error:
            if error.name != name:
                raise
            continue
        if name == "polars" and exact:
            return module.DataFrame(
                {
                    key: module.Series(key, cells, dtype=None if _are_plain(cells) else module.Object)
                    for key, cells in columns.items()
                }
            )
        return module.DataFrame(columns)
    wanted = library or "neither pandas nor polars"
    raise GameError(
        f"{wanted} is {'not ' if library else ''}installed and to_frame needs it; pip install {library or 'pandas'},"
        " or take rows(), which needs nothing"
    )


def _are_plain(cells: Iterable[object]) -> bool:
    return all(cell is None or isinstance(cell, int | str | float) for cell in cells)


def _floating(cell: object) -> object:
    """The nearest float of a number that is neither whole nor a float, and of a whole number beyond 64 bits."""
    if cell is None or isinstance(cell, str | float | bool):
        return cell
    if isinstance(cell, int):
        return cell if cell.bit_length() < 64 else float(cell)
    return float(cell) if hasattr(cell, "__float__") else str(cell)


class _Part(NamedTuple):
    """How one field of a value reads: short, and in full where that is short enough."""

    short: str
    full: str | None


def brief(value: object) -> str:
    """The `repr` of a dataclass or named tuple: `Name(field=...)` where that fits, else `<Name field=... ...>`.

    Fractions are exact where they are short, and decimals that end in `...` where not; long collections are counted.

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True, repr=False)
    ... class Odds(Brief):
    ...     bust: Fraction
    >>> Odds(Fraction(2, 13)), Odds(Fraction(1, 3**70))
    (Odds(bust=Fraction(2, 13)), <Odds bust=3.99...e-34>)
    """
    name = type(value).__qualname__
    full = value._in_full() if isinstance(value, Brief) else in_full(name, parts_of(value))
    if full is not None and len(full) <= LONGEST:
        return full
    short = value._in_short() if isinstance(value, Brief) else in_short(parts_of(value))
    text = f"<{name} {short}>"
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 4]}...>"


def in_full(name: str, parts: Mapping[str, object]) -> str | None:
    """`Name(field=...)`, or None where a field is too long for it."""
    texts = {key: _part(part).full for key, part in parts.items()}
    if None in texts.values():
        return None
    return f"{name}({', '.join(f'{key}={text}' for key, text in texts.items())})"


def in_short(parts: Mapping[str, object]) -> str:
    """`field=..., field=...`, as many fields as there is room for."""
    texts = [f"{key}={_part(part).short}" for key, part in parts.items()]
    room = LONGEST - 40
    while len(texts) > 1 and sum(map(len, texts)) + 2 * len(texts) > room:
        texts.pop()
    return ", ".join(texts) + (", ..." if len(texts) < len(parts) else "")


def parts_of(value: object) -> dict[str, object]:
    """The fields of a dataclass or named tuple by name."""
    if is_dataclass(value):
        return {field.name: getattr(value, field.name) for field in fields(value) if field.repr}
    return {field: getattr(value, field) for field in getattr(value, "_fields", ())}


def _part(value: object) -> _Part:
    if isinstance(value, str):
        text = repr(value)
        return _Part(text if len(text) <= _FIELD else shown(value), text if len(text) <= LONGEST else None)
    if isinstance(value, Fraction):
        is_short = value.denominator.bit_length() + value.numerator.bit_length() <= _MOST_BITS
        return _Part(rounded(value), repr(value) if is_short else None)
    if isinstance(value, int) and value.bit_length() > _MOST_BITS:
        return _Part(rounded(Fraction(value)), None)
    if isinstance(value, Brief):
        text = repr(value)
        is_full = not text.startswith("<")
        short = value._in_short() if value._is_number or not is_full or len(text) > _FIELD else text
        if len(short) > _FIELD:
            short = f"<{type(value).__name__} {short[: _FIELD - 25]}...>"
        return _Part(short, text if is_full else None)
    if isinstance(value, Mapping):
        return _several(value, [item for pair in value.items() for item in pair] if len(value) <= _MOST_ITEMS else None)
    if isinstance(value, tuple | list) and type(value).__repr__ in (tuple.__repr__, list.__repr__):
        return _several(value, list(value) if len(value) <= _MOST_ITEMS else None)
    text = shown(value)
    return _Part(text if len(text) <= _FIELD else f"<{type(value).__name__}>", None if "..." in text else text)


def _several(values: Mapping[Any, Any] | tuple[Any, ...] | list[Any], items: list[Any] | None) -> _Part:
    """A collection: what is in it where that is little, else how much there is."""
    kind = f"{len(values)} items" if len(values) != 1 else "1 item"
    short = f"{{{kind}}}" if isinstance(values, Mapping) else f"({kind})"
    if items is None:
        return _Part(short, None)
    parts = [_part(item) for item in items]
    in_one = ", ".join(part.short for part in parts)
    if not isinstance(values, Mapping) and len(in_one) <= _FIELD - 2:
        short = f"({in_one})"
    if any(part.full is None for part in parts) or sum(len(part.full or "") for part in parts) > LONGEST:
        return _Part(short, None)
    text = repr(values)
    return _Part(text if len(text) <= _FIELD else short, text if len(text) <= LONGEST else None)


def rounded(value: Fraction) -> str:
    """A fraction, or one too long to write in so many digits and `...`.

    >>> rounded(Fraction(10**30 + 1, 10**30)), rounded(Fraction(1, 3**70)), rounded(Fraction(10**40))
    ('1.00000000...', '3.99...e-34', '1.00...e40')
    >>> rounded(Fraction(0)), rounded(Fraction(-2, 13))
    ('0', '-2/13')
    """
    if value.denominator.bit_length() + value.numerator.bit_length() <= _MOST_BITS and len(str(value)) <= _SHORT:
        return str(value)
    sign = "-" if value < 0 else ""
    size = abs(value)
    # The decimal exponent by the sizes of numerator and denominator in bits, then put right.
    exponent = (size.numerator.bit_length() - size.denominator.bit_length()) * 30103 // 100000
    while size >= Fraction(10) ** (exponent + 1):
        exponent += 1
    while size < Fraction(10) ** exponent:
        exponent -= 1
    digits = str(int(size / Fraction(10) ** (exponent - _DIGITS + 1)))
    if not -3 <= exponent < _DIGITS - 1:
        return f"{sign}{digits[0]}.{digits[1:3]}...e{exponent}"
    if exponent < 0:
        return f"{sign}0.{'0' * (-exponent - 1)}{digits}..."
    return f"{sign}{digits[: exponent + 1]}.{digits[exponent + 1 :]}..."

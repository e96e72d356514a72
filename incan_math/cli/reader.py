"""Well-formed command lines, read without loading Typer, which takes longer than the odds; it gets all the others."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from incan_math.cli.specification import Command, Option

__all__ = ["is_retreat", "read_words"]

_NUMBER = re.compile(r"-?[0-9]{1,9}")
_RETREAT = re.compile(r"-[0-9]+[,0-9\s-]*")


class _UnclearError(Exception):
    """The words are not plainly right."""


def is_retreat(word: str) -> bool:
    """Whether a word that begins like an option says that players retire, as in the path `7 fire -1`."""
    return _RETREAT.fullmatch(word) is not None


def read_words(command: Command, words: Sequence[str]) -> dict[str, Any] | None:
    """The arguments for the function of `command`; None where the words are not plainly right, or ask for help."""
    values: dict[str, Any] = {}
    plain: list[str] = []
    try:
        rest = iter(words)
        for word in rest:
            option, value = _option(command, word)
            if option is None:
                plain.append(word)
            elif option.many:
                values.setdefault(option.name, []).append(_value(option, value, rest))
            elif option.name in values:
                return None
            else:
                values[option.name] = _value(option, value, rest)
    except _UnclearError:
        return None
    argument = command.argument
    if argument is None:
        if plain:
            return None
    elif argument.required and not plain:
        return None
    else:
        values[argument.name] = plain or None
    return {option.name: option.default for option in command.options} | values


def _option(command: Command, word: str) -> tuple[Option | None, str | None]:
    """The option that a word names, with a value joined to it by `=`; (None, None) for any other word."""
    if not word.startswith("-") or word == "-":
        return None, None
    argument = command.argument
    if argument is not None and argument.is_path and is_retreat(word):
        return None, None
    name, equals, value = word.partition("=")
    for option in command.options:
        if name == option.long or (word == option.short and not equals):
            return option, value if equals else None
    raise _UnclearError


def _value(option: Option, value: str | None, rest: Iterator[str]) -> Any:
    if option.kind is bool:
        if value is not None:
            raise _UnclearError
        return True
    if value is None:
        value = next(rest, None)
        if value is None:
            raise _UnclearError
    if option.kind is int:
        if not _NUMBER.fullmatch(value):
            raise _UnclearError
        number = int(value)
        if (option.least is not None and number < option.least) or (option.most is not None and number > option.most):
            raise _UnclearError
        return number
    if option.choices and value not in option.choices:
        raise _UnclearError
    return value

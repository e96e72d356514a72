"""What a command takes, as plain values: read by the quick reader, and turned into a Typer program for all the rest."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

__all__ = ["Argument", "Command", "Option"]


_RULES = ("rules", "editions")


@dataclass(frozen=True)
class Option:
    """One option of a command.

    Attributes:
        name: the parameter of the command's function; `--name` on the command line unless `flag` differs.
        help: what it means, one sentence.
        kind: the type of its value; `bool` for one that takes none.
        flag: the long form, where it is not the parameter's name.
        short: the short form, such as `-p`.
        default: the value if omitted.
        least, most: bounds of a whole number.
        many: whether it may be given several times; its values add up.
        choices: the words allowed.
    """

    name: str
    help: str
    kind: type[str] | type[int] | type[bool] = str
    flag: str = ""
    short: str = ""
    default: Any = None
    least: int | None = None
    most: int | None = None
    many: bool = False
    choices: tuple[str, ...] = ()

    @property
    def long(self) -> str:
        """The long form."""
        return self.flag or f"--{self.name.replace('_', '-')}"


@dataclass(frozen=True)
class Argument:
    """The words of a command that are no options; `is_path` where `-1` among them says that a player retires."""

    name: str
    help: str
    metavar: str
    required: bool = False
    is_path: bool = False


@dataclass(frozen=True)
class Command:
    """A command: its name, the function that runs it, a summary, what it takes, and examples."""

    name: str
    run: Callable[..., None]
    summary: str
    parameters: tuple[Option | Argument, ...]
    examples: tuple[str, ...]

    def start(self, values: Mapping[str, Any]) -> None:
        """Run the command with these arguments; where rules are asked for, a file of rules stands for what is in it."""
        self.run(**{name: _read(value) if name in _RULES else value for name, value in values.items()})

    @property
    def options(self) -> tuple[Option, ...]:
        """Its options."""
        return tuple(each for each in self.parameters if isinstance(each, Option))

    @property
    def argument(self) -> Argument | None:
        """What its words are, if it takes any."""
        return next((each for each in self.parameters if isinstance(each, Argument)), None)


def _read(given: Any) -> Any:
    """Each word that names a file of rules, replaced by the rules in it."""
    if isinstance(given, list):
        return [_read(word) for word in given]
    if not isinstance(given, str) or not given.lower().endswith((".toml", ".json")):
        return given
    from incan_math.game.rules_file import read_rules_file

    return read_rules_file(given)

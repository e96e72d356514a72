"""The commands by name, each loaded from its module when it is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

from incan_math.cli.specification import Command

__all__ = ["GROUPS", "command_of", "commands"]

# In the order of the help.
_NAMES = (
    "odds", "advise", "decide", "play", "review", "equilibrium", "duel", "table", "evaluate", "campaign", "editions",
    "cache",
)  # fmt: skip
_PLOTS = ("bust", "boundary", "take-home", "tree", "retire", "win")

GROUPS = {
    "plot": (
        'Draw a plot into an SVG or PNG file. Needs the extra `plots`: pip install ".[plots]" in a clone.',
        "Plots as SVG or PNG files.",
    ),
}
"""Commands that have commands of their own: help and summary."""


def command_of(words: Sequence[str]) -> tuple[Command | None, Sequence[str]]:
    """The command that the words begin with, and the other words."""
    if words[:1] and words[0] in _NAMES:
        return _load(words[0]), words[1:]
    if len(words) > 1 and words[0] == "plot" and words[1] in _PLOTS:
        return _plots()[words[1]], words[2:]
    return None, words


def commands() -> dict[str, Command]:
    """All commands; those of a group as "group name"."""
    return {name: _load(name) for name in _NAMES} | {f"plot {name}": plot for name, plot in _plots().items()}


def _load(name: str) -> Command:
    command = import_module(f"incan_math.cli.{name}_command").COMMAND
    assert isinstance(command, Command)
    return command


def _plots() -> dict[str, Command]:
    from incan_math.cli.plot_command import COMMANDS

    return {command.name: command for command in COMMANDS}

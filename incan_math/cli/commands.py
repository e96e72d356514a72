"""The commands by name, each loaded from its module when it is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

from incan_math.cli.specification import Command

__all__ = ["GROUPS", "command_of", "commands"]

# In the order of the help.
_NAMES = (
    "odds", "advise", "decide", "play", "serve", "review", "equilibrium", "duel", "table", "evaluate", "simulate",
    "league", "campaign", "editions", "cache",
)  # fmt: skip
_MEMBERS = {
    "deck": ("new", "check", "compare"),
    "plot": ("bust", "boundary", "take-home", "tree", "retire", "win"),
}

GROUPS = {
    "deck": ("Decks of your own: TOML or JSON files that every command takes as --rules.", "Decks of your own."),
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
    if len(words) > 1 and words[1] in _MEMBERS.get(words[0], ()):
        return _members(words[0])[words[1]], words[2:]
    return None, words


def commands() -> dict[str, Command]:
    """All commands; those of a group as "group name"."""
    found = {name: _load(name) for name in _NAMES}
    for group in GROUPS:
        found |= {f"{group} {name}": command for name, command in _members(group).items()}
    return found


def _load(name: str) -> Command:
    command = import_module(f"incan_math.cli.{name}_command").COMMAND
    assert isinstance(command, Command)
    return command


def _members(group: str) -> dict[str, Command]:
    return {command.name: command for command in import_module(f"incan_math.cli.{group}_command").COMMANDS}

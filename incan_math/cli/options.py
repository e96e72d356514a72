"""What the commands share: their options, how a position is read, how a report is shown."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any

import typer

from incan_math.game.editions import DEFAULT_EDITION
from incan_math.game.expedition import Expedition

__all__ = [
    "PATH_SETTINGS",
    "Claimed",
    "ExpeditionNumber",
    "Format",
    "Lost",
    "NoCache",
    "OutputFormat",
    "PathWords",
    "Players",
    "Removed",
    "RulesName",
    "position",
    "show",
]


class Format(StrEnum):
    """How the answer is written."""

    TEXT = "text"
    MARKDOWN = "markdown"
    CSV = "csv"
    JSON = "json"
    LATEX = "latex"


PathWords = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="PATH",
        help="The cards so far, such as '7 fire 11 -1 snakes': treasures, hazards (any clear start of a name), A for an"
        " artifact, -1 where one player retires. Nothing for a fresh deck.",
        show_default=False,
    ),
]
Players = Annotated[
    int | None,
    typer.Option(help="How many started, 1 to 8 (1 if not told).", show_default=False),
]
RulesName = Annotated[
    str | None,
    typer.Option(
        "--rules",
        help=f"The edition ({DEFAULT_EDITION} if not told); 'incan-math editions' lists them.",
        show_default=False,
    ),
]
ExpeditionNumber = Annotated[
    int | None,
    typer.Option("--expedition", help="Its number in the game, 1 to 5.", show_default=False),
]
Removed = Annotated[
    str | None,
    typer.Option(help="Hazards that left the game in earlier busts: 'fire fire snakes'.", show_default=False),
]
Claimed = Annotated[
    str | None,
    typer.Option(help="Artifacts claimed in earlier expeditions: 2, or which: 'A5 A7'.", show_default=False),
]
Lost = Annotated[
    str | None,
    typer.Option(help="Artifacts that left unclaimed in earlier expeditions, likewise.", show_default=False),
]
OutputFormat = Annotated[Format, typer.Option("--format", help="How to write the answer.")]

PATH_SETTINGS = {"ignore_unknown_options": True}
"""For commands that take a PATH: its retreats look like options."""
NoCache = Annotated[bool, typer.Option("--no-cache", help="Neither read nor keep results on disk.")]


def show(report: Any, output_format: Format) -> None:
    """Print a report."""
    from incan_math.report.formats import render

    print(render(report, output_format), end="", flush=True)


def position(path: list[str] | None, *settings: Any) -> Expedition:
    """The position that the words of PATH and the options say."""
    words = " ".join(path or ())
    for word in words.partition("|")[0].split():
        if word.startswith("--"):
            raise ValueError(f"no such option: {word}; see --help of this command")
    return Expedition.parse(words, *settings)

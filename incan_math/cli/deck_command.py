"""`incan-math deck ...`: decks of your own, written, checked and compared."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from incan_math.cli.options import FORMAT, RULES
from incan_math.cli.output import show, write
from incan_math.cli.specification import Argument, Command, Option
from incan_math.game.editions import DEFAULT_EDITION
from incan_math.game.errors import GameError, shown
from incan_math.game.rules import Rules

__all__ = ["COMMANDS"]

_FILE = Option("output", "The file to write (my-deck.toml if omitted).", short="-o")
_DECKS = Argument("editions", "Files of rules, or editions.", "FILE...", required=True)


def new(rules: str | Rules | None, output: str | None) -> None:
    """Write a file of rules with comments, as a start for a deck of your own; a file that is there stays."""
    from incan_math.game.rules_file import is_rules_file, rules_toml

    name = output or "my-deck.toml"
    if not is_rules_file(name) or name.lower().endswith(".json"):
        raise GameError(f"--output: {shown(name)} given; the file is TOML, so let its name end in .toml")
    try:
        with Path(name).open("x", encoding="utf-8") as file:
            file.write(rules_toml(rules or DEFAULT_EDITION))
    except FileExistsError:
        raise GameError(f"--output: {shown(name)} is there already; give another name") from None
    write(f"{name}\n")


def check(editions: Sequence[str | Rules], output_format: str) -> None:
    """What a reader should know of a deck: its cards, and how it departs from the nearest published edition."""
    from incan_math.report.deck_report import check_report

    if len(editions) != 1:
        raise GameError("FILE: give one; 'incan-math deck compare' takes several")
    show(check_report(editions[0]), output_format)


def compare(editions: Sequence[str | Rules], players: int | None, no_cache: bool, output_format: str) -> None:
    """Decks side by side: when the bust comes, what one player makes of them, and from which take-home to retire.

    With `--players` of 2 or more the equilibrium of so many is solved for each deck, a minute for a full one.
    """
    from incan_math.cli.equilibrium_command import solved
    from incan_math.game.expedition import Expedition
    from incan_math.report.deck_report import compare_report

    found = None
    if players is not None and players > 1:
        found = [solved(Expedition.start(players, deck), no_cache) for deck in editions]
    show(compare_report(editions, players or 1, found), output_format)


COMMANDS = (
    Command(
        "new",
        new,
        "Write a file to start from.",
        (RULES, _FILE),
        ("incan-math deck new -o my-deck.toml", "incan-math deck new --rules diamant-2016 -o relics.toml"),
    ),
    Command("check", check, "What is unusual in a deck.", (_DECKS, FORMAT), ("incan-math deck check my-deck.toml",)),
    Command(
        "compare",
        compare,
        "Decks side by side.",
        (
            _DECKS,
            Option("players", "Also how so many play in equilibrium.", int, short="-p", least=1, most=8),
            Option("no_cache", "Neither read results from disk nor keep them there.", bool, default=False),
            FORMAT,
        ),
        ("incan-math deck compare bga-en my-deck.toml", "incan-math deck compare bga-en my-deck.toml --players 3"),
    ),
)

"""What the commands share: their options, and how a position is read from them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from incan_math.cli.specification import Argument, Option
from incan_math.game.editions import DEFAULT_EDITION
from incan_math.game.errors import GameError
from incan_math.game.expedition import Expedition
from incan_math.game.notation import split_path
from incan_math.game.rules import Rules

__all__ = [
    "CLAIMED",
    "EXPEDITION",
    "FORMAT",
    "LOST",
    "NO_CACHE",
    "PATH",
    "PLAYERS",
    "POSITION",
    "REMOVED",
    "RULES",
    "added_up",
    "position",
    "removed_words",
]

PATH = Argument(
    "path",
    "The cards so far, such as '7 fire 11 -1 snakes': treasures, hazards (any unambiguous start of a name), A for an"
    " artifact, -1 where one player retires. The options may follow behind a bar: '7 fire | players=4 removed=snakes'."
    " Nothing for a fresh deck.",
    "[PATH]...",
    is_path=True,
)
PLAYERS = Option("players", "How many players started, 1 to 8 (1 if omitted).", int, short="-p")
RULES = Option(
    "rules",
    f"The edition ({DEFAULT_EDITION} if omitted). Board Game Arena: bga-modern today, bga-classic with the classic"
    " artifacts; as its rules texts tell it: bga-en, bga-pt, bga-sr, bga-hu. Boxes: diamant-2005, incan-gold-2006,"
    " diamant-2016, incan-gold-2020. 'incan-math editions' compares them. Or a file of"
    " your own, my-deck.toml or .json: see 'incan-math deck'.",
    short="-r",
)
EXPEDITION = Option("expedition", "The number of this expedition in the game, 1 to 5.", int, short="-e")
REMOVED = Option(
    "removed", "Hazards that left the game in earlier busts: 'fire fire snakes'. Repeat it to add more.", many=True
)
CLAIMED = Option(
    "claimed",
    "Artifacts claimed in earlier expeditions: how many, or which: 'A5 A7'. Repeat it to add more.",
    many=True,
)
LOST = Option("lost", "Artifacts that left unclaimed in earlier expeditions, in the same form.", many=True)
FORMAT = Option(
    "output_format",
    "How to write the answer.",
    flag="--format",
    default="text",
    choices=("text", "markdown", "csv", "json", "latex", "html"),
)
NO_CACHE = Option("no_cache", "Neither read results from disk nor keep them there.", bool, default=False)

POSITION = (PATH, PLAYERS, RULES, EXPEDITION, REMOVED, CLAIMED, LOST)
"""What says a position."""


class Departed(NamedTuple):
    """What earlier expeditions took out of the deck, as `Expedition.parse` takes it."""

    removed: str | None
    claimed: str | None
    lost: str | None


def removed_words(removed: Sequence[str] | None, claimed: Sequence[str] | None, lost: Sequence[str] | None) -> Departed:
    """Options that were given several times, put together."""
    return Departed(" ".join(removed) if removed else None, added_up("--claimed", claimed), added_up("--lost", lost))


def added_up(option: str, given: Sequence[str] | None) -> str | None:
    """Artifacts given in several options: numbers of them are summed, names follow one another.

    >>> added_up("--claimed", ["1", "2"]), added_up("--claimed", ["A5", "A7 A8"]), added_up("--claimed", [])
    ('3', 'A5 A7 A8', None)
    """
    if not given:
        return None
    counts = [int(text) for text in given if text.strip().isascii() and text.strip().isdigit() and len(text) < 10]
    if len(given) > 1 and 0 < len(counts) < len(given):
        raise GameError(f"{option}: give how many artifacts each time, or which each time ('A5 A7'), not both")
    return str(sum(counts)) if len(given) > 1 and counts else " ".join(given)


def _rules_file(settings: str) -> str | None:
    """The file of rules that the settings behind the bar name, if they do."""
    from incan_math.game.rules_file import is_rules_file

    named = (word.removeprefix("rules=") for word in settings.split() if word.startswith("rules="))
    return next((name for name in named if is_rules_file(name)), None)


def position(
    path: Sequence[str] | None,
    players: int | None,
    rules: str | Rules | None,
    expedition: int | None,
    removed: Sequence[str] | None,
    claimed: Sequence[str] | None,
    lost: Sequence[str] | None,
) -> Expedition:
    """The position that the words of PATH and the options say."""
    words = " ".join(path or ())
    cards, bar, settings = words.partition("|")
    if "rules=" in settings and (file := _rules_file(settings)):
        if rules is not None:
            raise GameError(f"--rules: 'rules={file}' stands behind the bar already; leave out one of them")
        from incan_math.game.rules_file import read_rules_file

        rules = read_rules_file(file)
        words = cards + bar + settings.replace(f"rules={file}", "")
    settings_given: tuple[Any, ...] = (players, rules, expedition, *removed_words(removed, claimed, lost))
    try:
        return Expedition.parse(words, *settings_given)
    except GameError as error:
        retreats = any(token[0] == "-" and token[1:].isdigit() for token in split_path(cards))
        if players is None and "players=" not in settings and retreats and "retire" in str(error):
            raise GameError(
                f"{error}. One player started, since --players is omitted; say how many did: --players 4"
            ) from None
        raise

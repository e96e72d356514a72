"""The text of a record: its header and lines, the tokens of a line, the names of the players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from incan_math.game.clauses import read_clauses
from incan_math.game.editions import DEFAULT_EDITION, EDITIONS
from incan_math.game.errors import GameError, shown
from incan_math.game.rules import MAX_PLAYERS, Rules

__all__ = ["DASHES", "check_names", "read_header", "read_lines", "split_names", "split_tokens"]

DASHES = "-\N{MINUS SIGN}\N{EN DASH}"
"""Any of these before a name or a number says who retires."""

_LONGEST = 100_000
_LONGEST_NAME = 30


def read_lines(text: str) -> tuple[dict[str, str], str, list[str]]:
    """(the header without the players, the players, the path of each expedition), as they are written.

    Raises:
        GameError: a line is not of the form `key: value`, stands at the wrong place, or is missing.
    """
    if not isinstance(text, str):
        raise GameError("record: give it as text, 'players: Ann, Bob' and then a line '1: 7 fire -Ann ...'")
    if len(text) > _LONGEST:
        raise GameError(f"record: {len(text):,} characters; a game has at most {_LONGEST:,}")
    header: dict[str, str] = {}
    paths: list[str] = []
    for number, line in enumerate(text.lstrip("\N{BYTE ORDER MARK}").splitlines(), start=1):
        words = line.partition("#")[0].strip()
        if not words:
            continue
        key, colon, rest = (part.strip() for part in words.partition(":"))
        if not colon:
            raise GameError(f"line {number}: {shown(words)} has no colon; write 'players: ...' or '1: 7 fire ...'")
        if key.isdecimal():
            if key != str(len(paths) + 1):
                raise GameError(
                    f"line {number}: expedition {len(paths) + 1} comes next, not {key if len(key) < 10 else shown(key)}"
                )
            paths.append(rest)
        elif paths:
            raise GameError(f"line {number}: {shown(key)} belongs above the first expedition")
        elif key in header:
            raise GameError(f"line {number}: {shown(key)} is given twice")
        else:
            header[key] = rest
    players = header.pop("players", None)
    if players is None:
        raise GameError("players: missing; write 'players: Ann, Bob' (or how many) above the first expedition")
    return header, players, paths


def split_tokens(tokens: str) -> Iterator[str]:
    """Tokens are separated by blanks, semicolons, and commas that do not stand between names: `-Ann,Bob` is one."""
    for word in tokens.replace(";", " ").split():
        if word[:1] in DASHES:
            yield word.rstrip(",")
        else:
            yield from filter(None, word.split(","))


def split_names(text: str) -> list[str]:
    """Names that commas separate."""
    return [name.strip() for name in text.split(",") if name.strip()]


def check_names(players: Sequence[str]) -> tuple[str, ...]:
    """The names, if none can be confused with another token or another name.

    Raises:
        GameError: they cannot, or there are too many or none.
    """
    if isinstance(players, str) or not isinstance(players, Sequence):
        raise GameError("players: give a list of names, or how many they are")
    if not 1 <= len(players) <= MAX_PLAYERS:
        raise GameError(f"players: {len(players)} given; a table seats 1 to {MAX_PLAYERS}")
    for name in players:
        if (
            not isinstance(name, str)
            or not 0 < len(name) <= _LONGEST_NAME
            or not all(letter.isalnum() or letter in "_.'-" for letter in name)
            or not name[0].isalpha()
        ):
            raise GameError(
                f"players: {shown(name)} is not a name here; use letters, digits, '_', '.', at most"
                f" {_LONGEST_NAME}, a letter first"
            )
    if len({name.casefold() for name in players}) < len(players):
        raise GameError("players: two have the same name; tell them apart")
    return tuple(players)


def read_header(header: dict[str, str], rules: Rules | None) -> Rules:
    """The rules that a header gives, or those given beside it.

    Raises:
        GameError: a line of the header is not a clause, or rules are given twice.
    """
    if rules is not None:
        header.pop("rules", None)
        if header:
            raise GameError(f"{shown(next(iter(header)))}: leave it out of the header, or give no rules=")
        return rules
    name = header.pop("rules", DEFAULT_EDITION)
    return read_clauses(name, header, EDITIONS.get(name))

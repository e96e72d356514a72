"""A match as the text of a record, written from the log of events alone; `incan_math.game.record` reads it back.

>>> from incan_math.engine.chooser import leave_after
>>> from incan_math.engine.match_play import play_match
>>> print(transcript(play_match("bga-en", {"Ann": leave_after(3), "Bob": leave_after(5)}, seed=8)))
rules: bga-en
players: Ann, Bob
<BLANKLINE>
1: rocks 5 9 -Ann snakes mummy -Bob
2: 15 11 mummy -Ann 5 7 -Bob
...
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from incan_math.engine.events import Event, Retirement, Turn
from incan_math.engine.match_play import Match
from incan_math.engine.table import GameTable
from incan_math.game.clauses import write_clauses
from incan_math.game.errors import GameError, shown

__all__ = ["transcript"]

_SEPARATORS = frozenset(",;:#")


def transcript(match: Match, table: GameTable | None = None) -> str:
    """The record of a match as text: rules and players, then the cards and retirements of each expedition in a line.

    Args:
        match: the expeditions that are over.
        table: the one under way, if there is one.

    Raises:
        GameError: a name that could be confused with other words of the text.
    """
    for name in match.players:
        if _SEPARATORS & set(name) or any(letter.isspace() for letter in name) or not name[0].isalpha():
            raise GameError(
                f"players: {shown(name)} cannot stand in a record; use a letter first, no blanks and commas"
            )
    logs = [end.log for end in match.history]
    if table is not None:
        logs.append(table.log)
    lines = [*write_clauses(match.rules), f"players: {', '.join(match.players)}", ""]
    lines += [f"{number}: {' '.join(_words(log))}".rstrip() for number, log in enumerate(logs, start=1)]
    return "\n".join(lines)


def _words(log: Iterable[Event]) -> Iterator[str]:
    for event in log:
        leaving: Retirement | None
        if isinstance(event, Turn):
            yield str(event.card.face)
            leaving = event.last_retirement
        else:
            leaving = event
        if leaving is not None and leaving.takings:
            yield f"-{','.join(taking.name for taking in leaving.takings)}"

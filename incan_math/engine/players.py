"""Who sits at the table.

>>> check_players(["Ann", "Bob", "Ann"])
Traceback (most recent call last):
incan_math.game.errors.GameError: players: 'Ann' is there twice; give each player a name of their own
"""

from __future__ import annotations

from collections.abc import Sequence

from incan_math.game.errors import GameError, shown
from incan_math.game.rules import MAX_PLAYERS

__all__ = ["check_players"]


def check_players(players: Sequence[str]) -> tuple[str, ...]:
    """Return the players' names as a tuple, after checking that they can sit down to a game.

    Raises:
        GameError: fewer than 1 or more than 8 names, a name twice, or something that is not a name.

    >>> check_players(["Ann", "Bob"])
    ('Ann', 'Bob')
    """
    if isinstance(players, str) or not all(isinstance(name, str) and name for name in players):
        raise GameError(f"players: give a list of names, such as ['Ann', 'Bob'], not {shown(players)}")
    if not 1 <= len(players) <= MAX_PLAYERS:
        raise GameError(f"players: {len(players)} names given; name 1 to {MAX_PLAYERS} players")
    for name in players:
        if players.count(name) > 1:
            raise GameError(f"players: {shown(name)} is there twice; give each player a name of their own")
    return tuple(players)

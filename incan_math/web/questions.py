"""What a request asks, read from the JSON in its body; whatever it holds, what is wrong is said in one line."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NoReturn

from incan_math.game.errors import GameError, listed, shown
from incan_math.game.expedition import Expedition
from incan_math.game.record import Record
from incan_math.strategies.protocol import Strategy
from incan_math.strategies.text_form import parse_strategy

__all__ = ["FIELDS", "Question", "read_body"]

FIELDS = {
    "position": ("record",),
    "odds": ("record", "position", "draws"),
    "decide": ("record", "position", "objective", "me", "against"),
    "review": ("record", "against"),
}
"""What a body may hold, for each question."""

_MOST_OPPONENTS = 8
_LONGEST_STRATEGY = 200


def read_body(body: bytes) -> dict[str, object]:
    """The JSON object that the body of a request holds.

    >>> read_body(b'{"position": "7 fire"}')
    {'position': '7 fire'}

    Raises:
        GameError: it does not hold one.
    """
    try:
        found = json.loads(body, parse_constant=_not_a_number)
    except (ValueError, RecursionError):
        raise GameError('body: not JSON; send an object such as {"record": "players: Ann\\n1: 7 fire"}') from None
    if not isinstance(found, dict):
        raise GameError('body: give a JSON object, such as {"position": "7 fire | players=3"}')
    return found


def _not_a_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is not JSON")


@dataclass(frozen=True)
class Question:
    """The fields of one request, each read and checked when it is asked for.

    Attributes:
        kind: which question, a key of `FIELDS`.
        fields: the body.

    >>> Question("odds", {"position": "7 fire | players=3"}).state.players
    3
    """

    kind: str
    fields: Mapping[str, object]

    def __post_init__(self) -> None:
        known = FIELDS[self.kind]
        for name in self.fields:
            if name not in known:
                raise GameError(f"body: {shown(name)} is not a field of {shown(self.kind)}; it takes {listed(known)}")

    def text(self, name: str) -> str | None:
        """A field that is text; None where it is not given."""
        value = self.fields.get(name)
        if value is None or isinstance(value, str):
            return value
        raise GameError(f"{name}: {shown(value)} given; give text")

    @property
    def record(self) -> Record:
        """The game."""
        text = self.text("record")
        if text is None:
            raise GameError("record: missing; give the game as text, such as 'players: Ann, Bob\\n1: 7 fire'")
        return Record.parse(text)

    @property
    def state(self) -> Expedition:
        """The position: given as such, or where the record stands."""
        text = self.text("position")
        if text is None:
            state = self.record.position
            if state is None:
                raise GameError("record: no expedition is under way; begin the next line, such as '2:'")
            return state
        if self.text("record") is not None:
            raise GameError("position: give it or the record, not both")
        return Expedition.parse(text)

    @property
    def draws(self) -> int:
        """Within how many cards."""
        value = self.fields.get("draws", 1)
        if type(value) is not int:
            raise GameError(f"draws: {shown(value)} given; give a whole number of cards")
        return value

    @property
    def objective(self) -> str:
        """What is played for."""
        value = self.text("objective") or "points"
        if value not in ("points", "win"):
            raise GameError(f"objective: {shown(value)} given; play for 'points', or to 'win' with a record and a name")
        return value

    def name(self, record: Record) -> str:
        """Who asks."""
        me = self.text("me")
        if me is None or me not in record.players:
            raise GameError(f"me: {shown(me)} given; give the name of the player who asks: {listed(record.players)}")
        return me

    def strategies(self) -> list[Strategy]:
        """The strategies of the others; empty where none is given."""
        given = self.fields.get("against")
        if given is None:
            return []
        words = [given] if isinstance(given, str) else given
        if not isinstance(words, list) or not 1 <= len(words) <= _MOST_OPPONENTS:
            raise GameError("against: give a strategy as text, such as 'gems:9', or a list of up to 8")
        for word in words:
            if not isinstance(word, str) or len(word) > _LONGEST_STRATEGY:
                raise GameError(f"against: {shown(word)} is not a strategy; write one such as 'gems:9' or 'stay'")
        return [parse_strategy(word) for word in words]

    def opponents(self, state: Expedition) -> list[Strategy] | None:
        """The strategies of the others who are in, one each; None for the equilibrium."""
        known = self.strategies()
        if not known:
            return None
        others = state.players - 1
        return known * others if len(known) == 1 else known

"""The record of a game: plain text that people write and read, checked against the rules card by card.

    rules: bga-en
    players: Ann, Bob, Cid

    1: 7 fire 11 -Ann snakes 5 -Bob,Cid
    2: fire A -2 fire                        # two of them left; who, does not matter
    3: 15 mummy

Each line is one expedition: the tokens of its path, with the names of those who retire after a dash. Where names do not
matter a number stands for them, and scores are then not known. The last line may be unfinished. `#` begins a comment.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from incan_math.game.clauses import write_clauses
from incan_math.game.editions import DEFAULT_EDITION, rules_of
from incan_math.game.errors import GameError, NotationError, listed, shown
from incan_math.game.expedition import Expedition
from incan_math.game.match import Game
from incan_math.game.notation import Retreat, read_token
from incan_math.game.record_text import DASHES, check_names, read_header, read_lines, split_names, split_tokens
from incan_math.game.replay import Departure, Replay, Step
from incan_math.game.rules import MAX_PLAYERS, Rules
from incan_math.game.showing import Brief

__all__ = ["Departure", "Record", "Step"]


@dataclass(frozen=True, repr=False)
class Record(Brief):
    """A game as it was played, whole or up to now; make one with `start` or `parse`, and go on with `add`.

    Attributes:
        rules: the edition or custom deck.
        players: the names, in seating order.
        expeditions: the tokens of each expedition.

    >>> record = Record.start(["Ann", "Bob"]).add("7 fire -Ann 11 -Bob").next().add("A 5")
    >>> print(record)
    rules: bga-en
    players: Ann, Bob
    <BLANKLINE>
    1: 7 fire -Ann 11 -Bob
    2: A 5
    >>> record.scores, record.inside, record.position.bag
    ({'Ann': 4, 'Bob': 14}, ('Ann', 'Bob'), 2)
    >>> Record.parse(str(record)) == record
    True
    """

    rules: Rules
    players: tuple[str, ...]
    expeditions: tuple[tuple[str | Departure, ...], ...] = ((),)

    def _in_short(self) -> str:
        return f"of {', '.join(self.players)}, {self.rules.name}, expedition {len(self.expeditions)}"

    @classmethod
    def start(cls, players: Sequence[str] | int, rules: str | Rules = DEFAULT_EDITION) -> Record:
        """The record of a game before its first card.

        Args:
            players: their names in seating order, or how many they are.
            rules: an edition's name or a `Rules` value.

        Raises:
            GameError: names that could be confused with other tokens, or too many of them.
        """
        if isinstance(players, int):
            if type(players) is not int or not 1 <= players <= MAX_PLAYERS:
                raise GameError(f"players: {shown(players)} given; a table seats 1 to {MAX_PLAYERS}")
            players = [f"P{seat}" for seat in range(1, players + 1)]
        return cls(rules_of(rules), check_names(players))

    @classmethod
    def parse(cls, text: str, rules: Rules | None = None) -> Record:
        """The record that a text writes down, every token checked against the rules and all that came before.

        Args:
            text: a header (`rules:`, `players:`, and clauses of a deck of one's own), then a line for each expedition.
            rules: the deck, where the header does not give it.

        Raises:
            NotationError: a token cannot be read or cannot come at its place; the message names the expedition.
            GameError: the header is wrong.
        """
        header, players, paths = read_lines(text)
        seats = int(players) if players.isdecimal() and len(players) < 3 else split_names(players)
        record = cls.start(seats, read_header(header, rules))
        for place, path in enumerate(paths):
            record = (record.next() if place else record).add(path)
        return record

    @property
    def text(self) -> str:
        """The record as text that `parse` reads back."""
        lines = [*write_clauses(self.rules), f"players: {', '.join(self.players)}", ""]
        for number, tokens in enumerate(self.expeditions, start=1):
            lines.append(f"{number}: {' '.join(map(str, tokens))}".rstrip())
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.text

    # Going on

    def add(self, tokens: str) -> Record:
        """The record with more tokens of the expedition under way, such as `"7 fire -Ann,Bob"`.

        Raises:
            NotationError: a token cannot be read or cannot come now; nothing is added then.
        """
        if not isinstance(tokens, str):
            raise GameError("tokens: give the cards as text, such as '7 fire -Ann'")
        record = self
        for word in split_tokens(tokens):
            record = record._with(record._read(word))
        return record

    def next(self) -> Record:
        """The record at the start of the next expedition.

        Raises:
            GameError: this one is not over, or was the last.
        """
        number = len(self.expeditions)
        if self.position is not None:
            raise GameError(f"expedition {number} is not over: {self.position.players} still in; play it to its end")
        if number == self.rules.expeditions:
            raise GameError(f"the game is over after {number} expeditions; no other begins")
        record = replace(self, expeditions=(*self.expeditions, ()))
        record.__dict__["_played"] = Replay.begin(self.games, self.steps, self.players)
        return record

    def undo(self) -> Record:
        """The record without its last token, or without an expedition that has none.

        Raises:
            GameError: there is nothing to take back.
        """
        *before, last = self.expeditions
        if last:
            return replace(self, expeditions=(*before, last[:-1]))
        if not before:
            raise GameError("nothing to take back: the record is empty")
        return replace(self, expeditions=tuple(before))

    # What is known

    @property
    def steps(self) -> tuple[Step, ...]:
        """Every token, played, in order."""
        return self._played.steps

    @property
    def position(self) -> Expedition | None:
        """The position of the expedition under way; None when it is over."""
        now = self._played.now
        return None if now.is_over else now

    @property
    def inside(self) -> tuple[str, ...] | None:
        """Who is in now; None where a number stood for names."""
        return self._played.inside

    @property
    def is_over(self) -> bool:
        """Whether the last expedition is over."""
        return self.position is None and len(self.expeditions) == self.rules.expeditions

    @property
    def games(self) -> tuple[Game, ...]:
        """The game before each expedition, and after the last one that is over; without scores where names miss."""
        return self._played.games

    @property
    def scores(self) -> dict[str, int]:
        """Everybody's points after the expeditions that are over, and of those who retired from the one under way.

        Raises:
            GameError: a number stands where a name is needed.
        """
        points = dict.fromkeys(self.players, 0)
        for step in self.steps:
            if isinstance(step.token, Departure) and step.payout is not None:
                if not step.token.names:
                    raise GameError(
                        f"scores: in expedition {step.expedition} '{step.token}' does not say who left; write the names"
                    )
                for name in step.token.names:
                    points[name] += step.payout.points
        return points

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has won, several where the victory is shared.

        Raises:
            GameError: the game is not over, or a number stands where a name is needed.
        """
        if not self.is_over:
            raise GameError(f"winners: the game is not over; expedition {len(self.expeditions)} is under way")
        _ = self.scores
        return tuple(self.players[seat] for seat in self.games[-1].leaders)

    def _read(self, word: str) -> str | Departure:
        """The token that a word says now, checked."""
        number, place = len(self.expeditions), len(self.expeditions[-1]) + 1
        where = f"expedition {number}"
        now = self.position
        if now is None:
            raise NotationError(f"{where}, token {place} ({shown(word)}): this expedition is over", word, place)
        try:
            if word[:1] in DASHES and len(word) > 1:
                token: str | Departure = self._departure(word[1:])
                now.retire(token.players)  # type: ignore[union-attr]
                return token
            card = read_token(word, self.rules, place)
            assert not isinstance(card, Retreat)
            return str(next(t for t in reversed(now.reveal(card).tokens)))
        except NotationError as error:
            raise NotationError(f"{where}, {error}", word, place) from None
        except GameError as error:
            raise NotationError(f"{where}, token {place} ({shown(word)}): {error}", word, place) from None

    def _departure(self, text: str) -> Departure:
        inside = self.inside
        now = self.position
        if text.isdecimal() and len(text) < 4:
            count = int(text)
            if inside is not None and now is not None and count == now.players:
                return Departure(count, inside)  # All who are in: who they are is known.
            return Departure(count)
        if inside is None:
            raise GameError("who is in is not known after a number of players left; give a number here, too")
        names = []
        for word in split_names(text):
            found = [name for name in self.players if name == word] or [
                name for name in self.players if name.casefold().startswith(word.casefold())
            ]
            if len(found) != 1:
                what = f"could be {listed(found, ' or ')}" if found else "does not sit at this table"
                raise GameError(f"{shown(word)} {what}; players in are {listed(inside)}")
            if found[0] not in inside or found[0] in names:
                raise GameError(f"{found[0]} has left; players in are {listed(inside)}")
            names += found
        return Departure(len(names), tuple(name for name in self.players if name in names))

    def _with(self, token: str | Departure) -> Record:
        *before, last = self.expeditions
        record = replace(self, expeditions=(*before, (*last, token)))
        record.__dict__["_played"] = self._played.after(len(self.expeditions), token, self.players)
        return record

    @cached_property
    def _played(self) -> Replay:
        played = Replay.begin((Game.start(len(self.players), self.rules),), (), self.players)
        for number, tokens in enumerate(self.expeditions, start=1):
            if number > 1:
                played = Replay.begin(played.games, played.steps, self.players)
            for token in tokens:
                played = played.after(number, token, self.players)
        return played

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

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from incan_math.game.clauses import read_clauses, write_clauses
from incan_math.game.editions import DEFAULT_EDITION, EDITIONS, rules_of
from incan_math.game.errors import GameError, NotationError
from incan_math.game.expedition import Expedition, Payout
from incan_math.game.match import Game
from incan_math.game.notation import Retreat, read_token
from incan_math.game.rules import MAX_PLAYERS, Rules

__all__ = ["Departure", "Record", "Step"]

_LONGEST = 100_000
_LONGEST_NAME = 30
_DASHES = "-\N{MINUS SIGN}\N{EN DASH}"


@dataclass(frozen=True)
class Departure:
    """Players retire together: by `names`, or only so many of them (`names` empty)."""

    players: int
    names: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"-{','.join(self.names) or self.players}"


@dataclass(frozen=True)
class Step:
    """One token of a record, played.

    Attributes:
        expedition: the number of the expedition, from 1.
        before, after: the positions around the token.
        token: the card's text, or the departure.
        inside: who was in before it, where that is known.
        payout: what each of those who retired took; None for a card.
    """

    expedition: int
    before: Expedition
    token: str | Departure
    after: Expedition
    inside: tuple[str, ...] | None
    payout: Payout | None


@dataclass(frozen=True)
class _Played:
    """A record played up to one of its tokens."""

    games: tuple[Game, ...]  # Before each expedition, and after the last one if it is over.
    steps: tuple[Step, ...]
    now: Expedition
    inside: tuple[str, ...] | None
    taken: tuple[tuple[str, Payout], ...] = ()  # In this expedition, where names are known.
    paid: tuple[Payout, ...] = ()

    @classmethod
    def start(cls, games: tuple[Game, ...], steps: tuple[Step, ...], players: tuple[str, ...]) -> _Played:
        return cls(games, steps, games[-1].begin(), players)

    def after(self, number: int, token: str | Departure, players: tuple[str, ...]) -> _Played:
        """The same after one more token of the expedition of this number."""
        taken, paid, inside = self.taken, self.paid, self.inside
        payout = None
        if isinstance(token, Departure):
            payouts, after = self.now.retire(token.players)
            payout = payouts[0]
            paid += payouts
            taken += tuple((name, payout) for name in token.names)
            known = inside is not None and token.names
            inside = tuple(name for name in inside or () if name not in token.names) if known else None
        else:
            after = self.now.reveal(token)
        steps = (*self.steps, Step(number, self.now, token, after, self.inside, payout))
        games = self.games
        if after.is_over:
            by_name = dict(taken)
            seats: list[Payout | None] = [by_name.get(name) for name in players]
            if len(taken) < len(paid):  # Who took what is not known: the deck goes on right, the scores are refused.
                seats = [*paid, *[None] * (len(players) - len(paid))]
            games = (*games, games[-1].after(after, seats))
        return _Played(games, steps, after, inside, taken, paid)


@dataclass(frozen=True)
class Record:
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

    @classmethod
    def start(cls, players: Sequence[str] | int, rules: str | Rules = DEFAULT_EDITION) -> Record:
        """The record of a game before its first card.

        Args:
            players: their names in seating order, or how many they are.
            rules: an edition's name or a `Rules` value.

        Raises:
            GameError: names that cannot be told from other tokens, or too many of them.
        """
        if isinstance(players, int):
            if type(players) is not int or not 1 <= players <= MAX_PLAYERS:
                raise GameError(f"players: {players} given; a table seats 1 to {MAX_PLAYERS}")
            players = [f"P{seat}" for seat in range(1, players + 1)]
        return cls(rules_of(rules), _names(players))

    @classmethod
    def parse(cls, text: str, rules: Rules | None = None) -> Record:
        """The record that a text writes down, every token checked against the rules and all that came before.

        Args:
            text: a header (`rules:`, `players:`, and clauses of a deck of one's own), then a line for each expedition.
            rules: the deck, where the header does not say it.

        Raises:
            NotationError: a token cannot be read or cannot come at its place; the message names the expedition.
            GameError: the header is wrong.
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
                raise GameError(f"line {number}: {words[:40]!r} has no colon; write 'players: ...' or '1: 7 fire ...'")
            if key.isdecimal():
                if key != str(len(paths) + 1):
                    raise GameError(f"line {number}: expedition {len(paths) + 1} comes next, not {key[:10]}")
                paths.append(rest)
            elif paths:
                raise GameError(f"line {number}: {key[:40]!r} belongs above the first expedition")
            elif key in header:
                raise GameError(f"line {number}: {key[:40]!r} is given twice")
            else:
                header[key] = rest
        players = header.pop("players", None)
        if players is None:
            raise GameError("players: missing; write 'players: Ann, Bob' (or how many) above the first expedition")
        known = _header_rules(header, rules)
        record = cls.start(int(players) if players.isdecimal() and len(players) < 3 else _listed(players), known)
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
        for word in _words(tokens):
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
        record.__dict__["_played"] = _Played.start(self.games, self.steps, self.players)
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
            raise NotationError(f"{where}, token {place} ({word[:40]!r}): this expedition is over", word, place)
        try:
            if word[:1] in _DASHES and len(word) > 1:
                token: str | Departure = self._departure(word[1:])
                now.retire(token.players)  # type: ignore[union-attr]
                return token
            card = read_token(word, self.rules, place)
            assert not isinstance(card, Retreat)
            return str(next(t for t in reversed(now.reveal(card).tokens)))
        except NotationError as error:
            raise NotationError(f"{where}, {error}", word, place) from None
        except GameError as error:
            raise NotationError(f"{where}, token {place} ({word[:40]!r}): {error}", word, place) from None

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
        for word in _listed(text):
            found = [name for name in self.players if name == word] or [
                name for name in self.players if name.casefold().startswith(word.casefold())
            ]
            if len(found) != 1:
                what = f"could be {' or '.join(found)}" if found else "does not sit at this table"
                raise GameError(f"{word[:30]!r} {what}; players in are {', '.join(inside)}")
            if found[0] not in inside or found[0] in names:
                raise GameError(f"{found[0]} has left; players in are {', '.join(inside)}")
            names += found
        if not names:
            raise GameError("say who leaves, such as -Ann or -Ann,Bob")
        return Departure(len(names), tuple(name for name in self.players if name in names))

    def _with(self, token: str | Departure) -> Record:
        *before, last = self.expeditions
        record = replace(self, expeditions=(*before, (*last, token)))
        record.__dict__["_played"] = self._played.after(len(self.expeditions), token, self.players)
        return record

    @cached_property
    def _played(self) -> _Played:
        played = _Played.start((Game.start(len(self.players), self.rules),), (), self.players)
        for number, tokens in enumerate(self.expeditions, start=1):
            if number > 1:
                played = _Played.start(played.games, played.steps, self.players)
            for token in tokens:
                played = played.after(number, token, self.players)
        return played


def _words(tokens: str) -> Iterator[str]:
    """Tokens are separated by blanks, semicolons, and commas that do not stand between names: `-Ann,Bob` is one."""
    for word in tokens.replace(";", " ").split():
        if word[:1] in _DASHES:
            yield word.rstrip(",")
        else:
            yield from filter(None, word.split(","))


def _listed(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def _names(players: Sequence[str]) -> tuple[str, ...]:
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
                f"players: {str(name)[:40]!r} is not a name here; use letters, digits, '_', '.', at most"
                f" {_LONGEST_NAME}, a letter first"
            )
    if len({name.casefold() for name in players}) < len(players):
        raise GameError("players: two have the same name; tell them apart")
    return tuple(players)


def _header_rules(header: dict[str, str], rules: Rules | None) -> Rules:
    if rules is not None:
        header.pop("rules", None)
        if header:
            raise GameError(f"{next(iter(header))[:40]!r}: leave it out of the header, or give no rules=")
        return rules
    name = header.pop("rules", DEFAULT_EDITION)
    return read_clauses(name, header, EDITIONS.get(name))

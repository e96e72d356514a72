"""The public state of one expedition and its moves.

`Expedition` is what every player at the table sees after the cards revealed so far, reduced to what matters. It
knows the rules, and nothing of probability or choice.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from incan_math.game import moves
from incan_math.game.cards import Card
from incan_math.game.departed import Claimed, Removed
from incan_math.game.editions import DEFAULT_EDITION
from incan_math.game.errors import GameError, NotationError, shown
from incan_math.game.moves import Payout
from incan_math.game.notation import Retreat, Token, as_card, read_token, split_path
from incan_math.game.public import PublicState
from incan_math.game.rules import Rules
from incan_math.game.setup import Setup, read_settings, write_settings
from incan_math.game.showing import Brief, reports
from incan_math.game.situation import Situation

__all__ = ["Draw", "Expedition", "Payout", "need_expedition", "need_live"]


class Draw(NamedTuple):
    """One card that can come next, how many of it are undrawn, and the state after it."""

    card: Card
    copies: int
    after: Expedition


class Expedition(Brief, PublicState):
    """What all players see of one expedition: an immutable value.

    Make one with `Expedition.start` or `Expedition.parse`, and others from it with `draws`, `reveal` and `retire`;
    a state that cannot occur under its rules is refused there. Two paths to the same situation of one setup give equal
    values with equal hashes, and every public function answers the same for both; the path itself is remembered for
    notation only. In another expedition, or with other cards gone, the same path is another value.

    >>> cave = Expedition.parse("7 fire 11 -1 snakes", players=4)
    >>> cave.players, cave.bag, cave.leftover, cave.deadly, cave.cards_left
    (3, 3, 0, 4, 26)
    >>> print(cave)
    7 fire 11 -1 snakes | players=4
    >>> Expedition.parse(str(cave)) == cave
    True
    >>> Expedition.parse("5 fire 7") == Expedition.parse("fire 7 5")
    True
    >>> Expedition.parse("5 fire 7", expedition=2) == Expedition.parse("5 fire 7", expedition=5)
    False
    """

    __slots__ = ()

    def __init__(self) -> None:
        raise TypeError("Expedition: make one with Expedition.start(...) or Expedition.parse('7 fire 11', ...)")

    @classmethod
    def _of(cls, setup: Setup, now: Situation, past: tuple[Token, ...]) -> Expedition:
        self = object.__new__(cls)
        object.__setattr__(self, "rules", setup.rules)
        object.__setattr__(self, "setup", setup)
        object.__setattr__(self, "_now", now)
        object.__setattr__(self, "_past", past)
        return self

    @classmethod
    def start(
        cls,
        players: int = 1,
        rules: str | Rules = DEFAULT_EDITION,
        expedition: int | None = None,
        removed: Removed | None = None,
        claimed: Claimed | None = None,
        lost: Claimed | None = None,
    ) -> Expedition:
        """The state before the first card.

        Args:
            players: how many start, 1 to 8.
            rules: an edition's name or a `Rules` value.
            expedition: its number in the game, from 1. If omitted, the deck has the artifacts of the first
                expedition that `claimed` and `lost` allow, and `removed` is taken as it is.
            removed: hazard cards that left the game in earlier busts: `{"fire": 1}`, `["fire"]` or `"fire fire"`.
            claimed: artifacts that players took in earlier expeditions: how many or, where they carry numbers and
                stay in the deck, which (`"A5 A7"`).
            lost: artifacts that left the game unclaimed in earlier expeditions, in the same form; where undrawn ones
                leave the game, it follows from the others and may be omitted.

        Raises:
            GameError: the values cannot occur; the message names the argument, what is allowed, and the fix.

        >>> Expedition.start(players=3, rules="diamant-2016").cards_left
        35
        """
        return cls._from_setup(Setup.read(players, rules, expedition, removed, claimed, lost))

    @classmethod
    def _from_setup(cls, setup: Setup) -> Expedition:
        rules, deck = setup.rules, setup.artifacts
        now = Situation(
            treasures=tuple(rules.treasures.count(value) for value in rules.values),
            hazards=tuple(setup.hazards.values()),
            artifacts=tuple(deck.count(kind) for kind in rules.artifact_kinds),
            showing=0,
            players=setup.players,
            bag=0,
            leftovers=(),
            found=(0,) * len(rules.artifact_kinds),
            worth=setup.worth,
            deciding=False,
            bust=None,
        )
        return cls._of(setup, now, ())

    @classmethod
    def parse(
        cls,
        path: str,
        players: int | None = None,
        rules: str | Rules | None = None,
        expedition: int | None = None,
        removed: Removed | None = None,
        claimed: Claimed | None = None,
        lost: Claimed | None = None,
    ) -> Expedition:
        """The state after a written path, such as `"7 fire 11 -1 snakes"`.

        One token a card, separated by blanks, commas or semicolons: a number is a treasure, a hazard goes by its name
        or any unambiguous start of it, `A` is an artifact (`A7` where artifacts carry numbers), `-k` means that k
        players retire after the card before it. Keywords are those of `start`; text made by `notation` carries them
        itself, behind a bar, and there a keyword may only repeat them.

        Raises:
            NotationError: a token cannot be read or cannot come at its place; the message names both.
            GameError: a keyword's value cannot occur.

        >>> Expedition.parse("3, 5, A", players=2).retire(1)[0]
        (Payout(gems=5, artifacts=(Artifact(points=None),), points=10),)
        >>> Expedition.parse("7 fier 11")
        Traceback (most recent call last):
        incan_math.game.errors.NotationError: token 2 ('fier') is not a card (did you mean 'fire'?); allowed are ...
        """
        cards, _, settings = path.partition("|") if isinstance(path, str) else (path, "", "")
        given: dict[str, object] = {"players": players, "rules": rules, "expedition": expedition}
        given |= {"removed": removed, "claimed": claimed, "lost": lost}
        state = cls._from_setup(read_settings(settings, given))
        for place, token in enumerate(split_path(cards), start=1):
            state = state._step(token, place)
        return state

    def _step(self, token: str, place: int) -> Expedition:
        what = read_token(token, self.rules, place)
        try:
            return self.retire(what.players)[1] if isinstance(what, Retreat) else self.reveal(what)
        except GameError as error:
            raise NotationError(f"token {place} ({shown(token)}): {error}", token, place) from None

    # Moves

    def draws(self) -> Iterator[Draw]:
        """Each card that can come next as (card, how many of it are undrawn, the state after it).

        The probability of one is its count over `cards_left`. Nothing is drawn from an expedition that is over.

        >>> [(str(card), count) for card, count, after in Expedition.parse("7 fire").draws() if after.is_bust]
        [('fire', 2)]
        """
        if not self.is_over:
            for card, count in moves.drawable(self.rules, self._now):
                yield Draw(card, count, self._turn_up(card))

    def reveal(self, card: Card | str | int) -> Expedition:
        """The state after `card` (a card, its text, or a treasure's gems) is turned up.

        Raises:
            GameError: no such card is left, or the expedition is over.

        >>> Expedition.start().reveal("fire").reveal(7).reveal("fire").is_bust
        True
        """
        found = moves.find_card(self.rules, self._now, as_card(card, self.rules), self.setup.players)
        return self._turn_up(found)

    def _turn_up(self, card: Card) -> Expedition:
        return self.moved(moves.reveal(self.rules, self._now, card), card)

    def retire(self, players: int) -> tuple[tuple[Payout, ...], Expedition]:
        """(what each of the `players` who retire together takes home, the state after).

        Each takes the bag and an equal part of the leftover; the rest of it stays. A sole retiree also takes every
        artifact on the path.

        Raises:
            GameError: nobody can retire now, or not so many.

        >>> payouts, after = Expedition.parse("11", players=4).retire(2)
        >>> [payout.gems for payout in payouts], after.leftover, after.players
        ([3, 3], 1, 2)
        """
        payout, after = moves.retire(self.rules, self._now, players, self.setup.players)
        return (payout,) * players, self.moved(after, Retreat(players))

    def payout(self, players: int) -> Payout:
        """What each of the `players` who retire together here takes home: `retire(players)` without the state after.

        Raises:
            GameError: nobody can retire now, or not so many.

        >>> [Expedition.parse("11", players=4).payout(k).gems for k in (1, 2, 3, 4)]
        [5, 3, 3, 2]
        """
        return moves.retire(self.rules, self._now, players, self.setup.players)[0]

    # Text

    @property
    def path(self) -> str:
        """The cards and retreats so far, as text: `"7 fire 11 -1 snakes"`."""
        return " ".join(map(str, self._past))

    def notation(self) -> str:
        """The path, and behind a bar the keywords that differ from the defaults; `parse` reads it back.

        Custom rules are named only: reading such text back needs `rules=` with the same `Rules` value.
        """
        settings = write_settings(self.setup)
        return f"{self.path} | {settings}".strip() if settings else self.path

    __str__ = notation

    def svg(self) -> str:
        """The path as a picture: its cards in order, the players who left, and what lies on the cards, as SVG.

        Notebooks show it by themselves.

        >>> Expedition.parse("7 fire 11 -1 snakes", players=4).svg().startswith("<svg ")
        True
        """
        return reports().svg(self)

    def _repr_svg_(self) -> str:
        return self.svg()

    def _in_full(self) -> str:
        return f"Expedition.parse({self.notation()!r})"

    def _in_short(self) -> str:
        return shown(self.notation())

    def moved(self, now: Situation, *tokens: Token) -> Expedition:
        """The state that `tokens` lead to, with the situation `now` after them; unchecked, for solvers."""
        return self._of(self.setup, now, (*self._past, *tokens))

    def seen_as(self, now: Situation) -> Expedition:
        """The state with the situation `now` in this expedition, its path not remembered; unchecked, for solvers."""
        return self._of(self.setup, now, ())

    def __reduce__(self) -> tuple[object, ...]:
        return Expedition._of, (self.setup, self._now, self._past)


def need_expedition(state: object) -> None:
    """Refuse what is not an `Expedition`, with the way to make one.

    Raises:
        GameError: `state` is of another type.

    >>> need_expedition("7 fire")
    Traceback (most recent call last):
    incan_math.game.errors.GameError: state: '7 fire' is not an Expedition; make one with ...
    """
    if not isinstance(state, Expedition):
        raise GameError(
            f"state: {shown(state)} is not an Expedition; make one with Expedition.parse('7 fire 11', players=4)"
        )


def need_live(state: Expedition) -> None:
    """Refuse what is not an `Expedition`, and one that is over.

    Raises:
        GameError: there is nothing to decide.
    """
    need_expedition(state)
    if state.is_over:
        raise GameError(f"state: the expedition at {shown(str(state))} is over; nothing is left to decide")

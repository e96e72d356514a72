"""One expedition at the table: a dealer turns up cards, players retire.

The table holds no order of the deck: whoever deals says which undrawn card is turned up next, be it the next of a
shuffled deck, a written order, or each card in turn when all games are enumerated.

>>> from incan_math.game.cards import Artifact, Treasure
>>> from incan_math.engine.deck import build_deck
>>> table = GameTable("bga-en", ["Ann", "Bob"], build_deck("bga-en", {}, [Artifact()]))
>>> for card in (Treasure(3), Treasure(5), Artifact()):
...     turn = table.turn_up(card)
>>> table.bags, table.leftover
({'Ann': 3, 'Bob': 3}, 2)
>>> taking = table.retire(["Ann"]).takings[0]
>>> taking.gems, taking.points
(5, 10)
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from incan_math.engine.deck import LabelledCard
from incan_math.engine.events import Event, PathCard, Retirement, Snapshot, Taking, Turn
from incan_math.engine.players import check_players
from incan_math.engine.share import artifact_worth, share_leftovers
from incan_math.game.cards import Artifact, Card, Hazard, Treasure
from incan_math.game.editions import rules_of
from incan_math.game.errors import GameError, shown
from incan_math.game.rules import Rules

__all__ = ["GameTable"]


class GameTable:
    """An expedition under way; `copy` it to try several continuations.

    Args:
        rules: an edition's name or a `Rules` value.
        players: the names, in seating order.
        deck: the cards of this expedition, as `build_deck` gives them.
        counted: how many artifacts of earlier expeditions count towards the worth of the next one claimed.

    Raises:
        GameError: players, deck or `counted` that cannot be.
    """

    __slots__ = ("_asked_at", "_bags", "_bust", "_counted", "_log", "_path", "_showing", "_takings", "_turned_up",
                 "_undrawn", "players", "rules")  # fmt: skip

    def __init__(
        self, rules: str | Rules, players: Sequence[str], deck: Iterable[LabelledCard], *, counted: int = 0
    ) -> None:
        self.rules = rules_of(rules)
        self.players = check_players(players)
        deck = tuple(deck)
        self._undrawn = dict.fromkeys(deck)  # Used as a set that keeps its order.
        if len(self._undrawn) < len(deck):
            raise GameError("deck: a physical card is there twice; number equal cards apart, as label() does")
        free = len(self.rules.artifacts) - sum(isinstance(card.face, Artifact) for card in deck)
        if free < 0:
            raise GameError(f"deck: it has more artifacts than the game; the game has {len(self.rules.artifacts)}")
        if type(counted) is not int or not 0 <= counted <= free:
            raise GameError(f"counted: {shown(counted)} artifacts cannot be out of the deck already; give 0 to {free}")
        self._counted = counted
        self._bags = dict.fromkeys(self.players, 0)
        self._path: list[PathCard] = []
        self._showing: list[str] = []
        self._turned_up: list[LabelledCard] = []
        self._takings: list[Taking] = []
        self._log: list[Event] = []
        self._bust: str | None = None
        self._asked_at = 0  # How many cards had been turned up when the players last chose.
        if not self._undrawn:
            self._log.append(self._leave(self.players))

    def turn_up(self, card: LabelledCard | Card) -> Turn:
        """Turn up an undrawn card: share out its gems, or end the expedition if it is the second hazard of a kind.

        Players who were not asked since the last card have stayed. Where this was the last card of the deck and did
        not bust, all players still in retire together at once.

        Args:
            card: a physical card of the deck, or just a face: then the lowest-numbered undrawn card with that face.

        Raises:
            GameError: the expedition is over, or no such card is undrawn.
        """
        self._refuse_if_over()
        card = self._find(card)
        del self._undrawn[card]
        self._turned_up.append(card)
        share = left = 0
        if isinstance(card.face, Treasure):
            share, left = divmod(card.face.value, len(self._bags))
            for name in self._bags:
                self._bags[name] += share
        elif isinstance(card.face, Hazard):
            if card.face.name in self._showing:
                self._bust = card.face.name
            else:
                self._showing.append(card.face.name)
        self._path.append(PathCard(card, left))
        if self._bust is not None:
            turn = Turn(card, bust=self._bust, lost=tuple(self._bags.items()))
            self._bags.clear()
        elif not self._undrawn:
            turn = Turn(card, share, left, last_retirement=self._leave(tuple(self._bags)))
        else:
            turn = Turn(card, share, left)
        self._log.append(turn)
        return turn

    def retire(self, names: Collection[str]) -> Retirement:
        """Let the named players leave together, with their bags and what they get from the path; all others stay.

        Together they share the gems on the path's cards; who leaves alone takes every artifact there, too.

        Args:
            names: those who leave; none of them when everybody stays.

        Raises:
            GameError: a name of nobody who is in, or the players have chosen already since the last card.

        >>> from incan_math.engine.deck import label
        >>> table = GameTable("bga-en", ["Ann", "Bob", "Cid"], label([Treasure(11), Treasure(1)]))
        >>> table.turn_up(Treasure(11)).left
        2
        >>> [taking.gems for taking in table.retire({"Ann", "Cid"}).takings]
        [4, 4]
        """
        self._refuse_if_over()
        if isinstance(names, str):
            raise GameError(f"names: give a list of names, such as [{shown(names)}], not one text")
        for name in names:
            if name not in self._bags:
                raise GameError(f"names: {shown(name)} is not in the expedition; in are {', '.join(self._bags)}")
        if not self.awaits_choices:
            raise GameError("names: players choose once after each card; turn up a card first")
        retirement = self._leave(tuple(name for name in self._bags if name in names))
        self._log.append(retirement)
        return retirement

    def copy(self) -> GameTable:
        """Return a table that stands just as this one and goes its own way from here.

        To play many expeditions, set up one table and play copies of it.
        """
        twin = object.__new__(GameTable)
        twin.rules, twin.players = self.rules, self.players
        twin._undrawn, twin._bags = self._undrawn.copy(), self._bags.copy()
        twin._path, twin._turned_up = self._path.copy(), self._turned_up.copy()
        twin._showing = self._showing.copy()
        twin._takings, twin._log = self._takings.copy(), self._log.copy()
        twin._bust, twin._counted, twin._asked_at = self._bust, self._counted, self._asked_at
        return twin

    def snapshot(self) -> Snapshot:
        """Return everything that lies open on the table now, as a frozen value."""
        return Snapshot(
            path=tuple(self._path),
            turned_up=tuple(self._turned_up),
            bags=tuple(self._bags.items()),
            showing=tuple(self._showing),
            undrawn=tuple(self._undrawn),
            takings=tuple(self._takings),
            bust=self._bust,
            log=tuple(self._log),
        )

    @property
    def awaits_choices(self) -> bool:
        """Whether a card lies there after which the players have not chosen yet."""
        return bool(self._bags) and self._asked_at < len(self._turned_up)

    @property
    def ended(self) -> bool:
        """Whether nobody is in any more."""
        return not self._bags

    @property
    def bust(self) -> str | None:
        """The hazard kind that ended the expedition, or None."""
        return self._bust

    @property
    def bags(self) -> dict[str, int]:
        """The gems in the bag of each player still in."""
        return dict(self._bags)

    @property
    def leftover(self) -> int:
        """All gems that lie on the path's cards, together."""
        return sum([lying.gems for lying in self._path])

    @property
    def undrawn(self) -> tuple[LabelledCard, ...]:
        """The cards not turned up yet, in the order in which the deck was given."""
        return tuple(self._undrawn)

    @property
    def points(self) -> dict[str, int]:
        """What each player has brought home from this expedition, in points; 0 for those still in and those bust."""
        home = dict.fromkeys(self.players, 0)
        home.update((taking.name, taking.points) for taking in self._takings)
        return home

    @property
    def log(self) -> tuple[Event, ...]:
        """Everything that happened so far, in order."""
        return tuple(self._log)

    def __repr__(self) -> str:
        path = " ".join(map(str, self._path))
        return f"<GameTable path: {path or 'none'}; in: {self._bags}; bust: {self._bust}>"

    def _refuse_if_over(self) -> None:
        if self.ended:
            how = f"it busted on {self._bust}" if self._bust else "all players have retired"
            raise GameError(f"the expedition is over: {how}; set up another table")

    def _find(self, card: LabelledCard | Card) -> LabelledCard:
        if isinstance(card, LabelledCard):
            if card in self._undrawn:
                return card
        else:
            found = [each for each in self._undrawn if each.face == card]
            if found:
                return min(found, key=lambda each: each.number)
        raise GameError(f"card: no {card} is undrawn; turn up one of {' '.join(map(str, self._undrawn))}")

    def _leave(self, names: tuple[str, ...]) -> Retirement:
        self._asked_at = len(self._turned_up)
        if not names:
            return Retirement((), self.leftover)
        leftover, self._path = share_leftovers(self.rules.leftover, self._path, len(names))
        artifacts: tuple[Artifact, ...] = ()
        if len(names) == 1:
            faces = [lying.card.face for lying in self._path]
            artifacts = tuple(face for face in faces if isinstance(face, Artifact))
            self._path = [lying for lying in self._path if not isinstance(lying.card.face, Artifact)]
        points, gems = artifact_worth(self.rules, artifacts, self._counted)
        self._counted += len(artifacts)
        takings = tuple(Taking(name, self._bags.pop(name), leftover, artifacts, points, gems) for name in names)
        self._takings.extend(takings)
        return Retirement(takings, self.leftover)

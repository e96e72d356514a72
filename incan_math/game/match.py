"""The game around its expeditions: what left the deck, what lies in the tents, and who has won."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from incan_math.game.cards import Artifact
from incan_math.game.counts import Counts
from incan_math.game.editions import DEFAULT_EDITION
from incan_math.game.errors import GameError, listed, shown
from incan_math.game.expedition import Expedition
from incan_math.game.moves import Payout
from incan_math.game.notation import Retreat
from incan_math.game.rules import Rules
from incan_math.game.setup import Setup
from incan_math.game.showing import Brief, Shown

__all__ = ["Game", "Tent"]


@dataclass(frozen=True, repr=False)
class Tent(Brief):
    """What one player has brought home: `gems`, how many `artifacts`, and the `points` of both together."""

    gems: int = 0
    artifacts: int = 0
    points: int = 0

    def __post_init__(self) -> None:
        for name in ("gems", "artifacts", "points"):
            if type(getattr(self, name)) is not int or getattr(self, name) < 0:
                raise GameError(f"{name}: {shown(getattr(self, name))} given; a tent holds a whole number, 0 or more")

    def plus(self, payout: Payout) -> Tent:
        """The tent with what a retiree brings added."""
        return Tent(
            self.gems + payout.gems,
            self.artifacts + len(payout.artifacts),
            self.points + payout.points,
        )


@dataclass(frozen=True, repr=False)
class Game(Shown):
    """The state between expeditions; make the first with `Game.start`, the next with `after`.

    Attributes:
        rules: the edition or custom deck.
        tents: one for each player, in the order in which the caller names them.
        expedition: the number of the expedition that comes next, from 1.
        removed: hazard cards that left the game, by kind.
        claimed, lost: artifacts that players took, and that left the game unclaimed.

    >>> game = Game.start(players=2, rules="incan-gold-2020")
    >>> cave = game.begin()
    >>> bust = cave.reveal("fire").reveal(11).reveal("fire")
    >>> game = game.after(bust, [None, None])
    >>> game.removed, game.undrawn, game.begin().cards_left
    (Counts({'fire': 1}), (Artifact(points=5), Artifact(points=7)), 31)
    """

    rules: Rules
    tents: tuple[Tent, ...]
    expedition: int = 1
    removed: Counts[str] = field(default_factory=Counts)
    claimed: tuple[Artifact, ...] = ()
    lost: tuple[Artifact, ...] = ()

    def _in_short(self) -> str:
        points = ", ".join(str(tent.points) for tent in self.tents)
        return f"before expedition {self.expedition} of {self.rules.name}, points {points}"

    def __post_init__(self) -> None:
        if not isinstance(self.rules, Rules):
            raise GameError(
                f"rules: {shown(self.rules)} is not a Rules value; make a game with Game.start(players, rules)"
            )
        if type(self.tents) is not tuple or not all(isinstance(tent, Tent) for tent in self.tents):
            raise GameError(f"tents: {shown(self.tents)} given; give a tuple with a Tent for each player")
        if type(self.expedition) is not int or not 1 <= self.expedition <= self.rules.expeditions + 1:
            raise GameError(
                f"expedition: {shown(self.expedition)} given; the next one is 1 to {self.rules.expeditions}, or"
                " one more when the game is over"
            )

    @classmethod
    def start(cls, players: int = 1, rules: str | Rules = DEFAULT_EDITION) -> Game:
        """The game before its first expedition, with empty tents for 1 to 8 players."""
        setup = Setup.read(players, rules)
        return cls(setup.rules, (Tent(),) * players)

    @property
    def is_over(self) -> bool:
        """Whether the last expedition has been played."""
        return self.expedition > self.rules.expeditions

    @property
    def undrawn(self) -> tuple[Artifact, ...]:
        """The artifacts in the deck of the next expedition, by rising points; none once the game is over."""
        return () if self.is_over else self.setup.artifacts

    def begin(self) -> Expedition:
        """The next expedition before its first card.

        Raises:
            GameError: the last expedition has been played.
        """
        if self.is_over:
            raise GameError(f"the game is over after {self.rules.expeditions} expeditions; no other begins")
        setup = self.setup
        return Expedition.start(setup.players, self.rules, self.expedition, self.removed, self.claimed, self.lost)

    def after(self, end: Expedition, taken: Sequence[Payout | None]) -> Game:
        """The game after the expedition that `begin` gave has come to `end`.

        Args:
            end: its last state, busted or with everyone retired.
            taken: what each player took home, in the order of the tents: the payout of the retreat, or None for
                those whom the bust caught.

        Raises:
            GameError: the expedition is not over or not this game's, or the payouts do not belong to it.
        """
        if not isinstance(end, Expedition):
            raise GameError(f"end: {shown(end)} is not an Expedition; give the last state of the one that begin() gave")
        if self.is_over or end.setup != self.setup:
            raise GameError("end: this expedition did not begin from this state of the game; use game.begin()")
        if not end.is_over:
            raise GameError(f"end: the expedition is not over: {end.players} players are still in")
        self._check_taken(end, taken)
        claimed = tuple(artifact for payout in taken if payout for artifact in payout.artifacts)
        following = self.followed(end.bust.name if end.bust else None, claimed, end.artifacts)
        return replace(
            following,
            tents=tuple(tent.plus(p) if p else tent for tent, p in zip(self.tents, taken, strict=True)),
        )

    def followed(self, bust: str | None, claimed: Sequence[Artifact], left: Sequence[Artifact]) -> Game:
        """The game after its next expedition, tents apart; unchecked.

        Args:
            bust: the hazard kind that ended it, or None.
            claimed: the artifacts that players took.
            left: those that lay on the path at its end. What was in the deck besides was not revealed.
        """
        undrawn = Counter(self.undrawn) - Counter(claimed) - Counter(left)
        lost = (*left, *undrawn.elements()) if self.rules.undrawn_artifact == "leaves" else tuple(left)
        removed = Counter(self.removed) + Counter([bust] if bust else [])
        return replace(
            self,
            expedition=self.expedition + 1,
            removed=Counts((name, removed[name]) for name in self.rules.kinds if removed[name]),
            claimed=_sorted((*self.claimed, *claimed)),
            lost=_sorted((*self.lost, *lost)),
        )

    @property
    def scores(self) -> tuple[int, ...]:
        """Each player's points so far: gems, one each, and artifacts."""
        return tuple(tent.points for tent in self.tents)

    @property
    def leaders(self) -> tuple[int, ...]:
        """The places in `tents` (from 0) of those with the best score; of the winners once the game is over.

        Equal scores are decided by the number of artifacts where the rules say so; who is equal in both shares.

        >>> from dataclasses import replace
        >>> tents = Tent(gems=20, points=20), Tent(gems=15, artifacts=1, points=20), Tent()
        >>> [replace(Game.start(3, rules), tents=tents).leaders for rules in ("bga-en", "bga-pt")]
        [(1,), (0, 1)]
        """
        by_artifacts = self.rules.tie == "most artifacts"
        ranks = [(tent.points, tent.artifacts if by_artifacts else 0) for tent in self.tents]
        return tuple(place for place, rank in enumerate(ranks) if rank == max(ranks))

    @property
    def setup(self) -> Setup:
        """The deck and the table before the next expedition; the game is not over."""
        return Setup.read(len(self.tents), self.rules, self.expedition, self.removed, self.claimed, self.lost)

    def _check_taken(self, end: Expedition, taken: Sequence[Payout | None]) -> None:
        caught = end.players  # Whoever is in at the end takes nothing.
        if not isinstance(taken, Sequence) or not all(payout is None or _is_payout(payout) for payout in taken):
            raise GameError(f"taken: {shown(taken)} given; give a payout or None for each player, in their order")
        if len(taken) != len(self.tents) or sum(payout is None for payout in taken) != caught:
            raise GameError(
                f"taken: give {len(self.tents)} payouts, one for each player, with None for the {caught} whom the"
                " bust caught",
            )
        paid: Counter[Payout] = Counter()
        state = self.begin()
        for token in end.tokens:
            if isinstance(token, Retreat):
                payouts, state = state.retire(token.players)
                paid.update(payouts)
            else:
                state = state.reveal(token)
        if paid != Counter(payout for payout in taken if payout is not None):
            wanted = listed(payout.points for payout in paid.elements())
            raise GameError(f"taken: these are not the payouts of {shown(str(end))}, which are worth {wanted} points")


def _is_payout(given: object) -> bool:
    return (
        isinstance(given, Payout)
        and type(given.gems) is type(given.points) is int
        and type(given.artifacts) is tuple
        and all(type(card) is Artifact and type(card.points) in (int, type(None)) for card in given.artifacts)
    )


def _sorted(artifacts: tuple[Artifact, ...]) -> tuple[Artifact, ...]:
    return tuple(sorted(artifacts, key=lambda artifact: artifact.points or 0))

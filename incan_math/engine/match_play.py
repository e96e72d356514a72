"""A whole game: one expedition after another, with tents, hazards that left the game, and artifacts.

>>> from incan_math.engine.chooser import leave_after
>>> match = play_match("bga-en", {"Ann": leave_after(4), "Bob": leave_after(6)}, seed=1)
>>> match.over, len(match.history)
(True, 5)
>>> sum(points for _, points in match.result().scores) > 0
True
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from incan_math.engine.chooser import Choice, Standing
from incan_math.engine.deck import LabelledCard, build_deck, generator, shuffled
from incan_math.engine.events import Snapshot
from incan_math.engine.pile import ArtifactPile
from incan_math.engine.play import play
from incan_math.engine.players import check_players
from incan_math.engine.table import GameTable
from incan_math.engine.tent import Result, Winnings, final_scoring
from incan_math.game.cards import Artifact, Card
from incan_math.game.editions import rules_of
from incan_math.game.errors import GameError
from incan_math.game.rules import Rules

__all__ = ["Match", "play_match"]


@dataclass(frozen=True, slots=True)
class Match:
    """A game between two expeditions, or over: `table` sets up the next expedition, `after` puts its end to account.

    Attributes:
        rules: the clauses it is played by.
        tents: pairs (name, tent), in seating order.
        artifacts: where each artifact card is; those of the coming expedition have entered.
        removed: pairs (hazard kind, cards that left the game), in order of the first bust.
        history: how each expedition played so far ended.
    """

    rules: Rules
    tents: tuple[tuple[str, Winnings], ...]
    artifacts: ArtifactPile
    removed: tuple[tuple[str, int], ...] = ()
    history: tuple[Snapshot, ...] = ()

    @classmethod
    def start(cls, rules: str | Rules, players: Sequence[str]) -> Match:
        """Return a game before its first expedition.

        Raises:
            GameError: rules or players that cannot be.

        >>> Match.start("bga-en", ["Ann", "Bob"]).expedition
        1
        """
        rules = rules_of(rules)
        tents = tuple((name, Winnings()) for name in check_players(players))
        return cls(rules, tents, ArtifactPile.of(rules).enter())

    @property
    def players(self) -> tuple[str, ...]:
        """The names, in seating order."""
        return tuple(name for name, _ in self.tents)

    @property
    def expedition(self) -> int:
        """The number of the coming expedition, from 1; one more than there are when the game is over."""
        return len(self.history) + 1

    @property
    def over(self) -> bool:
        """Whether all expeditions have been played."""
        return len(self.history) == self.rules.expeditions

    @property
    def standing(self) -> Standing:
        """What choosers know about the game."""
        return Standing(self.expedition, self.tents)

    def deck(self) -> tuple[LabelledCard, ...]:
        """Return the coming expedition's deck, sorted.

        Raises:
            GameError: the game is over.

        >>> len(Match.start("diamant-2016", ["Ann"]).deck())
        35
        """
        if self.over:
            raise GameError(f"the game is over: all {self.rules.expeditions} expeditions are played; start another")
        return build_deck(self.rules, dict(self.removed), self.artifacts.in_deck)

    def table(self) -> GameTable:
        """Set up the coming expedition.

        Raises:
            GameError: the game is over.
        """
        return GameTable(self.rules, self.players, self.deck(), counted=self.artifacts.counted)

    def after(self, table: GameTable) -> Match:
        """Return the game after an expedition: its takings in the tents, its hazard and its artifacts gone.

        Args:
            table: the expedition that `table` set up, played to its end.

        Raises:
            GameError: it is not over, or was set up for other players or another deck.
        """
        end = table.snapshot()
        if not end.ended:
            raise GameError(f"table: still in are {', '.join(end.players_in)}; play the expedition to its end")
        if table.players != self.players or {*end.turned_up, *end.undrawn} != set(self.deck()):
            raise GameError("table: it was set up for other players or another deck; use the one that table() gives")
        tents = dict(self.tents)
        claimed: list[Artifact] = []
        for taking in end.takings:
            tents[taking.name] = tents[taking.name].add(taking)
            claimed += taking.artifacts
        removed = dict(self.removed)
        if end.bust is not None:  # One of the two identical hazard cards leaves the game for good.
            removed[end.bust] = removed.get(end.bust, 0) + 1
        artifacts = self.artifacts.close(claimed, end.artifacts)
        following = replace(
            self,
            tents=tuple(tents.items()),
            artifacts=artifacts,
            removed=tuple(removed.items()),
            history=(*self.history, end),
        )
        return following if following.over else replace(following, artifacts=artifacts.enter())

    def result(self) -> Result:
        """Return the final scoring.

        Raises:
            GameError: expeditions are still to be played.
        """
        if not self.over:
            raise GameError(f"the game is not over: expedition {self.expedition} is still to be played")
        return final_scoring(self.rules, dict(self.tents))


def play_match(
    rules: str | Rules,
    choosers: Mapping[str, Choice],
    *,
    seed: int | random.Random | None = None,
    orders: Sequence[Iterable[LabelledCard | Card]] | None = None,
) -> Match:
    """Play a whole game, shuffled from a seed or in given orders, and return it when it is over.

    Args:
        rules: an edition's name or a `Rules` value.
        choosers: a function for each player, by name, in seating order.
        seed: a whole number or a `random.Random` for the shuffles; give this or `orders`.
        orders: the cards to turn up in each expedition. An order may end early if its expedition does.

    Raises:
        GameError: both or none of `seed` and `orders`, not one order for each expedition, an order that does not fit
            the deck, or a choice that is neither True nor False.
    """
    match = Match.start(rules, list(choosers))
    if (seed is None) == (orders is None):
        raise GameError("seed: give either a seed or orders, not both")
    if orders is not None and len(orders) != match.rules.expeditions:
        raise GameError(f"orders: {len(orders)} given; give one for each of the {match.rules.expeditions} expeditions")
    rng = None if seed is None else generator(seed)
    while not match.over:
        order: Iterable[LabelledCard | Card] = ()
        if rng is not None:
            order = shuffled(match.deck(), rng)
        elif orders is not None:
            order = orders[match.expedition - 1]
        match = match.after(play(match.table(), order, choosers, match.standing))
    return match

"""What all players see of one expedition: an immutable value, without its moves."""

from __future__ import annotations

from incan_math.game import moves
from incan_math.game.cards import Artifact, Card, Hazard
from incan_math.game.counts import Counts
from incan_math.game.notation import Token
from incan_math.game.rules import Rules
from incan_math.game.setup import Setup
from incan_math.game.situation import Situation

__all__ = ["PublicState"]


class PublicState:
    """The public side of an `Expedition`: what lies on the table and in the bags.

    Two values are equal when their situations and their setups are: the situation decides what can still happen in
    this expedition, and the setup (rules, number of players who started, expedition, removed, claimed, lost) what it
    means for the game. The path that led there is remembered for notation only.
    """

    __slots__ = ("_now", "_past", "rules", "setup")

    rules: Rules
    """The edition or custom deck."""
    setup: Setup
    """What was settled before the first card."""
    _now: Situation
    _past: tuple[Token, ...]

    @property
    def players(self) -> int:
        """Players still in; after a bust, those whom it caught."""
        return self._now.players

    @property
    def bag(self) -> int:
        """Gems that each player still in has collected; 0 once the expedition is over."""
        return self._now.bag

    @property
    def leftover(self) -> int:
        """Gems lying on the path's cards, all together."""
        return sum(self._now.leftovers)

    @property
    def leftovers(self) -> tuple[int, ...]:
        """The same in the parts that retirees split: one sum where pooled, a number for each card where per card."""
        return self._now.leftovers

    @property
    def showing(self) -> tuple[Hazard, ...]:
        """The hazard kinds on the path, in alphabetical order."""
        return tuple(Hazard(name) for kind, name in enumerate(self.rules.kinds) if self._now.showing >> kind & 1)

    @property
    def undrawn(self) -> Counts[Card]:
        """Every card that can still come, with how many of it there are."""
        return Counts(moves.drawable(self.rules, self._now))

    @property
    def artifacts(self) -> tuple[Artifact, ...]:
        """The artifacts on the path, by rising points."""
        return moves.artifacts_of(self.rules, self._now.found)

    @property
    def deadly(self) -> int:
        """Undrawn cards of a kind that is showing: those that would bust. 0 once the expedition is over."""
        return 0 if self.is_over else self._now.deadly

    @property
    def cards_left(self) -> int:
        """How many cards are undrawn."""
        return self._now.cards_left

    @property
    def cards_out(self) -> int:
        """How many cards have been turned up in this expedition."""
        return self.setup.card_count - self.cards_left

    @property
    def bust(self) -> Hazard | None:
        """The hazard that ended the expedition, where one did."""
        return None if self._now.bust is None else Hazard(self.rules.kinds[self._now.bust])

    @property
    def is_bust(self) -> bool:
        """Whether a second hazard of one kind has ended the expedition."""
        return self._now.bust is not None

    @property
    def is_over(self) -> bool:
        """Whether no card and no choice comes any more: it busted, everyone has retired, or the deck was empty."""
        return self._now.is_over

    @property
    def is_deciding(self) -> bool:
        """Whether the players in choose next: True after a card, False at the start and after a retreat."""
        return self._now.deciding

    @property
    def situation(self) -> Situation:
        """The state in bare integers, as the solvers use it."""
        return self._now

    @property
    def tokens(self) -> tuple[Token, ...]:
        """The cards and retreats so far."""
        return self._past

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PublicState):
            return NotImplemented
        return self._now == other._now and (self.setup is other.setup or self.setup == other.setup)

    def __hash__(self) -> int:
        return hash(self._now)  # Cheap; the few states that differ in their setups alone may share it.

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"an Expedition does not change: moves give new ones; cannot set {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"an Expedition does not change; cannot delete {name!r}")

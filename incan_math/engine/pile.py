"""Where each artifact card of a game is: waiting to enter, in the deck, claimed, or out of the game.

>>> pile = ArtifactPile.of("incan-gold-2020").enter()
>>> pile = pile.close(claimed=(), on_path=()).enter()  # Expedition 1 ended with its artifact undrawn: it stays.
>>> [str(card) for card in pile.in_deck]
['A5', 'A7']
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from incan_math.engine.deck import printed_artifacts
from incan_math.game.cards import Artifact
from incan_math.game.editions import rules_of
from incan_math.game.errors import GameError, shown
from incan_math.game.rules import Rules

__all__ = ["ArtifactPile", "artifacts_in_deck"]


@dataclass(frozen=True, slots=True)
class ArtifactPile:
    """The artifact cards of one game, each in one of four places.

    Attributes:
        rules: the clauses that move them.
        waiting: those that have not entered yet, in printed order.
        in_deck: those in the expedition's deck.
        claimed: those carried to a tent, in order.
        lost: those that left the game unclaimed, in order.
    """

    rules: Rules
    waiting: tuple[Artifact, ...]
    in_deck: tuple[Artifact, ...] = ()
    claimed: tuple[Artifact, ...] = ()
    lost: tuple[Artifact, ...] = ()

    @classmethod
    def of(cls, rules: str | Rules) -> ArtifactPile:
        """Return the pile of a game that has not begun."""
        rules = rules_of(rules)
        return cls(rules, printed_artifacts(rules))

    def enter(self) -> ArtifactPile:
        """Return the pile after the next artifact, or every one that waits, was added to an expedition's deck."""
        entering = len(self.waiting) if self.rules.artifact_entry == "all at once" else 1
        return replace(self, waiting=self.waiting[entering:], in_deck=self.in_deck + self.waiting[:entering])

    def close(self, claimed: Iterable[Artifact], on_path: Iterable[Artifact]) -> ArtifactPile:
        """Return the pile after an expedition's end.

        Args:
            claimed: the artifacts that players took, in order.
            on_path: those that lay on the path at the end; they leave the game.

        Raises:
            GameError: one of them was not in the deck.
        """
        claimed, on_path = tuple(claimed), tuple(on_path)
        undrawn = _without(self.in_deck, claimed + on_path, "claimed, on_path")
        stays = self.rules.undrawn_artifact == "stays"
        return replace(
            self,
            in_deck=undrawn if stays else (),
            claimed=self.claimed + claimed,
            lost=self.lost + on_path + (() if stays else undrawn),
        )

    @property
    def counted(self) -> int:
        """How many artifacts the rules count before the next one claimed."""
        return len(self.claimed) + (len(self.lost) if self.rules.artifact_step == "claimed or lost" else 0)


def artifacts_in_deck(rules: str | Rules, expedition: int, gone: Iterable[Artifact] = ()) -> tuple[Artifact, ...]:
    """List the artifacts in the deck at the start of an expedition, given which ones left it in earlier ones.

    Args:
        rules: an edition's name or a `Rules` value.
        expedition: the expedition's number, from 1.
        gone: the artifacts that were claimed, or lost from the path, in earlier expeditions. (Where undrawn
            artifacts leave the game, all earlier ones are gone anyway.)

    Raises:
        GameError: there is no such expedition, or `gone` holds an artifact that had not entered before it.

    >>> [str(card) for card in artifacts_in_deck("incan-gold-2020", 3, gone=[Artifact(7)])]
    ['A5', 'A8']
    >>> [str(card) for card in artifacts_in_deck("bga-hu", 4)]
    ['A10']
    """
    rules = rules_of(rules)
    if type(expedition) is not int or not 1 <= expedition <= rules.expeditions:
        raise GameError(f"expedition: there is no number {shown(expedition)}; give 1 to {rules.expeditions}")
    every = printed_artifacts(rules)
    if rules.artifact_entry == "all at once":
        earlier, now = (every, ()) if expedition > 1 else ((), every)
    else:
        earlier, now = every[: expedition - 1], every[expedition - 1 : expedition]
    still_there = _without(earlier, gone, "gone")
    return still_there + now if rules.undrawn_artifact == "stays" else now


def _without(cards: tuple[Artifact, ...], gone: Iterable[Artifact], argument: str) -> tuple[Artifact, ...]:
    left = list(cards)
    for artifact in gone:
        if artifact not in left:
            were = " ".join(map(str, cards)) or "none"
            raise GameError(f"{argument}: one {artifact} too many; the artifacts that can be given are: {were}")
        left.remove(artifact)
    return tuple(left)

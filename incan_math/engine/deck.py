"""The expedition deck as physical cards: every card is distinguishable.

>>> from incan_math.game.rules import Rules
>>> deck = build_deck(Rules(treasures=(5, 3, 5), hazards={"fire": 2}), {}, ())
>>> [str(card) for card in deck]
['3/1', '5/1', '5/2', 'fire/1', 'fire/2']
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from incan_math.game.cards import Artifact, Card, Hazard, Treasure
from incan_math.game.editions import rules_of
from incan_math.game.errors import GameError, RulesError, shown
from incan_math.game.rules import Rules

__all__ = ["LabelledCard", "build_deck", "generator", "label", "printed_artifacts", "shuffled"]


@dataclass(frozen=True, slots=True)
class LabelledCard:
    """One physical card: what its face shows, and a number that sets it apart from cards with the same face.

    >>> str(LabelledCard(Treasure(5), 2))
    '5/2'
    """

    face: Card
    number: int

    def __str__(self) -> str:
        return f"{self.face}/{self.number}"


def label(faces: Iterable[Card]) -> tuple[LabelledCard, ...]:
    """Number the cards with equal faces 1, 2, 3, ... in the order given.

    >>> [str(card) for card in label([Treasure(5), Hazard("fire"), Treasure(5)])]
    ['5/1', 'fire/1', '5/2']
    """
    seen: Counter[Card] = Counter()
    cards = []
    for face in faces:
        seen[face] += 1
        cards.append(LabelledCard(face, seen[face]))
    return tuple(cards)


def printed_artifacts(rules: str | Rules) -> tuple[Artifact, ...]:
    """List all artifact cards of a game in printed order, that is, the order in which they enter.

    >>> [str(card) for card in printed_artifacts("bga-modern")]
    ['A5', 'A7', 'A8', 'A10', 'A12']
    >>> [str(card) for card in printed_artifacts("bga-en")]
    ['A', 'A', 'A', 'A', 'A']
    """
    rules = rules_of(rules)
    if rules.artifact_value == "printed":
        return tuple(Artifact(points) for points in rules.artifacts)
    return tuple(Artifact() for _ in rules.artifacts)


def build_deck(
    rules: str | Rules, removed: Mapping[str, int], artifacts: Sequence[Artifact]
) -> tuple[LabelledCard, ...]:
    """Build the deck of one expedition: treasures, the hazards that are left, and the artifacts given.

    The cards come sorted, treasures first; `shuffled` gives an order to play.

    Args:
        rules: an edition's name or a `Rules` value.
        removed: how many cards of each hazard kind left the game in earlier expeditions; empty for none.
        artifacts: the artifact cards in this expedition's deck.

    Raises:
        RulesError: the game has no such hazards to remove, or no such artifacts.

    >>> len(build_deck("bga-en", {"fire": 1}, [Artifact()]))
    29
    >>> build_deck("bga-en", {"fire": 4}, [])
    Traceback (most recent call last):
    incan_math.game.errors.RulesError: removed: 4 cards of 'fire' cannot have left the game; give 0 to 3
    """
    rules = rules_of(rules)
    for kind, count in removed.items():
        if kind not in rules.hazards:
            raise RulesError(
                f"removed: there is no hazard kind {shown(kind)}; the kinds are {', '.join(rules.hazards)}"
            )
        if type(count) is not int or not 0 <= count <= rules.hazards[kind]:
            raise RulesError(
                f"removed: {shown(count)} cards of {shown(kind)} cannot have left the game; give 0 to"
                f" {rules.hazards[kind]}"
            )
    strange = Counter(artifacts) - Counter(printed_artifacts(rules))
    if strange:
        have = " ".join(str(card) for card in printed_artifacts(rules)) or "none"
        raise RulesError(f"artifacts: the game has no {next(iter(strange))} to add; its artifacts are: {have}")
    treasures = [Treasure(value) for value in sorted(rules.treasures)]
    hazards = [
        Hazard(kind) for kind in sorted(rules.hazards) for _ in range(rules.hazards[kind] - removed.get(kind, 0))
    ]
    return label([*treasures, *hazards, *artifacts])


def generator(seed: int | random.Random) -> random.Random:
    """Return a generator started from a whole number, or the generator given.

    Raises:
        GameError: the seed is neither.

    >>> generator(7).random() == generator(7).random()
    True
    """
    if isinstance(seed, random.Random):
        return seed
    if type(seed) is not int:
        raise GameError(f"seed: {shown(seed)} is not a seed; give a whole number or a random.Random")
    return random.Random(seed)


def shuffled(deck: Iterable[LabelledCard], seed: int | random.Random) -> tuple[LabelledCard, ...]:
    """Shuffle a deck: each order is equally likely; one seed always gives one order.

    Args:
        deck: the cards; they stay as they are.
        seed: a whole number, or a `random.Random` to go on drawing from (for many shuffles).

    Raises:
        GameError: the seed is neither.

    >>> deck = label([Treasure(1), Treasure(2), Treasure(3)])
    >>> shuffled(deck, 7) == shuffled(deck, 7)
    True
    """
    order = list(deck)
    generator(seed).shuffle(order)
    return tuple(order)

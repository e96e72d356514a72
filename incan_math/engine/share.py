"""What those who retire get besides their bags: leftover gems, and the worth of artifacts.

>>> from incan_math.game.cards import Treasure
>>> from incan_math.engine.deck import label
>>> three, five = label([Treasure(3), Treasure(5)])
>>> path = [PathCard(three, 1), PathCard(five, 1)]
>>> share_leftovers("pooled", path, 2)[0], share_leftovers("per card", path, 2)[0]
(1, 0)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from incan_math.engine.events import PathCard
from incan_math.game.cards import Artifact
from incan_math.game.rules import Rules

__all__ = ["artifact_worth", "share_leftovers"]


def share_leftovers(
    leftover: Literal["pooled", "per card"], path: Sequence[PathCard], sharers: int
) -> tuple[int, list[PathCard]]:
    """Return the gems that each of `sharers` players gets from the path's cards, and the path after that.

    `pooled`: the gems of all cards are put together and divided. `per card`: those of each card are divided by
    themselves. What cannot be divided stays on the cards.
    """
    left = []
    if leftover == "per card":
        each = 0
        for lying in path:
            share, rest = divmod(lying.gems, sharers)
            each += share
            left.append(PathCard(lying.card, rest))
        return each, left
    # Gems are picked up from the oldest card on, so what cannot be divided still lies on the newest ones.
    each = sum([lying.gems for lying in path]) // sharers
    to_take = each * sharers
    for lying in path:
        taken = min(lying.gems, to_take)
        to_take -= taken
        left.append(PathCard(lying.card, lying.gems - taken))
    return each, left


def artifact_worth(rules: Rules, artifacts: Sequence[Artifact], counted: int) -> tuple[int, int]:
    """Return the (points, gems) that artifacts bring to the one who takes them.

    Args:
        rules: the clauses of the game.
        artifacts: the cards, in the order of claiming.
        counted: how many artifacts count as gone before these, where the worth goes by the order of claiming.

    >>> from incan_math.game.editions import EDITIONS
    >>> artifact_worth(EDITIONS["bga-en"], [Artifact(), Artifact()], counted=2)
    (10, 5)
    >>> artifact_worth(EDITIONS["bga-modern"], [Artifact(7)], counted=4)
    (7, 0)
    """
    if rules.artifact_value == "printed":
        return sum(artifact.points or 0 for artifact in artifacts), 0
    orders = range(counted, counted + len(artifacts))
    points = sum(rules.artifacts[order] for order in orders)
    return points, sum(rules.claim_gems[order] for order in orders) if rules.claim_gems else 0

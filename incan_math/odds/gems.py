"""What lies in the bag when the bust comes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from math import comb, factorial

from incan_math.game.expedition import Expedition, need_expedition
from incan_math.odds.distribution import Distribution
from incan_math.odds.treasure_sums import treasure_sums

__all__ = ["gems_before_bust", "hazard_ways"]


def gems_before_bust(state: Expedition) -> Distribution:
    """The distribution of the bag, just before the bust, of a player who never leaves.

    All players in stay in, so a treasure of v adds v // players. `None` has the probability that the deck runs out
    without a bust. With t(m, g) ways for m treasures to bring g gems, and h(s, d) ways for s further kinds to
    show and d cards to be deadly then, k = m + s + artifacts cards precede the bust:

        P(g) = sum of t(m, g) * h(s, d) * C(artifacts, a) * d * k! (N - k - 1)! / N!

    Raises:
        GameError: `state` is not an expedition, or its deck is too large; the message says how large.

    >>> from incan_math import Expedition
    >>> gems = gems_before_bust(Expedition.start())
    >>> gems.mean, gems[0], gems[107]
    (Fraction(51253, 2002), Fraction(2107, 22620), Fraction(87553, 3696967560))
    """
    need_expedition(state)
    if state.is_over:
        return Distribution({None: Fraction(1)})
    now = state.situation
    left = state.cards_left
    artifacts = sum(now.artifacts)
    # ways[k - m] sums, over hazards and artifacts on the way, how often a deadly card can follow.
    deadly_after: dict[int, int] = defaultdict(int)
    for (shown, deadly), ways in hazard_ways(now.hazards, now.showing).items():
        for found in range(artifacts + 1):
            deadly_after[shown + found] += ways * comb(artifacts, found) * deadly
    weights: dict[int | None, int] = defaultdict(int)
    shares = [(value // now.players, count) for value, count in zip(state.rules.values, now.treasures, strict=True)]
    for (cards, gems), ways in treasure_sums(shares).items():
        for others, deadly in deadly_after.items():
            if deadly:
                k = cards + others
                weights[now.bag + gems] += ways * deadly * factorial(k) * factorial(left - k - 1)
    weights[None] = factorial(left) - sum(weights.values())
    return Distribution.from_weights(weights)


def hazard_ways(hazards: Sequence[int], showing: int) -> dict[tuple[int, int], int]:
    """{(kinds newly showing, cards that are deadly then): number of ways}."""
    deadly = sum(count for kind, count in enumerate(hazards) if showing >> kind & 1)
    ways = {(0, deadly): 1}
    for kind, count in enumerate(hazards):
        if count and not showing >> kind & 1:
            longer: dict[tuple[int, int], int] = defaultdict(int, ways)
            for (shown, before), number in ways.items():
                longer[shown + 1, before + count - 1] += number * count
            ways = longer
    return ways

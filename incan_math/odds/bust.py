"""When the bust comes, if nobody leaves: exact probabilities from one polynomial.

With N undrawn cards, S of them safe for good (treasures, artifacts), and c_i cards of each hazard kind i that is not
showing, k cards can be drawn without a bust in e_k of C(N, k) ways, where

    sum over k of e_k z^k  =  (1 + z)^S  *  product over i of (1 + c_i z).

A card of a showing kind is in no such draw, and of a kind not yet showing there can be one at most.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import comb, factorial

from incan_math.game.errors import GameError, shown
from incan_math.game.expedition import Expedition, need_expedition
from incan_math.odds.distribution import Distribution

__all__ = ["bust_probability", "draws_to_bust", "kind_ways", "safe_draws", "survival"]


def bust_probability(state: Expedition, draws: int = 1) -> Fraction:
    """P(one of the next `draws` cards busts, if nobody leaves) = 1 - e_draws / C(N, draws).

    For the next card it is deadly cards / undrawn cards. Draws beyond the deck count as the whole deck; an
    expedition that is over busts with probability 0.

    Args:
        state: any state of an expedition.
        draws: how many further cards, 0 or more.

    Raises:
        GameError: `draws` is not a whole number, 0 or more.

    >>> from incan_math import Expedition
    >>> cave = Expedition.parse("7 fire 11 -1 snakes", players=4)
    >>> bust_probability(cave), bust_probability(cave, draws=3)
    (Fraction(2, 13), Fraction(617, 1300))
    """
    need_expedition(state)
    if type(draws) is not int or draws < 0:
        raise GameError(f"draws: {shown(draws)} given; it is a number of cards, 0 or more")
    left = state.cards_left
    if draws == 1:
        return Fraction(state.deadly, left) if left else Fraction(0)
    if state.is_over:
        return Fraction(0)
    draws = min(draws, left)
    return 1 - Fraction(safe_draws(state)[draws], comb(left, draws))


def safe_draws(state: Expedition) -> list[int]:
    """e_0, e_1, ..., e_N: in how many ways k of the N undrawn cards can be drawn without a bust.

    >>> from incan_math import Expedition
    >>> safe_draws(Expedition.parse("fire", rules="diamant-2005"))[:3]
    [1, 27, 339]
    """
    now = state.situation
    kinds = kind_ways(count for index, count in enumerate(now.hazards) if not now.showing >> index & 1)
    safe = sum(now.treasures) + sum(now.artifacts)
    rows = [comb(safe, cards) for cards in range(safe + 1)]
    ways = [0] * (now.cards_left + 1)
    for number, ways_shown in enumerate(kinds):
        for cards, safe_ways in enumerate(rows):
            ways[number + cards] += ways_shown * safe_ways
    return ways


def kind_ways(counts: Iterable[int]) -> list[int]:
    """The coefficients of product over i of (1 + c_i z): ways to draw one card each of 0, 1, 2, ... kinds.

    >>> kind_ways([3, 2])
    [1, 5, 6]
    """
    ways = [1]
    for count in counts:
        if count:
            ways = [here + count * before for here, before in zip([*ways, 0], [0, *ways], strict=True)]
    return ways


def survival(state: Expedition) -> dict[int, Fraction]:
    """P(no bust within the next k cards, if nobody leaves), for k = 0 up to the whole deck: {k: e_k / C(N, k)}.

    An expedition that is over has {0: 1} alone.

    >>> from incan_math import Expedition
    >>> {k: str(p) for k, p in survival(Expedition.start()).items() if k < 4}
    {0: '1', 1: '1', 2: '28/29', 3: '365/406'}
    """
    need_expedition(state)
    if state.is_over:
        return {0: Fraction(1)}
    left = state.cards_left
    return {k: Fraction(ways, comb(left, k)) for k, ways in enumerate(safe_draws(state))}


def draws_to_bust(state: Expedition) -> Distribution:
    """The distribution of the number of further cards up to and with the one that busts, if nobody leaves.

    P(T = k) = e_(k-1) / C(N, k-1) - e_k / C(N, k); `None` is for the deck runs out first.

    >>> from incan_math import Expedition
    >>> cards = draws_to_bust(Expedition.start())
    >>> cards.mean, cards.median, cards.quantile("0.9")
    (Fraction(14849, 2002), 7, 12)
    """
    need_expedition(state)
    if state.is_over:
        return Distribution({None: Fraction(1)})
    left = state.cards_left
    # Over the common denominator N!, no bust in k draws weighs e_k k! (N - k)!.
    safe = [ways * factorial(k) * factorial(left - k) for k, ways in enumerate(safe_draws(state))]
    weights: dict[int | None, int] = {k: safe[k - 1] - safe[k] for k in range(1, left + 1)}
    weights[None] = safe[left]
    return Distribution.from_weights(weights)

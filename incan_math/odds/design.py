"""The inverse question of deck designers: how many safe cards make an expedition last?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import perm

from incan_math.game.deprecation import warn_renamed
from incan_math.game.errors import GameError, shown
from incan_math.game.showing import Shown
from incan_math.numbers.rationals import Probability, as_probability
from incan_math.odds.bust import kind_ways

__all__ = ["SafeCards", "safe_cards_for"]


_MOST_BITS = 12_000
"""Hazard cards times the bits of target and draws; this many take a second or two."""


@dataclass(frozen=True, repr=False)
class SafeCards(Shown):
    """How many `cards` that never bust (treasures and artifacts) meet a target.

    They reach the target with `probability`; with one card fewer, `probability_with_one_fewer` misses it (None where
    `cards` is 0).
    """

    cards: int
    probability: Fraction
    probability_with_one_fewer: Fraction | None

    @property
    def chance(self) -> Fraction:
        """Deprecated: `probability`."""
        warn_renamed("chance", "probability")
        return self.probability

    @property
    def chance_with_one_fewer(self) -> Fraction | None:
        """Deprecated: `probability_with_one_fewer`."""
        warn_renamed("chance_with_one_fewer", "probability_with_one_fewer")
        return self.probability_with_one_fewer


def safe_cards_for(target: Probability, draws: int, hazards: Mapping[str, int]) -> SafeCards:
    """The least S with P(no bust in the first `draws` cards) >= target in a fresh deck of S safe cards and `hazards`.

    With H hazard cards, N = S + H, and e_j ways to pick one card each of j kinds, the hazards fall on k draws and on
    the N - k cards that stay in the deck without a bust with probability

        sum over j of e_j k(k-1)...(k-j+1) * (N-k)(N-k-1)...(N-k-H+j+1) / (N(N-1)...(N-H+1)),

    which rises with S.

    Args:
        target: a probability from 0 to 1, exact: `Fraction(9, 10)`, `"0.9"` or `"90%"`.
        draws: how many cards are to be seen safely, 0 or more.
        hazards: cards of each hazard kind.

    Raises:
        GameError: an argument is not of its kind; the target is 1 although a bust stays possible with any deck; or
            there are too many hazard cards for so fine a target and so many draws.

    "90 of 100 expeditions see at least 8 cards without a bust", with five kinds of three hazards:

    >>> five = dict.fromkeys(("fire", "mummy", "rocks", "snakes", "spiders"), 3)
    >>> answer = safe_cards_for("90%", draws=8, hazards=five)
    >>> answer.cards, answer.probability > Fraction(9, 10) > answer.probability_with_one_fewer
    (74, True)
    """
    wanted = as_probability("target", target)
    if type(draws) is not int or draws < 0:
        raise GameError(f"draws: {shown(draws)} given; it is a number of cards, 0 or more")
    if not isinstance(hazards, Mapping):
        raise GameError(
            f"hazards: give a mapping from each kind's name to its cards, such as {{'fire': 3}}; not {shown(hazards)}"
        )
    for name, count in hazards.items():
        if type(count) is not int or count < 0:
            raise GameError(
                f"hazards: {shown(count)} cards of {shown(name)} given; a count is a whole number, 0 or more"
            )
    total = sum(hazards.values())
    if wanted == 1 and draws >= 2 and any(count >= 2 for count in hazards.values()):
        raise GameError("target: no deck makes a bust impossible while a kind has two cards; give less than 1")
    bits = draws.bit_length() + wanted.denominator.bit_length()
    if max(total, len(hazards)) * bits > _MOST_BITS or bits > 1_000:
        raise GameError(
            f"hazards, draws, target: {shown(total)} hazard cards with draws and a target of {bits:,} bits together"
            " take too long; give fewer cards, fewer draws or a rounder target"
        )
    kinds = kind_ways(hazards.values())

    def no_bust(safe: int) -> Fraction:
        cards = safe + total
        drawn = min(draws, cards)
        # The falling products of the sum, from the greatest j down: one more factor each time.
        stays = perm(cards - drawn, total - (len(kinds) - 1))
        numerator = 0
        for j in range(len(kinds) - 1, -1, -1):
            numerator += kinds[j] * perm(drawn, j) * stays
            stays *= cards - drawn - (total - j)
        return Fraction(numerator, perm(cards, total))

    enough = 1
    while no_bust(enough) < wanted:
        enough *= 2
    fewer = -1  # From here on: `fewer` cards miss the target (or are impossible), `enough` meet it.
    while enough - fewer > 1:
        midpoint = (enough + fewer) // 2
        if no_bust(midpoint) < wanted:
            fewer = midpoint
        else:
            enough = midpoint
    return SafeCards(enough, no_bust(enough), no_bust(fewer) if fewer >= 0 else None)

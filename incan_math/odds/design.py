"""The inverse question of deck designers: how many safe cards make an expedition last?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from incan_math.game.errors import GameError
from incan_math.numbers.rationals import Chance, as_chance
from incan_math.odds.bust import kind_ways

__all__ = ["SafeCards", "safe_cards_for"]


@dataclass(frozen=True)
class SafeCards:
    """How many `cards` that never bust (treasures and artifacts) meet a target.

    `chance` is what they give, `chance_with_one_fewer` (None when there are none) what one fewer would: it misses
    the target.
    """

    cards: int
    chance: Fraction
    chance_with_one_fewer: Fraction | None


def safe_cards_for(target: Chance, draws: int, hazards: Mapping[str, int]) -> SafeCards:
    """The least S with P(no bust in the first `draws` cards) >= target in a fresh deck of S safe cards and `hazards`.

    That chance is e_draws / C(S + H, draws) for H hazard cards and e as in `incan_math.odds.bust`; it rises with S.

    Args:
        target: a chance from 0 to 1, exact: `Fraction(9, 10)`, `"0.9"` or `"90%"`.
        draws: how many cards, all of them safely seen, 0 or more.
        hazards: cards of each hazard kind.

    Raises:
        GameError: `draws` is no number of cards, or the target is 1 although a bust stays possible with any deck.
        ValueError: `target` is no exact chance.

    "90 of 100 expeditions see at least 8 cards without a bust", with five kinds of three hazards:

    >>> five = dict.fromkeys(("fire", "mummy", "rocks", "snakes", "spiders"), 3)
    >>> answer = safe_cards_for("90%", draws=8, hazards=five)
    >>> answer.cards, answer.chance > Fraction(9, 10) > answer.chance_with_one_fewer
    (74, True)
    """
    wanted = as_chance("target", target)
    if type(draws) is not int or draws < 0:
        raise GameError(f"draws: {draws!r} given; it is a number of cards, 0 or more")
    if not isinstance(hazards, Mapping):
        raise GameError(
            f"hazards: give a mapping from each kind's name to its cards, such as {{'fire': 3}}; not {hazards!r}"
        )
    for name, count in hazards.items():
        if type(count) is not int or count < 0:
            raise GameError(f"hazards: {count!r} cards of {name!r} given; a count is a whole number, 0 or more")
    kinds = kind_ways(hazards.values())
    total = sum(hazards.values())
    if wanted == 1 and draws >= 2 and any(count >= 2 for count in hazards.values()):
        raise GameError("target: no deck makes a bust impossible while a kind has two cards; give less than 1")

    def chance(safe: int) -> Fraction:
        cards = min(draws, safe + total)
        ways = sum(number * comb(safe, cards - shown) for shown, number in enumerate(kinds) if shown <= cards)
        return Fraction(ways, comb(safe + total, cards))

    enough = 1
    while chance(enough) < wanted:
        enough *= 2
    fewer = -1  # From here on: `fewer` cards miss the target (or are impossible), `enough` meet it.
    while enough - fewer > 1:
        middle = (enough + fewer) // 2
        if chance(middle) < wanted:
            fewer = middle
        else:
            enough = middle
    return SafeCards(enough, chance(enough), chance(fewer) if fewer >= 0 else None)

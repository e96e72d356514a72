"""In how many ways undrawn treasures bring a given sum: the polynomial that odds and solo values are read from.

With c_i copies of a treasure that adds v_i, the number of ways to draw m of them that add g is the coefficient of
x^m y^g in the product over i of (1 + x y^(v_i))^(c_i).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from math import comb, gcd, prod

from incan_math.game.errors import GameError

__all__ = ["treasure_sums"]

MOST_SUMS = 1_000_000
"""How many (treasures, sum) are held at once: about 250 MB."""


def treasure_sums(
    treasures: Iterable[tuple[int, int]], below: int | None = None, most: int = MOST_SUMS
) -> dict[tuple[int, int], int]:
    """{(treasures drawn, sum of what they add): number of ways}, for sums less than `below` where it is given.

    Args:
        treasures: (what one adds, copies), both 0 or more.
        below: sums from here on are left out.
        most: how many entries the answer may have.

    Raises:
        GameError: it can have more; a bound on their number is found before any is.

    >>> treasure_sums([(5, 2), (3, 1)])
    {(0, 0): 1, (1, 3): 1, (1, 5): 2, (2, 8): 2, (2, 10): 1, (3, 13): 1}
    """
    given = [(amount, copies) for amount, copies in treasures if copies]
    top = sum(amount * copies for amount, copies in given)
    if below is not None:
        top = min(top, max(below - 1, 0))
    # No more entries than choices of copies, nor than pairs of a number of cards and a multiple of the common divisor.
    unit = gcd(*(amount for amount, _ in given)) or 1
    bound = min(prod(copies + 1 for _, copies in given), (sum(copies for _, copies in given) + 1) * (top // unit + 1))
    if bound > most:
        raise GameError(
            f"state: its treasures can add up in about {bound:.3g} ways, more than the {most:,} that this covers; ask"
            " at a later state, or of a deck with fewer or more alike treasures"
            if bound < 10**300
            else f"state: its treasures can add up in more than the {most:,} ways that this covers; ask at a later"
            " state, or of a deck with fewer or more alike treasures"
        )
    ways = {(0, 0): 1}
    for amount, copies in sorted(given):
        longer: dict[tuple[int, int], int] = defaultdict(int)
        for (drawn, total), number in ways.items():
            for more in range(copies + 1):
                if more and total + more * amount > top:
                    break
                longer[drawn + more, total + more * amount] += number * comb(copies, more)
        ways = longer
    return dict(sorted(ways.items()))

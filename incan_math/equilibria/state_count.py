"""How many states a solve could have to hold, known before it begins.

Gems and cards of other kinds are independent: the states are (treasures undrawn, players in, bag, leftover) times the
hazards and artifacts. The first factor is counted exactly, layer by layer of treasures out, in sets of bags held as
the bits of one integer; the second by a product.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from math import comb, prod

from incan_math.game.errors import GameError
from incan_math.game.expedition import Expedition
from incan_math.game.situation import one_less

__all__ = ["check_size", "states_up_to"]

_Rows = dict[int, int]
"""Leftovers, each with the bags that come with it, one bit each."""


def check_size(state: Expedition, limit: int) -> None:
    """Refuse a state from which more than `limit` states with two players or more can follow.

    Raises:
        GameError: there can be more.
    """
    if type(limit) is not int or limit < 1:
        raise GameError("limit: give a whole number of states, 1 or more")
    states = states_up_to(state, limit)
    if states > limit:
        raise GameError(
            f"state: {states:,} states or more can follow, more than limit={limit:,}; start from a later state, with"
            " fewer players or a smaller deck, or allow more with limit="
        )


def states_up_to(state: Expedition, limit: int) -> int:
    """How many states with two players or more in can follow; counting ends once there are more than `limit`.

    Of two players who are both in, 6,912 sets of treasures, 0 to 5 hazard kinds and 3 places of the artifact are all:

    >>> states_up_to(Expedition.start(2), 10**6), 6912 * 6 * 3
    (124416, 124416)
    """
    now = state.situation
    unseen = Counter(count for kind, count in enumerate(now.hazards) if count and not now.showing >> kind & 1)
    others = prod(kinds + 1 for kinds in unseen.values()) * prod(comb(count + 2, 2) for count in now.artifacts)
    if prod(count + 1 for count in now.treasures) * others > limit:
        return prod(count + 1 for count in now.treasures) * others
    rows = 0
    layer: dict[tuple[int, ...], list[_Rows]] = {now.treasures: [{} for _ in range(now.players + 1)]}
    layer[now.treasures][now.players] = {sum(now.leftovers): 1}
    while layer:
        after: dict[tuple[int, ...], list[_Rows]] = {}
        for deck, tables in layer.items():
            for players in range(now.players, 1, -1):
                table = tables[players]
                rows += sum(bags.bit_count() for bags in table.values())
                for staying in range(2, players):
                    fewer = tables[staying]
                    for left, bags in table.items():
                        rest = left % (players - staying)
                        fewer[rest] = fewer.get(rest, 0) | bags
            if rows * others > limit:
                return rows * others
            for i, count in enumerate(deck):
                if count:
                    _add_draw(after, one_less(deck, i), tables, state.rules.values[i])
        layer = after
    return rows * others


def _add_draw(
    after: dict[tuple[int, ...], list[_Rows]], deck: tuple[int, ...], tables: list[_Rows], value: int
) -> None:
    """Add what a treasure of `value` makes of the bags and leftovers."""
    target = after.get(deck)
    if target is None:
        target = after[deck] = [defaultdict(int) for _ in tables]
    for players in range(2, len(tables)):
        share, rest = divmod(value, players)
        table = target[players]
        for left, bags in tables[players].items():
            table[left + rest] |= bags << share

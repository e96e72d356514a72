"""The deck and the scores of a contest for the last expedition, as arrays that compiled loops read.

A situation is one whole number, its *key*, made of eight digits of mixed radix, the first the most significant:

    treasures t, hazards h, artifacts a     the deck index
    inside                                  the players in, as bits
    bag                                     gems that each of them holds, while nobody at home can win; else 1 if the
                                            best at home is level with the best of those in after a bust, 0 if ahead
    left                                    gems on the path
    home                                    0 if nobody at home can win, else the best rank there, less the bag
    holders                                 who holds that rank, as bits; the highest for those at home from the start

A rank orders players by points and, where artifacts break ties, by those; see `incan_math.response.standings`. All who
are in hold the same bag, so that what each needs to catch up with those at home is all that matters of bag and home:
situations with different bags are one. A best rank at home below what anybody in has by retiring counts as just below.

A player who is alone in has `inside` 0, whoever it is: `home` is then what that player needs, and `holders` how many
hold the best rank.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, NamedTuple

from incan_math.game.errors import GameError
from incan_math.game.expedition import Expedition
from incan_math.response.standings import NOBODY, Standings, split_rank
from incan_math.states.deck_index import DeckIndex

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

__all__ = ["ContestDeck", "lay_deck"]

MOST_PLAYERS = 6


class ContestDeck(NamedTuple):
    """Moves by deck index (rows end at the given numbers of moves), scores, and the radices of the key."""

    treasure_moves: Ints  # [t, move, (copies, value, t after)]
    treasure_count: Ints
    hazard_moves: Ints  # [h, move, (copies, h after)]
    hazard_count: Ints
    deadly: Ints
    artifact_moves: Ints  # [a, move, (copies, a after)]
    artifact_count: Ints
    artifact_rank: Ints  # What a sole retiree's rank gains by the artifacts on the path.
    artifact_taken: Ints  # The artifacts after a sole retiree took them.
    artifact_most: Ints  # What artifacts can add to a rank at most from here on.
    cards: Ints  # [0, t], [1, h], [2, a]: undrawn cards of each sort.
    gems: Ints  # On the undrawn treasures, by t.
    radix: Ints
    base: Ints  # The rank that each player has if the expedition brings nothing.
    equal: Ints  # The first player with the same base, for each.
    step: int  # A point in units of rank.
    zero: int  # The digit `home` of a rank that is level with the bag.
    others: int  # How many hold the best rank at home from the start.


@dataclass(frozen=True)
class Laid:
    """The arrays, the key of the root, and how the deck index numbers the deck."""

    deck: ContestDeck
    root: int
    index: DeckIndex


def lay_deck(state: Expedition, standings: Standings) -> Laid:
    """The arrays for a live state whose players have these scores.

    Raises:
        GameError: more players than a contest takes, leftovers that are split per card, or a key that does not fit into
            63 bits.
    """
    import numpy as np

    players = state.players
    if players > MOST_PLAYERS:
        raise GameError(
            f"state: {players} players in; a contest for the last expedition is solved for up to {MOST_PLAYERS}: give"
            " the opponents' strategies instead"
        )
    if state.rules.leftover != "pooled":
        raise GameError("rules: leftovers are split per card; a contest is solved where they are pooled")
    index = DeckIndex(state)
    hazards, artifacts = index.hazard_decks(), index.artifact_decks()
    rows: list[list[tuple[int, ...]]] = []
    treasures = 1
    while len(rows) < treasures:  # Each deck names those after it, which are numbered as they are met.
        rows.append([tuple(move) for move in index.treasures(len(rows))])
        treasures = max(treasures, *(move[2] + 1 for move in rows[-1]), 1)
    step = 1 + len(state.rules.artifacts) if standings.by_artifacts else 1
    base, home = _ranks(state, standings, step, index)
    now = state.situation
    gems = np.array([index.gems(t) for t in range(treasures)])
    most_bag = state.bag + state.leftover + int(gems[0])
    gained = [_gain(index, a, step) for a in range(artifacts)]
    most = [_most_artifacts(index, a, step) for a in range(artifacts)]
    top = max(*base, home) + most_bag * step + max(most)
    zero = most_bag * step + 2  # A digit of 0 stands for nobody.
    radix = (treasures, hazards, artifacts, 1 << players, most_bag + 1, most_bag + 1, zero + top + 1, 2 << players)
    if prod(radix) >= 1 << 62:
        raise GameError("rules: this deck has too many situations for a contest; ask from a later state")
    left = sum(now.leftovers)
    digits = [0, 0, 0, (1 << players) - 1, now.bag, left, 0, 0]
    if home >= 0:
        digits[4:] = int(home == max(base)), left, home - now.bag * step + zero, 1 << players
    root = 0
    for digit, size in zip(digits, radix, strict=True):
        root = root * size + digit
    deck = ContestDeck(
        _padded(rows, 3),
        np.array([len(row) for row in rows]),
        _padded([[tuple(move) for move in index.hazards(h)[0]] for h in range(hazards)], 2),
        np.array([len(index.hazards(h)[0]) for h in range(hazards)]),
        np.array([index.deadly(h) for h in range(hazards)]),
        _padded([[tuple(move) for move in index.artifacts(a)] for a in range(artifacts)], 2),
        np.array([len(index.artifacts(a)) for a in range(artifacts)]),
        np.array(gained),
        np.array([index.taken(a) for a in range(artifacts)]),
        np.array(most),
        _cards(index, treasures, hazards, artifacts),
        gems,
        np.array(radix),
        np.array(base),
        np.array([base.index(one) for one in base]),
        step,
        zero,
        standings.home[1].bit_count() if home >= 0 else 0,
    )
    return Laid(deck, root, index)


def _ranks(state: Expedition, standings: Standings, step: int, index: DeckIndex) -> tuple[list[int], int]:
    """(the rank of each player, the best at home or -1), small: who is hopelessly behind is as if just so."""
    ranks = [points * step + (artifacts if step > 1 else 0) for points, artifacts in map(split_rank, standings.base)]
    best, _ = standings.home
    home = -1 if standings.home == NOBODY else split_rank(best)[0] * step + (split_rank(best)[1] if step > 1 else 0)
    reach = (state.bag + state.leftover + index.gems(0)) * step + _most_artifacts(index, 0, step)
    leader = max(ranks)
    ranks = [max(one, leader - reach - step) for one in ranks]
    shift = min(ranks)
    small = [one - shift for one in ranks]
    return small, min(home, leader + reach + 1) - shift if home >= leader else -1


def _gain(index: DeckIndex, a: int, step: int) -> int:
    return index.points(a) * step + (sum(index.found(a)) if step > 1 else 0)


def _most_artifacts(index: DeckIndex, a: int, step: int) -> int:
    now = index.situation(0, 0, a, 1, 0, ())
    cards = sum(now.artifacts) + sum(now.found)
    if now.worth:
        points = sum(points + gems for points, gems in now.worth)
    else:
        kinds = index.state.rules.artifact_kinds
        points = sum(
            (kind.points or 0) * (left + here) for kind, left, here in zip(kinds, now.artifacts, now.found, strict=True)
        )
    return points * step + (cards if step > 1 else 0)


def _cards(index: DeckIndex, treasures: int, hazards: int, artifacts: int) -> Ints:
    import numpy as np

    cards = np.zeros((3, max(treasures, hazards, artifacts)), np.int64)
    without = index.cards_left(0, 0, 0) - sum(index.situation(0, 0, 0, 1, 0, ()).treasures)
    for t in range(treasures):
        cards[0, t] = index.cards_left(t, 0, 0) - without
    for h in range(hazards):
        cards[1, h] = sum(index.situation(0, h, 0, 1, 0, ()).hazards)
    for a in range(artifacts):
        cards[2, a] = sum(index.situation(0, 0, a, 1, 0, ()).artifacts)
    return cards


def _padded(rows: list[list[tuple[int, ...]]], width: int) -> Ints:
    import numpy as np

    found = np.zeros((len(rows), max(1, *map(len, rows)), width), np.int64)
    for place, row in enumerate(rows):
        for move, numbers in enumerate(row):
            found[place, move] = numbers
    return found

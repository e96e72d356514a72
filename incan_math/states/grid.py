"""All situations of one table in flat arrays, for compiled sweeps.

A situation with j players in is a treasure deck t, what each holds and what lies on the path (bag, leftover), and a
lane: hazards and artifacts together. Bags and leftovers do not depend on lanes, so situations form rows (t, j, bag,
leftover) by lanes: one treasure leads from a row to a row in the same lane, a hazard or an artifact from a lane to a
lane of the same row, and a retreat to a row of fewer players over the same treasures. A lone player owns all that lies
there, so rows with j = 1 may be merged to (gems, 0).

Decks are in levels by the treasures that are undrawn, and lanes rise with their undrawn cards: whatever a card leads to
stands earlier.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING

from incan_math.game.errors import GameError
from incan_math.game.expedition import Expedition
from incan_math.states.deck_index import DeckIndex
from incan_math.states.layout import Layout, lay_lanes, lay_treasures
from incan_math.states.utility import Utility, UtilityTable, payoffs_of
from incan_math.storage.compiled import has_numba, need_compiled

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

__all__ = ["LIMIT", "Grid", "Place"]

LIMIT = 300_000_000
"""How many situations are laid out before a position is refused, unless told otherwise: about 4 GB."""
_PLAIN_LIMIT = 50_000
"""The same without compiled sweeps: about 10 seconds."""
_MOST_SITUATIONS = 4_000_000_000
_MOST_LANES = 60_000
_MOST_DECKS = 150_000
_MOST_PLACES = 200_000_000_000
_MOST_POINTS = 100_000
_MOST_GEMS = 15_000
"""Rows are found on a board of bags by leftovers, which takes a byte for each square."""


@dataclass(frozen=True)
class Place:
    """Where a situation stands: treasure deck, players in, row (over all decks) and lane."""

    deck: int
    players: int
    row: int
    lane: int


class Grid:
    """Rows and lanes of everything that can follow from `state`.

    Args:
        state: a live state, leftovers pooled.
        limit: the most situations (rows times lanes) to lay out.
        merged: whether a lone player's bag and what lies on the path count as one; not for a strategy that looks at
            the bag alone.

    Attributes:
        treasures, lanes: the moves.
        starts: `starts[t * players + j - 1]` is the first row of deck t with j players in; one entry more than that.
        codes: bag * width + leftover of each row; rising within one deck and number of players.
        width: more than any leftover.
        start_lane: the lane of the start, whose row is the first of the last deck with all players in.
        most_points: more than this nobody can take home.
        levels: decks `levels[i]` up to `levels[i + 1]` have i treasures undrawn.

    Raises:
        GameError: there are more situations than `limit`.
    """

    def __init__(self, state: Expedition, limit: int = LIMIT, merged: bool = True) -> None:
        import numpy as np

        from incan_math.states.rows import mark_rows

        self.state = state
        self.players = state.players
        self.merged = merged
        self.deck_index = DeckIndex(state)
        gems = self.deck_index.gems(0)
        self._check_cost(gems, limit)
        self.lanes, self._lanes = lay_lanes(self.deck_index)
        self.treasures, self._decks, self.levels = lay_treasures(self.deck_index)
        self._deck_list, self._lane_list = list(self._decks), list(self._lanes)
        self.width = state.leftover + gems + 1
        most = (limit if has_numba() else min(limit, _PLAIN_LIMIT)) // len(self.lanes.cards) + 1
        self.starts, self.codes = mark_rows(
            self.treasures, self.players, state.bag, state.leftover, self.width, merged, gems, most
        )
        self._check(self.situations if len(self.starts) else limit + 1, limit)
        self.start_lane = self._lanes[0, 0]
        self.most_points = int(state.bag + state.leftover + gems + np.max(self.lanes.points))

    def _check_cost(self, gems: int, limit: int) -> None:
        """Refuse what would not fit, by bounds that need no layout.

        Kinds not yet showing that have equally many cards count as one, and each may show or not; each artifact is
        undrawn, on the path or taken. All of these can be reached, with every deck of treasures and every number of
        players, so the bounds refuse nothing that would fit.
        """
        state, now = self.state, self.state.situation
        if type(limit) is not int or not 1 <= limit <= _MOST_SITUATIONS:
            raise GameError(
                f"limit: give a whole number of situations from 1 to {_MOST_SITUATIONS:,}, of about 16 bytes each"
            )
        if state.bag + state.leftover + gems > _MOST_GEMS:
            raise GameError(
                f"rules: the treasures of {state.rules.name} hold more than {_MOST_GEMS:,} gems, which the equilibrium"
                " does not cover; give them smaller numbers"
            )
        kinds = state.rules.artifact_kinds
        worth = sum(points + extra for points, extra in now.worth)
        cards = [undrawn + found for undrawn, found in zip(now.artifacts, now.found, strict=True)]
        worth += sum((kind.points or 0) * count for kind, count in zip(kinds, cards, strict=True))
        if worth > _MOST_POINTS:
            raise GameError(
                f"rules: the artifacts of {state.rules.name} bring more than {_MOST_POINTS:,} points, which the"
                " equilibrium does not cover; give them smaller numbers"
            )
        unseen = [count for kind, count in enumerate(now.hazards) if count and not now.showing >> kind & 1]
        lanes = prod(unseen.count(count) + 1 for count in set(unseen))
        lanes *= prod((undrawn + 1) * (undrawn + 2) // 2 for undrawn in now.artifacts)
        decks = prod(count + 1 for count in now.treasures)
        self._check(decks * self.players * lanes, limit)
        places = decks * self.players * (state.bag + state.leftover + gems + 1) * (state.leftover + gems + 1)
        if places > _MOST_PLACES:
            raise GameError(
                f"rules: bags and leftovers of {state.rules.name[:40]} could be any of {_about(places)}, which would"
                f" take minutes to look through; up to {_MOST_PLACES:,} are covered: use fewer or smaller treasures"
            )
        for what, count, most in (("hazards and artifacts", lanes, _MOST_LANES), ("treasures", decks, _MOST_DECKS)):
            if count > most:
                raise GameError(
                    f"state: the undrawn {what} at '{str(state)[:80]}' can be in {_about(count)} states, more than"
                    f" a few GB; up to {most:,} are covered; use fewer or more alike cards, or a later state"
                )

    def _check(self, situations: int, limit: int) -> None:
        need_compiled("state", situations, _PLAIN_LIMIT)
        if situations > limit:
            raise GameError(
                f"state: more than {limit:,} situations can follow from '{str(self.state)[:80]}' under"
                f" {self.state.rules.name[:40]};"
                " start from a later state, with fewer players or a smaller deck, or give a greater limit"
            )

    @cached_property
    def marks(self) -> NDArray[np.uint8]:
        """Marks [row, lane] of what can really follow from the start: `rows.DECIDING`, `rows.GOING_ON`."""
        from incan_math.states.rows import reached

        now = self.state.is_deciding
        return reached(self.layout, self.start_lane, now)

    @property
    def layout(self) -> Layout:
        """What compiled sweeps take."""
        return Layout(self.treasures, self.lanes, self.players, self.starts, self.codes, self.width, self.merged)

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, lanes): that of all arrays over the situations."""
        return len(self.codes), len(self.lanes.cards)

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return len(self.codes)

    @property
    def situations(self) -> int:
        """How many situations there are: rows times lanes."""
        return prod(self.shape)

    @property
    def cards_left(self) -> int:
        """How many cards are undrawn at the start."""
        return self.state.cards_left

    @property
    def most_moves(self) -> int:
        """The most different cards that can come at one situation, busts as one."""
        import numpy as np

        return int(np.max(np.diff(self.treasures.first)) + np.max(np.diff(self.lanes.first))) + 1

    def payoffs(self, utility: Utility | None) -> UtilityTable:
        """What each number of points is worth.

        Raises:
            GameError: the utility answers with what is not an exact number, or one beyond 10^100.
        """
        return payoffs_of(utility, self.most_points)

    @property
    def ended(self) -> NDArray[np.bool_]:
        """Where no card is left [row, lane]."""
        import numpy as np

        decks, _ = self.place_of(np.arange(self.rows))
        cards: NDArray[np.bool_] = self.treasures.cards[decks][:, None] + self.lanes.cards[None, :] == 0
        return cards

    def places_in(self, later: Grid) -> tuple[list[int], Ints]:
        """(the deck here of each treasure deck there, the lane here of each lane there), of the same game later on.

        Raises:
            KeyError: one of them does not follow from the start here.
        """
        import numpy as np

        decks, lanes = [], []
        for t in later._deck_list:
            here = self.deck_index.triple(later.deck_index.situation(t, 0, 0, 1, 0, ()))
            decks.append(self._decks[here[0] if here else -1])
        for h, a in later._lane_list:
            here = self.deck_index.triple(later.deck_index.situation(0, h, a, 1, 0, ()))
            lanes.append(self._lanes[here[1:] if here else (-1, -1)])
        return decks, np.array(lanes)

    def find(self, state: Expedition) -> Place | None:
        """Where a situation stands; None if it does not follow from the start."""
        import numpy as np

        here = self.deck_index.triple(state.situation)
        players = state.players
        if here is None or not 1 <= players <= self.players or state.rules != self.state.rules:
            return None
        deck, lane = self._decks.get(here[0]), self._lanes.get(here[1:])
        if deck is None or lane is None:
            return None
        bag, left = state.bag, state.leftover
        if players == 1 and self.merged:
            bag, left = bag + left, 0
        begin, end = (int(row) for row in self.starts[deck * self.players + players - 1 :][:2])
        code = bag * self.width + left
        row = begin + int(np.searchsorted(self.codes[begin:end], code))
        if left >= self.width or row == end or self.codes[row] != code:
            return None
        return Place(deck, players, row, lane)

    def place_of(self, rows: Ints) -> tuple[Ints, Ints]:
        """(treasure deck, players in) of each row."""
        import numpy as np

        places = np.searchsorted(self.starts, rows, side="right") - 1
        return places // self.players, places % self.players + 1

    def showing(self, lane: int) -> int:
        """How many hazard kinds are showing in a lane."""
        return self.deck_index.showing(self._lane_list[lane][0])

    def expedition(self, deck: int, players: int, code: int, lane: int) -> Expedition:
        """The public state at a situation; its path is left out, for there are many."""
        t, (h, a) = self._deck_list[deck], self._lane_list[lane]
        bag, left = divmod(code, self.width)
        leftovers = (left,) if left else ()
        return self.state.seen_as(self.deck_index.situation(t, h, a, players, bag, leftovers))


def _about(count: int) -> str:
    """A count that may have very many digits."""
    return f"{count:,}" if count < 10**15 else f"about 2^{count.bit_length() - 1}"

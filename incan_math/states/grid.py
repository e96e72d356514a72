"""All situations that can follow from one state, as a grid of rows and columns, for compiled sweeps.

A row says everything about gems: the treasure deck t, the number j of players in, the bag of each and the leftover on
the path. A column is a hazard state: everything about hazards and artifacts. Neither depends on the other, so every
situation is a pair of them. A treasure leads to another row in the same column, a hazard or an artifact to another
column in the same row, and players who retire leave a row with fewer players over the same treasures. A solo player
owns the leftover too, so rows with j = 1 may be merged to (bag + leftover, 0).

Treasure decks are in levels by the number of undrawn treasures, and columns rise with the number of undrawn cards, so
whatever a card leads to stands earlier.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise
from math import prod
from typing import TYPE_CHECKING

from incan_math.game.errors import GameError
from incan_math.game.expedition import Expedition
from incan_math.states.deck_index import DeckIndex
from incan_math.states.layout import Layout, hazard_states_from, treasure_decks_from
from incan_math.states.utility import Utility, UtilityTable, payoffs_of
from incan_math.storage.compiled import has_numba, need_compiled

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

__all__ = ["LIMIT", "Grid"]

LIMIT = 300_000_000
"""How many situations are laid out before a position is refused, if no limit is given: about 4 GB."""
_PLAIN_LIMIT = 50_000
"""The same without compiled sweeps: about 10 seconds."""
_MOST_SITUATIONS = 4_000_000_000
_MOST_HAZARD_STATES = 60_000
_MOST_DECKS = 150_000
_MOST_PLACES = 200_000_000_000
_MOST_POINTS = 100_000
_MOST_GEMS = 15_000
"""Rows are found on a board of bags by leftovers, which takes a byte for each square."""


class Grid:
    """The rows and columns of everything that can follow from `state`.

    Args:
        state: a live state, leftovers pooled.
        limit: the most situations (rows times columns) to lay out.
        merged: whether a solo player's bag and the leftover count as one number; not for a strategy that depends on
            the bag alone.

    Attributes:
        treasures, hazards: the treasure decks and the hazard states, with their moves.
        starts: `starts[t * players + j - 1]` is the first row of deck t with j players in; one entry more than that.
        codes: bag * width + leftover of each row; rising within one deck and number of players.
        width: more than any leftover.
        start_column: the column of the start; its row is the last one.
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
        self.hazards, self._columns = hazard_states_from(self.deck_index)
        self.treasures, self._decks, self.levels = treasure_decks_from(self.deck_index)
        self._deck_list, self._column_list = list(self._decks), list(self._columns)
        self.width = state.leftover + gems + 1
        most = (limit if has_numba() else min(limit, _PLAIN_LIMIT)) // len(self.hazards.cards) + 1
        self.starts, self.codes = mark_rows(
            self.treasures, self.players, state.bag, state.leftover, self.width, merged, gems, most
        )
        self._check(self.situations if len(self.starts) else limit + 1, limit)
        self.start_column = self._columns[0, 0]
        self.most_points = int(state.bag + state.leftover + gems + np.max(self.hazards.points))

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
        hazard_states = prod(unseen.count(count) + 1 for count in set(unseen))
        hazard_states *= prod((undrawn + 1) * (undrawn + 2) // 2 for undrawn in now.artifacts)
        decks = prod(count + 1 for count in now.treasures)
        self._check(decks * self.players * hazard_states, limit)
        places = decks * self.players * (state.bag + state.leftover + gems + 1) * (state.leftover + gems + 1)
        if places > _MOST_PLACES:
            raise GameError(
                f"rules: bags and leftovers of {state.rules.name[:40]} could be any of {_about(places)}, which would"
                f" take minutes to look through; up to {_MOST_PLACES:,} are covered: use fewer or smaller treasures"
            )
        for what, count, most in (
            ("hazards and artifacts", hazard_states, _MOST_HAZARD_STATES),
            ("treasures", decks, _MOST_DECKS),
        ):
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
        """Marks [row, column] of what can really follow from the start: `rows.DECIDING`, `rows.GOING_ON`."""
        from incan_math.states.rows import reached

        now = self.state.is_deciding
        return reached(self.layout, self.start_column, now)

    @property
    def layout(self) -> Layout:
        """What compiled sweeps take."""
        return Layout(self.treasures, self.hazards, self.players, self.starts, self.codes, self.width, self.merged)

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, columns): that of all arrays over the situations."""
        return len(self.codes), len(self.hazards.cards)

    def by_level(self) -> Iterator[tuple[tuple[int, int], int, int]]:
        """((first deck, one past the last), first row, number of rows) of each level, in the order of a sweep."""
        for first, last in pairwise(self.levels):
            base, end = (int(self.starts[deck * self.players]) for deck in (first, last))
            yield (first, last), base, end - base

    @property
    def last_deck_row(self) -> int:
        """The first row of the last deck, where what a sweep returns begins."""
        return int(self.starts[-1 - self.players])

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return len(self.codes)

    @property
    def situations(self) -> int:
        """How many situations there are: rows times columns."""
        return prod(self.shape)

    @property
    def cards_left(self) -> int:
        """How many cards are undrawn at the start."""
        return self.state.cards_left

    @property
    def most_moves(self) -> int:
        """The most different cards that can come at one situation, busts as one."""
        import numpy as np

        return int(np.max(np.diff(self.treasures.first)) + np.max(np.diff(self.hazards.first))) + 1

    def payoffs(self, utility: Utility | None) -> UtilityTable:
        """What each number of points is worth.

        Raises:
            GameError: the utility answers with what is not an exact number, or one beyond 10^100.
        """
        return payoffs_of(utility, self.most_points)

    @property
    def ended(self) -> NDArray[np.bool_]:
        """Where no card is left [row, column]."""
        import numpy as np

        decks, _ = self.place_of(np.arange(self.rows))
        cards: NDArray[np.bool_] = self.treasures.cards[decks][:, None] + self.hazards.cards[None, :] == 0
        return cards

    def places_in(self, later: Grid) -> tuple[list[int], Ints]:
        """(the deck here of each treasure deck there, the column here of each column there), of the same game later on.

        Raises:
            KeyError: one of them does not follow from the start here.
        """
        import numpy as np

        decks, columns = [], []
        for t in later._deck_list:
            here = self.deck_index.triple(later.deck_index.situation(t, 0, 0, 1, 0, ()))
            decks.append(self._decks[here[0] if here else -1])
        for h, a in later._column_list:
            here = self.deck_index.triple(later.deck_index.situation(0, h, a, 1, 0, ()))
            columns.append(self._columns[here[1:] if here else (-1, -1)])
        return decks, np.array(columns)

    def find(self, state: Expedition) -> tuple[int, int] | None:
        """(row, column) of a situation; None if it does not follow from the start."""
        import numpy as np

        here = self.deck_index.triple(state.situation)
        players = state.players
        if here is None or not 1 <= players <= self.players or state.rules != self.state.rules:
            return None
        deck, column = self._decks.get(here[0]), self._columns.get(here[1:])
        if deck is None or column is None:
            return None
        bag, left = state.bag, state.leftover
        if players == 1 and self.merged:
            bag, left = bag + left, 0
        begin, end = (int(row) for row in self.starts[deck * self.players + players - 1 :][:2])
        code = bag * self.width + left
        row = begin + int(np.searchsorted(self.codes[begin:end], code))
        if left >= self.width or row == end or self.codes[row] != code:
            return None
        return row, column

    def place_of(self, rows: Ints) -> tuple[Ints, Ints]:
        """(treasure deck, players in) of each row."""
        import numpy as np

        places = np.searchsorted(self.starts, rows, side="right") - 1
        return places // self.players, places % self.players + 1

    def showing(self, column: int) -> int:
        """How many hazard kinds are showing in a column."""
        return self.deck_index.showing(self._column_list[column][0])

    def expedition(self, deck: int, players: int, code: int, column: int) -> Expedition:
        """The public state at a situation; its path is left out, for there are many."""
        t, (h, a) = self._deck_list[deck], self._column_list[column]
        bag, left = divmod(code, self.width)
        leftovers = (left,) if left else ()
        return self.state.seen_as(self.deck_index.situation(t, h, a, players, bag, leftovers))


def _about(count: int) -> str:
    """A count that may have very many digits."""
    return f"{count:,}" if count < 10**15 else f"about 2^{count.bit_length() - 1}"

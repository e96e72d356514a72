"""The treasure decks and the hazard states that drawing can reach from one state: as arrays, with moves.

A *hazard state* is everything about hazards and artifacts: which are undrawn, which lie on the path. Treasures and
hazard states change independently, so a situation is a pair of them, and what players hold.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from incan_math.states.deck_index import DeckIndex

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

__all__ = ["HazardStates", "Layout", "TreasureDecks", "hazard_states_from", "treasure_decks_from"]


class TreasureDecks(NamedTuple):
    """The treasure decks, and how they follow from one another, as arrays.

    Attributes:
        cards: undrawn treasures of each deck.
        first: where the moves of each deck begin in the arrays that follow; one entry more than decks.
        copies, values, after: cards of one value, their gems, the deck without one of them.
        parent_first, parents, parent_values: the same backwards: decks that lead here, and by which value.
    """

    cards: Ints
    first: Ints
    copies: Ints
    values: Ints
    after: Ints
    parent_first: Ints
    parents: Ints
    parent_values: Ints


class HazardStates(NamedTuple):
    """The hazard states, and how they follow from one another, as arrays.

    Attributes:
        cards: undrawn hazards and artifacts of each.
        deadly: how many of them bust.
        points: what a sole retiree scores for the artifacts on the path.
        taken: the hazard state after those were taken.
        first: where the moves of each begin in the arrays that follow; one entry more than hazard states.
        copies, after: equal cards, and the hazard state without one of them.
    """

    cards: Ints
    deadly: Ints
    points: Ints
    taken: Ints
    first: Ints
    copies: Ints
    after: Ints


class Layout(NamedTuple):
    """Where everything stands, for compiled sweeps.

    Attributes:
        treasures, hazards: the moves.
        players: how many are in at the start.
        starts: `starts[t * players + j - 1]` is the first row of deck t with j players in; one entry more than that.
        codes: bag * width + leftover of each row; rising within one deck and number of players.
        width: more than any leftover.
        merged: whether a solo player's bag and the leftover on the path count as one number.
    """

    treasures: TreasureDecks
    hazards: HazardStates
    players: int
    starts: Ints
    codes: Ints
    width: int
    merged: bool


def treasure_decks_from(deck_index: DeckIndex) -> tuple[TreasureDecks, dict[int, int], list[int]]:
    """The treasure decks by rising number of undrawn cards, and where each deck index went."""
    import numpy as np

    depth: dict[int, int] = {0: 0}
    for deck in (order := [0]):
        for _, _, after in deck_index.treasures(deck):
            if after not in depth:
                depth[after] = depth[deck] + 1
                order.append(after)
    most = depth[order[-1]]
    order.reverse()
    place = {deck: i for i, deck in enumerate(order)}
    cards = [most - depth[deck] for deck in order]
    moves = [[(copies, value, place[after]) for copies, value, after in deck_index.treasures(deck)] for deck in order]
    parents: list[list[tuple[int, int]]] = [[] for _ in order]
    for i, list_of in enumerate(moves):
        for _, value, after in list_of:
            parents[after].append((i, value))
    first, (copies, values, after_) = _columns(moves, 3)
    parent_first, (came, by) = _columns(parents, 2)
    levels = np.searchsorted(cards, range(most + 2)).tolist()
    return TreasureDecks(np.array(cards), first, copies, values, after_, parent_first, came, by), place, levels


def hazard_states_from(deck_index: DeckIndex) -> tuple[HazardStates, dict[tuple[int, int], int]]:
    """The hazard states by rising number of undrawn cards, and where each pair of deck indices went."""
    import numpy as np

    def moves(h: int, a: int) -> list[tuple[int, tuple[int, int]]]:
        shown = [(copies, (after, a)) for copies, after in deck_index.hazards(h)[0]]
        return shown + [(copies, (h, after)) for copies, after in deck_index.artifacts(a)]

    known = {(0, 0)}
    for h, a in (order := [(0, 0)]):
        for pair in (*(after for _, after in moves(h, a)), (h, deck_index.taken(a))):
            if pair not in known:
                known.add(pair)
                order.append(pair)
    order.sort(key=lambda pair: deck_index.lane_cards(*pair))
    place = {pair: i for i, pair in enumerate(order)}
    first, (copies, after) = _columns(
        [[(copies, place[then]) for copies, then in moves(*pair)] for pair in order],
        2,
    )
    return (
        HazardStates(
            cards=np.array([deck_index.lane_cards(*pair) for pair in order]),
            deadly=np.array([deck_index.deadly(h) for h, _ in order]),
            points=np.array([deck_index.points(a) for _, a in order]),
            taken=np.array([place[h, deck_index.taken(a)] for h, a in order]),
            first=first,
            copies=copies,
            after=after,
        ),
        place,
    )


def _columns(lists: list[Any], width: int) -> tuple[Ints, list[Ints]]:
    """Lists of tuples as one array for each place in the tuple, and where each list begins."""
    import numpy as np

    first = np.cumsum([0, *map(len, lists)])
    table = np.array([entry for entries in lists for entry in entries], dtype=np.int64).reshape(-1, width)
    return first, [np.ascontiguousarray(table[:, i]) for i in range(width)]

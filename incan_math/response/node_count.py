"""How many nodes players who mix can meet, counted before any node is valued.

Hazards and artifacts move no gem. Where every player mixes at all decisions, or answers by the bag alone, each
(treasures out, players in, bag, leftover) that can occur therefore occurs with every state of the hazards: it is enough
to count these rows and to multiply. That takes less than a second where following the nodes takes minutes.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import product
from math import comb, prod

from incan_math.game.errors import GameError
from incan_math.response.board import Board, Left, TableNode
from incan_math.strategies.heuristics import StayForever
from incan_math.strategies.protocol import Strategy, depends_on, retire_probability

__all__ = ["check_mixing"]

_SAMPLE = 60
"""Decisions at which a strategy must mix to count as one that mixes everywhere."""

Rows = dict[tuple[int, int, int], set[int]]
"""(treasures, who of those who go by the bag is in, how many of those who mix) -> bag * gems + pooled leftover."""


def check_mixing(board: Board, strategies: Sequence[Strategy | None], limit: int) -> None:
    """Refuse a table of players who mix, or answer by the bag alone, that has more than `limit` nodes.

    Tables with other players pass: how far their answers cut the tree shows only as it is followed.

    Raises:
        GameError: there are more. The count is a bound from below: what it refuses would be refused later.
    """
    kinds = [_kind(strategy, board) for strategy in strategies]
    if "mixes" not in kinds or None in kinds:
        return
    others = _other_decks(board)
    if _Rows(board, strategies, kinds).exceed(limit // others):
        hint = "" if board.deck_index.kind_symmetric else "; or mark the functions with kind_symmetric"
        raise GameError(
            f"state: players who mix meet more than {limit:,} nodes (deck, players in, bag, leftover) here; start from"
            f" a later state, or give a greater limit{hint}"
        )


def _other_decks(board: Board) -> int:
    """How many states of the hazards and the undrawn artifacts can be reached."""
    now = board.state.situation
    unseen = Counter(count for kind, count in enumerate(now.hazards) if count and not now.showing >> kind & 1)
    alike = board.deck_index.kind_symmetric
    hazards = prod(kinds + 1 if alike else 2**kinds for kinds in unseen.values())
    return hazards * prod(count + 1 for count in now.artifacts)


def _kind(strategy: Strategy | None, board: Board) -> str | None:
    """`stays` (whoever is advised counts so, too), `bag` (what the bag says), `mixes`, or None: not known."""
    if strategy is None or isinstance(strategy, StayForever):
        return "stays"
    if depends_on(strategy) == "bag":
        return "bag"
    answers = [retire_probability(strategy, board.expedition(node)) for node in _first_decisions(board)]
    return "mixes" if answers and all(0 < answer < 1 for answer in answers) else None


def _first_decisions(board: Board) -> list[TableNode]:
    """Decisions of all players after the first cards, some with many hazards showing."""
    found: dict[TableNode, None] = {}
    layer = [board.root]
    for _ in range(board.cards_left(board.root) - 1):
        # The first and the last cards that can come: small treasures, and hazards or artifacts.
        layer = list({then: None for node in layer for _, then in board.draws(node)})
        layer = layer[:4] + layer[-4:] if len(layer) > 8 else layer
        found.update(dict.fromkeys(layer))
        if not layer or len(found) >= _SAMPLE:
            break
    return list(found)


class _Rows:
    """The rows of one table, treasure by treasure. Players who mix are interchangeable: only their number matters."""

    def __init__(self, board: Board, strategies: Sequence[Strategy | None], kinds: Sequence[str | None]) -> None:
        self.board = board
        pairs = zip(strategies, kinds, strict=True)
        self.by_bag = [strategy for strategy, kind in pairs if strategy is not None and kind == "bag"]
        self.mixing = kinds.count("mixes")
        self.staying = kinds.count("stays")
        left = board.root[5]
        self.pooled = isinstance(left, int)
        self._nothing: Left = 0 if self.pooled else ()
        gems = left if isinstance(left, int) else sum(left)
        self.gems = gems + board.deck_index.gems(0) + 1
        self._answers: dict[tuple[int, int], tuple[int, ...]] = {}

    def exceed(self, most: int) -> bool:
        """Whether there are more than `most` rows that can occur with every state of hazards and artifacts."""
        bag, left = self.board.root[4:]
        # Leftovers that are split per card are left out: that can only merge rows.
        first = bag * self.gems + (left if isinstance(left, int) else 0)
        start = {(0, (1 << len(self.by_bag)) - 1, self.mixing): {first}}
        deciding = self.board.state.is_deciding
        layer = self._left(start) if deciding else start
        rows = 0 if deciding else -1  # Nobody has left before the first card: that row can lack its hazards.
        while layer:
            following: Rows = defaultdict(set)
            for (t, faithful, mixing), codes in layer.items():
                moves = self.board.deck_index.treasures(t)
                if not moves:  # After the last card nobody decides: left out.
                    continue
                rows += len(codes) * comb(self.mixing, mixing)
                if rows > most:
                    return True
                number = faithful.bit_count() + mixing + self.staying
                for _, value, then in moves:
                    step = value // number * self.gems + (value % number if self.pooled else 0)
                    following[then, faithful, mixing].update([code + step for code in codes])
            layer = self._left(following)
        return False

    def _left(self, before: Rows) -> Rows:
        """The rows after a decision; where only players who never leave are left, nothing need be followed."""
        after: Rows = defaultdict(set)
        gems = self.gems
        for (t, faithful, mixing), codes in before.items():
            for there, some in self._by_answers(t, faithful, codes):
                gone = (faithful & ~there).bit_count()
                for leaving in range(mixing + 1):
                    still, retiring = mixing - leaving, gone + leaving
                    if not there and not still:
                        continue
                    rest = {code - (left := code % gems) + left % retiring for code in some} if retiring else some
                    after[t, there, still] |= rest
        return after

    def _by_answers(self, t: int, faithful: int, codes: set[int]) -> Iterator[tuple[int, set[int]]]:
        """(who of those who go by the bag can be in afterwards, the rows at which that can be)."""
        if not faithful:
            yield 0, codes
            return
        by_bag: dict[int, set[int]] = defaultdict(set)
        for code in codes:
            by_bag[code // self.gems].add(code)
        for bag, some in by_bag.items():
            players = [player for player in range(len(self.by_bag)) if faithful >> player & 1]
            for choices in product(*(self._stays(t, player, bag) for player in players)):
                yield sum(stays << player for stays, player in zip(choices, players, strict=True)), some

    def _stays(self, t: int, player: int, bag: int) -> tuple[int, ...]:
        """Whether the player is in afterwards: 0, 1 or either."""
        known = self._answers.get((player, bag))
        if known is None:
            state = self.board.expedition((t, 0, 0, self.board.root[3], bag, self._nothing))
            answer = retire_probability(self.by_bag[player], state)
            known = self._answers[player, bag] = (1,) if answer == 0 else (0,) if answer == 1 else (0, 1)
        return known

"""The win share of every player at one table in the last expedition: every card and every choice followed forward."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

from incan_math.game.expedition import Expedition
from incan_math.game.showing import Tabular
from incan_math.response.arguments import Progress, need_limit, need_progress
from incan_math.response.board import LIMIT, Board, TableNode
from incan_math.response.standings import Home, Standings
from incan_math.response.win_response import WHOLE, home_after
from incan_math.strategies.protocol import Strategy

__all__ = ["WinEvaluation", "win_shares"]

Spot = tuple[TableNode, Home]


@dataclass(frozen=True, repr=False)
class WinEvaluation(Tabular):
    """Who wins the last expedition.

    Attributes:
        win_share: each player's probability of winning, a win shared by k players counting 1/k, in the order of the
            strategies.
        home: that of those who had left already, together.
    """

    win_share: tuple[Fraction, ...]
    home: Fraction

    def rows(self) -> list[dict[str, Any]]:
        """A row for each player in: `player` (from 1, in the order of the strategies) and `win_share`."""
        return [{"player": seat, "win_share": share} for seat, share in enumerate(self.win_share, start=1)]


def win_shares(
    state: Expedition,
    strategies: Sequence[Strategy],
    standings: Standings,
    *,
    limit: int = LIMIT,
    progress: Progress | None = None,
) -> WinEvaluation:
    """P(win), a win shared by k counting 1/k, for each player in and for those at home together.

    Args:
        state: a live state of the last expedition.
        strategies: one for each player in.
        standings: what everybody has banked.
        limit: the most spots (deck, players in, bag, leftover, the best at home) in one layer.
        progress: called layer by layer of cards out.

    Raises:
        GameError: the strategies do not match the players in, or there are more spots than `limit`.

    >>> from incan_math.game.rules import Rules
    >>> from incan_math.strategies.heuristics import RetireAfterCards, StayForever
    >>> tiny = Expedition.start(2, Rules((4,), {"fire": 2}, ()))  # The 4 first: 1 and 0; a fire first: nobody has any.
    >>> win_shares(tiny, [RetireAfterCards(1), StayForever()], Standings.read(tiny, [0, 0])).win_share
    (Fraction(2, 3), Fraction(1, 3))
    """
    need_limit(limit)
    need_progress(progress)
    board = Board(state, strategies)
    total = board.cards_left(board.root)
    shares = [Fraction(0)] * len(strategies)
    mixing = 1

    def settle(home: Home, weight: int, scale: int) -> None:
        best = home[1]
        each = Fraction(weight * (WHOLE // best.bit_count()), scale)
        for player in range(len(shares)):
            if best >> player & 1:
                shares[player] += each

    def decided(before: dict[Spot, int], scale: int) -> dict[Spot, int]:
        """The layer after the choices there; its weights are over the scale times the mixing's common denominator."""
        nonlocal mixing
        groups = {spot: board.groups(spot[0]) for spot in before}
        coins = lcm(*(chance.denominator for found in groups.values() for chance, _ in found))
        mixing *= coins
        after: dict[Spot, int] = defaultdict(int)
        ended: dict[Home, int] = defaultdict(int)
        for (node, home), weight in before.items():
            for chance, group in groups[node, home]:
                here = weight * chance.numerator * (coins // chance.denominator)
                if not group:
                    after[node, home] += here
                    continue
                best = home_after(board, standings, node, group, home)
                if group == node[3]:
                    ended[best] += here
                else:
                    then = board.after_leaving(node, group)
                    after[then, standings.seen(best, then[3])] += here
        for best, weight in ended.items():
            settle(best, weight, scale * mixing)
        return after

    # The weight of a spot after k cards counts orders of those k cards, N! / (N - k)! in all.
    orders = WHOLE
    layer: dict[Spot, int] = {(board.root, standings.seen(standings.home, board.root[3])): 1}
    if state.is_deciding and total:
        layer = decided(layer, orders)
    for out in range(total):
        board.check_size(len(layer), limit, out)
        if progress:
            progress(out, total, len(layer))
        orders *= total - out
        following: dict[Spot, int] = defaultdict(int)
        busts: dict[Home, int] = defaultdict(int)
        for (node, home), weight in layer.items():
            deadly = board.deck_index.deadly(node[1])
            if deadly:
                busts[standings.joined(home, node[3], 0)] += weight * deadly
            for copies, then in board.draws(node):
                following[then, home] += weight * copies
        for best, weight in busts.items():
            settle(best, weight, orders * mixing)
        layer = decided(following, orders) if out + 1 < total else following
    for (node, home), weight in layer.items():  # The deck is empty: all who are in retire together.
        settle(home_after(board, standings, node, node[3], home), weight, orders * mixing)
    return WinEvaluation(tuple(shares), 1 - sum(shares, Fraction(0)))

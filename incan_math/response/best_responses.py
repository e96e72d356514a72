"""The best play of one player against strategies that are known: backward induction in scaled integers.

With r cards left and V a value, U = r! V turns the mean over the next card into a sum of copies * U(after the card),
and max(stop, go) into max(r! stop, U): whole numbers, with a power of a common denominator where opponents mix.
A fraction appears where a value leaves. The nodes are found layer by layer of cards out, then valued from the
last layer back.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import factorial, lcm

from incan_math.game.expedition import Expedition, need_live
from incan_math.numbers.rationals import decimal_text
from incan_math.odds.bust import bust_probability
from incan_math.response.arguments import Progress, need_limit, need_opponents, need_points, need_progress
from incan_math.response.board import LIMIT, Board, TableNode
from incan_math.response.node_count import check_mixing
from incan_math.solo.optimum import SoloOptimum
from incan_math.strategies.decision import ExactDecision, Payoffs
from incan_math.strategies.protocol import Strategy

__all__ = ["best_response"]

Choice = tuple[Fraction | int, int, TableNode]
_DEEPEST = 300
"""Cards up to which the recursion of `SoloOptimum` may go."""
_HERO = 1  # The player who decides is number 0 at the board: bit 1.


def best_response(
    state: Expedition,
    opponents: Sequence[Strategy] | Strategy,
    *,
    objective: str = "points",
    limit: int = LIMIT,
    progress: Progress | None = None,
) -> ExactDecision:
    """The exact optimum of one player at `state` against opponents whose strategies are known.

    value(state) = max(retire, stay), where both are means over who else retires at the same moment, and staying goes on
    with the next card among those who are left. Opponents may differ from one another.

    Args:
        state: a live state; the player who decides is in.
        opponents: the strategies of the others who are in, or one that all of them follow.
        objective: what is played for: "points".
        limit: the most nodes (deck, players in, bag, leftover) to hold.
        progress: called as the work goes on, layer by layer of cards out.

    Raises:
        GameError: the opponents do not match the players in, the state is over, or there are more nodes than `limit`.

    >>> from incan_math.strategies.heuristics import RetireAtGems
    >>> answer = best_response(Expedition.parse("7 fire 11 snakes 15", players=3), [RetireAtGems(8), RetireAtGems(30)])
    >>> answer.action, answer.retire
    ('retire', Fraction(11, 1))
    """
    need_live(state)
    need_points(objective)
    need_limit(limit)
    need_progress(progress)
    known = [None, *need_opponents(opponents, state.players - 1)]
    board = Board(state, known)
    check_mixing(board, known, limit)
    stay, retire, outcomes = _Induction(board, limit, progress).solve()
    gain = stay - retire
    if not state.is_deciding:
        reason = f"nobody can retire now: going on is worth {decimal_text(stay, 3)} points"
    elif not state.cards_left:
        reason = "the deck is empty: all who are in retire together"
    else:
        better = (
            "as much as retiring"
            if gain == 0
            else f"{decimal_text(abs(gain), 3)} points {'more' if gain > 0 else 'less'}"
        )
        reason = f"against these opponents staying is worth {better}"
    return ExactDecision.of(state, stay, retire, bust_probability(state), reason, outcomes=outcomes)


class _Induction:
    """The nodes that the player can meet by staying, and their values.

    A value with r cards left and m further decisions is held as r! * common**m times itself, where `common` is a common
    denominator of all that the opponents may mix with at one decision: whole numbers throughout.
    """

    def __init__(self, board: Board, limit: int, progress: Progress | None) -> None:
        self.board = board
        self.limit = limit
        self.progress = progress
        self.total = board.cards_left(board.root)
        self.deciding = board.state.is_deciding
        # Its recursion goes one card deep at each step.
        closed = self.total <= _DEEPEST and board.deck_index.artifacts_stay_monotone()
        self.solo = SoloOptimum(board.deck_index) if closed else None
        # Layer k: nodes before the next card; decisions[k]: nodes after the k-th card with what others may do there.
        self.layers: list[list[TableNode]] = []
        self.decisions: list[dict[TableNode, list[Choice]]] = [{}]
        self.common = 1

    def solve(self) -> tuple[Fraction, Fraction, tuple[Payoffs[Fraction, Fraction], ...]]:
        """What staying and retiring are worth at the root, and both by how many others retire there."""
        root = self.board.root
        if self.deciding and not self.total:
            joint = Fraction(self.board.points(root, root[3].bit_count()))
            return joint, joint, ()
        if self.deciding:
            self.decisions[0] = {root: self._others(root)}
        self._find()
        probabilities = (p for choices in self.decisions for groups in choices.values() for p, _, _ in groups)
        self.common = lcm(*{p.denominator for p in probabilities})
        values = self._value()
        scale = factorial(self.total) * self.common ** self._decisions_left(0)
        if not self.deciding:
            return Fraction(self._worth(root, values, 0), scale), Fraction(0), ()
        groups = self.decisions[0][root]
        worth: dict[int, Fraction] = {}
        probability: dict[int, Fraction] = {}
        for p, others, after in groups:
            here = p * Fraction(self._worth(after, values, 0), scale)
            worth[others] = worth.get(others, Fraction(0)) + here
            probability[others] = probability.get(others, Fraction(0)) + p
        outcomes = tuple(
            Payoffs(k, probability[k], worth[k] / probability[k], Fraction(self.board.points(root, k + 1)))
            for k in sorted(worth)
        )
        return sum(worth.values(), Fraction(0)), Fraction(self._retire(root, groups), self.common), outcomes

    def _decisions_left(self, out: int) -> int:
        """How many decisions follow the card after layer `out`: none comes with the last card."""
        return max(self.total - out - 1, 0)

    def _weight(self, p: Fraction | int) -> int:
        """The probability times the common denominator."""
        return p.numerator * (self.common // p.denominator)

    def _others(self, node: TableNode) -> list[Choice]:
        """(probability, how many opponents leave, the node after that with the player still in)."""
        board = self.board
        return [
            (p, group.bit_count(), board.after_leaving(node, group) if group else node)
            for p, group in board.groups(node)
        ]

    def _retire(self, node: TableNode, groups: list[Choice]) -> int:
        """The points of retiring, times common."""
        return sum(self._weight(p) * self.board.points(node, others + 1) for p, others, _ in groups)

    def _is_solo(self, node: TableNode) -> bool:
        """Whether the player is alone and what follows has a solver of its own."""
        return self.solo is not None and node[3] == _HERO

    def _find(self) -> None:
        first = [after for _, _, after in self.decisions[0][self.board.root]] if self.deciding else [self.board.root]
        layer = dict.fromkeys(node for node in first if not self._is_solo(node))
        nodes = 0
        for out in range(self.total + 1):
            self.layers.append(list(layer))
            nodes += len(layer)
            self.board.check_size(nodes, self.limit, out)
            if self.progress:
                self.progress(out, self.total, len(layer))
            if out == self.total:
                break
            met = dict.fromkeys(then for node in layer for _, then in self.board.draws(node))
            self.board.check_size(nodes + len(met), self.limit, out + 1)
            choices: dict[TableNode, list[Choice]] = {}
            if out + 1 < self.total:
                choices = {node: self._others(node) for node in met}
                layer = dict.fromkeys(
                    after for groups in choices.values() for _, _, after in groups if not self._is_solo(after)
                )
            else:  # The deck will be empty: no choice is left.
                layer = met
            self.decisions.append(choices)

    def _worth(self, node: TableNode, values: dict[TableNode, int], out: int) -> int:
        """The scaled value of a node of layer `out` before the next card."""
        if self.solo is None or node[3] != _HERO:
            return values[node]
        alone = self.solo.stay(*node[:3], self.board.gems_alone(node))
        power: int = self.common ** self._decisions_left(out)
        return alone * power

    def _value(self) -> dict[TableNode, int]:
        """The scaled value of each node of the first layer."""
        board = self.board
        values: dict[TableNode, int] = {node: board.points(node, node[3].bit_count()) for node in self.layers[-1]}
        for out in range(self.total - 1, -1, -1):
            left = self._decisions_left(out)
            best = values
            if out + 1 < self.total:
                scale = factorial(self.total - out - 1) * self.common ** (left - 1)
                best = {}
                for node, groups in self.decisions[out + 1].items():
                    go = sum(self._weight(p) * self._worth(after, values, out + 1) for p, _, after in groups)
                    best[node] = max(scale * self._retire(node, groups), go)
            values = {node: sum(copies * best[then] for copies, then in board.draws(node)) for node in self.layers[out]}
        return values

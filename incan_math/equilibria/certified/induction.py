"""Backward induction over the decisions of players with equal bags, in exact numbers and balls.

Since more retirees never mean more for each (R_1 >= R_2 >= ...), the value of a symmetric equilibrium never rises with
its probability q of retiring: it is the mean of the R_(k+1), k others retiring, for q > 0, and V_n >= R_1 for q = 0. So
the rule "the greatest value, and of those the one that stays most" picks the least q.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import factorial

from incan_math.equilibria.certified.rewards import Rewards
from incan_math.game.errors import GameError
from incan_math.game.expedition import Expedition
from incan_math.numbers.ball_roots import Piece, enclose, isolate, rational_value, weights
from incan_math.numbers.balls import Number, UndecidedError, flint, precision, sign
from incan_math.response.evaluation import Progress
from incan_math.solo.optimum import LIMIT, SoloOptimum
from incan_math.states.nodes import Node, Nodes

__all__ = ["EXACT_BITS", "Induction"]

EXACT_BITS = 512
"""Rationals with greater denominators become balls."""
_REPORT_EVERY = 20_000
_ZERO, _ONE = Fraction(0), Fraction(1)


class Induction:
    """The values and choices at all nodes that matter, computed as they are asked for.

    Args:
        state: the first state.
        rewards: what points are worth; all values are `rewards.scale` times as great.
        bits, exact_bits: the precision of balls, and the greatest denominator of a rational.
        limit: the most nodes to hold.
        progress: called now and then with (0, cards left at the first state, nodes so far).
        bounded: whether nodes are decided by bounds where these suffice; without it every node is worked out.
    """

    def __init__(
        self,
        state: Expedition,
        rewards: Rewards,
        bits: int,
        exact_bits: int = EXACT_BITS,
        limit: int = 12_000_000,
        progress: Progress | None = None,
        bounded: bool = True,
    ) -> None:
        f = flint()
        self._arb, self._fmpq = f.arb, f.fmpq
        self.state = state
        self.rewards = rewards
        self.bits = bits
        self.exact_bits = exact_bits
        self.limit = limit
        self.progress = progress
        self.nodes = Nodes(state)
        deck_index = self.nodes.deck_index
        by_rule = rewards.are_points and deck_index.artifacts_stay_monotone()
        self.solo = SoloOptimum(deck_index, None if by_rule else rewards.table, max(limit, LIMIT))
        self.bounded = bounded and by_rule
        self.decisions = self.ambiguous = self.ties = self.mixed = 0
        self._values: dict[int, Number] = {}
        self._retire: dict[int, Number] = {}
        self._before: dict[int, Number] = {}
        self._ties: set[int] = set()

    def __reduce__(self) -> tuple[type[Induction], tuple[object, ...]]:
        """A copy works its values out again when they are asked for: balls cannot be pickled."""
        return Induction, (self.state, self.rewards, self.bits, self.exact_bits, self.limit, None, self.bounded)

    def solve(self) -> Number:
        """The value to each player at the first state."""
        nodes = self.nodes
        with precision(self.bits):
            if self.state.is_deciding:
                return self._decide(nodes.root)
            return self._go_on(nodes.root, nodes.node(nodes.root), self.state.cards_left)

    def retire_probability(self, code: int) -> Number:
        """The probability with which each player retires at a node where several decide."""
        with precision(self.bits):
            self._decide(code)
            return self._retire[code]

    def is_bounded(self, code: int) -> bool:
        """Whether bounds alone show that everyone retires at the node."""
        node = self.nodes.node(code)
        cards = self.nodes.cards_left(*node[1:4])
        return self.bounded and cards > 0 and self._bounds(node, cards, self.nodes.payoffs(node)) == 1

    def is_tie(self, code: int) -> bool:
        """Whether staying and retiring are worth exactly the same at a node that was worked out."""
        return code in self._ties

    def _decide(self, code: int) -> Number:
        """The value to each player in after a card, before the choice."""
        value = self._values.get(code)
        if value is not None:
            return value
        nodes, table = self.nodes, self.rewards.table
        node = nodes.node(code)
        payoffs = nodes.payoffs(node)
        cards = nodes.cards_left(*node[1:4])
        if not cards:
            self._retire[code] = 1
            value = self._values[code] = table[payoffs[-1]]
            return value
        self.decisions += 1
        self._count()
        probability: Number | None = self._bounds(node, cards, payoffs) if self.bounded else None
        if probability is None:
            value, probability = self._stage(code, node, cards, [table[points] for points in payoffs])
        else:
            value = payoffs[-1] if probability else self._go_on(code, node, cards)
        self._retire[code] = probability
        self._values[code] = value
        return value

    def _stage(self, code: int, node: Node, cards: int, retire: list[int]) -> tuple[Number, Number]:
        """(value, probability of retiring) of the equilibrium that the rule picks at a node."""
        players = node.players
        stay = [self._go_on(code, node, cards)]
        for leaving in range(1, players):
            then = self.nodes.after_leaving(node, players - leaving)
            stay.append(self._solo_value(then, cards) if then.players == 1 else self._go_on_known(then, cards))
        gains = [go - home for go, home in zip(stay, retire, strict=True)]
        first, last = sign(gains[0]), sign(gains[-1])
        if first is None or last is None:
            raise UndecidedError(f"whether to stay at '{self._shown(node)}' is open")
        if first == last == 0 and all(sign(gain) == 0 for gain in gains):
            self.ties += 1
            self._ties.add(code)
            return stay[0], 0
        roots = isolate(gains) if players > 2 else [Piece(_ZERO, _ONE, tuple(gains))] if first * last < 0 else []
        if (first >= 0) + len(roots) + (last <= 0) > 1:
            self.ambiguous += 1
        if first >= 0:
            return stay[0], 0
        if not roots:
            return retire[-1], 1
        self.mixed += 1
        probability = enclose(roots[0], self.bits)
        value = _mean_payoff(retire, probability)
        if type(value) is self._arb and not any(type(gain) is self._arb for gain in gains):
            exact = rational_value(gains, retire, probability)
            value = value if exact is None else exact
        return self._small(value), probability

    def _go_on_known(self, node: Node, cards: int) -> Number:
        """`_go_on` for a node that several departures lead to."""
        code = self.nodes.code(node)
        value = self._before.get(code)
        if value is None:
            self._count()
            value = self._before[code] = self._go_on(code, node, cards)
        return value

    def _go_on(self, code: int, node: Node, cards: int) -> Number:
        """The value to each player in before the next card."""
        nodes, known, decide = self.nodes, self._values, self._decide
        whole, total = self.rewards.table[0] * nodes.deadly[node.h], 0
        start, treasures, other_start, others = nodes.draws(code, node)
        for offset, moves in ((start, treasures), (other_start, others)):
            for copies, step in moves:
                value = known.get(offset + step)
                if value is None:
                    value = decide(offset + step)
                if copies > 1:
                    value = value * copies
                if type(value) is int:
                    whole += value
                else:
                    total = total + value
        if type(total) is int:
            return whole // cards if not whole % cards else self._fmpq(whole, cards)
        return self._small((total + whole) / cards)

    def _solo_value(self, node: Node, cards: int) -> Number:
        """The value to the only player in before the next card."""
        _, t, h, a, bag, left = node
        return self._small(self._fmpq(self.solo.stay(t, h, a, bag + left), factorial(cards)))

    def _small(self, value: Number) -> Number:
        """A rational as it is while its denominator is small, and as a ball beyond."""
        if type(value) is self._fmpq and value.q.bit_length() > self.exact_bits:
            return self._arb(value)
        return value

    def _bounds(self, node: Node, cards: int, payoffs: list[int]) -> int | None:
        """0 or 1 where bounds alone show that staying, or retiring, is better whatever the others do; else None.

        One who stays gets no more than a solo player would with the bag and all that lies on the path; where one more
        card gains a solo player nothing, no more than that card and all that remains of it bring. One who stays gets no
        less than by retiring after the next card, all others then retiring too.
        """
        nodes = self.nodes
        players, t, h, a, bag, left = node
        deadly, gems = nodes.deadly[h], nodes.gems(t)
        safe = cards - deadly
        leave = stay = True
        for staying in range(players, 0, -1):
            leaving = players - staying
            rest = left % leaving if leaving else left
            found = nodes.taken[a] if leaving == 1 else a
            shares, with_rests = nodes.gains(t, staying)
            artifacts = nodes.artifact_gain[found]
            home = bag + rest + nodes.points[found]
            payoff = cards * payoffs[leaving]
            if stay:
                if staying == 1:
                    stay = safe * home + gems + artifacts > payoff
                else:
                    stay = safe * (bag + rest // staying) + shares > payoff
            if leave:
                leave = home * deadly >= gems + artifacts and safe * home + with_rests + artifacts < payoff
            if not (leave or stay):
                return None
        return int(leave)

    def _shown(self, node: Node) -> str:
        players, t, h, a, bag, left = node
        lying = (left,) if left else ()
        now = self.nodes.deck_index.situation(t, h, a, players, bag, lying)
        return f"{now.players} players, bag {bag}, leftover {left}, {now.cards_left} cards left"

    def _count(self) -> None:
        held = len(self._values) + len(self._before)
        if held > self.limit:
            raise GameError(
                f"state: more than limit={self.limit:,} nodes; start from a later state or with fewer players, or give"
                " a greater limit",
            )
        if self.progress and not held % _REPORT_EVERY:
            self.progress(0, self.state.cards_left, held)


def _mean_payoff(retire: list[int], probability: Number) -> Number:
    """What retiring is worth when each other player retires with the probability: the value where a decision mixes."""
    if retire[0] == retire[-1]:
        return retire[0]
    degree = len(retire) - 1
    if degree == 1:
        return retire[0] + probability * (retire[1] - retire[0])
    arb = flint().arb
    if not isinstance(probability, arb):
        return sum((w * x for w, x in zip(weights(probability, degree), retire, strict=True)), flint().fmpq(0))
    # The mean value theorem: a ball goes in once, times the slope over all of it.
    middle = probability.mid()
    steps = [degree * (b - a) for a, b in pairwise(retire)]
    slope = sum((w * x for w, x in zip(weights(probability, degree - 1), steps, strict=True)), arb(0))
    value = sum((w * x for w, x in zip(weights(middle, degree), retire, strict=True)), arb(0))
    return value + slope * (probability - middle)

"""The values of all nodes that players with equal bags can meet, exactly, by recursion from the last card back.

Before a card a value is the mean over the cards; at a decision it is the value of the stage's equilibrium. So each is a
combination of the values of stages in which players mix, and these are numbers that are named only if need be.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import factorial

from incan_math.equilibria.stage import Stage
from incan_math.game.errors import GameError
from incan_math.game.expedition import Expedition
from incan_math.game.situation import Situation
from incan_math.numbers.elimination import SizeLimit
from incan_math.numbers.exact_roots import RealRoot
from incan_math.numbers.reals import Combination, Number, weighted
from incan_math.response.board import Board, TableNode
from incan_math.solo.optimum import SoloOptimum
from incan_math.states.utility import Utility, worth_of

__all__ = ["ExactChoice", "ExactSolver"]


@dataclass(frozen=True)
class ExactChoice:
    """What is done at a decision: the stage, the probability of retiring, the value, and how many equilibria exist."""

    stage: Stage
    retire: RealRoot
    value: Number
    equilibria: int


class ExactSolver:
    """The choices at all decisions from one state on, once `solve` has been called.

    Args:
        state: a live state with pooled leftovers.
        utility: what points are worth.
        size: how great the numbers may get.
    """

    def __init__(self, state: Expedition, utility: Utility | None, size: SizeLimit) -> None:
        self.board = Board(state, [None] * state.players)
        self.size = size
        self.most_bits = 0
        self.plan: dict[Situation, ExactChoice] = {}
        self._worth = worth_of(utility)
        self._bust = self._worth(0)
        closed = utility is None and self.board.deck_index.artifacts_stay_monotone()
        self._solo = SoloOptimum(self.board.deck_index) if closed else None
        self.alone: dict[Situation, bool] | None = None if closed else {}
        """Whether a solo player stays; None where the closed rule gives it."""
        self._before: dict[TableNode, Number] = {}
        self._deciding: dict[TableNode, Number] = {}
        self._stages: dict[Stage, ExactChoice] = {}

    def solve(self) -> Number:
        """The value to each player at the board's root."""
        root = self.board.root
        return self._decide(root) if self.board.state.is_deciding else self._go_on(root)

    def _retire(self, node: TableNode, players: int) -> Fraction:
        return self._worth(self.board.points(node, players))

    def _go_on(self, node: TableNode) -> Number:
        """The value to each player in before the next card."""
        value = self._before.get(node)
        if value is None:
            inside = node[3]
            cards = self.board.cards_left(node)
            if not cards:
                value = self._retire(node, inside.bit_count())
            elif inside == 1 and self._solo is not None:
                value = Fraction(self._solo.stay(*node[:3], self.board.gems_alone(node)), factorial(cards))
            else:
                draws = self.board.draws(node)
                deadly = cards - sum(copies for copies, _ in draws)
                parts = [(Fraction(copies, cards), self._decide(then)) for copies, then in draws]
                value = weighted([*parts, (Fraction(deadly, cards), self._bust)])
            self._before[node] = value
        return value

    def _decide(self, node: TableNode) -> Number:
        """The value to each player in after a card, before the choice."""
        players = node[3].bit_count()
        if not self.board.cards_left(node):
            return self._retire(node, players)
        value = self._deciding.get(node)
        if value is None:
            value = self._deciding[node] = self._alone(node) if players == 1 else self._choice(node, players).value
        return value

    def _alone(self, node: TableNode) -> Number:
        retire, stay = self._retire(node, 1), self._go_on(node)
        assert isinstance(stay, Fraction)
        if self.alone is not None:
            self.alone[self.board.expedition(node).situation.unnamed()] = stay > retire
        return max(retire, stay)

    def _choice(self, node: TableNode, players: int) -> ExactChoice:
        retire = tuple(self._retire(node, k) for k in range(1, players + 1))
        stay = tuple(self._go_on(self._left_by(node, players - j)) for j in range(1, players + 1))
        stage = Stage(retire, stay, self.size)
        choice = self._stages.get(stage)  # Equal stages share one number, so that it is seen to be one.
        if choice is None:
            retires = stage.selected()
            choice = ExactChoice(stage, retires, stage.value(retires), len(stage.equilibria()))
            self._stages[stage] = choice
            self._check_bits(choice)
        self.plan[self.board.expedition(node).situation.unnamed()] = choice
        return choice

    def _check_bits(self, choice: ExactChoice) -> None:
        """Refuse denominators that have grown out of hand."""
        numbers = [choice.retire, choice.value.constant if isinstance(choice.value, Combination) else choice.value]
        bits = max((number.denominator.bit_length() for number in numbers if isinstance(number, Fraction)), default=0)
        self.most_bits = max(self.most_bits, bits)
        if bits > self.size.bits:
            raise GameError(
                f"bits: a denominator of {bits:,} bits came up, more than bits={self.size.bits:,}; start from a later"
                " state or a smaller deck",
            )

    def _left_by(self, node: TableNode, retiring: int) -> TableNode:
        """The node after `retiring` players left; who they are does not matter."""
        if not retiring:
            return node
        inside: int = node[3]
        group = inside & ~((1 << inside.bit_count() - retiring) - 1)
        return self.board.after_leaving(node, group)

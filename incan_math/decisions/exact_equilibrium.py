"""Two players who both decide: the symmetric equilibrium of a small position, in fractions.

Backward induction over the public states: each decision is a `Stage` whose values are known, one of its symmetric
equilibria is chosen by a named rule, and its value goes back. With two players every equilibrium is rational, but the
numbers grow: on the full deck the root's denominator has 95 million bits. Positions are refused beyond a size.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import factorial

from incan_math.decisions.board import Board, Node
from incan_math.decisions.lone import Lone
from incan_math.decisions.stage import SELECTION, Stage
from incan_math.game.errors import GameError
from incan_math.game.expedition import Expedition, need_expedition
from incan_math.game.situation import Situation
from incan_math.odds.next_card import one_step_gain
from incan_math.odds.states import count_states

__all__ = ["ExactEquilibrium", "exact_equilibrium"]


@dataclass(frozen=True)
class ExactEquilibrium:
    """The symmetric equilibrium from one state on, exactly; it can be called as a strategy.

    Attributes:
        state: where it starts.
        value: the expected points of each player from here on, from this expedition.
        selection: the rule by which one equilibrium is chosen where a decision has several.
        decisions: at how many states several players decide.
        ambiguous: at how many of them there is more than one symmetric equilibrium.
        ties: at how many staying and retiring are worth the same whatever the other does.
        bits: the size of the greatest denominator that came up.
    """

    state: Expedition
    value: Fraction
    selection: str
    decisions: int
    ambiguous: int
    ties: int
    bits: int
    _plan: dict[Situation, tuple[Stage, Fraction]] = field(repr=False, compare=False)

    def retire_probability(self, state: Expedition) -> Fraction:
        """The chance with which each player retires at this or a later state where several players decide.

        Raises:
            GameError: the state does not follow from the start with two players or more choosing at it.
        """
        return 1 - self._at(state)[1]

    def __call__(self, state: Expedition, /) -> Fraction | int:
        """The chance of retiring, also for a player who is left alone: `evaluate` and `best_response` take it."""
        if state.players == 1:
            return int(one_step_gain(state) <= 0)
        return self.retire_probability(state)

    @property
    def names_matter(self) -> bool:
        """Whether it looks at which hazard kind is which: it does not."""
        return False

    def stage(self, state: Expedition) -> Stage:
        """The decision at a state: what retiring and going on are worth by how many do so."""
        return self._at(state)[0]

    def _at(self, state: Expedition) -> tuple[Stage, Fraction]:
        need_expedition(state)
        found = self._plan.get(state.situation.unnamed())
        if found is None or state.rules != self.state.rules:
            raise GameError(f"state: at '{state}' no two players choose in this equilibrium's game")
        return found


def exact_equilibrium(state: Expedition, *, limit: int = 50_000, bits: int = 1_000_000) -> ExactEquilibrium:
    """The symmetric subgame-perfect equilibrium of two players at a small position, in fractions.

    Each maximises the own expected points of this expedition; both know all that is public, and a player left alone
    plays the solo optimum. Among several symmetric equilibria of one decision the rule in `selection` picks.

    Args:
        state: a live state with two players in; with more, only where no decision mixes.
        limit: the most decks that may be reached.
        bits: the most bits that a denominator may have.

    Raises:
        GameError: one player or none is in, the position is too big, leftovers are split per card, artifact points rise
            so steeply that the lone player's rule does not hold, or three players or more would have to mix.

    >>> from incan_math import Rules
    >>> small = Rules(treasures=(3, 5, 7), hazards={"fire": 2, "snakes": 2})
    >>> result = exact_equilibrium(Expedition.start(2, small))
    >>> result.value, result.ambiguous
    (Fraction(119206107, 41086892), 0)
    """
    need_expedition(state)
    if state.is_over or state.players < 2:
        raise GameError(f"state: at '{state}' no two players are in; decide answers for a lone player")
    if state.rules.leftover != "pooled":
        raise GameError("rules: leftovers split per card are not covered by the equilibrium; use pooled leftovers")
    decks = count_states(state, alike=True)
    if decks > limit:
        raise GameError(
            f"state: {decks:,} decks can be reached, more than limit={limit:,}; exact numbers would grow out of hand:"
            " start from a later state or a smaller deck",
        )
    solver = _Solver(state, bits)
    value = solver.solve()
    plan = solver.plan
    return ExactEquilibrium(
        state=state,
        value=value,
        selection=SELECTION,
        decisions=len(plan),
        ambiguous=sum(len(stage.equilibria()) > 1 and not stage.is_tie for stage, _ in plan.values()),
        ties=sum(stage.is_tie for stage, _ in plan.values()),
        bits=solver.most_bits,
        _plan=plan,
    )


class _Solver:
    """The values of all nodes that the players can meet, by recursion."""

    def __init__(self, state: Expedition, bits: int) -> None:
        self.board = Board(state, [None] * state.players)
        if not self.board.lattice.artifacts_stay_monotone():
            raise GameError(
                f"rules: artifact points of {state.rules.name} rise so steeply that a lone player's rule does not hold",
            )
        self.lone = Lone(self.board.lattice)
        self.bits = bits
        self.most_bits = 0
        self.plan: dict[Situation, tuple[Stage, Fraction]] = {}
        self._before: dict[Node, Fraction] = {}
        self._deciding: dict[Node, Fraction] = {}

    def solve(self) -> Fraction:
        """The value to each player at the board's root."""
        root = self.board.root
        return self._decide(root) if self.board.state.is_deciding else self._go_on(root)

    def _go_on(self, node: Node) -> Fraction:
        """The value to each player in before the next card."""
        value = self._before.get(node)
        if value is None:
            inside = node[3]
            cards = self.board.cards_left(node)
            if not cards:
                value = Fraction(self.board.points(node, inside.bit_count()))
            elif inside == 1:
                value = Fraction(self.lone.stay(*node[:3], self.board.gems_alone(node)), factorial(cards))
            else:
                draws = self.board.draws(node)
                value = sum((copies * self._decide(then) for copies, then in draws), Fraction(0)) / cards
            self._before[node] = value
        return value

    def _decide(self, node: Node) -> Fraction:
        """The value to each player in after a card, before the choice."""
        players = node[3].bit_count()
        if players == 1:
            return max(Fraction(self.board.points(node, 1)), self._go_on(node))
        if not self.board.cards_left(node):
            return Fraction(self.board.points(node, players))
        value = self._deciding.get(node)
        if value is None:
            retire = tuple(Fraction(self.board.points(node, k)) for k in range(1, players + 1))
            stay = tuple(self._go_on(self._left_by(node, players - j)) for j in range(1, players + 1))
            stage = Stage(retire, stay)
            try:
                chance = stage.selected()
            except ValueError as error:
                raise GameError(f"state: {error}, and exact answers are given for two players") from None
            value = self._deciding[node] = stage.value(chance)
            self.plan[self.board.expedition(node).situation.unnamed()] = stage, chance
            size = max(value.denominator, chance.denominator).bit_length()
            self.most_bits = max(self.most_bits, size)
            if size > self.bits:
                raise GameError(
                    f"state: a denominator of {size:,} bits came up, more than bits={self.bits:,}; start from a later"
                    " state or a smaller deck",
                )
        return value

    def _left_by(self, node: Node, retiring: int) -> Node:
        """The node after `retiring` players left; who they are does not matter."""
        if not retiring:
            return node
        inside: int = node[3]
        group = inside & ~((1 << inside.bit_count() - retiring) - 1)
        return self.board.after_leaving(node, group)

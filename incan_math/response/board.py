"""Everything that can happen at one table, in small integers, for solvers with given strategies.

Players follow different strategies here, so a node says who is in, and leftovers may be split per card; where all are
alike and leftovers pooled, `states.nodes` packs the number of players and all else into one integer.

A node is (t, h, a, inside, bag, left): the undrawn deck as a `DeckIndex` triple, the players in as bits, the bag that
each of them holds, and the gems left on the path (a sum where leftovers are pooled, a sorted tuple where they are split
per card). Players are numbered from 0 among those who are in at the root.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from incan_math.game.errors import GameError
from incan_math.game.expedition import Expedition, need_live
from incan_math.states.deck_index import DeckIndex
from incan_math.strategies.protocol import Strategy, depends_on, is_kind_symmetric, need_strategy, retire_probability

__all__ = ["Board", "Groups", "LIMIT", "Left", "TableNode", "Place"]

LIMIT = 3_000_000
"""How many nodes a solver holds before it refuses to go on, if no other limit is given: about 2 GB."""

Left = int | tuple[int, ...]
Place = tuple[int, int, int, int]
"""The undrawn deck and the players in: (t, h, a, inside)."""
TableNode = tuple[int, int, int, int, int, Left]
Groups = list[tuple[Fraction | int, int]]
"""(probability, players who leave, one bit each)."""

_GROUPS = 100_000
"""How many different lists of groups are remembered."""


class Board:
    """The table at `state` with a strategy for each player who is in; None marks the one who decides for themself.

    Raises:
        GameError: the strategies do not match the players in, or the expedition is over.
    """

    def __init__(self, state: Expedition, strategies: Sequence[Strategy | None]) -> None:
        need_live(state)
        if len(strategies) != state.players:
            raise GameError(
                f"strategies: {len(strategies)} given for the {state.players} players in; give one for each"
            )
        for strategy in strategies:
            if strategy is not None:
                need_strategy(strategy)
        self.state = state
        self._answering = [(player, s, depends_on(s)) for player, s in enumerate(strategies) if s is not None]
        self.is_settled_by_place = all(sees == "deck" for _, _, sees in self._answering)
        """Whether all strategies answer alike whatever the bag and the leftover."""
        self.deck_index = DeckIndex(state, kind_symmetric=all(is_kind_symmetric(s) for _, s, _ in self._answering))
        self._moves: dict[Place, list[tuple[int, Place, int, int]]] = {}
        self._answers: list[dict[tuple[int, ...], int]] = [{} for _ in strategies]
        self._probabilities: list[Fraction | int] = [0, 1]
        self._numbers: dict[Fraction | int, int] = {}
        self._groups: dict[tuple[int, tuple[int, ...]], Groups] = {}
        self._artifact_points: dict[int, int] = {}
        left: Left = state.leftover if state.rules.leftover == "pooled" else state.leftovers
        self.root: TableNode = (0, 0, 0, (1 << state.players) - 1, state.bag, left)

    def check_size(self, nodes: int, limit: int, cards_out: int) -> None:
        """Refuse to go on with more than `limit` nodes, with the way to have fewer.

        Raises:
            GameError: there are more.
        """
        if nodes > limit:
            hint = ""
            if not self.deck_index.kind_symmetric:
                hint = "; mark a function that does not depend on which hazard is which with kind_symmetric"
            raise GameError(
                f"state: more than {limit:,} nodes by card {cards_out} of {self.cards_left(self.root)}; start from a"
                f" later state, or give a greater limit{hint}",
            )

    def cards_left(self, node: TableNode) -> int:
        """How many cards are undrawn."""
        return self.deck_index.cards_left(*node[:3])

    def moves(self, place: Place) -> list[tuple[int, Place, int, int]]:
        """(copies, place after, gems into each bag, gems left) for each card that can come and does not bust."""
        moves = self._moves.get(place)
        if moves is None:
            t, h, a, inside = place
            players = inside.bit_count()
            moves = self._moves[place] = [
                (copies, (then, h, a, inside), *divmod(value, players))
                for copies, value, then in self.deck_index.treasures(t)
            ]
            moves += [(copies, (t, then, a, inside), 0, 0) for copies, then in self.deck_index.hazards(h)[0]]
            moves += [(copies, (t, h, then, inside), 0, 0) for copies, then in self.deck_index.artifacts(a)]
        return moves

    def draws(self, node: TableNode) -> list[tuple[int, TableNode]]:
        """(copies, node after) for each card that can come and does not bust."""
        bag, left = node[4:]
        return [
            (copies, (*place, bag + share, self.laid(left, rest) if rest else left))
            for copies, place, share, rest in self.moves(node[:4])
        ]

    def points(self, node: TableNode, retiring: int) -> int:
        """What each of `retiring` players who leave together takes home."""
        left = node[5]
        each = left // retiring if isinstance(left, int) else sum(gems // retiring for gems in left)
        return node[4] + each + (self.artifact_points(node[2]) if retiring == 1 else 0)

    def artifact_points(self, a: int) -> int:
        """What a sole retiree scores for the artifacts on the path."""
        points = self._artifact_points.get(a)
        if points is None:
            points = self._artifact_points[a] = self.deck_index.points(a)
        return points

    @staticmethod
    def split(left: tuple[int, ...], retiring: int) -> tuple[int, tuple[int, ...]]:
        """(gems for each of `retiring` players, what stays on the cards) where leftovers are split per card."""
        rest = sorted(gems % retiring for gems in left if gems % retiring)
        return sum(gems // retiring for gems in left), tuple(rest)

    def gems_alone(self, node: TableNode) -> int:
        """The gems of a player who is alone in: the bag and all that lies on the path."""
        left = node[5]
        return node[4] + (left if isinstance(left, int) else sum(left))

    def after_leaving(self, node: TableNode, group: int) -> TableNode:
        """The node after the players of `group` (bits) left together."""
        t, h, a, inside, bag, left = node
        retiring = group.bit_count()
        if isinstance(left, int):
            rest: Left = left % retiring
        else:
            rest = self.split(left, retiring)[1]
        return t, h, self.deck_index.taken(a) if retiring == 1 else a, inside & ~group, bag, rest

    def groups(self, node: TableNode) -> Groups:
        """(probability, players who leave) for every set that the strategies can send home at a decision.

        One value, not only an equal one, for all nodes at which the same players answer with the same probabilities.
        """
        inside = node[3]
        answers = tuple(
            self._answer(player, strategy, sees, node)
            for player, strategy, sees in self._answering
            if inside >> player & 1
        )
        key = (inside, answers)
        known = self._groups.get(key)
        if known is None:
            if len(self._groups) >= _GROUPS:
                self._groups.clear()
            known = self._groups[key] = self._together(inside, answers)
        return known

    def _together(self, inside: int, answers: tuple[int, ...]) -> Groups:
        groups: list[tuple[Fraction | int, int]] = [(1, 0)]
        players = (player for player, _, _ in self._answering if inside >> player & 1)
        for player, answer in zip(players, answers, strict=True):
            p = self._probabilities[answer]
            if p == 1:
                groups = [(weight, group | 1 << player) for weight, group in groups]
            elif p:
                leaving = [(weight * p, group | 1 << player) for weight, group in groups]
                groups = [(weight * (1 - p), group) for weight, group in groups] + leaving
        return groups

    def _answer(self, player: int, strategy: Strategy, sees: str, node: TableNode) -> int:
        """The number of the strategy's answer, asked for once for all nodes that look the same to it."""
        if sees == "state":
            return self._numbered(retire_probability(strategy, self.expedition(node)))
        key = (node[4],) if sees == "bag" else (*node[:3], node[3].bit_count())
        answers = self._answers[player]
        answer = answers.get(key)
        if answer is None:
            answer = answers[key] = self._numbered(retire_probability(strategy, self.expedition(node)))
        return answer

    def _numbered(self, probability: Fraction | int) -> int:
        """A small integer for each probability that has been answered: fractions are slow to hash."""
        if type(probability) is int:
            return probability
        number = self._numbers.get(probability)
        if number is None:
            number = self._numbers[probability] = len(self._probabilities)
            self._probabilities.append(probability)
        return number

    def expedition(self, node: TableNode) -> Expedition:
        """The public state that a node stands for; its path is left out, for there are many."""
        t, h, a, inside, bag, left = node
        leftovers = left if isinstance(left, tuple) else (left,) if left else ()
        return self.state.seen_as(self.deck_index.situation(t, h, a, inside.bit_count(), bag, leftovers))

    def laid(self, left: Left, rest: int) -> Left:
        """What lies on the path once a treasure leaves `rest` gems more."""
        return left + rest if isinstance(left, int) else tuple(sorted((*left, rest)))

"""Decisions of several players with equal bags, each packed into one integer, for solvers that meet millions of them.

A node is (players in, undrawn deck as a `DeckIndex` triple, bag of each, pooled leftover). Its fields stand at fixed
weights in the integer, so a card turns one node into the next by one addition.
"""

from __future__ import annotations

from typing import NamedTuple

from incan_math.game.errors import GameError
from incan_math.game.expedition import Expedition
from incan_math.states.deck_index import DeckIndex

__all__ = ["Node", "Nodes"]


class Node(NamedTuple):
    """`players` are in, each with `bag` gems, `left` gems lie on the path; (t, h, a) is the undrawn deck."""

    players: int
    t: int
    h: int
    a: int
    bag: int
    left: int


class Nodes:
    """The nodes that can follow from one state, and the numbers that decisions at them need.

    Args:
        state: a state whose leftovers are pooled.
    """

    def __init__(self, state: Expedition) -> None:
        self.state = state
        self.deck_index = DeckIndex(state)
        now = state.situation
        self.most_gems = now.players * now.bag + sum(now.leftovers) + self.deck_index.gems(0)
        gems = self.most_gems + 1
        hazards, artifacts = self.deck_index.hazard_decks(), self.deck_index.artifact_decks()
        self._left = now.players + 1
        self._bag = self._left * gems
        self._a = self._bag * gems
        self._h = self._a * artifacts
        self._t = self._h * hazards
        self._gems = gems
        self._decks = artifacts, hazards
        self.points = [self.deck_index.points(a) for a in range(artifacts)]
        self.taken = [self.deck_index.taken(a) for a in range(artifacts)]
        self.artifact_gain = [self.deck_index.artifact_gain(a) for a in range(artifacts)]
        self.deadly = [self.deck_index.deadly(h) for h in range(hazards)]
        self._other_moves: dict[int, tuple[tuple[int, int], ...]] = {}
        self._treasure_moves: dict[tuple[int, int], tuple[tuple[int, int], ...]] = {}
        self._treasure_gains: dict[tuple[int, int], tuple[int, int]] = {}
        self._treasure_cards: dict[int, tuple[int, int]] = {}
        self._other_cards = [
            [self.deck_index.cards_left(0, h, a) - sum(now.treasures) for a in range(artifacts)] for h in range(hazards)
        ]

    @property
    def root(self) -> int:
        """The node of the state itself."""
        now = self.state.situation
        return self.code(Node(now.players, 0, 0, 0, now.bag, sum(now.leftovers)))

    def code(self, node: Node) -> int:
        """The node as one integer."""
        players, t, h, a, bag, left = node
        return players + left * self._left + bag * self._bag + a * self._a + h * self._h + t * self._t

    def node(self, code: int) -> Node:
        """The node that an integer stands for."""
        rest, players = divmod(code, self._left)
        rest, left = divmod(rest, self._gems)
        rest, bag = divmod(rest, self._gems)
        rest, a = divmod(rest, self._decks[0])
        t, h = divmod(rest, self._decks[1])
        return Node(players, t, h, a, bag, left)

    def at(self, state: Expedition) -> int:
        """The node of a later state where several players choose.

        Raises:
            GameError: nothing leads there from the first state, or no two players choose there.
        """
        now = state.situation
        triple = None
        if state.setup == self.state.setup and now.deciding and 2 <= now.players <= self.state.players:
            triple = self.deck_index.triple(now)
        left = sum(now.leftovers)
        if triple is None or now.players * now.bag + left > self.most_gems:
            raise GameError(f"state: at '{state}' no two players choose in this equilibrium's game")
        return self.code(Node(now.players, *triple, now.bag, left))

    def cards_left(self, t: int, h: int, a: int) -> int:
        """How many cards are undrawn."""
        return self._treasures_of(t)[0] + self._other_cards[h][a]

    def gems(self, t: int) -> int:
        """The gems on all undrawn treasures."""
        return self._treasures_of(t)[1]

    def gains(self, t: int, players: int) -> tuple[int, int]:
        """(what each of `players` gets from all undrawn treasures drawn one at a time, that with all remainders)."""
        found = self._treasure_gains.get((t, players))
        if found is None:
            moves = self.deck_index.treasures(t)
            shares = sum(copies * (value // players) for copies, value, _ in moves)
            rests = sum(copies * (value % players) for copies, value, _ in moves)
            found = self._treasure_gains[t, players] = shares, shares + rests
        return found

    def after_leaving(self, node: Node, staying: int) -> Node:
        """The node before a card, once all but `staying` have left together."""
        players, t, h, a, bag, left = node
        leaving = players - staying
        if not leaving:
            return node
        return Node(staying, t, h, self.taken[a] if leaving == 1 else a, bag, left % leaving)

    def payoffs(self, node: Node) -> list[int]:
        """What each of k retirees takes home, for k = 1 up to all players in."""
        found = [node.bag + node.left // k for k in range(1, node.players + 1)]
        found[0] += self.points[node.a]
        return found

    def draws(self, code: int, node: Node) -> tuple[int, tuple[tuple[int, int], ...], int, tuple[tuple[int, int], ...]]:
        """Two offsets, each with (copies, node less the offset) of cards that can come: treasures, and all others."""
        players, t, h, a = node[:4]
        treasures = self._treasure_moves.get((t, players))
        if treasures is None:
            treasures = self._treasure_moves[t, players] = tuple(
                (copies, then * self._t + value // players * self._bag + value % players * self._left)
                for copies, value, then in self.deck_index.treasures(t)
            )
        deck = h * len(self.points) + a
        others = self._other_moves.get(deck)
        if others is None:
            hazards = tuple((copies, then * self._h + a * self._a) for copies, then in self.deck_index.hazards(h)[0])
            artifacts = tuple((copies, h * self._h + then * self._a) for copies, then in self.deck_index.artifacts(a))
            others = self._other_moves[deck] = hazards + artifacts
        return code - t * self._t, treasures, code - h * self._h - a * self._a, others

    def _treasures_of(self, t: int) -> tuple[int, int]:
        """(cards, gems) of the undrawn treasures."""
        found = self._treasure_cards.get(t)
        if found is None:
            moves = self.deck_index.treasures(t)
            cards = sum(copies for copies, _, _ in moves)
            found = self._treasure_cards[t] = cards, sum(copies * value for copies, value, _ in moves)
        return found

"""Everybody plays to win the last expedition: the play found is followed, and deviated from, on the engine's tree."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import pytest
from decision_brute import Key, Spot
from decision_strategies import lively
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import Position
from win_brute import SMALL, Tree, standings_of, tallies

from incan_math import Expedition, GameError, Rules, win_probability
from incan_math.game.cards import Artifact, Hazard, Treasure
from incan_math.response.standings import Standings
from incan_math.winning import contest_kernels as kernels
from incan_math.winning.contest import Solved, contest, solve_contest


class Play(Tree):
    """The engine's tree under the play of a contest: each player's share, and their best share by playing otherwise."""

    def __init__(
        self,
        root: Spot,
        solved: Solved,
        scores: Sequence[tuple[int, int]],
        home: Sequence[tuple[int, int]],
    ) -> None:
        super().__init__(root, [None] * len(root.table.bags), scores, home)
        self.solved = solved
        self.gain = 0.0
        self.seen: dict[tuple[Key, object, int, int], tuple[list[float], list[float]]] = {}

    def values(self, spot: Spot, key: int, out: int) -> tuple[list[float], list[float]]:
        """(shares under the play, best shares by other play), of all players at the root."""
        if spot.table.ended:
            shares = [float(share) for share in self.final(spot)]
            return shares, shares
        takings = tuple((taking.name, taking.points, len(taking.artifacts)) for taking in spot.table.snapshot().takings)
        known = spot.key, takings, key, out
        if known not in self.seen:
            self.seen[known] = self.choose(spot, key, out) if spot.table.awaits_choices else self.turn(spot, key, out)
        return self.seen[known]

    def turn(self, spot: Spot, key: int, out: int) -> tuple[list[float], list[float]]:
        shares, best = [0.0] * len(self.names), [0.0] * len(self.names)
        for chance, after in spot.cards():
            then = self.values(after, self.drawn(spot, after, key), out + 1)
            for player in range(len(self.names)):
                shares[player] += float(chance) * then[0][player]
                best[player] += float(chance) * then[1][player]
        return shares, best

    def drawn(self, spot: Spot, after: Spot, key: int) -> int:
        """The key after the card that was turned up."""
        index, deck = self.solved.laid.index, self.solved.laid.deck
        if key < 0 or after.table.bust:
            return -1
        card = after.moves[-1]
        t, h, a = digits(key, self.solved)[:3]
        keys = np.empty(50, np.int64)
        count = kernels.expand_draws(np.array([key]), deck, keys)
        now = index.situation(t, h, a, 1, 0, ())
        rules = spot.scenario.rules
        for place, move in enumerate([*index.treasures(t), *index.hazards(h)[0], *index.artifacts(a)]):
            then = digits(int(keys[place]), self.solved)[:3]
            later = index.situation(then[0], then[1], then[2], 1, 0, ())
            if (
                isinstance(card, Treasure)
                and then[0] != t
                and rules.values[changed(now.treasures, later.treasures)] == card.value
            ):
                return int(keys[place])
            if isinstance(card, Artifact) and then[2] != a:
                kind = rules.artifact_kinds[changed(now.artifacts, later.artifacts)]
                if kind.points is None or kind == card:
                    return int(keys[place])
            if isinstance(card, Hazard) and then[1] != h and move is not None:
                want = after.state.situation.unnamed()
                if (later.hazards, later.showing) == (want.hazards, want.showing):
                    return int(keys[place])
        raise AssertionError(f"no move for {card} among {count}")

    def choose(self, spot: Spot, key: int, out: int) -> tuple[list[float], list[float]]:
        inside = [player for player, name in enumerate(self.names) if name in spot.table.bags]
        if key < 0 or digits(key, self.solved)[3] == 0:  # Settled, or alone: the best that the player can do.
            return self.alone(spot, inside)
        place = int(np.searchsorted(self.solved.choosing[out], key))
        assert self.solved.choosing[out][place] == key
        retires = self.solved.retires[out][place]
        outcomes = {}
        for bits in range(1 << len(inside)):
            group = [player for i, player in enumerate(inside) if bits >> i & 1]
            then = kernels.after_choice(key, sum(1 << player for player in group), self.solved.laid.deck)
            after = spot.leave([self.names[player] for player in group])
            outcomes[frozenset(group)] = self.values(after, int(then), out)

        def weight(group: frozenset[int], but: int) -> float:
            product = 1.0
            for player in inside:
                if player != but:
                    product *= retires[player] if player in group else 1 - retires[player]
            return product

        shares = [sum(weight(g, -1) * v[0][p] for g, v in outcomes.items()) for p in range(len(self.names))]
        best = [sum(weight(g, -1) * v[1][p] for g, v in outcomes.items()) for p in range(len(self.names))]
        for p in inside:
            stay = sum(weight(g, p) * v[1][p] for g, v in outcomes.items() if p not in g)
            retire = sum(weight(g, p) * v[1][p] for g, v in outcomes.items() if p in g)
            best[p] = max(stay, retire)
            self.gain = max(self.gain, best[p] - shares[p])
        return shares, best

    def alone(self, spot: Spot, inside: list[int]) -> tuple[list[float], list[float]]:
        """Whoever is in plays for the greatest share of the first of them; where who wins is settled, so are all."""
        first = inside[0]
        stay = self.turn(spot, -1, 0)[0]
        leave = self.values(spot.leave([self.names[player] for player in inside]), -1, 0)[0]
        shares = max(leave, stay, key=lambda found: found[first])
        return shares, shares


def digits(key: int, solved: Solved) -> list[int]:
    found = []
    for size in reversed([int(size) for size in solved.laid.deck.radix]):
        key, digit = divmod(key, size)
        found.append(digit)
    return found[::-1]


def changed(before: Sequence[int], after: Sequence[int]) -> int:
    return next(place for place, (one, other) in enumerate(zip(before, after, strict=True)) if one != other)


@settings(max_examples=60)
@given(lively(6, 3), st.data())
def test_nobody_gains_by_playing_otherwise_on_the_engines_tree(position: Position, data: st.DataObject) -> None:
    state, spot = position.state, Spot.of(position)
    players = len(spot.table.bags)
    assume(players > 1 and state.rules.leftover == "pooled" and state.cards_left)
    scores = data.draw(st.lists(tallies, min_size=players, max_size=players))
    home = data.draw(st.lists(tallies, max_size=2))
    by_artifacts = state.rules.tie == "most artifacts"
    standings = standings_of(scores, home, by_artifacts)
    solved = solve_contest(state, standings, 1_000_000, None)
    answer = contest(state, standings)
    tree = Play(spot, solved, scores, home)
    shares, _ = tree.values(spot, solved.laid.root, 0)
    assert tree.gain < 1e-9 and answer.deviation_gain < Fraction(1, 10**9)
    for share, enclosed in zip(shares, answer.shares, strict=True):
        assert abs(share - float(enclosed)) < 1e-9
    if state.is_deciding:
        assert len({p for p, score in zip(answer.retire_probabilities, scores, strict=True) if score == scores[0]}) == 1


def test_two_players_are_the_duel() -> None:
    """The game of two is zero-sum, so that all equilibria have the value that `duel` finds in its own way."""
    state = Expedition.start(2, Rules((3, 5, 7, 9), {"fire": 2, "snakes": 2}, (), expeditions=2), expedition=2)
    for lead in (0, 1, 3, 5):
        found = contest(state, Standings.read(state, [lead, 0])).value
        assert abs(float(found) - float(win_probability(lead, 2, rules=state.rules))) < 1e-9


def test_equal_players_are_equal_and_shares_add_up() -> None:
    state = Expedition.start(3, SMALL)
    level = contest(state, Standings.read(state, [0, 0, 0]))
    assert {round(float(share), 9) for share in level.shares} == {round(1 / 3, 9)}
    two = contest(state, Standings.read(state, [0, 2, 2]))
    assert float(two.shares[1]) == float(two.shares[2])
    assert abs(sum(float(share) for share in two.shares) - 1) < 1e-9


def test_refusals() -> None:
    state = Expedition.start(3, SMALL)
    with pytest.raises(GameError, match="more than 10 situations by card 2 of 8"):
        contest(state, Standings.read(state, [0, 0, 0]), limit=10)
    with pytest.raises(GameError, match="2 or more"):
        contest(Expedition.start(1, SMALL), Standings.read(Expedition.start(1, SMALL), [0]))
    with pytest.raises(GameError, match="for up to 6"):
        contest(Expedition.start(7, SMALL), Standings.read(Expedition.start(7, SMALL), [0] * 7))

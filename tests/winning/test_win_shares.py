"""Win shares in the last expedition, against the reference engine's game tree in fractions."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pytest
from decision_brute import Key, Spot
from decision_strategies import opponents, spots
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import Position

from incan_math import (
    Expedition,
    GameError,
    RetireAfterCards,
    RetireAtGems,
    RetireAtHazards,
    Rules,
    StayForever,
    Strategy,
)
from incan_math.winning.share_evaluation import win_shares
from incan_math.winning.share_response import best_share
from incan_math.winning.standings import Standings

SMALL = Rules((3, 5, 7, 9), {"fire": 2, "snakes": 2}, ())


class Tree:
    """Every card and every choice, what each player ends with, and who shares the win; the engine does the rest."""

    def __init__(
        self,
        root: Spot,
        strategies: Sequence[Strategy | None],
        scores: Sequence[tuple[int, int]],
        home: Sequence[tuple[int, int]],
    ) -> None:
        self.names = list(root.table.bags)
        self.asked = {name: one for name, one in zip(self.names, strategies, strict=True) if one is not None}
        self.scores = dict(zip(self.names, scores, strict=True))
        self.home = home
        self.by_artifacts = root.scenario.rules.tie == "most artifacts"
        self.known: dict[tuple[Key, object], tuple[Fraction, ...]] = {}

    def final(self, spot: Spot) -> tuple[Fraction, ...]:
        brought = dict.fromkeys(self.names, 0)
        for taking in spot.table.snapshot().takings:
            if taking.name in brought:
                brought[taking.name] = len(taking.artifacts)
        ends = [
            (self.scores[name][0] + spot.table.points[name], self.scores[name][1] + brought[name])
            for name in self.names
        ]
        everybody = [*ends, *self.home]
        ranks = [end if self.by_artifacts else end[:1] for end in everybody]
        winners = ranks.count(max(ranks))
        return tuple(Fraction(rank == max(ranks), winners) for rank in ranks[: len(ends)])

    def mean(self, weighted: list[tuple[Fraction, Spot]]) -> tuple[Fraction, ...]:
        shares = [(chance, self.shares(after)) for chance, after in weighted]
        return tuple(sum((chance * share[i] for chance, share in shares), Fraction()) for i in range(len(self.names)))

    def stay(self, spot: Spot) -> tuple[Fraction, ...]:
        if not spot.table.awaits_choices:
            return self.mean(list(spot.cards()))
        return self.mean([(c, spot.leave(names)) for c, names in spot.splits(self.asked)])

    def retire(self, spot: Spot) -> tuple[Fraction, ...]:
        asker = self.names[0]
        return self.mean([(c, spot.leave((asker, *names))) for c, names in spot.splits(self.asked)])

    def shares(self, spot: Spot) -> tuple[Fraction, ...]:
        if spot.table.ended:
            return self.final(spot)
        takings = tuple((taking.name, taking.points, len(taking.artifacts)) for taking in spot.table.snapshot().takings)
        key = spot.key, takings
        if key not in self.known:
            found = self.stay(spot)
            if spot.table.awaits_choices and self.names[0] in spot.table.bags and self.names[0] not in self.asked:
                found = max(found, self.retire(spot), key=lambda share: share[0])
            self.known[key] = found
        return self.known[key]


tallies = st.tuples(st.integers(0, 9), st.integers(0, 2))


def standings_of(scores: Sequence[tuple[int, int]], home: Sequence[tuple[int, int]], by_artifacts: bool) -> Standings:
    one = Expedition.start(len(scores), Rules((1,), {}, (5,) * 40, tie="most artifacts" if by_artifacts else "shared"))
    return Standings.read(
        one, [s for s, _ in scores], [s for s, _ in home], [a for _, a in scores], [a for _, a in home]
    )


@settings(max_examples=120)
@given(spots(7, 3), st.data())
def test_best_play_for_the_win(position: Position, data: st.DataObject) -> None:
    spot = Spot.of(position)
    players = len(spot.table.bags)
    others = [data.draw(opponents) for _ in range(players - 1)]
    scores = data.draw(st.lists(tallies, min_size=players, max_size=players))
    home = data.draw(st.lists(tallies, max_size=2))
    tree = Tree(spot, [None, *others], scores, home)
    found = best_share(position.state, others, standings_of(scores, home, tree.by_artifacts))
    wanted = tree.stay(spot)[0], tree.retire(spot)[0] if spot.table.awaits_choices else 0
    assert found == wanted


@settings(max_examples=80)
@given(spots(6, 4), st.data())
def test_everybodys_share(position: Position, data: st.DataObject) -> None:
    spot = Spot.of(position)
    players = len(spot.table.bags)
    own = [data.draw(opponents) for _ in range(players)]
    scores = data.draw(st.lists(tallies, min_size=players, max_size=players))
    home = data.draw(st.lists(tallies, max_size=2))
    tree = Tree(spot, own, scores, home)
    assert win_shares(position.state, own, standings_of(scores, home, tree.by_artifacts)) == tree.shares(spot)


def test_values_that_other_programs_found() -> None:
    two, three = Expedition.start(2, SMALL), Expedition.start(3, SMALL)
    assert best_share(two, RetireAtGems(5), Standings.read(two, [0, 0]))[0] == Fraction(697, 1260)
    others = [RetireAtGems(3), RetireAtHazards(1)]
    assert best_share(three, others, Standings.read(three, [0, 3, 1]))[0] == Fraction(65, 168)


def test_best_play_is_not_beaten_and_shares_add_up() -> None:
    state = Expedition.start(3, SMALL)
    standings = Standings.read(state, [0, 3, 1], home=[4])
    others = [RetireAtGems(3), RetireAtHazards(1)]
    best = max(best_share(state, others, standings))
    for own in (RetireAtGems(4), RetireAfterCards(2), StayForever()):
        assert win_shares(state, [own, *others], standings)[0] <= best
    level = Standings.read(state, [0, 0, 0])
    assert sum(win_shares(state, [*others, StayForever()], level)) == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"scores": [1]}, "scores: 1 given for the 2 players in"),
        ({"scores": "12"}, "scores: give whole numbers"),
        ({"scores": [1, -1]}, "scores: give whole numbers from 0"),
        ({"scores": [1, 2.5]}, "scores: give whole numbers"),
        ({"scores": 5}, "scores: give whole numbers"),
        ({"scores": [1, 2], "home": [1] * 7}, "home: 7 given"),
        ({"scores": [1, 2], "artifacts": [1, 1, 1]}, "artifacts: give a number for each of 2 players"),
    ],
)
def test_standings_that_cannot_be(arguments: dict[str, object], words: str) -> None:
    with pytest.raises(GameError, match=words):
        Standings.read(Expedition.start(2), **arguments)  # type: ignore[arg-type]


def test_only_the_last_expedition() -> None:
    with pytest.raises(GameError, match="give expedition=5"):
        Standings.read(Expedition.start(3, expedition=4), [1, 2, 3])


def test_artifacts_that_break_ties_are_asked_for() -> None:
    state = Expedition.start(2, expedition=5, claimed=2)
    with pytest.raises(GameError, match="artifacts were claimed and break ties"):
        Standings.read(state, [1, 2])
    assert (
        Standings.read(state, [1, 2], artifacts=[2, 0]).base[0]
        > Standings.read(state, [1, 2], artifacts=[0, 2]).base[0]
    )

"""Win shares in the last expedition, against the reference engine's game tree in fractions."""

from __future__ import annotations

from fractions import Fraction

import pytest
from decision_brute import Spot
from decision_strategies import opponents, spots
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import Position
from win_brute import SMALL, Tree, standings_of, tallies

from incan_math import (
    Expedition,
    GameError,
    RetireAfterCards,
    RetireAtGems,
    RetireAtHazards,
    StayForever,
    evaluate,
)
from incan_math.response.standings import Standings, need_last_expedition
from incan_math.response.win_evaluation import win_shares
from incan_math.response.win_response import best_win_response


@settings(max_examples=120)
@given(spots(7, 3), st.data())
def test_best_play_for_the_win(position: Position, data: st.DataObject) -> None:
    spot = Spot.of(position)
    players = len(spot.table.bags)
    others = [data.draw(opponents) for _ in range(players - 1)]
    scores = data.draw(st.lists(tallies, min_size=players, max_size=players))
    home = data.draw(st.lists(tallies, max_size=2))
    tree = Tree(spot, [None, *others], scores, home)
    answer = best_win_response(position.state, others, standings_of(scores, home, tree.by_artifacts))
    found = answer.stay, answer.retire
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
    found = win_shares(position.state, own, standings_of(scores, home, tree.by_artifacts))
    assert found.win_share == tree.shares(spot) and found.home == 1 - sum(found.win_share)


def test_values_that_other_programs_found() -> None:
    two, three = Expedition.start(2, SMALL), Expedition.start(3, SMALL)
    assert best_win_response(two, RetireAtGems(5), Standings.read(two, [0, 0])).value == Fraction(697, 1260)
    others = [RetireAtGems(3), RetireAtHazards(1)]
    assert best_win_response(three, others, Standings.read(three, [0, 3, 1])).value == Fraction(65, 168)


def test_best_play_is_not_beaten_and_shares_add_up() -> None:
    state = Expedition.start(3, SMALL)
    standings = Standings.read(state, [0, 3, 1], home=[4])
    others = [RetireAtGems(3), RetireAtHazards(1)]
    best = best_win_response(state, others, standings).value
    for own in (RetireAtGems(4), RetireAfterCards(2), StayForever()):
        assert win_shares(state, [own, *others], standings).win_share[0] <= best
    level = Standings.read(state, [0, 0, 0])
    assert sum(win_shares(state, [*others, StayForever()], level).win_share) == 1
    asked = evaluate(state, [StayForever(), *others], objective="win", scores=[0, 3, 1], home=[4])
    assert asked == win_shares(state, [StayForever(), *others], standings)


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
        need_last_expedition(Expedition.start(3, expedition=4))


def test_artifacts_that_break_ties_are_asked_for() -> None:
    state = Expedition.start(2, expedition=5, claimed=2)
    with pytest.raises(GameError, match="artifacts were claimed and break ties"):
        Standings.read(state, [1, 2])
    assert (
        Standings.read(state, [1, 2], artifacts=[2, 0]).base[0]
        > Standings.read(state, [1, 2], artifacts=[0, 2]).base[0]
    )

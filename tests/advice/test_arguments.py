"""Every wrong argument of `decide`, `evaluate`, `best_response` and `tournament` ends in one line that names it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from incan_math import (
    Expedition,
    GameError,
    RetireAtGems,
    Rules,
    StayForever,
    best_response,
    campaign,
    decide,
    duel,
    equilibrium,
    evaluate,
    policy,
    take_home,
    tournament,
)
from incan_math.response.standings import Standings
from incan_math.response.win_response import best_win_response
from incan_math.winning.contest import contest

SMALL = Rules(treasures=(3, 5, 7), hazards={"fire": 2, "snakes": 2}, expeditions=2)
ALONE = Expedition.parse("5 fire", 1, SMALL, expedition=2)
TWO = Expedition.parse("5 fire", 2, SMALL, expedition=2)
STAY = StayForever()
ask: Callable[..., Any] = decide  # Without types, as callers without a type checker.
follow: Callable[..., Any] = evaluate
respond: Callable[..., Any] = best_response
league: Callable[..., Any] = tournament


def test_playing_to_win_with_scores_reaches_its_solver() -> None:
    standings = Standings.read(TWO, [3, 0])
    against = decide(TWO, RetireAtGems(2), objective="win", scores=[3, 0])
    assert against == best_win_response(TWO, [RetireAtGems(2)], standings)
    assert against == decide(TWO, RetireAtGems(2), objective="win", lead=3)
    assert decide(TWO, objective="win", scores=[3, 0]) == contest(TWO, standings)
    assert decide(ALONE, objective="win", scores=[3], home=[5]).objective == "win"


def test_each_objective_reaches_its_solver() -> None:
    assert decide(ALONE, objective="game") == campaign(SMALL).decide(ALONE)
    assert decide(TWO, objective="win", lead=3) == duel(SMALL).decide(TWO, 3)
    assert decide(TWO) == decide(TWO, objective="points") == equilibrium(TWO).decision()
    assert decide(TWO, RetireAtGems(2)) == best_response(TWO, [RetireAtGems(2)], objective="points")
    objectives = [decide(ALONE, objective=each).objective for each in ("points", "game")]
    assert objectives == ["points", "game"] and decide(TWO, objective="win", lead=3).objective == "win"


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: ask("7 fire"), "state: '7 fire' is no"),
        (lambda: ask(None), "state: None"),
        (
            lambda: ask(TWO, objective="draw"),
            "objective: 'draw' given; play for 'points', the whole",
        ),
        (lambda: ask(TWO, objective=["win"]), "objective: "),
        (lambda: ask(TWO, objective=None), "objective: None"),
        (lambda: ask(TWO, objective="win"), "lead: say how many points"),
        (lambda: ask(TWO, objective="win", lead="7"), "lead: '7' given; give a whole number"),
        (lambda: ask(TWO, objective="win", lead=True), "lead: True given"),
        (lambda: ask(TWO, objective="win", lead=1, artifact_lead=0.5), "artifact_lead: 0.5 given"),
        (lambda: ask(TWO, objective="win", lead=10**5000), "lead: "),
        (lambda: ask(TWO, STAY, objective="win"), "scores: give the points"),
        (lambda: ask(TWO, scores=[1, 2]), "scores, home, artifacts: they matter only"),
        (lambda: ask(TWO, objective="win", home=[3]), "home, artifacts: give scores"),
        (lambda: ask(TWO, objective="win", scores=[1, 2], lead=1), "lead, artifact_lead: scores say as much"),
        (lambda: ask(TWO, objective="win", scores=[1]), "scores: 1 given for the 2 players in"),
        (lambda: ask(ALONE, objective="win", lead=1), "'win' over the whole game is for two players, and 1 began"),
        (lambda: ask(TWO, lead=1), "objective='win'"),
        (lambda: ask(ALONE, objective="game", lead=1), "objective='win'"),
        (lambda: ask(TWO, objective="game"), "'game' is for one player alone, and 2 began"),
        (lambda: ask(ALONE, [], objective="game"), "opponents: "),
        (lambda: ask(Expedition.parse("5", 1, SMALL), objective="game"), "such as expedition=1"),
        (lambda: ask(ALONE, progress=5), "progress: 5 cannot be called"),
        (lambda: ask(TWO, progress="bar"), "progress: 'bar' cannot be called"),
        (lambda: ask(TWO, [None]), "strategy: None"),
        (lambda: ask(TWO, 5), "strategy: 5"),
        (lambda: ask(TWO, [STAY, STAY]), "opponents: 2 given, but 1 others"),
        (lambda: ask(Expedition.parse("5 -2", 2, SMALL)), "is over"),
        (
            lambda: respond(TWO, [STAY], objective="win"),
            "objective: 'win' is not covered for given",
        ),
        (lambda: respond(TWO, [STAY], objective=1), "objective: 1 given"),
        (lambda: respond(TWO, [STAY], limit=0), "limit: 0 given"),
        (lambda: respond(TWO, [STAY], limit=None), "limit: None given"),
        (lambda: respond(TWO, [STAY], progress=3), "progress: 3 cannot"),
        (lambda: respond(5, [STAY]), "state: 5"),
        (lambda: follow(TWO, None), "strategies: None given"),
        (lambda: follow(TWO, "stay"), "strategies: 'stay' given"),
        (lambda: follow(TWO, [STAY, "stay"]), "parse_strategy"),
        (lambda: follow(TWO, [STAY]), "1 given for the 2 players in"),
        (lambda: follow("7", [STAY]), "state: '7'"),
        (lambda: follow(TWO, [STAY, STAY], objective="game"), "objective: 'game' is not covered"),
        (lambda: follow(TWO, [STAY, STAY], limit=True), "limit: True given"),
        (lambda: league(None), "strategies: None given"),
        (lambda: league("stay"), "strategy"),
        (lambda: league([]), "strategies: none given"),
        (lambda: league([STAY], players=0), "players: 0 given"),
        (lambda: league([STAY], players="2"), "players: '2'"),
        (lambda: league([STAY], 7), "rules: "),
        (lambda: league([STAY] * 60, players=8), "make 6,"),
        (lambda: league([STAY], objective="win"), "objective: 'win' is not covered"),
    ],
)
def test_wrong_arguments(call: Callable[[], object], said: str) -> None:
    with pytest.raises(GameError) as error:
        call()
    message = str(error.value)
    assert said in message and "\n" not in message and len(message) <= 300


def test_a_tournament_is_a_value() -> None:
    one, two = (tournament([RetireAtGems(3), STAY], SMALL) for _ in range(2))
    assert one == two and hash(one) == hash(two)


@pytest.mark.parametrize(
    "rules",
    [
        Rules((3, 5), {"fire": 2}, tuple(range(1, 15)), artifact_value="printed", artifact_entry="all at once"),
        Rules((3, 5), {f"kind{chr(97 + size)}": size + 2 for size in range(15)}, ()),
    ],
    ids=["artifacts", "hazards"],
)
def test_what_would_take_too_long_is_counted_first(rules: Rules) -> None:
    start = Expedition.start(1, rules, expedition=1)
    for call in (decide, take_home, policy_of):
        with pytest.raises(GameError, match=r"state: [\d,]+ combinations of hazards and artifacts") as error:
            call(start)
        assert len(str(error.value)) <= 300


def policy_of(state: Expedition) -> object:
    return dict(policy(state))

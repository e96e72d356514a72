"""Bots in a process of their own: what they answer, and how they fail."""

from __future__ import annotations

import pickle
from fractions import Fraction
from pathlib import Path

import pytest

from incan_math import Expedition, GameError, RetireAtGems, Rules, StayForever
from incan_math.simulation.bot_process import BotProcess
from incan_math.simulation.leagues import league
from incan_math.simulation.simulations import simulate

SMALL = Rules(treasures=(3, 5, 7), hazards={"fire": 2, "snakes": 2}, artifacts=(5, 8), expeditions=2)
SOURCE = """
import os, time
from fractions import Fraction

def fair(state):
    print("thinking")
    return int(state.bag >= 4)

def mixing(state):
    return Fraction(1, 3)

def watching(sight):
    return int(sight.lead > 0)

watching.sees_table = True

def hanging(state):
    if state.bag in (3, 4, 5, 6, 11):
        time.sleep(3600)
    return 0

def raising(state):
    return 1 // 0

def nonsense(state):
    return "stay"

def ending(state):
    os._exit(3)
"""


@pytest.fixture
def bots(tmp_path: Path) -> Path:
    file = tmp_path / "bots.py"
    file.write_text(SOURCE)
    return file


def test_a_bot_answers_as_it_would_without_a_process(bots: Path) -> None:
    fair = BotProcess(f"{bots}:fair", seconds=30)
    assert fair.name == "fair"
    ours = simulate([fair, StayForever()], rules=SMALL, games=60)
    assert ours.points == simulate([RetireAtGems(4), StayForever()], rules=SMALL, games=60).points
    assert BotProcess(f"{bots}:mixing", seconds=30)(Expedition.parse("7")) == Fraction(1, 3)
    assert simulate([BotProcess(f"{bots}:watching", seconds=30), StayForever()], rules=SMALL, games=10).games == 10
    assert pickle.loads(pickle.dumps(fair))(Expedition.parse("7")) == 1


def test_a_bot_that_hangs_loses_that_decision_and_the_league_goes_on(bots: Path) -> None:
    hanging = BotProcess(f"{bots}:hanging", seconds=2)
    assert hanging(Expedition.parse("7")) == 0
    with pytest.raises(GameError, match=r"no answer within 2 seconds"):
        hanging(Expedition.parse("11"))
    assert hanging(Expedition.parse("7")) == 0 and hanging.restarts == 1
    result = simulate([hanging, StayForever()], rules=SMALL, games=40, lenient=True)
    assert result.games == 40 and hanging.restarts == 3
    assert any("no answer within" in what for _, what in result.faults)
    assert any("not asked any more" in what for _, what in result.faults)


@pytest.mark.parametrize(
    ("name", "says"),
    [("raising", "ZeroDivisionError"), ("nonsense", "answered 'stay'"), ("ending", "the bot's process ended")],
)
def test_a_bot_that_fails_is_reported(bots: Path, name: str, says: str) -> None:
    bot = BotProcess(f"{bots}:{name}", seconds=30)
    with pytest.raises(GameError, match=says):
        bot(Expedition.parse("7"))
    result = league([bot, RetireAtGems(4)], rules=SMALL, games=2)
    assert result.results[0][1].faults > 0 and result.results[1][1].faults == 0


def test_what_is_not_a_bot_is_refused_when_it_is_made(bots: Path) -> None:
    with pytest.raises(GameError, match="gives no player"):
        BotProcess(f"{bots}:nobody")
    with pytest.raises(GameError, match="there is no file"):
        BotProcess("none.py:Bot")
    with pytest.raises(GameError, match="seconds: 0 given"):
        BotProcess(f"{bots}:fair", seconds=0)

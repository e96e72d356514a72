"""Leagues and their files, comparisons on common cards, players as text, and the commands."""

from __future__ import annotations

from pathlib import Path

import pytest

from incan_math import GameError, RetireAtGems, Rules, StayForever
from incan_math.cli.commands import command_of
from incan_math.engine import play_match
from incan_math.simulation.leagues import league
from incan_math.simulation.paired import compare
from incan_math.simulation.participants import EquilibriumPlayer, parse_player
from incan_math.simulation.seats import engine_chooser
from incan_math.simulation.simulations import simulate

SMALL = Rules(treasures=(3, 5, 7), hazards={"fire": 2, "snakes": 2}, artifacts=(5, 8), expeditions=2)
BOTS = [RetireAtGems(4), StayForever()]


def test_a_league_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    file = tmp_path / "league.csv"
    whole = league(BOTS, rules=SMALL, games=500, file=file)
    lines = file.read_text().splitlines()
    assert len(lines) == 5 and whole == league(BOTS, rules=SMALL, games=500)
    file.write_text("\n".join(lines[:3]) + "\n")
    assert league(BOTS, rules=SMALL, games=500, file=file) == whole
    assert sorted(file.read_text().splitlines()) == sorted(lines)
    league(BOTS, rules=SMALL, games=600, file=file)
    assert len(file.read_text().splitlines()) == 9  # Other games are other results.


def test_a_damaged_line_is_noticed_and_played_again(tmp_path: Path) -> None:
    file = tmp_path / "league.csv"
    whole = league(BOTS, rules=SMALL, games=500, file=file)
    text = file.read_text()
    file.write_text(text[:-20])
    with pytest.warns(UserWarning, match="line 5 of .* is damaged"):
        assert league(BOTS, rules=SMALL, games=500, file=file) == whole
    file.write_text(text.replace("gems:4", "gems:5", 1))
    with pytest.warns(UserWarning, match="line 2 of .* is damaged"):
        assert league(BOTS, rules=SMALL, games=500, file=file) == whole
    file.write_text("something else\n")
    with pytest.raises(GameError, match="not a file of league results"):
        league(BOTS, rules=SMALL, games=500, file=file)


def test_a_league_survives_a_bot_that_fails() -> None:
    def broken(state: object) -> int:
        raise ZeroDivisionError

    result = league([broken, RetireAtGems(4)], rules=SMALL, games=50)
    assert result.results[0][1].faults > 0 and result.results[1][1].faults == 0
    with pytest.raises(GameError, match="one name"):
        league([broken, broken], rules=SMALL, games=50)


def test_a_comparison_on_common_cards_is_that_of_two_simulations() -> None:
    paired = compare(RetireAtGems(5), RetireAtGems(4), [StayForever()], rules=SMALL, games=20_000)
    first, second = (simulate([RetireAtGems(n), StayForever()], rules=SMALL, games=20_000) for n in (5, 4))
    assert paired.points.mean == pytest.approx(first.points[0].mean - second.points[0].mean)
    assert paired.win_share.mean == pytest.approx(first.win_share[0].mean - second.win_share[0].mean)
    apart = (first.points[0].width ** 2 + second.points[0].width ** 2) ** 0.5
    assert paired.points.width < apart
    assert paired.points_narrowing == pytest.approx(apart / paired.points.width, rel=1e-3)


def test_the_equilibrium_plays_whole_games_here_and_at_the_engine() -> None:
    player = EquilibriumPlayer()
    result = simulate([player, player], rules=SMALL, games=300)
    assert result.points[0].mean > simulate([StayForever(), player], rules=SMALL, games=300).points[0].mean
    match = play_match(SMALL, {"Ann": engine_chooser(player, SMALL), "Bob": lambda view: True}, seed=3)
    assert match.over


def test_a_bot_comes_from_a_file(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("class Bot:\n    def __call__(self, state):\n        return int(state.bag >= 4)\n\nx = 5\n")
    ours = simulate([parse_player(f"{bot}:Bot"), StayForever()], rules=SMALL, games=200)
    assert ours.points == simulate(BOTS, rules=SMALL, games=200).points
    for text, says in (("Nobody", "gives no player"), ("x", "give a function")):
        with pytest.raises(GameError, match=says):
            parse_player(f"{bot}:{text}")
    with pytest.raises(GameError, match="there is no file"):
        parse_player("none.py:Bot")


def test_the_commands_print_tables(capsys: pytest.CaptureFixture[str]) -> None:
    for name, more in (("simulate", {}), ("league", {"players": 2, "file": None, "decision_seconds": 1})):
        command, _ = command_of([name])
        assert command is not None
        command.run(strategies=["gems:5", "gems:9"], games=200, seed=1, rules=None, output_format="text", **more)
        shown = capsys.readouterr().out
        assert "gems:5" in shown and "win share" in shown

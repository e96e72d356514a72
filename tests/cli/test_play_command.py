"""`incan-math play` from a pipe: the options, the file, and the exit status."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from incan_math import Record, decide
from incan_math.cli.play_command import _typed
from incan_math.companion.journal import Journal
from incan_math.companion.session import Session


def typed(lines: str, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "incan_math", "play", *words]
    return subprocess.run(command, input=lines, capture_output=True, text=True, encoding="utf-8", timeout=120)


def test_a_game_is_kept_and_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    first = typed("fire 15\nsnakes\n", str(path), "--players", "Ann", "--rules", "bga-pt")
    assert (first.returncode, first.stderr) == (0, "")
    assert path.read_text() == "# me: Ann\nrules: bga-pt\nplayers: Ann\n\n1: fire 15 snakes"
    second = typed("3\nquit\n", str(path))
    assert "stay; stay 18.895, retire 18.000, bust 15.4 %" in second.stdout
    assert second.stdout.endswith(f"kept in {path}\n")
    assert path.read_text().endswith("1: fire 15 snakes 3")


def test_refused_lines_are_named_and_the_status_says_so() -> None:
    answer = typed("7\nfier\n5 5 5\nscore\n", "--players", "1")
    assert answer.returncode == 2
    assert "line 2: expedition 1, token 2 ('fier') is not a card" in answer.stderr
    assert answer.stderr.splitlines()[-1] == "incan-math: 2 of 4 lines refused"
    assert "not kept" in answer.stdout and answer.stdout.endswith("P1 0\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "--players: say who plays"),
        (["--players", "Ann,Bob", "--me", "Cid"], "--me: 'Cid' does not sit at this table"),
        (["--players", "Ann,Ann"], "same name"),
        (["--players", "9"], "players: 9 given"),
        (["--against", "gems"], "strategy: 'gems'"),
        (["--against", "gems:9", "--players", "Ann,Bob,Cid"], "1 strategies given for 2 other players"),
        (["a.txt", "b.txt", "--players", "2"], "FILE: 2 given; give one"),
    ],
)
def test_options_that_cannot_be(words: list[str], said: str) -> None:
    answer = typed("", *words)
    assert answer.returncode == 2 and said in answer.stderr and answer.stderr.count("\n") == 1


def test_a_file_and_options_must_agree(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text("players: Ann, Bob\n\n1: 7\n")
    for words in (["--players", "Ann,Cid"], ["--rules", "bga-pt"], ["--against", "stay"]):
        answer = typed("", str(path), *words)
        assert answer.returncode == 2 and f"{words[0]}: the file's game" in answer.stderr
    assert path.read_text() == "players: Ann, Bob\n\n1: 7\n"


def test_a_deck_of_ones_own_from_a_file(tmp_path: Path) -> None:
    deck, path = tmp_path / "small.toml", tmp_path / "game.txt"
    deck.write_text('name = "small"\ntreasures = [3, 5, 7]\n\n[hazards]\nfire = 2\nsnakes = 2\n')
    first = typed("5 fire\n", str(path), "--players", "Ann", "--rules", str(deck))
    assert (first.returncode, first.stderr) == (0, "") and "stay; stay 6.000, retire 5.000" in first.stdout
    again = typed("7\n", str(path), "--rules", str(deck))
    assert again.returncode == 0 and path.read_text().endswith("hazards: fire 2, snakes 2\nplayers: Ann\n\n1: 5 fire 7")


def test_lines_typed_on_a_terminal() -> None:
    session = Session(Journal(None), Record.start(["Ann"]), "Ann", decide)
    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
        lines = _typed(session)
        keys.send_text("7 fire\r")
        assert next(lines) == "7 fire"
        keys.send_text("\x04")
        assert list(lines) == []


def test_without_the_extra_lines_are_read_plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "prompt_toolkit", None)
    monkeypatch.setattr("sys.stdin", io.StringIO("7 fire\nquit\n"))
    session = Session(Journal(None), Record.start(["Ann"]), "Ann", decide)
    assert list(_typed(session)) == ["7 fire", "quit"]


def test_a_game_against_strategies_from_a_seed(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    first = typed("s\ns\n", str(path), "--against", "gems:9,hazards:2", "--seed", "7", "--me", "Dan")
    assert first.returncode == 0 and "Bob" not in first.stdout.splitlines()[0].partition(";")[0]
    rest = typed("s\n" * 60 + "score\n", str(path))
    assert "the game is over: Dan" in rest.stdout
    again = typed("s\n" * 62, "--against", "gems:9,hazards:2", "--seed", "7", "--me", "Dan")
    assert "the game is over: Dan" in again.stdout
    assert again.stdout.splitlines()[-1] in rest.stdout

"""`incan-math review`: the report of a game in a file, and what it refuses."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

import pytest
from shell import Run


def written(folder: Path, text: str) -> str:
    path = folder / "game.txt"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_the_loss_of_a_published_position(run: Run, tmp_path: Path) -> None:
    path = written(tmp_path, "players: Ann\n1: fire 15 snakes 3 -Ann\n")
    answer = run("review", path)
    assert (answer.status, answer.err) == (0, "")
    assert "1  Ann     fire 15 snakes 3  retire  stay  18.895  18.000  0.895" in answer.out
    assert all(len(line) <= 80 for line in answer.out.splitlines())
    short = run("review", path, "--losses").out
    assert "fire 15 snakes 3  retire" in short and "3 decisions that lose less are left out" in short


def test_json_has_exact_numbers_whose_sums_hold(run: Run, tmp_path: Path) -> None:
    path = written(tmp_path, "players: Ann, Bob\n1: 15 11 7 13 -Ann fire snakes -Bob\n")
    data = json.loads(run("review", path, "--against", "Ann=stay,Bob=stay", "--format", "json").out)
    [ann, bob] = data["players"]
    for player in (ann, bob):
        exact = {key: Fraction(player[key]["exact"]) for key in ("result", "before", "cards", "others", "losses")}
        assert exact["result"] == exact["before"] + exact["cards"] + exact["others"] - exact["losses"]
    assert Fraction(ann["result"]["exact"]) == 7 + 5 + 3 + 6 + 4


@pytest.mark.parametrize(
    ("text", "words", "said"),
    [
        ("players: 2\n1: 7 -1", [], "does not say who left"),
        ("players: 1\n1: fier", [], "expedition 1, token 1"),
        ("players: Ann\n1: 7", ["--against", "gems"], "strategy: 'gems'"),
        ("players: Ann\n1: 7", ["--against", "stay,gems:9"], "one for all (gems:9) or one by name"),
        ("players: Ann\n1: 7", ["--against", "Bob=stay"], "'Ann' has no strategy"),
    ],
)
def test_what_is_refused_in_one_line(run: Run, tmp_path: Path, text: str, words: list[str], said: str) -> None:
    answer = run("review", written(tmp_path, text), *words)
    assert answer.status == 2 and said in answer.err and answer.err.count("\n") == 1 and len(answer.err) < 330


def test_a_plot_of_the_game(run: Run, tmp_path: Path) -> None:
    path = written(tmp_path, "players: Ann\n1: fire 15 -Ann\n2: 7 5 fire\n")
    assert run("review", path, "--plot", str(tmp_path / "game.svg")).status == 0
    assert "<svg" in (tmp_path / "game.svg").read_text(encoding="utf-8")
    refused = run("review", path, "--plot", str(tmp_path / "game.doc"))
    assert refused.status == 2 and refused.err.count("\n") == 1


def test_a_file_that_is_not_there(run: Run) -> None:
    answer = run("review", "nowhere.txt")
    assert answer.status == 2 and "nowhere.txt" in answer.err


def test_html_has_the_plot_of_the_game_in_it(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    file = written(tmp_path, "players: Ann\n1: fire 15 snakes 3 -Ann\n2: 7 fire fire\n")
    answer = run("review", file, "--format", "html")
    assert answer.status == 0 and answer.out.count("<svg") == 1 and "<?xml" not in answer.out
    tree = ElementTree.fromstring(answer.out)  # Well formed, and one piece.
    assert len(tree.findall(".//table")) >= 3
    assert [each.get("aria-label") for each in tree.iter() if each.get("role") == "img"] == ["Luck less losses"]

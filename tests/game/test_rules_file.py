"""Decks of your own in files: what is written reads back, and whatever is wrong is one line with file and key."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from incan_math import EDITIONS, GameError, Rules
from incan_math.game.rules_file import read_rules_file, rules_toml


@pytest.mark.parametrize("name", EDITIONS)
def test_every_edition_reads_back(name: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(rules_toml(name), encoding="utf-8")
    assert read_rules_file(file) == EDITIONS[name] and read_rules_file(file).name == "mine"


def test_odd_names_and_empty_clauses_read_back(tmp_path: Path) -> None:
    rules = Rules((), {"gas.leak": 2, "x-1": 1}, artifacts=(5, 0), artifact_value="printed", expeditions=3)
    file = tmp_path / "An odd name.toml"
    file.write_text(rules_toml(rules), encoding="utf-8")
    assert read_rules_file(file) == rules and read_rules_file(file).name == "custom"


def test_changes_of_an_edition_in_json(tmp_path: Path) -> None:
    file = tmp_path / "cards.json"
    file.write_text(json.dumps({"edition": "bga-en", "leftover": "per card", "name": "cards"}), encoding="utf-8")
    assert read_rules_file(file) == replace(EDITIONS["bga-en"], leftover="per card")


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("a.toml", "treasures = [3", "a.toml"),
        ("a.toml", "treasures = [3]", "hazards: missing"),
        ("a.toml", "treasures = [-3]\nhazards = {fire = 2}", "treasures: -3"),
        ("a.toml", "treasure = [3]\nhazards = {fire = 2}", "did you mean 'treasures'?"),
        ("a.toml", "edition = 'bga-eng'", "did you mean 'bga-en'?"),
        ("a.toml", "edition = 5", "edition: 5 given"),
        ("a.toml", "treasures = 3\nhazards = {fire = 2}", "treasures: 3"),
        ("a.toml", "treasures = [3]\nhazards = {fire = 2.5}", "2.5"),
        ("a.toml", "edition = 'bga-en'\ntie = 'nobody'", "tie: 'nobody'"),
        ("a.json", "[1]", "holds no keys"),
        ("a.json", '{"treasures": [3], "treasures": [4], "hazards": {}}', "given twice"),
        ("a.json", "[" * 50_000, "a.json"),
        ("a.json", '{"expeditions": ' + "9" * 5000 + "}", "a.json"),
        ("a.toml", "#" * 100_001, "more than 100,000 bytes"),
        ("a.toml", "treasures = [\0]", "cannot be read"),
    ],
)
def test_what_is_wrong_is_one_line_with_the_file(name: str, text: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    with pytest.raises(GameError) as caught:
        read_rules_file(file)
    message = str(caught.value)
    assert message.startswith(f"'{name}': ") and said in message and "\n" not in message and len(message) < 400


def test_what_is_not_a_file_of_text(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe\x00")
    for name in ("pipe.toml", "bytes.toml", "missing.toml", "a\0b.toml", "x" * 300 + ".toml"):
        with pytest.raises(GameError):
            read_rules_file(tmp_path / name)

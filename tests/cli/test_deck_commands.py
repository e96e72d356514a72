"""Decks of your own at the prompt: written, checked, compared, and taken by every command as --rules."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
from shell import Run

from incan_math import EDITIONS, Expedition, Rules, bust_probability, decide, draws_to_bust, equilibrium
from incan_math.game.rules_file import read_rules_file
from incan_math.odds.gems import gems_before_bust
from incan_math.solo.boundary import stopping_threshold

SMALL = "treasures = [3, 5, 7]\n[hazards]\nfire = 2\nsnakes = 2\n"
RULES = Rules((3, 5, 7), {"fire": 2, "snakes": 2})


@pytest.fixture
def deck(tmp_path: Path) -> str:
    file = tmp_path / "small.toml"
    file.write_text(SMALL, encoding="utf-8")
    return str(file)


def test_a_new_file_is_an_edition_and_is_never_overwritten(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "relics.toml"
    answer = run("deck", "new", "--rules", "diamant-2016", "-o", str(file))
    assert (answer.status, answer.out, answer.err) == (0, f"{file}\n", "")
    assert read_rules_file(file) == EDITIONS["diamant-2016"]
    before = file.read_text(encoding="utf-8")
    again = run("deck", "new", "-o", str(file))
    assert again.status == 2 and "is there already" in again.err and file.read_text(encoding="utf-8") == before
    assert run("deck", "new", "-o", "deck.txt").status == 2


def test_a_deck_is_checked(run: Run, deck: str) -> None:
    document = json.loads(run("deck", "check", deck, "--format", "json").out)
    assert (document["name"], document["gems"], document["first_deck"]) == ("small", 15, 7)
    assert any("no published edition has 3 treasures" in note for note in document["notes"])
    assert "notes" not in json.loads(run("deck", "check", "bga-en", "--format", "json").out)


def test_decks_side_by_side(run: Run, deck: str) -> None:
    document = json.loads(run("deck", "compare", "bga-en", deck, "--format", "json").out)
    for row, rules in zip(document["decks"], (EDITIONS["bga-en"], RULES), strict=True):
        start = Expedition.start(rules=rules)
        assert (row["cards"], row["gems"]) == (start.cards_left, rules.gem_total)
        assert Fraction(row["mean_draws_to_bust"]["exact"]) == draws_to_bust(start).happening().mean
        assert Fraction(row["mean_bag"]["exact"]) == gems_before_bust(start).happening().mean
        assert Fraction(row["solo"]["exact"]) == decide(start).value
    line = document["thresholds"][1]
    assert Fraction(line["showing_1"]["exact"]) == stopping_threshold(Expedition.parse("fire", 1, RULES))
    assert line["showing_3"] is None
    for row in document["bust_curve"]:
        for name, rules in (("bga-en", EDITIONS["bga-en"]), ("small", RULES)):
            assert Fraction(row[name]["exact"]) == bust_probability(Expedition.start(rules=rules), row["cards"])


def test_the_equilibrium_of_a_deck(run: Run, deck: str) -> None:
    document = json.loads(run("deck", "compare", deck, "--players", "2", "--no-cache", "--format", "json").out)
    value = equilibrium(Expedition.start(2, RULES)).value
    (row,) = document["decks"]
    assert float(row["equilibrium"]["decimal"]) == pytest.approx(float(value), abs=1e-12)
    course = equilibrium(Expedition.start(2, RULES)).course()
    assert float(row["cards_played"]["decimal"]) == pytest.approx(float(course.cards), abs=1e-12)
    assert float(row["ends_alone"]["decimal"]) == pytest.approx(float(course.ends_alone), abs=1e-12)


def test_a_file_of_rules_behind_the_bar(run: Run, deck: str) -> None:
    asked = "odds", "3 fire", "--format", "json"
    assert run("odds", f"3 fire | rules={deck}", *asked[2:]).out == run(*asked, "--rules", deck).out
    twice = run("odds", f"3 fire | rules={deck}", "--rules", "bga-en")
    assert twice.status == 2 and "behind the bar already" in twice.err
    missing = run("odds", "3 | rules=nowhere.toml")
    assert missing.status == 2 and "there is no such file" in missing.err


def test_decks_of_one_name_are_told_apart(run: Run, deck: str) -> None:
    document = json.loads(run("deck", "compare", deck, deck, "--format", "json").out)
    assert [row["deck"] for row in document["decks"]] == ["small-1", "small-2"]


@pytest.mark.parametrize(
    "words",
    [
        ["odds", "7 fire", "-p", "2", "-r"],
        ["advise", "7 fire", "-r"],
        ["decide", "7 fire", "--rules"],
        ["equilibrium", "7 fire", "-p", "2", "--no-cache", "-r"],
        ["table", "-r"],
        ["evaluate", "gems:5", "hazards:1", "--rules"],
        ["campaign", "-r"],
    ],
    ids=lambda words: words[0],
)
def test_every_command_takes_a_file_of_rules(run: Run, words: list[str], deck: str, tmp_path: Path) -> None:
    answer = run(*words, deck)
    assert answer.status == 0 and answer.out
    assert words[0] == "advise" or "small" in answer.out
    missing = run(*words, str(tmp_path / "other.toml"))
    assert missing.status == 2 and len(missing.err.splitlines()) == 1
    assert "'other.toml': there is no such file" in missing.err


def test_a_conditional_question(run: Run) -> None:
    words = ("odds", "--rules", "incan-gold-2006", "--bust-at")
    document = json.loads(run(*words, "13", "--format", "json").out)
    seen = {row["card"]: row["at_least_one"]["exact"] for row in document["seen"]}
    assert seen["A"] == "19371/38908"
    start = Expedition.start(rules="incan-gold-2006")
    document = json.loads(run(*words, "5-8", "--format", "json").out)
    by = [bust_probability(start, k) for k in (4, 8)]
    assert Fraction(document["bust_then"]["exact"]) == by[1] - by[0]
    assert Fraction(document["risk"]["exact"]) == (by[1] - by[0]) / (1 - by[0])
    for wrong in ("x", "0", "8-5", "1", "40"):
        refused = run(*words, wrong)
        assert refused.status == 2 and len(refused.err.splitlines()) == 1

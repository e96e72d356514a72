"""The command line: what it prints in each format, and one line for whatever it cannot answer."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction
from typing import Any

import pytest
from shell import Run, shell

from incan_math import (
    EDITIONS,
    Expedition,
    Rules,
    bust_probability,
    draws_to_bust,
    next_card,
    validate,
)
from incan_math.report.editions_report import editions_report
from incan_math.report.formats import FORMATS, render
from incan_math.report.odds_report import position_odds

PATH = "7 fire 11 snakes"


# The answer.


def test_the_chance_of_four_deadly_cards_in_26(run: Run) -> None:
    answer = run("odds", PATH, "--players", "4")
    assert (answer.status, answer.err) == (0, "")
    assert "15.38% (2/13)" in answer.out
    assert all(len(line) <= 80 and line == line.rstrip() for line in answer.out.splitlines())
    assert answer.out.endswith("\n") and not answer.out.endswith("\n\n")


@pytest.mark.parametrize("variables", [{}, {"FORCE_COLOR": "1", "TTY_COMPATIBLE": "1", "COLUMNS": "200"}])
def test_no_escape_codes_and_the_same_width_when_piped(variables: dict[str, str]) -> None:
    plain = shell("odds", PATH, "--players", "4", **variables)
    assert plain.returncode == 0 and plain.stderr == ""
    assert "\x1b" not in plain.stdout and "15.38% (2/13)" in plain.stdout
    assert plain.stdout == render(position_odds(Expedition.parse(PATH, players=4)))


@pytest.mark.parametrize(
    "words",
    [
        ["7", "fire", "11", "-1", "snakes", "--players", "4"],
        ["7 fire 11 -1 snakes", "--players", "4"],
        ["--players", "4", "7,fire", "11, -1", "sn"],
        ["7 fire 11 -1 snakes | players=4"],
        ["7 fire 11 -1 snakes | players=4", "--players", "4"],
    ],
)
def test_a_path_in_one_word_or_several(run: Run, words: list[str]) -> None:
    answer = run("odds", *words, "--format", "json")
    assert answer.status == 0
    assert json.loads(answer.out)["title"] == "Odds at: 7 fire 11 -1 snakes | players=4"


POSITIONS: list[tuple[list[str], Expedition]] = [
    ([], Expedition.start()),
    ([PATH, "--players", "4"], Expedition.parse(PATH, players=4)),
    (
        ["5 fire 7 A -1 mummy", "--players", "5", "--expedition", "3", "--removed", "fire", "--claimed", "1"],
        Expedition.parse("5 fire 7 A -1 mummy", 5, expedition=3, removed="fire", claimed=1),
    ),
    (["--rules", "diamant-2016", "A A"], Expedition.parse("A A", rules="diamant-2016")),
    (
        ["A7", "--rules", "bga-modern", "--expedition", "4", "--claimed", "A5", "--lost", "A8"],
        Expedition.parse("A7", rules="bga-modern", expedition=4, claimed="A5", lost="A8"),
    ),
    (["--rules", "bga-sr"], Expedition.start(rules="bga-sr")),
]


def exact(cell: dict[str, Any]) -> Fraction:
    """The fraction of a cell, after a check that its decimal is the same number to 12 places."""
    assert abs(Fraction(cell["exact"]) - Fraction(cell["decimal"])) <= Fraction(1, 2 * 10**12)
    assert cell["value"] == float(Fraction(cell["exact"]))
    return Fraction(cell["exact"])


@pytest.mark.parametrize(("words", "state"), POSITIONS)
def test_json_holds_the_exact_fractions(run: Run, words: list[str], state: Expedition) -> None:
    answer = run("odds", *words, "--format", "json", "--draws", "7")
    assert (answer.status, answer.err) == (0, "")
    document = json.loads(answer.out)
    card = next_card(state)
    assert exact(document["bust"]) == bust_probability(state)
    assert exact(document["hazard"]) == card.hazard and exact(document["expected_share"]) == card.expected_share
    assert exact(document["mean_draws_to_bust"]) == draws_to_bust(state).mean
    assert (document["bag"], document["leftover"], document["players_in"]) == (state.bag, state.leftover, state.players)
    assert (document["cards_left"], document["deadly"]) == (state.cards_left, state.deadly)
    assert [row["cards"] for row in document["bust_curve"]] == list(range(1, 8))
    for row in document["bust_curve"]:
        assert exact(row["bust_by_then"]) == bust_probability(state, row["cards"])
        assert exact(row["bust_on_this_card"]) == draws_to_bust(state).probability(row["cards"])
    chances = {row["card"]: (row["copies"], exact(row["probability"]), row["effect"]) for row in document["next_card"]}
    assert chances == {str(o.card): (o.copies, o.probability, o.effect) for o in card.outcomes}
    assert document.get("notes", []) == list(validate(state.rules))


@pytest.mark.parametrize(("words", "state"), POSITIONS)
def test_csv_is_one_table_with_a_line_for_each_cell(run: Run, words: list[str], state: Expedition) -> None:
    rows = list(csv.DictReader(io.StringIO(run("odds", *words, "--format", "csv").out), strict=True))
    assert all(None not in row and None not in row.values() for row in rows)
    assert list(rows[0]) == ["table", "row", "name", "value", "exact", "error"]
    tables: dict[str, dict[str, dict[str, str]]] = {}
    for row in rows:
        assert row["table"] and row["row"] and row["name"]
        tables.setdefault(row["table"], {}).setdefault(row["row"], {})[row["name"]] = row["exact"] or row["value"]
    assert Fraction(tables["facts"]["1"]["bust"]) == bust_probability(state)
    curve = {int(row["cards"]): Fraction(row["bust_by_then"]) for row in tables["bust_curve"].values()}
    assert curve == {draws: bust_probability(state, draws) for draws in range(1, 11)}
    chances = {row["card"]: Fraction(row["probability"]) for row in tables["next_card"].values()}
    assert chances == {str(outcome.card): outcome.probability for outcome in next_card(state).outcomes}


def test_markdown_tables_are_rectangular(run: Run) -> None:
    text = run("odds", f"{PATH} | players=4", "--format", "markdown").out
    assert text.startswith("# Odds at: 7 fire 11 snakes ") and "- Bust on the next card: 15.38% (2/13)" in text
    for block in text.split("\n\n"):
        if block.startswith("|"):
            assert len({line.replace("\\|", "").count("|") for line in block.splitlines()}) == 1
    assert "| 2 | 31.69% | 103/325 |" in text


@pytest.mark.parametrize("path", ["fire fire", "7 -2"])
@pytest.mark.parametrize("name", FORMATS)
def test_an_expedition_that_is_over(run: Run, path: str, name: str) -> None:
    answer = run("odds", path, "--players", "2", "--format", name)
    assert answer.status == 0 and "over: " in answer.out


def test_draws_beyond_the_last_possible_bust_are_not_listed(run: Run) -> None:
    document = json.loads(run("odds", "--draws", "99", "--format", "json").out)
    # 14 treasures, the artifact and one hazard of each kind can come first: the bust is card 21 at the latest.
    assert len(document["bust_curve"]) == 21 and document["bust_curve"][-1]["bust_by_then"]["exact"] == "1"


@pytest.mark.parametrize("rules", [Rules((3,), {"fire": 1}), Rules((0,), {"fire": 2}), Rules((), {"gas": 3})])
@pytest.mark.parametrize("name", FORMATS)
def test_odd_decks_are_reported_too(rules: Rules, name: str) -> None:
    assert "custom" in render(position_odds(Expedition.start(3, rules)), name)


def test_notes_on_a_deck_come_in_every_format(run: Run) -> None:
    for name in FORMATS:
        text = " ".join(run("odds", "--rules", "bga-sr", "--format", name).out.split())
        assert "says 14 treasure cards and lists 13" in text, name


# The editions.


def test_editions_side_by_side(run: Run) -> None:
    answer = run("editions")
    assert answer.status == 0 and all(len(line) <= 80 for line in answer.out.splitlines())
    words = " ".join(answer.out.split())
    assert all(name in words for name in EDITIONS) and "bga-sr 13 98 5 x 3 5 29 no 9" in words
    document = json.loads(run("editions", "--format", "json").out)
    decks = {row["edition"]: row for row in document["decks"]}
    assert {name: (row["treasures"], row["gems"], row["first_deck"]) for name, row in decks.items()} == {
        "bga-en": (14, 107, 30),
        "bga-classic": (14, 107, 30),
        "bga-pt": (14, 107, 30),
        "bga-sr": (13, 98, 29),
        "bga-hu": (14, 107, 30),
        "bga-modern": (14, 107, 30),
        "diamant-2005": (15, 124, 30),
        "incan-gold-2006": (15, 124, 31),
        "incan-gold-2020": (15, 124, 31),
        "diamant-2016": (15, 124, 35),
    }


def test_editions_that_are_named_and_their_notes_in_every_format(run: Run) -> None:
    for name in FORMATS:
        text = " ".join(run("editions", "bga-sr", "diamant-2016", "--format", name).out.split())
        assert "contradicts itself" in text and "35 cards" in text and "bga-pt" not in text, name


def test_every_note_of_every_edition_is_in_the_json(run: Run) -> None:
    text = run("editions", "--format", "json").out
    for rules in EDITIONS.values():
        for note in rules.notes:
            assert json.dumps(note, ensure_ascii=False) in text


def test_editions_report_refuses_unknown_formats() -> None:
    with pytest.raises(ValueError, match="format: 'xml' is not one of text, markdown, csv, json"):
        render(editions_report(), "xml")

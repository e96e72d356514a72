"""Decision tables and reports: every number in them is the library's, and every format says the same."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest
from decision_brute import KNOWN, SMALL

from incan_math import (
    EDITIONS,
    Expedition,
    GameError,
    RetireAtGems,
    RetireWithProbability,
    Rules,
    StayForever,
    Strategy,
    best_heuristics,
    best_response,
    campaign,
    decide,
    evaluate,
    take_home,
)
from incan_math.numbers.rationals import decimal_text
from incan_math.report.campaign_report import campaign_report
from incan_math.report.decision_report import advice_report
from incan_math.report.decision_tables import decision_table, evaluation_report, heuristic_table, threshold_table
from incan_math.report.formats import FORMATS, render
from incan_math.report.model import Report

EXACT_CELL = re.compile(r"-?\d+(/\d+)?")


STRATEGIES: list[Strategy] = [RetireAtGems(3), RetireWithProbability("1/3")]
REPORTS: dict[str, Callable[[], Report]] = {
    "table alone": lambda: decision_table("bga-en"),
    "table of three": lambda: decision_table("incan-gold-2020", 3),
    "table of a small deck": lambda: decision_table(SMALL, 2),
    "evaluation": lambda: evaluation_report(
        STRATEGIES, evaluate(Expedition.start(len(STRATEGIES), SMALL), STRATEGIES), SMALL
    ),
    "campaign": lambda: campaign_report(SMALL),
    "advice": lambda: advice_report(best_response(Expedition.parse("3 fire", 2, SMALL), STRATEGIES[1:]), "chance:1/3"),
    "advice alone": lambda: advice_alone(Expedition.parse("15 fire")),
    "advice at the start": lambda: advice_alone(Expedition.start()),
}


def advice_alone(state: Expedition) -> Report:
    return advice_report(decide(state, []), "none", take_home(state))


@cache
def report_of(name: str) -> Report:
    return REPORTS[name]()


# The numbers.


@pytest.mark.parametrize("players", [1, 2, 5])
@pytest.mark.parametrize("edition", ["bga-en", "diamant-2005", "incan-gold-2020"])
def test_thresholds_are_where_decide_turns(edition: str, players: int) -> None:
    table = threshold_table(edition, players)
    rules = EDITIONS[edition]
    assert [row[0] for row in table.rows] == [1, 2, 3, 4, 5]
    for showing, deadly, *cells, ties in table.rows:
        assert isinstance(showing, int) and deadly == 2 * showing
        for thinned, cell in enumerate(cells):
            assert (cell is None) == (thinned > showing)
            if cell is not None:
                removed = list(rules.kinds[:thinned])
                assert isinstance(cell, int)
                named = [int(tie) for tie in str(ties or "").split(", ") if tie]
                check_threshold(rules, players, list(rules.kinds[:showing]), removed, cell, named)


def check_threshold(
    rules: Rules, players: int, kinds: list[str], removed: list[str], threshold: int, named: list[int]
) -> None:
    """Treasures come, greatest first and smallest first: `decide` retires exactly from the table's number on."""
    tied = set()
    for values in (sorted(rules.treasures), sorted(rules.treasures, reverse=True)):
        state = Expedition.parse(" ".join(kinds), players, rules, removed=removed)
        for value in values:
            home = state.bag + state.leftover
            action = decide(state, StayForever()).action
            assert (action == "stay") == (home < threshold), (state, action)
            if action == "tie":
                tied.add(home)
            state = state.reveal(value)
    assert tied <= {threshold} and (not tied or threshold in named)


def test_known_thresholds() -> None:
    known = KNOWN["solo_thresholds_bga_en"]
    rows = threshold_table("bga-en").rows
    cells = {row[0]: row[2] for row in rows}
    assert cells == {1: 38, 2: 23, 3: 16, 4: 13, 5: 11}
    assert all(str(known[str(showing)]).split()[0] == str(cell) for showing, cell in cells.items())
    assert str(rows[2][-1]).split(", ")[0] == "16"
    assert "112 in all" in " ".join(threshold_table("bga-en").notes)


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "players"), [("bga-en", 1), ("incan-gold-2006", 4), (SMALL, 1), (SMALL, 2)])
def test_the_simple_rules_are_those_of_the_library(rules: str | Rules, players: int) -> None:
    known = {str(rule.strategy): rule for rule in best_heuristics(rules, players)}
    rows = heuristic_table(rules, players).rows
    assert [row[3] for row in rows] == sorted(row[3] for row in rows)  # type: ignore[type-var]
    for word, numbers, value, loss, kept in rows:
        rule = known[str(word)]
        assert (rule.numbers, rule.value, rule.loss, rule.efficiency) == (numbers, value, loss, kept)
    shown = {str(row[0]) for row in rows}
    for word, rule in known.items():  # What is left out does no better than something with fewer numbers.
        equals = [other for other in known.values() if other.value == rule.value and other.numbers < rule.numbers]
        assert (word in shown) == (not equals)


@pytest.mark.slow
def test_the_optimum_in_the_table() -> None:
    for rules, players in (("bga-en", 1), ("diamant-2016", 4), (SMALL, 2)):
        facts = {fact.key: fact.value for fact in decision_table(rules, players).facts}
        assert facts["optimum"] == decide(Expedition.start(players, rules), StayForever()).stay


def test_what_an_evaluation_says() -> None:
    strategies: list[Strategy] = [RetireAtGems(3), RetireWithProbability("1/3"), StayForever()]
    result = evaluate(Expedition.start(len(strategies), SMALL), strategies)
    report = evaluation_report(strategies, result, SMALL)
    rows = [(*map(str, strategies[i : i + 1]), p, d.probability(0), d.median) for i, (p, d) in
            enumerate(zip(result.points, result.distributions, strict=True))]  # fmt: skip
    assert list(report.tables[0].rows) == rows
    assert {fact.key: fact.value for fact in report.facts}["bust"] == result.bust


def test_what_a_campaign_says() -> None:
    result = campaign("bga-en")
    document = json.loads(render(campaign_report("bga-en"), "json"))
    assert Fraction(document["value"]["exact"]) == result.value and document["situations"] == len(result.table)
    assert len(document["before"]) == len(result.table)
    values = {(k.expedition, " ".join(map(str, k.hazards)), k.claims): v for k, v in result.table.items()}
    for row in document["before"]:
        assert Fraction(row["points"]["exact"]) == values[row["expedition"], row["hazards"], row["claims"]]


def test_what_advice_says() -> None:
    state = Expedition.parse("15 fire 9 mummy")
    decision, points = decide(state, []), take_home(state)
    document = json.loads(render(advice_report(decision, "none", points), "json"))
    for name in ("stay", "retire", "gain", "bust"):
        assert Fraction(document[name]["exact"]) == getattr(decision, name)
    assert document["reason"] == decision.reason and document["action"] == decision.action
    levels = [row["points"] for row in document["take_home"]]
    assert levels == sorted(set(levels)) and levels[0] == min(value for value in points if value)
    for row in document["take_home"]:
        assert Fraction(row["at_least"]["exact"]) == points.at_least(row["points"])


# The formats.


@pytest.mark.slow
@pytest.mark.parametrize("name", REPORTS)
def test_text_fits_80_columns(name: str) -> None:
    text = render(report_of(name))
    assert all(len(line) <= 80 and line == line.rstrip() for line in text.splitlines())
    assert "\x1b" not in text and text.endswith("\n")


@pytest.mark.parametrize("name", REPORTS)
def test_latex_is_well_formed(name: str) -> None:
    text = render(report_of(name), "latex")
    assert text.count(r"\begin{tabular}") == text.count(r"\end{tabular}") > 0
    bare = text.replace(r"\{", "").replace(r"\}", "")
    assert bare.count("{") == bare.count("}")
    for columns, body in re.findall(r"\\begin\{tabular\}\{([lr]+)\}\n(.*?)\\end\{tabular\}", text, re.DOTALL):
        lines = [line for line in body.splitlines() if line != r"\hline"]
        for line in lines:
            assert line.endswith(r" \\") and len(re.findall(r"(?<!\\)&", line)) == len(columns) - 1
            assert not re.search(r"(?<!\\)[%$#_~^<>|]", line)
    outside = re.sub(r"\\begin\{tabular\}.*?\\end\{tabular\}", "", text, flags=re.DOTALL)
    assert not re.search(r"(?<!\\)[&%$#_~^<>|]", outside)


@pytest.mark.parametrize("name", REPORTS)
def test_markdown_is_rectangular(name: str) -> None:
    for block in render(report_of(name), "markdown").split("\n\n"):
        if block.startswith("|"):
            lines = [line.replace("\\|", "").count("|") for line in block.splitlines()]
            assert len(set(lines)) == 1 and len(lines) >= 2


@pytest.mark.parametrize("name", REPORTS)
def test_no_two_things_have_one_key(name: str) -> None:
    report = report_of(name)
    keys = [*(fact.key for fact in report.facts), *(table.name for table in report.tables), "title", "notes"]
    assert len(set(keys)) == len(keys)
    for table in report.tables:
        assert len({column.key for column in table.columns}) == len(table.columns)


@pytest.mark.parametrize("name", REPORTS)
def test_csv_and_json_hold_the_same_exact_numbers(name: str) -> None:
    report = report_of(name)
    rows = list(csv.DictReader(io.StringIO(render(report, "csv")), strict=True))
    assert all(None not in row and None not in row.values() for row in rows)
    document = json.loads(render(report, "json"))
    several = len(report.tables) + bool(report.facts) + bool(report.notes) > 1
    for table in report.tables:
        assert len(document[table.name]) == len(table.rows)
        for number, (cells, known) in enumerate(zip(table.rows, document[table.name], strict=True), start=1):
            mine = [row for row in rows if several and (row["table"], row["row"]) == (table.name, str(number))]
            assert not several or [row["name"] for row in mine] == [column.key for column in table.columns]
            for place, (cell, column) in enumerate(zip(cells, table.columns, strict=True)):
                value = known[column.key]
                exact, decimal = (
                    (mine[place]["exact"], mine[place]["value"])
                    if several
                    else (rows[number - 1][column.key], rows[number - 1].get(f"{column.key}_decimal", ""))
                )
                if isinstance(value, dict):
                    assert exact == value["exact"] == str(cell) and EXACT_CELL.fullmatch(value["exact"])
                    assert value["decimal"] == decimal_text(Fraction(value["exact"]), 12) == decimal
                    assert value["value"] == float(Fraction(value["exact"]))
                else:
                    assert value == cell and (decimal if several else exact) == ("" if cell is None else str(cell))


# Odd decks.


@pytest.mark.parametrize(
    ("rules", "players"),
    [
        (Rules((3, 5), {}), 1),
        (Rules((0,), {"fire": 2}), 1),
        (Rules((3, 5), {"fire": 1}), 1),
        (Rules((3, 5), {"fire": 1, "gas": 1}), 1),
        (Rules((3, 5), {"fire": 2, "gas": 2}), 3),
        (Rules((9, 9, 9), {"fire": 4}, (5, 5), artifact_entry="all at once"), 2),
        (Rules((3, 4, 5, 6), {"fire": 5}), 1),
    ],
)
@pytest.mark.parametrize("name", FORMATS)
def test_odd_decks_have_a_table_too(rules: Rules, players: int, name: str) -> None:
    assert "custom" in render(decision_table(rules, players), name)


@pytest.mark.parametrize(
    ("rules", "players", "said"),
    [
        (Rules((3, 5), {"fire": 2, "gas": 3}), 1, "kinds of unequal size"),
        (Rules((3, 5), {"fire": 1}), 2, "the look-ahead theorem does not hold"),
        (Rules((6,), {"fire": 2}, (0, 20), artifact_entry="all at once"), 1, "the look-ahead theorem does not hold"),
        (replace(SMALL, treasures=()), 9, "players: 9 given"),
    ],
)
def test_decks_without_a_table(rules: Rules, players: int, said: str) -> None:
    with pytest.raises(GameError, match=said) as error:
        decision_table(rules, players)
    assert "\n" not in str(error.value)

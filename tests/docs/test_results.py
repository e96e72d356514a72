"""The catalogue of published results is sound, and what stands in the docs is what it computes."""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import comb
from pathlib import Path

import pytest

import incan_math
from docs import generate
from docs.catalogue import PAGES, RESULTS, Page, Result
from docs.catalogue.editions import editions_page
from docs.catalogue.kept import quick
from docs.catalogue.write import data_files, elided, results_page
from incan_math import EDITIONS, Expedition, take_home
from incan_math.numbers.enclosure import Enclosure
from incan_math.report.model import Column, Table

ROOT = Path(__file__).parent.parent.parent
QUICK = ("R1", "R5", "R7", "R9", "R20")


def test_numbers_are_given_once_and_without_gaps() -> None:
    numbers = [result.number for page in PAGES for result in page.results]
    assert sorted(numbers) == list(range(1, len(numbers) + 1))
    assert list(RESULTS) == [f"R{number}" for number in sorted(numbers)]


def test_every_state_between_expeditions_can_be_looked_up() -> None:
    """R18 has a row for all that an expedition can leave: a bust, or retiring with its artifact or without."""
    expected = set()
    for number in range(1, 6):
        for left in combinations_with_replacement((3, 2, 1), 5):
            busts = 15 - sum(left)
            if busts < number:
                expected |= {(number, " ".join(map(str, left)), "A", claims) for claims in range(number - busts)}
    rows = json.loads((generate.DOCS / "data/R18.json").read_text(encoding="utf-8"))["rows"]
    keys = [(row["expedition"], row["hazards"], row["artifacts"], row["claims"]) for row in rows]
    assert keys == sorted(expected) and (5, "3 3 3 3 3", "A", 4) in keys


def test_a_number_stays_with_its_result() -> None:
    """What was published: change a title if need be, and never what a number stands for."""
    titles = {label: result.title for label, result in RESULTS.items()}
    assert titles["R1"] == "Bust curve of 15 safe cards among 30"
    assert titles["R4"] == "Bust curve of 20 safe cards among 35"
    assert titles["R8"] == "What the best play takes home alone"
    assert titles["R13"] == "Simple rules alone, bga-en"
    assert titles["R17"] == "What the whole game is worth alone"
    assert titles["R20"] == "Two players on small decks"


def test_every_edition_has_a_bust_curve() -> None:
    named = [name for result in PAGES[0].results[:4] for name in result.rules.split(", ")]
    assert sorted(named) == sorted(EDITIONS)


@pytest.mark.parametrize("label", QUICK)
def test_the_data_files_are_what_the_code_computes(label: str) -> None:
    for name, text in data_files(RESULTS[label]):
        assert (generate.DOCS / name).read_text(encoding="utf-8") == text, f"{name}: run python -m docs.generate"


def test_the_pages_without_long_computations_are_what_the_code_computes() -> None:
    assert (generate.DOCS / "editions.md").read_text(encoding="utf-8") == editions_page()
    for page in PAGES:
        if page.name in ("bust", "equilibrium"):
            text = (generate.DOCS / f"results/{page.name}.md").read_text(encoding="utf-8")
            assert text == results_page(quick(page, generate.DOCS / "data"))


@pytest.mark.parametrize("label", RESULTS)
def test_the_data_files_say_what_they_hold(label: str) -> None:
    result = RESULTS[label]
    document = json.loads((generate.DOCS / f"data/{label}.json").read_text(encoding="utf-8"))
    assert document["result"] == label
    assert document["version"] == incan_math.__version__
    assert document["units"] == dict(result.units)
    with (generate.DOCS / f"data/{label}.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["result"] for row in rows} == {label}
    assert len(rows) == len(document["rows"])
    # Both carry the same numbers, exactly, and decimals that are theirs.
    for row, record in zip(rows, document["rows"], strict=True):
        for key, unit in result.units.items():
            cell, value = row[f"{key} [{unit}]"], record[key]
            if isinstance(value, dict) and "error" in value:
                assert (cell, row[f"{key}_error [{unit}]"]) == (value["decimal"], value["error"])
            elif isinstance(value, dict):
                assert cell == value["exact"]
                assert row[f"{key}_decimal [{unit}]"] == value["decimal"]
                assert abs(Fraction(value["decimal"]) - Fraction(cell)) <= Fraction(1, 2 * 10**12)
            else:
                assert cell == ("" if value is None else str(value))


def test_a_page_that_differs_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generate, "files", lambda pages=(): iter([("results/a.md", "1\n"), ("data/R1.csv", "x\n")]))
    generate.write(tmp_path)
    assert list(generate.stale(tmp_path)) == []
    (tmp_path / "results/a.md").write_text("2\n", encoding="utf-8")
    (tmp_path / "data/R1.csv").unlink()
    (tmp_path / "data/R99.csv").write_text("", encoding="utf-8")
    assert list(generate.stale(tmp_path)) == [
        "results/a.md differs from what the library computes",
        "data/R1.csv is missing",
        "data/R99.csv is no result's",
    ]
    generate.write(tmp_path)
    assert list(generate.stale(tmp_path)) == []


def test_one_result_can_be_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert generate.main("r1", "csv") == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert rows[3]["busted_by"] == "118/609"
    assert generate.main("R999") == 2


def test_a_long_fraction_is_shortened_on_the_page_only() -> None:
    page = (generate.DOCS / "results/whole-game.md").read_text(encoding="utf-8")
    data = (generate.DOCS / "data/R17.csv").read_text(encoding="utf-8")
    known = json.loads((ROOT / "tests/data/known.json").read_text(encoding="utf-8"))
    [value] = known["solo_five_expeditions"].values()
    assert value in data and value not in page and elided(value) in page


def test_the_citation_names_this_version() -> None:
    version = re.escape(incan_math.__version__)
    assert re.search(rf"^version: {version}$", (ROOT / "CITATION.cff").read_text(encoding="utf-8"), re.M)
    page = (ROOT / "docs/cite.md").read_text(encoding="utf-8")
    assert re.search(rf"Version {version}, ", page)
    date = re.search(r"^date-released: (\d{4})(-\d\d-\d\d)$", (ROOT / "CITATION.cff").read_text(encoding="utf-8"), re.M)
    assert date and f"year = {{{date[1]}}}" in page and f"date = {{{date[1]}{date[2]}}}" in page


def test_a_quick_check_computes_the_first_rows_only(tmp_path: Path) -> None:
    def rows(number: int) -> Table:
        cells = [
            (k, Fraction(1, k), Enclosure.around(Fraction(k, 8), Fraction(1, 10**9))) for k in range(1, number + 1)
        ]
        return Table("t", "T", (Column("k", "count"), Column("x", "amount"), Column("y", "bounds")), tuple(cells))

    def slow() -> Table:
        raise AssertionError("a quick check does not do this")

    result = Result(1, "T", "any", "says", lambda: rows(3), {"k": "1", "x": "1", "y": "1"}, ("1",), lambda table: 1)
    written = dict(data_files(result))
    (tmp_path / "R1.json").write_text(written["data/R1.json"], encoding="utf-8")
    slow_page = Page("p", "P", "intro", (replace(result, compute=slow, first_rows=lambda: rows(1)),))
    [again] = quick(slow_page, tmp_path).results
    assert dict(data_files(again)) == written
    assert results_page(quick(slow_page, tmp_path)) == results_page(replace(slow_page, results=(result,)))
    wrong = written["data/R1.json"].replace('"exact": "1"', '"exact": "2"')
    (tmp_path / "R1.json").write_text(wrong, encoding="utf-8")
    [again] = quick(slow_page, tmp_path).results
    assert dict(data_files(again))["data/R1.json"] != wrong


def test_the_probability_of_nothing_with_either_way_at_ties() -> None:
    """What R8 and R12 say of ties, counted from the deck of bga-en alone, without the library."""
    treasures = (1, 2, 3, 4, 5, 5, 7, 7, 9, 11, 11, 13, 14, 15)
    ways = Counter({(0, 0): 1})
    for value in treasures:
        ways += Counter({(cards + 1, gems + value): number for (cards, gems), number in ways.items()})

    def nothing(stays_at_ties: bool) -> Fraction:
        """P(bust): each set of cards after which one stays comes first, in any order, and a deadly card after it."""
        total = Fraction(0)
        for (cards, gems), number in ways.items():
            for kinds, artifacts in product(range(6), range(2)):
                taken, out = gems + 5 * artifacts, cards + kinds + artifacts
                gain = (112 - taken) - 2 * kinds * taken
                if gain > 0 or (gain == 0 and stays_at_ties):
                    sets = number * comb(5, kinds) * 3**kinds
                    total += Fraction(sets * 2 * kinds, comb(30, out) * (30 - out))
        return total

    assert f"{float(nothing(False)):.2%}" == "40.42%" and f"{float(nothing(True)):.2%}" == "41.15%"
    assert nothing(False) == take_home(Expedition.start()).probability(0)
    for label in ("R8", "R12"):
        assert "41.15 %" in RESULTS[label].says

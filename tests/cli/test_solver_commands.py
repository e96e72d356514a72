"""The commands equilibrium, duel and cache: the library's values under their labels; widths, encodings, pipes."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy
import pytest
from shell import Run

from incan_math import Expedition, decide, equilibrium, win_probability
from incan_math.cli.output import plain
from incan_math.report.cache_report import cache_report
from incan_math.report.formats import render
from incan_math.report.odds_report import position_odds
from incan_math.storage.store import Entry, Store

LATE = "1 2 3 4 5 5 7 fire snakes 13 11 11 9 14 15"


def test_the_equilibrium_command_says_the_values_of_the_library(run: Run) -> None:
    state = Expedition.parse(LATE, players=2)
    result = equilibrium(state)
    document = json.loads(run("equilibrium", LATE, "-p", "2", "--no-cache", "--format", "json").out)
    assert float(document["value"]["decimal"]) == pytest.approx(float(result.value), abs=1e-12)
    assert float(document["retire_probability"]["decimal"]) == pytest.approx(
        float(decide(state).retire_probability), abs=1e-11
    )
    assert (document["decisions"], document["mixed"]) == (result.decisions, result.mixed)
    assert "Maximum gain from deviating" in run("equilibrium", LATE, "-p", "2", "--no-cache").out


def test_a_score_in_the_duel(run: Run) -> None:
    words = ("duel", "--lead", "12", "--expedition", "5", "--removed", "fire", "--removed", "snakes")
    document = json.loads(run(*words, "--format", "json").out)
    value = win_probability(12, 5, removed="fire snakes")
    assert float(document["value"]["decimal"]) == pytest.approx(float(value), abs=1e-12)
    assert document["lead"] == 12 and document["removed"] == "fire snakes"


def test_titles_of_kept_files_are_printed_escaped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(tmp_path)
    monkeypatch.setattr(
        Store, "entries", lambda self: iter([Entry(tmp_path, "a\x1b[2J\N{RIGHT-TO-LEFT OVERRIDE}", 1500)])
    )
    text = render(cache_report(store, 3))
    assert "\x1b" not in text and "\\x1b[2J\\u202e" in text
    assert re.search(r"Deleted +3\n", text) and re.search(r"Kilobytes +2\n", text)


@pytest.mark.parametrize("width", [40, 44, 60, 80])
def test_no_number_breaks_at_any_width(width: int) -> None:
    state = Expedition.parse("7 fire 11 snakes", players=4)
    words = set(render(position_odds(state), width=200).split())
    lines = render(position_odds(state), width=width).splitlines()
    assert max(map(len, lines)) <= width
    assert {word for line in lines for word in line.split() if "/" in word} <= words


def test_signs_that_an_encoding_lacks() -> None:
    assert plain("1 \N{PLUS-MINUS SIGN} 2", "ascii") == "1 +/- 2"


def test_the_limit_of_the_cache(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INCAN_MATH_CACHE", str(tmp_path))
    store = Store(tmp_path)
    for key in ("old", "new"):
        store.save(key, f"the {key} one", {"numbers": numpy.arange(1000)})
    document = json.loads(run("cache", "--limit", "12 kB", "--format", "json").out)
    assert (document["deleted"], document["file_count"], document["limit_kilobytes"]) == (1, 1, 12)
    assert "12" in run("cache").out.split("Kilobytes at most")[1].splitlines()[0]
    refused = run("cache", "--limit", "much")
    assert refused.status == 2 and "'much' is not a size" in refused.err

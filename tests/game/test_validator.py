"""Decks that depart from the published ones: what the validator says of them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from incan_math import EDITIONS, Rules, nearest_edition, validate
from incan_math.game.validator import departures

FIVE = dict.fromkeys(("fire", "mummy", "rocks", "snakes", "spiders"), 3)


def said(rules: Rules) -> str:
    lines = validate(rules)
    assert all(line.startswith(f"{rules.name}: ") and "\n" not in line for line in lines)
    return "\n".join(line.removeprefix(f"{rules.name}: ") for line in lines)


@pytest.mark.parametrize("name", [name for name in EDITIONS if name != "bga-sr"])
def test_nothing_is_said_of_an_edition_that_agrees_with_its_text(name: str) -> None:
    assert validate(name) == validate(EDITIONS[name]) == ()
    near = nearest_edition(name)
    assert (near.edition.name, near.distance, near.lines) == (name, 0, ())


def test_the_serbian_text_contradicts_itself() -> None:
    (line,) = validate("bga-sr")
    assert "14" in line and "13" in line and line.startswith("bga-sr: ")
    notes = " ".join(EDITIONS["bga-sr"].notes)
    assert "14" in notes and "13" in notes and "9" in notes and "98" in notes


def test_treasures_1_to_15_without_repeats() -> None:
    text = said(Rules(treasures=tuple(range(1, 16)), hazards=FIVE, tie="shared"))
    assert "the nearest is diamant-2005" in text
    assert "lacks treasure 5, 7, 11, 17" in text and "adds treasure 6, 8, 10, 12" in text
    assert "120 gems" in text and "124" in text
    assert "no published edition has a treasure of 6, 8, 10, 12" in text


def test_treasures_that_sum_to_139() -> None:
    treasures = (1, 2, 3, 4, 5, 7, 9, 10, 11, 12, 13, 14, 15, 16, 17)
    text = said(Rules(treasures, FIVE, (5, 5, 5, 10, 10), undrawn_artifact="stays"))
    assert "the nearest is incan-gold-2006" in text
    assert "lacks treasure 5, 7, 11" in text and "adds treasure 10, 12, 16" in text
    assert "no published edition has 139 gems in all" in text


def test_forty_five_treasures() -> None:
    text = said(Rules(EDITIONS["diamant-2005"].treasures * 3, FIVE, tie="shared"))
    assert "the nearest is diamant-2005" in text and "lacks" not in text
    assert "1 (2 times)" in text and "5 (4 times)" in text and "17 (2 times)" in text
    assert "45 treasures of 372 gems" in text
    assert "no published edition has 45 treasures" in text


def test_sixteen_treasures() -> None:
    text = said(replace(EDITIONS["diamant-2005"], treasures=(*EDITIONS["diamant-2005"].treasures, 17), name="sixteen"))
    assert "adds treasure 17" in text and "16 treasures of 141 gems" in text


def test_two_cards_of_each_hazard() -> None:
    text = said(replace(EDITIONS["bga-pt"], hazards=dict.fromkeys(FIVE, 2), name="two-each"))
    assert "the nearest is bga-pt" in text
    assert "hazards: 5 kinds of 2; bga-pt has 5 kinds of 3" in text
    assert "no published edition has a hazard kind of 2 cards" in text


def test_four_artifacts() -> None:
    text = said(replace(EDITIONS["bga-modern"], artifacts=(5, 7, 8, 10), name="four"))
    assert "the nearest is bga-modern" in text and "artifacts: 4; bga-modern has 5" in text


@pytest.mark.parametrize(
    ("base", "changes", "words"),
    [
        ("diamant-2005", {"leftover": "per card"}, "per card; diamant-2005: pooled"),
        ("incan-gold-2006", {"artifact_step": "claimed or lost"}, "claimed or lost; incan-gold-2006: claimed"),
        ("bga-en", {"claim_gems": ()}, "artifacts are worth 5, 5, 5, 5, 5"),
        ("bga-hu", {"expeditions": 3}, "expeditions: 3; bga-hu: 5"),
        ("diamant-2016", {"artifact_entry": "one per expedition", "tie": "most artifacts"}, ""),
    ],
)
def test_clauses_that_differ_are_named(base: str, changes: dict[str, object], words: str) -> None:
    rules = replace(EDITIONS[base], name="variant", **changes)  # type: ignore[arg-type]
    near = nearest_edition(rules)
    assert near.cards == () and near.distance == 0
    if words:
        assert near.edition.name == base and len(near.clauses) == 1
        assert words in said(rules)
    else:  # With these two clauses changed, the play of 2016 is that of 2006, whatever its hazards are called.
        assert near.edition.name == "incan-gold-2006" and said(rules) == ""


def test_names_of_kinds_are_no_departure() -> None:
    assert said(replace(EDITIONS["bga-en"], hazards=dict.fromkeys("bcdef", 3), name="renamed")) == ""


def test_cards_count_before_clauses_for_the_nearest() -> None:
    rules = replace(EDITIONS["bga-sr"], tie="most artifacts", undrawn_artifact="stays", name="mine")
    near = nearest_edition(rules)
    assert near.edition.name == "bga-sr" and near.distance == 0 and len(near.clauses) == 2


def test_departures_of_one_edition_from_another() -> None:
    found = departures("diamant-2005", "bga-en")
    assert found.distance == 1 + 5
    assert any("adds treasure 17" in line for line in found.cards)
    assert any("artifacts: 0; bga-en has 5" in line for line in found.cards)
    assert departures("bga-en", "bga-en").lines == ()
    kinds = departures(Rules((), {"b": 1, "c": 4}), Rules((), {"d": 3, "e": 3, "f": 2}))
    assert kinds.distance == (4 - 3) + (3 - 1) + 2

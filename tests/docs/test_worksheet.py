"""The worksheet of the page for teachers."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from docs.worksheet import exercises, steps, write


def test_the_table_is_that_of_a_calculation_by_hand() -> None:
    # 112 points in all, gems and artifact; two more cards of each kind that shows are deadly.
    take, deadly, left = 0, 0, 30
    for card, *numbers, action in steps():
        left -= 1
        if card in ("fire", "snakes"):
            deadly += 2
        else:
            take += 5 if card == "artifact (5)" else int(card)
        ahead = 112 - take
        expected = (take, deadly, left, ahead, Fraction(deadly, left), take * deadly)
        assert [Fraction(number) for number in numbers] == list(expected)
        assert action == ("stay" if take * deadly < ahead else "retire")


def test_every_exercise_has_its_answer() -> None:
    # The answers stand in docs/teaching.md, too, each derived there.
    found = [exercise.answer for exercise in exercises()]
    for answer, number in zip(found, ("3/25", "2/5", "41/406", "8, 6 and 5", "16", "201/35", "-19/12"), strict=True):
        assert number in answer


def test_the_same_sheet_every_time(tmp_path: Path) -> None:
    pytest.importorskip("fpdf")
    for name in ("one.pdf", "other.pdf"):
        write(tmp_path / name)
    one = (tmp_path / "one.pdf").read_bytes()
    assert one == (tmp_path / "other.pdf").read_bytes() and one.startswith(b"%PDF")

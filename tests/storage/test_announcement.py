"""Before kernels are compiled, whoever asked is told."""

from __future__ import annotations

import re

import pytest
from shell import Run

from incan_math import Expedition, Rules, equilibrium
from incan_math.storage import compiled
from incan_math.storage.announcement import announce_compiling, compiling_announced

SMALL = Expedition.start(2, Rules(treasures=(3, 5, 7), hazards={"fire": 2, "snakes": 2}))


@pytest.mark.parametrize("needed", [True, False])
def test_compiling_is_announced_where_it_has_to_be(monkeypatch: pytest.MonkeyPatch, needed: bool) -> None:
    monkeypatch.setattr(compiled, "will_compile", lambda kernel: needed)
    told: list[int] = []
    with compiling_announced(told.append):
        equilibrium(SMALL)
    assert len(told) == needed and all(seconds > 0 for seconds in told)
    announce_compiling("solve_decks", 5)  # Nobody asks any more.
    assert len(told) == needed


@pytest.mark.parametrize(
    "words",
    [
        ("advise", "7 fire 11 snakes 15 13 14", "-p", "2"),
        ("duel", "7 fire 11 snakes 15 13 14", "--lead", "0", "--expedition", "5"),
        ("simulate", "gems:5", "gems:9", "--games", "20"),
    ],
    ids=lambda words: words[0],
)
def test_every_command_says_it_on_the_error_output_even_if_piped(
    monkeypatch: pytest.MonkeyPatch, run: Run, words: tuple[str, ...]
) -> None:
    monkeypatch.setattr(compiled, "will_compile", lambda kernel: True)
    answer = run(*words)
    assert answer.status == 0 and answer.out
    assert re.fullmatch(r"(compiling, once \(about \d+ s\)\n)+", answer.err)

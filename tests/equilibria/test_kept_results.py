"""What is kept on disk answers later positions, and a changed file is noticed."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from incan_math import Expedition, Rules, equilibrium
from incan_math.equilibria import archive, symmetric
from incan_math.storage.store import Store

STATE = Expedition.parse("7 fire 11", players=2)
DECK = Rules(treasures=(3, 5, 7, 9, 11), hazards={"fire": 3, "snakes": 3, "rocks": 3}, artifacts=(5,), expeditions=1)


def test_a_forger_who_turns_every_mixed_probability_round_is_not_believed(tmp_path: Path) -> None:
    store = Store(tmp_path)
    first = equilibrium(STATE, store=store)
    (entry,) = store.entries()
    key = json.loads(entry.path.read_bytes().partition(b"\n")[0])["key"]
    arrays = {name: np.array(array) for name, array in (store.load(key) or {}).items()}
    arrays["mixed"] = 1 - arrays["mixed"]
    for gain in (None, 50.0):  # As it was, and as large as the forgery needs.
        if gain:
            arrays["numbers"][2] = gain
        store.save(key, "forged", arrays)
        second = equilibrium(STATE, store=store)
        assert second._retires.tobytes() == first._retires.tobytes() and second == first


@pytest.mark.parametrize("path", ["3", "7 fire", "5 snakes -1 9"])
def test_a_fresh_deck_answers_later_positions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    monkeypatch.setattr(symmetric, "_KEPT_FROM", 1)
    monkeypatch.setattr(archive, "_WORTH_READING", 10**6)
    store, nowhere = Store(tmp_path), Store(None)
    start = Expedition.start(3, DECK)
    later = Expedition.parse(path, players=3, rules=DECK)
    equilibrium(start, store=store)
    alone = equilibrium(later, store=nowhere)
    monkeypatch.setattr(symmetric, "solve", None)
    found = equilibrium(later, store=store)
    assert len(list(store.entries())) == 1  # No second file.
    assert abs(found.value.midpoint - alone.value.midpoint) < Fraction(1, 10**10)
    assert abs(found.retire_probability(later) - alone.retire_probability(later)) < Fraction(1, 10**6)
    assert (found.decisions, found.mixed) == (alone.decisions, alone.mixed)
    assert found.ties is found.several_equilibria is found.differing is None
    assert found.deviation_gain < Fraction(1, 10**9)
    assert {len(values) for values in (found.stay, found.retire)} == {later.players}


def test_no_second_file_where_reading_the_first_is_not_worth_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(symmetric, "_KEPT_FROM", 1)
    monkeypatch.setattr(archive, "_WORTH_READING", 0)
    store = Store(tmp_path)
    equilibrium(Expedition.start(3, DECK), store=store)
    found = equilibrium(Expedition.parse("3", players=3, rules=DECK), store=store)
    assert found.ties is not None and len(list(store.entries())) == 1

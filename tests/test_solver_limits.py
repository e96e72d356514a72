"""What is too big for the solvers of several players is refused at once, and kept files of others are not trusted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from incan_math import Expedition, GameError, Rules, certified_equilibrium, duel, equilibrium
from incan_math.decisions.store import Store

STATE = Expedition.parse("7 fire 11 snakes", players=2)


@pytest.mark.parametrize("treasures", [(10**9, 10**9 + 1), (10**18, 10**19)])
@pytest.mark.parametrize("solve", [equilibrium, certified_equilibrium])
def test_treasures_beyond_all_tables(treasures: tuple[int, ...], solve: Callable[[Expedition], object]) -> None:
    with pytest.raises(GameError, match="rules: "):
        solve(Expedition.start(2, Rules(treasures=treasures, hazards={"fire": 2})))


def test_a_duel_for_more_gems_than_lanes() -> None:
    with pytest.raises(GameError, match="two players for the win are solved up to"):
        duel(Rules(treasures=(10**9,), hazards={"fire": 2}, expeditions=2))


def test_a_deck_with_too_many_subsets_is_refused_before_it_is_laid_out() -> None:
    rules = Rules(treasures=tuple(range(1, 60)), hazards={f"h{i}x": 3 for i in range(9)})
    with pytest.raises(GameError, match="more than 300,000,000 situations can follow"):
        equilibrium(Expedition.start(4, rules))


@pytest.mark.parametrize("lost", ["codes", "mixed", "numbers", "counts"])
@pytest.mark.parametrize("how", ["missing", "short"])
def test_a_sound_file_with_other_arrays_is_computed_anew(tmp_path: Path, lost: str, how: str) -> None:
    store = Store(tmp_path)
    first = equilibrium(STATE, store=store)
    (entry,) = store.entries()
    key = entry.path.read_bytes().partition(b'"key": "')[2].partition(b'", "sha256"')[0].decode()
    arrays = store.load(key)
    assert arrays is not None
    kept = {name: array for name, array in arrays.items() if name != lost or how == "short"}
    if how == "short":
        kept[lost] = np.array(kept[lost][:1])
    store.save(key, "another's", kept)
    second = equilibrium(STATE, store=store)
    assert first == second and first._stays.tobytes() == second._stays.tobytes()


def test_odd_things_in_the_folder_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "folder.incan").mkdir()
    (tmp_path / "deep.incan").write_bytes(b"[" * 200_000 + b"\n")
    (tmp_path / "gone.incan").symlink_to(tmp_path / "nowhere")
    store = Store(tmp_path)
    assert [entry.title for entry in store.entries()] == ["damaged or foreign"]
    assert store.clear() == 1

"""What several players' solvers refuse for its size, and what they keep on disk and believe of it."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from incan_math import Expedition, GameError, Rules, certified_equilibrium, duel, equilibrium
from incan_math.storage.store import Store, StoreWarning

STATE = Expedition.parse("7 fire 11", players=2)


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


@pytest.mark.slow
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


def test_a_kept_result_is_the_same(tmp_path: Path) -> None:
    store = Store(tmp_path)
    first = equilibrium(STATE, store=store)
    assert [entry.title for entry in store.entries()] == ["equilibrium of 2 in, bga-en, points: 7 fire 11"]
    second = equilibrium(STATE, store=store)
    assert first == second and first.chance == second.chance
    assert first._stays.tobytes() == second._stays.tobytes()


@pytest.mark.slow
@pytest.mark.parametrize("damage", ["cut", "flip", "foreign", "empty"])
def test_a_damaged_file_is_noticed_and_rebuilt(tmp_path: Path, damage: str) -> None:
    store = Store(tmp_path)
    first = equilibrium(STATE, store=store)
    (entry,) = store.entries()
    whole = entry.path.read_bytes()
    middle = len(whole) // 2
    entry.path.write_bytes(
        {
            "cut": whole[:middle],
            "flip": whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :],
            "foreign": b"PK something else\n" + whole,
            "empty": b"",
        }[damage]
    )
    with pytest.warns(StoreWarning, match="damaged or foreign; the result is computed anew"):
        second = equilibrium(STATE, store=store)
    assert first == second and entry.path.read_bytes() == whole


@pytest.mark.slow
def test_another_utility_or_deck_is_another_file(tmp_path: Path) -> None:
    store = Store(tmp_path)
    values = {
        equilibrium(STATE, store=store).value,
        equilibrium(STATE, store=store, utility=lambda points: int(points >= 9)).value,
        equilibrium(Expedition.parse("7 fire 11", players=2, removed="fire"), store=store).value,
    }
    assert len(values) == len(list(store.entries())) == 3
    assert store.clear() == 3 and not list(store.entries())


def test_an_interrupted_solve_leaves_nothing_behind(tmp_path: Path) -> None:
    store = Store(tmp_path)

    def interrupt(done: int, total: int, situations: int) -> None:
        if done * 3 > total:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        equilibrium(STATE, store=store, progress=interrupt)
    assert not list(store.entries()) and not list(tmp_path.iterdir())
    assert equilibrium(STATE, store=store).regret < Fraction(1, 10**9)


@pytest.mark.slow
def test_a_folder_that_cannot_be_written_to_is_only_warned_of(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.warns(StoreWarning, match="cannot be kept"):
        equilibrium(STATE, store=Store(tmp_path / "file"))

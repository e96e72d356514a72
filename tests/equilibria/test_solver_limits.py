"""What several players' solvers refuse for its size, and what they keep on disk and believe of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
import pytest

from incan_math import Expedition, GameError, Rules, certified_equilibrium, duel, equilibrium
from incan_math.storage.cache_folder import StoreWarning
from incan_math.storage.store import Store

STATE = Expedition.parse("7 fire 11", players=2)


@pytest.mark.parametrize("treasures", [(10**9 - 2, 10**9 - 1), (10**8, 1)])
@pytest.mark.parametrize("solve", [equilibrium, certified_equilibrium])
def test_treasures_beyond_all_tables(treasures: tuple[int, ...], solve: Callable[[Expedition], object]) -> None:
    with pytest.raises(GameError, match="rules: "):
        solve(Expedition.start(2, Rules(treasures=treasures, hazards={"fire": 2})))


def test_a_duel_for_more_gems_than_lanes() -> None:
    with pytest.raises(GameError, match="two players for the win are solved up to"):
        duel(Rules(treasures=(10**9 - 1,), hazards={"fire": 2}, expeditions=2))


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
    assert first == second and first._retires.tobytes() == second._retires.tobytes()


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
    assert first == second and first.retire_probability(STATE) == second.retire_probability(STATE)
    assert first._retires.tobytes() == second._retires.tobytes()


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
    assert equilibrium(STATE, store=store).deviation_gain < Fraction(1, 10**9)


@pytest.mark.slow
def test_a_folder_that_cannot_be_written_to_is_only_warned_of(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.warns(StoreWarning, match="cannot be kept"):
        equilibrium(STATE, store=Store(tmp_path / "file"))


def _twenty_hazards() -> Rules:
    return Rules(treasures=(3, 5), hazards={f"h{chr(97 + i)}": i + 2 for i in range(20)})


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (_twenty_hazards(), "1,048,576 states"),
        (
            Rules((3, 5), {"fire": 2}, tuple(range(1, 21)), artifact_value="printed", artifact_entry="all at once"),
            "situations can follow",
        ),
        (Rules((3, 5), {"fire": 2}, (10**9 - 1,)), "artifacts of custom bring more than 100,000 points"),
        (Rules(tuple(2**i for i in range(13)), {"fire": 2}), "1,099,511,627,776"),
        (Rules(tuple(2**i for i in range(24)), {"fire": 2}), "hold more than 15,000 gems"),
        (Rules(tuple(range(1, 19)), {"fire": 2}), "262,144 states"),
    ],
)
def test_what_costs_gigabytes_is_refused_at_once(rules: Rules, said: str) -> None:
    started = perf_counter()
    with pytest.raises(GameError, match=said) as refused:
        equilibrium(Expedition.start(2, rules), store=Store(None))
    assert perf_counter() - started < 1 and len(str(refused.value)) < 300


@pytest.mark.parametrize("limit", [10**30, 0, -1, "5", 2.0, True])
def test_a_limit_is_a_number_of_situations(limit: object) -> None:
    with pytest.raises(GameError, match=r"^limit: give a whole number of situations from 1 to"):
        equilibrium(STATE, limit=limit, store=Store(None))  # type: ignore[call-overload]


def test_a_progress_can_be_called() -> None:
    with pytest.raises(GameError, match=r"^progress: 5 cannot be called"):
        equilibrium(STATE, progress=5, store=Store(None))  # type: ignore[call-overload]


@pytest.mark.parametrize(
    ("factor", "offset"),
    [(Fraction(1, 10**330), 0), (Fraction(1, 10**60), 0), (1, 10**60), (Fraction(1, 3), -(10**20))],
)
def test_a_utility_on_another_scale_has_the_same_equilibrium(factor: Fraction, offset: int) -> None:
    rules = Rules(treasures=(3, 5, 7), hazards={"fire": 2, "snakes": 2})
    result = equilibrium(Expedition.start(2, rules), utility=lambda points: offset + factor * points, store=Store(None))
    exact = offset + factor * Fraction(119206107, 41086892)
    assert exact in result.value and result.value.high - result.value.low < factor * Fraction(1, 10**9)
    assert result.mixed == equilibrium(Expedition.start(2, rules), store=Store(None)).mixed


def _sealed(tmp_path: Path, change: Callable[[dict[str, Any]], None]) -> tuple[Store, Any]:
    """A store in which arrays of a kept result were changed and the checksum fits, and the true result."""
    store = Store(tmp_path)
    first = equilibrium(STATE, store=store)
    (entry,) = store.entries()
    key = json.loads(entry.path.read_bytes().partition(b"\n")[0])["key"]
    arrays = {name: np.array(array) for name, array in (store.load(key) or {}).items()}
    change(arrays)
    store.save(key, "forged", arrays)
    return store, first


def _put(name: str, place: int, number: float) -> Callable[[dict[str, Any]], None]:
    def change(arrays: dict[str, Any]) -> None:
        arrays[name][place] = number

    return change


FORGERIES: dict[str, Callable[[dict[str, Any]], None]] = {
    "a value below every payoff": _put("numbers", 0, -2.98),
    "a value above every payoff": _put("numbers", 0, 1e9),
    "not a number": _put("numbers", 1, float("nan")),
    "an infinite gain": _put("numbers", 2, float("inf")),
    "a probability above 1": _put("mixed", 0, 1.5),
    "a probability that is not a number": _put("mixed", 0, float("nan")),
    "more mixed decisions than decisions": _put("counts", 1, 10**12),
    "negative counts": _put("counts", 2, -1),
    "other types": lambda arrays: arrays.update(counts=arrays["counts"].astype(float)),
    "text": lambda arrays: arrays.update(numbers=np.array(["a"] * len(arrays["numbers"]))),
    "two dimensions": lambda arrays: arrays.update(codes=arrays["codes"].reshape(1, -1)),
    "everybody stays": lambda arrays: arrays.update(codes=np.full_like(arrays["codes"], 0b01010101), mixed=np.zeros(0)),
    "nobody decides": lambda arrays: arrays.update(codes=np.zeros_like(arrays["codes"]), mixed=np.zeros(0)),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forged_result_with_a_fitting_checksum_is_computed_anew(tmp_path: Path, name: str) -> None:
    store, first = _sealed(tmp_path, FORGERIES[name])
    second = equilibrium(STATE, store=store)
    assert first == second and first._retires.tobytes() == second._retires.tobytes()


def test_an_untouched_file_is_believed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store, first = _sealed(tmp_path, lambda arrays: None)
    monkeypatch.setattr("incan_math.equilibria.symmetric.solve", None)
    assert equilibrium(STATE, store=store) == first

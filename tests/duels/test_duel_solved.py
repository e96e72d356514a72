"""Solved two-player games: those that ship, those kept on disk, blocks that travel, and what is refused."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from test_duel import SMALL

from incan_math import EDITIONS, Duel, Expedition, GameError, Rules, decide, duel, win_probability
from incan_math.duels.block import block_of, deck_of, solve_block
from incan_math.duels.shipped import key_of, pack, shipped, unpack
from incan_math.duels.solver import solve
from incan_math.duels.values import Curve, Values
from incan_math.states.between import Between, layers
from incan_math.storage.store import Store


def test_shipped_tables_are_sound() -> None:
    store = shipped()
    files = list(store.entries())
    assert files and all(entry.size <= 512 * 1024 for entry in files)
    titles = {entry.title for entry in files}
    for name, rules in EDITIONS.items():
        arrays = store.load(key_of(rules))  # Checked against its checksum; a warning would be an error here.
        if arrays is not None:
            curves = unpack(arrays)
            wanted = {state for layer in layers(rules)[1:] for state in layer}
            assert set(curves) == wanted, name
    assert any("bga-en" in title for title in titles)


def test_one_expedition_solved_anew() -> None:
    game = duel()
    rules = game.rules
    treasures = tuple((value, rules.treasures.count(value)) for value in rules.values)
    for state in (Between(4, (3,) * 5, (0,), 0, 0), Between(5, (3, 3, 3, 3, 2), (0,), 3, 1)):
        answer = solve_block(block_of(game._values, state, deck_of(state, treasures), 2, 12))
        assert np.abs(answer.go - game._values.row(state, 2, 12)).max() <= 1e-14


def test_packing_and_reading_back() -> None:
    curves = {Between(2, (3, 2), (0,), 1, 1): Curve(-2, np.array([0.0, 0.25, 1.0]))}
    back = unpack(pack(curves))
    assert list(back) == list(curves)
    (curve,) = back.values()
    assert curve.first == -2 and curve.chances.tolist() == [0.0, 0.25, 1.0]
    assert curve.at(-4, 7).tolist() == [0, 0, 0, 0.25, 1, 1, 1]
    assert curve.mirrored().at(-1, 4).tolist() == [0, 0, 0.75, 1]


# Solving: executors, interruptions, refusals.


THREE = Rules((1, 3, 4), {"fire": 3, "gas": 2}, (5, 5, 8), expeditions=3)


def same(one: Values, other: Values) -> bool:
    assert one.curves.keys() == other.curves.keys()
    return all(
        curve.first == other.curves[state].first and curve.chances.tolist() == other.curves[state].chances.tolist()
        for state, curve in one.curves.items()
    )


def test_blocks_travel() -> None:
    values = Values(THREE)
    state = Between(3, (3, 2), (0,), 0, 1)
    block = block_of(values, state, deck_of(state, ((1, 1), (3, 1), (4, 1))), -5, 12)
    sent = pickle.loads(pickle.dumps(block))
    assert solve_block(sent).go.tolist() == solve_block(block).go.tolist()


@pytest.mark.filterwarnings("ignore")
def test_a_dask_cluster_solves_the_blocks() -> None:
    distributed = pytest.importorskip("distributed")
    cluster = distributed.LocalCluster(n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None)
    with cluster, distributed.Client(cluster) as client:
        there = solve(THREE, executor=client.get_executor())
    assert same(there, solve(THREE))


def test_an_interruption_costs_little(tmp_path: Path) -> None:
    store = Store(tmp_path)
    counts: list[tuple[int, int]] = []

    def stop(done: int, total: int) -> None:
        counts.append((done, total))
        if done == 6:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve(THREE, store=store, progress=stop)
    (entry,) = store.entries()
    assert "situations so far" in entry.title
    again: list[int] = []
    result = solve(THREE, store=store, progress=lambda done, total: again.append(done))
    assert again[0] == 6 and again[-1] == counts[0][1]
    assert same(result, solve(THREE))
    (entry,) = store.entries()
    assert "so far" not in entry.title


def test_the_names_of_the_kinds_do_not_matter() -> None:
    assert key_of(Rules((7, 5, 3), {"b": 2, "gas": 2}, expeditions=2)) == key_of(SMALL)
    assert key_of(replace(SMALL, tie="shared")) != key_of(SMALL)


def test_a_big_game_is_not_solved_unasked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("INCAN_MATH_CACHE", str(tmp_path))
    with pytest.raises(GameError, match="incan-math duel --solve --rules custom"):
        duel(replace(EDITIONS["bga-en"], treasures=(*range(1, 15),), name="custom"))


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: win_probability(0, 6), "expedition"),
        (lambda: win_probability(3, 1), "nothing is won before the first expedition"),
        (lambda: win_probability(500, 2), "at most"),
        (lambda: win_probability("7", 5), "lead"),  # type: ignore[arg-type]
        (lambda: win_probability(0, 5, claimed=1), "artifact_lead: 1 claimed"),
        (lambda: win_probability(0, 5, claimed=1, artifact_lead=0), "one of -1, 1"),
        (lambda: win_probability(0, 2, removed="fire fire"), "removed"),
        (lambda: duel(replace(SMALL, leftover="per card")), "pooled"),
        (lambda: decide(Expedition.parse("7", 2, expedition=5), objective="win"), "lead"),  # type: ignore[call-overload]
        (lambda: decide(Expedition.parse("7", 2), objective="win", lead=0), "expedition: tell its number"),
        (lambda: decide(Expedition.parse("7", 3, expedition=5), objective="win", lead=0), "two players"),
        (lambda: decide(Expedition.parse("7 -1", 2, expedition=5), objective="win", lead=0), "card that came next"),
        (lambda: decide(Expedition.parse("7"), lead=3), "objective='win'"),  # type: ignore[call-overload]
        (lambda: decide(Expedition.parse("7"), objective="draw"), "objective"),  # type: ignore[call-overload]
    ],
)
def test_what_is_not_answered(call: Callable[[], object], said: str) -> None:
    with pytest.raises(GameError) as error:
        call()
    assert said in str(error.value) and "\n" not in str(error.value)


def test_a_game_is_a_value() -> None:
    assert duel(SMALL) is duel(SMALL)
    assert isinstance(duel(SMALL), Duel) and duel(SMALL).rules == SMALL
    assert set(duel(SMALL).chances(2, range(-2, 3))) == {-2, -1, 0, 1, 2}

"""Solved two-player games: those that ship, those kept on disk, blocks that travel, and what is refused."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np
import pytest
from test_duel import SMALL

from incan_math import EDITIONS, Duel, Expedition, GameError, Rules, decide, duel, win_probability
from incan_math.duels.block import block_of, deck_of, solve_block
from incan_math.duels.cost import plan_for, size_before
from incan_math.duels.solved_games import key_of, load, pack, save, shipped_store, unpack
from incan_math.duels.solver import solve
from incan_math.duels.values import Curve, Values
from incan_math.duels.whole_game import error_bound
from incan_math.states.between import Between, first_of, layers
from incan_math.storage.cache_folder import StoreWarning
from incan_math.storage.store import Store


def test_shipped_tables_are_sound() -> None:
    store = shipped_store()
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
        assert np.abs(answer.both_stay - game._values.row(state, 2, 12)).max() <= 1e-14


def test_packing_and_reading_back() -> None:
    curves = {Between(2, (3, 2), (0,), 1, 1): Curve(-2, np.array([0.0, 0.25, 1.0]))}
    back = unpack(pack(curves))
    assert list(back) == list(curves)
    (curve,) = back.values()
    assert curve.first == -2 and curve.probabilities.tolist() == [0.0, 0.25, 1.0]
    assert curve.at(-4, 7).tolist() == [0, 0, 0, 0.25, 1, 1, 1]
    assert curve.mirrored().at(-1, 4).tolist() == [0, 0, 0.75, 1]


# Solving: executors, interruptions, refusals.


THREE = Rules((1, 3, 4), {"fire": 3, "gas": 2}, (5, 5, 8), expeditions=3)


def same(one: Values, other: Values) -> bool:
    assert one.curves.keys() == other.curves.keys()
    return all(
        curve.first == other.curves[state].first
        and curve.probabilities.tolist() == other.curves[state].probabilities.tolist()
        for state, curve in one.curves.items()
    )


def test_blocks_travel() -> None:
    values = Values(THREE)
    state = Between(3, (3, 2), (0,), 0, 1)
    block = block_of(values, state, deck_of(state, ((1, 1), (3, 1), (4, 1))), -5, 12)
    sent = pickle.loads(pickle.dumps(block))
    assert solve_block(sent).both_stay.tolist() == solve_block(block).both_stay.tolist()


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


def test_two_solvers_at_once_lose_no_state(tmp_path: Path) -> None:
    store, whole = Store(tmp_path), solve(THREE).curves
    states = sorted(whole)
    save(store, THREE, {state: whole[state] for state in states[::2]})
    save(store, THREE, {state: whole[state] for state in states[1::2]})
    assert load(store, THREE).keys() == whole.keys()


def _damage(name: str, arrays: dict[str, np.ndarray[Any, Any]]) -> None:
    chances = arrays["chances"].copy()
    ends = np.cumsum(arrays["count"])
    match name:
        case "missing":
            del arrays["first"]
        case "type":
            arrays["count"] = arrays["count"].astype(float)
        case "shape":
            arrays["chances"] = chances.reshape(1, -1)
        case "nan":
            chances[3] = np.nan
        case "range":
            chances[ends[-1] - 1] = 1.5
        case "falls":
            chances[ends[-1] - 2 :] = 1.0, 0.0
        case "state":
            arrays["states"][0] = "[1, 2"
        case "other state":
            arrays["states"][0] = "[2, [9, 9], [], 0, 0]"
        case "twice":
            arrays["states"][0] = arrays["states"][1]
        case "count":
            arrays["count"][0] += 1
        case "lead":
            arrays["first"][0] = 2**60
        case "values":  # Every sum fits, and the curves rise between 0 and 1: only solving anew tells.
            middle = (chances > 0.0) & (chances < 1.0)
            chances[middle] = 0.5
    if name not in ("shape",):
        arrays["chances"] = chances


@pytest.mark.parametrize(
    "name",
    ["missing", "type", "shape", "nan", "range", "falls", "state", "other state", "twice", "count", "lead", "values"],
)
def test_a_damaged_game_is_not_believed(name: str, tmp_path: Path) -> None:
    store, whole = Store(tmp_path), solve(THREE)
    arrays = pack(whole.curves)
    store.save(key_of(THREE), "sound", arrays)
    assert load(store, THREE).keys() == whole.curves.keys()
    _damage(name, arrays)
    store.save(key_of(THREE), "damaged", arrays)
    with pytest.warns(StoreWarning, match="damaged or foreign"):
        assert load(store, THREE) == {}


# What a question costs.


def test_a_big_game_is_not_solved_unasked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("INCAN_MATH_CACHE", str(tmp_path))
    custom = replace(EDITIONS["bga-en"], treasures=(*range(1, 15),), name="custom")
    with pytest.raises(GameError, match=r"not solved here; .* CPU time within 2.0 GiB: duel\(rules, solve=True\)"):
        duel(custom).win_probability(0, 4)
    with pytest.raises(GameError, match="incan-math duel --solve --rules incan-gold-2006"):
        duel("incan-gold-2006").win_probability(3, 3)
    assert not list(tmp_path.iterdir())


def test_the_last_expedition_needs_nothing_else(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("INCAN_MATH_CACHE", str(tmp_path))
    state = Expedition.parse("15 fire 13 snakes", players=2, rules="incan-gold-2006", expedition=5)
    answer = duel("incan-gold-2006").decide(state, -7)
    assert 0 < answer.value.low < answer.value.high < Fraction(1, 2)


@pytest.mark.parametrize(
    "rules",
    [
        Rules((1, 2), {"fire": 2}, tuple(range(1, 13)), artifact_value="printed", undrawn_artifact="stays",
              artifact_entry="all at once"),
        Rules(tuple(range(60)), {"fire": 3, "gas": 3}),
        Rules((1,) * 300, {"fire": 3}),
        Rules((1, 2), {"fire": 2}, (1, 2), expeditions=1000),
    ],
)  # fmt: skip
def test_what_is_hopeless_is_refused_at_once(rules: Rules) -> None:
    before = process_time()
    with pytest.raises(GameError) as error:
        duel(rules, solve=True)
    assert len(str(error.value)) < 320 and process_time() - before < 2.0


def test_less_memory_gives_the_same_answer() -> None:
    rules = Rules((1, 3, 4), {"fire": 3, "gas": 2}, (5, 7, 8), artifact_value="printed", undrawn_artifact="stays",
                  artifact_entry="all at once", expeditions=2)  # fmt: skip
    whole = solve(rules)
    for state in layers(rules)[1]:
        size = size_before(rules, state)
        memory = size.memory(6, 4, True, True)
        plan = plan_for(size, True, memory)
        assert plan is not None and plan.is_split and plan.leads < 40 and size.memory(*plan[:2], True, True) <= memory
    small = solve(rules, memory=max(size_before(rules, state).memory(6, 4, True, True) for state in layers(rules)[1]))
    assert small.curves.keys() == whole.curves.keys()
    for state in whole.curves:
        assert np.abs(small.row(state, -70, 141) - whole.row(state, -70, 141)).max() <= error_bound(rules)
    first = first_of(rules)
    assert plan_for(size_before(rules, first), False, 1000) is None
    with pytest.raises(GameError, match="for a single lead; give memory="):
        solve(rules, memory=1000)


def test_equal_rules_of_another_name_keep_their_name() -> None:
    assert duel(replace(EDITIONS["bga-en"], name="mine")).rules.name == "mine"
    assert duel("bga-en").rules.name == "bga-en"


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
        (lambda: decide(Expedition.parse("7", 2, expedition=5), objective="win"), "lead"),
        (lambda: decide(Expedition.parse("7", 2), objective="win", lead=0), "expedition: give its number"),
        (lambda: decide(Expedition.parse("7", 3, expedition=5), objective="win", lead=0), "two players"),
        (lambda: decide(Expedition.parse("7 -1", 2, expedition=5), objective="win", lead=0), "card that came next"),
        (lambda: decide(Expedition.parse("7"), lead=3), "objective='win'"),
        (lambda: decide(Expedition.parse("7"), objective="draw"), "objective"),
    ],
)
def test_what_is_not_answered(call: Callable[[], object], said: str) -> None:
    with pytest.raises(GameError) as error:
        call()
    assert said in str(error.value) and "\n" not in str(error.value)


def test_a_game_is_a_value() -> None:
    assert duel(SMALL) == duel(SMALL)
    assert isinstance(duel(SMALL), Duel) and duel(SMALL).rules == SMALL


def test_several_leads_at_once_and_their_old_order() -> None:
    game = duel(SMALL)
    found = game.probabilities(range(-2, 3), 2)
    assert found == {lead: game.win_probability(lead, 2) for lead in range(-2, 3)}
    with pytest.warns(DeprecationWarning, match=r"now Duel\.probabilities\(leads, expedition\)"):
        assert game.chances(2, range(-2, 3)) == found
    for leads in (5, ["7"], [500]):
        with pytest.raises(GameError, match="lead"):
            game.probabilities(leads, 2)  # type: ignore[arg-type]

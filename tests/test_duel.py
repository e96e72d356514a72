"""Two players for the win, against the reference engine's matches in fractions, and by what must hold."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from decision_brute import KNOWN
from duel_brute import HALF, BestDuel, at_lead, matrix_value

from incan_math import EDITIONS, Duel, Expedition, GameError, Rules, decide, duel, win_probability
from incan_math.decisions.duel.between import Between, Ending, endings, first_of, followed, layers, normal
from incan_math.decisions.duel.block import block_of, deck_of, solve_block
from incan_math.decisions.duel.game import _equilibrium, error_bound
from incan_math.decisions.duel.solver import solve
from incan_math.decisions.duel.tables import key_of, pack, shipped, unpack
from incan_math.decisions.duel.values import Curve, Values
from incan_math.decisions.store import Store
from incan_math.reference import Match, Table, branches

TINY = {
    "plain": Rules((3, 5), {"fire": 2}, expeditions=2),
    "thinning": Rules((0, 3), {"fire": 2, "gas": 1}, expeditions=3),
    "by claim, artifacts break ties": Rules((4,), {"fire": 3}, (5, 2), expeditions=2),
    "the same, ties shared": Rules((4,), {"fire": 3}, (5, 2), tie="shared", expeditions=2),
    "artifacts worth nothing but ties": Rules((1,), {"fire": 2}, (0, 0, 0), expeditions=3),
    "printed, staying": Rules(
        (3,), {"fire": 2}, (2, 6), artifact_value="printed", undrawn_artifact="stays", expeditions=2
    ),
    "all at once, lost ones count": Rules(
        (2, 7), {"fire": 2}, (1, 9), artifact_entry="all at once", undrawn_artifact="stays",
        artifact_step="claimed or lost", expeditions=2,
    ),
    "a deck that runs out": Rules((1, 2, 5), {"gas": 1}, expeditions=2),
}  # fmt: skip
SMALL = Rules((3, 5, 7), {"fire": 2, "snakes": 2}, expeditions=2)


@cache
def best(name: str) -> BestDuel:
    twin = BestDuel()
    twin.before(Match.start(TINY[name], ["Ann", "Bob"]))
    return twin


# Against the game tree of the reference engine.


@pytest.mark.parametrize("name", TINY)
def test_every_state_between_expeditions(name: str) -> None:
    rules, twin = TINY[name], best(name)
    game = duel(rules)
    assert twin.before(Match.start(rules, ["Ann", "Bob"])) == HALF
    compared = 0
    for key, value in twin.known.items():
        number, removed, pile, lead, artifact_lead = key
        if number == 1:
            continue
        answer = game.win_probability(
            lead, number, dict(removed), pile.claimed, artifact_lead if pile.claimed else None, pile.lost or None
        )
        assert value in answer
        compared += 1
    assert compared > 5


@pytest.mark.parametrize("name", ["by claim, artifacts break ties", "printed, staying", "plain"])
@pytest.mark.parametrize("lead", [-4, 0, 3])
def test_advice_inside_an_expedition(name: str, lead: int) -> None:
    rules, twin = TINY[name], best(name)
    game = duel(rules)
    match = at_lead(Match.start(rules, ["Ann", "Bob"]), 0)
    last = match.after(_ended(match))
    seen = set()
    for second in (match, at_lead(last, lead)):
        ahead = 0 if second is match else lead
        removed, lost = dict(second.removed), second.artifacts.lost or None
        waiting = [(second.table(), "")]
        while waiting:
            table, path = waiting.pop()
            for card, after in [(b.card, b.table) for b in branches(table)]:
                if after.ended:
                    continue
                here = f"{path} {card}".strip()
                state = Expedition.parse(here, 2, rules, second.expedition, removed, lost=lost)
                answer = game.decide(state, ahead)
                if len(after.bags) == 2:
                    outcomes = twin.outcomes(second, after)
                    assert answer.outcomes is not None
                    assert all(exact in found for exact, found in zip(outcomes, answer.outcomes, strict=True))
                    assert matrix_value(*outcomes) in answer.value
                    alone = after.copy()
                    alone.retire(["Bob"])
                    waiting.append((alone, f"{here} -1"))
                else:
                    stay, retire = twin.go(second, after), twin.left(second, after, "Ann")
                    assert answer.retire is not None and answer.other_retires is None
                    assert stay in answer.stay and retire in answer.retire and max(stay, retire) in answer.value
                    assert answer.retires in (0, 1)
                seen.add(answer.action)
                if len(here.split()) < 4:
                    waiting.append((after, here))
    assert "stay" in seen and "retire" in seen


def _ended(match: Match) -> Table:
    """An expedition that ends with everyone retired after the first card that is no hazard twice."""
    table = match.table()
    table.turn_up(table.undrawn[0])
    table.retire(["Ann", "Bob"])
    return table


# What must hold.


def test_symmetric_and_rising() -> None:
    rules = Rules((1, 3, 4, 7), {"fire": 3, "gas": 2}, (5, 5, 8), expeditions=3)
    game = duel(rules)
    for state, curve in game._values.curves.items():
        values = game._values.row(state, -60, 121)
        mirror = game._values.row(state.seen_by_other(), -60, 121)
        assert np.abs(values + mirror[::-1] - 1).max() <= game.error
        assert (np.diff(values) >= -float(2 * game.error)).all()
        assert values[0] == 0 and values[-1] == 1
        if not state.lead:
            assert values[60] == HALF
        assert (curve.chances >= 0).all() and (curve.chances <= 1).all()


def test_the_first_state_is_even() -> None:
    assert duel(SMALL).win_probability(0, 1).low < HALF < duel(SMALL).win_probability(0, 1).high
    answer = duel(SMALL).decide(Expedition.start(2, SMALL, 1), 0)
    assert answer.action == "stay" and answer.retire is None and HALF in answer.value


def test_two_orders_of_summing_agree() -> None:
    # The treasures of a deck in another order: other strides, other children first, other roundings.
    rules = Rules((1, 3, 4, 7, 9), {"fire": 3, "gas": 2}, (5,), expeditions=2)
    state = Between(2, (3, 2), (), 0, 0)
    values = Values(rules)
    one = solve_block(block_of(values, state, deck_of(state, ((1, 1), (3, 1), (4, 1), (7, 1), (9, 1))), -30, 61))
    two = solve_block(block_of(values, state, deck_of(state, ((9, 1), (4, 1), (7, 1), (1, 1), (3, 1))), -30, 61))
    split = [
        solve_block(block_of(values, state, deck_of(state, ((1, 1), (3, 1), (4, 1), (7, 1), (9, 1))), first, count)).go
        for first, count in ((-30, 1), (-29, 20), (-9, 40))
    ]
    assert np.abs(one.go - two.go).max() <= error_bound(rules)
    assert np.abs(np.concatenate(split) - one.go).max() <= error_bound(rules)


def test_the_equilibrium_of_a_stage() -> None:
    sevenths = [Fraction(n, 7) for n in (0, 2, 3, 7)]
    for a in sevenths:
        for b in sevenths:
            for c in sevenths:
                for d in sevenths:
                    mine, theirs = _equilibrium(a, b, c, d)
                    value = matrix_value(a, b, c, d)
                    left = (1 - mine) * a + mine * c, (1 - mine) * b + mine * d
                    across = (1 - theirs) * a + theirs * b, (1 - theirs) * c + theirs * d
                    assert min(left) == value == max(across)


def test_the_bound_is_small() -> None:
    assert all(error_bound(rules) < Fraction(1, 10**12) for rules in EDITIONS.values())


# What earlier expeditions leave.


def test_states_that_no_play_can_tell_apart_are_one() -> None:
    rules = EDITIONS["bga-en"]
    assert [len(layer) for layer in layers(rules)] == [1, 4, 16, 36, 54]
    assert normal(rules, Between(5, (3,) * 5, (0,), 2, 4)) == Between(5, (3,) * 5, (0,), 0, 2)
    assert normal(rules, Between(5, (3,) * 5, (0,), 4, -4)) == Between(5, (3,) * 5, (0,), 3, -2)
    assert first_of(EDITIONS["diamant-2016"]).artifacts == (0,) * 5
    shared = [len(layer) for layer in layers(EDITIONS["diamant-2005"])]
    assert shared == [1, 2, 4, 6, 9]


def test_how_an_expedition_can_end() -> None:
    rules = EDITIONS["incan-gold-2020"]
    first = first_of(rules)
    assert set(endings(rules, first)) == {
        Ending((5,), (), (), (), 0), Ending((), (), (5,), (), 0), Ending((), (), (5,), (), 3),
        Ending((), (), (), (5,), 0), Ending((), (), (), (5,), 3), Ending((), (5,), (), (), 0),
        Ending((), (5,), (), (), 3),
    }  # fmt: skip
    assert followed(rules, first, Ending((), (), (), (5,), 3)) == Between(2, (3, 3, 3, 3, 2), (5, 7), 0, 0)
    assert followed(rules, first, Ending((5,), (), (), (), 0)) == Between(2, (3,) * 5, (7,), 0, 1)


# Known values, and the tables that ship.


KNOWN_WINS = [
    (int(number.split()[1]), int(lead), chance)
    for number, leads in KNOWN["two_player_win_probability"].items()
    if number != "meaning"
    for lead, chance in leads.items()
]


@pytest.mark.parametrize(("expedition", "lead", "chance"), KNOWN_WINS)
def test_known_values(expedition: int, lead: int, chance: float) -> None:
    # Points 5, 5, 5, 10, 10 by claim and ties by artifacts: bga-en, whose last two bring five gems each.
    answer = win_probability(lead, expedition)
    assert abs(answer.middle - Fraction(chance)) <= Fraction(3, 10**16) + answer.radius
    assert Fraction(chance) + win_probability(-lead, expedition).middle - 1 <= Fraction(1, 10**12)


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

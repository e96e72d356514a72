"""`incan-math plot ...` writes the file that it names, and the numbers in it are those of the odds and decisions."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from typing import TYPE_CHECKING

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import decks

from incan_math import (
    EDITIONS,
    Equilibrium,
    Expedition,
    GameError,
    Rules,
    StayForever,
    bust_probability,
    decide,
    equilibrium,
)
from incan_math.report.plot_data import boundaries, bust_curves, retire_cells, take_homes

if TYPE_CHECKING:
    from shell import Run

SMALL = Rules(treasures=(3, 5, 7), hazards={"fire": 2, "snakes": 2})


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "default"),
    [
        (["bust"], "bust.svg"),
        (["boundary"], "boundary.svg"),
        (["take-home", "diamant-2005", "--players", "3"], "take_home.svg"),
        (["tree", "7", "fire", "11", "-1", "snakes", "--players", "4"], "tree.svg"),
    ],
)
def test_a_file_is_written_and_named(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], default: str
) -> None:
    monkeypatch.chdir(tmp_path)
    answer = run("plot", *words)
    assert (answer.status, answer.out, answer.err) == (0, f"{default}\n", "")
    assert (tmp_path / default).read_bytes().startswith(b"<?xml")
    named = tmp_path / "named.png"
    assert run("plot", *words, "-o", str(named)).status == 0
    assert named.read_bytes().startswith(b"\x89PNG")


def test_the_tree_as_a_graph(run: Run, tmp_path: Path) -> None:
    for ending in ("dot", "graphml"):
        path = tmp_path / f"tree.{ending}"
        assert run("plot", "tree", "7 fire", "-o", str(path)).status == 0
    assert nx.read_graphml(path).number_of_nodes() == 18  # It and 17 next cards: 11 values, 5 kinds, the artifact.
    assert (tmp_path / "tree.dot").read_text(encoding="utf-8").startswith("digraph")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["bust", "bga-eng"], "did you mean 'bga-en'?"),
        (["bust", "-o", "plot.pdf"], "ends in neither .svg nor .png"),
        (["bust", "--draws", "0"], "--draws"),
        (["boundary", "--players", "9"], "--players"),
        (["tree", "7 fier"], "did you mean 'fire'?"),
        (["tree", "7", "--depth", "3"], "branches are too many for one drawing (60 at most); give a smaller depth"),
        (["tree", "--depth", "9"], "more than limit=2,000; give a smaller depth"),
        (["tree", "fire fire"], "is over"),
        (["pie"], "pie"),
        ([], "Missing command"),
    ],
)
def test_what_cannot_be_drawn_is_one_line(run: Run, words: list[str], said: str) -> None:
    answer = run("plot", *words)
    assert answer.status == 2 and answer.out == "" and len(answer.err.splitlines()) == 1
    assert said in answer.err


def test_curves_are_the_bust_chances_and_equal_ones_are_joined() -> None:
    curves = bust_curves(EDITIONS, 8)
    assert ", ".join(curves).split(", ") != list(EDITIONS)  # Joined labels stand together,
    assert sorted(", ".join(curves).split(", ")) == sorted(EDITIONS)  # and none is lost.
    for label, curve in curves.items():
        for name in label.split(", "):
            assert curve == {k: bust_probability(Expedition.start(rules=name), k) for k in range(9)}
    assert len({tuple(curve.values()) for curve in curves.values()}) == len(curves) == 4


def test_boundaries_by_hand() -> None:
    # All gems and the first artifact's points, over deadly cards + 1.
    assert boundaries(["bga-en"]) == {"bga-en": {h: Fraction(112, 2 * h + 1) for h in range(1, 6)}}
    assert boundaries(["diamant-2005"]) == {"diamant-2005": {h: Fraction(124, 2 * h + 1) for h in range(1, 6)}}
    for kinds in ({}, {"fire": 2, "gas": 3}):
        with pytest.raises(GameError, match=r"no kinds, or kinds of unequal size"):
            boundaries([Rules(treasures=(1, 2), hazards=kinds)])


@pytest.mark.parametrize("players", [1, 4])
def test_boundaries_part_staying_from_retiring(players: int) -> None:
    [line] = boundaries(["bga-sr"], players).values()
    kinds = EDITIONS["bga-sr"].kinds
    for path in ("5 7 11", "5 13", "1 2 3 4", "15 14 11"):
        for h in range(1, 6):
            state = Expedition.parse(f"{path} {' '.join(kinds[:h])}", players, "bga-sr")
            answer = decide(state, [StayForever()] * (players - 1))
            assert (answer.retire >= line[h]) == (answer.action != "stay")


def test_take_homes_have_the_optimal_mean() -> None:
    for label, points in take_homes(["bga-en", "bga-pt", "diamant-2016"]).items():
        for name in label.split(", "):
            assert points.mean == decide(Expedition.start(rules=name)).stay


@pytest.mark.slow
@settings(max_examples=8)
@given(decks(5), st.integers(2, 3))
def test_cells_are_means_over_all_orders(rules: Rules, players: int) -> None:
    if rules.leftover != "pooled":
        rules = replace(rules, leftover="pooled")
    start = Expedition.start(players, rules)
    deck = [card for card, count in start.undrawn.items() for _ in range(count)]
    try:
        result = equilibrium(start)
    except GameError:
        return
    met: Counter[tuple[int, int]] = Counter()
    retiring: dict[tuple[int, int], Fraction] = {}
    for order in permutations(deck):
        state = start
        for card in order[:-1]:  # After the last card nobody chooses.
            state = state.reveal(card)
            if state.is_over:
                break
            cell = len(state.showing), state.bag
            met[cell] += 1
            retiring[cell] = retiring.get(cell, Fraction(0)) + result.retire_probability(state)
    cells = retire_cells(result)
    assert cells == {cell: retiring[cell] / number for cell, number in met.items()}
    assert retire_cells(result, most=2) == {cell: mean for cell, mean in cells.items() if cell[1] <= 2}


def test_the_heat_map_of_an_equilibrium(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def solved(state: Expedition, no_cache: bool) -> Equilibrium:
        asked.append((state, no_cache))
        return equilibrium(Expedition.start(state.players, SMALL))  # The full deck takes too long for a test.

    monkeypatch.setattr("incan_math.cli.equilibrium_command.solved", solved)
    path = tmp_path / "retire.png"
    words = ("--players", "2", "--players", "3", "--most", "12", "--rules", "bga-sr", "--no-cache", "-o", str(path))
    answer = run("plot", "retire", *words)
    assert asked == [(Expedition.start(number, "bga-sr"), True) for number in (2, 3)]
    assert (answer.status, answer.out) == (0, f"{path}\n")
    assert path.read_bytes().startswith(b"\x89PNG")

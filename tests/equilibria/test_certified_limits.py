"""What the certified equilibrium refuses, counts and restores."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from copy import copy, deepcopy
from dataclasses import replace
from time import process_time

import flint
import pytest

from incan_math import Expedition, GameError, Rules, exact_equilibrium
from incan_math.equilibria.certified.enclosed import certified_equilibrium
from incan_math.equilibria.state_count import states_up_to
from incan_math.numbers.balls import precision
from incan_math.numbers.enclosure import Enclosure

SMALL = Rules(treasures=(3, 5, 7), hazards={"fire": 2, "snakes": 2})


@pytest.mark.parametrize(
    ("state", "options", "said"),
    [
        (Expedition.start(1, SMALL), {}, "no two players are in"),
        (Expedition.parse("fire fire", players=2, rules=SMALL), {}, "no two players are in"),
        (Expedition.start(2, Rules((3, 5), {"fire": 2}, leftover="per card")), {}, "per card"),
        (Expedition.start(2, SMALL), {"utility": lambda points: -points}, "falls from 0 to 1"),
        (Expedition.start(2, SMALL), {"utility": lambda points: points / 2}, "whole number or a Fraction"),
        (Expedition.start(2, SMALL), {"utility": 3}, "cannot be called"),
        (Expedition.start(2, SMALL), {"bits": 2}, "bits: 2"),
        (Expedition.start(3, SMALL), {"limit": 10}, "limit=10"),
    ],
)
def test_what_it_does_not_cover_is_refused_by_name(state: Expedition, options: dict[str, object], said: str) -> None:
    with pytest.raises(GameError, match=said) as error:
        certified_equilibrium(state, **options)  # type: ignore[arg-type]
    assert "\n" not in str(error.value)


def test_states_outside_its_game_are_refused() -> None:
    found = certified_equilibrium(Expedition.parse("3", players=2, rules=SMALL))
    for state in (
        Expedition.parse("5", players=2, rules=SMALL),
        Expedition.parse("3 fire", players=3, rules=SMALL),
        Expedition.parse("3 fire -1", players=2, rules=SMALL),
        Expedition.parse("7", players=2),
    ):
        with pytest.raises(GameError, match="no two players choose"):
            found.retire_probability(state)


def test_without_flint_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "flint", None)
    with pytest.raises(GameError, match=r"pip install .*\[certified\]"):
        certified_equilibrium(Expedition.start(2, SMALL))


@pytest.mark.parametrize("solve", [certified_equilibrium, exact_equilibrium])
@pytest.mark.parametrize(
    ("state", "said"),
    [
        (Expedition.start(2, Rules((1,) * 300, {"fire": 100})), "400 cards are undrawn, more than the 120"),
        (Expedition.start(2, Rules((1,), {"fire": 120})), "121 cards are undrawn"),
        (Expedition.start(8), "states or more can follow"),
        (Expedition.start(2, Rules(tuple(range(1, 41)), {"fire": 3})), "states or more can follow"),
        (Expedition.start(2, Rules((3, 5, 9), {f"f{i}": i for i in range(1, 15)}, (1,) * 4)), "states or more can"),
    ],
)
def test_what_would_run_long_is_counted_and_refused(solve: Callable[..., object], state: Expedition, said: str) -> None:
    before = process_time()
    with pytest.raises(GameError, match=said) as error:
        solve(state, limit=200_000) if solve is certified_equilibrium and state.players == 2 else solve(state)
    assert process_time() - before < 3 and len(str(error.value)) <= 300


def test_a_deck_of_the_most_cards_does_not_overflow_the_stack() -> None:
    start = Expedition.start(2, Rules((1,) * 116, {"fire": 4}))
    exact, certified = exact_equilibrium(start), certified_equilibrium(start)
    assert exact.value in certified.value


def test_counting_ends_beyond_the_limit() -> None:
    start = Expedition.start(3, SMALL)
    states = states_up_to(start, 10**9)
    assert states_up_to(start, states) == states and certified_equilibrium(start, limit=states).decisions <= states
    assert states >= states_up_to(start, states - 1) > states - 1
    for bad in (0, -5, 2.5, True, None, "9"):
        with pytest.raises(GameError, match="limit: give a whole number"):
            certified_equilibrium(start, limit=bad)  # type: ignore[arg-type]


def test_precision_is_that_of_each_solve_and_is_restored() -> None:
    outer = flint.ctx.prec
    states = [Expedition.start(3, replace(SMALL, treasures=(3, 5, 7 + i))) for i in range(6)]
    tasks = [(state, bits) for state in states for bits in (64, 96, 150, 200)] * 2

    def enclose(task: tuple[Expedition, int]) -> Enclosure:
        return certified_equilibrium(task[0], bits=task[1]).value

    alone = list(map(enclose, tasks))
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(8) as pool:
            together = list(pool.map(enclose, tasks))
    finally:
        sys.setswitchinterval(interval)
    assert together == alone
    assert flint.ctx.prec == outer


def test_precision_is_restored_after_an_error() -> None:
    outer = flint.ctx.prec
    with pytest.raises(ZeroDivisionError), precision(outer + 100):
        raise ZeroDivisionError
    assert flint.ctx.prec == outer


def test_copies_and_pickles_answer_alike() -> None:
    start = Expedition.start(3, SMALL)
    found = certified_equilibrium(start)
    for other in (pickle.loads(pickle.dumps(found)), deepcopy(found), copy(found)):
        assert other == found and hash(other) == hash(found)
        assert other.certificate() == found.certificate()
        later = Expedition.parse("7 fire", players=3, rules=SMALL)
        assert other.retire_probability(later) == found.retire_probability(later)
    exact = exact_equilibrium(Expedition.parse("7 5", 2, SMALL))
    for copied in (pickle.loads(pickle.dumps(exact)), deepcopy(exact), copy(exact)):
        assert copied == exact and copied.retire_probability(exact.state) == exact.retire_probability(exact.state)

"""The certified equilibrium against brute force, the exact solver, published values and its own bounds."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from copy import copy, deepcopy
from dataclasses import replace
from fractions import Fraction
from math import comb
from time import process_time

import flint
import pytest
from equilibrium_brute import TINY, BrutePlay
from hypothesis import given, settings
from hypothesis import strategies as st

from incan_math import EDITIONS, Expedition, GameError, Rules, exact_equilibrium
from incan_math.equilibria.certified.enclosed import CertifiedEquilibrium, certified_equilibrium
from incan_math.equilibria.certified.induction import Induction
from incan_math.equilibria.certified.rewards import Rewards
from incan_math.equilibria.state_count import states_up_to
from incan_math.numbers.balls import enclosed, precision
from incan_math.numbers.enclosure import Enclosure
from incan_math.states.utility import Utility

SMALL = Rules(treasures=(3, 5, 7), hazards={"fire": 2, "snakes": 2})
HAZARDS = ({"fire": 2}, {"fire": 3}, {"fire": 5}, {"fire": 2, "snakes": 2})
UTILITIES: tuple[Utility | None, ...] = (
    None,
    lambda points: int(points >= 5),
    lambda points: min(points, 6),
    lambda points: Fraction(points * points, 3),
)


@st.composite
def starts(draw: st.DrawFn, players: int) -> Expedition:
    rules = Rules(
        treasures=tuple(draw(st.lists(st.integers(0, 25), min_size=1, max_size=3 if players == 2 else 2))),
        hazards=draw(st.sampled_from(HAZARDS)),
        artifacts=draw(st.sampled_from([(), (5,), (20,)])),
        artifact_value=draw(st.sampled_from(["by claim", "printed"])),
        artifact_entry="all at once",
        expeditions=1,
    )
    return Expedition.start(players, rules)


def near(enclosure: Enclosure, number: Fraction) -> bool:
    """Whether a number that brute force cut off after hundreds of bits lies in the enclosure."""
    return enclosure.low - TINY <= number <= enclosure.high + TINY


@settings(max_examples=25)
@given(starts(2))
def test_two_players_match_the_exact_solver_at_every_state(start: Expedition) -> None:
    exact, certified = exact_equilibrium(start), certified_equilibrium(start)
    assert isinstance(exact.value, Fraction) and exact.value in certified.value
    brute = BrutePlay()
    brute.before_card(start)
    for state in brute.chances:
        chance = exact.retire_probability(state)
        assert isinstance(chance, Fraction) and chance in certified.retire_probability(state)


@pytest.mark.slow
@settings(max_examples=40)
@given(st.sampled_from([2, 3, 4]).flatmap(starts), st.sampled_from(UTILITIES))
def test_values_and_chances_match_brute_force(start: Expedition, utility: Utility | None) -> None:
    certified = certified_equilibrium(start, utility=utility)
    brute = BrutePlay(utility or (lambda points: points))
    assert near(certified.value, brute.before_card(start))
    assert certified.value.radius < Fraction(1, 10**20)
    for state, chance in brute.chances.items():
        assert near(certified.retire_probability(state), 1 - chance)


def gain_of_deviating(plan: CertifiedEquilibrium, start: Expedition) -> Fraction:
    """What one player gains by the best deviation while all others follow the middle of the plan's chances."""
    follow: dict[Expedition, tuple[Fraction, Fraction]] = {}

    def before_card(here: Expedition) -> tuple[Fraction, Fraction]:
        values = [(n, choose(after)) for _, n, after in here.draws() if not after.is_bust]
        same, best = (sum((n * v[i] for n, v in values), Fraction(0)) / here.cards_left for i in (0, 1))
        return same, best

    def choose(here: Expedition) -> tuple[Fraction, Fraction]:
        if here not in follow:
            follow[here] = weigh(here)
        return follow[here]

    def weigh(here: Expedition) -> tuple[Fraction, Fraction]:
        n = here.players
        home = [Fraction(here.payout(k).points) for k in range(1, n + 1)]
        if not here.cards_left:
            return home[-1], home[-1]
        if n == 1:
            alone = max(home[0], before_card(here)[1])
            return alone, alone
        q = plan.retire_probability(here).midpoint
        go = [before_card(here.retire(n - j)[1] if j < n else here) for j in range(1, n + 1)]
        weights = [comb(n - 1, k) * q**k * (1 - q) ** (n - 1 - k) for k in range(n)]  # k others leave.
        leave = sum((w * home[k] for k, w in enumerate(weights)), Fraction(0))
        stay = [sum((w * go[n - 1 - k][i] for k, w in enumerate(weights)), Fraction(0)) for i in (0, 1)]
        return q * leave + (1 - q) * stay[0], max(leave, stay[1])

    same, best = before_card(start)
    assert abs(same - plan.value.midpoint) < Fraction(1, 10**20)
    return best - same


@settings(max_examples=12)
@given(st.sampled_from([2, 3]).flatmap(starts))
def test_no_deviation_gains_anything(start: Expedition) -> None:
    assert 0 <= gain_of_deviating(certified_equilibrium(start), start) < Fraction(1, 10**20)


@settings(max_examples=30)
@given(st.sampled_from([2, 3, 4]).flatmap(starts))
def test_bounds_change_nothing(start: Expedition) -> None:
    rewards = Rewards.read(start, None)
    with_bounds, without = (Induction(start, rewards, 96, bounded=bounded) for bounded in (True, False))
    (low, high), (least, most) = enclosed(with_bounds.solve()), enclosed(without.solve())
    assert low <= most and least <= high
    assert with_bounds.decisions <= without.decisions
    for code, chance in list(with_bounds._retire.items()):
        (low, high), (least, most) = enclosed(chance), enclosed(without.retire_probability(code))
        assert low <= most and least <= high


def test_the_known_value_of_the_small_deck() -> None:
    found = certified_equilibrium(Expedition.start(2, SMALL))
    assert found.value == Enclosure(Fraction(119206107, 41086892), Fraction(119206107, 41086892))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "treasures", "hazards", "artifacts", "ambiguous"),
    [
        (4, (8, 11, 24), {"fire": 2}, (20,), 1),
        (5, (0, 3, 4), {"fire": 4, "snakes": 2}, (20,), 1),
    ],
)
def test_decisions_with_several_symmetric_equilibria(
    players: int, treasures: tuple[int, ...], hazards: dict[str, int], artifacts: tuple[int, ...], ambiguous: int
) -> None:
    rules = Rules(treasures, hazards, artifacts, artifact_value="printed", artifact_entry="all at once", expeditions=1)
    start = Expedition.start(players, rules)
    found, brute = certified_equilibrium(start), BrutePlay()
    assert near(found.value, brute.before_card(start))
    assert found.ambiguous == ambiguous <= brute.several


@pytest.mark.parametrize(
    ("players", "treasures", "hazards", "artifacts"),
    [
        (3, (7, 22), {"fire": 3}, (20,)),
        (5, (7, 30), {"fire": 2, "snakes": 2}, ()),
        (4, (28, 30), {"fire": 5}, (3, 9)),
    ],
)
def test_a_rational_value_of_an_irrational_coin_meets_an_exact_tie(
    players: int, treasures: tuple[int, ...], hazards: dict[str, int], artifacts: tuple[int, ...]
) -> None:
    rules = Rules(treasures, hazards, artifacts, artifact_value="printed", artifact_entry="all at once", expeditions=1)
    start = Expedition.start(players, rules)
    found = certified_equilibrium(start, utility=lambda points: min(points, 9))
    brute = BrutePlay(lambda points: min(points, 9))
    assert near(found.value, brute.before_card(start))
    assert all(near(found.retire_probability(state), 1 - chance) for state, chance in brute.chances.items())


def test_an_exact_tie_is_counted_and_stays() -> None:
    # All cards that are left are worth nothing and harmless: whoever stays gets what whoever leaves gets.
    rules = Rules((0, 0, 6), {"fire": 1})
    cave = Expedition.parse("6", players=2, rules=rules)
    found = certified_equilibrium(cave)
    assert (found.value, found.ties, found.mixed) == (Enclosure(Fraction(3), Fraction(3)), found.decisions, 0)
    assert found.retire_probability(cave) == Enclosure(Fraction(0), Fraction(0))


def test_more_bits_narrow_the_enclosure_of_a_full_edition() -> None:
    cave = Expedition.parse("7 fire 11 snakes 15 5", players=3)
    rough, fine = certified_equilibrium(cave, bits=40), certified_equilibrium(cave, bits=200)
    assert rough.value.low <= fine.value.low <= fine.value.high <= rough.value.high
    assert fine.value.radius < Fraction(1, 10**50) < rough.value.radius < Fraction(1, 10**7)


@pytest.mark.slow
@pytest.mark.parametrize("edition", [name for name, rules in EDITIONS.items() if rules.leftover == "pooled"])
def test_every_edition_from_a_late_state(edition: str) -> None:
    fire, snakes = sorted(EDITIONS[edition].kinds)[:2]
    cave = Expedition.parse(f"15 {fire} 14 13 {snakes} 11 5 7", players=3, rules=edition)
    found = certified_equilibrium(cave)
    assert found.value.radius < Fraction(1, 10**20)
    assert found.decisions >= 1


def test_chances_below_a_bounded_decision_are_found_when_asked_for() -> None:
    cave = Expedition.parse("15 fire snakes mummy 14", players=2)
    found = certified_equilibrium(cave)
    assert found.decisions == 1
    assert found.retire_probability(cave).low == 1
    later = cave.reveal(5)
    assert found.retire_probability(later) == certified_equilibrium(later).retire_probability(later)


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


@settings(max_examples=40)
@given(st.sampled_from([2, 3, 4]).flatmap(starts))
def test_states_are_counted_beforehand(start: Expedition) -> None:
    seen: set[tuple[object, ...]] = set()
    waiting = [(start, True)]
    known: set[tuple[Expedition, bool]] = set()
    while waiting:
        here, fresh = waiting.pop()
        if (here, fresh) in known or here.players < 2 or here.is_over:
            continue
        known.add((here, fresh))
        now = here.situation.unnamed()
        gone = (now.hazards, now.showing, now.artifacts, now.found, len(now.worth))
        seen.add((now.treasures, now.players, now.bag, sum(now.leftovers), gone))
        waiting += [(draw.after, False) for draw in here.draws() if not draw.after.is_bust]
        if here.is_deciding:
            waiting += [(here.retire(k)[1], False) for k in range(1, here.players)]
    assert len(seen) <= states_up_to(start, 10**9) <= 2 * len(seen) + 10
    if not start.situation.artifacts or not sum(start.situation.artifacts):
        assert len({entry[:4] for entry in seen}) * len({entry[4] for entry in seen}) == states_up_to(start, 10**9)


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

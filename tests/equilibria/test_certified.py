"""The certified equilibrium against brute force, the exact solver, published values and its own bounds."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest
from equilibrium_brute import TINY, BrutePlay
from hypothesis import given, settings
from hypothesis import strategies as st

from incan_math import EDITIONS, Expedition, Rules, exact_equilibrium
from incan_math.equilibria.certified.enclosed import CertifiedEquilibrium, certified_equilibrium
from incan_math.equilibria.certified.induction import Induction
from incan_math.equilibria.certified.rewards import Rewards
from incan_math.equilibria.state_count import states_up_to
from incan_math.numbers.balls import enclosed
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

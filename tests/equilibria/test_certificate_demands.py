"""A certificate that lies for each demand of the checker, and true ones at the very edge of a demand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest
from certificate_forging import Lie, forged
from equilibrium_brute import TINY, BrutePlay
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from test_certified import SMALL, UTILITIES, starts

from incan_math import Expedition, Rules
from incan_math.equilibria.certified.enclosed import certified_equilibrium
from incan_math.equilibria.checker.checking import CertificateError, check_certificate
from incan_math.equilibria.checker.plays import WalkState
from incan_math.equilibria.checker.walk import Walk
from incan_math.numbers.enclosure import Enclosure
from incan_math.states.utility import Utility

CAVE = Expedition.parse("7 fire 11 snakes 15 5 mummy", players=3)
EARLY = Expedition.start(2, SMALL)


def everywhere(wrong: str, right: str) -> Lie:
    """The letter `wrong` wherever `right` is played."""
    return lambda _, kind: wrong if kind == right else kind


@pytest.mark.parametrize(
    ("state", "wrong", "right", "said"),
    [
        (CAVE, "S", "M", "staying is not shown to be better"),
        (CAVE, "S", "R", "staying is not shown to be better"),
        (CAVE, "S", "B", "staying is not shown to be better"),
        (CAVE, "R", "M", "retiring is not shown to be the only equilibrium"),
        (EARLY, "R", "S", "retiring is not shown to be the only equilibrium"),
        (CAVE, "B", "M", "no bound shows"),
        (CAVE, "B", "R", "no bound shows"),
        (EARLY, "B", "S", "no bound shows"),
        (EARLY, "M", "S", "the least root is not shown"),
        (CAVE, "M", "R", "the least root is not shown"),
        (EARLY, "T", "S", "not an exact tie"),
        (CAVE, "T", "R", "not an exact tie"),
        (CAVE, "T", "M", "not an exact tie"),
    ],
)
def test_each_play_is_demanded_to_be_right(state: Expedition, wrong: str, right: str, said: str) -> None:
    kinds = []

    def lie(here: WalkState, kind: str) -> str:
        kinds.append(kind)
        return wrong if kind == right else kind

    certificate = forged(state, lie)
    assert right in kinds
    with pytest.raises(CertificateError, match=f"^rejected: plays: .*{said}"):
        check_certificate(certificate.text)


def test_another_letter_is_not_a_play() -> None:
    true = forged(CAVE)
    with pytest.raises(CertificateError, match=r"^rejected: plays: 'X' is not a play$"):
        check_certificate(replace(true, plays="X" + true.plays[1:]).text)


@pytest.mark.parametrize("shift", [-1, 1])
def test_a_root_is_demanded_to_lie_in_its_interval(shift: int) -> None:
    def moved(here: WalkState, interval: tuple[int, int, int]) -> tuple[int, int, int]:
        low, high, unit = interval
        return (1000 * low + shift * unit, 1000 * high + shift * unit, 1000 * unit)

    with pytest.raises(CertificateError, match="the least root is not shown"):
        check_certificate(forged(CAVE, interval_lie=moved).text)


def test_both_ends_of_the_value_are_demanded() -> None:
    true = forged(CAVE)
    low, high = true.value.low, true.value.high
    check_certificate(true.text)
    inside = (high - low) / 1000
    for ends in (Enclosure(low + inside, high), Enclosure(low, high - inside), Enclosure(high + 1, high + 2)):
        with pytest.raises(CertificateError, match="value: the claimed enclosure does not hold"):
            check_certificate(replace(true, value=ends).text)
    wider = Enclosure(low - 1, high + 1)
    assert check_certificate(replace(true, value=wider).text).value == wider


def test_counts_are_those_of_the_plays() -> None:
    true = certified_equilibrium(CAVE).certificate()
    checked = check_certificate(true.text)
    assert checked.decisions == len(true.plays)
    assert checked.mixed == true.plays.count("M") == len(true.intervals) > 0
    rules = Rules((0, 0, 6), {"fire": 1})
    tied = certified_equilibrium(Expedition.parse("6", players=2, rules=rules)).certificate()
    checked = check_certificate(tied.text)
    assert checked.ties == tied.plays.count("T") == len(tied.plays) == checked.decisions == 5 and checked.mixed == 0


def test_staying_at_what_retiring_alone_brings_is_an_equilibrium() -> None:
    # Each holds 3, nothing lies there, and only a harmless fire and a 1 are undrawn. Staying together is worth 3, as
    # retiring is; staying where the other retires 4, by the 1. So V_2 = R_1 exactly, and it is no tie.
    state = Expedition.parse("6", players=2, rules=Rules((1, 6), {"fire": 1}))
    certificate = certified_equilibrium(state).certificate()
    # 6: S. 6 1: V_2 - R_1 = 3 - 4 and V_1 - R_2 = 3 - 3, so everyone retires: R. 6 fire: S as before.
    assert sorted(certificate.plays) == ["R", "S", "S"]
    assert check_certificate(certificate.text).value == Enclosure(Fraction(3), Fraction(3))
    for wrong, right, said in (("S", "R", "staying is not shown"), ("T", "S", "not an exact tie")):
        with pytest.raises(CertificateError, match=said):
            check_certificate(forged(state, everywhere(wrong, right)).text)


def test_one_who_stays_is_not_worth_more_for_a_letter() -> None:
    # Forged throughout: everyone stays to the last card, or leaves at once.
    start = Expedition.start(2, SMALL)
    for letter in "SR":
        with pytest.raises(CertificateError, match="is not shown to be"):
            check_certificate(forged(start, lambda _, kind, letter=letter: letter).text)  # type: ignore[misc]


def bound_by_hand(state: Expedition) -> bool:
    """Whether T D >= F and (T (r - D) + F_j) / r < R_k however many leave, over the moves of `Expedition` alone."""
    n, now, rules = state.players, state.situation, state.rules
    cards, deadly = state.cards_left, now.deadly
    values = [v for v, count in zip(rules.values, now.treasures, strict=True) for _ in range(count)]
    for leaving in range(n):
        payoff = state.payout(leaving + 1).points
        after = state.retire(leaving)[1] if leaving else state
        staying = n - leaving
        here = after.situation

        def claimed(found: tuple[int, ...], worth: tuple[tuple[int, int], ...]) -> int:
            if worth:
                return sum(points + gems for points, gems in worth[: sum(found)])
            return sum((kind.points or 0) * count for kind, count in zip(rules.artifact_kinds, found, strict=True))

        at_hand = claimed(here.found, here.worth)
        take = here.bag + sum(here.leftovers) + at_hand
        artifacts = 0
        for i, count in enumerate(here.artifacts):
            if count:
                more = tuple(found + (k == i) for k, found in enumerate(here.found))
                artifacts += count * (claimed(more, here.worth) - at_hand)
        if take * deadly < sum(values) + artifacts:
            return False
        next_card = sum(v // staying + v % staying for v in values) + artifacts
        if Fraction(take * (cards - deadly) + next_card, cards) >= payoff:
            return False
    return True


@st.composite
def late_states(draw: st.DrawFn) -> Expedition:
    rules = Rules(
        tuple(draw(st.lists(st.integers(0, 6), min_size=2, max_size=5))),
        draw(st.sampled_from([{"fire": 2}, {"fire": 3}, {"fire": 2, "snakes": 2}])),
        draw(st.sampled_from([(), (1,), (1, 2), (2, 2)])),
        artifact_value=draw(st.sampled_from(["by claim", "printed"])),
        artifact_entry="all at once",
        expeditions=1,
    )
    state = Expedition.start(draw(st.integers(2, 4)), rules)
    for _ in range(draw(st.integers(1, 4))):
        after = [step.after for step in state.draws() if not step.after.is_bust]
        assume(after)
        state = draw(st.sampled_from(after))
    assume(state.cards_left)
    return state


@settings(max_examples=400)
@given(late_states())
def test_the_bound_is_the_one_of_the_proof(state: Expedition) -> None:
    walk = Walk(state, None, object(), 1)  # type: ignore[arg-type]
    payoffs = [state.payout(k).points for k in range(1, state.players + 1)]
    assert walk._everyone_retires(walk.root, payoffs) == bound_by_hand(state)


@pytest.mark.parametrize(
    ("treasures", "path", "holds"),
    [
        # Two players, bag 4 each, two deadly cards among 4. T = 4 for either number of others who leave.
        ((0, 2, 8), "8 fire", True),  # T D = 8 >= F = 2; (4 * 2 + 2) / 4 < 4.
        ((0, 8, 8), "8 fire", False),  # T D = 8 >= F = 8, and (4 * 2 + 8) / 4 = 4 is not below 4.
        ((0, 7, 8), "8 fire", True),  # (4 * 2 + 7) / 4 < 4: the share and the remainder of 7 are 4, of one alone 7.
        ((0, 9, 8), "8 fire", False),  # T D = 8 < F = 9.
    ],
)
def test_the_edges_of_the_bound_by_hand(treasures: tuple[int, ...], path: str, holds: bool) -> None:
    rules = Rules(treasures, {"fire": 3})
    state = Expedition.parse(path, players=2, rules=rules)
    walk = Walk(state, None, object(), 1)  # type: ignore[arg-type]
    payoffs = [state.payout(k).points for k in (1, 2)]
    assert walk._everyone_retires(walk.root, payoffs) == bound_by_hand(state) == holds


@pytest.mark.parametrize(
    ("artifacts", "path", "monotone"),
    [
        ((1, 3), "7", True),  # With A = 2 undrawn: (A - 1) v = 3 <= (A + 1) w = 3.
        ((1, 4), "7", False),
        ((4, 8, 16), "7", True),  # 2 * 8 <= 4 * 4, and 1 * 16 <= 3 * 8.
        ((4, 9, 1), "7", False),
        ((9, 4, 12), "7", True),
        ((9, 4, 13), "7", False),  # 1 * 13 > 3 * 4.
        ((0, 4, 12), "7 A", True),  # The first one lies on the path already.
        ((0, 4, 13), "7 A", False),
        ((1, 1, 99), "7 A A", True),  # One is left: (1 - 1) v <= 2 w.
    ],
)
def test_the_bound_asks_whether_artifacts_let_the_look_ahead_theorem_hold(
    artifacts: tuple[int, ...], path: str, monotone: bool
) -> None:
    rules = Rules((1, 7), {"fire": 3}, artifacts, artifact_entry="all at once", expeditions=1)
    state = Expedition.parse(path, players=2, rules=rules)
    assert Walk(state, None, object(), 1).is_monotone == monotone  # type: ignore[arg-type]
    worth = list(range(200))
    assert not Walk(state, worth, object(), 1).is_monotone  # type: ignore[arg-type]


def test_bounds_are_refused_where_artifacts_rise_steeply() -> None:
    # Each holds 10 and one fire of many is showing: retiring is right by far, and the bound must not say so.
    rules = Rules((20, 1), {"fire": 9}, (1, 4), artifact_entry="all at once", expeditions=1)
    state = Expedition.parse("20 fire", players=2, rules=rules)
    check_certificate(forged(state).text)
    with pytest.raises(CertificateError, match="no bound shows"):
        check_certificate(forged(state, lambda _, kind: "B").text)
    tame = Expedition.parse("20 fire", players=2, rules=replace(rules, artifacts=(1, 3)))
    assert check_certificate(forged(tame, lambda _, kind: "B").text).value.midpoint == 10


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from([2, 3]).flatmap(starts), st.sampled_from(UTILITIES), st.integers(0, 30), st.sampled_from("SRMTB")
)
def test_what_passes_is_true_whatever_letters_are_forged(
    start: Expedition, utility: Utility | None, place: int, letter: str
) -> None:
    count = iter(range(10**9))

    def lie(here: WalkState, kind: str) -> str:
        return letter if next(count) == place else kind

    certificate = forged(start, lie, utility=utility)
    try:
        checked = check_certificate(certificate.text)
    except CertificateError:
        return
    value = BrutePlay(utility or (lambda points: points)).before_card(start)
    assert checked.value.low - TINY <= value <= checked.value.high + TINY


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("utility", [None, lambda points: Fraction(points * points, 3)])
def test_artifacts_of_both_kinds_pass(players: int, utility: Callable[[int], Fraction] | None) -> None:
    for value in ("by claim", "printed"):
        rules = Rules((5, 4), {"fire": 2}, (0, 3), artifact_value=value, artifact_entry="all at once", expeditions=1)
        start = Expedition.start(players, rules)
        checked = check_certificate(certified_equilibrium(start, utility=utility).certificate().text)
        brute = BrutePlay(utility or (lambda points: points)).before_card(start)
        assert checked.value.low - TINY <= brute <= checked.value.high + TINY
        assert checked.value.radius < Fraction(1, 10**14)


def test_a_deck_that_cannot_bust_runs_out() -> None:
    # One gem lies between two, and a single fire is left: whoever retires alone has it, together both have nothing.
    # One who stays alone turns up the fire and has nothing either, so both retire, and the value is 0.
    rules = Rules((1,), {"fire": 1}, expeditions=1)
    state = Expedition.parse("1", players=2, rules=rules)
    checked = check_certificate(certified_equilibrium(state, utility=lambda points: points * points).certificate().text)
    assert checked.value.low <= 0 <= checked.value.high < Fraction(1, 10**14)
    # With 7 more gems to come, each takes 3 of them, and one who is left alone takes all of them: both stay.
    later = Expedition.parse("1", players=2, rules=replace(rules, treasures=(1, 7)))
    checked = check_certificate(certified_equilibrium(later, utility=lambda points: points * points).certificate().text)
    brute = BrutePlay(lambda points: points * points).choose(later)
    assert checked.value.low - TINY <= brute <= checked.value.high + TINY

"""Simulated means against exact values; splitting, stopping and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from incan_math import Expedition, GameError, RetireAtGems, RetireAtHazards, Rules, campaign, evaluate, parse_strategy
from incan_math.game.editions import EDITIONS
from incan_math.simulation.estimates import Estimate, mean_estimate, share_estimate
from incan_math.simulation.simulations import Simulation, simulate

SMALL = Rules(treasures=(3, 5, 7), hazards={"fire": 2, "snakes": 2}, artifacts=(5, 8, 3), expeditions=3)
THREE = [parse_strategy(text) for text in ("gems:4", "probability:1/4", "hazards:1")]


def near(estimate: Estimate, exact: Fraction) -> bool:
    """Within two widths of a 95 % interval: 7.8 standard errors apart would be a fault, not bad luck."""
    return abs(estimate.mean - float(exact)) <= 2 * estimate.width


@pytest.mark.parametrize("edition", ["bga-modern", "diamant-2005"])
def test_one_expedition_has_the_means_of_evaluate(edition: str) -> None:
    rules = replace(EDITIONS[edition], expeditions=1)
    players = [RetireAtGems(8), RetireAtHazards(3)]
    exact = evaluate(Expedition.start(2, rules), players)
    result = simulate(players, rules=rules, games=200_000, luck=True)
    for seat in range(2):
        assert near(result.points[seat], exact.points[seat])
        assert near(result.points_without_luck[seat], exact.points[seat])
    busts = sum(sum(row.values()) for row in result.busts)
    assert near(share_estimate(Fraction(busts), result.games), exact.bust)


def test_a_deck_of_one_s_own_has_the_distribution_of_evaluate() -> None:
    rules = replace(SMALL, expeditions=1, leftover="per card")
    exact = evaluate(Expedition.start(3, rules), THREE)
    result = simulate(THREE, rules=rules, games=100_000)
    for mine, theirs in zip(result.distributions, exact.distributions, strict=True):
        assert set(mine) <= set(theirs)
        for points, probability in theirs.items():
            assert near(share_estimate(mine.get(points, Fraction(0)) * result.games, result.games), probability)


def test_the_best_solo_game_is_worth_what_campaign_says() -> None:
    best = campaign(SMALL)

    @cache
    def play(state: Expedition) -> Fraction:
        return best.decide(state).retire_probability

    result = simulate([play], rules=SMALL, games=2_000)
    assert not result.compiled and near(result.points[0], best.value)
    assert result.win_share[0].mean == 1


def test_intervals_hold_the_true_mean_nearly_always() -> None:
    rules = replace(SMALL, expeditions=1)
    exact = evaluate(Expedition.start(2, rules), THREE[:2]).points
    inside = luckless = 0
    for seed in range(100):
        result = simulate(THREE[:2], rules=rules, games=600, seed=seed, luck=True)
        inside += exact[0] in result.points[0]
        luckless += exact[0] in result.points_without_luck[0]
    assert 88 <= inside <= 99 and 88 <= luckless <= 99


def test_luck_taken_out_makes_intervals_narrower() -> None:
    result = simulate([RetireAtGems(8)] * 2, games=20_000, luck=True)
    for raw, less in zip(result.points, result.points_without_luck, strict=True):
        assert less.width < 0.8 * raw.width
    for raw, less in zip(result.win_share, result.win_share_without_luck, strict=True):
        assert less.width < raw.width


def test_results_do_not_depend_on_how_the_work_is_split() -> None:
    whole = simulate(THREE, rules=SMALL, games=40_000, seed=3, luck=True)
    with ThreadPoolExecutor(3) as pool:
        split = simulate(THREE, rules=SMALL, games=40_000, seed=3, luck=True, executor=pool)
    assert str(whole) == str(split) and whole.points_without_luck == split.points_without_luck
    assert whole.distributions == split.distributions and whole.solo_runs == split.solo_runs
    assert simulate(THREE, rules=SMALL, games=40_000, seed=4).points != whole.points


def test_it_stops_when_the_intervals_are_narrow_enough() -> None:
    result = simulate(THREE, rules=SMALL, games=10_000_000, until=0.1)
    assert result.games < 100_000 and max(e.width for e in result.points) <= 0.1
    with ThreadPoolExecutor(2) as pool:
        again = simulate(THREE, rules=SMALL, games=10_000_000, until=0.1, executor=pool)
    assert again.games == result.games and again.points == result.points


def test_shares_add_up_and_solo_runs_are_counted() -> None:
    result = simulate(THREE, rules=SMALL, games=5_000)
    assert sum(share.mean for share in result.win_share) == pytest.approx(1)
    alone = sum(share.mean for share in result.wins)
    assert alone + result.draws.mean == pytest.approx(1)
    assert all(shared.mean <= result.draws.mean for shared in result.shared_wins)
    assert all(0 < runs < 3 for runs in result.solo_runs) and all(cards > 0 for cards in result.solo_cards)
    for turned, busted in zip(result.cards_turned, result.bust_cards, strict=True):
        assert sum(turned.values()) == result.games and all(turned[n] >= count for n, count in busted.items())


def test_an_estimate_of_what_never_varies_keeps_room_for_the_rare() -> None:
    assert mean_estimate({0: 100}, 50) == Estimate(0.0, 0.0, 1.5, 100)
    assert share_estimate(Fraction(0), 100).high == pytest.approx(0.037, abs=1e-3)


def test_a_bot_that_fails_retires_and_is_reported() -> None:
    def broken(state: Expedition) -> int:
        if len(state.showing) == 1:
            raise RuntimeError("lost my way")
        return 7 if state.bag > 5 else 0

    with pytest.raises((GameError, RuntimeError)):
        simulate([broken], rules=SMALL, games=100)
    result = simulate([broken], rules=SMALL, games=100, lenient=True)
    assert {error.partition(":")[0] for _, error in result.faults} == {"RuntimeError", "GameError"}


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: simulate("stay"), "strategies: 'stay' given"),
        (lambda: simulate([]), "strategies: 0 given; a table has 1 to 8 players"),
        (lambda: simulate([THREE[0]] * 9), "strategies: 9 given"),
        (lambda: simulate(["stay"]), "is text"),
        (lambda: simulate(THREE, games=1), "games: 1 given"),
        (lambda: simulate(THREE, games=10.0), "games: 10.0 given"),  # type: ignore[arg-type]
        (lambda: simulate(THREE, seed=-1), "seed: -1 given"),
        (lambda: simulate(THREE, until=0), "until: 0 given"),
        (lambda: simulate(THREE, executor=5), "executor: 5 given"),  # type: ignore[arg-type]
        (lambda: simulate(THREE, rules="no such"), "no such"),
        (lambda: simulate(THREE, games=10).points_without_luck, "luck=True"),
        (lambda: simulate([lambda state: 0.5], games=10), "answered 0.5"),
    ],
)
def test_what_is_refused(call: Callable[[], Any], says: str) -> None:
    with pytest.raises(GameError, match=says.replace("(", r"\(")) as error:
        call()
    assert len(str(error.value)) <= 300 and "\n" not in str(error.value)


def test_a_simulation_shows_itself() -> None:
    result = simulate([RetireAtGems(8), RetireAtGems(9)], games=100)
    assert isinstance(result, Simulation) and repr(result).startswith("<Simulation of 100 games, bga-en: gems:8")
    row = next(line for line in str(result).splitlines() if line.startswith("gems:8"))
    assert f"{float(result.points[0].mean):.3f}" in row  # A number of its own seat, under its name.

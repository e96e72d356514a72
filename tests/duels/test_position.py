"""Positions of two players: what the one who left took home follows from what is left."""

from __future__ import annotations

import random

import pytest

from incan_math import EDITIONS, Expedition
from incan_math.duels.position import position_of


def played(rules: str, expedition: int, seed: int) -> tuple[Expedition, int]:
    """(a live state at which one of two players has left, the points that the other took), played at random."""
    rng = random.Random(seed)
    while True:
        state = Expedition.start(players=2, rules=rules, expedition=expedition)
        away = None
        for _ in range(rng.randint(2, 12)):
            if state.is_over:
                break
            draws = list(state.draws())
            state = rng.choice(draws).after if draws else state
            if state.is_deciding and away is None and rng.random() < 0.3:
                (payout,), state = state.retire(1)
                away = payout.points
        if away is not None and not state.is_over:
            return state, away


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize("expedition", [1, 4])
def test_points_of_the_one_who_left_follow_by_conservation(rules: str, expedition: int) -> None:
    for seed in range(40):
        state, away = played(rules, expedition, seed)
        found = position_of(state, None)
        assert found.away == away
        assert position_of(state.seen_as(state.situation), None) == found  # The path does not count.

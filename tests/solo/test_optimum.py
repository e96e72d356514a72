"""The solo optimum for points and for other rewards, against brute force over moves of `Expedition`."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from math import factorial

import pytest

from incan_math import Expedition, GameError, Rules, next_card
from incan_math.solo.optimum import SoloOptimum
from incan_math.states.deck_index import DeckIndex

RULES = Rules(treasures=(1, 3, 3, 4), hazards={"fire": 3, "snakes": 2, "gas": 1}, artifacts=(2,))


def brute(state: Expedition, rewards: Sequence[int]) -> Fraction:
    """What one more card and the best play after it are worth, by recursion over every card."""

    @cache
    def best(here: Expedition) -> Fraction:
        if here.is_over:
            return Fraction(rewards[0])
        home = Fraction(rewards[here.payout(1).points])
        return max(home, stay(here)) if here.cards_left else home

    def stay(here: Expedition) -> Fraction:
        if not here.cards_left:
            return Fraction(rewards[here.payout(1).points])
        return sum((o.probability * best(here.reveal(o.card)) for o in next_card(here).outcomes), Fraction(0))

    return stay(state)


STEPS = [0, 0, 1, 1, 5, 5, 6, 20, 20, 20, 21, 30, 30, 30]
POINTS = list(range(14))


@pytest.mark.parametrize("path", ["", "3", "1 fire", "3 fire snakes 4", "A", "1 3 3 4 A fire snakes gas"])
@pytest.mark.parametrize("rewards", [POINTS, STEPS], ids=["points", "steps"])
def test_every_reward_against_every_card(path: str, rewards: list[int]) -> None:
    state = Expedition.parse(path, rules=RULES)
    index = DeckIndex(state)
    expected = factorial(state.cards_left) * brute(state, rewards)
    solvers = [SoloOptimum(index, rewards)]
    if rewards == POINTS:
        assert index.artifacts_stay_monotone()
        solvers.append(SoloOptimum(index))  # By the look-ahead rule.
    for solver in solvers:
        assert solver.stay(0, 0, 0, state.bag + state.leftover) == expected


def test_more_nodes_than_the_limit_are_refused_with_the_count() -> None:
    state = Expedition.start(1, Rules((3, 5, 7, 9), {"fire": 2, "snakes": 2}))
    index = DeckIndex(state)
    whole = SoloOptimum(index)
    value = whole.stay(0, 0, 0, 0)
    assert SoloOptimum(index, limit=len(whole._known)).stay(0, 0, 0, 0) == value
    with pytest.raises(GameError, match=f"more than {len(whole._known) - 1} positions"):
        SoloOptimum(index, limit=len(whole._known) - 1).stay(0, 0, 0, 0)

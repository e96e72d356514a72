"""Values that programs apart from this one have found, from `data/known.json`."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from incan_math import EDITIONS, Expedition, Rules, bust_probability, draws_to_bust, gems_before_bust, survival

KNOWN: dict[str, Any] = json.loads((Path(__file__).parent.parent / "data" / "known.json").read_text(encoding="utf-8"))

START = Expedition.start()


@pytest.mark.parametrize(("draws", "chance"), KNOWN["bust_within_k_draws"].items())
def test_bust_within_k_draws(draws: str, chance: str) -> None:
    assert bust_probability(START, int(draws)) == Fraction(chance)
    assert survival(START)[int(draws)] == 1 - Fraction(chance)
    assert draws_to_bust(START).cdf(int(draws)) == Fraction(chance)


@pytest.mark.parametrize("players", [1, 4, 8])
def test_mean_and_variance_of_draws_to_bust(players: int) -> None:
    cards = draws_to_bust(Expedition.start(players))
    assert cards.mean == Fraction(KNOWN["mean_draws_to_bust"]["30 cards"])
    assert cards.variance == Fraction(KNOWN["variance_draws_to_bust"]["30 cards"])


def test_gems_revealed_before_the_bust() -> None:
    known = KNOWN["gems_revealed_before_bust"]
    gems = gems_before_bust(START)
    assert gems.mean == Fraction(known["mean"])
    assert gems[0] == Fraction(known["P(0)"])
    assert gems[EDITIONS["bga-en"].gem_total] == gems[107] == Fraction(known["P(107)"])
    assert max(value for value in gems if value is not None) == 107


@cache
def best(state: Expedition) -> Fraction:
    """What the best play brings home, alone: the better of retiring and of the mean over the next cards."""
    if state.is_over:
        return Fraction(0)
    on = [Fraction(copies, state.cards_left) * best(after) for _, copies, after in state.draws()]
    home = Fraction(state.payout(1).points) if state.is_deciding else Fraction(0)
    return max(home, sum(on, Fraction(0)))


def test_small_deck_alone() -> None:
    # The deck is told in words: 2 hazard kinds x 2, treasures 3 5 7, no artifact.
    rules = Rules(treasures=(3, 5, 7), hazards={"fire": 2, "snakes": 2})
    assert best(Expedition.start(rules=rules)) == Fraction(KNOWN["small_deck_equilibrium"]["n=1"])


@pytest.mark.parametrize(("shown", "threshold"), [(1, 38), (2, 23), (3, 16), (4, 13), (5, 11)])
def test_solo_thresholds_balance_what_can_be_lost_and_won(shown: int, threshold: int) -> None:
    assert KNOWN["solo_thresholds_bga_en"][str(shown)] in (threshold, f"{threshold} (exact tie at {threshold})")
    # Alone, with s kinds showing, 2 s cards are deadly. All 107 gems and the 5 points that are not in the bag still
    # lie in the deck, whatever was drawn: going on pays on average as long as bag x deadly < 112 - bag.
    state = Expedition.parse(" ".join(["fire", "mummy", "rocks", "snakes", "spiders"][:shown]))
    assert state.deadly == 2 * shown
    assert (threshold - 1) * state.deadly < 112 - (threshold - 1)
    assert threshold * state.deadly >= 112 - threshold
    assert (threshold * state.deadly == 112 - threshold) == (shown == 3)

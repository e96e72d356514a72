"""Attributes and texts under the first version's names work for one version, and say what replaces them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import incan_math as im
from incan_math import Expedition

STATE = Expedition.parse("7 fire", players=2)


@pytest.mark.parametrize(
    ("old", "new", "name"),
    [
        (lambda: im.next_card(STATE).chance("bust"), lambda: im.next_card(STATE).probability("bust"), "probability"),
        (
            lambda: im.next_card(STATE).outcomes[0].chance,
            lambda: im.next_card(STATE).outcomes[0].probability,
            "probability",
        ),
        (lambda: im.draws_to_bust(STATE).chance(2), lambda: im.draws_to_bust(STATE).probability(2), "probability"),
        (
            lambda: im.safe_cards_for("90%", 2, {"fire": 2}).chance,
            lambda: im.safe_cards_for("90%", 2, {"fire": 2}).probability,
            "probability",
        ),
        (
            lambda: im.safe_cards_for("90%", 2, {"fire": 2}).chance_with_one_fewer,
            lambda: im.safe_cards_for("90%", 2, {"fire": 2}).probability_with_one_fewer,
            "probability_with_one_fewer",
        ),
        (
            lambda: im.RetireWithProbability("1/3").chance,
            lambda: im.RetireWithProbability("1/3").probability,
            "probability",
        ),
        (lambda: im.RetireByChance("1/3"), lambda: im.RetireWithProbability("1/3"), "RetireWithProbability"),
    ],
)
def test_the_old_name_gives_the_same_and_a_warning(
    old: Callable[[], object], new: Callable[[], object], name: str
) -> None:
    with pytest.warns(DeprecationWarning, match=rf"is now {name};") as caught:
        found = old()
    assert found == new()
    assert caught[0].filename == __file__  # The warning points to the line that uses the old name.


def test_the_old_word_of_a_strategy_is_still_read() -> None:
    assert im.parse_strategy("chance:1/3") == im.parse_strategy("probability:1/3") == im.RetireWithProbability("1/3")

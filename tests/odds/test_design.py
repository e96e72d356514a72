"""How many safe cards a deck needs, against a search one card at a time with chances counted draw by draw."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incan_math import Expedition, GameError, Rules, bust_probability
from incan_math.odds.design import safe_cards_for

FIVE = dict.fromkeys(("fire", "mummy", "rocks", "snakes", "spiders"), 3)


@cache
def no_bust(safe: int, unseen: tuple[int, ...], deadly: int, draws: int) -> Fraction:
    """The chance that the next `draws` cards, or all there are, do not bust, by the next card."""
    left = safe + sum(unseen) + deadly
    if not draws or not left:
        return Fraction(1)
    chance = Fraction(safe, left) * no_bust(safe - 1, unseen, deadly, draws - 1) if safe else Fraction(0)
    for place, count in enumerate(unseen):
        others = unseen[:place] + unseen[place + 1 :]
        chance += Fraction(count, left) * no_bust(safe, others, deadly + count - 1, draws - 1)
    return chance


@given(
    st.fractions(0, Fraction(9, 10), max_denominator=20),
    st.integers(0, 7),
    st.lists(st.integers(0, 3), max_size=3).map(sorted),
)
def test_it_is_the_first_number_that_meets_the_target(target: Fraction, draws: int, counts: list[int]) -> None:
    kinds = tuple(count for count in counts if count)
    chances = (no_bust(safe, kinds, 0, draws) for safe in range(10_000))
    cards, chance = next((safe, chance) for safe, chance in enumerate(chances) if chance >= target)
    answer = safe_cards_for(target, draws, {f"kind{number}": count for number, count in enumerate(counts)})
    assert (answer.cards, answer.probability) == (cards, chance)
    assert answer.probability_with_one_fewer == (no_bust(cards - 1, kinds, 0, draws) if cards else None)


@pytest.mark.parametrize("target", ["90%", "0.99", Fraction(1, 2)])
def test_the_answer_is_a_deck_that_does_it(target: Fraction | str) -> None:
    answer = safe_cards_for(target, 8, FIVE)
    for cards, chance in ((answer.cards, answer.probability), (answer.cards - 1, answer.probability_with_one_fewer)):
        state = Expedition.start(rules=Rules((1,) * cards, FIVE))
        assert 1 - bust_probability(state, 8) == chance
    wanted = Fraction(99, 100) if target == "0.99" else Fraction(9, 10) if target == "90%" else Fraction(1, 2)
    assert answer.probability_with_one_fewer is not None
    assert answer.probability >= wanted > answer.probability_with_one_fewer


def test_two_draws_by_hand() -> None:
    # Of S safe cards and two of fire, two draws bust in 1 of C(S + 2, 2): 1/1, 1/3, 1/6, 1/10.
    assert safe_cards_for("5/6", 2, {"fire": 2}).cards == 2
    assert safe_cards_for("0.84", 2, {"fire": 2}).cards == 3
    assert safe_cards_for("90%", 2, {"fire": 2}).probability == Fraction(9, 10)


@pytest.mark.parametrize(
    ("target", "draws", "hazards"),
    [
        ("0", 8, FIVE),
        ("1", 0, FIVE),
        (Fraction(1), 1, FIVE),
        ("1", 9, {"fire": 1, "gas": 1}),
        ("100%", 9, {}),
        ("1", 9, {"a": 0}),
    ],
)
def test_no_safe_card_is_needed(target: Fraction | str, draws: int, hazards: dict[str, int]) -> None:
    answer = safe_cards_for(target, draws, hazards)
    assert (answer.cards, answer.probability_with_one_fewer) == (0, None)


@pytest.mark.parametrize(
    ("target", "draws", "hazards", "message"),
    [
        (1, 2, FIVE, "target: no deck makes a bust impossible while a kind has two cards"),
        (0.9, 8, FIVE, "target: 0.9 is a float and not exact"),
        ("2", 8, FIVE, "target: '2' lies outside 0 to 1"),
        ("90%", -1, FIVE, "draws: -1 given; it is a number of cards, 0 or more"),
        ("90%", 8.0, FIVE, "draws: 8.0 given"),
        ("90%", True, FIVE, "draws: True given"),
        ("90%", 8, {"fire": -1}, "hazards: -1 cards of 'fire' given"),
        ("90%", 8, {"fire": 2.0}, "hazards: 2.0 cards"),
        ("90%", 8, ["fire"], "hazards: "),
        ("90%", 8, {"fire": 10**9}, "hazards, draws, target: "),
        ("90%", 2**1001, {"fire": 2}, "hazards, draws, target: "),
    ],
)
def test_what_cannot_be_asked_is_refused(target: str, draws: int, hazards: dict[str, int], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}") as caught:
        safe_cards_for(target, draws, hazards)
    assert isinstance(caught.value, GameError) or message.startswith("target")

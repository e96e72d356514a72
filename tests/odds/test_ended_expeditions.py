"""Odds where nothing can come any more, of an empty deck, and what is refused with its reason."""

from __future__ import annotations

from fractions import Fraction

import pytest

from incan_math import (
    Distribution,
    Expedition,
    GameError,
    Rules,
    bust_formula,
    bust_probability,
    draws_to_bust,
    gems_before_bust,
    next_card,
    one_step_gain,
    safe_cards_for,
    survival,
)
from incan_math.odds.symbolic import substitute
from incan_math.odds.treasure_sums import treasure_sums

OVER = Expedition.parse("7 fire fire")
RETIRED = Expedition.parse("7 -1")


@pytest.mark.parametrize("state", [OVER, RETIRED], ids=["bust", "retired"])
def test_nothing_follows_the_end(state: Expedition) -> None:
    assert bust_probability(state) == bust_probability(state, 5) == 0
    assert survival(state) == {0: 1}
    assert draws_to_bust(state) == gems_before_bust(state) == Distribution({None: 1})
    seen = next_card(state)
    assert seen.outcomes == () and seen.expected_gems == seen.expected_share == seen.hazard == 0


def test_an_empty_deck_has_no_next_card() -> None:
    last = Expedition.parse("3 4", rules=Rules(treasures=(3, 4), hazards={"fire": 1}))
    assert one_step_gain(last) == 0  # A kind with one card cannot bust.
    empty = last.reveal("fire")
    assert empty.cards_left == 0 and bust_probability(empty) == 0
    with pytest.raises(GameError, match="the deck is empty; there is no further card"):
        one_step_gain(empty)


def test_the_last_card_sends_all_home_together() -> None:
    rules = Rules(treasures=(3, 8), hazards={"fire": 2})
    # Of two players each has 1 + 4 gems and 1 lies on the path: retiring alone takes 6, the last card busts.
    assert one_step_gain(Expedition.parse("3 8 fire", players=2, rules=rules)) == -6
    # The last card is the 8: each takes 1 + 4 and half of the 1 on the path; alone now, 1 + 1.
    tame = Rules(treasures=(3, 8), hazards={"fire": 1})
    assert one_step_gain(Expedition.parse("3 fire", players=2, rules=tame)) == 5 - 2


def test_printed_artifacts_count_in_the_gain_of_one_more_card() -> None:
    rules = Rules(treasures=(4,), hazards={"fire": 2}, artifacts=(6,), artifact_value="printed")
    # Three cards are left, one of them deadly to the 4 gems: (0 + 6 - 4) / 2 with the other fire gone.
    state = Expedition.parse("4 fire", rules=rules, expedition=1)
    assert one_step_gain(state) == Fraction(6 - 4, 2)


def test_expected_gems_by_hand() -> None:
    state = Expedition.start(players=2, rules=Rules(treasures=(3, 8), hazards={"fire": 2}))
    assert next_card(state).expected_gems == Fraction(11, 4) and next_card(state).expected_share == Fraction(5, 4)
    with pytest.raises(GameError, match=r"^effects: 'boom' is not one of treasure, new hazard, artifact, bust"):
        next_card(state).probability("boom")  # type: ignore[arg-type]


def test_what_no_deck_can_do_is_refused() -> None:
    with pytest.raises(GameError, match=r"^target: no deck makes a bust impossible"):
        safe_cards_for(1, 2, {"fire": 2})
    with pytest.raises(GameError, match=r"^state: its treasures can add up in"):
        treasure_sums([(2**k, 1) for k in range(40)])
    with pytest.raises(GameError, match=r"^probabilities: 7 given; give a mapping"):
        Distribution(7)  # type: ignore[arg-type]
    with pytest.raises(GameError, match=r"^probabilities: 'x' is not a value"):
        Distribution({"x": 1})  # type: ignore[type-var]
    assert Distribution({1: 1}).__eq__(7) is NotImplemented


def test_a_formula_that_does_not_fit_the_position_is_refused() -> None:
    with pytest.raises(GameError, match="the formula is for equally many; use generating_function"):
        substitute(bust_formula(2), Expedition.parse("7 fire", removed="snakes"))
    with pytest.raises(GameError, match="which is not an exact probability"):
        substitute(bust_formula(2) ** Fraction(1, 2), Expedition.parse("7 fire"))

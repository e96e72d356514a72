"""How long an expedition lasts in equilibrium and how it ends, against recursion over every card and choice."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incan_math import Equilibrium, Expedition, Rules, equilibrium

SMALL = Rules((3, 5, 7), {"fire": 2, "snakes": 2})
WITH_ARTIFACTS = Rules((2, 5), {"fire": 2, "gas": 3}, (5, 8), artifact_entry="all at once")


def brute(play: Equilibrium) -> tuple[Fraction, Fraction]:
    """(mean cards still to come, probability that one player is in at the end), every player drawing a choice."""

    @cache
    def after_card(state: Expedition) -> tuple[Fraction, Fraction]:
        if not state.cards_left:
            return Fraction(0), Fraction(int(state.players == 1))
        retires = play.retire_probability(state)
        cards = alone = Fraction(0)
        for leaving in product((True, False), repeat=state.players):
            count = sum(leaving)
            weight = retires**count * (1 - retires) ** (state.players - count)
            if count == state.players:
                found = Fraction(0), Fraction(int(count == 1))
            else:
                found = before_card(state.retire(count)[1] if count else state)
            cards += weight * found[0]
            alone += weight * found[1]
        return cards, alone

    def before_card(state: Expedition) -> tuple[Fraction, Fraction]:
        cards = alone = Fraction(0)
        for _, copies, then in state.draws():
            found = (Fraction(0), Fraction(int(state.players == 1))) if then.is_over else after_card(then)
            weight = Fraction(copies, state.cards_left)
            cards += weight * (1 + found[0])
            alone += weight * found[1]
        return cards, alone

    start = play.state
    return after_card(start) if start.is_deciding else before_card(start)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("path", ["", "5", "5 fire"])
@pytest.mark.parametrize("rules", [SMALL, WITH_ARTIFACTS], ids=["small", "with artifacts"])
def test_the_course_against_every_choice(rules: Rules, path: str, players: int) -> None:
    play = equilibrium(Expedition.parse(path, players, rules))
    course = play.course()
    cards, alone = brute(play)
    assert cards in course.cards and alone in course.ends_alone
    assert course.cards.radius < 1e-11 and course.ends_alone.radius < 1e-12


@given(st.lists(st.integers(1, 9), max_size=3), st.integers(2, 3), st.integers(2, 3))
def test_the_course_on_drawn_decks(treasures: list[int], copies: int, players: int) -> None:
    play = equilibrium(Expedition.start(players, Rules(tuple(treasures), {"fire": copies})))
    course = play.course()
    cards, alone = brute(play)
    assert cards in course.cards and alone in course.ends_alone


def test_where_nobody_can_take_anything_all_retire_together() -> None:
    # After the only card that is safe everyone retires, or the two hazards bust: 1 or 2 cards, and nobody alone.
    course = equilibrium(Expedition.start(2, Rules((), {"fire": 2}))).course()
    assert float(course.cards) in (1.0, 2.0) and float(course.ends_alone) == 0

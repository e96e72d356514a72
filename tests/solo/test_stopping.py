"""The stopping problem of one player: one more card, the one-step rule, and where that rule is the best play."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest
from decision_brute import BestPlay, Spot, one_more_card
from decision_strategies import lively, spots, steep_decks
from hypothesis import assume, given, settings
from strategies import Position, Scenario, scenarios

from incan_math import EDITIONS, Expedition, GameError, Rules, StayForever, best_response, decide, one_step_gain
from incan_math.solo.stopping import EndWorth, Stopping, closed_rule

PAIR = Rules(treasures=(6,), hazards={"fire": 2}, artifacts=(0, 20), artifact_entry="all at once")
"""The first artifact is worth nothing, the second 20."""


def with_others_staying(spot: Spot) -> BestPlay:
    return BestPlay(spot, [StayForever()] * (len(spot.table.bags) - 1))


def everywhere(spot: Spot) -> Iterator[Spot]:
    """Every spot to choose at that drawing alone can lead to, the given one included."""
    known, waiting = set(), [spot]
    while waiting:
        here = waiting.pop()
        if here.table.awaits_choices:
            yield here
        for _, after in here.cards():
            if not after.table.ended and after.key not in known:
                known.add(after.key)
                waiting.append(after)


# One more card.


@settings(max_examples=80)
@given(lively(8, 5))
def test_one_more_card_and_then_home(position: Position) -> None:
    spot = Spot.of(position)
    assume(spot.table.awaits_choices)
    hero = next(iter(spot.table.bags))
    home = spot.leave([hero]).table.points[hero]
    assert one_step_gain(position.state) == one_more_card(spot) - home


def test_one_more_card_by_hand() -> None:
    # 7 in the bag; left are fire twice (of three), a 4 and the last artifact, worth 5 and 5 gems.
    rules = Rules((7, 4), {"fire": 3}, (5,), claim_gems=(5,))
    state = Expedition.parse("7 fire", rules=rules)
    assert one_step_gain(state) == Fraction(2 * 0 + 11 + 17, 4) - 7
    # With another in, a sole retiree has 3 and the rest of 1; the 4 brings 2, the artifact 10.
    state = Expedition.parse("7 fire", 2, rules)
    assert one_step_gain(state) == Fraction(2 * 0 + 6 + 14, 4) - 4


def test_the_last_card_sends_all_home_together() -> None:
    # Each of two has 3 of the 7 and one gem lies there: a sole retiree has 4, two together 3 and then 3 + 2 of the 5.
    state = Expedition.parse("7", 2, Rules((7, 5), {}))
    assert one_step_gain(state) == (3 + 2 + (1 + 1) // 2) - 4
    # "Per card" a single gem cannot be split.
    state = Expedition.parse("7", 2, Rules((7, 5), {}, leftover="per card"))
    assert one_step_gain(state) == (3 + 2 + 0) - 4


@pytest.mark.parametrize("path", ["", "7 -1", "fire fire", "7 -2"])
def test_no_step_where_nobody_can_choose(path: str) -> None:
    with pytest.raises(GameError):
        one_step_gain(Expedition.parse(path, players=2))


# The rule.


@settings(max_examples=100)
@given(spots(7, alone=True))
def test_a_monotone_problem_has_the_rule_as_its_best_play(position: Position) -> None:
    problem = Stopping(position.state)
    assume(problem.is_monotone)
    spot = Spot.of(position)
    best = BestPlay(spot)
    assert problem.stay == best.stay(spot)
    for here in everywhere(spot):
        hero = best.hero
        gain = one_more_card(here) - here.leave([hero]).table.points[hero]
        assert (gain > 0) == (best.action(here) == "stay"), here.state
        assert (gain == 0) == (best.action(here) == "tie"), here.state


@settings(max_examples=60)
@given(lively(8, 4))
def test_all_others_stay_for_ever(position: Position) -> None:
    problem = closed_rule(position.state)
    assume(problem is not None)
    assert problem is not None
    spot = Spot.of(position)
    best = with_others_staying(spot)
    assert problem.stay == best.stay(spot)
    if spot.table.awaits_choices:
        assert problem.retire == best.retire(spot)
        assert problem.one_more == one_more_card(spot) - problem.retire == one_step_gain(position.state)


@settings(max_examples=60)
@given(scenarios(steep_decks(8), 3))
def test_steep_points_are_played_right_or_refused(scenario: Scenario) -> None:
    spot = Spot.start(scenario)
    assume(spot.table.undrawn)
    best = with_others_staying(spot)
    assert decide(scenario.start(), StayForever()).stay == best.stay(spot)
    problem = closed_rule(scenario.start())
    assert problem is None or problem.stay == best.stay(spot)


def test_two_artifacts_that_only_pay_together() -> None:
    # With 6 in the bag the next card is fire (one of three) or an artifact worth 0: on its own a loss of 2. But after
    # the artifact, fire or 20 more: 13 on average. Staying is worth 2/3 of that.
    state = Expedition.parse("6 fire", rules=PAIR)
    assert one_step_gain(state) == -2
    assert not Stopping(state).is_monotone and closed_rule(state) is None
    answer = decide(state)
    assert answer.stay == Fraction(2, 3) * 13 and answer.retire == 6 and answer.action == "stay"
    # Once the first is found, the rule holds again: 26 or nothing, against 6.
    found = Expedition.parse("6 fire A", rules=PAIR)
    assert Stopping(found).is_monotone and decide(found).stay == 13


def test_a_rise_that_just_keeps_the_rule() -> None:
    # Two artifacts worth w and then v: the rule holds from v <= 3 w on (two undrawn, then one; one deadly card).
    for first, second, holds in ((5, 15, True), (5, 16, False), (5, 20, False), (1, 3, True), (0, 1, False)):
        rules = Rules((2 * first,), {"fire": 2}, (first, second), artifact_entry="all at once")
        state = Expedition.start(rules=rules)
        spot = Spot.start_of(rules)
        assert decide(state).stay == best_response(state, []).stay == BestPlay(spot).stay(spot)
        assert Stopping(state).is_monotone or not holds
    # With 16 it fails by one point: 10 x 1 deadly = 5 + 5 to come is a tie, but 15 x 1 < 16 after the first.
    rules = Rules((10,), {"fire": 2}, (5, 16), artifact_entry="all at once")
    assert one_step_gain(Expedition.parse("10 fire", rules=rules)) == 0
    assert decide(Expedition.parse("10 fire", rules=rules)).stay == Fraction(2, 3) * Fraction(15 + 16, 2)


# Other ends.


@settings(max_examples=40)
@given(spots(7, steep=False, alone=True))
def test_what_every_end_adds_is_added(position: Position) -> None:
    plain = Stopping(position.state)
    extra = Fraction(7, 3)
    moved: Stopping = Stopping(
        position.state, EndWorth(lambda a: moved.deck_index.points(a) + extra, lambda a, size: extra)
    )
    assert moved.is_monotone == plain.is_monotone
    assert (moved.stay, moved.retire, moved.one_more) == (plain.stay + extra, plain.retire + extra, plain.one_more)


def test_a_bust_that_pays() -> None:
    # Fire shows; a 4 and a fire are left and the bag is empty. A bust pays 10: one more card gives 4 or 10, and after
    # the 4 the last card pays 10 for sure.
    state = Expedition.parse("fire", rules=Rules((4,), {"fire": 2}))
    problem = Stopping(state, EndWorth(lambda a: Fraction(0), lambda a, size: Fraction(10)))
    assert problem.is_monotone and problem.one_more == 7 and problem.stay == 10 and problem.retire == 0


def test_f_adds_up_what_each_card_would_add_next() -> None:
    # Undrawn are 124 - 45 gems, and five artifacts that are worth 5 each as the next one, but 5, 5, 5, 10, 10
    # one after the other.
    state = Expedition.parse("17 15 13 lava", rules="diamant-2016")
    gems = sum(EDITIONS["diamant-2016"].treasures) - 17 - 15 - 13
    problem = Stopping(state)
    assert problem.one_more * state.cards_left + state.deadly * problem.retire == gems + 5 * 5 == 104
    assert gems + 5 + 5 + 5 + 10 + 10 == 114


@pytest.mark.parametrize(
    "rules",
    [
        Rules(tuple(2**i for i in range(24)), {"fire": 3}),
        Rules((1, 5, 7), {f"kind{i}": i + 2 for i in range(20)}),
        Rules((1, 5, 7), {"fire": 3}, tuple(range(1, 15)), artifact_value="printed", artifact_entry="all at once"),
    ],
)
def test_what_would_take_too_much_is_refused_by_its_count(rules: Rules) -> None:
    with pytest.raises(GameError, match="more than the") as error:
        _ = Stopping(Expedition.start(rules=rules)).stay
    assert "\n" not in str(error.value) and len(str(error.value)) <= 300

"""The whole policy of one player, and the distribution of what following it brings home."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from decision_brute import SMALL, BestPlay, Key, Spot
from decision_strategies import lively, spots, steep_decks
from hypothesis import assume, given, settings
from strategies import Position, Scenario, scenarios

from incan_math import Artifact, Expedition, GameError, Rules, StayForever, Treasure, decide, policy, take_home
from incan_math.solo.stopping import closed_rule

STEEP = Rules((6,), {"fire": 2}, (0, 20), artifact_entry="all at once")


def staying(position: Position) -> tuple[Spot, BestPlay]:
    spot = Spot.of(position)
    return spot, BestPlay(spot, [StayForever()] * (len(spot.table.bags) - 1))


def nameless(state: Expedition) -> Key:
    """What matters of a state where kinds with equally many cards are one."""
    kinds = Counter((name in {kind.name for kind in state.showing}, _left(state, name)) for name in state.rules.kinds)
    others = {card: count for card, count in state.undrawn.items() if isinstance(card, Treasure | Artifact)}
    table = state.players, state.bag, state.leftovers, state.artifacts
    return (frozenset(kinds.items()), frozenset(others.items()), table)


def _left(state: Expedition, name: str) -> int:
    return sum(count for card, count in state.undrawn.items() if str(card) == name)


# The actions.


@pytest.mark.slow
@settings(max_examples=70)
@given(spots(7, 3))
def test_every_action_is_that_of_the_game_tree(position: Position) -> None:
    spot, best = staying(position)
    plan = policy(position.state)
    for here in best.met(spot):
        assert plan[here.state] == best.action(here), here.state
    if spot.table.awaits_choices:
        assert plan[position.state] == best.action(spot)


@settings(max_examples=70)
@given(spots(7, 3))
def test_it_meets_exactly_what_can_be_reached(position: Position) -> None:
    spot, best = staying(position)
    plan = policy(position.state)
    assume(not spot.table.awaits_choices or best.action(spot) == "stay")
    reached = [here.state for here in best.met(spot)]
    if spot.table.awaits_choices:
        reached.append(position.state)
    met = [state for state in plan if state.cards_left]  # At the engine's table the last card ends it all.
    assert {nameless(state) for state in met} == {nameless(state) for state in reached}
    assert len({nameless(state) for state in plan}) == len(list(plan)) == len(plan)
    assert [plan[state] for state in plan] == list(plan.values())
    assert all(plan[state] == "retire" for state in plan if not state.cards_left)
    assert [state.cards_out for state in plan] == sorted(state.cards_out for state in plan)


@pytest.mark.slow
@settings(max_examples=40)
@given(scenarios(steep_decks(7), 2))
def test_steep_points(scenario: Scenario) -> None:
    assume(scenario.table().undrawn)
    spot = Spot.start(scenario)
    best = BestPlay(spot, [StayForever()] * (scenario.players - 1))
    plan = policy(scenario.start())
    for here in best.met(spot):
        assert plan[here.state] == best.action(here), here.state


def test_the_small_deck_by_hand() -> None:
    plan = policy(Expedition.start(rules=SMALL))
    # 8 in the bag, one deadly card, 7 gems to come: retire. 7 against 8: stay.
    assert plan[Expedition.parse("3 5 fire", rules=SMALL)] == "retire"
    assert plan[Expedition.parse("7 fire", rules=SMALL)] == "stay"
    # 5 with both kinds showing: 5 x 2 = the 10 that are left.
    assert plan[Expedition.parse("5 fire snakes", rules=SMALL)] == "tie"
    assert plan[Expedition.parse("5 snakes fire", rules=SMALL)] == "tie"


def test_a_state_of_the_expedition_that_the_start_cannot_lead_to() -> None:
    # The second artifact is worth 20: with 6 gems and fire showing it is right to stay, 2/3 of 13 against 6.
    early = Expedition.parse("6 fire", rules=STEEP)
    assert decide(early).action == "stay"
    for start in ("", "6", "6 fire", "6 A", "6 A A", "A A fire", "6 A A fire"):
        assert policy(Expedition.parse(start, rules=STEEP))[early] == "stay", start


@pytest.mark.parametrize(
    "state",
    [
        Expedition.parse("fire fire", rules=SMALL),
        Expedition.parse("3 -1", rules=SMALL),
        Expedition.start(rules=SMALL),
        Expedition.parse("3", 2, SMALL),
        Expedition.parse("3"),
        "3",
    ],
)
def test_no_action_where_there_is_no_choice(state: object) -> None:
    plan = policy(Expedition.start(rules=SMALL))
    with pytest.raises(KeyError):
        plan[state]  # type: ignore[index]
    assert state not in plan


@pytest.mark.parametrize("path", ["fire fire", "7 -1"])
def test_nothing_to_plan_when_it_is_over(path: str) -> None:
    for ask in (policy, take_home):
        with pytest.raises(GameError, match="is over") as error:
            ask(Expedition.parse(path))
        assert "\n" not in str(error.value)


# What it brings home.


@pytest.mark.slow
@settings(max_examples=70)
@given(lively(8, 4))
def test_take_home_over_the_game_tree(position: Position) -> None:
    assume(closed_rule(position.state) is not None)
    spot, best = staying(position)
    points = take_home(position.state)
    assert points == best.take_home(spot)
    assert points.mean == decide(position.state, StayForever()).stay
    assert sum(points.values()) == 1 and all(chance > 0 for chance in points.values())


@settings(max_examples=40)
@given(spots(7, 3))
def test_take_home_is_exact_or_refused(position: Position) -> None:
    spot, best = staying(position)
    if closed_rule(position.state) is None:
        with pytest.raises(GameError, match="take_home does not cover it") as error:
            take_home(position.state)
        assert "\n" not in str(error.value)
    else:
        assert take_home(position.state) == best.take_home(spot)


@pytest.mark.parametrize(
    ("path", "rules"), [("", "bga-en"), ("", "diamant-2016"), ("11 A", "bga-en"), ("13 spiders 7", "incan-gold-2020")]
)
@pytest.mark.parametrize("players", [1, 3, 8])
def test_take_home_of_the_full_deck_has_the_mean_of_staying(path: str, rules: str, players: int) -> None:
    state = Expedition.parse(path, players, rules)
    points = take_home(state)
    assert points.mean == decide(state, StayForever()).stay
    assert sum(points.values()) == 1


def test_take_home_by_hand() -> None:
    # Two fires and a 4: fire first (2 of 3), then 4 or a bust at even odds; or the 4, and home with it: 4 x 0 deadly
    # cards lose nothing against nothing to come.
    assert take_home(Expedition.start(rules=Rules((4,), {"fire": 2}))) == {0: Fraction(1, 3), 4: Fraction(2, 3)}


def test_take_home_is_refused_where_the_rule_fails() -> None:
    for state in (
        Expedition.start(rules=STEEP),
        Expedition.start(2, Rules((7, 5), {"fire": 1})),
        Expedition.parse("7 5", rules=Rules((7, 5), {})),
    ):
        with pytest.raises(GameError, match="take_home does not cover it") as error:
            take_home(state)
        assert "\n" not in str(error.value)

"""The best play of one player against strategies that are known, against the game tree."""

from __future__ import annotations

from fractions import Fraction

import pytest
from decision_brute import SMALL, BestPlay, Spot
from decision_strategies import afraid_of_fire, lively, opponents, spots
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import Move, Position, Scenario, play_at

from incan_math import (
    AllOf,
    AnyOf,
    Artifact,
    Expedition,
    GameError,
    Hazard,
    Mixture,
    RetireAfterCards,
    RetireAtGems,
    RetireAtHazards,
    RetireAtRisk,
    RetireWhenOneStepGainsNothing,
    RetireWhenRiskOutweighsGems,
    RetireWithProbability,
    Rules,
    StayForever,
    Strategy,
    Treasure,
    best_response,
    decide,
    evaluate,
)
from incan_math.engine import ArtifactPile
from incan_math.game.editions import EDITIONS

# Against the game tree.


@pytest.mark.slow
@settings(max_examples=150)
@given(spots(7, 3), st.data())
def test_any_opponents_anywhere(position: Position, data: st.DataObject) -> None:
    spot = Spot.of(position)
    others = [data.draw(opponents) for _ in range(len(spot.table.bags) - 1)]
    best = BestPlay(spot, others)
    answer = best_response(position.state, others)
    assert answer.state == position.state and answer.stay == best.stay(spot)
    assert answer.retire == (best.retire(spot) if spot.table.awaits_choices else 0)
    assert answer.reason == " ".join(answer.reason.split()) != ""


@settings(max_examples=40)
@given(spots(5, 5), st.data())
def test_more_players(position: Position, data: st.DataObject) -> None:
    spot = Spot.of(position)
    others = [data.draw(opponents) for _ in range(len(spot.table.bags) - 1)]
    best = BestPlay(spot, others)
    answer = best_response(position.state, others)
    assert answer.stay == best.stay(spot)
    assert answer.retire == (best.retire(spot) if spot.table.awaits_choices else 0)


@settings(max_examples=40)
@given(lively(8, 3), st.data())
def test_no_strategy_does_better(position: Position, data: st.DataObject) -> None:
    state = position.state
    others = [data.draw(opponents) for _ in range(state.players - 1)]
    answer = best_response(state, others)
    for own in (data.draw(opponents), RetireWhenOneStepGainsNothing(), StayForever()):
        assert evaluate(state, [own, *others]).points[0] <= answer.value


@settings(max_examples=30)
@given(lively(7, 3), st.data())
def test_where_opponents_sit_does_not_matter(position: Position, data: st.DataObject) -> None:
    others = [data.draw(opponents) for _ in range(position.state.players - 1)]
    one, other = best_response(position.state, others), best_response(position.state, others[::-1])
    assert (one.stay, one.retire) == (other.stay, other.retire)


# Larger decks.

ONE_OF_EACH: list[Strategy] = [
    RetireAtGems(12),
    RetireAtHazards(2),
    RetireAfterCards(4),
    RetireAtRisk("1/2"),
    RetireWithProbability("1/3"),
    Mixture([("1/3", RetireAtGems(10)), ("2/3", RetireWithProbability("1/5"))]),
    AnyOf(RetireAtGems(11), RetireAtRisk("1/3")),
    AllOf(RetireAtGems(5), RetireAfterCards(3)),
    RetireWhenOneStepGainsNothing(),
    RetireWhenRiskOutweighsGems(),
    afraid_of_fire,
]


@pytest.mark.parametrize("strategy", ONE_OF_EACH, ids=lambda known: getattr(known, "__name__", str(known)))
def test_a_deck_of_eleven_cards(strategy: Strategy) -> None:
    rules = Rules((9, 13, 14), {"fire": 3, "mummy": 2, "rocks": 1}, (5, 10), artifact_entry="all at once")
    scenario = Scenario(rules, 2, 1, (), ArtifactPile.of(rules).enter())
    for moves in ((), (Hazard("fire"), Artifact())):
        spot = Spot(scenario, moves, play_at(scenario.table(), moves))
        best = BestPlay(spot, [strategy])
        answer = best_response(spot.state, [strategy])
        assert answer.stay == best.stay(spot)
        assert answer.retire == (best.retire(spot) if moves else 0)


@pytest.mark.slow
@pytest.mark.parametrize("edition", ["bga-en", "bga-modern", "diamant-2016"])
@pytest.mark.parametrize(
    "others", [[RetireAtGems(47)], [RetireAtRisk("1/3"), RetireWithProbability("1/4")]], ids=["one", "two"]
)
def test_late_in_the_full_deck(edition: str, others: list[Strategy]) -> None:
    """All is out but 13 hazards, the two greatest treasures and up to two artifacts."""
    scenario = Scenario(EDITIONS[edition], len(others) + 1, 1, (), ArtifactPile.of(edition).enter())
    faces = [card.face for card in scenario.table().undrawn]
    artifacts = [face for face in faces if isinstance(face, Artifact)]
    gems = [face for face in faces if isinstance(face, Treasure)]
    moves: tuple[Move, ...] = (*artifacts[2:], *gems[:-2], *map(Hazard, scenario.rules.kinds[:2]))
    spot = Spot(scenario, moves, play_at(scenario.table(), moves))
    best = BestPlay(spot, others)
    answer = best_response(spot.state, others)
    assert (answer.stay, answer.retire) == (best.stay(spot), best.retire(spot))


# By hand.


def test_leaving_with_another_or_before() -> None:
    # 7 among two: 3 each, and one gem lies there. The other leaves for sure.
    rules = Rules((7, 5), {"fire": 2})
    state = Expedition.parse("7 fire", 2, rules)
    answer = best_response(state, [RetireAtGems(3)])
    # Retiring together: 3 and none of the one gem. Staying: the other takes the gem; then the 5 or fire, at even odds.
    assert answer.retire == 3 and answer.stay == Fraction(3 + 5, 2) and answer.action == "stay"
    # Against one who stays: 4 now, or at even odds 3 + 2 and the gems 1 + 1.
    answer = best_response(state, [StayForever()])
    assert answer.retire == 4 and answer.stay == Fraction(7, 2) and answer.action == "retire"
    # A coin mixes the two; after the 5 both leave (5 and a gem each) or the player alone (5 and both gems).
    answer = best_response(state, [RetireWithProbability("1/3")])
    assert answer.retire == Fraction(1, 3) * 3 + Fraction(2, 3) * 4
    assert answer.stay == Fraction(1, 3) * 4 + Fraction(2, 3) * (Fraction(1, 3) * 6 + Fraction(2, 3) * 7) / 2


def test_the_one_who_is_left_has_the_artifact() -> None:
    rules = Rules((2,), {"fire": 2}, (9,))
    state = Expedition.parse("A fire", 3, rules)
    # Both others leave together and cannot take it: 9 for the one who is left, if it is not fire before the 2.
    answer = best_response(state, [RetireAtHazards(1)] * 2)
    assert answer.retire == 0 and answer.stay == Fraction(1, 2) * (2 + 9)
    # One leaves alone with it.
    answer = best_response(state, [RetireAtHazards(1), StayForever()])
    assert answer.retire == 0 and answer.stay == Fraction(1, 2) * 1


def test_just_after_a_retreat_a_card_comes() -> None:
    state = Expedition.parse("7 fire -1", 2, Rules((7, 5), {"fire": 2}))
    answer = best_response(state, [])
    assert answer.stay == Fraction(3 + 5, 2) and answer.retire == 0


def test_against_players_who_never_leave_it_is_the_rule() -> None:
    for path in ("", "3", "7 fire", "5 snakes 3", "fire snakes"):
        for players in (1, 2, 3):
            state = Expedition.parse(path, players, SMALL)
            one, other = best_response(state, [StayForever()] * (players - 1)), decide(state, StayForever())
            assert (one.stay, one.retire) == (other.stay, other.retire)


# Limits.


def test_too_many_states_are_refused_with_their_number() -> None:
    state = Expedition.start(3, SMALL)
    with pytest.raises(GameError, match="state: more than 9 nodes by card") as error:
        best_response(state, [RetireAtGems(4)] * 2, limit=9)
    assert "\n" not in str(error.value)
    assert best_response(state, [RetireAtGems(4)] * 2, limit=10_000).value > 0


def test_progress_is_told() -> None:
    seen: list[tuple[int, int, int]] = []
    best_response(Expedition.start(2, SMALL), [RetireAtGems(4)], progress=lambda *told: seen.append(told))
    assert [out for out, _, _ in seen] == list(range(8)) and {cards for _, cards, _ in seen} == {7}


@pytest.mark.parametrize(("path", "number"), [("3", 0), ("3", 1), ("3", 3), ("3 -1", 2)])
def test_wrong_number_of_opponents(path: str, number: int) -> None:
    state = Expedition.parse(path, 3, SMALL)
    with pytest.raises(GameError, match=rf"opponents: {number} given, but {state.players - 1} others") as error:
        best_response(state, [StayForever()] * number)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("path", ["fire fire", "3 -2"])
def test_nothing_to_decide(path: str) -> None:
    state = Expedition.parse(path, 2, SMALL)
    with pytest.raises(GameError) as error:
        best_response(state, [StayForever()] * (state.players - 1))
    assert "is over" in str(error.value) and "\n" not in str(error.value)


def test_a_deck_of_many_cards_needs_no_deep_recursion() -> None:
    state = Expedition.start(2, Rules((1,) * 400, {"fire": 2}, ()))
    for opponent in (RetireAfterCards(1), RetireAtGems(3)):
        answer = best_response(state, [opponent])
        assert 0 < answer.value < 400

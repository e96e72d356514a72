"""The whole game of one player, against recursion over the reference engine's matches."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from time import process_time
from typing import Any

import pytest
from decision_brute import KNOWN, SMALL, BestGame, Spot
from decision_strategies import steep_decks
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import decks

from incan_math import EDITIONS, Artifact, Campaign, Expedition, GameError, Rules, campaign, decide
from incan_math.engine import Match
from incan_math.solo.campaigns import work_bound
from incan_math.states.between import Between, normal


def games(most: int = 5) -> st.SearchStrategy[Rules]:
    """Games of one to three expeditions with tiny decks, none of them empty."""
    drawn = st.one_of(decks(most), decks(most), steep_decks(most + 1))
    shorter = drawn.map(lambda rules: replace(rules, expeditions=min(rules.expeditions, 3)))
    return shorter.filter(lambda rules: bool(rules.treasures or rules.hazards))


def solved(rules: Rules) -> Campaign:
    """The campaign; decks that the one-step rule cannot solve are for another test."""
    with suppress(GameError):
        return campaign(rules)
    with pytest.raises(GameError, match="the one-step rule does not give the optimum"):
        campaign(rules)
    assume(False)
    raise AssertionError


# Against the game tree.


@pytest.mark.slow
@settings(max_examples=100)
@given(games())
def test_the_value_before_every_expedition(rules: Rules) -> None:
    result = solved(rules)
    best = BestGame()
    assert result.value == best.value(Match.start(rules, ["Ann"]))
    for match, value in best.values.values():
        pile = match.artifacts
        assert result.before(match.expedition, dict(match.removed), pile.claimed, pile.lost) == value
    # Every situation that can come between expeditions is there, and no other.
    expected = {
        normal(
            rules,
            Between(
                match.expedition,
                tuple(sorted((n - dict(match.removed).get(k, 0) for k, n in rules.hazards.items()), reverse=True)),
                tuple(sorted(card.points or 0 for card in match.artifacts.in_deck)),
                match.artifacts.counted if rules.artifact_value == "by claim" else 0,
                0,
            ),
        )
        for match, _ in best.values.values()
    }
    assert set(result.values) == expected
    assert result.rules == rules


@pytest.mark.slow
@settings(max_examples=50)
@given(games(), st.data())
def test_advice_inside_every_expedition(rules: Rules, data: st.DataObject) -> None:
    result = solved(rules)
    best = BestGame()
    best.value(Match.start(rules, ["Ann"]))
    match = data.draw(st.sampled_from([match for match, _ in best.values.values()]))
    waiting: list[Spot] = [best.spot(match)]
    for spot in waiting:
        waiting += [after for _, after in spot.cards() if not after.table.ended and len(waiting) < 25]
        answer = result.decide(spot.state)
        assert answer.stay == best.stay(match, spot)
        assert answer.retire == (best.retire(match, spot) if spot.moves else 0)
        assert answer.reason == " ".join(answer.reason.split()) != ""


@settings(max_examples=60)
@given(games(7), st.sampled_from((0, 5, 10)))
def test_points_that_do_not_rise_are_always_solved(rules: Rules, points: int) -> None:
    rules = replace(rules, artifacts=(points,) * len(rules.artifacts), claim_gems=())
    assert campaign(rules).value >= 0


@settings(max_examples=30)
@given(games(6))
def test_one_expedition_is_the_last(rules: Rules) -> None:
    rules = replace(rules, expeditions=1)
    assert solved(rules).value == decide(Expedition.start(rules=rules)).stay


# By hand.


def test_a_bust_takes_its_danger_away() -> None:
    # A 4 and two fires. The first expedition alone: the 4 first (1 of 3) or fire, then the 4 or a bust: 8/3 in all, a
    # bust in 1 of 3. After a bust one fire is left, which cannot bust: 4 for sure.
    rules = Rules((4,), {"fire": 2}, expeditions=2)
    one = Fraction(2, 3) * 4
    # After the fire a bust costs the 4 but brings 4 - 8/3; going home at once brings nothing.
    assert campaign(rules).value == Fraction(2, 3) * (4 + one) + Fraction(1, 3) * 4
    assert campaign(rules).before(2) == one and campaign(rules).before(2, removed="fire") == 4


def test_the_order_of_claiming_goes_on() -> None:
    # The deck is one artifact in each expedition, and a treasure of 1: worth 1 + 2 and, once one was claimed, 1 + 8.
    rules = Rules((1,), {}, (2, 8), expeditions=2)
    assert campaign(rules).value == 3 + 9
    assert campaign(rules).before(2, claimed=1) == 9 and campaign(rules).before(2) == 3


@pytest.mark.slow
def test_artifacts_that_do_nothing_change_nothing() -> None:
    without = campaign("diamant-2005")
    for undrawn in ("leaves", "stays"):
        rules = replace(without.rules, artifacts=(0,) * 5, undrawn_artifact=undrawn)
        assert campaign(rules).value == without.value


# Known values.


def test_five_expeditions() -> None:
    (known,) = KNOWN["solo_five_expeditions"].values()
    for edition in ("bga-en", "bga-pt"):  # Ten points, or five points and five gems: the same for one player.
        assert campaign(edition).value == Fraction(known)


@pytest.mark.parametrize("name", ["bga-en", "bga-sr", "bga-hu", "diamant-2005", "diamant-2016"])
def test_the_last_expedition_of_an_edition(name: str) -> None:
    result = campaign(name)
    for removed in ("", {EDITIONS[name].kinds[0]: 2}):
        state = Expedition.start(rules=name, expedition=5, removed=removed)
        assert result.before(5, removed) == decide(state).stay == result.decide(state).stay
    assert result.value > result.before(2) > result.before(5)


def test_the_same_position_in_the_first_and_in_the_last_expedition() -> None:
    # Playing on for the whole game, a bust also thins the deck: going on is worth more early in the game.
    states = [Expedition.parse("9 14 fire mummy", expedition=number) for number in range(1, 6)]
    gains = [campaign().decide(state).gain for state in states]
    assert gains[-1] == decide(states[-1], []).gain < 0 < gains[0]
    assert gains == sorted(gains, reverse=True)


# What it does not answer.


@pytest.mark.parametrize(
    ("state", "said"),
    [
        (Expedition.parse("3", rules=SMALL), "give expedition=1 to the last"),
        (Expedition.parse("3", 2, SMALL, expedition=1), "not a state of one player"),
        (Expedition.parse("3", expedition=1), "not a state of one player"),
        (Expedition.parse("fire fire", rules=SMALL, expedition=1), "nothing is left to decide"),
        (Expedition.parse("3 -1", rules=SMALL, expedition=1), "nothing is left to decide"),
    ],
)
def test_bad_states_get_one_line(state: Expedition, said: str) -> None:
    with pytest.raises(GameError) as error:
        campaign(SMALL).decide(state)
    assert said in str(error.value) and "\n" not in str(error.value)


def test_steep_points_are_refused() -> None:
    rules = Rules((6,), {"fire": 2}, (0, 20), artifact_entry="all at once", expeditions=2)
    with pytest.raises(GameError, match="the one-step rule does not give the optimum") as error:
        campaign(rules)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("expedition", [0, 6, "2", -1])
def test_no_such_expedition(expedition: object) -> None:
    with pytest.raises(GameError, match="expedition") as error:
        campaign(SMALL).before(expedition)  # type: ignore[arg-type]
    assert "\n" not in str(error.value)


def test_a_game_of_which_it_is_not_told_what_left_the_deck() -> None:
    # Undrawn artifacts leave and lost ones count as steps: the first was claimed or lost, a step either way.
    rules = Rules((3, 5), {"fire": 2}, (5, 7, 9), artifact_step="claimed or lost", expeditions=3)
    result = campaign(rules)
    ways: list[dict[str, Any]] = [{}, {"claimed": 1}, {"lost": 1}, {"lost": "A"}, {"claimed": [Artifact()]}]
    for told in ways:
        assert result.before(2, **told) == result.before(2, claimed=1)
        state = Expedition.parse("3 A", None, rules, 2, **told)
        assert result.decide(state).retire == 3 + 7 + result.before(3, claimed=2)


def test_an_expedition_without_a_card_is_worth_nothing() -> None:
    assert campaign(Rules((), {}, (5,), expeditions=2)).value == 5
    assert campaign(Rules((), {}, expeditions=3)).value == 0


def test_progress_counts_the_situations() -> None:
    seen: list[int] = []
    result = campaign(replace(SMALL, expeditions=3), progress=seen.append)
    assert seen == list(range(1, len(result.values) + 1))
    assert campaign(replace(SMALL, expeditions=3)).values == result.values


def test_what_matters_before_an_expedition() -> None:
    keys = sorted(campaign(replace(SMALL, expeditions=2)).values)
    assert keys == [Between(1, (2, 2), (), 0, 0), Between(2, (2, 1), (), 0, 0), Between(2, (2, 2), (), 0, 0)]
    printed = Rules((3,), {"fire": 2}, (5, 7), artifact_value="printed", undrawn_artifact="stays", expeditions=2)
    decks_of_two = {key.artifacts for key in campaign(printed).values if key.expedition == 2}
    assert decks_of_two == {(7,), (5, 7)} and campaign(printed).before(2, claimed=[Artifact(5)]) > 0


def test_a_state_that_a_solo_player_cannot_come_to() -> None:
    # Either the first expedition busts, or the player retires with its artifact.
    state = Expedition.parse("7 fire", expedition=2, removed="fire", claimed=1)
    for ask in (lambda: campaign().decide(state), lambda: campaign().before(2, removed="fire", claimed=1)):
        with pytest.raises(GameError, match="a solo player cannot come to expedition 2") as error:
            ask()
        assert "\n" not in str(error.value) and len(str(error.value)) <= 300


@pytest.mark.parametrize(
    "rules",
    [
        replace(EDITIONS["bga-en"], expeditions=400),
        replace(EDITIONS["bga-en"], expeditions=1000),
        Rules((1, 5, 7), {f"kind{i}": i + 2 for i in range(20)}),
        Rules((1, 5), {"fire": 900, "snakes": 90}, expeditions=1000),
        replace(EDITIONS["incan-gold-2020"], artifacts=tuple(range(1, 13)), artifact_entry="all at once"),
    ],
)
def test_too_long_a_game_is_refused_by_its_count(rules: Rules) -> None:
    with pytest.raises(GameError, match="states or so") as error:
        campaign(rules)
    assert "\n" not in str(error.value) and len(str(error.value)) <= 300


@settings(max_examples=30)
@given(games())
def test_the_count_bounds_the_states(rules: Rules) -> None:
    assert len(solved(rules).values) <= work_bound(rules)[0]


def test_a_thousand_expeditions() -> None:
    # No recursion over expeditions; the last of them is a game of its own.
    rules = replace(SMALL, expeditions=1000)
    assert campaign(rules).before(1000) == campaign(replace(SMALL, expeditions=1)).value


def test_campaigns_are_values() -> None:
    mine = replace(EDITIONS["diamant-2005"], name="mine")
    assert campaign(mine) == campaign("diamant-2005") and hash(campaign(mine)) == hash(campaign("diamant-2005"))
    assert campaign(mine).rules.name == "mine" and campaign("diamant-2005").rules.name == "diamant-2005"
    with pytest.raises(GameError, match="progress: 5 cannot be called"):
        campaign(progress=5)  # type: ignore[arg-type]


def test_many_artifacts_from_the_start_are_refused_before_the_ways_to_end_are_gone_through() -> None:
    printed = tuple(range(1, 15))
    rules = Rules((1, 2, 3), {"fire": 3, "gas": 3}, printed, artifact_value="printed", artifact_entry="all at once")
    before = process_time()
    for question in (lambda: campaign(rules), lambda: decide(Expedition.start(1, rules, 1), objective="game")):
        with pytest.raises(GameError, match="combinations of hazards and artifacts can be out"):
            question()
    assert process_time() - before < 2


def test_the_router_passes_progress_on_and_remembers() -> None:
    rules = Rules((3, 8), {"fire": 2, "gas": 2}, expeditions=2)
    seen: list[tuple[int, int, int]] = []
    state = Expedition.parse("3 fire", 1, rules, expedition=1)
    answer = decide(state, objective="game", progress=lambda *told: seen.append(told))
    assert [solved for solved, _, _ in seen] == list(range(1, len(campaign(rules).values) + 1))
    assert all(solved <= most for solved, most, _ in seen)
    seen.clear()
    assert decide(state, objective="game", progress=lambda *told: seen.append(told)) == answer and not seen

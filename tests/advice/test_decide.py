"""Stay or retire: what each is worth, against the game tree and against values found by other programs."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from decision_brute import KNOWN, SMALL, BestPlay, Spot
from decision_strategies import lively
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import Position, decks

from incan_math import Expedition, GameError, RetireAtGems, Rules, StayForever, best_response, decide, parse_strategy
from incan_math.strategies.decision import ExactDecision

# Against the game tree.


@settings(max_examples=100)
@given(lively(8, 4))
def test_against_players_who_never_leave(position: Position) -> None:
    spot = Spot.of(position)
    others = len(spot.table.bags) - 1
    best = BestPlay(spot, [StayForever()] * others)
    answer = decide(position.state, StayForever())
    assert answer.state == position.state and answer.stay == best.stay(spot)
    deadly = sum(card.face in position.state.showing for card in spot.table.undrawn)
    assert answer.bust == Fraction(deadly, len(spot.table.undrawn))
    if spot.table.awaits_choices:
        assert answer.retire == best.retire(spot) and answer.action == best.action(spot)
        assert answer.value == max(best.retire(spot), best.stay(spot))
    else:
        assert answer.retire == 0 and answer.gain == answer.stay
    assert answer.reason == " ".join(answer.reason.split()) != ""
    assert decide(position.state, [StayForever()] * others) == answer
    assert others or decide(position.state) == answer


@settings(max_examples=40)
@given(lively(8, 4))
def test_the_rule_and_the_induction_agree(position: Position) -> None:
    others = [StayForever()] * (position.state.players - 1)
    by_rule, slowly = decide(position.state, others), best_response(position.state, others)
    assert (by_rule.stay, by_rule.retire, by_rule.bust) == (slowly.stay, slowly.retire, slowly.bust)


@pytest.mark.parametrize("path", ["9 11 fire mummy A snakes", "1 fire 2 mummy 15 -1 5"])
@pytest.mark.parametrize("rules", ["bga-en", "diamant-2016"])
def test_the_rule_and_the_induction_agree_on_the_full_deck(path: str, rules: str) -> None:
    path = path.replace("fire", "lava").replace("mummy", "rams") if rules == "diamant-2016" else path
    state = Expedition.parse(path, 4, rules)
    for card in state.undrawn:  # Late enough for the induction.
        if getattr(card, "value", 0) > 6:
            state = state.reveal(card)
    others = [StayForever()] * (state.players - 1)
    by_rule, slowly = decide(state, others), best_response(state, others)
    assert (by_rule.stay, by_rule.retire) == (slowly.stay, slowly.retire)


# Cards that do nothing.


@settings(max_examples=60)
@given(decks(7), st.integers(1, 3), st.sampled_from(("artifact", "treasure", "kind")))
def test_a_card_that_does_nothing_changes_no_value(rules: Rules, players: int, card: str) -> None:
    rules = replace(rules, artifact_value="printed", claim_gems=(), artifact_entry="all at once")
    # Where a deck can run out, one card more gives several players one more moment to leave alone.
    assume(players == 1 or any(count > 1 for count in rules.hazards.values()))
    more = {
        "artifact": lambda: replace(rules, artifacts=(*rules.artifacts, 0)),
        "treasure": lambda: replace(rules, treasures=(*rules.treasures, 0)),
        "kind": lambda: replace(rules, hazards={**rules.hazards, "zephyr": 1}),
    }[card]()
    plain, other = (decide(Expedition.start(players, each), StayForever()).stay for each in (rules, more))
    assert plain == other


def test_a_worthless_artifact_in_the_full_deck() -> None:
    before = decide(Expedition.start(rules="diamant-2005")).stay
    rules = replace(Expedition.start(rules="diamant-2005").rules, artifacts=(0,))
    assert Expedition.start(rules=rules).cards_left == 31
    assert decide(Expedition.start(rules=rules)).stay == before


# Known values.


@pytest.mark.parametrize(
    ("name", "known"),
    [("bga-en", "bga-en, artifact worth 5"), ("diamant-2005", "diamant-2005 (15 treasures, no artifact)")],
)
def test_one_expedition_alone(name: str, known: str) -> None:
    assert decide(Expedition.start(rules=name)).stay == Fraction(KNOWN["solo_one_expedition"][known])


def test_the_small_deck_alone() -> None:
    assert decide(Expedition.start(rules=SMALL)).stay == Fraction(KNOWN["small_deck_equilibrium"]["n=1"])


HAZARDS = ["fire", "mummy", "rocks", "snakes", "spiders"]
AT = {  # Bags just below each known threshold and at it, as treasures.
    1: ("15 14 5 3", "15 14 9"),
    2: ("15 7", "15 7 1"),
    3: ("15", "15 1"),
    4: ("11 1", "13"),
    5: ("9 1", "11"),
}


@pytest.mark.parametrize("shown", AT)
@pytest.mark.parametrize("artifact", [False, True])
def test_thresholds_of_the_full_deck(shown: int, artifact: bool) -> None:
    known = KNOWN["solo_thresholds_bga_en"][str(shown)]
    threshold = known if isinstance(known, int) else int(known.split()[0])
    is_tie = "tie" in str(known)
    below, at = (" ".join([*HAZARDS[:shown], gems]) for gems in AT[shown])
    low, high = Expedition.parse(below), Expedition.parse(at)
    assert (low.bag, high.bag) == (threshold - 1, threshold)
    if artifact:  # On the path it counts as 5 in the bag: 5 gems less do the same.
        low, high = (_with_artifact(shown, gems) for gems in (threshold - 6, threshold - 5))
    assert decide(low).action == "stay"
    assert decide(high).action == ("tie" if is_tie else "retire")
    assert not is_tie or "equal to" in decide(high).reason


def _with_artifact(shown: int, gems: int) -> Expedition:
    values, path = [15, 14, 13, 11, 9, 7, 5, 4, 3, 2, 1], [*HAZARDS[:shown], "A"]
    for value in values:
        if value <= gems:
            gems -= value
            path.append(str(value))
    assert not gems
    return Expedition.parse(" ".join(path))


def test_ties_by_hand() -> None:
    # 16 x 6 deadly cards = 96 = the 91 gems and the 5 points that are left.
    answer = decide(Expedition.parse("fire mummy rocks 11 5"))
    assert answer.stay == answer.retire == 16 and answer.action == "tie" and answer.gain == 0
    assert (
        answer.reason
        == "take-home 16 x 6 deadly cards = 96, equal to 96, the sum of what each undrawn card would add next: a tie"
    )


def test_an_empty_deck_sends_all_home() -> None:
    answer = decide(Expedition.parse("7 5", 2, Rules((7, 5), {})), StayForever())
    assert answer.stay == answer.retire == 6 and answer.action == "retire" and answer.bust == 0


def test_names_of_what_is_better() -> None:
    state = Expedition.parse("7")
    answers = [ExactDecision.of(state, Fraction(stay), Fraction(3), Fraction(0), "") for stay in (2, 3, 4)]
    assert [answer.action for answer in answers] == ["retire", "tie", "stay"]
    assert [answer.value for answer in answers] == [3, 3, 4]


# What has no answer.


@pytest.mark.parametrize(
    ("path", "players", "opponents", "said"),
    [
        ("fire fire", 1, None, "is over"),
        ("7 -2", 2, None, "is over"),
        ("7 -1", 2, None, "players have just retired; add the card that came next"),
        ("7 -1", 3, StayForever(), "players have just retired; add the card that came next"),
        ("7", 3, [StayForever()], "opponents: 1 given, but 2 others are in"),
        ("7", 3, [], "opponents: 0 given, but 2 others are in"),
        ("7", 1, [RetireAtGems(3)], "opponents: 1 given, but 0 others are in"),
    ],
)
def test_bad_questions_get_one_line(path: str, players: int, opponents: object, said: str) -> None:
    with pytest.raises(GameError) as error:
        decide(Expedition.parse(path, players), opponents)  # type: ignore[call-overload]
    assert said in str(error.value) and "\n" not in str(error.value)


@pytest.mark.parametrize("answer", [1.2, 0.5, None, -1, 2, "1/2", Fraction(3, 2), Fraction(-1, 5), float("nan")])
def test_bad_answers_of_an_opponent_are_named(answer: object) -> None:
    def fickle(state: Expedition) -> object:
        return answer

    with pytest.raises(GameError) as error:
        decide(Expedition.parse("7 fire", players=2), fickle)  # type: ignore[call-overload]
    assert f"strategy fickle answered {answer!r}" in str(error.value) and "\n" not in str(error.value)


def test_one_strategy_stands_for_all_others() -> None:
    state = Expedition.parse("7 fire", 3, SMALL)
    assert decide(state, RetireAtGems(2)) == decide(state, [RetireAtGems(2)] * 2)
    assert decide(state, parse_strategy("stay")) == decide(state, [StayForever()] * 2)

"""Every move of an `Expedition` against the reference engine and by hand, and moves that cannot be made."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import Scenario, decks, edition_scenarios, gems_on, histories, play, scenarios
from twin import check_same, move_both

from incan_math import Artifact, Expedition, GameError, Hazard, Payout, Rules, Treasure
from incan_math.game.editions import EDITIONS

PER_CARD = replace(EDITIONS["bga-en"], leftover="per card", name="per-card")
ZERO = Rules(treasures=(0, 0, 4), hazards={"fire": 1, "gas": 2})


def cave(path: str, players: int = 1, **settings: object) -> Expedition:
    return Expedition.parse(path, players, **settings)  # type: ignore[arg-type]


# The same as the reference engine, after every move.


@pytest.mark.slow
@given(st.data(), scenarios())
def test_every_move_is_that_of_the_reference_engine(data: st.DataObject, scenario: Scenario) -> None:
    state, table = scenario.start(), scenario.table()
    check_same(state, table)
    for move in data.draw(histories(scenario)):
        state, _ = move_both(state, table, move)


@given(st.data(), edition_scenarios)
def test_every_move_of_the_editions_is_that_of_the_reference_engine(data: st.DataObject, scenario: Scenario) -> None:
    state, table = scenario.start(), scenario.table()
    check_same(state, table)
    for move in data.draw(histories(scenario)):
        state, _ = move_both(state, table, move)


@pytest.mark.slow
@given(st.data(), scenarios())
def test_draws_are_the_undrawn_cards_and_lead_where_reveal_does(data: st.DataObject, scenario: Scenario) -> None:
    state = play(scenario.start(), data.draw(histories(scenario)))
    draws = list(state.draws())
    assert sum(draw.copies for draw in draws) == (0 if state.is_over else state.cards_left)
    if not state.is_over:
        assert {draw.card: draw.copies for draw in draws} == state.undrawn
    for card, _, after in draws:
        assert after == state.reveal(card)
        assert str(after) == str(state.reveal(card))
        assert after.is_bust == (card in state.showing)


@given(st.data(), scenarios(decks().map(lambda rules: replace(rules, claim_gems=()))))
def test_no_gem_is_made_or_lost_before_a_bust(data: st.DataObject, scenario: Scenario) -> None:
    moves = data.draw(histories(scenario))
    state, home, before = scenario.start(), 0, scenario.start()
    for move in moves:
        before = state
        if isinstance(move, int):
            payouts, state = state.retire(move)
            home += sum(payout.gems for payout in payouts)
        else:
            state = state.reveal(move)
    lying = before if state.is_bust else state
    assert home + lying.players * lying.bag + lying.leftover == gems_on(moves)


# Clauses, by hand.


def test_printed_artifacts_of_equal_points_are_cards_of_their_own() -> None:
    rules = Rules((1, 1), {}, artifacts=(7, 7, 5), artifact_value="printed", artifact_entry="all at once")
    state = cave("A7 A5 A7 1", players=2, rules=rules)
    assert state.artifacts == (Artifact(5), Artifact(7), Artifact(7))
    (payout,), after = state.retire(1)
    assert payout == Payout(1, (Artifact(5), Artifact(7), Artifact(7)), 20)  # Half of 1 is nothing; the 1 lies there.
    assert after.artifacts == () and after.leftover == 0


def test_worth_by_claim_goes_on_where_one_retiree_stopped() -> None:
    rules = EDITIONS["diamant-2016"]
    first, state = cave("A A", players=3, rules=rules).retire(1)
    second, _ = state.reveal("A").reveal("A").retire(1)
    assert first[0].points == 5 + 5
    assert second[0].points == 5 + 10


def test_two_retirees_leave_the_artifacts_for_a_later_one() -> None:
    nobody, state = cave("A 4", players=3, rules="bga-pt").retire(2)
    assert [payout.artifacts for payout in nobody] == [(), ()]
    assert state.artifacts == (Artifact(),)
    (last,), over = state.reveal("fire").retire(1)
    assert last == Payout(1 + 1, (Artifact(),), 2 + 5) and over.is_over  # The bag, and the 1 that two cannot divide.


def test_leftovers_per_card_and_pooled_differ() -> None:
    assert cave("3 5", players=2).leftovers == (2,)
    assert cave("3 5", players=2, rules=PER_CARD).leftovers == (1, 1)
    assert [payout.gems for payout in cave("3 5", players=2).retire(2)[0]] == [4, 4]
    assert [payout.gems for payout in cave("3 5", players=2, rules=PER_CARD).retire(2)[0]] == [3, 3]


def test_eight_players_share_and_leave_one_after_another() -> None:
    state = cave("7 15", players=8)
    assert (state.bag, state.leftover) == (1, 14)
    gems = []
    for card in (1, 2, 3, 4, 5, 9, 11, 13):
        payouts, state = state.retire(1)
        gems.append(payouts[0].gems)
        if state.is_over:
            break
        state = state.reveal(card)
    # The bags hold 1. The cards 1, 2 and 3 are too small for the 7, 6, 5 still in and go to the next one who leaves;
    # of the 4 each of four gets 1; of the 5 three get 1, 2 lie there; of the 9 two get 4, 1 lies there; 11 for one.
    assert gems == [1 + 14, 1 + 1, 1 + 2, 1 + 3, 2, 3 + 2, 7 + 1, 18]
    assert state.is_over


def test_a_kind_of_one_card_never_busts_and_a_treasure_of_nothing_gives_nothing() -> None:
    state = cave("0 fire 0", players=3, rules=ZERO)
    assert (state.bag, state.leftover, state.deadly) == (0, 0, 0)
    assert state.reveal("gas").deadly == 1


# Moves that cannot be made.


@pytest.mark.parametrize(
    ("path", "card", "message"),
    [
        ("7 7", 7, "no 7 is left in this expedition's deck; the game has 2 of them"),
        ("A", "A", "no A is left"),
        ("fire fire", 7, "the expedition is over: a second fire card ended it"),
        ("7 -1", 7, "the expedition is over: one player started, and has retired"),
        ("", Hazard("lightning"), "'lightning'.*is not a hazard; allowed are fire, mummy"),
        ("", Treasure(8), "no treasure of 8"),
        ("", 7.0, "card: give a card, its text or a number of gems"),
        ("", True, "card: give a card, its text or a number of gems"),
        ("", None, "card: give a card, its text or a number of gems"),
        ("", "", "''"),
    ],
)
def test_cards_that_cannot_come_are_refused(path: str, card: object, message: str) -> None:
    with pytest.raises(GameError, match=message) as caught:
        cave(path).reveal(card)  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["", " "])
def test_no_text_is_no_card_even_where_there_is_one_kind(text: str) -> None:
    with pytest.raises(GameError):
        Expedition.start(rules=Rules(treasures=(1,), hazards={"fire": 3})).reveal(text)


@pytest.mark.parametrize(
    ("path", "players", "message"),
    [
        ("7", 0, "0 players cannot retire: 1 to 3"),
        ("7", -1, "-1 players cannot retire"),
        ("7", 4, "4 players cannot retire: 1 to 3 are still in"),
        ("7 -1", 3, "3 players cannot retire: 1 to 2 are still in"),
        ("7", True, "True players cannot retire"),
        ("7", "1", "'1' players cannot retire"),
        ("", 1, "not before the first card"),
        ("7 -1", 1, "not in two steps"),
        ("7 fire fire", 1, "a second fire card ended it"),
        ("7 -3", 1, "everyone has retired"),
    ],
)
def test_retreats_that_cannot_be_made_are_refused(path: str, players: int, message: str) -> None:
    with pytest.raises(GameError, match=message) as caught:
        cave(path, players=3).retire(players)
    assert "\n" not in str(caught.value)


def test_all_still_in_retire_together_when_the_deck_is_empty() -> None:
    state = cave("3 5", players=2, rules=Rules(treasures=(3, 5), hazards={}))
    assert state.cards_left == 0 and state.is_deciding and list(state.draws()) == []
    with pytest.raises(GameError, match="the deck is empty: all 2 players still in retire together"):
        state.retire(1)
    assert [payout.gems for payout in state.retire(2)[0]] == [4, 4]

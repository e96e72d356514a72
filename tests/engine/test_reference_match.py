"""Whole games of the reference engine: five expeditions, secret choices, seeds and written orders."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from incan_math.engine import (
    Choice,
    GameTable,
    Match,
    Standing,
    View,
    Winnings,
    always_stay,
    build_deck,
    coin,
    label,
    leave_after,
    leave_with,
    play,
    play_match,
    replay,
    retirees,
    shuffled,
)
from incan_math.game.cards import Artifact, Card, Hazard, Treasure
from incan_math.game.editions import EDITIONS

FIRE = Hazard("fire")


# "The game is divided into five expeditions. All expeditions are played in the same fashion."


def test_game_of_five_expeditions_by_hand() -> None:
    """bga-en: Ann leaves after 3 cards, Bob after 4."""
    orders: list[list[Card]] = [
        # Ann: 3 + 2 in the bag, 1 + 1 left over, first artifact. Bob: 5 and then 4.
        [Treasure(7), Treasure(5), Artifact(), Treasure(4)],
        # Bust at the third card.
        [Treasure(15), FIRE, FIRE],
        # Ann: 6 in the bag, 1 left over. The artifact is turned up after her; Bob, alone, takes it: 6, second artifact.
        [Treasure(13), Hazard("snakes"), Hazard("mummy"), Artifact()],
        # Two fires are left: the bust on the last card of these hits Bob alone. Ann: 2, third artifact.
        [Artifact(), FIRE, Treasure(4), FIRE],
        # Ann: 1, 1 left over. Bob, fourth artifact: 1 + 9 and 5 gems with the artifact.
        [Treasure(3), Hazard("rocks"), Hazard("spiders"), Artifact()],
    ]
    match = play_match("bga-en", {"Ann": leave_after(3), "Bob": leave_after(4)}, orders=orders)
    assert match.over and match.expedition == 6
    ann, bob = dict(match.tents)["Ann"], dict(match.tents)["Bob"]
    assert ann == Winnings((5 + 2) + 0 + (6 + 1) + 2 + (1 + 1), (Artifact(),) * 2, 10)
    assert bob == Winnings((5 + 4) + 0 + 6 + 0 + (1 + 5), (Artifact(),) * 2, 10)
    assert match.removed == (("fire", 2),)
    assert [end.bust for end in match.history] == [None, "fire", None, "fire", None]
    assert match.result().scores == (("Ann", 28), ("Bob", 31))
    assert match.result().winners == ("Bob",)


def test_tents_are_safe_from_later_busts() -> None:
    order: list[Card] = [Treasure(15), FIRE, FIRE]
    first: list[Card] = [Treasure(15)]
    rocks: list[Card] = [Treasure(15), Hazard("rocks"), Hazard("rocks")]
    choosers: dict[str, Choice] = {"Ann": lambda view: view.standing.expedition > 1}
    match = play_match("bga-en", choosers, orders=[first, order, order, rocks, rocks])
    assert match.result().scores == (("Ann", 15),)
    assert match.removed == (("fire", 2), ("rocks", 2))


def test_same_seed_gives_the_same_game() -> None:
    choosers = {"Ann": leave_with(10), "Bob": leave_after(7), "Cid": always_stay}
    games = [play_match("diamant-2016", choosers, seed=seed) for seed in (11, 11, 12)]
    assert games[0] == games[1] != games[2]
    assert play_match("diamant-2016", choosers, seed=random.Random(11)) == games[0]


@settings(max_examples=60, deadline=None)
@given(
    edition=st.sampled_from(sorted(EDITIONS)),
    players=st.integers(1, 8),
    seed=st.integers(0, 2**32),
)
def test_no_gem_and_no_card_is_ever_made_or_lost(edition: str, players: int, seed: int) -> None:
    rng = random.Random(seed)
    names = [f"player{number}" for number in range(players)]
    chooser = coin(Fraction(4, 5), rng)
    match = Match.start(edition, names)
    while not match.over:
        table, deck = match.table(), match.deck()
        for event, seen in replay(table, shuffled(deck, rng), dict.fromkeys(names, chooser), match.standing):
            assert Counter(seen.turned_up + seen.undrawn) == Counter(deck)
            assert len(set(dict(seen.bags).values())) <= 1  # All players in hold equal bags.
            revealed = sum(card.face.value for card in seen.turned_up if isinstance(card.face, Treasure))
            lost = sum(gems for _, gems in getattr(event, "lost", ()))
            carried = sum(taking.bag + taking.leftover for taking in seen.takings)
            assert revealed == sum(dict(seen.bags).values()) + seen.leftover + carried + lost
            assert seen.ended == (seen.bust is not None or len(seen.takings) == players)
        match = match.after(table)
        pile = match.artifacts
        everywhere = pile.waiting + pile.in_deck + pile.claimed + pile.lost
        assert len(everywhere) == len(match.rules.artifacts)
    assert sum(len(each.artifacts) for _, each in match.tents) == len(match.artifacts.claimed)
    assert sum(dict(match.removed).values()) == sum(end.bust is not None for end in match.history)


# "They make the decision secretly, and the decisions are revealed simultaneously."


def test_all_choices_are_collected_before_any_is_applied() -> None:
    seen: list[View] = []

    def spy(view: View) -> bool:
        seen.append(view)
        return False

    table = GameTable("bga-en", ["Ann", "Bob", "Cid"], build_deck("bga-en", {}, []))
    table.turn_up(Treasure(11))
    assert retirees(table, dict.fromkeys(table.players, spy)) == ("Ann", "Bob", "Cid")
    assert [view.name for view in seen] == ["Ann", "Bob", "Cid"]
    assert seen[0].table == seen[1].table == seen[2].table == table.snapshot()
    assert all(view.table.players_in == table.players and view.bag == 3 for view in seen)


def test_only_players_still_in_are_asked() -> None:
    asked: list[str] = []

    def stay_two(view: View) -> bool:
        asked.append(view.name)
        return len(view.table.turned_up) < 2

    deck = label([Treasure(2), Treasure(4), Treasure(5)])
    play(GameTable("bga-en", ["Ann", "Bob"], deck), deck, {"Ann": leave_after(1), "Bob": stay_two})
    assert asked == ["Bob", "Bob"]


def test_nobody_is_asked_after_a_bust_or_the_last_card() -> None:
    asked: list[int] = []

    def stay(view: View) -> bool:
        asked.append(len(view.table.turned_up))
        return True

    orders: list[list[Card]] = [[FIRE, Treasure(5), FIRE, Treasure(1)], [FIRE, Treasure(5), Treasure(1)]]
    for faces in orders:
        deck = label(faces)
        play(GameTable("bga-en", ["Ann"], deck), deck, {"Ann": stay})
    assert asked == [1, 2, 1, 2]


def test_view_hides_the_order_of_the_deck() -> None:
    deck = build_deck("bga-en", {}, [Artifact()])
    views: list[View] = []

    def look(view: View) -> bool:
        views.append(view)
        return False

    for seed in (1, 2):
        order = [deck[0], *shuffled(deck[1:], seed)]
        play(GameTable("bga-en", ["Ann"], deck), order, {"Ann": look})
    assert views[0] == views[1] and hash(views[0]) == hash(views[1])


def test_view_shows_the_expedition_and_what_went_into_the_tents() -> None:
    standings: list[Standing] = []

    def look(view: View) -> bool:
        standings.append(view.standing)
        return False

    orders: list[list[Card]] = [[Treasure(7)], [Treasure(5)], [Treasure(1)], [Treasure(1)], [Treasure(1)]]
    play_match("bga-en", {"Ann": look}, orders=orders)
    assert standings[2] == Standing(3, (("Ann", Winnings(12)),))


@pytest.mark.parametrize("answer", [1, 0, None, "stay", Fraction(1)])
def test_choice_that_is_neither_true_nor_false_is_refused(answer: object) -> None:
    deck = label([Treasure(5), Treasure(7)])
    choosers: dict[str, Choice] = {"Ann": lambda view: answer}  # type: ignore[dict-item, return-value]
    with pytest.raises(ValueError, match=r"choosers: that of 'Ann' answered .*; answer True to stay"):
        play(GameTable("bga-en", ["Ann"], deck), deck, choosers)


def test_player_without_a_chooser_is_refused() -> None:
    deck = label([Treasure(5), Treasure(7)])
    with pytest.raises(ValueError, match="choosers: there is none for 'Bob'"):
        play(GameTable("bga-en", ["Ann", "Bob"], deck), deck, {"Ann": always_stay})


def test_coin_stays_with_its_probability_and_takes_no_floats() -> None:
    toss = coin(Fraction(1, 3), random.Random(5))
    view = View("Ann", GameTable("bga-en", ["Ann"], label([FIRE])).snapshot())
    stays = sum(toss(view) for _ in range(3000))
    assert abs(stays - 1000) < 4 * 26  # Four standard deviations.
    with pytest.raises(ValueError, match=r"stay: 0\.5 is not an exact probability"):
        coin(0.5, random.Random(5))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="stay: "):
        coin(Fraction(3, 2), random.Random(5))


# What cannot be played is refused.


def test_seed_and_orders_are_checked() -> None:
    choosers = {"Ann": always_stay}
    with pytest.raises(ValueError, match="give either a seed or orders"):
        play_match("bga-en", choosers)
    with pytest.raises(ValueError, match="give either a seed or orders"):
        play_match("bga-en", choosers, seed=1, orders=[])
    with pytest.raises(ValueError, match="orders: 1 given; give one for each of the 5"):
        play_match("bga-en", choosers, orders=[[FIRE]])
    with pytest.raises(ValueError, match="order: it ends while players are still in"):
        play_match("bga-en", choosers, orders=[[FIRE]] * 5)
    with pytest.raises(ValueError, match="seed: 'x' is not a seed"):
        play_match("bga-en", choosers, seed="x")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="players: 0 names given"):
        play_match("bga-en", {}, seed=1)


def test_third_fire_cannot_be_turned_up_in_an_order_after_two_busts_on_fire() -> None:
    bust: list[Card] = [FIRE, FIRE]
    with pytest.raises(ValueError, match="card: no fire is undrawn"):
        play_match("bga-en", {"Ann": always_stay}, orders=[bust] * 5)


def test_match_takes_only_its_own_expeditions_and_only_when_they_are_over() -> None:
    match = Match.start("bga-en", ["Ann", "Bob"])
    table = match.table()
    with pytest.raises(ValueError, match="table: still in are Ann, Bob"):
        match.after(table)
    other = Match.start("bga-en", ["Ann"]).table()
    other.turn_up(FIRE)
    other.turn_up(FIRE)
    with pytest.raises(ValueError, match="table: it was set up for other players or another deck"):
        match.after(other)
    with pytest.raises(ValueError, match="expedition 1 is still to be played"):
        match.result()
    with pytest.raises(ValueError, match="the game is over: all 5 expeditions"):
        play_match("bga-en", {"Ann": always_stay}, seed=3).table()

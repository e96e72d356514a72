"""The reference engine against the rule texts' clauses on one expedition; expectations are worked out by hand."""

from __future__ import annotations

import pytest
from engine_tables import BGA_EN, FIRE, MUMMY, NAMES, SNAKES, gems_of, lying, table_of

from incan_math.engine import GameTable, PathCard, Taking, build_deck, label
from incan_math.game.cards import Artifact, Treasure

# "All players will start going into the expedition."


@pytest.mark.parametrize("players", range(1, 9))
def test_all_players_start_in_the_expedition(players: int) -> None:
    table = table_of(players)
    assert table.bags == dict.fromkeys(NAMES[:players], 0)
    assert not table.ended and not table.awaits_choices


# "Divide them equally to the players still in the expedition; any leftovers are left on the card."


def test_treasure_is_divided_equally_and_leftovers_stay_on_the_card() -> None:
    table = table_of(3)
    turn = table.turn_up(Treasure(14))
    assert (turn.share, turn.left) == (4, 2)
    assert table.bags == {"Ann": 4, "Bob": 4, "Cid": 4}
    assert lying(table) == [("14", 2)]


def test_eleven_among_four_gives_two_each_and_leaves_three() -> None:
    table = table_of(4, Treasure(11))
    assert set(table.bags.values()) == {2}
    assert table.leftover == 3


def test_nine_among_five_gives_one_each_and_leaves_four() -> None:
    table = table_of(5, Treasure(9))
    assert set(table.bags.values()) == {1}
    assert table.leftover == 4


def test_treasure_smaller_than_the_players_stays_whole_on_the_card() -> None:
    table = table_of(8, Treasure(7), Treasure(7))
    assert set(table.bags.values()) == {0}
    assert lying(table) == [("7", 7), ("7", 7)]


def test_treasure_is_divided_among_those_still_in_only() -> None:
    table = table_of(3, Treasure(3))
    table.retire(["Bob"])
    table.turn_up(Treasure(9))
    assert table.bags == {"Ann": 1 + 4, "Cid": 1 + 4}
    assert lying(table) == [("3", 0), ("9", 1)]


def test_leftovers_are_not_shared_out_by_a_later_treasure() -> None:
    table = table_of(4, Treasure(7), Treasure(5))
    assert set(table.bags.values()) == {1 + 1}
    assert lying(table) == [("7", 3), ("5", 1)]


# "If it's the first Hazard card of the kind during the expedition, nothing happens."


def test_first_hazard_of_each_kind_does_nothing() -> None:
    table = table_of(2, Treasure(7), FIRE, MUMMY, SNAKES)
    assert table.bags == {"Ann": 3, "Bob": 3}
    assert table.bust is None and not table.ended
    assert table.snapshot().showing == ("fire", "mummy", "snakes")
    assert lying(table) == [("7", 1), ("fire", 0), ("mummy", 0), ("snakes", 0)]


# "If it's the second, then the expedition fails" ... "everyone still in the expedition gets no gems".


def test_second_hazard_of_a_kind_ends_the_expedition_and_all_still_in_lose_their_bags() -> None:
    table = table_of(2, Treasure(7), FIRE, MUMMY)
    turn = table.turn_up(FIRE)
    assert turn.bust == table.bust == "fire"
    assert turn.lost == (("Ann", 3), ("Bob", 3))
    assert table.ended and not table.awaits_choices
    assert table.points == {"Ann": 0, "Bob": 0}


def test_hazards_of_a_kind_need_not_follow_each_other_to_fail_the_expedition() -> None:
    table = table_of(1, FIRE, Treasure(7), Artifact(), MUMMY, Treasure(15), SNAKES)
    assert not table.ended
    table.turn_up(MUMMY)
    assert table.bust == "mummy"


def test_gems_of_those_who_retired_before_a_bust_are_safe() -> None:
    table = table_of(2, Treasure(7), FIRE)
    table.retire(["Ann"])
    table.turn_up(FIRE)
    assert table.points == {"Ann": 3 + 1, "Bob": 0}


def test_hazard_whose_other_cards_left_the_game_can_never_fail_the_expedition() -> None:
    """A kind that busted two expeditions has one card left."""
    deck = build_deck(BGA_EN, {"fire": 2}, [])
    table = GameTable(BGA_EN, ["Ann"], deck)
    table.turn_up(FIRE)
    assert FIRE not in {card.face for card in table.undrawn}


# "An Artifact card is revealed. Nothing happens."


def test_artifact_turned_up_does_nothing() -> None:
    table = table_of(2, Treasure(7))
    turn = table.turn_up(Artifact())
    assert (turn.share, turn.left, turn.bust) == (0, 0, None)
    assert table.bags == {"Ann": 3, "Bob": 3}
    assert table.snapshot().artifacts == (Artifact(),)


# "After this, if there are still some people in the expedition, continue with the next round. Otherwise, the
# expedition ends."


def test_expedition_goes_on_while_somebody_is_in_and_ends_when_all_have_retired() -> None:
    table = table_of(2, Treasure(4))
    table.retire(["Ann"])
    assert not table.ended
    table.turn_up(FIRE)
    table.retire(["Bob"])
    assert table.ended and table.bust is None
    with pytest.raises(ValueError, match="all players have retired"):
        table.turn_up(FIRE)


def test_nothing_can_happen_after_a_bust() -> None:
    table = table_of(2, FIRE, FIRE)
    with pytest.raises(ValueError, match="busted on fire"):
        table.turn_up(Treasure(1))
    with pytest.raises(ValueError, match="busted on fire"):
        table.retire(["Ann"])


# The texts do not say what happens when the deck runs out: all players still in retire together.


def test_deck_runs_out_and_all_players_still_in_retire_together() -> None:
    table = GameTable(BGA_EN, ["Ann", "Bob"], label([Treasure(4), Artifact(), Treasure(7)]))
    for card in (Artifact(), Treasure(4), Treasure(7)):
        turn = table.turn_up(card)
    assert turn.last_retirement is not None
    assert gems_of(turn.last_retirement.takings) == {"Ann": 5, "Bob": 5}
    assert turn.last_retirement.left == 1
    assert table.ended and not table.awaits_choices
    assert table.snapshot().artifacts == (Artifact(),)


def test_deck_runs_out_and_the_only_player_still_in_takes_everything() -> None:
    table = GameTable(BGA_EN, ["Ann", "Bob"], label([Treasure(5), Artifact()]))
    table.turn_up(Treasure(5))
    table.retire(["Bob"])
    turn = table.turn_up(Artifact())
    assert turn.last_retirement is not None
    assert turn.last_retirement.takings == (Taking("Ann", 2, 0, (Artifact(),), 5),)
    assert table.points == {"Ann": 2 + 5, "Bob": 2 + 1}


def test_last_card_that_busts_is_a_bust() -> None:
    table = GameTable(BGA_EN, ["Ann"], label([Treasure(5), FIRE, FIRE]))
    for card in (Treasure(5), FIRE, FIRE):
        turn = table.turn_up(card)
    assert turn.bust == "fire" and turn.last_retirement is None
    assert table.points == {"Ann": 0}


def test_empty_deck_ends_at_once_with_nothing_taken() -> None:
    table = GameTable(BGA_EN, ["Ann", "Bob"], [])
    assert table.ended and table.points == {"Ann": 0, "Bob": 0}


# What the table keeps.


def test_log_and_snapshot_tell_every_step() -> None:
    table = table_of(2, Treasure(3))
    table.retire([])
    table.turn_up(Artifact())
    table.retire(["Ann"])
    kinds = [type(event).__name__ for event in table.log]
    assert kinds == ["Turn", "Retirement", "Turn", "Retirement"]
    seen = table.snapshot()
    assert seen.path == (PathCard(build_deck(BGA_EN, {}, [])[2], 0),)
    assert seen.players_in == ("Bob",) and seen.bags == (("Bob", 1),)
    assert len(seen.undrawn) == 28
    assert [taking.name for taking in seen.takings] == ["Ann"]


def test_copies_go_their_own_way() -> None:
    table = table_of(2, Treasure(3), Artifact())
    before, twin = table.snapshot(), table.copy()
    twin.retire(["Ann"])
    twin.turn_up(Treasure(15))
    assert table.snapshot() == before
    assert table.awaits_choices and twin.snapshot() != before


@pytest.mark.parametrize(
    ("players", "message"),
    [
        ([], "0 names given; name 1 to 8"),
        ([*NAMES, "Ida"], "9 names given; name 1 to 8"),
        (["Ann", "Ann"], "'Ann' is there twice"),
        ("Ann", "give a list of names"),
        (["Ann", 3], "give a list of names"),
        (["Ann", ""], "give a list of names"),
    ],
)
def test_players_who_cannot_sit_down_are_refused(players: list[str], message: str) -> None:
    with pytest.raises(ValueError, match=f"players: .*{message}"):
        GameTable(BGA_EN, players, build_deck(BGA_EN, {}, []))


def test_cards_that_are_not_undrawn_are_refused() -> None:
    table = table_of(1, Treasure(15))
    with pytest.raises(ValueError, match="card: no 15 is undrawn"):
        table.turn_up(Treasure(15))
    table.turn_up(Treasure(5))
    second = next(card for card in table.undrawn if card.face == Treasure(5))
    assert second.number == 2
    table.turn_up(second)
    with pytest.raises(ValueError, match="card: no 5/2 is undrawn"):
        table.turn_up(second)


def test_decks_that_cannot_be_are_refused() -> None:
    five = label([Treasure(5)])
    with pytest.raises(ValueError, match="deck: a physical card is there twice"):
        GameTable(BGA_EN, ["Ann"], five + five)
    with pytest.raises(ValueError, match="deck: it has more artifacts than the game"):
        GameTable("diamant-2005", ["Ann"], label([Artifact()]))
    with pytest.raises(ValueError, match="counted: 5 artifacts cannot be out"):
        GameTable(BGA_EN, ["Ann"], label([Artifact()]), counted=5)
    with pytest.raises(ValueError, match="removed: there is no hazard kind 'lava'"):
        build_deck(BGA_EN, {"lava": 1}, [])
    with pytest.raises(ValueError, match="artifacts: the game has no A7"):
        build_deck(BGA_EN, {}, [Artifact(7)])
    with pytest.raises(ValueError, match="names: give a list of names"):
        table_of(1, FIRE).retire("Ann")

"""The reference engine against the rule texts' clauses on one expedition; expectations are worked out by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from incan_math.engine import GameTable, PathCard, Taking, build_deck, label
from incan_math.game.cards import Artifact, Card, Hazard, Treasure
from incan_math.game.editions import EDITIONS
from incan_math.game.rules import Rules

FIRE, MUMMY, SNAKES = Hazard("fire"), Hazard("mummy"), Hazard("snakes")
NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gil", "Hal")
BGA_EN = EDITIONS["bga-en"]
PER_CARD = replace(BGA_EN, leftover="per card")


def table_of(players: int, *path: Card, rules: Rules = BGA_EN) -> GameTable:
    """A table at which these cards were turned up and everybody stayed."""
    artifacts = [Artifact()] if rules.artifacts else []
    table = GameTable(rules, NAMES[:players], build_deck(rules, {}, artifacts))
    for card in path:
        table.turn_up(card)
    return table


def lying(table: GameTable) -> list[tuple[str, int]]:
    """What lies on the path: each card with its gems."""
    return [(str(each.card.face), each.gems) for each in table.snapshot().path]


def gems_of(takings: tuple[Taking, ...]) -> dict[str, int]:
    return {taking.name: taking.gems for taking in takings}


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


# "They make the decision secretly, and the decisions are revealed simultaneously."


def test_those_who_retire_leave_simultaneously_and_only_once_after_a_card() -> None:
    table = table_of(3, Treasure(5))
    table.retire(["Ann"])
    with pytest.raises(ValueError, match="choose once after each card"):
        table.retire(["Bob"])


def test_no_choice_is_made_before_the_first_card() -> None:
    with pytest.raises(ValueError, match="turn up a card first"):
        table_of(2).retire(["Ann"])


def test_nobody_leaves_and_the_leftover_stays_as_it_is() -> None:
    table = table_of(4, Treasure(11), Treasure(7))
    before = table.snapshot()
    retirement = table.retire([])
    assert retirement.takings == () and retirement.left == 3 + 3
    assert table.snapshot() == before


# "People that choose to retire no longer participate in the expedition."


def test_retirees_no_longer_take_part() -> None:
    table = table_of(2, Treasure(2))
    table.retire(["Ann"])
    table.turn_up(Treasure(4))
    assert table.bags == {"Bob": 1 + 4}
    with pytest.raises(ValueError, match="'Ann' is not in the expedition"):
        table.retire(["Ann"])


# "They distribute them equally among the people that retire; any leftover gems are still left on the cards."


def test_retirees_share_the_leftovers_and_what_cannot_be_divided_stays_on_the_cards() -> None:
    table = table_of(5, Treasure(9), Treasure(4))  # 1 each and 4 left, then 0 each and 4 left.
    retirement = table.retire(["Ann", "Cid", "Eve"])
    assert gems_of(retirement.takings) == {"Ann": 1 + 2, "Cid": 1 + 2, "Eve": 1 + 2}
    assert retirement.left == table.leftover == 8 - 6
    assert table.bags == {"Bob": 1, "Dan": 1}


def test_undividable_gems_go_to_later_retirees() -> None:
    table = table_of(5, Treasure(9))
    table.retire(["Ann", "Bob", "Cid"])  # 4 gems for three: 1 each, 1 stays.
    table.turn_up(FIRE)
    assert gems_of(table.retire(["Dan"]).takings) == {"Dan": 1 + 1}
    assert table.leftover == 0


def test_pooled_leftovers_of_all_cards_are_put_together() -> None:
    """Path 3 5 A with two players, both retire: 1 + 2 in the bag, and one of the two gems left."""
    table = table_of(2, Treasure(3), Treasure(5), Artifact())
    retirement = table.retire(["Ann", "Bob"])
    assert gems_of(retirement.takings) == {"Ann": 4, "Bob": 4}
    assert retirement.left == 0
    assert table.ended
    assert table.snapshot().artifacts == (Artifact(),)
    assert all(taking.artifacts == () for taking in retirement.takings)


def test_pooled_leftover_and_artifact_go_to_the_only_one_who_retires() -> None:
    """Path 3 5 A with two players, one retires: 1 + 2 in the bag, 1 + 1 left over, and the artifact."""
    table = table_of(2, Treasure(3), Treasure(5), Artifact())
    (taking,) = table.retire(["Bob"]).takings
    assert taking == Taking("Bob", bag=3, leftover=2, artifacts=(Artifact(),), artifact_points=5)
    assert (taking.gems, taking.points) == (5, 10)


def test_per_card_leftovers_are_split_card_by_card() -> None:
    table = table_of(2, Treasure(3), Treasure(5), Artifact(), rules=PER_CARD)
    retirement = table.retire(["Ann", "Bob"])
    assert gems_of(retirement.takings) == {"Ann": 3, "Bob": 3}
    assert lying(table) == [("3", 1), ("5", 1), ("A", 0)]


def test_per_card_leftovers_all_go_to_the_only_one_who_retires() -> None:
    table = table_of(2, Treasure(3), Treasure(5), rules=PER_CARD)
    assert gems_of(table.retire(["Ann"]).takings) == {"Ann": 3 + 2}


def test_per_card_remainders_stay_each_on_its_own_card() -> None:
    table = table_of(8, Treasure(7), Treasure(5), Treasure(13), rules=PER_CARD)  # 7, 5 and 5 left; 1 each.
    retirement = table.retire(["Ann", "Bob", "Cid"])
    assert gems_of(retirement.takings) == dict.fromkeys(("Ann", "Bob", "Cid"), 1 + 2 + 1 + 1)
    assert lying(table) == [("7", 1), ("5", 2), ("13", 2)]


def test_pooled_remainder_lies_on_the_newest_cards_and_no_card_gains_gems() -> None:
    table = table_of(8, Treasure(7), Treasure(5), Treasure(13))  # 17 left: 5 for each of three, 2 stay.
    retirement = table.retire(["Ann", "Bob", "Cid"])
    assert gems_of(retirement.takings) == dict.fromkeys(("Ann", "Bob", "Cid"), 1 + 5)
    assert lying(table) == [("7", 0), ("5", 0), ("13", 2)]


# "Moreover, if there is exactly one person that retires, they also take all the Artifact cards revealed".


def test_exactly_one_retiree_takes_all_artifacts() -> None:
    rules = EDITIONS["diamant-2016"]
    table = GameTable(rules, NAMES[:3], build_deck(rules, {}, [Artifact()] * 5))
    for card in (Artifact(), Treasure(4), Artifact()):
        table.turn_up(card)
    (taking,) = table.retire(["Cid"]).takings
    assert taking.artifacts == (Artifact(), Artifact())
    assert taking.points == 1 + 1 + 5 + 5
    assert lying(table) == [("4", 0)]  # The cards are gone from the path ...
    assert [str(card.face) for card in table.snapshot().turned_up] == ["A", "4", "A"]  # ... and were turned up.


def test_two_retirees_leave_the_artifacts_on_the_path() -> None:
    table = table_of(3, Treasure(3), Artifact())
    retirement = table.retire(["Ann", "Bob"])
    assert all(taking.artifacts == () for taking in retirement.takings)
    assert table.snapshot().artifacts == (Artifact(),)


def test_artifacts_left_by_two_retirees_go_to_a_later_one_who_retires_alone() -> None:
    table = table_of(3, Treasure(3), Artifact())
    table.retire(["Ann", "Bob"])
    table.turn_up(FIRE)
    (taking,) = table.retire(["Cid"]).takings
    assert (taking.gems, taking.artifact_points) == (1, 5)


def test_artifact_turned_up_after_somebody_left_is_not_theirs() -> None:
    table = table_of(2, Treasure(4))
    table.retire(["Ann"])
    table.turn_up(Artifact())
    assert table.points == {"Ann": 2, "Bob": 0}
    assert table.snapshot().artifacts == (Artifact(),)


def test_a_player_alone_takes_the_artifacts_on_retiring() -> None:
    table = table_of(1, Artifact(), Treasure(15))
    assert table.retire(["Ann"]).takings[0].points == 20
    assert table.ended


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

"""The reference engine against the clauses on retiring; expectations are worked out by hand."""

from __future__ import annotations

import pytest
from engine_tables import FIRE, NAMES, PER_CARD, gems_of, lying, table_of

from incan_math.engine import GameTable, Taking, build_deck
from incan_math.game.cards import Artifact, Treasure
from incan_math.game.editions import EDITIONS

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

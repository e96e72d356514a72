"""The reference engine against the clauses on decks, hazards and scoring, edition by edition."""

from __future__ import annotations

from collections import Counter

import pytest
from engine_matches import (
    FIFTEEN,
    FIVE_KINDS,
    FOURTEEN,
    HAZARD_OF,
    INCAN,
    play_on,
)

from incan_math.engine import (
    Match,
    Result,
    Winnings,
    final_scoring,
)
from incan_math.game.cards import Artifact, Hazard, Treasure
from incan_math.game.editions import EDITIONS

# "The expedition deck is composed of the following cards"


@pytest.mark.parametrize(
    ("edition", "treasures", "hazards", "artifacts"),
    [
        ("bga-en", FOURTEEN, INCAN, ["A"]),
        ("bga-pt", FOURTEEN, INCAN, ["A"]),
        ("bga-sr", [1, 2, 3, 4, 5, 5, 7, 7, 11, 11, 13, 14, 15], INCAN, ["A"]),
        ("bga-hu", FOURTEEN, INCAN, ["A5"]),
        ("bga-modern", FOURTEEN, INCAN, ["A5"]),
        ("diamant-2005", FIFTEEN, FIVE_KINDS, []),
        ("incan-gold-2006", FIFTEEN, INCAN, ["A"]),
        ("incan-gold-2020", FIFTEEN, INCAN, ["A5"]),
        ("diamant-2016", FIFTEEN, FIVE_KINDS, ["A"] * 5),
    ],
)
def test_first_deck_is_composed_of_the_cards_listed(
    edition: str, treasures: list[int], hazards: list[str] | None, artifacts: list[str]
) -> None:
    deck = Match.start(edition, ["Ann", "Bob"]).deck()
    assert [str(card.face) for card in deck if isinstance(card.face, Treasure)] == list(map(str, treasures))
    assert [str(card.face) for card in deck if isinstance(card.face, Artifact)] == artifacts
    kinds = Counter(str(card.face) for card in deck if isinstance(card.face, Hazard))
    assert list(kinds.values()) == [3] * 5
    assert hazards is None or list(kinds) == hazards
    assert len(set(deck)) == len(deck)  # Every physical card can be told from every other.


# "One of the two identical Hazard cards is removed from the deck permanently"


@pytest.mark.parametrize("edition", list(EDITIONS))
def test_one_of_the_two_identical_hazards_leaves_the_game(edition: str) -> None:
    hazard = HAZARD_OF[edition]
    match = play_on(Match.start(edition, ["Ann", "Bob"]), hazard, Treasure(7), hazard)
    for left in (2, 2):  # For the rest of the game.
        faces = Counter(card.face for card in match.deck() if isinstance(card.face, Hazard))
        assert faces[hazard] == left
        assert sum(faces.values()) == 14
        match = play_on(match, Treasure(7))


def test_kind_that_busted_twice_has_one_card_left_and_never_busts_again() -> None:
    fire = Hazard("fire")
    match = Match.start("bga-en", ["Ann"])
    for _ in range(2):
        match = play_on(match, fire, fire)
    table = match.table()
    table.turn_up(fire)
    assert match.removed == (("fire", 2),)
    assert not table.ended and fire not in {card.face for card in table.undrawn}


def test_no_hazard_leaves_the_game_when_all_retire() -> None:
    match = play_on(Match.start("bga-en", ["Ann", "Bob"]), Hazard("fire"), Treasure(7))
    assert match.removed == ()


def test_treasures_and_claimless_hazards_return_to_the_next_deck() -> None:
    match = play_on(Match.start("bga-en", ["Ann", "Bob"]), Treasure(15), Treasure(9), Hazard("fire"))
    assert len(match.deck()) == 30


# "The player with the most points wins" and the tie-breaks.


def tent(gems: int, artifacts: int = 0, points: int = 0) -> Winnings:
    return Winnings(gems, (Artifact(),) * artifacts, points)


def test_each_gem_is_1_point_and_the_most_points_win() -> None:
    result = final_scoring("bga-en", {"Ann": tent(20), "Bob": tent(16, 1, 5), "Cid": tent(19)})
    assert result == Result((("Ann", 20), ("Bob", 21), ("Cid", 19)), ("Bob",))


@pytest.mark.parametrize(
    ("edition", "winners"),
    [
        ("bga-en", ("Bob",)),
        ("bga-pt", ("Ann", "Bob", "Cid")),
        ("bga-sr", ("Ann", "Bob", "Cid")),
        ("bga-hu", ("Bob",)),
        ("bga-modern", ("Bob",)),
        ("diamant-2005", ("Ann", "Bob", "Cid")),
        ("incan-gold-2006", ("Bob",)),
        ("incan-gold-2020", ("Bob",)),
        ("diamant-2016", ("Ann", "Bob", "Cid")),
    ],
)
def test_equal_points_are_decided_by_the_most_artifacts_or_shared(edition: str, winners: tuple[str, ...]) -> None:
    """Dan has the most artifacts of all, but not the most points."""
    tents = {"Ann": tent(20), "Bob": tent(10, 2, 10), "Cid": tent(15, 1, 5), "Dan": tent(1, 3, 15)}
    assert final_scoring(edition, tents).winners == winners


def test_players_equal_in_points_and_artifacts_share_the_win() -> None:
    tents = {"Ann": tent(15, 1, 5), "Bob": tent(10, 1, 10), "Cid": tent(20)}
    assert final_scoring("bga-en", tents).winners == ("Ann", "Bob")


def test_tie_break_counts_artifacts_not_their_points() -> None:
    tents = {"Ann": tent(10, 2, 10), "Bob": tent(8, 1, 12)}
    assert final_scoring("bga-modern", tents).winners == ("Ann",)

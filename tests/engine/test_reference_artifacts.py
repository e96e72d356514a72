"""The reference engine against the clauses on artifacts, edition by edition."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import pytest
from engine_matches import (
    BY_CLAIM,
    HAZARD_OF,
    LEAVES,
    PRINTED,
    STAYS,
    artifacts_of,
    next_artifact,
    play_on,
)

from incan_math.engine import (
    ArtifactPile,
    Match,
    Winnings,
    artifacts_in_deck,
    printed_artifacts,
)
from incan_math.game.cards import Artifact, Hazard, Treasure
from incan_math.game.editions import EDITIONS
from incan_math.game.rules import Rules

# "At the start of an expedition, one Artifact card is added into the deck"


@pytest.mark.parametrize("edition", BY_CLAIM + PRINTED)
def test_one_artifact_is_added_at_the_start_of_each_expedition(edition: str) -> None:
    match = Match.start(edition, ["Ann", "Bob"])
    for expedition in range(1, 6):
        assert len(match.artifacts.waiting) == 5 - expedition
        match = play_on(match, Treasure(7), next_artifact(match), leaving=("Ann",))
        assert len(match.artifacts.claimed) == expedition
    assert match.over and match.artifacts.in_deck == ()


@pytest.mark.parametrize(
    ("edition", "points"),
    [("bga-hu", [5, 5, 5, 10, 10]), ("bga-modern", [5, 7, 8, 10, 12]), ("incan-gold-2020", [5, 7, 8, 10, 12])],
)
def test_artifact_of_the_expeditions_number_enters_in_printed_order(edition: str, points: list[int]) -> None:
    match = Match.start(edition, ["Ann"])
    for number in points:
        assert artifacts_of(match) == [f"A{number}"]
        match = play_on(match, Artifact(number))


def test_all_five_artifacts_are_in_the_deck_from_the_start() -> None:
    match = Match.start("diamant-2016", ["Ann", "Bob"])
    assert len(match.deck()) == 35
    match = play_on(match, Artifact(), Artifact(), Treasure(4))  # Both retire: two artifacts leave the game.
    assert artifacts_of(match) == ["A"] * 3
    match = play_on(match, Artifact(), Treasure(4), leaving=("Bob",))
    assert artifacts_of(match) == ["A"] * 2
    assert len(match.artifacts.lost) == 2 and len(match.artifacts.claimed) == 1


def test_game_without_artifacts_never_has_one() -> None:
    match = Match.start("diamant-2005", ["Ann", "Bob"])
    for _ in range(5):
        assert len(match.deck()) == 30 and artifacts_of(match) == []
        match = play_on(match, Treasure(7))


# "any Artifact not claimed are removed from the deck permanently"


@pytest.mark.parametrize("edition", BY_CLAIM + PRINTED)
def test_artifact_on_the_path_leaves_the_game_when_all_have_retired(edition: str) -> None:
    match = Match.start(edition, ["Ann", "Bob"])
    lost = next_artifact(match)
    match = play_on(match, Treasure(4), lost)
    assert match.artifacts.lost == (lost,) and len(match.artifacts.in_deck) == 1


@pytest.mark.parametrize("edition", [*BY_CLAIM, *PRINTED, "diamant-2016"])
def test_artifact_on_the_path_leaves_the_game_on_a_bust(edition: str) -> None:
    match = Match.start(edition, ["Ann", "Bob"])
    lost, before = next_artifact(match), len(match.artifacts.in_deck)
    match = play_on(match, lost, HAZARD_OF[edition], HAZARD_OF[edition])
    assert match.artifacts.lost == (lost,)
    assert len(match.artifacts.in_deck) == (before if edition != "diamant-2016" else 4)


@pytest.mark.parametrize("edition", LEAVES)
def test_undrawn_artifact_leaves_the_game(edition: str) -> None:
    match = Match.start(edition, ["Ann", "Bob"])
    first = next_artifact(match)
    match = play_on(match, Treasure(4))
    assert match.artifacts.lost == (first,)
    assert match.artifacts.in_deck == printed_artifacts(edition)[1:2]


@pytest.mark.parametrize("edition", STAYS)
def test_undrawn_artifact_stays_in_the_deck(edition: str) -> None:
    match = Match.start(edition, ["Ann", "Bob"])
    for expedition in range(1, 6):
        assert match.artifacts.in_deck == printed_artifacts(edition)[:expedition]
        match = play_on(match, Treasure(4))
    assert match.artifacts.lost == ()


def test_undrawn_artifact_5_is_in_the_second_deck_together_with_the_7() -> None:
    match = play_on(Match.start("incan-gold-2020", ["Ann", "Bob"]), Treasure(4))
    assert artifacts_of(match) == ["A5", "A7"]


def test_two_leave_with_the_artifact_on_the_path_and_the_next_deck_holds_only_the_7() -> None:
    match = play_on(Match.start("incan-gold-2020", ["Ann", "Bob"]), Treasure(4), Artifact(5))
    assert artifacts_of(match) == ["A7"]
    assert all(tent.artifacts == () for _, tent in match.tents)


def test_undrawn_artifacts_of_a_deck_that_had_them_all_leave_together() -> None:
    rules = replace(EDITIONS["diamant-2016"], undrawn_artifact="leaves")
    match = play_on(Match.start(rules, ["Ann"]), Artifact(), Treasure(4))
    assert artifacts_of(match) == []
    assert len(match.artifacts.claimed) == 1 and len(match.artifacts.lost) == 4


@pytest.mark.parametrize("undrawn", ["leaves", "stays"])
@pytest.mark.parametrize("entry", ["one per expedition", "all at once"])
@pytest.mark.parametrize("fate", ["claimed", "on path", "undrawn", "mixed"])
def test_artifacts_in_deck_agrees_with_the_pile_followed_through_the_game(
    undrawn: Literal["leaves", "stays"], entry: Literal["one per expedition", "all at once"], fate: str
) -> None:
    rules = replace(EDITIONS["bga-modern"], undrawn_artifact=undrawn, artifact_entry=entry)
    pile = ArtifactPile.of(rules)
    gone: list[Artifact] = []
    for expedition in range(1, 6):
        pile = pile.enter()
        assert pile.in_deck == artifacts_in_deck(rules, expedition, gone)
        drawn = pile.in_deck[:1]
        now = fate if fate != "mixed" else ("undrawn", "claimed", "undrawn", "on path", "claimed")[expedition - 1]
        pile = pile.close(drawn if now == "claimed" else (), drawn if now == "on path" else ())
        gone += drawn if now != "undrawn" else ()


def test_artifacts_in_deck_refuses_what_cannot_be() -> None:
    with pytest.raises(ValueError, match="gone: one A8 too many"):
        artifacts_in_deck("bga-modern", 2, [Artifact(8)])
    with pytest.raises(ValueError, match="expedition: there is no number 6"):
        artifacts_in_deck("bga-modern", 6)
    with pytest.raises(ValueError, match="claimed, on_path: one A7 too many"):
        ArtifactPile.of("bga-modern").enter().close([Artifact(7)], [])


# "The Artifacts are worth ..."


def claim_all(edition: str | Rules, players: tuple[str, ...] = ("Ann", "Bob")) -> list[tuple[int, int]]:
    """The (points, gems) of the five artifacts, claimed one in each expedition by players in turn."""
    match, worth = Match.start(edition, players), []
    for expedition in range(5):
        name = players[expedition % 2]
        before = dict(match.tents)[name]
        match = play_on(match, next_artifact(match), leaving=(name,))
        after = dict(match.tents)[name]
        worth.append((after.artifact_points - before.artifact_points, after.gems - before.gems))
    return worth


def test_each_artifact_is_5_points_and_the_last_two_claimed_bring_5_extra_gems() -> None:
    assert claim_all("bga-en") == [(5, 0), (5, 0), (5, 0), (5, 5), (5, 5)]


@pytest.mark.parametrize("edition", ["bga-pt", "bga-sr", "incan-gold-2006", "diamant-2016"])
def test_first_three_artifacts_claimed_are_5_points_and_the_last_two_10(edition: str) -> None:
    assert claim_all(edition) == [(5, 0), (5, 0), (5, 0), (10, 0), (10, 0)]


@pytest.mark.parametrize(("edition", "points"), [("bga-hu", [5, 5, 5, 10, 10]), ("bga-modern", [5, 7, 8, 10, 12])])
def test_printed_artifacts_are_worth_the_number_on_the_card(edition: str, points: list[int]) -> None:
    assert claim_all(edition) == [(each, 0) for each in points]


def test_printed_artifact_is_worth_its_number_whatever_was_claimed_before() -> None:
    match = Match.start("bga-hu", ["Ann", "Bob"])
    for _ in range(3):
        match = play_on(match, Treasure(4))  # Three artifacts leave the game undrawn.
    match = play_on(match, Artifact(10), leaving=("Ann",))
    assert dict(match.tents)["Ann"].artifact_points == 10


def test_artifacts_claimed_together_step_up_one_by_one() -> None:
    match = Match.start("diamant-2016", ["Ann", "Bob"])
    match = play_on(match, Artifact(), Artifact(), leaving=("Ann",))
    match = play_on(match, Artifact(), Artifact(), Artifact(), leaving=("Bob",))
    tents = dict(match.tents)
    assert tents["Ann"].artifact_points == 5 + 5
    assert tents["Bob"].artifact_points == 5 + 10 + 10


def test_later_claim_in_the_same_expedition_counts_on() -> None:
    match = Match.start("diamant-2016", ["Ann", "Bob"])
    match = play_on(match, Artifact(), Artifact(), leaving=("Ann",))
    table = match.table()
    table.turn_up(Artifact())
    table.retire(["Ann"])
    table.turn_up(Artifact())
    assert table.retire(["Bob"]).takings[0].artifact_points == 10


@pytest.mark.parametrize(("step", "points"), [("claimed", 5), ("claimed or lost", 10)])
def test_step_from_5_to_10_counts_lost_artifacts_only_where_the_rules_say_so(
    step: Literal["claimed", "claimed or lost"], points: int
) -> None:
    rules = replace(EDITIONS["bga-pt"], artifact_step=step)
    match = Match.start(rules, ["Ann", "Bob"])
    match = play_on(match, Treasure(4))  # Left the game undrawn.
    match = play_on(match, Artifact())  # Left the game on the path: both retired.
    match = play_on(match, Artifact(), Hazard("fire"), Hazard("fire"))  # Left the game on the path: bust.
    match = play_on(match, Artifact(), leaving=("Ann",))
    assert dict(match.tents)["Ann"].artifact_points == points


def test_the_classic_online_game_by_hand() -> None:
    """Three artifacts leave on the path or in a bag, one stays in the deck, and the fourth to leave is worth 10."""
    match = Match.start("bga-classic", ["Ann", "Bob"])
    match = play_on(match, Treasure(4))  # Not revealed: it stays.
    assert artifacts_of(match) == ["A", "A"]
    match = play_on(match, Artifact(), Hazard("fire"), Hazard("fire"))  # Lost in a bust: the first to leave.
    assert artifacts_of(match) == ["A", "A"]  # One stayed, one entered.
    match = play_on(match, Artifact(), Artifact(), leaving=("Ann",))  # Ann claims the second and the third: 5 and 5.
    assert dict(match.tents)["Ann"].artifact_points == 5 + 5
    assert artifacts_of(match) == ["A"]
    match = play_on(match, Artifact(), leaving=("Bob",))  # The fourth to leave, though only the third claimed.
    assert dict(match.tents)["Bob"].artifact_points == 10
    match = play_on(match, Artifact(), leaving=("Bob",))
    assert dict(match.tents)["Bob"].artifact_points == 10 + 10


def test_artifact_that_stays_undrawn_is_no_step_even_where_lost_ones_count() -> None:
    rules = replace(EDITIONS["incan-gold-2006"], artifact_step="claimed or lost")
    match = Match.start(rules, ["Ann", "Bob"])
    for _ in range(3):
        match = play_on(match, Treasure(4))
    assert match.artifacts.counted == 0
    assert len(match.artifacts.in_deck) == 4


def test_extra_gems_of_the_last_artifacts_are_gems_not_artifacts() -> None:
    rules = replace(EDITIONS["bga-en"], claim_gems=(5, 0, 0, 0, 0))
    match = play_on(Match.start(rules, ["Ann", "Bob"]), Treasure(4), Artifact(), leaving=("Ann",))
    assert dict(match.tents)["Ann"] == Winnings(gems=2 + 5, artifacts=(Artifact(),), artifact_points=5)

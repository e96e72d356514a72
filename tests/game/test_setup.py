"""The deck before the first card: every edition, every keyword, and what cannot have happened before."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from strategies import Scenario, by_points, scenarios

from incan_math import EDITIONS, Artifact, Expedition, GameError, Hazard, Rules
from incan_math.engine import artifacts_in_deck

start = Expedition.start
STEP_BY_LOST = replace(EDITIONS["diamant-2016"], artifact_step="claimed or lost")
INCAN = ("fire", "mummy", "rocks", "snakes", "spiders")


def artifacts(state: Expedition) -> str:
    """The artifacts in the deck, as text."""
    return " ".join(map(str, state.setup.artifacts))


# Decks by hand: treasures + hazards + artifacts.


@pytest.mark.parametrize(
    ("edition", "cards", "inside"),
    [
        ("bga-en", 14 + 15 + 1, "A"),
        ("bga-pt", 14 + 15 + 1, "A"),
        ("bga-sr", 13 + 15 + 1, "A"),
        ("bga-hu", 14 + 15 + 1, "A5"),
        ("bga-modern", 14 + 15 + 1, "A5"),
        ("bga-classic", 14 + 15 + 1, "A"),
        ("diamant-2005", 15 + 15, ""),
        ("incan-gold-2006", 15 + 15 + 1, "A"),
        ("incan-gold-2020", 15 + 15 + 1, "A5"),
        ("diamant-2016", 15 + 15 + 5, "A A A A A"),
    ],
)
def test_first_deck_of_every_edition(edition: str, cards: int, inside: str) -> None:
    state = start(rules=edition)
    assert (state.cards_left, artifacts(state)) == (cards, inside)
    assert (state.players, state.bag, state.leftover, state.showing, state.deadly) == (1, 0, 0, (), 0)
    assert not state.is_over and not state.is_deciding and state.path == ""
    first = start(rules=edition, expedition=1)
    assert first.situation == state.situation and first != state  # Which expedition it is matters to the game.


@pytest.mark.parametrize(
    ("edition", "keywords", "inside"),
    [
        ("bga-en", {"expedition": 4}, "A"),
        ("bga-en", {"expedition": 4, "claimed": 3}, "A"),
        ("bga-en", {"claimed": 4}, "A"),
        ("bga-hu", {"expedition": 3}, "A5"),
        ("bga-hu", {"expedition": 4}, "A10"),
        ("bga-hu", {"expedition": 4, "claimed": 1}, "A10"),
        ("bga-hu", {"expedition": 5, "claimed": 1, "lost": 1}, "A10"),
        ("bga-hu", {"expedition": 5, "claimed": 2, "lost": 2}, "A10"),
        ("bga-hu", {"expedition": 5, "claimed": "A5 A10", "lost": "A5 A5"}, "A10"),
        ("bga-modern", {"expedition": 3}, "A5 A7 A8"),
        ("bga-modern", {"expedition": 3, "claimed": "A7"}, "A5 A8"),
        ("bga-modern", {"expedition": 3, "claimed": 2}, "A8"),
        ("bga-modern", {"expedition": 5, "claimed": "A10", "lost": [5, 8]}, "A7 A12"),
        ("bga-modern", {"claimed": 1}, "A7"),
        ("bga-modern", {"claimed": "A10"}, "A5 A7 A8 A12"),
        ("diamant-2005", {"expedition": 5}, ""),
        ("incan-gold-2006", {"expedition": 5}, "A A A A A"),
        ("incan-gold-2006", {"expedition": 3, "claimed": 1}, "A A"),
        ("incan-gold-2006", {"expedition": 3, "claimed": 1, "lost": 1}, "A"),
        ("incan-gold-2006", {"claimed": 2}, "A"),
        ("diamant-2016", {"expedition": 2, "claimed": 2, "lost": 1}, "A A"),
        ("diamant-2016", {"claimed": 5}, ""),
    ],
)
def test_artifacts_of_later_decks(edition: str, keywords: dict[str, object], inside: str) -> None:
    state = start(rules=edition, **keywords)  # type: ignore[arg-type]
    assert artifacts(state) == inside
    others = {"bga-sr": 28, "incan-gold-2006": 30, "diamant-2005": 30, "diamant-2016": 30}.get(edition, 29)
    assert state.cards_left == others + len(inside.split())


@pytest.mark.parametrize(
    ("rules", "keywords", "worth"),
    [
        ("bga-en", {}, [(5, 0)]),
        ("bga-en", {"claimed": 2}, [(5, 0)]),
        ("bga-en", {"claimed": 3}, [(5, 5)]),
        ("bga-en", {"expedition": 5, "claimed": 3, "lost": 1}, [(5, 5)]),
        ("bga-pt", {"claimed": 3}, [(10, 0)]),
        ("incan-gold-2006", {"expedition": 5, "claimed": 2}, [(5, 0), (10, 0), (10, 0)]),
        ("incan-gold-2006", {"expedition": 5, "claimed": 2, "lost": 1}, [(5, 0), (10, 0)]),
        ("diamant-2016", {}, [(5, 0), (5, 0), (5, 0), (10, 0), (10, 0)]),
        ("bga-modern", {"expedition": 3}, []),
        (STEP_BY_LOST, {"claimed": 1, "lost": 2}, [(10, 0), (10, 0)]),
    ],
)
def test_what_the_next_artifacts_will_be_worth(
    rules: str | Rules, keywords: dict[str, object], worth: list[tuple[int, int]]
) -> None:
    assert list(start(rules=rules, **keywords).setup.worth) == worth  # type: ignore[arg-type]


@given(scenarios())
def test_any_deck_is_that_of_the_reference_engine(scenario: Scenario) -> None:
    state, pile = scenario.start(), scenario.pile
    inside = artifacts_in_deck(scenario.rules, scenario.expedition, gone=_from_path(scenario))
    assert state.setup.artifacts == by_points(pile.in_deck) == by_points(inside)
    assert state.cards_left == len(scenario.table().undrawn)
    if scenario.rules.artifact_value == "by claim":
        assert len(state.setup.worth) == len(pile.in_deck)


def _from_path(scenario: Scenario) -> tuple[Artifact, ...]:
    """Artifacts gone before, where those that were never revealed may come back."""
    pile = scenario.pile
    return pile.claimed + pile.lost if scenario.rules.undrawn_artifact == "stays" else ()


# The forms in which a caller may say it.


@pytest.mark.parametrize(
    "removed",
    [
        {"fire": 2, "snakes": 1},
        {"snakes": 1, "FIRE": 2, "mummy": 0},
        {"fi": 1, "lava": 1, "sn": 1},
        ["fire", "snakes", "fire"],
        (Hazard("fire"), "fire", Hazard("snakes")),
        "fire fire snakes",
        "snakes,fire , fire",
        "F lava snake",
    ],
)
def test_removed_hazards_in_every_form(removed: object) -> None:
    state = start(removed=removed)  # type: ignore[arg-type]
    assert state.setup.removed == {"fire": 2, "snakes": 1}
    assert [state.undrawn[Hazard(kind)] for kind in INCAN] == [1, 3, 3, 2, 3]
    assert state == start(removed="fire fire snakes") and state.cards_left == 27


@pytest.mark.parametrize("claimed", ["A7 A5", "a5,A7", [5, 7], [Artifact(7), "A5"], (Artifact(5), 7), 2, "2", " 2 "])
def test_claimed_artifacts_in_every_form(claimed: object) -> None:
    for name in ("claimed", "lost"):
        setup = start(rules="bga-modern", expedition=3, **{name: claimed}).setup  # type: ignore[arg-type]
        assert getattr(setup, name) == (Artifact(5), Artifact(7))


# What cannot be: the message names the argument, in one line.


@pytest.mark.parametrize(
    ("keywords", "message"),
    [
        ({"players": 0}, "players: 0 given; an expedition starts with 1 to 8 players"),
        ({"players": 9}, "players: 9 given; an expedition starts with 1 to 8 players"),
        ({"players": "4"}, "players: '4' given"),
        ({"players": True}, "players: True given"),
        ({"players": 2.0}, "players: 2.0 given"),
        ({"rules": "bga-eng"}, "rules: no edition is called 'bga-eng'.*did you mean 'bga-en'.*bga-en, bga-pt, bga-sr"),
        ({"rules": None}, "rules: give an edition's name or a Rules value"),
        ({"expedition": 0}, "expedition: 0 given; a game of bga-en has 1 to 5"),
        ({"expedition": 6}, "expedition: 6 given"),
        ({"expedition": "2"}, "expedition: '2' given"),
        ({"removed": "fier"}, "removed: .*'fier'.*did you mean 'fire'"),
        ({"removed": "s"}, "removed: .*'s'.*could be snakes or spiders"),
        ({"removed": "fire fire fire"}, "removed: 3 cards of fire given, but busts can take 2 at most"),
        ({"removed": {"fire": 3}}, "removed: 3 cards of fire given"),
        ({"removed": {"fire": -1}}, "removed: -1 cards of 'fire' given; a count is a whole number, 0 or more"),
        ({"removed": {"fire": 1.0}}, "removed: 1.0 cards"),
        ({"removed": "fire", "expedition": 1}, "removed: 1 hazard cards cannot have left the game before expedition 1"),
        ({"removed": "fire mummy", "expedition": 2}, "removed: 2 hazard .* before expedition 2.*expedition=3"),
        ({"removed": [""]}, "removed: "),
        ({"removed": "5"}, "removed: .*'5'"),
        ({"removed": 5}, "removed: "),
        ({"claimed": -1}, "claimed: -1 given; say how many artifacts, 0 or more, or which"),
        ({"claimed": True}, "claimed: True given"),
        ({"claimed": 6}, "claimed, lost: claimed 6 cannot be before expedition 5 of bga-en: A A A A had"),
        (
            {"claimed": 1, "expedition": 1},
            "claimed, lost: claimed 1 .* before expedition 1 of bga-en: none had entered",
        ),
        (
            {"claimed": 1, "lost": 1, "expedition": 2},
            "claimed, lost: claimed 1 and lost 1 .* before expedition 2 of bga-en: A had",
        ),
        ({"claimed": "A5"}, "claimed: .*'A5'.*bga-en writes its artifacts A"),
        ({"claimed": "fire"}, "claimed: 'fire' given; bga-en writes its artifacts A"),
        ({"lost": "fier"}, "lost: .*'fier'"),
        ({"claimed": 1, "rules": "diamant-2005"}, "claimed, lost: diamant-2005 has no artifacts; leave them out"),
        ({"claimed": 1, "rules": "bga-modern", "expedition": 3}, "claimed, lost: say which 1 of A5 A7 have left"),
        ({"claimed": "A8", "rules": "bga-modern", "expedition": 3}, "claimed, lost: .*: A5 A7 had entered by then"),
        (
            {"claimed": "A5 A5", "rules": "bga-modern", "expedition": 3},
            "claimed, lost: claimed A5 A5 cannot be before expedition 3",
        ),
        ({"claimed": "\N{SUPERSCRIPT TWO}"}, "claimed: "),
        ({"claimed": 1.5}, "claimed: "),
    ],
    ids=str,
)
def test_what_cannot_be_is_refused(keywords: dict[str, object], message: str) -> None:
    with pytest.raises(GameError, match=f"^{message}") as caught:
        start(**keywords)  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("rules", "keywords"),
    [
        ("bga-en", {"claimed": 5}),  # Before the last of five expeditions four artifacts have entered.
        ("bga-en", {"claimed": 3, "lost": 2}),
        ("incan-gold-2006", {"claimed": 5}),
        ("bga-modern", {"claimed": "A12"}),  # It enters in the last expedition: none comes after it.
        (replace(EDITIONS["bga-en"], expeditions=2), {"claimed": 2}),
    ],
)
def test_artifacts_that_cannot_have_left_before_the_last_expedition_are_refused(
    rules: str | Rules, keywords: dict[str, object]
) -> None:
    with pytest.raises(GameError, match=r"^claimed"):
        start(rules=rules, **keywords)  # type: ignore[arg-type]


def test_no_message_sends_the_reader_to_an_expedition_that_there_is_not() -> None:
    with pytest.raises(GameError, match=r"^removed: 5 hazard cards") as caught:
        start(expedition=5, removed="fire fire snakes snakes rocks")
    assert "expedition=6" not in str(caught.value)
    with pytest.raises(GameError, match=r"^claimed, lost: ") as caught:
        start(claimed=3, lost=3)
    assert "expedition 6" not in str(caught.value)

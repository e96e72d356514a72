"""The ten editions clause by clause, as the rule texts and boxes have them, and what a `Rules` value may hold."""

from __future__ import annotations

import copy
import itertools
import pickle
from dataclasses import FrozenInstanceError, replace
from typing import Any

import numpy as np
import pytest

from incan_math import EDITIONS, Artifact, Expedition, GameError, Hazard, Rules, RulesError, Treasure

FOURTEEN = (1, 2, 3, 4, 5, 5, 7, 7, 9, 11, 11, 13, 14, 15)
THIRTEEN = (1, 2, 3, 4, 5, 5, 7, 7, 11, 11, 13, 14, 15)
FIFTEEN = (1, 2, 3, 4, 5, 5, 7, 7, 9, 11, 11, 13, 14, 15, 17)
ONE, ALL = "one per expedition", "all at once"
MOST, SHARED = "most artifacts", "shared"
CLAIM, PRINTED = "by claim", "printed"

# Edition: treasures, their gems, artifacts enter, points, how they are told, undrawn artifact, tie.
TABLE: dict[str, tuple[tuple[int, ...], int, str | None, tuple[int, ...], str | None, str | None, str]] = {
    "bga-en": (FOURTEEN, 107, ONE, (5, 5, 5, 5, 5), CLAIM, "leaves", MOST),
    "bga-pt": (FOURTEEN, 107, ONE, (5, 5, 5, 10, 10), CLAIM, "leaves", SHARED),
    "bga-sr": (THIRTEEN, 98, ONE, (5, 5, 5, 10, 10), CLAIM, "leaves", SHARED),
    "bga-hu": (FOURTEEN, 107, ONE, (5, 5, 5, 10, 10), PRINTED, "leaves", MOST),
    "bga-modern": (FOURTEEN, 107, ONE, (5, 7, 8, 10, 12), PRINTED, "stays", MOST),
    "bga-classic": (FOURTEEN, 107, ONE, (5, 5, 5, 10, 10), CLAIM, "stays", MOST),
    "diamant-2005": (FIFTEEN, 124, None, (), None, None, SHARED),
    "incan-gold-2006": (FIFTEEN, 124, ONE, (5, 5, 5, 10, 10), CLAIM, "stays", MOST),
    "incan-gold-2020": (FIFTEEN, 124, ONE, (5, 7, 8, 10, 12), PRINTED, "stays", MOST),
    "diamant-2016": (FIFTEEN, 124, ALL, (5, 5, 5, 10, 10), CLAIM, "stays", SHARED),
}


def test_the_editions_are_these() -> None:
    assert list(EDITIONS) == list(TABLE)
    assert Expedition.start().rules.name == "bga-en"
    with pytest.raises(TypeError):
        EDITIONS["mine"] = EDITIONS["bga-en"]  # type: ignore[index]


@pytest.mark.parametrize("name", TABLE)
def test_clauses_of_each_edition(name: str) -> None:
    treasures, gems, entry, points, told, undrawn, tie = TABLE[name]
    rules = EDITIONS[name]
    assert rules.name == name
    assert rules.treasures == treasures and rules.gem_total == gems
    assert sorted(rules.hazards.values()) == [3, 3, 3, 3, 3]
    assert rules.artifacts == points and rules.tie == tie
    assert rules.leftover == "pooled" and rules.expeditions == 5
    assert rules.artifact_step == ("claimed or lost" if name == "bga-classic" else "claimed")
    if points:
        assert (rules.artifact_entry, rules.artifact_value, rules.undrawn_artifact) == (entry, told, undrawn)
    assert rules.card_count == len(treasures) + 15 + len(points)
    assert rules.claim_gems == ((0, 0, 0, 5, 5) if name == "bga-en" else ())
    assert rules.source and rules.notes and all("\n" not in note for note in rules.notes)


@pytest.mark.parametrize("name", ["bga-en", "bga-pt", "bga-sr", "bga-hu"])
def test_kinds_of_hazards_are_those_of_the_texts(name: str) -> None:
    assert EDITIONS[name].kinds == ("fire", "mummy", "rocks", "snakes", "spiders")


@pytest.mark.parametrize(
    ("name", "pairs"),
    [
        ("bga-en", [(5, 0), (5, 0), (5, 0), (5, 5), (5, 5)]),
        ("bga-pt", [(5, 0), (5, 0), (5, 0), (10, 0), (10, 0)]),
        ("diamant-2016", [(5, 0), (5, 0), (5, 0), (10, 0), (10, 0)]),
    ],
)
def test_worth_in_the_order_of_claiming(name: str, pairs: list[tuple[int, int]]) -> None:
    assert [EDITIONS[name].claim_worth(order) for order in range(5)] == pairs


@pytest.mark.parametrize(("name", "points"), [("bga-pt", 5), ("bga-classic", 10), ("incan-gold-2006", 5)])
def test_whether_lost_artifacts_advance_the_step_from_5_to_10(name: str, points: int) -> None:
    """Three artifacts were lost before; the next one claimed is the first to be claimed and the fourth to leave."""
    (payout,), _ = Expedition.start(2, name, expedition=4, lost=3).reveal("A").retire(1)
    assert payout.points == points


def test_what_the_rulebook_of_2016_says_is_not_called_open() -> None:
    notes = " ".join(EDITIONS["diamant-2016"].notes)
    assert "first three relics to leave the cave" in notes and "tied players share the victory" in notes
    assert "left open" not in notes and "no tie-break" not in notes


@pytest.mark.parametrize("name", ["bga-en", "bga-pt", "bga-sr"])
def test_notes_say_what_a_lost_artifact_does_to_the_order_of_claiming(name: str) -> None:
    assert any("lost artifact" in note and "claimed or lost" in note for note in EDITIONS[name].notes)


@pytest.mark.parametrize("name", TABLE)
def test_names_from_elsewhere_are_given_once_and_mean_a_kind_of_the_edition(name: str) -> None:
    rules = EDITIONS[name]
    assert len(set(rules.other_names)) == len(rules.other_names) > 50
    assert {here for _, here in rules.other_names} == set(rules.kinds)
    assert all(len(here) == 1 for here in rules.kinds_elsewhere.values())


@pytest.mark.parametrize("name", TABLE)
def test_editions_and_only_they_can_be_told_apart(name: str) -> None:
    assert [other for other in EDITIONS if EDITIONS[other] == EDITIONS[name]] == [name]
    for twin in (pickle.loads(pickle.dumps(EDITIONS[name])), copy.deepcopy(EDITIONS[name]), replace(EDITIONS[name])):
        assert twin == EDITIONS[name] and hash(twin) == hash(EDITIONS[name])
        assert twin.cards == EDITIONS[name].cards


def test_cards_of_a_game_are_counted_by_what_they_show() -> None:
    cards = EDITIONS["bga-hu"].cards
    assert cards[Treasure(5)] == 2 and cards[Treasure(9)] == 1 and cards[Hazard("fire")] == 3
    assert cards[Artifact(5)] == 3 and cards[Artifact(10)] == 2
    assert EDITIONS["bga-pt"].cards[Artifact()] == 5


# Decks of one's own.


def test_order_of_treasures_and_of_kinds_is_no_part_of_the_rules() -> None:
    one = Rules(treasures=(5, 3, 5), hazards={"snakes": 2, "fire": 3}, artifacts=(5,), claim_gems=(0,))
    two = Rules(treasures=(3, 5, 5), hazards={"fire": 3, "snakes": 2}, artifacts=(5,), name="another", notes=("x",))
    assert one == two and hash(one) == hash(two)
    assert one.values == (3, 5) and one.kinds == ("fire", "snakes")
    assert Rules((3,), {"fire": 2}, (5, 10)) != Rules((3,), {"fire": 2}, (10, 5))


def test_gems_of_claims_are_filled_up_with_zeros() -> None:
    rules = Rules((1,), {}, artifacts=(5, 5, 5), claim_gems=(0, 2))
    assert rules == Rules((1,), {}, artifacts=(5, 5, 5), claim_gems=(0, 2, 0))
    assert [rules.claim_worth(order) for order in range(3)] == [(5, 0), (5, 2), (5, 0)]


def test_rules_do_not_change() -> None:
    rules = EDITIONS["bga-en"]
    with pytest.raises(FrozenInstanceError):
        rules.tie = "shared"  # type: ignore[misc]
    with pytest.raises(TypeError):
        rules.hazards["fire"] = 4  # type: ignore[index]
    given = {"fire": 2}
    own = Rules((1,), given)
    given["gas"] = 3
    assert own.hazards == {"fire": 2}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"treasures": (3, -7)}, "treasures: -7 is not a number of gems; each card holds a whole number, 0 to"),
        ({"treasures": (3.0,)}, "treasures: 3.0 is not a number of gems"),
        ({"treasures": (True,)}, "treasures: True is not a number of gems"),
        ({"treasures": "357"}, "treasures: '357' given; give a number of gems for each card"),
        ({"treasures": 357}, "treasures: "),
        ({"treasures": None}, "treasures: "),
        ({"artifacts": (5, -5)}, "artifacts: -5 is not a number of points"),
        ({"artifacts": 5}, "artifacts: "),
        ({"hazards": ["fire"]}, "hazards: give a mapping from each kind's name to its cards"),
        ({"hazards": {"fire": 0}}, "hazards: 'fire' has 0 cards; a kind has 1 or more"),
        ({"hazards": {"fire": 2.0}}, "hazards: 'fire' has 2.0 cards"),
        ({"hazards": {"Fire": 2}}, "hazards: 'Fire' must be one word of lower-case letters"),
        ({"hazards": {"two words": 2}}, "hazards: 'two words' must be one word"),
        ({"hazards": {"fire\n": 2}}, "hazards: 'fire.*' must be one word"),
        ({"hazards": {"": 2}}, "hazards: '' must be one word"),
        ({"hazards": {7: 2}}, "hazards: 7 must be one word"),
        ({"hazards": {"7": 2}}, "hazards: '7' must be one word"),
        ({"hazards": {"a": 2}}, "hazards: 'a' would read as an artifact; give the kind another name"),
        ({"hazards": {"a12": 2}}, "hazards: 'a12' would read as an artifact"),
        ({"artifact_value": "claim"}, "artifact_value: 'claim' is not one of 'by claim', 'printed'"),
        ({"artifact_entry": "one"}, "artifact_entry: 'one' is not one of 'one per expedition', 'all at once'"),
        ({"undrawn_artifact": None}, "undrawn_artifact: None is not one of 'leaves', 'stays'"),
        ({"artifact_step": ""}, "artifact_step: '' is not one of 'claimed', 'claimed or lost'"),
        ({"leftover": "pool"}, "leftover: 'pool' is not one of 'pooled', 'per card'"),
        ({"tie": "none"}, "tie: 'none' is not one of 'most artifacts', 'shared'"),
        ({"expeditions": 0}, "expeditions: 0 is not a number of expeditions; give 1 to 1,000"),
        ({"expeditions": 5.0}, "expeditions: 5.0 is not a number"),
        ({"name": "My Deck"}, "name: 'My Deck' must be one word of lower-case letters"),
        ({"name": ""}, "name: '' must be one word"),
        ({"claim_gems": (1, 1, 1, 1, 1, 1)}, "claim_gems: 6 given for 5 artifacts"),
        ({"artifact_value": "printed"}, "claim_gems: gems by the order of claiming go with artifact_value='by claim'"),
        ({"other_names": (("lava",),)}, "other_names: "),
        ({"other_names": 5}, "other_names: 5 given; give pairs"),
        ({"other_names": (("lava", 5),)}, "other_names: "),
        ({"other_names": ("ab",)}, "other_names: 'ab' given; give pairs"),
        ({"stated_treasures": "14"}, "stated_treasures: "),
        ({"stated_treasures": -5}, "stated_treasures: -5 is not a number of cards"),
        ({"source": 5}, "source: 5 given; give a text"),
        ({"notes": (5,)}, "notes: 5 given; each is a text"),
        ({"notes": "text"}, "notes: 'text' given; give a tuple of texts"),
        ({"treasures": b"ab"}, "treasures: b'ab' given"),
        ({"treasures": {3: 4}}, "treasures: {3: 4} given"),
        ({"treasures": (10**5000,)}, "treasures: a whole number of about 5001 digits is not a number of gems"),
        ({"treasures": (10**9,)}, "treasures: 1000000000 is not a number of gems; .* 0 to 999,999,999"),
        ({"treasures": itertools.count()}, "treasures: more than 1,000 given"),
        ({"hazards": {"fire": 10**9}}, "hazards: 'fire' has 1000000000 cards; .* at most 1,000"),
        ({"hazards": {"fire": 600, "snakes": 600}}, "treasures, hazards, artifacts: 1,219 cards; .* at most 1,000"),
        ({"expeditions": 10**9}, "expeditions: 1000000000 is not a number of expeditions; give 1 to 1,000"),
        ({"tie": np.zeros(2)}, r"tie: array\(\[0., 0.\]\) is not one of"),
        ({"tie": ["shared"]}, "tie: "),
        ({"name": "n" * 10**6}, "name: 'nnn"),
    ],
    ids=lambda value: str(value)[:40] if isinstance(value, str) else None,
)
def test_rules_that_no_game_can_be_played_with_are_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(RulesError, match=f"^{message}") as caught:
        replace(EDITIONS["bga-en"], **changes)
    assert "\n" not in str(caught.value) and isinstance(caught.value, GameError) and len(str(caught.value)) <= 300


def test_a_deck_of_no_cards_is_refused_or_over_at_once() -> None:
    try:
        state = Expedition.start(rules=Rules(treasures=(), hazards={}))
    except GameError:
        return
    assert state.is_over

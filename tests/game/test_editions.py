"""The nine editions clause by clause, as the rule texts and boxes have them, and what a `Rules` value may hold."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError, replace
from typing import Any

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
    assert rules.leftover == "pooled" and rules.expeditions == 5 and rules.artifact_step == "claimed"
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
        ({"treasures": (3, -7)}, "treasures: -7 is no number of gems; each card holds a whole number, 0 or more"),
        ({"treasures": (3.0,)}, "treasures: 3.0 is no number of gems"),
        ({"treasures": (True,)}, "treasures: True is no number of gems"),
        ({"treasures": "357"}, "treasures: '357' given; give a number of gems for each card"),
        ({"treasures": 357}, "treasures: "),
        ({"treasures": None}, "treasures: "),
        ({"artifacts": (5, -5)}, "artifacts: -5 is no number of points"),
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
        ({"expeditions": 0}, "expeditions: 0 is no number of expeditions; give 1 or more"),
        ({"expeditions": 5.0}, "expeditions: 5.0 is no number"),
        ({"name": "My Deck"}, "name: 'My Deck' must be one word of lower-case letters"),
        ({"name": ""}, "name: '' must be one word"),
        ({"claim_gems": (1, 1, 1, 1, 1, 1)}, "claim_gems: 6 given for 5 artifacts"),
        ({"artifact_value": "printed"}, "claim_gems: gems by the order of claiming go with artifact_value='by claim'"),
        ({"other_names": (("lava",),)}, "other_names: "),
        ({"stated_treasures": "14"}, "stated_treasures: "),
    ],
    ids=str,
)
def test_rules_that_no_game_can_be_played_with_are_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(RulesError, match=f"^{message}") as caught:
        replace(EDITIONS["bga-en"], **changes)
    assert "\n" not in str(caught.value) and isinstance(caught.value, GameError)


def test_a_deck_of_no_cards_is_refused_or_over_at_once() -> None:
    try:
        state = Expedition.start(rules=Rules(treasures=(), hazards={}))
    except GameError:
        return
    assert state.is_over

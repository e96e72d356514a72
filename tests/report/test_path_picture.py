"""The picture of a path shows the cards, and on them what the rules say is left there."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

from hypothesis import given, settings
from hypothesis import strategies as st

from incan_math import EDITIONS, Expedition, GameError, Rules
from incan_math.report.path_picture import laid_cards, path_picture
from incan_math.report.pictograms import hazard_pictogram

SVG = "{http://www.w3.org/2000/svg}"
PER_CARD = Rules(treasures=(3, 5, 7, 11), hazards={"fire": 2, "snakes": 2}, leftover="per card")


def words(state: Expedition) -> str:
    return " ".join(ElementTree.fromstring(path_picture(state)).itertext())


def test_a_picture_by_hand() -> None:
    """Four share 7: 1 each, 3 lie there. One leaves after the 11 (2 each, 3 there) with all 6 that lie on the path."""
    before = Expedition.parse("7 fire 11", players=4)
    assert [card.left for card in laid_cards(before)] == [3, 0, 3]
    after = Expedition.parse("7 fire 11 -1 snakes", players=4)
    assert [(card.left, card.retired) for card in laid_cards(after)] == [(0, 0), (0, 0), (0, 1), (0, 0)]
    said = words(after)
    assert "3 in, 3 in each bag, 0 on the path" in said and "3 in, 1 out" in said and "1 left" in said


def test_an_artifact_goes_to_a_sole_retiree_only() -> None:
    assert [card.taken for card in laid_cards(Expedition.parse("A 5 -1 7", players=3))] == [True, False, False]
    assert [card.taken for card in laid_cards(Expedition.parse("A 5 -2 7", players=3))] == [False, False, False]


def test_a_bust_is_said_and_marked() -> None:
    bust = Expedition.parse("fire 5 fire", players=2)
    assert [card.is_bust for card in laid_cards(bust)] == [False, False, True]
    assert "Bust: the second fire" in words(bust) and "BUST" in words(bust) and "2 caught" in words(bust)


@settings(max_examples=60, deadline=None)
@given(st.data(), st.sampled_from([*EDITIONS.values(), PER_CARD]), st.integers(1, 8))
def test_what_lies_on_the_cards_adds_up_to_the_leftover(data: st.DataObject, rules: Rules, players: int) -> None:
    state = Expedition.start(players, rules)
    for _ in range(data.draw(st.integers(0, 12))):
        if state.is_over or not state.cards_left:
            break
        if state.is_deciding and data.draw(st.integers(0, 3)) == 0:
            state = state.retire(data.draw(st.integers(1, state.players)))[1]
        else:
            state = data.draw(st.sampled_from([draw.after for draw in state.draws()]))
    if not state.is_over:
        assert sum(card.left for card in laid_cards(state)) == state.leftover
    picture = ElementTree.fromstring(path_picture(state))
    assert picture.get("role") == "img" and picture.find(f"{SVG}title") is not None
    assert not list(picture.iter(f"{SVG}script")) and picture.find(f"{SVG}desc") is not None
    _, _, width, height = map(float, (picture.get("viewBox") or "").split())
    assert width <= 480 and height > 0  # It fits a telephone at three quarters of its size.


def test_the_hazards_of_each_edition_have_pictograms_of_their_own() -> None:
    for rules in EDITIONS.values():
        assert len({hazard_pictogram(name) for name in rules.kinds}) == len(rules.kinds), rules.name
    assert hazard_pictogram("flood") == hazard_pictogram("curse of the pharaoh")


def test_a_name_cannot_be_markup_and_a_long_path_is_cut() -> None:
    rules = Rules(treasures=(1,) * 300, hazards={"fire": 2})
    long = Expedition.parse("1 " * 299, rules=rules)
    assert "the first 179 cards are left out here" in words(long) and len(path_picture(long)) < 200_000
    try:
        odd = Rules(treasures=(1,), hazards={"a<b>": 2})
    except GameError:
        return
    ElementTree.fromstring(path_picture(Expedition.parse("a<b>", rules=odd)))

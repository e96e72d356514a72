"""States by drawing against breadth-first search over `draws()`, with kinds by name and with kinds that look alike."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import Position, positions

from incan_math import EDITIONS, Expedition, Hazard, Rules, bust_probability, draws_to_bust
from incan_math.states.reachable import count_states, deck_states, layer_sizes

Layers = list[dict[Expedition, Fraction]]


def search(state: Expedition) -> Layers:
    """The states of each layer with the chance of ever being in them, card by card."""
    layers: Layers = [{state: Fraction(1)}]
    while layers[-1]:
        reached: dict[Expedition, Fraction] = defaultdict(Fraction)
        for before, chance in layers[-1].items():
            for _, copies, after in before.draws():
                reached[after] += chance * Fraction(copies, before.cards_left)
        layers.append(dict(reached))
    return layers[:-1]


def nameless(state: Expedition) -> object:
    """A state without its kinds' names: how many cards each has left, whether it shows, and whether it busted."""
    kinds = Counter(
        (state.undrawn.get(Hazard(name), 0), Hazard(name) in state.showing, state.bust == Hazard(name))
        for name in state.rules.kinds
    )
    others = frozenset((card, count) for card, count in state.undrawn.items() if not isinstance(card, Hazard))
    return frozenset(kinds.items()), others, state.bag, state.leftovers, state.artifacts


@settings(max_examples=60)
@given(positions(9, ends=True))
def test_each_state_comes_once_with_its_chance(position: Position) -> None:
    state = position.state
    layers = search(state)
    listed = list(deck_states(state))
    assert [dict(layer) for layer in layers] == [
        {found.state: found.probability for found in listed if found.cards_out == out} for out in range(len(layers))
    ]
    assert len(listed) == sum(map(len, layers)) == count_states(state)
    assert layer_sizes(state) == list(map(len, layers))
    assert [found.cards_out for found in listed] == sorted(found.cards_out for found in listed)


@settings(max_examples=60)
@given(positions(9, ends=True))
def test_states_without_names_are_those_with_names_merged(position: Position) -> None:
    state = position.state
    merged: list[dict[object, Fraction]] = []
    for layer in search(state):
        chances: dict[object, Fraction] = defaultdict(Fraction)
        for found, chance in layer.items():
            chances[nameless(found)] += chance
        merged.append(dict(chances))
    listed = list(deck_states(state, kind_symmetric=True))
    for out, chances in enumerate(merged):
        assert {nameless(s): chance for here, s, chance in listed if here == out} == chances
    assert layer_sizes(state, kind_symmetric=True) == list(map(len, merged))
    assert len(listed) == count_states(state, kind_symmetric=True) == sum(map(len, merged))


@settings(max_examples=40)
@given(positions(9), st.booleans())
def test_chances_of_a_layer_add_up_to_survival_and_bust(position: Position, kind_symmetric: bool) -> None:
    state = position.state
    live: dict[int, Fraction] = defaultdict(Fraction)
    bust: dict[int, Fraction] = defaultdict(Fraction)
    for out, found, chance in deck_states(state, kind_symmetric):
        (bust if found.is_bust else live)[out] += chance
    chances = draws_to_bust(state)
    for out in range(len(layer_sizes(state))):
        assert live[out] == 1 - bust_probability(state, out)
        assert bust[out] == chances.probability(out)


@pytest.mark.slow
@given(positions(9))
def test_a_listed_state_is_the_one_that_its_path_leads_to(position: Position) -> None:
    own = position.scenario.rules
    for _, found, _ in deck_states(position.state):
        assert Expedition.parse(str(found), rules=own) == found


@pytest.mark.parametrize(
    ("hazards", "path", "named", "nameless_"),
    [
        # Two kinds of two: (start), f, s, ff, ss, fs, and from fs a bust by either.
        ({"fire": 2, "snakes": 2}, "", [1, 2, 3, 2], [1, 1, 2, 1]),
        # Fire shows with two cards left; snakes of three would show with two left, too.
        ({"fire": 3, "snakes": 3}, "fire", [1, 2, 2], [1, 2, 1]),
        # Fire shows with one left; snakes of three with two left: not kind_symmetric.
        ({"fire": 2, "snakes": 3}, "fire", [1, 2, 2], [1, 2, 2]),
        # Both show with two cards left: either busts, and without names that is the same.
        ({"fire": 3, "snakes": 3}, "fire snakes", [1, 2], [1, 1]),
        ({"fire": 1, "snakes": 1}, "", [1, 2, 1], [1, 1, 1]),
        ({"fire": 1, "snakes": 2}, "fire snakes", [1, 1], [1, 1]),
    ],
)
def test_layers_by_hand(hazards: dict[str, int], path: str, named: list[int], nameless_: list[int]) -> None:
    state = Expedition.parse(path, rules=Rules(treasures=(), hazards=hazards))
    assert layer_sizes(state) == named
    assert layer_sizes(state, kind_symmetric=True) == nameless_


@pytest.mark.parametrize(
    ("edition", "others"),
    [
        # Sets of treasures: 2 for a value that is there once, 3 for one that is there twice; artifacts likewise.
        ("bga-en", 2**8 * 3**3 * 2),
        ("bga-sr", 2**7 * 3**3 * 2),
        ("diamant-2005", 2**9 * 3**3),
        ("diamant-2016", 2**9 * 3**3 * 6),
    ],
)
def test_full_decks_are_counted_without_a_list(edition: str, others: int) -> None:
    state = Expedition.start(rules=edition)
    # Live: any set of five kinds shows. Bust: one of them, and any set of the other four.
    assert count_states(state) == others * (2**5 + 5 * 2**4)
    # Without names only the number of kinds that show counts: 0 to 5 live, 1 to 5 when one of them busts.
    assert count_states(state, kind_symmetric=True) == others * (6 + 5)


def test_players_and_leftovers_make_no_further_states() -> None:
    sizes = layer_sizes(Expedition.start(rules=EDITIONS["bga-en"]))
    assert sizes == layer_sizes(Expedition.start(5))
    assert sizes[:2] == [1, 11 + 5 + 1]

"""Every state that drawing can reach, each once, by cards out, with its exact probability.

Drawing alone, nobody leaving, reaches a state by its set of cards out, whatever their order. So the states of k
cards out are the ways to pick k cards without a bust, equal cards merged, and one of them has the probability
(product of C(copies, drawn) over its cards) / C(N, k).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb, prod
from typing import NamedTuple

from incan_math.game import situation
from incan_math.game.cards import Card, Hazard, Treasure
from incan_math.game.expedition import Expedition, need_expedition
from incan_math.game.showing import brief
from incan_math.game.situation import Situation

__all__ = ["DeckState", "count_states", "deck_states", "layer_sizes"]


class DeckState(NamedTuple):
    """A state that drawing can reach: `cards_out` further cards are out, and P(the expedition ever comes to it)."""

    cards_out: int
    state: Expedition
    probability: Fraction

    def __repr__(self) -> str:
        return brief(self)


class _Hazards(NamedTuple):
    """One choice of hazard kinds that start showing: how many ways, and (kind, cards) whose draw then busts."""

    kinds: tuple[int, ...]
    ways: int
    deadly: tuple[tuple[int, int], ...]


def layer_sizes(state: Expedition, kind_symmetric: bool = False) -> list[int]:
    """How many different states have 0, 1, 2, ... further cards out, busted ones included; nothing is enumerated.

    Args:
        state: where to start; it is the only state of layer 0.
        kind_symmetric: whether hazard kinds with equally many cards count as one, so that states which differ only in
            the names of kinds are merged.

    >>> from incan_math import Expedition
    >>> layer_sizes(Expedition.parse("7 fire", rules="diamant-2005"), kind_symmetric=True)[:4]
    [1, 14, 94, 404]
    """
    need_expedition(state)
    now = state.situation
    if state.is_over:
        return [1]
    others = [1]
    for count in (*now.treasures, *now.artifacts):
        others = _times(others, [1] * (count + 1))
    live = others
    classes = _classes(now, kind_symmetric)
    for _, kinds in classes:
        live = _times(live, [1] * (len(kinds) + 1))
    showing = [count for kind, count in enumerate(now.hazards) if now.showing >> kind & 1 and count]
    busts = [0]
    # Kinds that show bust from every live state; a class that does not show yet, from those where one of it does.
    for _ in set(showing) if kind_symmetric else showing:
        busts = _plus(busts, live)
    for size, kinds in classes:
        if size >= 2 and not (kind_symmetric and size - 1 in showing):
            rest = others
            for _, other_kinds in classes:
                if other_kinds != kinds:
                    rest = _times(rest, [1] * (len(other_kinds) + 1))
            busts = _plus(busts, _times(rest, [0, *[1] * len(kinds)]))
    sizes = _plus(live, [0, *busts])
    while not sizes[-1]:
        sizes.pop()
    return sizes


def count_states(state: Expedition, kind_symmetric: bool = False) -> int:
    """How many states `deck_states` gives, counted without enumerating them.

    >>> from incan_math import Expedition
    >>> count_states(Expedition.start()), count_states(Expedition.start(), kind_symmetric=True)
    (1548288, 152064)
    """
    return sum(layer_sizes(state, kind_symmetric))


def deck_states(state: Expedition, kind_symmetric: bool = False) -> Iterator[DeckState]:
    """Every state that drawing can reach from `state` if nobody leaves, equal situations merged, by cards out.

    The probabilities of one layer add up to P(no bust so far) over its live states and to P(bust on this card) over its
    busted ones. With `kind_symmetric`, states that differ only in the names of hazard kinds are merged
    into one of them.

    States come one by one and are not held: the memory does not grow with their number, which `count_states` gives.

    Args:
        state: where to start.
        kind_symmetric: whether hazard kinds with equally many cards count as one.

    Raises:
        GameError: `state` is not an expedition.

    >>> from incan_math import Expedition, Rules
    >>> small = Rules(treasures=(3,), hazards={"fire": 2})
    >>> for cards_out, cave, probability in deck_states(Expedition.start(rules=small)):
    ...     print(cards_out, cave.path or "(start)", probability, "bust" if cave.is_bust else "")
    0 (start) 1
    1 3 1/3
    1 fire 2/3
    2 3 fire 2/3
    2 fire fire 1/3 bust
    3 3 fire fire 2/3 bust
    """
    need_expedition(state)
    return _states(state, kind_symmetric)


def _states(state: Expedition, kind_symmetric: bool) -> Iterator[DeckState]:
    if state.is_over:
        yield DeckState(0, state, Fraction(1))
        return
    left = state.cards_left
    for layer in range(len(layer_sizes(state, kind_symmetric))):
        if layer <= left:
            total = comb(left, layer)
            for cave, ways, _ in _live(state, kind_symmetric, layer):
                yield DeckState(layer, cave, Fraction(ways, total))
        if layer:  # The live states one card before are enumerated again rather than stored.
            total = comb(left, layer - 1) * (left - layer + 1)
            for cave, ways, deadly in _live(state, kind_symmetric, layer - 1):
                for kind, cards in deadly:
                    busted = situation.reveal_hazard(cave.situation, kind)
                    busted_state = cave.moved(busted, Hazard(state.rules.kinds[kind]))
                    yield DeckState(layer, busted_state, Fraction(ways * cards, total))


def _live(
    state: Expedition,
    kind_symmetric: bool,
    layer: int,
) -> Iterator[tuple[Expedition, int, tuple[tuple[int, int], ...]]]:
    """The live states with `layer` cards out as (state, ways to draw them, what busts next)."""
    now, rules = state.situation, state.rules
    most = sum(now.treasures)
    for found in product(*(range(count + 1) for count in now.artifacts)):
        others = layer - sum(found)
        for hazards in _hazard_choices(now, kind_symmetric, others - most, others):
            cards = others - len(hazards.kinds)
            here = now
            path: list[Card] = []
            for kind in hazards.kinds:
                here = situation.reveal_hazard(here, kind)
                path.append(Hazard(rules.kinds[kind]))
            for index, number in enumerate(found):
                for _ in range(number):
                    here = situation.reveal_artifact(here, index)
                    path.append(rules.artifact_kinds[index])
            ways = hazards.ways * prod(map(comb, now.artifacts, found))
            for then, treasures, more in _treasures(state, here, 0, cards):
                yield state.moved(then, *treasures, *path), ways * more, hazards.deadly


def _treasures(
    state: Expedition,
    here: Situation,
    first: int,
    cards: int,
) -> Iterator[tuple[Situation, tuple[Card, ...], int]]:
    """All ways to draw `cards` treasures of the values from index `first` on, as (situation, cards, ways)."""
    if not cards:
        yield here, (), 1
        return
    if first == len(here.treasures):
        return
    count, card = here.treasures[first], Treasure(state.rules.values[first])
    room = sum(here.treasures[first + 1 :])
    for number in range(min(count, cards) + 1):
        if cards - number <= room:
            for then, others, ways in _treasures(state, here, first + 1, cards - number):
                yield then, (card,) * number + others, ways * comb(count, number)
        if number < count:
            here = situation.reveal_treasure(state.rules, here, first)


def _hazard_choices(now: Situation, kind_symmetric: bool, least: int, most: int) -> Iterator[_Hazards]:
    """The choices of `least` to `most` kinds."""
    classes = _classes(now, kind_symmetric)
    for numbers in _numbers([len(kinds) for _, kinds in classes], least, most):
        shown = tuple(kind for (_, kinds), number in zip(classes, numbers, strict=True) for kind in kinds[:number])
        ways = prod(comb(len(k), number) * size**number for (size, k), number in zip(classes, numbers, strict=True))
        deadly = [(kind, now.hazards[kind] - 1) for kind in shown]
        deadly += [(kind, count) for kind, count in enumerate(now.hazards) if now.showing >> kind & 1]
        busts = _merged(deadly) if kind_symmetric else tuple(item for item in deadly if item[1])
        yield _Hazards(shown, ways, busts)


def _numbers(sizes: list[int], least: int, most: int) -> Iterator[tuple[int, ...]]:
    """All tuples of numbers up to `sizes` whose sum is `least` to `most`."""
    if not sizes:
        if least <= 0 <= most:
            yield ()
        return
    rest = sum(sizes[1:])
    for number in range(max(0, least - rest), min(sizes[0], most) + 1):
        for others in _numbers(sizes[1:], least - number, most - number):
            yield number, *others


def _classes(now: Situation, kind_symmetric: bool) -> list[tuple[int, tuple[int, ...]]]:
    """The kinds that can start showing as (cards, kinds that have so many): one kind each unless `kind_symmetric`."""
    unseen = [(count, kind) for kind, count in enumerate(now.hazards) if count and not now.showing >> kind & 1]
    if not kind_symmetric:
        return [(count, (kind,)) for count, kind in unseen]
    sizes = sorted({count for count, _ in unseen})
    return [(size, tuple(kind for count, kind in unseen if count == size)) for size in sizes]


def _merged(deadly: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Kinds with equally many deadly cards as one of them with the cards of all."""
    kinds = Counter(cards for _, cards in deadly if cards)
    first = {cards: kind for kind, cards in reversed(deadly)}
    return tuple((first[cards], cards * number) for cards, number in kinds.items())


def _times(a: list[int], b: list[int]) -> list[int]:
    out = [0] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            out[i + j] += x * y
    return out


def _plus(a: list[int], b: list[int]) -> list[int]:
    size = max(len(a), len(b))
    return [x + y for x, y in zip(a + [0] * (size - len(a)), b + [0] * (size - len(b)), strict=True)]

"""The exact optimum of one player whose opponents, if any, never leave: a sum over the states worth staying in.

Let T be what the player would take home now, D_s the deadly cards of kinds of s cards, b_s what a bust by such a kind
leaves (0, unless a campaign goes on), and F the sum of what each undrawn card would add to the take-home as the next
card. Drawing one of N cards and then retiring gains

    gain = (F - sum over s of D_s (T - b_s)) / N.

Where no surviving card turns "gain <= 0" into "gain > 0" (the monotone case, which `Stopping` verifies), retiring as
soon as one more card gains nothing is optimal; a state to stay in is reached by every order of its cards; and the
optimum telescopes:

    value of staying = T + sum over the states c to stay in of P(the cards of c come first) * gain(c).

With given hazards and artifacts out the gain falls as gems come in, so the states to stay in are those below a number
of gems: they are counted by (treasures out, gems brought), not visited.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import accumulate
from math import factorial, lcm, prod
from typing import NamedTuple

from incan_math.game.errors import GameError, shown
from incan_math.game.expedition import Expedition
from incan_math.odds.distribution import Distribution
from incan_math.odds.treasure_sums import treasure_sums
from incan_math.states.deck_index import DeckIndex

__all__ = ["EndWorth", "Layer", "Stopping", "closed_rule", "need_few_layers"]

_MOST_LAYERS = 16_000


@dataclass(frozen=True)
class EndWorth:
    """What the end of an expedition is worth beyond the gems taken home.

    `stop(a)` is the worth of retiring with the artifacts of artifact state a on the path; `bust(a, size)` that of a
    bust by a kind that had `size` cards in this expedition's deck.
    """

    stop: Callable[[int], Fraction]
    bust: Callable[[int, int], Fraction]


class Layer(NamedTuple):
    """All states with the same hazards h and artifacts a out, `cards_out` cards that come in `ways` ways.

    One more card gains (offset - slope * gems) / (N * scale) at a state that has added `gems` to the take-home, so
    `threshold` is the least number of added gems from which retiring is right.
    """

    h: int
    a: int
    cards_out: int
    ways: int
    offset: int
    slope: int
    threshold: int


class _Slice(NamedTuple):
    """The states of one layer with `cards_out` cards and `gems` added, and the weight of being in one of them.

    The weight is ways * k! (N - k - 1)!; times copies of a next card, over N!, it is the probability that the card
    comes there.
    """

    layer: Layer
    cards_out: int
    gems: int
    weight: int


def need_few_layers(state: Expedition) -> None:
    """Refuse a state from which more than 16,000 combinations of hazards and artifacts can be out: about ten seconds.

    Raises:
        GameError: there are more; the message says how many.
    """
    now = state.situation
    unseen = Counter(count for kind, count in enumerate(now.hazards) if count and not now.showing >> kind & 1)
    number = prod(kinds + 1 for kinds in unseen.values()) * prod(count + 1 for count in now.artifacts)
    if number > _MOST_LAYERS:
        raise GameError(
            f"state: {shown(number)} combinations of hazards and artifacts can be out from here, more than the"
            f" {_MOST_LAYERS:,} that are worked through; start from a later state, or merge kinds with equal numbers"
        )


class Stopping:
    """The stopping problem at one live state.

    Args:
        state: an expedition that is not over, with undrawn cards; the player is in, and is alone or all others who
            are in never leave.
        ending: what the end is worth; by default the points of the artifacts, and nothing after a bust.
    """

    def __init__(self, state: Expedition, ending: EndWorth | None = None) -> None:
        if state.is_over or not state.cards_left:
            raise GameError(f"state: at '{state}' the deck is empty, so there is nothing to stay for")
        need_few_layers(state)
        self.deck_index = DeckIndex(state)
        given = ending or EndWorth(lambda a: Fraction(self.deck_index.points(a)), lambda a, size: Fraction(0))
        self.ending = EndWorth(cache(given.stop), cache(given.bust))
        self.cards = state.cards_left
        self._now = state.bag + state.leftover
        # A sole retiree takes the share of a treasure and all that it leaves on the path.
        self._treasures = [
            (value // state.players + value % state.players, copies)
            for copies, value, _ in self.deck_index.treasures(0)
        ]
        self._most = sum(increment * copies for increment, copies in self._treasures)

    @property
    def retire(self) -> Fraction:
        """What retiring now, alone, is worth: gems and the end's worth."""
        return self._now + self.ending.stop(0)

    @property
    def one_more(self) -> Fraction:
        """The gain of exactly one more card and then retiring."""
        return Fraction(self.layers[0].offset, self.cards * self.scale)

    @property
    def stay(self) -> Fraction:
        """The value of one more card and the best play after it; exact where `is_monotone`."""
        first = self.layers[0]
        total = 0 if first.threshold else first.offset * factorial(self.cards - 1)  # The state itself always counts.
        drawn_sums = _prefix_sums(treasure_sums(self._treasures, max(layer.threshold for layer in self.layers)))
        for layer in self.layers:
            for drawn, (sums, ways, gems) in drawn_sums.items():
                here = bisect_left(sums, layer.threshold)
                left = self.cards - layer.cards_out - drawn
                if here and left:
                    gain = layer.offset * ways[here - 1] - layer.slope * gems[here - 1]
                    total += layer.ways * gain * factorial(self.cards - left) * factorial(left - 1)
        return self.retire + Fraction(total, factorial(self.cards) * self.scale)

    @property
    def is_monotone(self) -> bool:
        """Whether no surviving card turns "retire" into "stay": along every draw the thresholds do not rise."""
        for layer in self.layers:
            if layer.threshold > self._most:
                continue
            if any(self._place[after].threshold > layer.threshold for after in self._afters(layer)):
                return False
        return True

    @cached_property
    def layers(self) -> tuple[Layer, ...]:
        """Every combination of hazards and artifacts that can be out without a bust; the state's own comes first."""
        scale = self.scale
        layers = []
        for h, (hazards_out, h_ways) in self._hazards.items():
            busts = self.deck_index.hazards(h)[1]
            deadly = sum(copies for copies, _ in busts)
            for a, (artifacts_out, a_ways) in self._artifacts.items():
                stop = self.ending.stop(a)
                more = sum(copies * (self.ending.stop(then) - stop) for copies, then in self.deck_index.artifacts(a))
                risk = sum(copies * (self._now + stop - self.ending.bust(a, size)) for copies, size in busts)
                offset = int(scale * (self._most + more - risk))
                slope = scale * (1 + deadly)
                threshold = max(-(-offset // slope), 0)
                layers.append(Layer(h, a, hazards_out + artifacts_out, h_ways * a_ways, offset, slope, threshold))
        return tuple(layers)

    def take_home(self) -> Distribution:
        """The distribution of the points taken home by one more card and the one-step rule after it; 0 after a bust.

        Only for endings in whole points.
        """
        weights: dict[int, int] = defaultdict(int)

        def arrive(layer: Layer, cards_out: int, gems: int, weight: int) -> None:
            if gems >= layer.threshold or cards_out == self.cards:
                weights[self._now + gems + int(self.ending.stop(layer.a))] += weight

        for cell in self._cells():
            for copies, then in self.deck_index.hazards(cell.layer.h)[0]:
                arrive(self._place[then, cell.layer.a], cell.cards_out + 1, cell.gems, cell.weight * copies)
            for copies, then in self.deck_index.artifacts(cell.layer.a):
                arrive(self._place[cell.layer.h, then], cell.cards_out + 1, cell.gems, cell.weight * copies)
        for place, (increment, copies) in enumerate(self._treasures):
            others = [*self._treasures[:place], (increment, copies - 1), *self._treasures[place + 1 :]]
            for cell in self._cells(others):
                arrive(cell.layer, cell.cards_out + 1, cell.gems + increment, cell.weight * copies)
        weights[0] += factorial(self.cards) - sum(weights.values())
        return Distribution.from_weights(weights)

    # Within

    def _cells(self, treasures: list[tuple[int, int]] | None = None) -> Iterator[_Slice]:
        """The state itself, and all states to stay in; with `treasures` given, those with no others out."""
        limit = max(layer.threshold for layer in self.layers)
        for (drawn, gems), ways in treasure_sums(treasures or self._treasures, max(limit, 1)).items():
            for layer in self.layers:
                cards_out = layer.cards_out + drawn
                if cards_out < self.cards and (gems < layer.threshold or not cards_out):
                    weight = ways * layer.ways * factorial(cards_out) * factorial(self.cards - cards_out - 1)
                    yield _Slice(layer, cards_out, gems, weight)

    def _afters(self, layer: Layer) -> Iterator[tuple[int, int]]:
        for _, after in self.deck_index.hazards(layer.h)[0]:
            yield after, layer.a
        for _, after in self.deck_index.artifacts(layer.a):
            yield layer.h, after

    @cached_property
    def _place(self) -> dict[tuple[int, int], Layer]:
        return {(layer.h, layer.a): layer for layer in self.layers}

    @cached_property
    def _hazards(self) -> dict[int, tuple[int, int]]:
        """{h: (hazards out, ways)}, without a bust."""
        return _reached(lambda h: self.deck_index.hazards(h)[0])

    @cached_property
    def _artifacts(self) -> dict[int, tuple[int, int]]:
        """{a: (artifacts out, ways)}."""
        return _reached(self.deck_index.artifacts)

    @cached_property
    def scale(self) -> int:
        """A common denominator of all that an end is worth."""
        sizes = {size for h in self._hazards for _, size in self.deck_index.hazards(h)[1]}
        stops = [self.ending.stop(a).denominator for a in self._artifacts]
        return lcm(*stops, *(self.ending.bust(a, size).denominator for a in self._artifacts for size in sizes))


def _reached(moves: Callable[[int], tuple[tuple[int, int], ...]]) -> dict[int, tuple[int, int]]:
    """{place: (cards out, sets of cards that lead there)} for all places that `moves` = (copies, after) reach from 0.

    A set of k cards comes in k! orders, so the orders of draws are counted and divided.
    """
    layer, cards = {0: 1}, 0
    found: dict[int, tuple[int, int]] = {}
    while layer:
        found.update((place, (cards, orders // factorial(cards))) for place, orders in layer.items())
        following: dict[int, int] = defaultdict(int)
        for place, orders in layer.items():
            for copies, after in moves(place):
                following[after] += orders * copies
        layer, cards = following, cards + 1
    return found


def _prefix_sums(
    ways: dict[tuple[int, int], int],
) -> dict[int, tuple[list[int], list[int], list[int]]]:
    """{treasures out: (rising gems, ways up to each, ways * gems up to each)}."""
    by_drawn: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for (drawn, gems), number in ways.items():
        by_drawn[drawn].append((gems, number))
    sums = {}
    for drawn, pairs in by_drawn.items():
        pairs.sort()
        sums[drawn] = (
            [gems for gems, _ in pairs],
            list(accumulate(number for _, number in pairs)),
            list(accumulate(number * gems for gems, number in pairs)),
        )
    return sums


def closed_rule(state: Expedition) -> Stopping | None:
    """The stopping problem at `state` against players who never leave, where the look-ahead theorem solves it.

    None where it does not: cards left out of it, artifact points that rise too steeply, or a deck that can run out and
    so send several players home together.
    """
    if not state.cards_left or (state.players > 1 and _can_run_out(state)):
        return None
    problem = Stopping(state)
    return problem if problem.is_monotone else None


def _can_run_out(state: Expedition) -> bool:
    """Whether every card can be drawn without a bust."""
    now = state.situation
    return all(count == 0 if now.showing >> kind & 1 else count <= 1 for kind, count in enumerate(now.hazards))

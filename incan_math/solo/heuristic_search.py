"""Heuristics that are easy to remember, and what each costs: the best of every simple family.

All others never leave. Each rule here that says "retire" still says so after any safe card. So a state where it stays
is reached by every order of its cards, and its value telescopes as in `incan_math.solo.stopping`:

    value = sum over the states c where it stays of P(the cards of c come first) * gain of one more card at c.

One pass over (cards out, bag, take-home, hazards) therefore gives all the rules of a family at once, by running sums.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import factorial
from typing import NamedTuple

from incan_math.game.editions import DEFAULT_EDITION
from incan_math.game.errors import GameError
from incan_math.game.expedition import Expedition
from incan_math.game.rules import Rules
from incan_math.game.showing import Shown
from incan_math.odds.treasure_sums import treasure_sums
from incan_math.solo.stopping import Stopping, closed_rule
from incan_math.strategies.combinators import AllOf, AnyOf
from incan_math.strategies.heuristics import (
    RetireAfterCards,
    RetireAtGems,
    RetireAtHazards,
    RetireAtRisk,
    RetireWhenRiskOutweighsGems,
)
from incan_math.strategies.protocol import Strategy

__all__ = ["Heuristic", "best_heuristics"]


@dataclass(frozen=True, repr=False)
class Heuristic(Shown):
    """The best rule of one family.

    Attributes:
        family: the rule in words.
        strategy: the rule with its best numbers.
        value: the expected points that it takes home from a fresh expedition.
        optimum: those of the best play.
        numbers: how many numbers have to be remembered.
    """

    family: str
    strategy: Strategy
    value: Fraction
    optimum: Fraction
    numbers: int

    @property
    def loss(self) -> Fraction:
        """The points lost against the best play: optimum - value."""
        return self.optimum - self.value

    @property
    def efficiency(self) -> Fraction:
        """The share of the optimum that it achieves: value / optimum."""
        return self.value / self.optimum if self.optimum else Fraction(1)


def best_heuristics(rules: str | Rules = DEFAULT_EDITION, players: int = 1) -> tuple[Heuristic, ...]:
    """The best rule of every family in a fresh first expedition, alone or among players who never leave.

    Families: one number (gems in the bag, hazards showing, cards out, risk of the next card), two numbers (two of
    these, joined by "or" or "and"), and bag x deadly cards against the gems left, which needs none. Among equals the
    smallest numbers are given.

    Args:
        rules: an edition's name or a `Rules` value.
        players: how many start; all others never leave.

    Raises:
        GameError: the deck can run out with several players in, or artifact points rise steeply.

    >>> for rule in best_heuristics("diamant-2005")[:3]:
    ...     print(rule.strategy, round(float(rule.value), 6))
    gems:25 15.993198
    hazards:3 13.796703
    cards:6 16.760962
    """
    start = Expedition.start(players, rules)
    problem = closed_rule(start)
    if problem is None:
        raise GameError(f"rules: under {start.rules.name} with {players} players the look-ahead theorem does not hold")
    table = _Gains(start, problem)
    optimum = problem.stay
    found = [Heuristic(family.words, *table.best_of_one(family), optimum, 1) for family in _FAMILIES]
    for place, first in enumerate(_FAMILIES):
        for second in _FAMILIES[place + 1 :]:
            found.append(
                Heuristic(f"{first.words} or {second.words}", *table.best_of_two(first, second, True), optimum, 2)
            )
            found.append(
                Heuristic(f"{first.words} and {second.words}", *table.best_of_two(first, second, False), optimum, 2)
            )
    outweighs = table.value_where(lambda cell: cell.bag * cell.deadly * players < cell.gems_left)
    found.append(Heuristic("bag x deadly >= gems left / players", RetireWhenRiskOutweighsGems(), outweighs, optimum, 0))
    return tuple(found)


class _Cell(NamedTuple):
    """What a simple rule can depend on."""

    cards_out: int
    bag: int
    showing: int
    deadly: int
    cards_left: int
    gems_left: int


class _Family(NamedTuple):
    """A number that only rises as safe cards come; the rule retires when it reaches a threshold."""

    words: str
    measure: Callable[[_Cell], int | Fraction]
    rule: Callable[[int | Fraction], Strategy]


_FAMILIES = (
    _Family("gems in the bag", lambda cell: cell.bag, lambda number: RetireAtGems(int(number))),
    _Family("hazards showing", lambda cell: cell.showing, lambda number: RetireAtHazards(int(number))),
    _Family("cards out", lambda cell: cell.cards_out, lambda number: RetireAfterCards(int(number))),
    _Family(
        "risk of a bust",
        lambda cell: Fraction(cell.deadly, cell.cards_left or 1),
        lambda number: RetireAtRisk(Fraction(number)),
    ),
)


class _Gains:
    """The weighted gain of one more card at every cell, over a common denominator."""

    def __init__(self, start: Expedition, problem: Stopping) -> None:
        deck_index = problem.deck_index
        self.players = start.players
        total = sum(start.rules.treasures)
        gains: dict[_Cell, int] = defaultdict(int)
        ways = list(_treasure_sums(start))
        for layer in problem.layers:
            deadly, showing = deck_index.deadly(layer.h), deck_index.showing(layer.h)
            for drawn, bag, home, number in ways:
                out = layer.cards_out + drawn
                left = start.cards_left - out
                if not left:
                    continue
                # A treasure of v adds v // n to the bag and v // n + v % n to the take-home: v = (n - 1) bag + home.
                gone = (self.players - 1) * bag + home
                cell = _Cell(out, bag, showing, deadly, left, total - gone)
                gain = layer.offset - layer.slope * home
                gains[cell] += layer.ways * number * gain * factorial(out) * factorial(left - 1)
        self.first = gains.pop(_Cell(0, 0, 0, 0, start.cards_left, total))  # Before the first card nobody can retire.
        self.gains = gains
        self.denominator = factorial(start.cards_left) * problem.scale

    def value_where(self, stays: Callable[[_Cell], bool]) -> Fraction:
        """The value of the rule that stays exactly at these cells."""
        return self._fraction(self.first + sum(gain for cell, gain in self.gains.items() if stays(cell)))

    def best_of_one(self, family: _Family) -> tuple[Strategy, Fraction]:
        """The best threshold of one family, and its value."""
        sums: dict[int | Fraction, int] = defaultdict(int)
        for cell, gain in self.gains.items():
            sums[family.measure(cell)] += gain
        measures = sorted(sums)
        below = accumulate((sums[measure] for measure in measures), initial=0)
        # Retiring from measures[i] on, the rule stays below it; past the last one it never retires.
        best = max(zip(below, range(len(measures) + 1), strict=True), key=lambda pair: (pair[0], -pair[1]))
        return family.rule(_threshold(measures, best[1])), self._fraction(self.first + best[0])

    def best_of_two(self, one: _Family, two: _Family, either: bool) -> tuple[Strategy, Fraction]:
        """The best pair of thresholds for "retire at one or the other" (`either`), or at both, and its value."""
        sums: dict[tuple[int | Fraction, int | Fraction], int] = defaultdict(int)
        for cell, gain in self.gains.items():
            sums[one.measure(cell), two.measure(cell)] += gain
        ones, twos = (sorted({pair[place] for pair in sums}) for place in (0, 1))
        column = {measure: place for place, measure in enumerate(twos)}
        rows = [[0] * len(twos) for _ in ones]
        row = {measure: place for place, measure in enumerate(ones)}
        for (a, b), gain in sums.items():
            rows[row[a]][column[b]] += gain
        total = sum(map(sum, rows))
        corner = [0] * (len(twos) + 1)  # corner[j]: the sum over measures below ones[i] and below twos[j].
        best: tuple[int, int, int] | None = None
        left_sums = list(accumulate((sum(r) for r in rows), initial=0))
        column_sums = list(accumulate((sum(r[j] for r in rows) for j in range(len(twos))), initial=0))
        for i in range(len(ones) + 1):
            for j, both_below in enumerate(corner):
                # "Or" stays where both are below; "and" where at least one is.
                stays = both_below if either else left_sums[i] + column_sums[j] - both_below
                if best is None or stays > best[0]:
                    best = (stays, i, j)
            if i < len(ones):
                here = list(accumulate(rows[i], initial=0))
                corner = [before + more for before, more in zip(corner, here, strict=True)]
        assert best is not None and corner[-1] == total
        parts = one.rule(_threshold(ones, best[1])), two.rule(_threshold(twos, best[2]))
        return (AnyOf(*parts) if either else AllOf(*parts)), self._fraction(self.first + best[0])

    def _fraction(self, gain: int) -> Fraction:
        return Fraction(gain, self.denominator)


def _threshold(measures: list[int | Fraction], place: int) -> int | Fraction:
    """The smallest number that retires at measures[place] and above, and not below; past the last, at none."""
    if not place:
        return 0
    below = measures[place - 1]
    if isinstance(below, int):
        return below + 1
    return measures[place] if place < len(measures) else Fraction(1)


def _treasure_sums(start: Expedition) -> Iterator[tuple[int, int, int, int]]:
    """(treasures out, bag, take-home, ways); bag and take-home are packed into one sum unless they are always equal."""
    players = start.players
    treasures = list(zip(start.rules.values, start.situation.treasures, strict=True))
    one = sum(value // players * count for value, count in treasures) + 1 if players > 1 else 0
    packed = [(value // players + (value // players + value % players) * one, count) for value, count in treasures]
    for (drawn, total), ways in treasure_sums(packed).items():
        home, bag = divmod(total, one) if one else (total, total)
        yield drawn, bag, home, ways

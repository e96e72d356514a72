"""Every way an expedition can go, by brute force: all orders of a small deck, and the game tree card by card.

The expectation over orders gives each of the n! orders of the n cards the weight 1; the one over the tree gives each
undrawn card the same chance at every step. They agree, and neither knows any shortcut.

>>> from incan_math.game.rules import Rules
>>> from incan_math.engine.chooser import leave_after
>>> small = Rules(treasures=(3, 5, 7), hazards={"fire": 2, "snakes": 2})
>>> expected_takings(small, {"Ann": leave_after(1)})
{'Ann': Fraction(15, 7)}
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import factorial, prod

from incan_math.engine.chooser import FIRST_EXPEDITION, Choice, Standing, retirees
from incan_math.engine.deck import LabelledCard, build_deck, label
from incan_math.engine.events import Turn
from incan_math.engine.pile import artifacts_in_deck
from incan_math.engine.play import play
from incan_math.engine.table import GameTable
from incan_math.game.cards import Artifact, Card
from incan_math.game.editions import rules_of
from incan_math.game.rules import Rules

__all__ = [
    "Branch",
    "all_orders",
    "branches",
    "distinct_orders",
    "expected_takings",
    "expected_takings_from",
    "takings_distribution",
]


def all_orders(deck: Iterable[LabelledCard]) -> Iterator[tuple[LabelledCard, ...]]:
    """Yield every order of the physical cards: n! of them for n cards.

    >>> from incan_math.game.cards import Treasure
    >>> len(list(all_orders(label([Treasure(5), Treasure(5), Treasure(7)]))))
    6
    """
    return itertools.permutations(deck)


def distinct_orders(deck: Iterable[LabelledCard]) -> Iterator[tuple[tuple[LabelledCard, ...], int]]:
    """Yield one of all orders that look alike, with how many those are; together they are n!.

    >>> from incan_math.game.cards import Treasure
    >>> for order, count in distinct_orders(label([Treasure(5), Treasure(5), Treasure(7)])):
    ...     print(*order, count)
    5/1 5/2 7/1 2
    5/1 7/1 5/2 2
    7/1 5/1 5/2 2
    """
    faces = Counter(card.face for card in deck)
    alike = prod(factorial(count) for count in faces.values())
    for order in _arrangements(faces):
        yield label(order), alike


def _arrangements(faces: Counter[Card]) -> Iterator[tuple[Card, ...]]:
    if not any(faces.values()):
        yield ()
    for face in [face for face, count in faces.items() if count]:
        for rest in _arrangements(faces - Counter([face])):
            yield (face, *rest)


@dataclass(frozen=True, slots=True)
class Branch:
    """One way on from a table: a card is turned up.

    Attributes:
        card: its face.
        count: how many undrawn cards have that face; the chance is `count` / undrawn cards.
        turn: what happened.
        table: the table after it, a copy.
    """

    card: Card
    count: int
    turn: Turn
    table: GameTable


def branches(table: GameTable) -> tuple[Branch, ...]:
    """List what can be turned up next, each face once, with the table after it; `table` stays as it is.

    >>> from incan_math.game.cards import Treasure
    >>> start = GameTable("bga-en", ["Ann"], label([Treasure(5), Treasure(5), Treasure(7)]))
    >>> [(str(branch.card), branch.count, branch.table.bags["Ann"]) for branch in branches(start) if branch.table.bags]
    [('5', 2, 5), ('7', 1, 7)]
    """
    if table.ended:
        return ()
    found = []
    for face, count in Counter(card.face for card in table.undrawn).items():
        after = table.copy()
        turn = after.turn_up(face)
        found.append(Branch(face, count, turn, after))
    return tuple(found)


def takings_distribution(
    rules: str | Rules,
    choosers: Mapping[str, Choice],
    *,
    removed: Mapping[str, int] | None = None,
    artifacts: Sequence[Artifact] | None = None,
    counted: int = 0,
) -> dict[tuple[int, ...], Fraction]:
    """Count, over all orders of a small deck, with what chance the players bring home which points.

    Args:
        rules: an edition's name or a `Rules` value.
        choosers: a function for each player, by name, in seating order; each must answer the same view alike.
        removed: how many cards of each hazard kind left the game before; none if not given.
        artifacts: those in the deck; if not given, those of the first expedition.
        counted: how many artifacts of earlier expeditions count towards the worth of the next one claimed.

    Returns:
        The chance of each tuple of points, one number for each player in seating order.

    Raises:
        GameError: arguments that cannot be.

    >>> from incan_math.engine.chooser import leave_after
    >>> small = Rules(treasures=(3, 6), hazards={"fire": 1})
    >>> takings_distribution(small, {"Ann": leave_after(1)})
    {(3,): Fraction(1, 3), (6,): Fraction(1, 3), (0,): Fraction(1, 3)}
    """
    rules = rules_of(rules)
    in_deck = artifacts_in_deck(rules, 1) if artifacts is None else artifacts
    deck = build_deck(rules, removed or {}, in_deck)
    ways: Counter[tuple[int, ...]] = Counter()
    start = GameTable(rules, list(choosers), deck, counted=counted)
    for order, alike in distinct_orders(deck):
        ways[tuple(play(start.copy(), order, choosers).points.values())] += alike
    return {points: Fraction(count, factorial(len(deck))) for points, count in ways.items()}


def expected_takings(
    rules: str | Rules,
    choosers: Mapping[str, Choice],
    *,
    removed: Mapping[str, int] | None = None,
    artifacts: Sequence[Artifact] | None = None,
    counted: int = 0,
) -> dict[str, Fraction]:
    """Average, over all orders of a small deck, the points that each player brings home from one expedition.

    Arguments and errors are those of `takings_distribution`.
    """
    distribution = takings_distribution(rules, choosers, removed=removed, artifacts=artifacts, counted=counted)
    means = dict.fromkeys(choosers, Fraction(0))
    for points, chance in distribution.items():
        for name, each in zip(choosers, points, strict=True):
            means[name] += each * chance
    return means


def expected_takings_from(
    table: GameTable, choosers: Mapping[str, Choice], standing: Standing = FIRST_EXPEDITION
) -> dict[str, Fraction]:
    """Average the points that each player brings home from an expedition under way, over its game tree.

    Args:
        table: the expedition; it stays as it is. Where a card lies there after which the players have not chosen,
            they choose first.
        choosers: a function for each player in; each must answer the same view alike.
        standing: what the choosers know about the rest of the game.

    Raises:
        GameError: a player has no chooser, or a choice is neither True nor False.

    >>> from incan_math.game.cards import Hazard, Treasure
    >>> from incan_math.engine.chooser import always_stay
    >>> table = GameTable("bga-en", ["Ann"], label([Treasure(4), Hazard("fire"), Hazard("fire")]))
    >>> turn = table.turn_up(Hazard("fire"))
    >>> expected_takings_from(table, {"Ann": always_stay})
    {'Ann': Fraction(0, 1)}
    """
    orders = factorial(len(table.undrawn))
    totals = _sum_over_orders(table, choosers, standing)
    return {name: Fraction(total, orders) for name, total in totals.items()}


def _sum_over_orders(table: GameTable, choosers: Mapping[str, Choice], standing: Standing) -> dict[str, int]:
    """Sum each player's points over all orders of the undrawn cards."""
    if table.awaits_choices:
        table = table.copy()
        table.retire(retirees(table, choosers, standing))
    if table.ended:
        return {name: points * factorial(len(table.undrawn)) for name, points in table.points.items()}
    totals = dict.fromkeys(table.players, 0)
    for branch in branches(table):
        for name, total in _sum_over_orders(branch.table, choosers, standing).items():
            totals[name] += branch.count * total
    return totals

"""The walk through all states that a certificate's value hangs on, each play verified; nothing of the solver is used.

At each decision a play is named, and signs of the polynomial D show that it is the greatest symmetric equilibrium.
`docs/equilibrium-certificate.md` proves that what passes is true.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise
from math import factorial
from typing import Any, NamedTuple, Protocol

from incan_math.equilibria.checker.outward import (
    Interval,
    Value,
    coin_weights,
    holds_root,
    in_one_unit,
    is_negative,
    kept,
    minus,
    outward,
)
from incan_math.game.errors import GameError
from incan_math.game.expedition import Expedition

__all__ = ["BOUND", "CertificateError", "MIXED", "Place", "Plays", "RETIRE", "STAY", "TIE", "Walk"]

BOUND, STAY, RETIRE, MIXED, TIE = "BSRMT"
"""What is played: retire by bound, stay, retire, toss a coin, stay at an exact tie."""


class CertificateError(GameError):
    """A certificate claims what is not so, or cannot be read."""


class Place(NamedTuple):
    """`players` are in, each with `bag`; `left` gems and `found` artifacts lie on the path; the rest is undrawn.

    Treasures are one whole number in mixed radix, hazards (deadly cards, cards of each kind not showing), artifacts
    (undrawn of each kind, on the path of each kind, what the next to be claimed bring).
    """

    players: int
    treasures: int
    hazards: tuple[int, tuple[int, ...]]
    artifacts: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
    bag: int
    left: int


class Plays(Protocol):
    """Where the walk learns what is played, in the order in which it asks."""

    def kind(self, place: Place) -> str:
        """One of the five letters."""

    def interval(self, place: Place, accepts: Callable[[Interval], bool]) -> Interval:
        """Where the chance of staying lies; `accepts` says whether that can be verified."""


class Walk:
    """Backward induction along given plays, each verified."""

    def __init__(self, state: Expedition, rewards: list[int] | None, plays: Plays) -> None:
        now, rules = state.situation, state.rules
        self.values = rules.values
        self.bases = [1]
        for count in now.treasures:
            self.bases.append(self.bases[-1] * (count + 1))
        self.printed = tuple(kind.points or 0 for kind in rules.artifact_kinds)
        worth = tuple(points + gems for points, gems in now.worth)
        showing = [now.showing >> kind & 1 for kind in range(len(now.hazards))]
        unseen = sorted(count for count, shown in zip(now.hazards, showing, strict=True) if count and not shown)
        self.root = Place(
            now.players,
            sum(count * base for count, base in zip(now.treasures, self.bases, strict=False)),
            (now.deadly, tuple(unseen)),
            (now.artifacts, now.found, worth),
            now.bag,
            sum(now.leftovers),
        )
        self.root_decides = now.deciding
        self.rewards = rewards
        gains, here = list(enumerate(pairwise(worth[sum(now.found) :]))), sum(now.artifacts)
        self.by_rule = rewards is None and all((here - k - 1) * v <= (here - k + 1) * w for k, (w, v) in gains)
        self.plays = plays
        self.decisions = self.mixed = self.ties = 0
        self._decks: dict[int, tuple[list[tuple[int, int, int]], int, int]] = {}
        self._decided: dict[Place, Value] = {}
        self._lone: dict[tuple[Any, ...], int] = {}

    def value(self) -> Value:
        """The value to each player at the root."""
        return self._decide(self.root) if self.root_decides else self._go_on(self.root)

    # Cards

    def _deck(self, treasures: int) -> tuple[list[tuple[int, int, int]], int, int]:
        """([(copies, gems, treasures after)], cards, gems) of the undrawn treasures."""
        found = self._decks.get(treasures)
        if found is None:
            counts = [treasures % above // base for base, above in pairwise(self.bases)]
            moves = [
                (count, value, treasures - base)
                for count, value, base in zip(counts, self.values, self.bases, strict=False)
                if count
            ]
            found = self._decks[treasures] = moves, sum(counts), sum(copies * value for copies, value, _ in moves)
        return found

    def _cards(self, place: Place) -> int:
        deadly, unseen = place.hazards
        return self._deck(place.treasures)[1] + deadly + sum(unseen) + sum(place.artifacts[0])

    def _draws(self, place: Place) -> Iterator[tuple[int, Place]]:
        """(copies, place after) for each card that does not bust."""
        players, treasures, (deadly, unseen), (undrawn, found, worth), bag, left = place
        for copies, value, then in self._deck(treasures)[0]:
            share, rest = divmod(value, players)
            yield copies, place._replace(treasures=then, bag=bag + share, left=left + rest)
        for i, count in enumerate(unseen):
            if not i or unseen[i - 1] != count:
                shown = (deadly + count - 1, (*unseen[:i], *unseen[i + 1 :]))
                yield count * unseen.count(count), place._replace(hazards=shown)
        for i, count in enumerate(undrawn):
            if count:
                fewer = (*undrawn[:i], count - 1, *undrawn[i + 1 :])
                more = (*found[:i], found[i] + 1, *found[i + 1 :])
                yield count, place._replace(artifacts=(fewer, more, worth))

    def _points(self, artifacts: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]) -> int:
        """What the artifacts on the path bring a sole retiree."""
        _, found, worth = artifacts
        return sum(worth[: sum(found)]) if worth else sum(map(int.__mul__, found, self.printed))

    def _to_find(self, artifacts: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]) -> int:
        """What the next card would add to them, summed over all undrawn artifacts."""
        undrawn, found, worth = artifacts
        if worth:
            return sum(undrawn) * worth[sum(found)] if sum(undrawn) else 0
        return sum(map(int.__mul__, undrawn, self.printed))

    def _reward(self, points: int) -> int:
        return points if self.rewards is None else self.rewards[points]

    def _left_by(self, place: Place, staying: int) -> Place:
        """The place before a card, once all but `staying` have left together."""
        leaving = place.players - staying
        if not leaving:
            return place
        undrawn, found, worth = place.artifacts
        if leaving == 1:
            found, worth = (0,) * len(found), worth[sum(found) :]
        return place._replace(players=staying, artifacts=(undrawn, found, worth), left=place.left % leaving)

    # Values

    def _go_on(self, place: Place) -> Value:
        """The value to each player in before the next card."""
        cards = self._cards(place)
        if place.players == 1:
            return kept(Fraction(self._stay_alone(place), factorial(cards)))
        exact: Fraction | int = place.hazards[0] * self._reward(0)
        low = high = 0
        for copies, then in self._draws(place):
            value = self._decide(then)
            if isinstance(value, tuple):
                low += copies * value[0]
                high += copies * value[1]
            else:
                exact += copies * value
        if low == high == 0:
            return kept(Fraction(exact) / cards)
        less, more = outward(exact)
        return (low + less) // cards, -(-(high + more) // cards)

    def _decide(self, place: Place) -> Value:
        """The value to each player in after a card, before the choice."""
        known = self._decided.get(place)
        if known is not None:
            return known
        players, left = place.players, place.left
        payoffs = [place.bag + left // k for k in range(1, players + 1)]
        payoffs[0] += self._points(place.artifacts)
        retire = [self._reward(points) for points in payoffs]
        value: Value = retire[-1]
        if self._cards(place):
            self.decisions += 1
            kind = self.plays.kind(place)
            if kind == BOUND:
                self._demand(self._everyone_retires(place, payoffs), place, "no bound shows that everyone retires")
            elif kind == STAY:
                value = self._go_on(place)
                self._demand(in_one_unit([value, retire[0]]), place, "staying is not shown to be better",
                             lambda pair: pair[0][0] >= pair[1][1])  # fmt: skip
            elif kind in (RETIRE, MIXED, TIE):
                value = self._stage(place, kind, retire)
            else:
                raise CertificateError(f"plays: {kind!r} is no play")
        self._decided[place] = value
        return value

    def _stage(self, place: Place, kind: str, retire: list[int]) -> Value:
        """The value at a decision where all outcomes count."""
        players = place.players
        stay = [self._go_on(self._left_by(place, j)) for j in range(1, players + 1)]
        d = [minus(stay[i], retire[players - 1 - i]) for i in range(players)]
        if kind == TIE:
            self._demand(all(x == 0 for x in d), place, "it is no exact tie")
            self.ties += 1
            return stay[-1]
        bounds = in_one_unit(d)
        if kind == RETIRE:
            shown = bounds[0][1] <= 0 and is_negative(bounds)
            self._demand(shown, place, "retiring is not shown to be the only equilibrium")
            return retire[-1]
        low, high, whole = found = self.plays.interval(place, lambda chance: holds_root(bounds, d, chance))
        self._demand(holds_root(bounds, d, found), place, "the greatest root is not shown to lie in the interval")
        self.mixed += 1
        if retire[0] == retire[-1]:
            return retire[0]
        coins = (coin_weights(p, whole, players - 1) for p in (low, high))
        ends = [sum(w * x for w, x in zip(coin, retire[::-1], strict=True)) for coin in coins]
        exact = [Fraction(end, whole ** (players - 1)) for end in ends]
        return kept(exact[0]) if low == high else (outward(exact[0])[0], outward(exact[1])[1])

    def _demand(self, fact: object, place: Place, otherwise: str, test: Callable[[Any], bool] = bool) -> None:
        if not test(fact):
            raise CertificateError(
                f"plays: {otherwise} where {place.players} players hold {place.bag} each, {place.left} gems lie on the"
                f" path and {self._cards(place)} cards are left",
            )

    def _everyone_retires(self, place: Place, payoffs: list[int]) -> bool:
        """Whether one who stays gets less than by leaving however many others stay, by what a lone player could get."""
        cards, deadly = self._cards(place), place.hazards[0]
        moves, _, gems = self._deck(place.treasures)
        for staying in range(1, place.players + 1):
            then = self._left_by(place, staying)
            home = place.bag + then.left + self._points(then.artifacts)
            artifacts = self._to_find(then.artifacts)
            more = sum(copies * sum(divmod(value, staying)) for copies, value, _ in moves) + artifacts
            if (
                home * deadly < gems + artifacts
                or home * (cards - deadly) + more >= cards * payoffs[place.players - staying]
            ):
                return False
        return self.by_rule

    def _stay_alone(self, place: Place) -> int:
        """Give r! times what one more card and the best play after it are worth alone, r cards being left."""
        gems = place.bag + place.left
        key = (place.treasures, place.hazards, place.artifacts, gems)
        found = self._lone.get(key)
        if found is None:
            cards = self._cards(place)
            if not cards:
                found = self._reward(gems + self._points(place.artifacts))
            else:
                found = place.hazards[0] * self._reward(0) * factorial(cards - 1)
                for copies, then in self._draws(place):
                    found += copies * self._alone(then, factorial(cards - 1))
            self._lone[key] = found
        return found

    def _alone(self, place: Place, scale: int) -> int:
        """`scale` times the better of going home and going on."""
        points = place.bag + place.left + self._points(place.artifacts)
        home = self._reward(points) * scale
        if self.by_rule and points * place.hazards[0] >= self._deck(place.treasures)[2] + self._to_find(
            place.artifacts
        ):
            return home  # One more card gains nothing, and never will.
        return max(home, self._stay_alone(place))

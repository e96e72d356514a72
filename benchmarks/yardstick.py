"""The plain memoised recursions that the library is measured against: exact, in `Fraction`s, without any idea."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from math import comb, factorial

from incan_math import Expedition


def bust_curve(state: Expedition) -> list[Fraction]:
    """P(a bust within k cards) for k = 0 up to the whole deck, card by card."""

    @cache
    def survives(safe: int, unseen: tuple[int, ...], deadly: int, draws: int) -> Fraction:
        left = safe + sum(unseen) + deadly
        if not draws or not left:
            return Fraction(1)
        total = Fraction(0)
        if safe:
            total += Fraction(safe, left) * survives(safe - 1, unseen, deadly, draws - 1)
        for kind, count in enumerate(unseen):
            others = unseen[:kind] + unseen[kind + 1 :]
            total += Fraction(count, left) * survives(safe, others, deadly + count - 1, draws - 1)
        return total

    now = state.situation
    unseen = sorted(count for kind, count in enumerate(now.hazards) if count and not now.showing >> kind & 1)
    safe = sum(now.treasures) + sum(now.artifacts)
    return [1 - survives(safe, tuple(unseen), state.deadly, draws) for draws in range(state.cards_left + 1)]


def solo_value(state: Expedition) -> Fraction:
    """The best a lone player can expect from `state` on: max(stop, mean over the next card), state by state."""
    values = state.rules.values

    @cache
    def value(treasures: tuple[int, ...], unseen: tuple[int, ...], deadly: int, artifacts: int, home: int) -> Fraction:
        left = sum(treasures) + sum(unseen) + deadly + artifacts
        if not left:
            return Fraction(home)
        go = Fraction(0)
        for place, count in enumerate(treasures):
            if count:
                rest = (*treasures[:place], count - 1, *treasures[place + 1 :])
                go += Fraction(count, left) * value(rest, unseen, deadly, artifacts, home + values[place])
        for kind, count in enumerate(unseen):
            others = unseen[:kind] + unseen[kind + 1 :]
            go += Fraction(count, left) * value(treasures, others, deadly + count - 1, artifacts, home)
        if artifacts:
            go += Fraction(artifacts, left) * value(treasures, unseen, deadly, artifacts - 1, home + points)
        return max(Fraction(home), go) if home or deadly else go

    now = state.situation
    points = state.rules.artifacts[0] if state.rules.artifacts else 0
    unseen = sorted(count for kind, count in enumerate(now.hazards) if count and not now.showing >> kind & 1)
    return value(now.treasures, tuple(unseen), state.deadly, sum(now.artifacts), state.bag)


def solo_value_in_integers(state: Expedition) -> Fraction:
    """The same over the same states with r! times the value, r cards being left: whole numbers until the end."""
    values = state.rules.values

    @cache
    def value(treasures: tuple[int, ...], unseen: tuple[int, ...], deadly: int, artifacts: int, home: int) -> int:
        left = sum(treasures) + sum(unseen) + deadly + artifacts
        if not left:
            return home
        go = 0
        for place, count in enumerate(treasures):
            if count:
                rest = (*treasures[:place], count - 1, *treasures[place + 1 :])
                go += count * value(rest, unseen, deadly, artifacts, home + values[place])
        for kind, count in enumerate(unseen):
            others = unseen[:kind] + unseen[kind + 1 :]
            go += count * value(treasures, others, deadly + count - 1, artifacts, home)
        if artifacts:
            go += artifacts * value(treasures, unseen, deadly, artifacts - 1, home + points)
        return max(factorial(left) * home, go) if home or deadly else go

    now = state.situation
    points = state.rules.artifacts[0] if state.rules.artifacts else 0
    unseen = sorted(count for kind, count in enumerate(now.hazards) if count and not now.showing >> kind & 1)
    whole = value(now.treasures, tuple(unseen), state.deadly, sum(now.artifacts), state.bag)
    return Fraction(whole, factorial(state.cards_left))


def equilibrium_value(state: Expedition) -> float:
    """The symmetric equilibrium's value at a start, by memoised recursion in floats; mixed stages by bisection.

    One kind of artifact, one equilibrium at every stage.
    """
    values = state.rules.values
    points = state.rules.artifacts[0] if state.rules.artifacts else 0

    @cache
    def go(
        treasures: tuple[int, ...], unseen: tuple[int, ...], deadly: int, art: str, n: int, bag: int, left: int
    ) -> float:
        cards = sum(treasures) + sum(unseen) + deadly + (art == "undrawn")
        if not cards:
            return float(bag + left // n + points * (art == "path" and n == 1))
        total = 0.0
        for place, count in enumerate(treasures):
            if count:
                rest = (*treasures[:place], count - 1, *treasures[place + 1 :])
                share, more = divmod(values[place], n)
                total += count * choose(rest, unseen, deadly, art, n, bag + share, left + more)
        for kind, count in enumerate(unseen):
            others = unseen[:kind] + unseen[kind + 1 :]
            total += count * choose(treasures, others, deadly + count - 1, art, n, bag, left)
        if art == "undrawn":
            total += choose(treasures, unseen, deadly, "path", n, bag, left)
        return total / cards

    @cache
    def choose(
        treasures: tuple[int, ...], unseen: tuple[int, ...], deadly: int, art: str, n: int, bag: int, left: int
    ) -> float:
        deck = treasures, unseen, deadly
        retire = [bag + left // k + points * (art == "path" and k == 1) for k in range(1, n + 1)]
        if not sum(treasures) + sum(unseen) + deadly + (art == "undrawn"):
            return float(retire[-1])
        stay = [go(*deck, "gone" if art == "path" and n - j == 1 else art, j, bag, left % (n - j)) for j in range(1, n)]
        stay.append(go(*deck, art, n, bag, left))
        if n == 1:
            return max(retire[0], stay[0])
        gains = [stay[i] - retire[n - i - 1] for i in range(n)]
        if gains[0] <= 0:
            return float(retire[-1])
        if gains[-1] >= 0:
            return stay[-1]
        low, high = 0.0, 1.0
        for _ in range(52):
            p = (low + high) / 2
            if mean(gains, p) > 0:
                low = p
            else:
                high = p
        return mean(retire[::-1], low)

    def mean(numbers: Sequence[float], p: float) -> float:
        m = len(numbers) - 1
        return sum(comb(m, i) * p**i * (1 - p) ** (m - i) * number for i, number in enumerate(numbers))

    now = state.situation
    unseen = tuple(sorted(count for kind, count in enumerate(now.hazards) if count))
    return go(now.treasures, unseen, 0, "undrawn" if sum(now.artifacts) else "gone", state.players, 0, 0)

"""The plain memoised recursions that the library is measured against: exact, in `Fraction`s, without any idea."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import factorial

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

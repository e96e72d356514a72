"""Symmetric equilibria by brute force: over the moves of `Expedition` alone, in plain fractions, with Sturm's theorem.

An irrational root is cut off after 160 bits, a value after 200 where its denominator is greater than that, and what is
smaller than 2^-100 counts as zero. Nothing here knows a bound, a merged state or a Bernstein polynomial.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from math import comb

from incan_math import Expedition

TINY = Fraction(1, 2**100)
WIDTH = Fraction(1, 2**160)
Poly = list[Fraction]
"""Coefficients by rising powers."""


class BrutePlay:
    """The greatest symmetric equilibrium of every decision, by backward induction."""

    def __init__(self, utility: Callable[[int], int | Fraction] = lambda points: points) -> None:
        self.utility = utility
        self.chances: dict[Expedition, Fraction] = {}
        self.several = 0
        self._values: dict[Expedition, Fraction] = {}

    def home(self, state: Expedition, leaving: int) -> Fraction:
        return Fraction(self.utility(state.payout(leaving).points))

    def before_card(self, state: Expedition) -> Fraction:
        if not state.cards_left:
            return self.home(state, state.players)
        total = Fraction(0)
        for _, copies, after in state.draws():
            total += copies * (self.utility(0) if after.is_bust else self.choose(after))
        return total / state.cards_left

    def choose(self, state: Expedition) -> Fraction:
        known = self._values.get(state)
        if known is None:
            known = self._values[state] = self._choose(state)
        return known

    def _choose(self, state: Expedition) -> Fraction:
        n = state.players
        if not state.cards_left:
            return self.home(state, n)
        home = [self.home(state, k) for k in range(1, n + 1)]
        if n == 1:
            return max(home[0], self.before_card(state))
        stay = [self.before_card(state.retire(n - j)[1] if j < n else state) for j in range(1, n + 1)]
        gain = [stay[i] - home[n - i - 1] for i in range(n)]
        gain = [x if abs(x) > TINY else Fraction(0) for x in gain]
        if not any(gain):
            self.chances[state] = Fraction(1)
            return stay[-1]
        found = equilibria(gain)
        self.several += len(found) > 1
        worth = [(p * mean(stay, p) + (1 - p) * mean(home[::-1], p), p) for p in found]
        most = max(value for value, _ in worth)
        value, self.chances[state] = max((v, p) for v, p in worth if most - v <= TINY)
        near = round(value * 5040) / Fraction(5040)
        if abs(value - near) <= TINY:
            return near
        return value if value.denominator < 2**200 else round(value * 2**200) / Fraction(2**200)


def mean(values: list[Fraction], p: Fraction) -> Fraction:
    m = len(values) - 1
    return sum((comb(m, i) * p**i * (1 - p) ** (m - i) * x for i, x in enumerate(values)), Fraction(0))


def equilibria(gain: list[Fraction]) -> list[Fraction]:
    """Every p in [0, 1] that is a symmetric equilibrium, roots to 160 bits."""
    poly = by_powers(gain)
    found = [Fraction(0)] if gain[0] <= 0 else []
    chain = sturm(poly)
    waiting = [(Fraction(0), Fraction(1))]
    while waiting:
        low, high = waiting.pop()
        roots = variations(chain, low) - variations(chain, high)  # In (low, high].
        if roots and not at(poly, high):
            found += [high] if high < 1 else []
            roots -= 1
        if roots == 1 and at(poly, low) * at(poly, high) < 0:
            found.append(bisected(poly, low, high))
        elif roots:
            middle = (low + high) / 2
            if high - low < WIDTH:
                found.append(middle)  # A double root.
            else:
                waiting += [(low, middle), (middle, high)]
    return sorted({*found, *([Fraction(1)] if gain[-1] >= 0 else [])})


def bisected(poly: Poly, low: Fraction, high: Fraction) -> Fraction:
    """The only root between two points where the signs differ."""
    if len(poly) == 2:
        return -poly[0] / poly[1]
    rising = at(poly, high) > 0
    while high - low > WIDTH:
        middle = (low + high) / 2
        if (at(poly, middle) > 0) == rising:
            high = middle
        else:
            low = middle
    return (low + high) / 2


def by_powers(bernstein: list[Fraction]) -> Poly:
    m = len(bernstein) - 1
    poly = [Fraction(0)] * (m + 1)
    for i, x in enumerate(bernstein):
        for k in range(m - i + 1):
            poly[i + k] += x * comb(m, i) * comb(m - i, k) * (-1) ** k
    return trimmed(poly)


def trimmed(poly: Poly) -> Poly:
    while poly and abs(poly[-1]) <= TINY:
        poly = poly[:-1]
    return poly


def at(poly: Poly, p: Fraction) -> Fraction:
    total = Fraction(0)
    for x in reversed(poly):
        total = total * p + x
    return total


def sturm(poly: Poly) -> list[Poly]:
    chain = [poly, trimmed([k * x for k, x in enumerate(poly)][1:])]
    while chain[-1]:
        rest = chain[-2]
        while len(rest) >= len(chain[-1]):
            factor = rest[-1] / chain[-1][-1]
            shift = len(rest) - len(chain[-1])
            rest = [x - factor * (chain[-1][k - shift] if k >= shift else 0) for k, x in enumerate(rest)][:-1]
            rest = trimmed(rest)
        chain.append([-x for x in rest])
    return chain[:-1]


def variations(chain: list[Poly], p: Fraction) -> int:
    signs = [value > 0 for value in (at(poly, p) for poly in chain) if value]
    return sum(a != b for a, b in pairwise(signs))

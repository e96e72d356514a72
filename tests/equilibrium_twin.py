"""A slow twin of every equilibrium solver: recursion over the moves of `Expedition`, in floats, for 2 to 8 players.

It shares no code with the solvers. Each stage is solved from the definition: D(p) in Bernstein form, its roots found by
bisection between the roots of its derivative, every symmetric equilibrium listed, and one picked by the selection rule:
the greatest value, and of those the one that stays most. Numbers within `NOTHING` of each other count as equal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise
from math import comb

from incan_math.game.expedition import Expedition

NOTHING = 1e-12
"""Differences up to this size count as none."""

Utility = Callable[[int], int | Fraction]


def equilibrium_twin(state: Expedition, utility: Utility | None = None) -> tuple[float, dict[Expedition, float]]:
    """(the value to each player in, the chance of staying at every later state where two or more choose)."""
    plan: dict[Expedition, float] = {}
    decided: dict[Expedition, float] = {}
    gone_on: dict[Expedition, float] = {}

    def worth(points: int) -> float:
        return float(points if utility is None else utility(points))

    def retire(here: Expedition, players: int) -> float:
        return worth(here.payout(players).points)

    def go_on(here: Expedition) -> float:
        if here not in gone_on:
            total = 0.0
            for _, copies, after in here.draws():
                total += copies * (worth(0) if after.is_bust else decide(after))
            gone_on[here] = total / here.cards_left
        return gone_on[here]

    def decide(here: Expedition) -> float:
        if not here.cards_left:
            return retire(here, here.players)
        if here not in decided:
            n = here.players
            if n == 1:
                decided[here] = max(retire(here, 1), go_on(here))
            else:
                home = [retire(here, k) for k in range(1, n + 1)]
                stay = [go_on(here.retire(n - j)[1]) for j in range(1, n)] + [go_on(here)]
                plan[here] = select(home, stay)
                decided[here] = stage_value(home, stay, plan[here])
        return decided[here]

    value = decide(state) if state.is_deciding else go_on(state)
    return value, plan


def stage_differences(retire: Sequence[float], stay: Sequence[float]) -> list[float]:
    """d_i = V_(i+1) - R_(n-i), with retire[k - 1] = R_k and stay[j - 1] = V_j; next to nothing is nothing."""
    n = len(retire)
    d = [stay[i] - retire[n - i - 1] for i in range(n)]
    return [0.0 if abs(x) <= NOTHING else x for x in d]


def stage_value(retire: Sequence[float], stay: Sequence[float], p: float) -> float:
    """What each gets when everybody stays with chance p."""
    return p * bernstein(stay, p) + (1 - p) * bernstein(retire[::-1], p)


def stage_equilibria(retire: Sequence[float], stay: Sequence[float]) -> list[float]:
    """Every isolated symmetric equilibrium, rising; of a tie, those that can have the greatest value."""
    d = stage_differences(retire, stay)
    if not any(d):
        return sorted({0.0, 1.0, *roots(slope(retire[::-1]))})
    found = {p for p in roots(d) if 0 < p < 1}
    if d[0] <= 0:
        found.add(0.0)
    if d[-1] >= 0:
        found.add(1.0)
    return sorted(found)


def select(retire: Sequence[float], stay: Sequence[float]) -> float:
    """The equilibrium with the greatest value, and of those the one that stays most."""
    found = stage_equilibria(retire, stay)
    best = max(stage_value(retire, stay, p) for p in found)
    return max(p for p in found if stage_value(retire, stay, p) >= best - NOTHING)


def bernstein(values: Sequence[float], p: float) -> float:
    """Sum of C(m, i) p^i (1-p)^(m-i) values[i], with m = len(values) - 1."""
    m = len(values) - 1
    return sum(comb(m, i) * p**i * (1 - p) ** (m - i) * value for i, value in enumerate(values))


def slope(values: Sequence[float]) -> list[float]:
    """The derivative, in Bernstein form too."""
    m = len(values) - 1
    return [m * (after - before) for before, after in pairwise(values)]


def roots(values: Sequence[float]) -> list[float]:
    """All roots in [0, 1] of a polynomial in Bernstein form: it is monotone between the roots of its derivative."""
    if not any(abs(value) > NOTHING for value in values) or len(values) == 1:
        return []
    corners = sorted({0.0, *roots(slope(values)), 1.0})
    found = [p for p in corners if abs(bernstein(values, p)) <= NOTHING]
    for low, high in pairwise(corners):
        rises = bernstein(values, low) < 0
        if abs(bernstein(values, low)) <= NOTHING or abs(bernstein(values, high)) <= NOTHING:
            continue  # The root is at a corner.
        if rises == (bernstein(values, high) < 0):
            continue
        for _ in range(100):
            middle = (low + high) / 2
            if (bernstein(values, middle) < 0) == rises:
                low = middle
            else:
                high = middle
        found.append((low + high) / 2)
    return sorted(found)

"""The compiled sweeps run over a whole `Grid`, level by level on all cores, and how far rounding can take them.

With u = 2^-53 and no reward above M, a sum of C copies times worth, divided by the cards left, is off by at most
(C + 2) u M more than its terms; a mean over what n - 1 others do, put together for both choices, by (3 n + 5) u M; a
reward by u M. Means and maxima pass the errors of their terms on without making them greater, and at most N cards
come, so every value is off by less than

    N (C + 3 n + 8) u M (1 + 10^-9),

the last factor standing for all products of errors. docs/theory.md has the argument.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from incan_math.response.evaluation import Progress
from incan_math.states.grid import Grid

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

__all__ = ["Audited", "SolvedPolicy", "audit", "rounding", "solve"]

_PARTS = 16  # Of a level, so that both cores are busy to its end and an interruption is soon heard.


@dataclass(frozen=True)
class SolvedPolicy:
    """Retirement probabilities [row, column], NaN where nobody decides; and the counts of `kernels`, or two of them."""

    retires: Floats
    counts: tuple[int, ...]


@dataclass(frozen=True)
class Audited:
    """What a policy is worth against a field of others, each number off by at most `rounding`.

    Attributes:
        value: to the player at the start, and of the best answer to that field.
        best: the same for the best play against the field.
        gain: by how much the best play does better at most, from any situation on.
        stay: what going on is worth from the start by how many others stay; where players decide there.
    """

    value: float
    best: float
    gain: float
    stay: tuple[float, ...]


def rounding(grid: Grid, reward: Floats) -> Fraction:
    """How far a value on the grid can be from the true one."""
    import numpy as np

    most = Fraction(float(np.max(np.abs(reward))))
    steps = grid.cards_left * (grid.most_moves + 3 * grid.players + 8)
    return steps * most * Fraction(1, 2**53) * (1 + Fraction(1, 10**9))


def solve(grid: Grid, reward: Floats, progress: Progress | None = None) -> SolvedPolicy:
    """The symmetric equilibrium on the grid, backwards from the last card; ties within rounding count as ties."""
    import numpy as np

    from incan_math.equilibria.policy_kernels import solve_decks

    columns = len(grid.hazards.cards)
    retires = np.full(grid.shape, np.nan)
    counts = np.zeros(5, np.int64)
    tolerance = float(4 * rounding(grid, reward))
    before, before_base = np.zeros((0, columns)), 0
    for decks, base, rows in grid.by_level():
        values = np.zeros((rows, columns))
        given = (grid.layout, grid.marks, reward, tolerance, before, before_base, values, base, retires)
        for found in _in_parts(solve_decks, given, grid, decks, progress, 0):
            counts += found
        before, before_base = values, base
    return SolvedPolicy(retires, tuple(counts.tolist()))


def audit(grid: Grid, reward: Floats, own: Floats, field: Floats, progress: Progress | None = None) -> Audited:
    """What `own` is worth to one player while all others play `field`, and what the best play would be."""
    import numpy as np

    from incan_math.equilibria.policy_kernels import audit_decks
    from incan_math.states.rows import find_lower

    columns = len(grid.hazards.cards)
    before, before_best, before_base = np.zeros((0, columns)), np.zeros((0, columns)), 0
    gain = 0.0
    go = go_best = before
    for decks, base, rows in grid.by_level():
        values, bests = np.zeros((rows, columns)), np.zeros((rows, columns))
        given = (grid.layout, grid.marks, reward, own, field, before, before_best, before_base, values, bests, base)
        for found in _in_parts(audit_decks, given, grid, decks, progress, len(grid.treasures.cards)):
            go, go_best = found[:2]
            gain = max(gain, found[2])
        before, before_best, before_base = values, bests, base
    players, column = grid.players, grid.start_column
    first = grid.last_deck_row  # The rows of the last deck, whose going on the last sweep gave.
    row = grid.rows - 1
    if not grid.state.is_deciding:
        return Audited(float(go[row - first, column]), float(go_best[row - first, column]), gain, ())
    lower = np.empty(8, np.int64)
    find_lower(lower, row, len(grid.treasures.cards) - 1, players, grid.layout)
    stay = [go[lower[k] - first, grid.hazards.taken[column] if k == 1 else column] for k in range(players - 1, 0, -1)]
    stay.append(go[row - first, column])
    value, best = values[row - base, column], bests[row - base, column]
    return Audited(float(value), float(best), gain, tuple(map(float, stay)))


def _in_parts(
    sweep: Callable[..., Any],
    given: tuple[Any, ...],
    grid: Grid,
    decks: tuple[int, int],
    progress: Progress | None,
    done: int,
) -> Iterator[Any]:
    """The sweep over parts of the level's decks, on all cores; progress counts decks, twice all of them in all."""
    begin, end = decks
    parts = min(_PARTS, end - begin)
    cuts = [begin + (end - begin) * i // parts for i in range(parts + 1)]
    pool = ThreadPoolExecutor(os.cpu_count() or 1)
    try:
        jobs = [(last, pool.submit(sweep, (first, last), *given)) for first, last in pairwise(cuts)]
        for last, job in jobs:
            yield job.result()
            if progress:
                progress(done + last, 2 * len(grid.treasures.cards), grid.situations)
    finally:
        pool.shutdown(cancel_futures=True)

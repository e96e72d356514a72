"""The whole two-player game solved: expedition by expedition from the last, leads outward from 0, blocks anywhere."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from math import prod
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from incan_math.duels.block import block_of, deck_of, solve_block
from incan_math.duels.shipped import key_of, pack, unpack
from incan_math.duels.values import Curve, Values
from incan_math.game.errors import GameError
from incan_math.game.rules import Rules
from incan_math.states.between import Between, layers, most_ahead
from incan_math.storage.store import Store

if TYPE_CHECKING:
    from numpy import ndarray

    Array = ndarray[Any, Any]

__all__ = ["LANES", "Progress", "check_rules", "solve", "solve_layer", "work"]

LANES = 40
"""Leads that are solved together."""
_MOST_GEMS = 2_000
_SAVE_SECONDS = 5.0

Progress = Callable[[int, int], None]
"""Called with (situations between expeditions solved, all that there are)."""


class _Piece(NamedTuple):
    state: Between
    first: int


def check_rules(rules: Rules) -> None:
    """Refuse rules whose two-player game is not covered.

    Raises:
        GameError: leftovers are split per card, or there are too many gems.
    """
    if rules.leftover != "pooled":
        raise GameError(
            f"rules: {rules.name} splits leftovers per card; two players for the win need pooled leftovers"
            " (dataclasses.replace(rules, leftover='pooled'))",
        )
    if rules.gem_total > _MOST_GEMS:
        raise GameError(
            f"rules: the treasures of {rules.name} hold {rules.gem_total:,} gems; two players for the win are solved up"
            f" to {_MOST_GEMS:,}",
        )


def work(rules: Rules) -> int:
    """About how many places of cards and artifacts the solver visits, summed over the states between expeditions."""
    treasures = prod(rules.treasures.count(value) + 1 for value in rules.values)
    total = 0
    for layer in layers(rules)[1:]:
        for state in layer:
            hazards = prod(state.hazards.count(size) + 1 for size in set(state.hazards))
            kinds = [state.artifacts.count(kind) for kind in set(state.artifacts)]
            total += treasures * hazards * prod((count + 1) * (count + 2) // 2 for count in kinds)
    return total


def solve(
    rules: Rules,
    *,
    executor: Executor | None = None,
    store: Store | None = None,
    progress: Progress | None = None,
) -> Values:
    """The chances of winning before every expedition but the first, for every lead and everything that can precede.

    Args:
        rules: the edition or custom deck.
        executor: where blocks are solved, such as `dask.distributed.Client.get_executor()`; threads if not given.
        store: keeps what is solved, so that a call after an interruption goes on from there.
        progress: called after every situation.

    Raises:
        GameError: the rules are not covered.
    """
    check_rules(rules)
    key = key_of(rules)
    kept = None if store is None else store.load(key)
    values = Values(rules, {} if kept is None else unpack(kept))
    stages = layers(rules)[1:]
    total = sum(map(len, stages))
    saved = monotonic()

    def keep() -> None:
        if store is not None and (kept is None or len(kept["states"]) < len(values.curves)):
            store.save(key, _title(rules, len(values.curves), total), pack(values.curves))

    try:
        with _given_or_threads(executor) as pool:
            for stage in reversed(stages):
                todo = [state for state in stage if state not in values.curves]
                if progress is not None:
                    progress(len(values.curves), total)
                for state, curve in solve_layer(values, todo, pool):
                    values.curves[state] = curve
                    if progress is not None:
                        progress(len(values.curves), total)
                    if monotonic() - saved > _SAVE_SECONDS:
                        keep()
                        saved = monotonic()
    finally:
        keep()
    return values


def solve_layer(values: Values, states: Sequence[Between], pool: Executor) -> Iterator[tuple[Between, Curve]]:
    """Each state of one expedition with its curve, as they are found; later expeditions are in `values`."""
    rules = values.rules
    treasures = tuple((value, rules.treasures.count(value)) for value in rules.values)
    parts: dict[Between, dict[int, Array]] = {state: {} for state in states}
    open_ends = {state: (state.lead > 0) + 1 for state in states}
    running: dict[Future[Any], _Piece] = {}

    def start(state: Between, first: int) -> None:
        block = block_of(values, state, deck_of(state, treasures), first, LANES)
        running[pool.submit(solve_block, block)] = _Piece(state, first)

    try:
        # The hardest blocks first, so that no one of them is left over for the end.
        for state in sorted(states, key=lambda state: -len(set(state.hazards))):
            start(state, 0)
            if state.lead:
                start(state, -LANES)
        while running:
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                state, first = running.pop(future)
                chances = parts[state][first] = np.asarray(future.result().go)
                most = most_ahead(rules, state.expedition)
                if first >= 0 and chances[-1] < 1.0 and first + LANES <= most:
                    start(state, first + LANES)
                elif first < 0 and chances[0] > 0.0 and first > -most:
                    start(state, first - LANES)
                else:
                    open_ends[state] -= 1
                if not open_ends[state]:
                    yield state, _joined(parts.pop(state), state)
    finally:
        for future in running:
            future.cancel()


def _joined(parts: dict[int, Array], state: Between) -> Curve:
    """One curve of all parts, without the ends where nothing is open any more."""
    first = min(parts)
    chances = np.concatenate([parts[start] for start in sorted(parts)])
    if not state.lead:  # Solved for leads only: the other player sees the rest.
        chances = np.concatenate([1.0 - chances[:0:-1], chances])
        first = 1 - (len(chances) + 1) // 2
    above, below = np.flatnonzero(chances > 0.0), np.flatnonzero(chances < 1.0)
    low = max(int(above[0]) - 1, 0) if len(above) else len(chances) - 1
    high = min(int(below[-1]) + 1, len(chances) - 1) if len(below) else 0
    return Curve(first + low, chances[low : high + 1])


def _title(rules: Rules, count: int, total: int) -> str:
    part = "" if count == total else f", {count} of {total} situations so far"
    return f"two players for the win, {rules.name}{part}"


@contextmanager
def _given_or_threads(executor: Executor | None) -> Iterator[Executor]:
    if executor is not None:
        yield executor
        return
    with ThreadPoolExecutor(min(os.cpu_count() or 1, 4)) as pool:
        yield pool

"""The whole two-player game solved: expedition by expedition from the last, leads outward from 0, blocks anywhere."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from incan_math.duels.block import block_of, deck_of, solve_block
from incan_math.duels.cost import MEMORY, amount, duration, plan_for, seconds_of, size_before
from incan_math.duels.solved_games import load, save
from incan_math.duels.values import Curve, Values
from incan_math.game.errors import GameError
from incan_math.game.rules import Rules
from incan_math.states.between import Between, layers, most_ahead
from incan_math.storage.announcement import announce_compiling
from incan_math.storage.compiled import need_compiled
from incan_math.storage.store import Store

if TYPE_CHECKING:
    from numpy import ndarray

    Array = ndarray[Any, Any]

__all__ = ["Progress", "check_cost", "check_rules", "solve", "solve_layer"]

_MOST_GEMS = 2_000
_MOST_CARDS = 200
_SAVE_SECONDS = 5.0
_HOPELESS = 10 * 86_400.0
"""CPU-seconds beyond which nobody would wait."""

Progress = Callable[[int, int], None]
"""Called with (situations between expeditions solved, all that are wanted)."""


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
    if rules.gem_total > _MOST_GEMS or len(rules.treasures) > _MOST_CARDS:
        raise GameError(
            f"rules: {rules.name} has {len(rules.treasures):,} treasures with {rules.gem_total:,} gems; two players for"
            f" the win are solved up to {_MOST_CARDS} treasures and {_MOST_GEMS:,} gems",
        )


def check_cost(rules: Rules, states: Collection[Between], memory: int) -> int:
    """Refuse to solve states that do not fit into `memory` bytes or would take weeks; the bytes for one block.

    Raises:
        GameError: the least memory or the time that it takes is too much.
    """
    most = 0
    for state in states:
        size, is_last = size_before(rules, state), state.expedition == rules.expeditions
        plan = plan_for(size, is_last, memory)
        if plan is None:
            least = size.memory(1, 1, is_last, True)
            raise GameError(
                f"rules: expedition {state.expedition} of {rules.name} has {size.work:,} positions, which take"
                f" {amount(least)} for a single lead; give memory={least} bytes or more, or rules with fewer cards",
            )
        most = max(most, size.memory(plan.leads, plan.strip, is_last, plan.is_split))
    need_compiled("two players for the win", sum(size_before(rules, state).work for state in states), 50_000)
    seconds = seconds_of(rules, states)
    if seconds > _HOPELESS:
        raise GameError(
            f"rules: solving {len(states):,} situations of {rules.name} takes {duration(seconds)}; ask about the last"
            " expedition, or take rules with fewer treasures or artifacts",
        )
    return most


COMPILING_SECONDS = 10
"""About how long the kernels of the two-player game compile, once."""


def solve(
    rules: Rules,
    *,
    states: Iterable[Between] | None = None,
    executor: Executor | None = None,
    store: Store | None = None,
    progress: Progress | None = None,
    memory: int = MEMORY,
    known: Mapping[Between, Curve] | None = None,
) -> Values:
    """P(win) + P(draw)/2 before every expedition but the first, for every lead and everything that can precede.

    Args:
        rules: the edition or custom deck.
        states: those to solve instead of all, with everything that can follow them.
        executor: where blocks are solved, such as `dask.distributed.Client.get_executor()`; threads if not given.
        store: keeps every state as it is solved, so that a call after an interruption goes on from there.
        progress: called after every situation.
        memory: bytes for all threads together, or for each worker of an executor.
        known: states that are solved already.

    Raises:
        GameError: the rules are not covered, or it takes too much memory or time.
    """
    check_rules(rules)
    values = Values(rules, {} if store is None else load(store, rules))
    values.curves.update(known or {})
    wanted = {state for layer in layers(rules)[1:] for state in layer} if states is None else set(states)
    todo = sorted(wanted - values.curves.keys())
    block_bytes = check_cost(rules, todo, memory)
    if todo:
        announce_compiling("both_pass", COMPILING_SECONDS)
    workers = 1 if executor is not None else max(1, min(os.cpu_count() or 1, 4, memory // max(block_bytes, 1)))
    saved, unsaved = monotonic(), False

    def keep() -> None:
        if store is not None and unsaved:
            save(store, rules, values.curves)

    try:
        with _given_or_threads(executor, workers) as pool:
            for number in sorted({state.expedition for state in todo}, reverse=True):
                if progress is not None:
                    progress(len(wanted & values.curves.keys()), len(wanted))
                layer = [state for state in todo if state.expedition == number]
                for state, curve in solve_layer(values, layer, pool, memory // workers, 2 * workers):
                    values.curves[state] = curve
                    unsaved = True
                    if progress is not None:
                        progress(len(wanted & values.curves.keys()), len(wanted))
                    if monotonic() - saved > _SAVE_SECONDS:
                        keep()
                        saved, unsaved = monotonic(), False
    finally:
        keep()
    return values


def solve_layer(
    values: Values, states: Sequence[Between], pool: Executor, memory: int = MEMORY, at_once: int | None = None
) -> Iterator[tuple[Between, Curve]]:
    """Each state of one expedition with its curve, as they are found; later expeditions are in `values`.

    A block takes up to `memory` bytes, and `at_once` blocks wait or run (as many as there are, if None).
    """
    rules = values.rules
    treasures = tuple((value, rules.treasures.count(value)) for value in rules.values)
    parts: dict[Between, dict[int, Array]] = {state: {} for state in states}
    open_ends = {state: (state.lead > 0) + 1 for state in states}
    running: dict[Future[Any], _Piece] = {}
    plans = {}
    # The hardest blocks first, so that no one of them is left over for the end.
    waiting = deque[_Piece]()
    for state in sorted(states, key=lambda state: -size_before(rules, state).work):
        plan = plan_for(size_before(rules, state), state.expedition == rules.expeditions, memory)
        assert plan is not None  # See `check_cost`.
        plans[state] = plan
        waiting.append(_Piece(state, 0))
        if state.lead:
            waiting.append(_Piece(state, -plan.leads))

    def start() -> None:
        while waiting and (at_once is None or len(running) < at_once):
            state, first = piece = waiting.popleft()
            plan = plans[state]
            block = block_of(values, state, deck_of(state, treasures), first, plan.leads, plan=plan)
            running[pool.submit(solve_block, block)] = piece

    try:
        start()
        while running:
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                state, first = running.pop(future)
                leads = plans[state].leads
                probabilities = parts[state][first] = np.asarray(future.result().both_stay)
                most = most_ahead(rules, state.expedition)
                if first >= 0 and probabilities[-1] < 1.0 and first + leads <= most:
                    waiting.appendleft(_Piece(state, first + leads))
                elif first < 0 and probabilities[0] > 0.0 and first > -most:
                    waiting.appendleft(_Piece(state, first - leads))
                else:
                    open_ends[state] -= 1
                start()
                if not open_ends[state]:
                    yield state, _joined(parts.pop(state), state)
    finally:
        for future in running:
            future.cancel()


def _joined(parts: dict[int, Array], state: Between) -> Curve:
    """One curve of all parts, without the ends where nothing is open any more."""
    first = min(parts)
    probabilities = np.concatenate([parts[start] for start in sorted(parts)])
    if not state.lead:  # Solved for leads only: the other player sees the rest.
        probabilities = np.concatenate([1.0 - probabilities[:0:-1], probabilities])
        first = 1 - (len(probabilities) + 1) // 2
    above, below = np.flatnonzero(probabilities > 0.0), np.flatnonzero(probabilities < 1.0)
    low = max(int(above[0]) - 1, 0) if len(above) else len(probabilities) - 1
    high = min(int(below[-1]) + 1, len(probabilities) - 1) if len(below) else 0
    return Curve(first + low, probabilities[low : high + 1])


@contextmanager
def _given_or_threads(executor: Executor | None, workers: int) -> Iterator[Executor]:
    if executor is not None:
        yield executor
        return
    with ThreadPoolExecutor(workers) as pool:
        yield pool

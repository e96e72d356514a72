"""Timing within one run, so that only ratios are quoted."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

__all__ = ["seconds"]


def seconds(
    job: Callable[[], object],
    repeats: int = 5,
    at_least: float = 0.02,
    clock: Callable[[], float] = perf_counter,
) -> float:
    """The least time of one call over `repeats` rounds, each of as many calls as take `at_least` seconds.

    On a machine that does other work, too, `clock=time.process_time` counts this process alone.
    """
    calls = 1
    while True:
        start = clock()
        for _ in range(calls):
            job()
        took = clock() - start
        if took >= at_least:
            break
        calls *= 4
    best = took / calls
    for _ in range(repeats - 1):
        start = clock()
        for _ in range(calls):
            job()
        best = min(best, (clock() - start) / calls)
    return best

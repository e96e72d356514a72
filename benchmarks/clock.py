"""Timing within one run, so that only ratios are quoted."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

__all__ = ["seconds"]


def seconds(job: Callable[[], object], repeats: int = 5, at_least: float = 0.02) -> float:
    """The least time of one call over `repeats` rounds, each of as many calls as take `at_least` seconds."""
    calls = 1
    while True:
        start = perf_counter()
        for _ in range(calls):
            job()
        took = perf_counter() - start
        if took >= at_least:
            break
        calls *= 4
    best = took / calls
    for _ in range(repeats - 1):
        start = perf_counter()
        for _ in range(calls):
            job()
        best = min(best, (perf_counter() - start) / calls)
    return best

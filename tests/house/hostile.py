"""Hostile arguments, and what may come of a call with them: an answer, or a `GameError` on one short line."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from incan_math import Expedition, GameError
from incan_math.game.errors import shown


class Call(NamedTuple):
    """A function with a pool of values for each argument: usual ones, and any others in their place now and then."""

    function: Callable[..., Any]
    pools: tuple[Sequence[Any], ...]


def tried(random: Random, calls: Sequence[Call], hostile: Sequence[Any], share: float) -> tuple[str, str, float]:
    """One call, an argument being hostile with this probability: (outcome, what is wrong with it, CPU seconds)."""
    function, pools = random.choice(calls)
    given = [random.choice(hostile if random.random() < share else pool) for pool in pools]
    words = f"{function} {[shown(value) for value in given]}"
    begun = time.process_time()
    try:
        answer = function(*given)
        if isinstance(answer, Iterator):
            list(islice(answer, 50))
        repr(answer), str(answer)
        outcome, fault = "answer", ""
    except GameError as error:
        text = str(error)
        good = text and text.isprintable() and len(text) <= 300
        outcome, fault = type(error).__name__, "" if good else f"{words}: {text!r}"
    except Exception as error:  # What escapes is the fault that is looked for.
        outcome, fault = type(error).__name__, f"{words}: {type(error).__name__}: {str(error)[:300]}"
    return outcome, fault, time.process_time() - begun


def long_run(calls: Sequence[Call], hostile: Sequence[Any], share: float) -> None:
    """`python FILE 100000 7`: so many calls from that seed, and what was wrong with them."""
    drawn = Random(int(sys.argv[2]))
    outcomes, faults = Counter[str](), Counter[str]()
    slowest = (0.0, "")
    for _ in range(int(sys.argv[1])):
        name, fault, seconds = tried(drawn, calls, hostile, share)
        outcomes[name] += 1
        slowest = max(slowest, (seconds, name))
        if fault:
            faults[fault] += 1
    print(outcomes, len(faults), slowest)
    for fault in list(faults)[:40]:
        print(fault)


def live(*texts: str, **settings: Any) -> tuple[Expedition, ...]:
    """States by their paths."""
    return tuple(Expedition.parse(text, **settings) for text in texts)

"""Any arguments to the functions that advise end in an answer or in one short `GameError`; a seeded sample."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import pytest

from incan_math import (
    Expedition,
    GameError,
    RetireAtGems,
    RetireWithProbability,
    Rules,
    StayForever,
    best_response,
    campaign,
    decide,
    evaluate,
    policy,
    take_home,
    tournament,
)

SMALL = Rules((3, 5), {"fire": 2, "gas": 2}, (5,), expeditions=2)
STATES = (
    Expedition.start(1, SMALL),
    Expedition.start(2, SMALL),
    Expedition.parse("3 fire", 1, SMALL, expedition=1),
    Expedition.parse("3 fire", 2, SMALL, expedition=2),
    Expedition.parse("fire fire", 1, SMALL),
    Expedition.parse("3 -1", 3, SMALL),
)
HOSTILE: tuple[Any, ...] = (
    *(None, 0, -1, 10**30, 0.5, float("nan"), "x" * 5000, "", "stay", "points", "win", b"ab", [], (), {}, [None], [3]),
    *(object(), StayForever, [StayForever()], RetireWithProbability("1/2"), lambda state: 7, lambda state: 0.5, len),
    *(True, Fraction(1, 3), {1, 2}, SMALL, "bga", "\x1b[31m", *STATES),
)
OPPONENTS: Sequence[Any] = (StayForever(), [RetireAtGems(3)], [RetireWithProbability("1/2"), RetireAtGems(3)])
USUAL: dict[str, Sequence[Any]] = {
    "state": STATES,
    "strategies": OPPONENTS,
    "opponents": OPPONENTS,
    "objective": ("points", "game"),
    "limit": (10, 1_000),
    "progress": (None, lambda *told: None),
    "rules": (SMALL,),
    "players": (1, 2),
    "lead": (None,),
}
CALLS: list[tuple[Callable[..., object], int, tuple[str, ...]]] = [
    (evaluate, 2, ("state", "strategies", "objective", "limit", "progress")),
    (best_response, 2, ("state", "opponents", "objective", "limit", "progress")),
    (tournament, 2, ("strategies", "rules", "players", "objective", "limit", "progress")),
    (decide, 2, ("state", "opponents", "objective", "lead", "progress")),
    (campaign, 1, ("rules", "progress")),
    (policy, 1, ("state",)),
    (take_home, 1, ("state",)),
]


def refusal(function: Callable[..., object], needed: list[Any], others: dict[str, Any]) -> str:
    """What the `GameError` says, or nothing."""
    try:
        function(*needed, **others)
    except GameError as error:
        return str(error)
    return ""


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize(("function", "needed", "names"), CALLS, ids=[call[0].__name__ for call in CALLS])
def test_only_short_game_errors(function: Callable[..., object], needed: int, names: tuple[str, ...]) -> None:
    draw = random.Random(5)
    for _ in range(120):
        arguments = {
            name: draw.choice(USUAL[name] if draw.random() < 0.7 else HOSTILE)
            for place, name in enumerate(names)
            if place < needed or draw.random() < 0.4
        }
        if callable(arguments.get("progress")):  # A function of other arguments fails by itself.
            arguments["progress"] = None
        if arguments.get("opponents", 0) is None:  # Equilibria have hostile tests of their own.
            continue
        message = refusal(function, [arguments.pop(name) for name in names[:needed]], arguments)
        assert len(message) <= 300 and "\n" not in message

"""Whatever a caller gives to the rules' layer, only `GameError` and its children come out, in one short line.

`python tests/game/test_hostile_input.py 100000` makes that many calls and prints the counts.
"""

from __future__ import annotations

import itertools
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import fields, replace
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from incan_math import (
    EDITIONS,
    Artifact,
    Expedition,
    Game,
    GameError,
    Hazard,
    Payout,
    Rules,
    Tent,
    Treasure,
    nearest_edition,
    validate,
)
from incan_math.game.departed import entered
from incan_math.game.editions import rules_of
from incan_math.game.notation import as_card, split_path
from incan_math.game.setup import Setup
from incan_math.game.validator import departures


class Unprintable:
    def __repr__(self) -> str:
        raise RuntimeError("no text")


ATOMS: tuple[Any, ...] = (
    *(None, True, False, 0, 1, 2, 5, 7, -1, 9, 10**9, -(10**9), 10**5000, -(10**5000), 1.0, 7.5),
    *(float("nan"), float("inf"), Fraction(1, 2), 1j, b"ab", bytearray(b"7"), Unprintable(), object(), int, len),
    *("", " ", "7", "fire", "A", "A5", "-1", "|", "=", "snakes", "bga-en", "bga-modern", "by claim", "stays", "shared"),
    *(
        "7" * 5000,
        "x" * 100_000,
        "fire " * 2000,
        "\x00",
        "\ud800",
        "\u202e",
        "\n",
        "7\n7",
        "A" + "9" * 5000,
        "-" * 5000,
    ),
    *("lost=1 claimed=1", "7 | players=2 removed=fire", "| rules=bga-modern lost=1 claimed=1", "players=" + "9" * 9),
    *(np.zeros(3), np.int64(5), np.array([["fire"]]), np.float64(2.0), np.array([3, 5])),
    *(Hazard("fire"), Hazard(5), Hazard("x" * 9999), Treasure(7), Treasure(10**5000), Treasure("7"), Treasure(-1)),  # type: ignore[arg-type]
    *(Artifact(), Artifact(5), Artifact("5"), Artifact(10**5000), Artifact(-5)),  # type: ignore[arg-type]
    *(EDITIONS["bga-en"], EDITIONS["diamant-2016"], Rules((1,), {}), Tent(), Payout(3, (), 3), Payout([], 5, "x")),  # type: ignore[arg-type]
    *(Expedition.start(2), Expedition.parse("7 -1", 2), Expedition.parse("fire fire"), SimpleNamespace(setup=1)),
)


def hostile(rng: random.Random, depth: int = 2) -> Any:
    """A value that a caller might give, sensible or not."""
    kind = rng.randrange(12) if depth else 0
    if kind < 7:
        return rng.choice(ATOMS)
    items = [hostile(rng, depth - 1) for _ in range(rng.choice((0, 1, 2, 3, 1200)) if depth > 1 else rng.randrange(3))]
    if kind == 7:
        return itertools.cycle(items) if items and rng.random() < 0.2 else tuple(items)
    if kind == 8:
        return items
    if kind == 9:
        return {_hashable(key): rng.choice(ATOMS) for key in items}
    if kind == 10:
        return (item for item in items)
    return " ".join(item for item in items if isinstance(item, str) and len(item) < 50)


def _hashable(value: Any) -> Any:
    try:
        hash(value)
    except TypeError:
        return "fire"
    return value


SETUP = ("players", "rules", "expedition", "removed", "claimed", "lost")
STATES = (
    Expedition.start(3),
    Expedition.parse("7 fire A", 3),
    Expedition.parse("7 -1", 3, "bga-modern", 3),
    Expedition.parse("fire fire"),
    Expedition.start(1, Rules((), {}, name="empty")),
)
GAMES = (Game.start(2), replace(Game.start(1, "bga-modern"), expedition=5), replace(Game.start(3), expedition=6))


def call(rng: random.Random) -> tuple[str, Callable[[], object]]:
    """(what is called, the call), at random."""

    def value() -> Any:
        return hostile(rng)

    def some(names: tuple[str, ...]) -> dict[str, Any]:
        return {name: value() for name in names if rng.random() < 0.4}

    edition, state, game = rng.choice(list(EDITIONS.values())), rng.choice(STATES), rng.choice(GAMES)
    clauses = tuple(field.name for field in fields(Rules))
    calls: dict[str, Callable[[], object]] = {
        "Rules": lambda: validate(Rules(**{"treasures": (3,), "hazards": {"fire": 2}, **some(clauses)})),
        "replace": lambda: repr(replace(edition, **{rng.choice(clauses): value()})),
        "claim_worth": lambda: edition.claim_worth(value()),
        "rules_of": lambda: rules_of(value()),
        "validate": lambda: validate(value()),
        "nearest_edition": lambda: nearest_edition(value()),
        "departures": lambda: departures(value(), edition),
        "entered": lambda: entered(edition, rng.randrange(-2, 9)),
        "Setup.read": lambda: Setup.read(**some(SETUP)),
        "start": lambda: str(Expedition.start(**some(SETUP))),
        "parse": lambda: str(Expedition.parse(value(), **some(SETUP))),
        "settings": lambda: repr(Expedition.parse(f"7 | {_words(rng)}", **some(SETUP))),
        "reveal": lambda: state.reveal(value()),
        "retire": lambda: state.retire(value()),
        "payout": lambda: state.payout(value()),
        "as_card": lambda: as_card(value(), edition),
        "split_path": lambda: split_path(value()),
        "Game.start": lambda: Game.start(value(), value()),
        "Game": lambda: Game(value(), value(), value()),
        "after": lambda: game.after(rng.choice((state, value())), value()),
        "Tent": lambda: Tent(value(), value(), value()).points,
    }
    name = rng.choice(list(calls))
    return name, calls[name]


def _words(rng: random.Random) -> str:
    values = (
        "1",
        "2",
        "A5",
        "A7,A8",
        "fire",
        "fire,snakes",
        "",
        "bga-modern",
        "diamant-2016",
        "9" * 9,
        "9" * 5000,
        "x",
    )
    names = rng.sample(SETUP, rng.randrange(4))
    return " ".join(f"{name}={rng.choice(values)}" for name in names)


def run(seed: int, calls: int) -> tuple[Counter[str], float]:
    """How many calls of each name were answered and refused, and the seconds of the slowest one."""
    rng = random.Random(seed)
    counts: Counter[str] = Counter()
    slowest = 0.0
    for number in range(calls):
        before = rng.getstate()
        name, made = call(rng)
        began = time.perf_counter()
        try:
            made()
            counts[f"{name} answered"] += 1
        except GameError as error:
            said = str(error)
            assert len(said.splitlines()) == 1 and len(said) <= 300, (name, number, len(said), said)
            counts[f"{name} refused"] += 1
        except Exception as error:
            raise AssertionError(f"call {number} of seed {seed}, {name}: {error!r} ({hash(before)})") from error
        slowest = max(slowest, time.perf_counter() - began)
    return counts, slowest


@pytest.mark.parametrize("seed", range(4))
def test_only_game_errors_in_one_short_line_come_out(seed: int) -> None:
    counts, slowest = run(seed, 1500)
    assert sum(counts.values()) == 1500
    assert slowest < 5


def test_text_and_keywords_that_disagree_by_what_follows_from_them() -> None:
    with pytest.raises(GameError, match=r"^lost: 'A5' was given, but the text behind the bar says '1'; leave one out$"):
        Expedition.parse("7 | rules=bga-modern expedition=3 lost=1 claimed=1", lost="A5")


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Expedition.start().reveal(Hazard(5)), r"card: give a card, .* not Hazard\(name=5\)"),  # type: ignore[arg-type]
        (
            lambda: Expedition.start().reveal(Treasure(10**5000)),
            "has no treasure of a whole number of about 5001",
        ),
        (
            lambda: Expedition.start(removed={"fire": 10**5000}),
            "removed: a whole number of about 5001 digits cards",
        ),
        (lambda: Expedition.start(removed={10**5000: 1}), "removed: a whole number of about 5001 digits given; name"),  # type: ignore[dict-item]
        (lambda: Expedition.start(claimed=10**5000), "claimed: a whole number of about 5001 digits given"),
        (lambda: Expedition.start(10**5000), "players: a whole number of about 5001 digits given"),
        (lambda: Expedition.start(removed=itertools.repeat("fire")), "removed: more than 1,000 cards given"),
        (lambda: Expedition.parse("7 " * 10**6), "path: 2,000,000 characters given; 50,000 are the most"),
        (lambda: Game.start(2).after(5, ()), "end: 5 is not an Expedition"),  # type: ignore[arg-type]
        (lambda: Game.start(1).after(Expedition.parse("7 -1", expedition=1), 5), "taken: 5 given"),  # type: ignore[arg-type]
    ],
)
def test_what_once_leaked_is_refused(make: Callable[[], object], message: str) -> None:
    with pytest.raises(GameError, match=message) as caught:
        make()
    assert len(str(caught.value)) <= 300


if __name__ == "__main__":
    total, longest = run(int(sys.argv[2]) if len(sys.argv) > 2 else 1, int(sys.argv[1]))
    print(*(f"{name}: {count}" for name, count in sorted(total.items())), f"slowest: {longest:.2f} s", sep="\n")

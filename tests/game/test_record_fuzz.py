"""Whatever text is given for a record or its header, only `GameError` and its children come out, in one short line.

`python tests/game/test_record_fuzz.py 100000` reads that many texts and prints the counts.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from typing import Any

import pytest

from incan_math import EDITIONS, GameError
from incan_math.game.clauses import read_clauses, write_clauses
from incan_math.game.record import Record

WORDS = (
    *(
        "7",
        "fire",
        "A",
        "A5",
        "-1",
        "-2",
        "-Ann",
        "-A",
        "-Ann,Bob",
        "-Bob,",
        "-,",
        "-",
        "-0",
        "-99999",
        "-\u0661",
        "snakes",
    ),
    *(
        "11",
        "mummy",
        ",",
        ";",
        "7;7",
        "none",
        "x" * 400,
        "9" * 5000,
        "\x00" * 50,
        "\ud800",
        "\U000f0000" * 60,
        "\u2028",
    ),
    *("\N{SUPERSCRIPT TWO}", "\N{EN DASH}1", "\N{MINUS SIGN}Ann", "\N{ARABIC-INDIC DIGIT THREE}", "fire 3", "fire -3"),
)
KEYS = (
    *("rules", "players", "treasures", "hazards", "artifacts", "leftover", "tie", "expeditions", "artifact value"),
    *("artifact step", "undrawn artifact", "artifact entry", "other names", "name", "notes", "1", "2", "3", "01", ""),
    *("\N{ARABIC-INDIC DIGIT ONE}", "x" * 400, "\U000f0000" * 60, "9" * 5000, "#", "treasures-", "TREASURES"),
)
VALUES = (
    *EDITIONS,
    "per card",
    "Ann, Bob",
    "Ann, ann",
    "4",
    "0",
    "9",
    "99",
    "1 2 3",
    "fire 2, gas 3",
    "fire",
    "by claim",
)
ODD: tuple[Any, ...] = (
    None,
    7,
    10**5000,
    b"7",
    ["7"],
    float("nan"),
    {"a": "b"},
    True,
    (),
    [None],
    ["Ann", 7],
    ["Ann"] * 99,
)


def words(rng: random.Random, most: int) -> str:
    return rng.choice((" ", " ", ",", ";")).join(rng.choice(WORDS) for _ in range(rng.randrange(most)))


def text(rng: random.Random) -> str:
    if rng.random() < 0.5:
        lines = ["rules: bga-en", "players: Ann, Bob"][rng.randrange(2) :]
    else:
        lines = [f"{rng.choice(KEYS)}{rng.choice((':', ':', ' '))}{rng.choice((*VALUES, *WORDS))}" for _ in range(4)]
    lines += [
        f"{rng.choice((place, place, rng.choice(KEYS)))}: {words(rng, 8)}" for place in range(1, rng.randint(1, 4))
    ]
    return "\n".join(lines)


def call(rng: random.Random) -> None:
    kind = rng.randrange(6)
    if kind < 2:
        Record.parse(text(rng))
    elif kind == 2:
        given = {rng.choice(KEYS): rng.choice((*VALUES, *WORDS)) for _ in range(rng.randrange(4))}
        rules = read_clauses(rng.choice((*VALUES, *WORDS)), given, rng.choice((None, *EDITIONS.values())))
        written = [line.partition(":") for line in write_clauses(rules)]
        again = {key: value.strip() for key, _, value in written}
        name = again.pop("rules")
        assert read_clauses(name, again, EDITIONS.get(name)) == rules
    elif kind == 3:
        Record.parse(rng.choice(ODD), rng.choice((None, *EDITIONS.values())))
    elif kind == 4:
        Record.start(rng.choice((*ODD, *WORDS)), rng.choice((*ODD, *VALUES, "bga-en")))
    else:
        record = Record.start(("Ann", "Bob"))
        for _ in range(rng.randint(1, 5)):
            record = rng.choice(
                (
                    record.next,
                    record.undo,
                    lambda r=record: r.add(words(rng, 5)),
                    lambda r=record: r.add(rng.choice(ODD)),
                )
            )()
            assert Record.parse(str(record)) == record
        record.scores, record.winners  # noqa: B018


def run(seed: int, calls: int) -> Counter[str]:
    rng = random.Random(seed)
    counts: Counter[str] = Counter()
    for number in range(calls):
        try:
            call(rng)
        except GameError as error:
            message = str(error)
            assert len(message) <= 300, f"call {number}: {len(message)} characters: {message}"
            assert len(message.splitlines()) == 1 and message.isprintable(), f"call {number}: {message!r}"
            counts[type(error).__name__] += 1
        else:
            counts["answers"] += 1
    return counts


@pytest.mark.parametrize("seed", range(2))
def test_only_game_errors_in_one_short_line_come_out(seed: int) -> None:
    counts = run(seed, 1500)
    assert counts["answers"] > 50 and counts["GameError"] > 50 and counts["NotationError"] > 50


if __name__ == "__main__":
    print(run(int(sys.argv[2]) if len(sys.argv) > 2 else 1, int(sys.argv[1])))

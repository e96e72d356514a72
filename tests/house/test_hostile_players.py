"""Whatever a caller passes to what several players play, an error is a `GameError` on one short line.

`python tests/house/test_hostile_players.py 10000 7` makes so many calls from that seed.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hostile import Call, live, long_run, tried

import incan_math as im
from incan_math import Expedition, Rules
from incan_math.simulation.paired import compare

SMALL = Rules((3, 5), {"fire": 2, "snakes": 2}, (5, 8), expeditions=2)
BIG = Rules(tuple(range(1, 60)), {f"kind{i}": i + 2 for i in range(12)}, (), expeditions=5)
RULES: tuple[Any, ...] = (SMALL, SMALL, "no such", BIG)
STATES: tuple[Any, ...] = (
    *live("", "3", "3 fire", "3 A", players=2, rules=SMALL, expedition=2),
    *live("", "3 fire", "3 -1 5", players=3, rules=SMALL, expedition=2),
    *live("3 fire", "3 -1", players=2, rules=SMALL, expedition=1),
    Expedition.start(8, BIG),
    Expedition.parse("fire fire", 2, SMALL),
)


BOTS: tuple[Any, ...] = (
    im.StayForever(), im.RetireAtGems(3), im.RetireAtHazards(1), im.RetireWithProbability("1/3"),
    im.parse_strategy("gems:3|cards:2"), lambda state: Fraction(1, 2), lambda state: 7, lambda state: 0.5,
)  # fmt: skip
TABLES: tuple[Any, ...] = tuple([BOTS[i], BOTS[j]] for i in range(len(BOTS)) for j in range(0, len(BOTS), 2))
RECORDS: tuple[Any, ...] = (
    im.Record.start(["Ann", "Bob"], SMALL),
    im.Record.start(["Ann", "Bob"], SMALL).add("3 fire -Ann"),
    im.Record.start(2, SMALL).add("3 -1"),
    im.Record.start(["Ann"], SMALL).add("3 fire fire").next(),
)
HOSTILE: tuple[Any, ...] = (
    None, True, 0, 1, -1, 2, 9, 10**6, 10**30, 10**5000, 0.5, float("nan"), float("inf"), "", "3 fire", "9" * 5000,
    "\x1b[31m\u202e", b"3", object(), type, Decimal("NaN"), Fraction(1, 3), (), [], [None], [1, "2"], {}, {"fire": 3},
    {5: "x"}, set(), range(3), lambda *_: 2, SMALL, [im.StayForever()] * 9, [-1, 2], [10**40, 3],
)  # fmt: skip
LEADS, SCORES, LIMITS = (0, -3, 5, 100), ([0, 0], [3, 1], [1, 2, 3], [0]), (10, 1_000)
GAMES, SEEDS = (1, 10), (0, 7)
SMALL_DUEL = im.duel(SMALL)

CALLS = (
    Call(
        lambda *given: im.decide(given[0], objective="win", lead=given[1], artifact_lead=given[2]),
        (STATES, LEADS, (None, 0)),
    ),
    Call(
        lambda state, scores, home: im.decide(state, objective="win", scores=scores, home=home),
        (STATES, SCORES, ((), [4])),
    ),
    Call(
        lambda state, opponents, scores: im.decide(state, opponents, objective="win", scores=scores),
        (STATES[:-2], (*BOTS, *TABLES), SCORES),
    ),
    Call(lambda state, opponents: im.decide(state, opponents), (STATES[:-2], (*BOTS, *TABLES))),
    Call(
        lambda state, table, scores: im.evaluate(state, table, objective="win", scores=scores), (STATES, TABLES, SCORES)
    ),
    Call(im.duel, (RULES,)),
    Call(lambda memory: im.duel(SMALL, solve=True, memory=memory), ((10**9, 10),)),
    Call(SMALL_DUEL.win_probability, (LEADS, (1, 2), (None, "fire"), (None, 1), (None, 1), (None, 1))),
    Call(SMALL_DUEL.probabilities, (([0, 1], range(3)), (1, 2), (None, "fire"))),
    Call(SMALL_DUEL.decide, (STATES, LEADS, (None, 0))),
    Call(lambda *given: im.win_probability(given[0], given[1], given[2]), (LEADS, (1, 2), RULES)),
    Call(im.equilibrium, (STATES,)),
    Call(
        lambda state, utility, limit: im.equilibrium(state, utility=utility, limit=limit), (STATES, (None, abs), LIMITS)
    ),
    Call(lambda state, limit: im.exact_equilibrium(state, limit=limit), (STATES, LIMITS)),
    Call(
        lambda state, utility, bits, limit: im.certified_equilibrium(state, utility=utility, bits=bits, limit=limit),
        (STATES, (None, abs), (64, 96), LIMITS),
    ),
    Call(lambda text, limit: im.check_certificate(text, limit=limit), (("", "{}", '{"value": ["1/0"]}'), LIMITS)),
    Call(
        lambda table, games, rules, seed: im.simulate(table, games=games, rules=rules, seed=seed),
        (TABLES, GAMES, RULES, SEEDS),
    ),
    Call(lambda table, until: im.simulate(table, games=10, rules=SMALL, until=until), (TABLES, (0.1, 5))),
    Call(
        lambda table, lenient, executor: im.simulate(table, games=5, rules=SMALL, lenient=lenient, executor=executor),
        (TABLES, (True, False), (None,)),
    ),
    Call(
        lambda first, second, others, games: compare(first, second, others, games=games, rules=SMALL),
        (BOTS, BOTS, ([], [BOTS[0]]), GAMES),
    ),
    Call(
        lambda candidates, players, games: im.league(candidates, players=players, games=games, rules=SMALL),
        (([BOTS[0], BOTS[1]], [BOTS[4]]), (2, 3), GAMES),
    ),
    Call(im.review, (RECORDS, (None, *BOTS))),
    Call(im.Record.start, ((["Ann", "Bob"], 3), RULES)),
    Call(
        lambda record, tokens: record.add(tokens) if isinstance(record, im.Record) else None,
        (RECORDS, ("3", "-Bob", "A", "")),
    ),
    Call(
        im.Record.parse, (("players: Ann\n1: 3", "1: 7", "players: 2\n", "rules: no such\nplayers: 2"), (None, SMALL))
    ),
)


@pytest.mark.parametrize("seed", range(4))
def test_only_game_errors_on_one_line(seed: int) -> None:
    random = Random(seed)
    wrong = [fault for fault in (tried(random, CALLS, HOSTILE, 0.2)[1] for _ in range(150)) if fault]
    assert not wrong, "\n".join(wrong[:5])


if __name__ == "__main__":
    long_run(CALLS, HOSTILE, 0.2)

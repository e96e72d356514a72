"""How fast two players for the win are solved: ratios in one run, and with --full the wall time of a whole game.

python -m benchmarks.duel [--full]
"""

from __future__ import annotations

import resource
import sys
from functools import cache
from time import perf_counter

from benchmarks.clock import seconds
from incan_math import EDITIONS, Expedition, Rules, duel
from incan_math.duels.block import block_of, deck_of, solve_block
from incan_math.duels.solver import solve
from incan_math.duels.values import Values
from incan_math.report.formats import render
from incan_math.report.model import Column, Report, Table
from incan_math.states.between import Between

Place = tuple[tuple[int, ...], tuple[int, ...], int]
"""Undrawn treasures, cards of each kind that does not show, deadly cards."""
SMALL = Rules((1, 2, 3, 4, 5, 7), {"fire": 3, "gas": 3, "lava": 2}, tie="shared", expeditions=1)
LEADS = range(-6, 7)


def plain(lead: int) -> float:
    """The chance in the last expedition of SMALL, position by position in Python, in floats."""

    def end(points: int) -> float:
        return 1.0 if points > 0 else 0.5 if not points else 0.0

    def draws(place: Place) -> tuple[list[tuple[int, int, Place]], int]:
        treasures, unseen, deadly = place
        found = [(1, value, (treasures[:i] + treasures[i + 1 :], unseen, deadly)) for i, value in enumerate(treasures)]
        for i, count in enumerate(unseen):
            found.append((count, 0, (treasures, unseen[:i] + unseen[i + 1 :], deadly + count - 1)))
        return found, len(treasures) + sum(unseen) + deadly

    @cache
    def alone(place: Place, bust: int, stop: int, sign: int) -> float:
        found, total = draws(place)
        if not total:
            return end(sign * stop)
        go = place[2] * end(sign * bust)
        for copies, value, after in found:
            ahead = stop + value
            go += copies * max(end(ahead), alone(after, bust, ahead, 1)) if sign > 0 else 0.0
        return go / total

    @cache
    def both(place: Place, bag: int, leftover: int) -> float:
        found, total = draws(place)
        if not total:
            return end(lead)
        go = place[2] * end(lead)
        for copies, value, after in found:
            mine, rest = bag + value // 2, leftover + value % 2
            v = both(after, mine, rest)
            left = mine + rest
            a = alone(after, lead - left, lead - left + mine, 1)
            b = 1 - alone(after, -lead - left, -lead - left + mine, 1)
            r = end(lead)
            low, high = max(min(v, a), min(b, r)), min(max(v, b), max(a, r))
            go += copies * (low if low >= high else (v * r - a * b) / (v + r - a - b))
        return go / total

    return both((SMALL.treasures, (3, 3, 2), 0), 0, 0)


def block() -> list[float]:
    """The same for all LEADS at once."""
    state = Between(1, (3, 3, 2), (), 0, 0)
    treasures = tuple((value, 1) for value in SMALL.values)
    answer = solve_block(block_of(Values(SMALL), state, deck_of(state, treasures), LEADS[0], len(LEADS)))
    return [float(probability) for probability in answer.both_stay]


def main() -> None:
    assert max(abs(one - two) for one, two in zip(block(), map(plain, LEADS), strict=True)) < 1e-13
    slow = seconds(lambda: [plain(lead) for lead in LEADS], repeats=1)
    game = duel()
    position = Expedition.parse("7 fire 11", players=2, expedition=4)
    first = Expedition.start(2, expedition=2)
    rows = (("plain Python, 13 leads of a small deck / the compiled block", f"{slow / seconds(block):,.0f}", ">= 100"),)
    times = [
        ("a position after three cards", seconds(lambda: game.decide(position, -7), repeats=2)),
        ("before the first card", seconds(lambda: game.decide(first, 0), repeats=2)),
    ]
    if "--full" in sys.argv:
        before = perf_counter()
        solve(EDITIONS["bga-en"])
        times.append(("the whole game of bga-en", perf_counter() - before))
    ratios = Table("ratios", "Ratios", (Column("what"), Column("ratio"), Column("wanted")), rows)
    columns = Column("what"), Column("seconds")
    walls = Table("times", "Times", columns, tuple((what, f"{time:.2f}") for what, time in times))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**10
    print(render(Report(f"Speed of two players for the win; {peak:,.0f} MiB at most", tables=(ratios, walls))), end="")


if __name__ == "__main__":
    main()

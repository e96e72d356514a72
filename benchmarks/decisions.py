"""How fast decisions are, as ratios measured in one run.

python -m benchmarks.decisions
"""

from __future__ import annotations

from time import perf_counter

from benchmarks import yardstick
from benchmarks.clock import seconds
from incan_math import Expedition, RetireAtGems, best_response, campaign, decide, policy
from incan_math.report.formats import render
from incan_math.report.model import Column, Report, Table


def main() -> None:
    start = Expedition.start()
    cave = Expedition.parse("fire 7 11 snakes 5")
    before = perf_counter()
    plain = yardstick.solo_value(start)
    recursion = perf_counter() - before
    assert decide(start).stay == plain
    integers = seconds(lambda: yardstick.solo_value_in_integers(start), repeats=3)
    assert yardstick.solo_value_in_integers(start) == plain
    solo = seconds(lambda: decide(start).stay)
    induction = seconds(lambda: best_response(start, []).stay, repeats=3)
    before = perf_counter()
    campaign()
    whole_game = perf_counter() - before
    before = perf_counter()
    best_response(Expedition.start(3), [RetireAtGems(8), RetireAtGems(10)])
    response = perf_counter() - before
    rows = (
        ("plain Fraction recursion, full deck / decide(start)", recursion / solo, ">= 25"),
        ("plain Fraction recursion / best_response alone", recursion / induction, ""),
        ("campaign of bga-en / plain recursion", whole_game / recursion, "<= 3"),
        ("plain Fraction recursion / the same in whole numbers", recursion / integers, ""),
        ("best response to two thresholds / plain recursion", response / recursion, ""),
        ("best response to two thresholds / the same in whole numbers", response / integers, "<= 10"),
        ("best response to two thresholds / best_response alone", response / induction, ""),
        ("best response to two thresholds / decide(start)", response / solo, ""),
    )
    times = (
        ("decide, mid-expedition, action and exact values", seconds(lambda: decide(cave).action)),
        ("looking up the policy at one state", seconds(lambda: policy(cave)[cave])),
    )
    table = Table(
        "ratios",
        "Ratios",
        (Column("what"), Column("ratio"), Column("wanted")),
        tuple((what, f"{ratio:,.2f}", wanted) for what, ratio, wanted in rows),
    )
    walls = Table(
        "times",
        "Times",
        (Column("what"), Column("milliseconds")),
        tuple((what, f"{time * 1000:.2f}") for what, time in times),
    )
    print(render(Report("Speed of decisions", tables=(table, walls))), end="")


if __name__ == "__main__":
    main()

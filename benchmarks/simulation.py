"""How fast whole games are, as ratios to the reference engine measured in one run.

python -m benchmarks.simulation
"""

from __future__ import annotations

from time import process_time

from benchmarks.clock import seconds
from incan_math import Expedition, RetireAtGems, simulate
from incan_math.engine import leave_with, play_match
from incan_math.report.formats import render
from incan_math.report.model import Column, Report, Table

GEMS = (8, 10, 12, 14)
ENGINE, CALLED, COMPILED = 40, 200, 200_000


def function(gems: int) -> object:
    def bot(state: Expedition) -> int:
        return int(state.bag >= gems)

    return bot


def engine() -> None:
    choosers = {f"player {gems}": leave_with(gems) for gems in GEMS}
    for seed in range(ENGINE):
        play_match("bga-en", choosers, seed=seed)


def main() -> None:
    heuristics, functions = [RetireAtGems(gems) for gems in GEMS], [function(gems) for gems in GEMS]
    simulate(heuristics, games=2)  # Compiled now, or read from disk.
    played = seconds(engine, repeats=3, clock=process_time) / ENGINE
    compiled = seconds(lambda: simulate(heuristics, games=COMPILED), repeats=3, clock=process_time) / COMPILED
    called = seconds(lambda: simulate(functions, games=CALLED), repeats=3, clock=process_time) / CALLED
    rows = (
        ("engine / compiled heuristics", f"{played / compiled:,.0f}", ">= 1,000"),
        ("engine / functions of the state", f"{played / called:,.1f}", ">= 5"),
    )
    columns = (Column("a game of four players, bga-en"), Column("ratio"), Column("wanted"))
    print(render(Report("Speed of whole games", tables=(Table("ratios", "Ratios", columns, rows),))), end="")


if __name__ == "__main__":
    main()

"""How fast the equilibrium is: a ratio to a plain recursion, and the wall times of full decks.

python -m benchmarks.equilibrium [most players]
"""

from __future__ import annotations

import resource
import sys
from time import perf_counter

from benchmarks import yardstick
from incan_math import Expedition, Rules, equilibrium
from incan_math.equilibria.symmetric import situations
from incan_math.report.formats import render
from incan_math.report.model import Column, Report, Table
from incan_math.storage.store import Store

NOWHERE = Store(None)
DECK = Rules(
    treasures=(1, 3, 4, 5, 7, 9, 11), hazards={"fire": 3, "mummy": 3, "snakes": 3}, artifacts=(5,), expeditions=1
)


def main(most: int = 4) -> None:
    before = perf_counter()
    equilibrium(Expedition.start(2, DECK), store=NOWHERE)
    compiling = perf_counter() - before
    rows = []
    for players in (2, 3, 4):
        start = Expedition.start(players, DECK)
        before = perf_counter()
        plain = yardstick.equilibrium_value(start)
        recursion = perf_counter() - before
        before = perf_counter()
        result = equilibrium(start, store=NOWHERE)
        swept = perf_counter() - before
        assert abs(float(result.value) - plain) < 1e-9
        rows.append((players, f"{recursion:.2f}", f"{swept:.3f}", f"{recursion / swept:,.0f}"))
    ratios = Table(
        "ratios",
        "Plain recursion over the moves against equilibrium(), a deck of 17 cards",
        (Column("players", "count"), Column("recursion, s"), Column("equilibrium, s"), Column("ratio")),
        tuple(rows),
    )
    walls = []
    positions = [Expedition.start(players) for players in range(2, most + 1)]
    for state in (*positions, Expedition.parse("7 fire 11 snakes 5", players=4)):
        before = perf_counter()
        equilibrium(state, store=NOWHERE)
        took = perf_counter() - before
        most_memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
        walls.append((state.players, state.path or "full deck", situations(state), f"{took:.2f}", most_memory))
    times = Table(
        "walls",
        "Value, policy and proved deviation gain under bga-en",
        (
            Column("players", "count"),
            Column("from"),
            Column("situations", "count"),
            Column("seconds"),
            Column("peak MB so far", "count", "peak"),
        ),
        tuple(walls),
        (f"Loading or compiling the sweeps before: {compiling:.1f} s.",),
    )
    print(render(Report("Speed of the equilibrium", tables=(ratios, times))), end="")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))

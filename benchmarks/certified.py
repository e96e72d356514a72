"""How long enclosing an equilibrium takes, writing its certificate, and checking that, as ratios measured in one run.

python -m benchmarks.certified            a late position and the full deck of two players
python -m benchmarks.certified 3          the full deck of three players too (minutes)
"""

from __future__ import annotations

import sys
from fractions import Fraction
from itertools import pairwise
from time import perf_counter

from benchmarks import yardstick
from incan_math import Expedition
from incan_math.equilibria.certified.enclosed import certified_equilibrium
from incan_math.equilibria.checker.checking import check_certificate
from incan_math.numbers.enclosure import Enclosure
from incan_math.report.formats import render
from incan_math.report.model import Column, Report, Table

KNOWN = {
    2: Enclosure.around(Fraction("8.0636688450253564"), Fraction("8e-17")),
    3: Enclosure.around(Fraction("5.712598854257834"), Fraction("4e-16")),
}
"""Enclosures that another program found: tests/data/known.json."""


def main() -> None:
    before = perf_counter()
    yardstick.solo_value(Expedition.start())
    plain = perf_counter() - before
    states = [("7 fire 11 snakes 15, 3 players", Expedition.parse("7 fire 11 snakes 15", players=3))]
    states += [(f"full deck, {players} players", Expedition.start(players)) for players in KNOWN if _asked(players)]
    values, speeds = [], []
    for name, state in states:
        times = [perf_counter()]
        found = certified_equilibrium(state)
        times.append(perf_counter())
        certificate = found.certificate()
        times.append(perf_counter())
        checked = check_certificate(certificate.text)
        times.append(perf_counter())
        if not state.is_deciding:
            known = KNOWN[state.players]
            assert known.low <= found.value.low <= found.value.high <= known.high
            assert known.low <= checked.value.low <= checked.value.high <= known.high
        seconds = [after - start for start, after in pairwise(times)]
        values.append(
            (
                name,
                f"{float(found.value):.13f}",
                *(f"{float(enclosure.radius):.0e}" for enclosure in (found.value, checked.value)),
                f"{found.decisions:,}",
            )
        )
        ratios = (f"{second / plain:.2f}" for second in seconds)
        speeds.append((name, *ratios, f"{len(certificate.text) / 1000:,.0f}", f"{sum(seconds):.1f}"))
    tables = (
        Table(
            "values",
            "Values per player",
            _columns("position", "value", "radius", "checked", "decisions"),
            tuple(values),
        ),
        Table(
            "times",
            "Times over that of the plain Fraction recursion of one player on the full deck",
            _columns("position", "solve", "write", "check", "kB", "seconds"),
            tuple(speeds),
        ),
    )
    print(render(Report("Speed of certified equilibria", tables=tables)), end="")


def _columns(*names: str) -> tuple[Column, ...]:
    return tuple(map(Column, names))


def _asked(players: int) -> bool:
    return players == 2 or str(players) in sys.argv[1:]


if __name__ == "__main__":
    main()

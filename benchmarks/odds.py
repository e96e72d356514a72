"""How fast the odds are, as ratios measured in one run.

python -m benchmarks.odds
"""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction

from benchmarks import yardstick
from benchmarks.clock import seconds
from incan_math import Expedition, bust_probability, survival
from incan_math.report.formats import render
from incan_math.report.model import Column, Report, Table


def main() -> None:
    start = Expedition.start()
    cave = Expedition.parse("7 fire 11 -1 snakes", players=4)
    assert [1 - chance for chance in survival(start).values()] == yardstick.bust_curve(start)
    rows = (
        (
            "bust curve of a full deck: plain recursion / library",
            seconds(lambda: yardstick.bust_curve(start)) / seconds(lambda: survival(start)),
            ">= 50",
        ),
        (
            "bust_probability of the next card / making one Fraction",
            seconds(lambda: bust_probability(cave)) / seconds(lambda: Fraction(4, 26)),
            "<= 20",
        ),
        (
            "bust_probability within three cards / making one Fraction",
            seconds(lambda: bust_probability(cave, 3)) / seconds(lambda: Fraction(4, 26)),
            "",
        ),
        (
            "a Python that imports incan_math / a bare Python",
            seconds(lambda: _python("import incan_math")) / seconds(lambda: _python("pass")),
            "",
        ),
    )
    table = Table(
        "ratios",
        "Ratios",
        (Column("what"), Column("ratio"), Column("wanted")),
        tuple((what, f"{ratio:.1f}", wanted) for what, ratio, wanted in rows),
    )
    print(render(Report("Speed of the odds", tables=(table,))), end="")


def _python(code: str) -> None:
    subprocess.run([sys.executable, "-c", code], check=True)


if __name__ == "__main__":
    main()

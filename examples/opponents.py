"""What opponents change: the same position against different players, and strategies that meet one another.

python examples/opponents.py [text|markdown|csv|json|latex]
"""

from __future__ import annotations

import sys

from incan_math import Expedition, best_response, decide, parse_strategy, tournament
from incan_math.report.formats import render
from incan_math.report.model import Column, Report, Table

POSITION = "7 fire 11 snakes 5 mummy"
OPPONENTS = ("stay", "gems:7", "gems:10", "hazards:4", "cards:8", "outweigh", "onestep")
BOTS = ("stay", "gems:10", "gems:13", "cards:5", "cards:6")


def main(output_format: str = "text") -> None:
    cave = Expedition.parse(POSITION, players=3)
    decisions = {word: decide(cave, parse_strategy(word)) for word in OPPONENTS}
    advice = Table(
        "advice",
        f"Three players at {POSITION}: two others who both play",
        (
            Column("opponents"),
            Column("stay", "decimal"),
            Column("retire", "decimal"),
            Column("gain", "amount"),
            Column("advice", name="action"),
        ),
        tuple((word, d.stay, d.retire, d.gain, d.action) for word, d in decisions.items()),
    )
    bots = [parse_strategy(word) for word in BOTS]
    result = tournament(bots, "bga-en")
    pairs = Table(
        "pairs",
        "bga-en, two players, one expedition: points of the row against the column",
        (Column("points of"), *(Column(word, "decimal", word) for word in BOTS)),
        tuple((word, *row) for word, row in zip(BOTS, result.matrix, strict=True)),
    )
    best = {word: best_response(Expedition.start(2), [bot]).stay for word, bot in zip(BOTS, bots, strict=True)}
    responses = Table(
        "best_response",
        "The most that anyone can take home against each",
        (Column("against"), Column("best response", "amount", "points")),
        tuple(best.items()),
    )
    print(render(Report("What opponents change", tables=(advice, pairs, responses)), output_format), end="")


if __name__ == "__main__":
    main(*sys.argv[1:2])

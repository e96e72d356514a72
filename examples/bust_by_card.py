"""Every edition's bust curve side by side: the chance that a fresh first expedition has busted by its k-th card.

python examples/bust_by_card.py [text|markdown|csv|json]
"""

from __future__ import annotations

import sys
from fractions import Fraction

from incan_math import EDITIONS, Distribution, Expedition, draws_to_bust
from incan_math.report.formats import render
from incan_math.report.model import Column, Kind, Report, Table


def main(output_format: str = "text") -> None:
    groups = editions_by_curve()
    curves = list(groups)
    letters = "ABCDEFGHI"[: len(curves)]
    decks = Table(
        "decks",
        "Editions whose first decks bust alike share a column",
        (
            Column("column"),
            Column("cards", "count"),
            Column("bust at card, mean", "amount", "mean_draws_to_bust"),
            Column("median cards to bust", "count", "median_draws_to_bust"),
            Column("editions"),
        ),
        tuple(
            (letter, Expedition.start(rules=names[0]).cards_left, curve.mean, curve.median, ", ".join(names))
            for letter, (curve, names) in zip(letters, groups.items(), strict=True)
        ),
    )
    report = Report(
        "Chance that a fresh first expedition has busted by its k-th card",
        tables=(
            decks,
            by_card("bust_by_card", "Busted by card k, if nobody leaves", letters, curves, "percent"),
            by_card("bust_by_card_exactly", "The same exactly", letters, curves, "exact"),
        ),
    )
    print(render(report, output_format), end="")


def editions_by_curve() -> dict[Distribution, list[str]]:
    groups: dict[Distribution, list[str]] = {}
    for name, rules in EDITIONS.items():
        groups.setdefault(draws_to_bust(Expedition.start(rules=rules)), []).append(name)
    return groups


def by_card(name: str, title: str, letters: str, curves: list[Distribution], kind: Kind) -> Table:
    certain = max(k for curve in curves for k in curve if k is not None)
    rows: list[tuple[int | Fraction, ...]] = [(k, *(curve.cdf(k) for curve in curves)) for k in range(1, certain + 1)]
    return Table(name, title, (Column("k", "count"), *(Column(letter, kind) for letter in letters)), tuple(rows))


if __name__ == "__main__":
    main(*sys.argv[1:2])

"""What a rule to keep in the head costs: the best of each family, for every edition and 1 to 5 players.

All other players never leave. The value, the loss against the best play and
the efficiency (the share of the optimum) are exact.

    python examples/simple_rules.py [text|markdown|csv|json|latex]
"""

from __future__ import annotations

import sys
from fractions import Fraction

from incan_math import EDITIONS, Heuristic, best_heuristics
from incan_math.numbers.rationals import decimal_text
from incan_math.report.formats import render
from incan_math.report.model import Column, Report, Table


def main(output_format: str = "text") -> None:
    tables = [
        edition_table(edition, [best_heuristics(edition, players) for players in range(1, 6)]) for edition in EDITIONS
    ]
    exact = Table(
        "exact_loss",
        "The best rules exactly: bga-en alone",
        (
            Column("retire at", name="strategy"),
            Column("takes home", "exact", "value"),
            Column("loses", "exact", "loss"),
        ),
        tuple(
            (str(rule.strategy), rule.value, rule.loss)
            for rule in sorted(best_heuristics("bga-en"), key=lambda rule: rule.loss)[:6]
        ),
    )
    report = Report(
        "Rules to keep in the head, against players who never leave",
        tables=(*tables, exact),
        notes=("outweigh: retire when bag x deadly cards x players >= gems left in the deck. | is or, & is and.",),
    )
    print(render(report, output_format), end="")


def edition_table(edition: str, by_players: list[tuple[Heuristic, ...]]) -> Table:
    rows: list[tuple[int, str, Fraction, Fraction, Fraction]] = []
    for players, rules in enumerate(by_players, start=1):
        best_pair = min((rule for rule in rules if rule.numbers == 2), key=lambda rule: rule.loss)
        shown = [*(rule for rule in rules if rule.numbers < 2), best_pair]
        rows += [(players, str(rule.strategy), rule.value, rule.loss, rule.efficiency) for rule in shown]
    return Table(
        edition.replace("-", "_"),
        f"{edition}: the best play takes home "
        + ", ".join(decimal_text(rules[0].optimum, 3) for rules in by_players)
        + " with 1 to 5 players",
        (
            Column("players", "count"),
            Column("retire at", name="strategy"),
            Column("takes home", "decimal", "value"),
            Column("loses", "decimal", "loss"),
            Column("efficiency", "percent"),
        ),
        tuple(rows),
    )


if __name__ == "__main__":
    main(*sys.argv[1:2])

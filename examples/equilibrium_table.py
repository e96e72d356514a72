"""How often to retire when all play the equilibrium: by bag and hazards showing, and what an expedition is worth.

python examples/equilibrium_table.py [text|markdown|csv|json|latex]

Solving for 2 to 8 players takes a minute or two; the results are kept, so the next time takes seconds.
"""

from __future__ import annotations

import sys

from incan_math import Expedition, equilibrium
from incan_math.report.equilibrium_report import players_row, players_table, retire_table
from incan_math.report.formats import render
from incan_math.report.model import Report, Table

TABLES_FOR = (3, 5, 8)


def main(output_format: str = "text") -> None:
    rows = []
    tables: list[Table] = []
    for players in range(1, 9):
        result = equilibrium(Expedition.start(players))
        rows.append(players_row(result))
        if players in TABLES_FOR:
            tables.append(retire_table(result))
    report = Report("Equilibrium of bga-en, first expedition", tables=(players_table(rows), *tables))
    print(render(report, output_format), end="")


if __name__ == "__main__":
    main(*sys.argv[1:2])

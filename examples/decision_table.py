"""Decision tables: the take-home from which to retire, alone and among four, under two editions.

python examples/decision_table.py [text|markdown|csv|json|latex]
"""

from __future__ import annotations

import sys

from incan_math.report.decision_tables import decision_table
from incan_math.report.formats import render

TABLES = (("bga-en", 1), ("bga-en", 4), ("diamant-2005", 1), ("incan-gold-2020", 5))


def main(output_format: str = "text") -> None:
    print("\n".join(render(decision_table(rules, players), output_format) for rules, players in TABLES), end="")


if __name__ == "__main__":
    main(*sys.argv[1:2])

"""Results on players who all decide."""

from __future__ import annotations

from docs.catalogue.page import Page, Result
from incan_math import Expedition, Rules, decide, exact_equilibrium
from incan_math.report.table import Cell, Column, Table

__all__ = ["PAGE"]

_DECKS: tuple[tuple[tuple[int, ...], int, int], ...] = (
    ((3, 5, 7), 2, 2),
    ((3, 5, 7), 2, 3),
    ((1, 3, 5, 7), 2, 3),
    ((3, 5, 7), 3, 2),
)
"""(treasures, hazard kinds, cards of each kind)."""


def _small_decks() -> Table:
    rows: list[tuple[Cell, ...]] = []
    for treasures, kinds, copies in _DECKS:
        rules = Rules(treasures=treasures, hazards=dict.fromkeys(("fire", "snakes", "rocks")[:kinds], copies))
        plan = exact_equilibrium(Expedition.start(2, rules))
        alone = decide(Expedition.start(1, rules)).stay
        rows.append((" ".join(map(str, treasures)), f"{kinds} x {copies}", alone, plan.value))
    return Table(
        "small_decks",
        "Two players, small decks",
        (
            Column("treasures"),
            Column("hazards"),
            Column("alone", "decimal"),
            Column("each of two", "amount", "two_players"),
        ),
        tuple(rows),
    )


# Values of full decks by number of players go here, as results with the next free numbers.
PAGE = Page(
    "equilibrium",
    "Players who all decide",
    "Each player plays for the most expected points of one expedition; all decide at once and hold equal bags. The"
    " values are those of the symmetric equilibrium in which no deviation gains anything at any position:"
    " [two players who both decide](../theory.md#two-players-who-both-decide).",
    (
        Result(
            20,
            "Two players on small decks",
            "decks without artifacts, as the rows say",
            "Expected points of each of two players in equilibrium, in fractions, beside those of one player alone with"
            " the same deck. Where a decision has several symmetric equilibria, the one with the greatest value is"
            " taken.",
            _small_decks,
            {"treasures": "gems", "hazards": "kinds x cards", "alone": "points", "two_players": "points"},
            (
                "from incan_math import Expedition, Rules, exact_equilibrium",
                'small = Rules(treasures=(3, 5, 7), hazards={"fire": 2, "snakes": 2})',
                "exact_equilibrium(Expedition.start(2, small)).value",
            ),
            lambda table: table.rows[0][3],
        ),
    ),
)

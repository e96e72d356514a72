"""Results on the whole game alone."""

from __future__ import annotations

from functools import cache
from itertools import combinations

from docs.catalogue.page import Page, Result
from incan_math import EDITIONS, Expedition, campaign, decide
from incan_math.report.campaign_report import campaign_report
from incan_math.report.model import Cell, Column, Table

__all__ = ["PAGE"]

_HAZARDS = ("fire", "mummy", "rocks", "snakes", "spiders")


def _values() -> Table:
    rows = []
    for name in EDITIONS:
        game = campaign(name)
        rows.append((name, decide(Expedition.start(rules=name)).stay, game.value, game.value / game.rules.expeditions))
    return Table(
        "values",
        "The whole game alone",
        (
            Column("edition"),
            Column("one expedition", "decimal", "one_expedition"),
            Column("whole game", "amount", "whole_game"),
            Column("per expedition", "decimal", "per_expedition"),
        ),
        tuple(rows),
    )


@cache
def _treasures_of(gems: int) -> str:
    """A path of treasures that brings exactly this many gems, or none."""
    deck = EDITIONS["bga-en"].treasures
    for cards in range(1, len(deck) + 1):
        for chosen in combinations(deck, cards):
            if sum(chosen) == gems:
                return " ".join(map(str, chosen))
    raise ValueError(f"no treasures bring {gems}")


def _threshold(expedition: int, showing: int) -> int:
    """The least bag from which retiring is best, or as good, found by asking at one position for each bag."""
    game = campaign("bga-en")
    gems = 1
    while True:
        path = " ".join([_treasures_of(gems), *_HAZARDS[:showing]])
        if game.decide(Expedition.parse(path, expedition=expedition)).action != "stay":
            return gems
        gems += 1


def _thresholds() -> Table:
    rows: list[tuple[Cell, ...]] = [
        (expedition, *(_threshold(expedition, showing) for showing in range(1, 6))) for expedition in range(1, 6)
    ]
    return Table(
        "thresholds",
        "Retire from this bag on",
        (
            Column("expedition", "count"),
            *(Column(f"{kinds} showing", "count", f"showing_{kinds}") for kinds in range(1, 6)),
        ),
        tuple(rows),
    )


PAGE = Page(
    "whole-game",
    "The whole game alone",
    "One player decides, for the most expected points of all five expeditions. A bust is worth more than nothing here,"
    " for it takes a hazard card out for good: [how it is solved](../theory.md#the-whole-game-alone).",
    (
        Result(
            17,
            "What the whole game is worth alone",
            "all ten editions",
            "Expected points of the whole game under the best play, beside one expedition alone ([R8](solo.md#r8)).",
            _values,
            {"edition": "name", "one_expedition": "points", "whole_game": "points", "per_expedition": "points"},
            ("from incan_math import campaign", 'campaign("bga-en").value'),
            lambda table: table.rows[0][2],
        ),
        Result(
            18,
            "What the rest of the game is worth before an expedition",
            "bga-en",
            "Expected points still to come, by the cards that each hazard kind has left and how many artifacts were"
            " claimed (the order of claiming decides what the next one brings).",
            lambda: campaign_report("bga-en").tables[0],
            {
                "expedition": "number",
                "hazards": "cards of each kind",
                "artifacts": "cards",
                "claims": "artifacts",
                "points": "points",
            },
            ("from incan_math import campaign", 'campaign("bga-en").before(5, claimed=0)'),
            lambda table: next(row[4] for row in table.rows if row[:4] == (5, "3 3 3 3 3", "A", 0)),
        ),
        Result(
            19,
            "When to retire when the whole game counts",
            "bga-en, no bust so far and no artifact claimed, no artifact on the path",
            "The least bag from which retiring is best or as good, by expedition and hazard kinds showing. The last row"
            " is that of one expedition alone ([R9](solo.md#r9)).",
            _thresholds,
            {"expedition": "number", **{f"showing_{kinds}": "gems" for kinds in range(1, 6)}},
            (
                "from incan_math import Expedition, campaign",
                'campaign("bga-en").decide(Expedition.parse("9 15 fire mummy", expedition=1)).action == "stay"',
            ),
            lambda table: int(str(table.rows[0][2])) > 24,
        ),
    ),
)

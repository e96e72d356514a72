"""Results on a player who is alone, or among players who never leave."""

from __future__ import annotations

from docs.catalogue.page import Page, Result
from incan_math import EDITIONS, Expedition, StayForever, decide, take_home
from incan_math.report.decision_tables import threshold_table
from incan_math.report.model import Column, Table

__all__ = ["PAGE"]


def _values() -> Table:
    rows = []
    for name in EDITIONS:
        start = Expedition.start(rules=name)
        points = take_home(start)
        rows.append((name, decide(start).stay, points.probability(0), points.median))
    return Table(
        "values",
        "One expedition alone",
        (
            Column("edition"),
            Column("takes home", "amount", "value"),
            Column("nothing", "percent"),
            Column("median", "count"),
        ),
        tuple(rows),
    )


def _thresholds() -> Table:
    rows = []
    for name in EDITIONS:
        table = threshold_table(name)
        column = next(place for place, column in enumerate(table.columns) if column.key == "retire_from")
        rows.append((name, *(row[column] for row in table.rows)))
    return Table(
        "thresholds",
        "Retire from this take-home on",
        (Column("edition"), *(Column(f"{kinds} showing", "count", f"showing_{kinds}") for kinds in range(1, 6))),
        tuple(rows),
        (
            "No hazard has left the game. In diamant-2016, where several artifacts are in the deck, the numbers hold"
            " until the first of them is found.",
        ),
    )


def _among_others() -> Table:
    return Table(
        "among_others",
        "Among players who never leave",
        (Column("edition"), *(Column(str(players), "decimal", f"players_{players}") for players in range(1, 9))),
        tuple(
            (name, *(decide(Expedition.start(players, name), StayForever()).stay for players in range(1, 9)))
            for name in EDITIONS
        ),
    )


def _distribution() -> Table:
    points = take_home(Expedition.start())
    return Table(
        "take_home",
        "What the best play brings home",
        (
            Column("points", "count"),
            Column("probability", "probability"),
            Column("this or more", "percent", "at_least"),
        ),
        tuple(
            (value, probability, points.at_least(value)) for value, probability in points.items() if value is not None
        ),
    )


_SHOWING = {f"showing_{kinds}": "points" for kinds in range(1, 6)}
_THINNED = {f"retire_from_{thinned}_thinned": "points" for thinned in range(1, 4)}

PAGE = Page(
    "solo",
    "Alone",
    "One player decides, for the most expected points of one expedition. The best play looks one card ahead:"
    " [the look-ahead theorem](../theory.md#the-look-ahead-theorem). The same holds among players who never leave.",
    (
        Result(
            8,
            "What the best play takes home alone",
            "all ten editions, first expedition",
            "Expected points of one expedition under the best play, the probability of coming home with nothing, and"
            " the median. At an exact tie this play retires. Staying there would leave the expected points as they are"
            " and change the rest: for bga-en the probability of nothing would be 41.15 % instead of 40.42 %.",
            _values,
            {"edition": "name", "value": "points", "nothing": "probability", "median": "points"},
            ("from incan_math import Expedition, decide", 'decide(Expedition.start(rules="bga-en")).stay'),
            lambda table: table.rows[0][1],
        ),
        Result(
            9,
            "When to retire alone, by edition",
            "all ten editions, first expedition",
            "The least take-home from which retiring is best, by the number of hazard kinds showing: gems in the bag,"
            " and an artifact on the path with its points. It does not matter which cards are out or how many. Where"
            " the threshold is met exactly, staying may be worth as much; [R10](#r10) names such ties.",
            _thresholds,
            {"edition": "name", **_SHOWING},
            (
                "from incan_math.report.decision_tables import threshold_table",
                '[row[2] for row in threshold_table("bga-en").rows]',
            ),
            lambda table: list(table.rows[0][1:]),
        ),
        Result(
            10,
            "When to retire alone, with hazards thinned",
            "bga-en, one artifact in the deck",
            "The same by how many of the kinds that show lost a card in an earlier bust.",
            lambda: threshold_table("bga-en"),
            {"showing": "kinds", "deadly": "cards", "retire_from": "points", **_THINNED, "ties": "points"},
            (
                "from incan_math import Expedition, decide",
                'decide(Expedition.parse("5 11 fire mummy rocks")).action == "tie"',
            ),
            lambda table: "16" in str(table.rows[2][-1]),
        ),
        Result(
            11,
            "What the best play takes home among players who never leave",
            "all ten editions, first expedition, 1 to 8 players",
            "Expected points of the one player who decides; all others stay to the end.",
            _among_others,
            {"edition": "name", **{f"players_{players}": "points" for players in range(1, 9)}},
            (
                "from incan_math import Expedition, StayForever, decide",
                "decide(Expedition.start(players=5), StayForever()).stay",
            ),
            lambda table: table.rows[0][5],
        ),
        Result(
            12,
            "What the best play brings home, point by point",
            "bga-en, first expedition, alone",
            "The distribution of the points that the best play takes home; at an exact tie it retires. Staying at ties"
            " has the same mean and another distribution: nothing with probability 41.15 %.",
            _distribution,
            {"points": "points", "probability": "probability", "at_least": "probability"},
            ("from incan_math import Expedition, take_home", "take_home(Expedition.start()).probability(0)"),
            lambda table: table.rows[0][1],
        ),
    ),
    figures=(("Take-home from which to retire by hazard kinds showing, for all editions", "boundaries.svg"),),
)

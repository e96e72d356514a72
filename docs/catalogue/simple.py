"""Results on rules that fit into a head, and what each costs."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from docs.catalogue.page import Page, Result
from incan_math import EDITIONS, Heuristic, best_heuristics
from incan_math.report.decision_tables import heuristic_table
from incan_math.report.model import Cell, Column, Table

__all__ = ["PAGE"]

_UNITS = {"strategy": "rule", "numbers": "numbers", "value": "points", "loss": "points", "efficiency": "share"}


@cache
def _found(edition: str, players: int = 1) -> tuple[Heuristic, ...]:
    return best_heuristics(edition, players)


def _best_by_numbers(first: str, unit: str, tables: Iterable[tuple[str | int, tuple[Heuristic, ...]]]) -> Table:
    """The best rule with no number, with one and with two, for each entry of `tables`."""
    rows: list[tuple[Cell, ...]] = []
    for name, found in tables:
        for numbers in range(3):
            rule = min((rule for rule in found if rule.numbers == numbers), key=lambda rule: rule.loss)
            rows.append((name, numbers, str(rule.strategy), rule.value, rule.loss, rule.efficiency))
    return Table(
        "simple_rules",
        "The best rule by how many numbers it takes",
        (
            Column(first, "count" if unit == "players" else "text"),
            Column("numbers", "count"),
            Column("retire at", name="strategy"),
            Column("takes home", "decimal", "value"),
            Column("loses", "decimal", "loss"),
            Column("efficiency", "percent"),
        ),
        tuple(rows),
    )


def _whole(number: int, edition: str) -> Result:
    return Result(
        number,
        f"Simple rules alone, {edition}",
        f"{edition}, first expedition, alone",
        "The best rule of each family with what it takes home, what it loses against the best play, and its share"
        " of the optimum.",
        lambda: heuristic_table(edition),
        _UNITS,
        (
            "from incan_math import best_heuristics",
            f'min(rule.loss for rule in best_heuristics("{edition}") if rule.numbers == 1)',
        ),
        lambda table: min(row[3] for row in table.rows if row[1] == 1),  # type: ignore[type-var]
    )


PAGE = Page(
    "simple",
    "Rules to keep in the head",
    "The best rule of every simple family against players who never leave, with its exact loss. A rule is written as"
    " the command line takes it: `gems:17` retires with 17 gems or more in the bag, `hazards:2` with two kinds or more"
    " showing, `cards:6` with six cards or more out, `risk:1/12` when the next card busts with probability 1/12 or"
    " more; `|` is or, `&` is and. `outweigh` needs no number: retire when bag x deadly cards x players >= gems left"
    " in the deck.",
    (
        _whole(13, "bga-en"),
        _whole(14, "diamant-2005"),
        Result(
            15,
            "The best simple rule alone, by edition",
            "all ten editions, first expedition, alone",
            "The best rule that takes no number, one number and two numbers to remember.",
            lambda: _best_by_numbers("edition", "name", ((name, _found(name)) for name in EDITIONS)),
            {"edition": "name", **_UNITS},
            (
                "from incan_math import best_heuristics",
                'max(rule.value for rule in best_heuristics("bga-en") if rule.numbers == 2)',
            ),
            lambda table: table.rows[2][3],
        ),
        Result(
            16,
            "The best simple rule among players who never leave",
            "bga-en, first expedition, 1 to 8 players",
            "The same for one player who follows the rule while all others stay to the end.",
            lambda: _best_by_numbers("players", "players", ((n, _found("bga-en", n)) for n in range(1, 9))),
            {"players": "players", **_UNITS},
            (
                "from incan_math import best_heuristics",
                'max(rule.value for rule in best_heuristics("bga-en", players=5) if rule.numbers == 1)',
            ),
            lambda table: table.rows[13][3],
        ),
    ),
)

"""Results on players who all decide."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from docs.catalogue.enclosed import published, rounded
from docs.catalogue.page import Page, Result
from incan_math import EDITIONS, Expedition, Rules, decide, equilibrium, exact_equilibrium
from incan_math.numbers.enclosure import Enclosure
from incan_math.report.model import Cell, Column, Table

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
        value = exact_equilibrium(Expedition.start(2, rules)).value
        assert isinstance(value, Fraction)  # With two players it is one.
        alone = decide(Expedition.start(1, rules)).stay
        rows.append((" ".join(map(str, treasures)), f"{kinds} x {copies}", alone, value))
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


_PLACES = 9
"""Decimals that are published of what floating point computes: its last digits depend on the processor."""


def _at_most(bound: Fraction) -> str:
    """The least power of ten that is not below the bound."""
    exponent = 0
    while bound * 10 ** (exponent + 1) <= 1 and exponent < 99:
        exponent += 1
    return f"1e-{exponent}"


def _row(players: int, edition: str) -> tuple[Enclosure, str]:
    result = equilibrium(Expedition.start(players, edition))
    return published(result.value, _PLACES), _at_most(result.deviation_gain)


def _by_players(most: int) -> Table:
    return Table(
        "by_players",
        "Equilibrium by number of players",
        (
            Column("players", "count"),
            Column("each takes home", "bounds", "value"),
            Column("deviation gain at most", name="regret"),
        ),
        tuple((players, *_row(players, "bga-en")) for players in range(1, most + 1)),
        (_REGRET,),
    )


def _by_edition(names: Iterable[str]) -> Table:
    return Table(
        "by_edition",
        "Equilibrium of two players by edition",
        (
            Column("edition"),
            Column("each takes home", "bounds", "value"),
            Column("deviation gain at most", name="regret"),
        ),
        tuple((name, *_row(2, name)) for name in names),
        (_REGRET,),
    )


_REGRET = (
    "The interval encloses the value of the policy that was computed. By deviating from it no player can gain more than"
    " the deviation gain at the start, if the others follow it; both bounds are proved, rounding included. The value of"
    " the exact equilibrium need not lie in the interval."
)

PAGE = Page(
    "equilibrium",
    "Players who all decide",
    "Each player plays for the most expected points of one expedition; all decide at once and hold equal bags. The"
    " values are those of the symmetric equilibrium, in which no deviation gains anything at any position; where a"
    " decision has several, the one with the greatest value is taken:"
    " [several players who decide at once](../theory.md#several-players-who-decide-at-once).\n\nThe tables show how"
    " often each retires, in per cent: all who started are in, and a cell is the mean over the card orders that lead to"
    " such a bag, were nobody to leave before.",
    (
        Result(
            20,
            "Two players on small decks",
            "decks without artifacts, as the rows say",
            "Expected points of each of two players in equilibrium, in fractions, beside those of one player alone with"
            " the same deck.",
            _small_decks,
            {"treasures": "gems", "hazards": "kinds x cards", "alone": "points", "two_players": "points"},
            (
                "from incan_math import Expedition, Rules, exact_equilibrium",
                'small = Rules(treasures=(3, 5, 7), hazards={"fire": 2, "snakes": 2})',
                "exact_equilibrium(Expedition.start(2, small)).value",
            ),
            lambda table: table.rows[0][3],
        ),
        Result(
            21,
            "What each player takes home in equilibrium, by players",
            "bga-en, first expedition, 1 to 8 players",
            "Expected points of each player when all follow the symmetric equilibrium of one expedition, as computed:"
            " the value of a policy, within the error that the data files state, that is an equilibrium up to its"
            " deviation gain.",
            lambda: _by_players(8),
            {"players": "players", "value": "points", "regret": "points"},
            (
                "from incan_math import Expedition, equilibrium",
                "round(float(equilibrium(Expedition.start(players=2)).value), 6)",
            ),
            lambda table: rounded(table.rows[1][1]),
            first_rows=lambda: _by_players(2),
        ),
        Result(
            22,
            "What each of two players takes home in equilibrium, by edition",
            "all ten editions, first expedition, 2 players",
            "The same for two players under every edition.",
            lambda: _by_edition(EDITIONS),
            {"edition": "name", "value": "points", "regret": "points"},
            (
                "from incan_math import Expedition, equilibrium",
                'round(float(equilibrium(Expedition.start(players=2, rules="bga-en")).value), 6)',
            ),
            lambda table: rounded(table.rows[0][1]),
            first_rows=lambda: _by_edition(["bga-en"]),
        ),
    ),
    figures=tuple(
        (f"Probability that each of {n} players retires, by bag and hazards showing, in per cent", f"retire-{n}.svg")
        for n in (3, 5, 8)
    ),
)

"""Results on what the game is like: order, numbers of players, conventions, cooperation."""

from __future__ import annotations

from fractions import Fraction

from docs.catalogue.enclosed import published, rounded
from docs.catalogue.page import Page, Result
from incan_math import EDITIONS, Expedition, Rules, decide, equilibrium, exact_equilibrium
from incan_math.equilibria.agreements import convention, most_together
from incan_math.numbers.enclosure import Enclosure
from incan_math.odds.arrival import safe_card_before_bust
from incan_math.report.model import Cell, Column, Table
from incan_math.solo.information import known_order

__all__ = ["PAGE"]

_PLACES = 9
"""Decimals that are published of what floating point computes: its last digits depend on the processor."""
_TINY = Rules(treasures=(1,), hazards={"fire": 2})


def _order() -> Table:
    rows: list[tuple[Cell, ...]] = []
    for name in EDITIONS:
        start = Expedition.start(rules=name)
        safe, known, best = safe_card_before_bust(start), known_order(start), decide(start).stay
        assert isinstance(best, Fraction)
        gems = safe * start.rules.gem_total
        rows.append((name, safe, (start.cards_left + 1) * safe, gems, known, known - best, best / known))
    return Table(
        "order",
        "What the order of the deck is worth",
        (
            Column("edition"),
            Column("a safe card comes first", "probability", "safe_first"),
            Column("mean card of the bust", "decimal", "mean_card"),
            Column("mean bag, alone", "decimal", "mean_bag"),
            Column("with the order known", "decimal", "known"),
            Column("the order is worth", "decimal", "worth"),
            Column("best play", "percent", "share"),
        ),
        tuple(rows),
    )


def _more_players() -> Table:
    rows: list[tuple[Cell, ...]] = []
    for players in range(1, 7):
        start = Expedition.start(players, _TINY)
        value = decide(start).stay if players == 1 else exact_equilibrium(start).value
        assert isinstance(value, Fraction)
        rows.append((players, value, players * value))
    return Table(
        "more_players",
        "One treasure of 1, two cards of one hazard",
        (
            Column("players", "count"),
            Column("each takes home", "amount", "value"),
            Column("together", "amount", "total"),
        ),
        tuple(rows),
    )


def _symmetric(players: int) -> Enclosure:
    return published(equilibrium(Expedition.start(players)).value, _PLACES)


def _totals(most: int) -> Table:
    return Table(
        "totals",
        "What all take home together in equilibrium",
        (Column("players", "count"), Column("together", "bounds", "total")),
        tuple((players, players * _symmetric(players)) for players in range(1, most + 1)),
    )


def _cooperation(most: int) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for players in range(1, most + 1):
        best = published(most_together(Expedition.start(players)), _PLACES)
        total = players * _symmetric(players)
        rows.append(
            (players, best, total, published(Enclosure(best.low / total.high, best.high / total.low), _PLACES - 1))
        )
    return Table(
        "cooperation",
        "What cooperating players could take home together",
        (
            Column("players", "count"),
            Column("most together", "bounds", "most"),
            Column("in equilibrium", "bounds", "equilibrium"),
            Column("ratio", "bounds"),
        ),
        tuple(rows),
    )


def _convention() -> Table:
    start = Expedition.start(2)
    agreed = convention(start)
    first, second = (published(value, _PLACES) for value in (agreed.first, agreed.second))
    return Table(
        "convention",
        "Two players with a convention",
        (
            Column("the first takes home", "bounds", "first"),
            Column("the second takes home", "bounds", "second"),
            Column("mean", "bounds"),
            Column("each in the symmetric equilibrium", "bounds", "symmetric"),
            Column("decisions", "count"),
            Column("of these one leaves", "count", "apart"),
        ),
        (
            (
                first,
                second,
                published((agreed.first + agreed.second) * Fraction(1, 2), _PLACES),
                _symmetric(2),
                agreed.decisions,
                agreed.apart,
            ),
        ),
        ("No player gains more than 10^-7 points by breaking the convention, however often.",),
    )


PAGE = Page(
    "character",
    "What the game is like",
    "What it is worth to know the order of the deck, what more players change, and what agreements bring. The page"
    " [What the game is like](../what-the-game-is-like.md) tells it in five minutes;"
    " [theory](../theory.md#uniform-arrival-times) has the proofs.",
    (
        Result(
            26,
            "What the order of the deck is worth",
            "all ten editions, first expedition, alone",
            "The probability that a given safe card comes before the bust, exactly; the mean card of the bust and the"
            " mean bag then, if nobody leaves; what a player would take home who knew the order of the cards, by how"
            " much that is more than the best play without it, and which share of it the best play reaches.",
            _order,
            {
                "edition": "name",
                "safe_first": "probability",
                "mean_card": "cards",
                "mean_bag": "gems",
                "known": "points",
                "worth": "points",
                "share": "share",
            },
            ("from incan_math import Expedition, known_order", "known_order(Expedition.start())"),
            lambda table: table.rows[0][4],
            figure=(
                "Points alone with the order of the deck known and without it, by edition",
                "known-order.svg",
            ),
        ),
        Result(
            27,
            "More players can help everyone",
            "a deck of one treasure of 1 and two cards of one hazard",
            "Expected points of each player in the symmetric equilibrium, exactly. Two players get nothing: each"
            " hurries to take the gem from the path, and when both retire it stays there. Of three, one who stays may"
            " find it still there after the others left.",
            _more_players,
            {"players": "players", "value": "points", "total": "points"},
            (
                "from incan_math import Expedition, Rules, exact_equilibrium",
                'tiny = Rules(treasures=(1,), hazards={"fire": 2})',
                "exact_equilibrium(Expedition.start(3, tiny)).value",
            ),
            lambda table: table.rows[2][1],
            figure=("Points of each and together by the number of players", "few-gems.svg"),
        ),
        Result(
            28,
            "What all take home together in equilibrium, by players",
            "bga-en, first expedition, 1 to 8 players",
            "The number of players times what each takes home ([R21](equilibrium.md#r21)): enclosed values of"
            " policies that are equilibria up to the deviation gain given there.",
            lambda: _totals(8),
            {"players": "players", "total": "points"},
            (
                "from incan_math import Expedition, equilibrium",
                "round(2 * float(equilibrium(Expedition.start(players=2)).value), 6)",
            ),
            lambda table: rounded(table.rows[1][1]),
            first_rows=lambda: _totals(2),
            figure=("Points together by the number of players, in equilibrium and at most", "together.svg"),
        ),
        Result(
            29,
            "What cooperating players could take home together",
            "bga-en, first expedition, 1 to 4 players",
            "The most that all can expect together, enclosed, if they share what they bring home and each does as"
            " they agreed; beside it what they get in equilibrium ([R28](#r28)). The ratio of both is the price of"
            " anarchy of this equilibrium.",
            lambda: _cooperation(4),
            {"players": "players", "most": "points", "equilibrium": "points", "ratio": "ratio"},
            (
                "from incan_math import Expedition",
                "from incan_math.equilibria.agreements import most_together",
                "round(float(most_together(Expedition.start(2))), 6)",
            ),
            lambda table: rounded(table.rows[1][1]),
            first_rows=lambda: _cooperation(2),
        ),
        Result(
            30,
            "Two players with a convention",
            "bga-en, first expedition, 2 players",
            "A pure subgame-perfect equilibrium of two players who can tell each other apart: of the pure equilibria"
            " of a decision they play the one that is best for the first. Values of a policy, enclosed. Both get more"
            " than in the symmetric equilibrium, and if a coin decides before the expedition who is first, each can"
            " expect the mean. The decisions are those of two players that can be met; at some of them one retires"
            " while the other stays.",
            _convention,
            {
                "first": "points",
                "second": "points",
                "mean": "points",
                "symmetric": "points",
                "decisions": "decisions",
                "apart": "decisions",
            },
            (
                "from incan_math import Expedition",
                "from incan_math.equilibria.agreements import convention",
                "agreed = convention(Expedition.start(2))",
                "round(float(agreed.first), 6)",
            ),
            lambda table: rounded(table.rows[0][0]),
            figure=("Points of each of two players without a word, with a convention, and sharing", "convention.svg"),
        ),
    ),
)

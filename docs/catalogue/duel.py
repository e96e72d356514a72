"""Results on two players who play to win the whole game."""

from __future__ import annotations

from collections.abc import Iterable

from docs.catalogue.enclosed import published, rounded
from docs.catalogue.page import Page, Result
from incan_math import duel
from incan_math.report.model import Cell, Column, Table

__all__ = ["PAGE"]

_LEADS = (0, 1, 2, 3, 4, 5, 7, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100)
_EDITIONS = ("bga-en", "bga-pt", "bga-sr", "bga-hu", "diamant-2005")
_PLACES = 10
"""Decimals that are published: what lies beyond may depend on the processor."""


def _by_lead() -> Table:
    game = duel("bga-en")
    rows: list[tuple[Cell, ...]] = [
        (lead, *(published(game.win_probability(lead, number), _PLACES) for number in range(2, 6))) for lead in _LEADS
    ]
    columns = (Column(f"expedition {number}", "likely", f"before_{number}") for number in range(2, 6))
    return Table(
        "by_lead", "Probability of winning by lead", (Column("lead", "count"), *columns), tuple(rows), (_DRAW,)
    )


def _last(names: Iterable[str]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for name in names:
        game = duel(name)
        rows.append((name, *(published(game.win_probability(lead, 5), _PLACES) for lead in (1, 3, 5, 10, 20))))
    columns = (Column(f"lead {lead}", "likely", f"lead_{lead}") for lead in (1, 3, 5, 10, 20))
    return Table(
        "last", "Probability of winning before expedition 5", (Column("edition"), *columns), tuple(rows), (_DRAW,)
    )


def _worth() -> Table:
    game = duel("bga-en")
    rows: list[tuple[Cell, ...]] = []
    for lead in (-20, -10, -5, -3, -1, 0, 1, 3, 5, 10, 20):
        now = game.win_probability(lead, 5)
        point = game.win_probability(lead + 1, 5)
        artifact = game.win_probability(lead + 5, 5, claimed=1, artifact_lead=1)
        hazard = game.win_probability(lead, 5, removed="fire")
        rows.append(
            (
                lead,
                *(published(probability, _PLACES) for probability in (now, point - now, artifact - now, hazard - now)),
            )
        )
    return Table(
        "worth",
        "What changes the probability of winning",
        (
            Column("lead", "count"),
            Column("probability of winning", "likely", "win"),
            Column("a point", "bounds", "point"),
            Column("an artifact", "bounds", "artifact"),
            Column("a hazard removed", "bounds", "hazard"),
        ),
        tuple(rows),
        (_DRAW,),
    )


_DRAW = "A win counts 1, a draw a half; both play their best for it from here on."

PAGE = Page(
    "duel",
    "Two players for the win",
    "Two players play all five expeditions, and each maximises the probability of winning the game. All that is public"
    " is known, tents included. Every probability is enclosed within a proved error: [how it is solved](../duel.md).",
    (
        Result(
            23,
            "The probability of winning before an expedition, by lead",
            "bga-en, all hazards in the deck, no artifact claimed",
            "The probability that a player who is so many points ahead wins. For one who is behind by as much it is 1"
            " minus that, and before the first expedition it is 1/2.",
            _by_lead,
            {"lead": "points", **{f"before_{number}": "probability" for number in range(2, 6)}},
            ("from incan_math import win_probability", "round(float(win_probability(1, expedition=2)), 6)"),
            lambda table: rounded(table.rows[1][1]),
        ),
        Result(
            24,
            "The probability of winning before the last expedition, by edition",
            "bga-en, bga-pt, bga-sr, bga-hu and diamant-2005, all hazards in the deck, no artifact claimed",
            "The same before expedition 5 under the editions that come solved.",
            lambda: _last(_EDITIONS),
            {"edition": "name", **{f"lead_{lead}": "probability" for lead in (1, 3, 5, 10, 20)}},
            ("from incan_math import win_probability", "round(float(win_probability(1, expedition=5)), 6)"),
            lambda table: rounded(table.rows[0][1]),
        ),
        Result(
            25,
            "What a point, an artifact and a removed hazard are worth",
            "bga-en, before expedition 5, all hazards in the deck, no artifact claimed",
            "By how much the probability of winning rises with one point more; with the first artifact claimed, its 5"
            " points and the lead in ties; and with one hazard card out of the game.",
            _worth,
            dict.fromkeys(("win", "point", "artifact", "hazard"), "probability") | {"lead": "points"},
            ("from incan_math import win_probability", "round(float(win_probability(-20, expedition=5)), 6)"),
            lambda table: rounded(table.rows[0][1]),
        ),
    ),
    figures=(("Probability of winning by lead before each expedition, bga-en", "win.svg"),),
)

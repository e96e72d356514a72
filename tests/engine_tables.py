"""Tables and games of the reference engine as its tests set them up."""

from __future__ import annotations

from dataclasses import replace

from incan_math.engine import GameTable, Taking, build_deck
from incan_math.game.cards import Artifact, Card, Hazard
from incan_math.game.editions import EDITIONS
from incan_math.game.rules import Rules

FIRE, MUMMY, SNAKES = Hazard("fire"), Hazard("mummy"), Hazard("snakes")
NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gil", "Hal")
BGA_EN = EDITIONS["bga-en"]
PER_CARD = replace(BGA_EN, leftover="per card")


def table_of(players: int, *path: Card, rules: Rules = BGA_EN) -> GameTable:
    """A table at which these cards were turned up and everybody stayed."""
    artifacts = [Artifact()] if rules.artifacts else []
    table = GameTable(rules, NAMES[:players], build_deck(rules, {}, artifacts))
    for card in path:
        table.turn_up(card)
    return table


def lying(table: GameTable) -> list[tuple[str, int]]:
    """What lies on the path: each card with its gems."""
    return [(str(each.card.face), each.gems) for each in table.snapshot().path]


def gems_of(takings: tuple[Taking, ...]) -> dict[str, int]:
    return {taking.name: taking.gems for taking in takings}

"""Whole games of the reference engine as its tests play them, and the editions by clause."""

from __future__ import annotations

from incan_math.engine import (
    Match,
)
from incan_math.game.cards import Artifact, Card, Hazard, Treasure
from incan_math.game.editions import EDITIONS

FOURTEEN = [1, 2, 3, 4, 5, 5, 7, 7, 9, 11, 11, 13, 14, 15]
FIFTEEN = [*FOURTEEN, 17]
INCAN = ["fire", "mummy", "rocks", "snakes", "spiders"]
FIVE_KINDS = None  # The text at hand does not name them.
HAZARD_OF = {name: Hazard(next(iter(rules.hazards))) for name, rules in EDITIONS.items()}

BY_CLAIM = ["bga-en", "bga-pt", "bga-sr", "bga-classic", "incan-gold-2006"]
PRINTED = ["bga-hu", "bga-modern", "incan-gold-2020"]
LEAVES = ["bga-en", "bga-pt", "bga-sr", "bga-hu"]
STAYS = ["bga-modern", "bga-classic", "incan-gold-2006", "incan-gold-2020"]


def artifacts_of(match: Match) -> list[str]:
    return [str(card.face) for card in match.deck() if isinstance(card.face, Artifact)]


def play_on(match: Match, *cards: Card, leaving: tuple[str, ...] = ()) -> Match:
    """Play an expedition: all stay until these cards lie there; then `leaving` retire, then the rest together."""
    table = match.table()
    for card in cards:
        table.turn_up(card)
    if not table.ended:
        if leaving:
            table.retire(leaving)
        if not table.ended:
            if leaving:
                table.turn_up(next(card for card in table.undrawn if isinstance(card.face, Treasure)))
            table.retire(list(table.bags))
    return match.after(table)


def next_artifact(match: Match) -> Artifact:
    """The newest artifact in the coming deck."""
    return match.artifacts.in_deck[-1]

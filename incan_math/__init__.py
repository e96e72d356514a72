"""Exact odds and decisions for the push-your-luck game Incan Gold / Diamant.

>>> from incan_math import Expedition, bust_probability
>>> cave = Expedition.parse("7 fire 11 -1 snakes", players=4)
>>> bust_probability(cave)
Fraction(2, 13)
"""

from incan_math.game.cards import Artifact, Card, Hazard, Treasure
from incan_math.game.editions import EDITIONS
from incan_math.game.errors import GameError, NotationError, RulesError
from incan_math.game.expedition import Expedition
from incan_math.game.moves import Payout
from incan_math.game.rules import Rules
from incan_math.game.standings import Game, Tent
from incan_math.game.validator import nearest_edition, validate
from incan_math.odds.bust import bust_probability, draws_to_bust, survival
from incan_math.odds.distribution import Distribution
from incan_math.odds.gems import gems_before_bust
from incan_math.odds.next_card import next_card

__version__ = "0.1.0"

__all__ = [
    "EDITIONS",
    "Artifact",
    "Card",
    "Distribution",
    "Expedition",
    "Game",
    "GameError",
    "Hazard",
    "NotationError",
    "Payout",
    "Rules",
    "RulesError",
    "Tent",
    "Treasure",
    "bust_probability",
    "draws_to_bust",
    "gems_before_bust",
    "nearest_edition",
    "next_card",
    "survival",
    "validate",
]

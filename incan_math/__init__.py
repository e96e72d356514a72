"""Exact odds and decisions for the push-your-luck game Incan Gold / Diamant.

>>> from incan_math import Expedition, bust_probability
>>> cave = Expedition.parse("7 fire 11 -1 snakes", players=4)
>>> bust_probability(cave)
Fraction(2, 13)

Each public name is loaded from its module when it is first used, so that `import incan_math` costs next to nothing.
"""

from importlib import import_module

TYPE_CHECKING = False  # Type checkers take it as true; importing typing for it would cost more than all the rest.

if TYPE_CHECKING:
    from incan_math.game.cards import Artifact, Card, Hazard, Treasure
    from incan_math.game.editions import EDITIONS
    from incan_math.game.errors import GameError, NotationError, RulesError
    from incan_math.game.expedition import Expedition
    from incan_math.game.moves import Payout
    from incan_math.game.rules import Rules
    from incan_math.game.standings import Game, Tent
    from incan_math.game.validator import nearest_edition, validate
    from incan_math.odds.bust import bust_probability, draws_to_bust, survival
    from incan_math.odds.design import safe_cards_for
    from incan_math.odds.distribution import Distribution
    from incan_math.odds.gems import gems_before_bust
    from incan_math.odds.graph import state_graph
    from incan_math.odds.next_card import next_card
    from incan_math.odds.states import count_states, deck_states
    from incan_math.odds.symbolic import generating_function

__version__ = "0.1.0"

_ROOMS = {
    "game.cards": ("Artifact", "Card", "Hazard", "Treasure"),
    "game.editions": ("EDITIONS",),
    "game.errors": ("GameError", "NotationError", "RulesError"),
    "game.expedition": ("Expedition",),
    "game.moves": ("Payout",),
    "game.rules": ("Rules",),
    "game.standings": ("Game", "Tent"),
    "game.validator": ("nearest_edition", "validate"),
    "odds.bust": ("bust_probability", "draws_to_bust", "survival"),
    "odds.design": ("safe_cards_for",),
    "odds.distribution": ("Distribution",),
    "odds.gems": ("gems_before_bust",),
    "odds.graph": ("state_graph",),
    "odds.next_card": ("next_card",),
    "odds.states": ("count_states", "deck_states"),
    "odds.symbolic": ("generating_function",),
}
_HOME = {name: room for room, names in _ROOMS.items() for name in names}

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
    "count_states",
    "deck_states",
    "draws_to_bust",
    "gems_before_bust",
    "generating_function",
    "nearest_edition",
    "next_card",
    "safe_cards_for",
    "state_graph",
    "survival",
    "validate",
]


if not TYPE_CHECKING:  # A type checker that saw this would take every misspelt name for an object.

    def __getattr__(name: str) -> object:
        if name not in _HOME:
            raise AttributeError(f"module 'incan_math' has no attribute {name!r}")
        value = getattr(import_module(f"incan_math.{_HOME[name]}"), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

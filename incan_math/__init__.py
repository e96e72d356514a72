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
    from incan_math.advice.decision_graph import decision_graph
    from incan_math.advice.policies import policy, take_home
    from incan_math.advice.router import decide
    from incan_math.duels.whole_game import Duel, duel, win_probability
    from incan_math.duels.win_decision import WinDecision
    from incan_math.equilibria.certified.enclosed import CertifiedEquilibrium, certified_equilibrium
    from incan_math.equilibria.checker.checking import check_certificate
    from incan_math.equilibria.exact.exact_equilibria import ExactEquilibrium, exact_equilibrium
    from incan_math.equilibria.indifference import indifference_polynomial, indifference_roots
    from incan_math.equilibria.result import Equilibrium
    from incan_math.equilibria.symmetric import equilibrium
    from incan_math.game.cards import Artifact, Card, Hazard, Treasure
    from incan_math.game.editions import EDITIONS
    from incan_math.game.errors import GameError, NotationError, RulesError
    from incan_math.game.expedition import Expedition
    from incan_math.game.match import Game, Tent
    from incan_math.game.moves import Payout
    from incan_math.game.rules import Rules
    from incan_math.game.validator import nearest_edition, validate
    from incan_math.numbers.algebraic import Algebraic
    from incan_math.numbers.enclosure import Enclosure
    from incan_math.odds.bust import bust_probability, draws_to_bust, survival
    from incan_math.odds.design import safe_cards_for
    from incan_math.odds.distribution import Distribution
    from incan_math.odds.gems import gems_before_bust
    from incan_math.odds.next_card import next_card, one_step_gain
    from incan_math.odds.symbolic import bust_formula, generating_function, removal_formula
    from incan_math.response.best_responses import best_response
    from incan_math.response.evaluation import Evaluation, Tournament, evaluate, tournament
    from incan_math.solo.boundary import stopping_boundary
    from incan_math.solo.campaigns import Campaign, campaign
    from incan_math.solo.heuristic_search import Heuristic, best_heuristics
    from incan_math.states.graph import likeliest_busts, reach_probability, state_graph
    from incan_math.states.reachable import count_states, deck_states
    from incan_math.strategies.decision import Decision, JointDecision
    from incan_math.strategies.heuristics import (
        RetireAfterCards,
        RetireAtGems,
        RetireAtHazards,
        RetireAtRisk,
        RetireByChance,
        RetireWhenOneStepGainsNothing,
        RetireWhenRiskOutweighsGems,
        StayForever,
        parse_strategy,
    )
    from incan_math.strategies.protocol import AllOf, AnyOf, Mixture, Strategy, kind_symmetric

__version__ = "0.1.0"

_ROOMS = {
    "advice.router": ("decide",),
    "solo.boundary": ("stopping_boundary",),
    "solo.campaigns": (
        "Campaign",
        "campaign",
    ),
    "equilibria.certified.enclosed": ("CertifiedEquilibrium", "certified_equilibrium"),
    "equilibria.checker.checking": ("check_certificate",),
    "strategies.decision": ("Decision", "JointDecision"),
    "equilibria.symmetric": ("equilibrium",),
    "equilibria.result": ("Equilibrium",),
    "advice.decision_graph": ("decision_graph",),
    "duels.whole_game": ("Duel", "duel", "win_probability"),
    "equilibria.exact.exact_equilibria": ("ExactEquilibrium", "exact_equilibrium"),
    "response.evaluation": (
        "Evaluation",
        "Tournament",
        "evaluate",
        "tournament",
    ),
    "equilibria.indifference": ("indifference_polynomial", "indifference_roots"),
    "advice.policies": (
        "policy",
        "take_home",
    ),
    "response.best_responses": ("best_response",),
    "strategies.heuristics": (
        "RetireAfterCards",
        "RetireAtGems",
        "RetireAtHazards",
        "RetireAtRisk",
        "RetireByChance",
        "RetireWhenOneStepGainsNothing",
        "RetireWhenRiskOutweighsGems",
        "StayForever",
        "parse_strategy",
    ),
    "strategies.protocol": (
        "AllOf",
        "AnyOf",
        "Mixture",
        "Strategy",
        "kind_symmetric",
    ),
    "solo.heuristic_search": (
        "Heuristic",
        "best_heuristics",
    ),
    "duels.win_decision": ("WinDecision",),
    "game.cards": ("Artifact", "Card", "Hazard", "Treasure"),
    "game.editions": ("EDITIONS",),
    "game.errors": ("GameError", "NotationError", "RulesError"),
    "game.expedition": ("Expedition",),
    "game.moves": ("Payout",),
    "game.rules": ("Rules",),
    "game.match": ("Game", "Tent"),
    "game.validator": ("nearest_edition", "validate"),
    "numbers.algebraic": ("Algebraic",),
    "odds.bust": ("bust_probability", "draws_to_bust", "survival"),
    "odds.design": ("safe_cards_for",),
    "odds.distribution": ("Distribution",),
    "numbers.enclosure": ("Enclosure",),
    "odds.gems": ("gems_before_bust",),
    "states.graph": ("likeliest_busts", "reach_probability", "state_graph"),
    "odds.next_card": ("next_card", "one_step_gain"),
    "states.reachable": ("count_states", "deck_states"),
    "odds.symbolic": ("bust_formula", "generating_function", "removal_formula"),
}
_RENAMED = {"ThumbRule": "Heuristic", "best_thumb_rules": "best_heuristics", "numbers_only": "kind_symmetric"}
"""Old names that work for one version more, with a `DeprecationWarning`."""
_HOME = {name: room for room, names in _ROOMS.items() for name in names}

__all__ = [
    "EDITIONS",
    "Algebraic",
    "AllOf",
    "AnyOf",
    "Artifact",
    "Campaign",
    "Card",
    "CertifiedEquilibrium",
    "Decision",
    "Distribution",
    "Duel",
    "Enclosure",
    "Equilibrium",
    "Evaluation",
    "ExactEquilibrium",
    "Expedition",
    "Game",
    "GameError",
    "Hazard",
    "Heuristic",
    "JointDecision",
    "Mixture",
    "NotationError",
    "Payout",
    "RetireAfterCards",
    "RetireAtGems",
    "RetireAtHazards",
    "RetireAtRisk",
    "RetireByChance",
    "RetireWhenOneStepGainsNothing",
    "RetireWhenRiskOutweighsGems",
    "Rules",
    "RulesError",
    "StayForever",
    "Strategy",
    "Tent",
    "Tournament",
    "Treasure",
    "WinDecision",
    "best_heuristics",
    "best_response",
    "bust_formula",
    "bust_probability",
    "campaign",
    "certified_equilibrium",
    "check_certificate",
    "count_states",
    "decide",
    "decision_graph",
    "deck_states",
    "draws_to_bust",
    "duel",
    "equilibrium",
    "evaluate",
    "exact_equilibrium",
    "gems_before_bust",
    "generating_function",
    "indifference_polynomial",
    "indifference_roots",
    "kind_symmetric",
    "likeliest_busts",
    "nearest_edition",
    "next_card",
    "one_step_gain",
    "parse_strategy",
    "policy",
    "reach_probability",
    "removal_formula",
    "safe_cards_for",
    "state_graph",
    "stopping_boundary",
    "survival",
    "take_home",
    "tournament",
    "validate",
    "win_probability",
]


if not TYPE_CHECKING:  # A type checker that saw this would take every misspelt name for an object.

    def __getattr__(name: str) -> object:
        if name in _RENAMED:
            from warnings import warn

            warn(
                f"incan_math.{name} is now {_RENAMED[name]}; the old name goes in the next version",
                DeprecationWarning,
                2,
            )
            return getattr(import_module(__name__), _RENAMED[name])
        if name not in _HOME:
            raise AttributeError(f"module 'incan_math' has no attribute {name!r}")
        value = getattr(import_module(f"incan_math.{_HOME[name]}"), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

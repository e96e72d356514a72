# The names that `incan_math` exports, each on one line with its module: the only list of them, which type checkers read
# and the package itself. `Old = New` keeps an old name working, with a DeprecationWarning, for one version.

from incan_math.advice.decision_graph import decision_graph as decision_graph
from incan_math.advice.policies import policy as policy
from incan_math.advice.policies import take_home as take_home
from incan_math.advice.router import decide as decide
from incan_math.duels.whole_game import Duel as Duel
from incan_math.duels.whole_game import duel as duel
from incan_math.duels.whole_game import win_probability as win_probability
from incan_math.equilibria.certified.enclosed import CertifiedEquilibrium as CertifiedEquilibrium
from incan_math.equilibria.certified.enclosed import certified_equilibrium as certified_equilibrium
from incan_math.equilibria.checker.checking import check_certificate as check_certificate
from incan_math.equilibria.exact.exact_equilibria import ExactEquilibrium as ExactEquilibrium
from incan_math.equilibria.exact.exact_equilibria import exact_equilibrium as exact_equilibrium
from incan_math.equilibria.indifference import indifference_polynomial as indifference_polynomial
from incan_math.equilibria.indifference import indifference_roots as indifference_roots
from incan_math.equilibria.result import Equilibrium as Equilibrium
from incan_math.equilibria.symmetric import equilibrium as equilibrium
from incan_math.game.cards import Artifact as Artifact
from incan_math.game.cards import Card as Card
from incan_math.game.cards import Hazard as Hazard
from incan_math.game.cards import Treasure as Treasure
from incan_math.game.editions import EDITIONS as EDITIONS
from incan_math.game.errors import GameError as GameError
from incan_math.game.errors import NotationError as NotationError
from incan_math.game.errors import RulesError as RulesError
from incan_math.game.expedition import Expedition as Expedition
from incan_math.game.match import Game as Game
from incan_math.game.match import Tent as Tent
from incan_math.game.moves import Payout as Payout
from incan_math.game.record import Record as Record
from incan_math.game.rules import Rules as Rules
from incan_math.game.validator import nearest_edition as nearest_edition
from incan_math.game.validator import validate as validate
from incan_math.numbers.algebraic import Algebraic as Algebraic
from incan_math.numbers.enclosure import Enclosure as Enclosure
from incan_math.odds.arrival import safe_card_before_bust as safe_card_before_bust
from incan_math.odds.bust import bust_probability as bust_probability
from incan_math.odds.bust import draws_to_bust as draws_to_bust
from incan_math.odds.bust import survival as survival
from incan_math.odds.design import safe_cards_for as safe_cards_for
from incan_math.odds.distribution import Distribution as Distribution
from incan_math.odds.gems import gems_before_bust as gems_before_bust
from incan_math.odds.next_card import next_card as next_card
from incan_math.odds.next_card import one_step_gain as one_step_gain
from incan_math.odds.symbolic import bust_formula as bust_formula
from incan_math.odds.symbolic import generating_function as generating_function
from incan_math.odds.symbolic import removal_formula as removal_formula
from incan_math.response.best_responses import best_response as best_response
from incan_math.response.evaluation import Evaluation as Evaluation
from incan_math.response.evaluation import Tournament as Tournament
from incan_math.response.evaluation import WinEvaluation as WinEvaluation
from incan_math.response.evaluation import evaluate as evaluate
from incan_math.response.evaluation import tournament as tournament
from incan_math.reviews.findings import Review as Review
from incan_math.reviews.game_review import review as review
from incan_math.simulation.estimates import Estimate as Estimate
from incan_math.simulation.leagues import league as league
from incan_math.simulation.simulations import Simulation as Simulation
from incan_math.simulation.simulations import simulate as simulate
from incan_math.solo.boundary import stopping_boundary as stopping_boundary
from incan_math.solo.campaigns import Campaign as Campaign
from incan_math.solo.campaigns import campaign as campaign
from incan_math.solo.heuristic_search import Heuristic as Heuristic
from incan_math.solo.heuristic_search import best_heuristics as best_heuristics
from incan_math.solo.information import known_order as known_order
from incan_math.states.graph import likeliest_busts as likeliest_busts
from incan_math.states.graph import reach_probability as reach_probability
from incan_math.states.graph import state_graph as state_graph
from incan_math.states.reachable import count_states as count_states
from incan_math.states.reachable import deck_states as deck_states
from incan_math.strategies.combinators import AllOf as AllOf
from incan_math.strategies.combinators import AnyOf as AnyOf
from incan_math.strategies.combinators import Mixture as Mixture
from incan_math.strategies.decision import Action as Action
from incan_math.strategies.decision import ContestDecision as ContestDecision
from incan_math.strategies.decision import Decision as Decision
from incan_math.strategies.decision import DuelDecision as DuelDecision
from incan_math.strategies.decision import EquilibriumDecision as EquilibriumDecision
from incan_math.strategies.decision import ExactDecision as ExactDecision
from incan_math.strategies.decision import JointAction as JointAction
from incan_math.strategies.decision import Payoffs as Payoffs
from incan_math.strategies.heuristics import RetireAfterCards as RetireAfterCards
from incan_math.strategies.heuristics import RetireAtGems as RetireAtGems
from incan_math.strategies.heuristics import RetireAtHazards as RetireAtHazards
from incan_math.strategies.heuristics import RetireAtRisk as RetireAtRisk
from incan_math.strategies.heuristics import RetireWhenOneStepGainsNothing as RetireWhenOneStepGainsNothing
from incan_math.strategies.heuristics import RetireWhenRiskOutweighsGems as RetireWhenRiskOutweighsGems
from incan_math.strategies.heuristics import RetireWithProbability as RetireWithProbability
from incan_math.strategies.heuristics import StayForever as StayForever
from incan_math.strategies.protocol import Strategy as Strategy
from incan_math.strategies.protocol import kind_symmetric as kind_symmetric
from incan_math.strategies.text_form import parse_strategy as parse_strategy

__version__: str

JointDecision = EquilibriumDecision
RetireByChance = RetireWithProbability
ThumbRule = Heuristic
WinDecision = DuelDecision
best_thumb_rules = best_heuristics
numbers_only = kind_symmetric

"""Every public call as somebody writes it who uses the package and checks types strictly; never run, only checked."""

from __future__ import annotations

from fractions import Fraction
from typing import assert_type

import incan_math
from incan_math import (
    EDITIONS,
    AllOf,
    AnyOf,
    Campaign,
    CertifiedEquilibrium,
    Decision,
    Distribution,
    Duel,
    DuelDecision,
    Enclosure,
    Equilibrium,
    EquilibriumDecision,
    Evaluation,
    ExactDecision,
    Expedition,
    Game,
    Mixture,
    RetireAfterCards,
    RetireAtGems,
    RetireAtHazards,
    RetireAtRisk,
    RetireWhenOneStepGainsNothing,
    RetireWhenRiskOutweighsGems,
    RetireWithProbability,
    Rules,
    StayForever,
    Strategy,
    Tournament,
    best_response,
    bust_probability,
    campaign,
    certified_equilibrium,
    count_states,
    decide,
    decision_graph,
    deck_states,
    draws_to_bust,
    duel,
    equilibrium,
    evaluate,
    gems_before_bust,
    kind_symmetric,
    nearest_edition,
    next_card,
    one_step_gain,
    parse_strategy,
    policy,
    stopping_boundary,
    survival,
    take_home,
    tournament,
    validate,
    win_probability,
)


@kind_symmetric
def careful(state: Expedition) -> int:
    return int(state.bag >= 10)


def bold(state: Expedition) -> Fraction:
    return Fraction(1, 2) if state.deadly > 5 else Fraction(0)


def positions(path: str, players: int, edition: str) -> None:
    assert_type(incan_math.__version__, str)
    state = Expedition.parse(path, players=players, rules=edition, expedition=2, removed="fire", claimed=1)
    assert_type(Expedition.start(players, Rules(treasures=(3, 5), hazards={"fire": 2})), Expedition)
    assert_type(state.bag, int)
    assert_type(EDITIONS[edition], Rules)
    Game.start(players, edition)
    validate(EDITIONS[edition])
    nearest_edition(EDITIONS[edition])


def odds(state: Expedition) -> None:
    assert_type(bust_probability(state), Fraction)
    assert_type(draws_to_bust(state).mean, Fraction)
    assert_type(gems_before_bust(state), Distribution)
    assert_type(one_step_gain(state), Fraction)
    assert_type(next_card(state).bust, Fraction)
    survival(state)
    assert_type(count_states(state), int)
    for cards_out, _, probability in deck_states(state, True):
        assert_type(cards_out, int)
        assert_type(probability, Fraction)


def decisions(state: Expedition, objective: str, lead: int, strategies: list[Strategy], opponent: Strategy) -> None:
    assert_type(decide(state, opponent), ExactDecision)
    assert_type(decide(state, strategies), ExactDecision)
    assert_type(decide(state, [RetireAtGems(3), careful]), ExactDecision)
    assert_type(decide(state), ExactDecision | EquilibriumDecision)
    assert_type(decide(state, objective="points"), ExactDecision | EquilibriumDecision)
    assert_type(decide(state, objective="game"), ExactDecision)
    assert_type(decide(state, objective="win", lead=lead), DuelDecision)
    answer = decide(state, objective=objective, lead=lead if objective == "win" else None)  # A plain str.
    assert_type(answer, Decision)
    assert_type(answer.value, Fraction | Enclosure)
    assert_type(answer.retire_probability, Fraction)
    assert_type(decide(state, opponent).gain, Fraction)
    assert_type(decide(state, opponent).outcomes[0].stay, Fraction)
    assert_type(decide(state, objective="win", lead=lead).gain, Enclosure)
    assert_type(equilibrium(state).decision().stay_by, tuple[Enclosure, ...])
    assert_type(equilibrium(state).decision().retire_by, tuple[Fraction, ...])
    assert_type(policy(state)[state], incan_math.Action)
    assert_type(take_home(state), Distribution)
    stopping_boundary(state)
    decision_graph(state)


def strategies_at_a_table(state: Expedition, text: str) -> None:
    usual: list[Strategy] = [
        StayForever(),
        RetireAfterCards(3),
        RetireAtGems(8),
        RetireAtHazards(2),
        RetireAtRisk("1/5"),
        RetireWithProbability(Fraction(1, 3)),
        RetireWhenOneStepGainsNothing(),
        RetireWhenRiskOutweighsGems(),
        AllOf(RetireAtGems(3), careful),
        AnyOf(RetireAtGems(3), bold),
        Mixture([("1/4", StayForever()), ("3/4", bold)]),
        parse_strategy(text),
        equilibrium(state),
    ]
    assert_type(evaluate(state, usual), Evaluation)
    assert_type(evaluate(state, [careful, bold], objective="points").points, tuple[Fraction, ...])
    assert_type(best_response(state, usual), ExactDecision)
    assert_type(best_response(state, careful, limit=1000, progress=lambda out, cards, nodes: None), ExactDecision)
    assert_type(tournament(usual, "bga-en", players=3), Tournament)


def several_players(state: Expedition, certify: bool) -> None:
    assert_type(equilibrium(state), Equilibrium)
    assert_type(equilibrium(state, certify=True), CertifiedEquilibrium)
    assert_type(equilibrium(state, certify=certify), Equilibrium | CertifiedEquilibrium)  # A plain bool.
    assert_type(certified_equilibrium(state), CertifiedEquilibrium)
    assert_type(equilibrium(state).value, Enclosure)


def whole_game(edition: str, rules: Rules, solve: bool) -> None:
    assert_type(campaign(edition), Campaign)
    assert_type(campaign(rules).value, Fraction)
    assert_type(duel(edition, solve=solve), Duel)
    assert_type(win_probability(-7, 5, rules), Enclosure)

"""Stay or retire, for whoever asks: `decide`."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal, overload

from incan_math.game.errors import GameError
from incan_math.game.expedition import Expedition, need_expedition, need_live
from incan_math.odds.bust import bust_probability
from incan_math.response.best_responses import best_response
from incan_math.response.evaluation import Progress
from incan_math.solo.stopping import Stopping, closed_rule
from incan_math.strategies.decision import Decision, DuelDecision, EquilibriumDecision, ExactDecision
from incan_math.strategies.heuristics import StayForever
from incan_math.strategies.protocol import Strategy, for_each

__all__ = ["decide"]


@overload
def decide(
    state: Expedition,
    opponents: Sequence[Strategy] | Strategy,
    *,
    objective: Literal["points"] = "points",
    lead: None = None,
    artifact_lead: None = None,
    progress: Progress | None = None,
) -> ExactDecision: ...


@overload
def decide(
    state: Expedition,
    opponents: None = None,
    *,
    objective: Literal["points"] = "points",
    lead: None = None,
    artifact_lead: None = None,
    progress: Progress | None = None,
) -> ExactDecision | EquilibriumDecision: ...


@overload
def decide(
    state: Expedition,
    opponents: None = None,
    *,
    objective: Literal["win"],
    lead: int,
    artifact_lead: int | None = None,
    progress: None = None,
) -> DuelDecision: ...


def decide(
    state: Expedition,
    opponents: Sequence[Strategy] | Strategy | None = None,
    *,
    objective: Literal["points", "win"] = "points",
    lead: int | None = None,
    artifact_lead: int | None = None,
    progress: Progress | None = None,
) -> Decision:
    """What staying and retiring are worth now: expected points taken home from this expedition.

    Alone, or against opponents who never leave, the look-ahead theorem gives the best play: with T what retiring now
    takes home, D deadly cards and F the sum over the undrawn cards of what each would add as the next card, retire as
    soon as T D >= F, where equality is a tie. Against other strategies it is the best response to them. If others are
    in and no opponents are given, all play the symmetric equilibrium, and the answer is an `EquilibriumDecision`.

    With `objective="win"` two players play the whole game to win it: the answer is in chances of winning, with how
    often each retires when both play their best (see `duel`).

    Args:
        state: a live state; the player who asks is in.
        opponents: the strategies of the others who are in, or one that all of them follow; none when alone.
        objective: what is played for: the `points` of this expedition, or to `win` the game.
        lead: to win: points by which the asker was ahead before this expedition, negative when behind.
        artifact_lead: to win: how many artifacts more the asker had then; needed where they break ties and some were
            claimed.
        progress: called layer by layer of cards out where opponents have to be followed.

    Raises:
        GameError: the state is over, its players have just retired and no card has come since, the opponents do not
            match the players in, or the equilibrium does not cover the rules.

    Source: the monotone case of optimal stopping (Chow, Robbins and Siegmund, Great Expectations, 1971, chapter 3).

    >>> answer = decide(Expedition.parse("fire 15 snakes 3"))
    >>> answer.action, answer.stay, answer.retire, answer.bust
    ('stay', Fraction(147379, 7800), Fraction(18, 1), Fraction(2, 13))
    >>> print(answer.reason)
    take-home 18 x 4 deadly cards = 72, less than 94, the sum of what each undrawn card would add next: stay
    >>> last = Expedition.parse("14 fire 13 snakes", players=2, expedition=5)
    >>> answer = decide(last, objective="win", lead=-7)
    >>> answer.action, round(float(answer.value), 4)
    ('mix', 0.1526)
    """
    if objective == "win":
        return _to_win(state, opponents, lead, artifact_lead)
    if objective != "points":
        raise GameError(f"objective: {objective!r} given; play for 'points' or to 'win'")
    if lead is not None or artifact_lead is not None:
        raise GameError("lead, artifact_lead: they matter to who plays to win; give objective='win' with them")
    need_live(state)
    if not state.is_deciding and state.cards_out:
        raise GameError(f"state: at '{state}' players have just retired; add the card that came next")
    others = state.players - 1
    if opponents is None:
        if others:
            from incan_math.equilibria.symmetric import equilibrium

            return equilibrium(state, progress=progress).decision()
        opponents = []
    opponents = for_each(opponents, others)
    if len(opponents) == others and all(isinstance(opponent, StayForever) for opponent in opponents):
        problem = closed_rule(state)
        if problem is not None:
            return _by_rule(state, problem)
    return best_response(state, opponents, progress=progress)


def _to_win(state: Expedition, opponents: object, lead: int | None, artifact_lead: int | None) -> DuelDecision:
    from incan_math.duels.whole_game import duel

    need_expedition(state)
    if opponents is not None:
        raise GameError("opponents: to win, both play their best; leave them out")
    if lead is None:
        raise GameError("lead: say how many points you were ahead before this expedition, such as lead=-7 when behind")
    return duel(state.rules).decide(state, lead, artifact_lead)


def _by_rule(state: Expedition, problem: Stopping) -> ExactDecision:
    bust = bust_probability(state)
    if not state.is_deciding:
        reason = "nobody can retire before the first card: go in"
        return ExactDecision.of(state, problem.stay, Fraction(0), bust, reason)
    retire, one_more = problem.retire, problem.one_more
    risk = retire * state.deadly
    to_come = one_more * state.cards_left + risk
    words = "equal to" if one_more == 0 else "less than" if one_more > 0 else "more than"
    action = "a tie" if one_more == 0 else "stay" if one_more > 0 else "retire"
    cards = "card" if state.deadly == 1 else "cards"
    reason = (
        f"take-home {retire} x {state.deadly} deadly {cards} = {risk}, {words} {to_come},"
        f" the sum of what each undrawn card would add next: {action}"
    )
    return ExactDecision.of(state, problem.stay, retire, bust, reason)

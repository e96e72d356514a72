"""Stay or retire, for whoever asks: `decide`."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal, overload

from incan_math.advice.win_routes import to_win
from incan_math.game.errors import GameError, shown
from incan_math.game.expedition import Expedition, need_live
from incan_math.odds.bust import bust_probability
from incan_math.response.arguments import Progress, need_opponents, need_progress
from incan_math.response.best_responses import best_response
from incan_math.solo.stopping import Stopping, closed_rule
from incan_math.storage.store import Store
from incan_math.strategies.decision import Decision, DuelDecision, EquilibriumDecision, ExactDecision
from incan_math.strategies.heuristics import StayForever
from incan_math.strategies.protocol import Strategy

__all__ = ["decide"]

_OBJECTIVES = ("points", "game", "win")


@overload
def decide(
    state: Expedition,
    opponents: Sequence[Strategy] | Strategy,
    *,
    objective: Literal["points"] = "points",
    lead: None = None,
    artifact_lead: None = None,
    store: Store | None = None,
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
    store: Store | None = None,
    progress: Progress | None = None,
) -> ExactDecision | EquilibriumDecision: ...


@overload
def decide(
    state: Expedition,
    opponents: None = None,
    *,
    objective: Literal["game"],
    lead: None = None,
    artifact_lead: None = None,
    store: Store | None = None,
    progress: Progress | None = None,
) -> ExactDecision: ...


@overload
def decide(
    state: Expedition,
    opponents: None = None,
    *,
    objective: Literal["win"],
    lead: int,
    artifact_lead: int | None = None,
    store: Store | None = None,
    progress: Progress | None = None,
) -> DuelDecision: ...


@overload
def decide(
    state: Expedition,
    opponents: Sequence[Strategy] | Strategy,
    *,
    objective: Literal["win"],
    lead: int | None = None,
    artifact_lead: int | None = None,
    scores: Sequence[int] | None = None,
    home: Sequence[int] = (),
    artifacts: Sequence[int] | None = None,
    home_artifacts: Sequence[int] | None = None,
    store: Store | None = None,
    progress: Progress | None = None,
) -> ExactDecision: ...


@overload
def decide(
    state: Expedition,
    opponents: Sequence[Strategy] | Strategy | None = None,
    *,
    objective: str = "points",
    lead: int | None = None,
    artifact_lead: int | None = None,
    scores: Sequence[int] | None = None,
    home: Sequence[int] = (),
    artifacts: Sequence[int] | None = None,
    home_artifacts: Sequence[int] | None = None,
    store: Store | None = None,
    progress: Progress | None = None,
) -> Decision: ...


def decide(
    state: Expedition,
    opponents: Sequence[Strategy] | Strategy | None = None,
    *,
    objective: str = "points",
    lead: int | None = None,
    artifact_lead: int | None = None,
    scores: Sequence[int] | None = None,
    home: Sequence[int] = (),
    artifacts: Sequence[int] | None = None,
    home_artifacts: Sequence[int] | None = None,
    store: Store | None = None,
    progress: Progress | None = None,
) -> Decision:
    """What staying and retiring are worth now, and what the best play does.

    The objective says what is played for:

    - `points`: the expected points of this expedition. Alone, or against opponents who never leave, the look-ahead
      theorem gives the best play: with T the points that retiring now takes home, D the number of deadly cards, and F
      the sum over the undrawn cards of what each would add as the next card, retire as soon as T D >= F, where equality
      is a tie. Against other strategies it is the best response to them. If others are in and `opponents` is omitted,
      all players follow the symmetric equilibrium, and the answer is an `EquilibriumDecision`.
    - `game`: the expected points of the whole game, this expedition and those after it, of a player who plays alone.
    - `win`: the probability of winning the game, a win shared by k players counting 1/k. With two players and `lead`,
      of the whole game when both play their best (see `duel`); `scores` say the same. With `scores`, of the last
      expedition for any number of players: against `opponents`, the best response, exactly; if `opponents` is
      omitted, one equilibrium of players who all play to win, a `ContestDecision` (see `incan_math.winning`).

    Args:
        state: a live state; the player who asks is in.
        opponents: for `points` and `win`, the strategies of the others who are in, or one that all of them follow.
        objective: "points", "game" or "win".
        lead: to win: points by which the player was ahead before this expedition, negative when behind.
        artifact_lead: to win: how many artifacts more than the other the player had then; needed where they break ties
            and some were claimed.
        scores: to win the last expedition: points banked before it by the players in, the asker's first.
        home: final points of those who have left this expedition already, or take no part in it.
        artifacts: how many artifacts each player in had before the expedition; needed where they break ties and some
            were claimed.
        home_artifacts: how many each of those at home has, under the same condition.
        store: where equilibria are kept on disk, if not in the default folder; `Store(None)` keeps nothing.
        progress: called with (cards out, cards in the deck, nodes of the layer) where opponents have to be followed;
            for the `game` with (states between expeditions solved, a bound on their number, 1).

    Raises:
        GameError: the state is over, its players have just retired and no card has come since, the opponents do not
            match the players in, an argument does not go with the objective, or no solver covers the rules.

    Source: the monotone case of optimal stopping (Chow, Robbins and Siegmund, Great Expectations, 1971, chapter 3).

    >>> answer = decide(Expedition.parse("fire 15 snakes 3"))
    >>> answer.action, answer.stay, answer.retire, answer.bust
    ('stay', Fraction(147379, 7800), Fraction(18, 1), Fraction(2, 13))
    >>> print(answer.reason)
    take-home 18 x 4 deadly cards = 72, less than 94, the sum of what each undrawn card would add next: stay
    >>> decide(Expedition.parse("9 15 fire mummy", expedition=1), objective="game").action
    'stay'
    >>> last = Expedition.parse("14 fire 13 snakes", players=2, expedition=5)
    >>> answer = decide(last, objective="win", lead=-7)
    >>> answer.action, round(float(answer.value), 4)
    ('mix', 0.1526)
    >>> from incan_math import RetireAtGems, Rules
    >>> small = Expedition.start(2, Rules((3, 5, 7, 9), {"fire": 2, "snakes": 2}))
    >>> decide(small, RetireAtGems(5), objective="win", scores=[0, 0]).value
    Fraction(697, 1260)
    """
    if objective not in _OBJECTIVES or not isinstance(objective, str):
        raise GameError(f"objective: {shown(objective)} given; play for 'points', the whole 'game', or to 'win'")
    need_live(state)
    need_progress(progress)
    if not state.is_deciding and state.cards_out:
        raise GameError(f"state: at '{state}' players have just retired; add the card that came next")
    if objective != "win" and not (lead is None and artifact_lead is None):
        raise GameError("lead, artifact_lead: they matter only when playing to win; give objective='win' with them")
    if objective != "win" and not (scores is None and not home and artifacts is None and home_artifacts is None):
        raise GameError("scores, home, artifacts: they matter only when playing to win; give objective='win' with them")
    if objective == "game" and opponents is not None:
        raise GameError("opponents: objective='game' is for a player alone; leave the opponents out")
    if objective == "win":
        return to_win(state, opponents, lead, artifact_lead, scores, home, artifacts, home_artifacts, progress)
    if objective == "game":
        return _for_the_game(state, progress)
    return _for_points(state, opponents, store, progress)


def _for_points(
    state: Expedition,
    opponents: Sequence[Strategy] | Strategy | None,
    store: Store | None,
    progress: Progress | None,
) -> ExactDecision | EquilibriumDecision:
    others = state.players - 1
    if opponents is None and others:
        from incan_math.equilibria.symmetric import equilibrium

        return equilibrium(state, store=store, progress=progress).decision()
    opponents = need_opponents([] if opponents is None else opponents, others)
    if all(isinstance(opponent, StayForever) for opponent in opponents):
        problem = closed_rule(state)
        if problem is not None:
            return _by_rule(state, problem)
    return best_response(state, opponents, progress=progress)


def _for_the_game(state: Expedition, progress: Progress | None) -> ExactDecision:
    from incan_math.solo.campaigns import campaign, work_bound

    if state.setup.players != 1:
        raise GameError(
            f"objective: 'game' is for one player alone, and {state.setup.players} began at '{state}'; with two,"
            " objective='win' covers the whole game"
        )
    if state.setup.expedition is None:
        raise GameError("state: with objective='game' the expedition matters; give it, such as expedition=1")
    if progress is None:
        return campaign(state.rules).decide(state)
    most, _ = work_bound(state.rules)
    return campaign(state.rules, progress=lambda solved: progress(solved, most, 1)).decide(state)


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

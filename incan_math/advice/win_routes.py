"""Who answers a question about winning: the two-player game, a best response, or a contest of the last expedition."""

from __future__ import annotations

from collections.abc import Sequence

from incan_math.game.errors import GameError, shown
from incan_math.game.expedition import Expedition
from incan_math.response.arguments import Progress
from incan_math.response.standings import Standings, need_last_expedition
from incan_math.strategies.decision import ContestDecision, DuelDecision, ExactDecision
from incan_math.strategies.protocol import Strategy

__all__ = ["to_win"]

_MOST = 10**9


def to_win(
    state: Expedition,
    opponents: Sequence[Strategy] | Strategy | None,
    lead: int | None,
    artifact_lead: int | None,
    scores: Sequence[int] | None,
    home: Sequence[int],
    artifacts: Sequence[int] | None,
    home_artifacts: Sequence[int] | None,
    progress: Progress | None,
) -> ExactDecision | DuelDecision | ContestDecision:
    """What `decide` answers with `objective="win"`; its arguments.

    >>> last = Expedition.parse("14 fire 13 snakes", players=2, expedition=5)
    >>> to_win(last, None, -7, None, None, (), None, None, None).action
    'mix'
    """
    if scores is None and opponents is None:
        if home or artifacts is not None or home_artifacts is not None:
            raise GameError("home, artifacts: give scores=[...] with them, points banked by each player in")
        return _by_lead(state, lead, artifact_lead)
    if scores is not None and (lead is not None or artifact_lead is not None):
        raise GameError("lead, artifact_lead: scores say as much; give one or the other")
    if scores is not None and opponents is None and _is_duel(state):
        return _by_lead(state, *_leads(state, scores, home, artifacts, home_artifacts))
    if scores is None:
        scores, artifacts = _level(state, lead, artifact_lead)
    need_last_expedition(state)
    return _with_scores(state, opponents, Standings.read(state, scores, home, artifacts, home_artifacts), progress)


def _by_lead(state: Expedition, lead: int | None, artifact_lead: int | None) -> DuelDecision:
    from incan_math.duels.whole_game import duel

    for name, value in (("lead", lead), ("artifact_lead", artifact_lead)):
        if value is not None and type(value) is not int:
            raise GameError(f"{name}: {shown(value)} given; give a whole number, such as -7 when behind")
    if state.setup.players != 2:
        raise GameError(
            f"objective: 'win' over the whole game is for two players, and {state.setup.players} began; in the last"
            " expedition give scores=[...], points banked by each player in; before it objective='points' is a proxy"
        )
    if lead is None:
        raise GameError(
            "lead: say how many points you were ahead before this expedition, such as lead=-7 when behind; or give"
            " scores=[...] in the last expedition"
        )
    return duel(state.rules).decide(state, lead, artifact_lead)


def _is_duel(state: Expedition) -> bool:
    """Whether two players, both still in, are in an expedition before the last one."""
    return state.setup.players == state.players == 2 and state.setup.expedition not in (None, state.rules.expeditions)


def _leads(
    state: Expedition,
    scores: Sequence[int],
    home: Sequence[int],
    artifacts: Sequence[int] | None,
    home_artifacts: Sequence[int] | None,
) -> tuple[int, int | None]:
    """The lead of two players in points and in artifacts."""
    Standings.read(state, scores, home, artifacts, home_artifacts)
    if home or home_artifacts:
        raise GameError("home: two players began and both are in; leave it out")
    return scores[0] - scores[1], None if artifacts is None else artifacts[0] - artifacts[1]


def _level(state: Expedition, lead: object, artifact_lead: object) -> tuple[list[int], list[int] | None]:
    """The scores and artifacts of two players that a lead says."""
    if state.players != 2 or type(lead) is not int or abs(lead) > _MOST:
        raise GameError("scores: give the points that each player in had before this expedition, the asker's first")
    if artifact_lead is None:
        return [max(lead, 0), max(-lead, 0)], None
    if type(artifact_lead) is not int or abs(artifact_lead) > len(state.rules.artifacts):
        raise GameError(f"artifact_lead: {shown(artifact_lead)} given; give how many artifacts the asker had more")
    return [max(lead, 0), max(-lead, 0)], [max(artifact_lead, 0), max(-artifact_lead, 0)]


def _with_scores(
    state: Expedition,
    opponents: Sequence[Strategy] | Strategy | None,
    standings: Standings,
    progress: Progress | None,
) -> ExactDecision | ContestDecision:
    if opponents is not None or state.players == 1:
        from incan_math.response.win_response import best_win_response

        return best_win_response(state, [] if opponents is None else opponents, standings, progress=progress)
    from incan_math.winning.contest import contest

    return contest(state, standings, progress=progress)

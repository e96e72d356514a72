"""What to do now, in a line or two, for one player of a recorded game."""

from __future__ import annotations

from collections.abc import Callable

from incan_math.advice.router import decide
from incan_math.game.errors import GameError
from incan_math.game.expedition import Expedition
from incan_math.game.record import Record
from incan_math.game.replay import Departure
from incan_math.report.decision_report import advice_text
from incan_math.response.standings import Standings
from incan_math.strategies.decision import Decision

__all__ = ["Ask", "advice_lines", "decisions", "win_decision"]

_QUICK = 200_000
"""Situations of a contest that are solved while people wait for the next card: a second or two."""

Ask = Callable[[Expedition], Decision]
"""What answers a position for points; the command line shows how far it is."""


def decisions(record: Record, me: str | None, ask: Ask = decide) -> tuple[Decision, ...]:
    """What `decide` answers now: for the points of this expedition and, where that is answered, to win the game.

    Args:
        record: a game with an expedition under way.
        me: who asks, by name; without it there is no answer to win.
        ask: what answers for points.

    Raises:
        GameError: the position is not covered, for points.
    """
    if record.position is None:
        raise GameError("nothing to decide: no expedition is under way")
    found = [ask(record.position)]
    if me is not None and (to_win := win_decision(record, me)) is not None:
        found.insert(0, to_win)
    return tuple(found)


def advice_lines(record: Record, me: str | None, ask: Ask = decide) -> str:
    """The advice of `decisions`, a line each.

    >>> print(advice_lines(Record.start(["Ann"]).add("fire 15 snakes 3"), "Ann"))
    stay; stay 18.895, retire 18.000, bust 15.4 %
    """
    found = decisions(record, me, ask)
    lines = ["; ".join(advice_text(decision).splitlines()) for decision in found]
    if len(lines) > 1:
        lines = [f"{what}: {line}" for what, line in zip(("to win", "for points"), lines, strict=True)]
    return "\n".join(lines)


def win_decision(record: Record, me: str) -> Decision | None:
    """The decision to win: of two players, or of more in the last expedition where it is quick; otherwise None."""
    state = record.position
    if state is None or len(record.players) < 2:
        return None
    try:
        scores = record.scores  # Refused where a number stands for a name.
        if len(record.players) > 2:
            return _in_the_last_expedition(record, state, me, scores)
        seat = record.players.index(me)
        mine, other = record.games[-1].tents[seat], record.games[-1].tents[1 - seat]
        return decide(
            state,
            objective="win",
            lead=mine.points - other.points,
            artifact_lead=mine.artifacts - other.artifacts,
        )
    except GameError:
        return None


def _in_the_last_expedition(record: Record, state: Expedition, me: str, scores: dict[str, int]) -> Decision | None:
    if state.setup.expedition != state.rules.expeditions or record.inside is None:
        return None
    artifacts = {name: tent.artifacts for name, tent in zip(record.players, record.games[-1].tents, strict=True)}
    for step in record.steps:
        if step.expedition == len(record.expeditions) and isinstance(step.token, Departure) and step.payout:
            for name in step.token.names:
                artifacts[name] += len(step.payout.artifacts)
    inside = [me, *(name for name in record.inside if name != me)]
    home = [name for name in record.players if name not in inside]
    standings = Standings.read(
        state,
        [scores[name] for name in inside],
        [scores[name] for name in home],
        [artifacts[name] for name in inside],
        [artifacts[name] for name in home],
    )
    if state.players == 1:
        from incan_math.response.win_response import best_win_response

        return best_win_response(state, [], standings)
    from incan_math.winning.contest import contest

    return contest(state, standings, limit=_QUICK)

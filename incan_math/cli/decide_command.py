"""`incan-math decide`: stay or retire, and what each is worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from incan_math.cli.options import FORMAT, NO_CACHE, POSITION, position
from incan_math.cli.output import show
from incan_math.cli.scores import TO_WIN, Scores
from incan_math.cli.specification import Command, Option
from incan_math.game.errors import GameError
from incan_math.game.expedition import Expedition
from incan_math.game.rules import Rules

if TYPE_CHECKING:
    from incan_math.strategies.decision import Decision
    from incan_math.strategies.protocol import Strategy

__all__ = ["AGAINST", "ASKED", "COMMAND", "answer", "answered", "decide", "strategies"]

AGAINST = Option(
    "against",
    "How the others in play decide, if not by the equilibrium: stay, gems:15, hazards:3, cards:6, risk:0.2, onestep,"
    " outweigh, probability:1/3, joined by | or &. Once for all of them, or once for each.",
    many=True,
)
CAMPAIGN = Option(
    "campaign",
    "One player: the points of the whole game count, not those of this expedition alone.",
    bool,
    default=False,
)
ASKED = (*POSITION, AGAINST, CAMPAIGN, *TO_WIN, NO_CACHE)
"""What a question about a decision is made of."""


def decide(output_format: str, **asked: Any) -> None:
    """Stay or retire: what each is worth, and why. In expected points, or with --scores or --lead in win shares.

    By default the others play the equilibrium.
    """
    from incan_math.report.decision_report import decision_report

    show(decision_report(*answered(**asked)), output_format)


def answered(
    path: Sequence[str] | None,
    players: int | None,
    rules: str | Rules | None,
    expedition: int | None,
    removed: Sequence[str] | None,
    claimed: Sequence[str] | None,
    lost: Sequence[str] | None,
    against: Sequence[str] | None,
    campaign: bool,
    no_cache: bool,
    **scores: Any,
) -> tuple[Decision, list[Strategy]]:
    """The decision that the options ask for, and the strategies of the others where they are given."""
    state = position(path, players, rules, expedition, removed, claimed, lost)
    opponents = strategies(against, state.players - 1, campaign)
    return answer(state, opponents, campaign, Scores(**scores), no_cache), opponents


def strategies(against: Sequence[str] | None, others: int, campaign: bool) -> list[Strategy]:
    """The strategies of the others in play, one each; empty where none is given."""
    from incan_math.strategies.text_form import parse_strategy

    if not against:
        return []
    if campaign:
        raise GameError("--against: with --campaign nobody else is in; leave one of them out")
    if others < 1:
        raise GameError("--against: nobody else is in; leave it out, or say how many started, such as --players 4")
    known = [parse_strategy(word) for word in against]
    return known * others if len(known) == 1 else known


def answer(
    state: Expedition, opponents: Sequence[Strategy], campaign: bool, scores: Scores, no_cache: bool
) -> Decision:
    """What `incan_math.decide` answers, which chooses the solver; its progress is shown."""
    from incan_math.advice.router import decide as best
    from incan_math.cli.progress import work_shown
    from incan_math.storage.store import Store

    if campaign:
        if scores:
            raise GameError("--campaign: its points are counted by themselves; leave out it or the scores and leads")
        if state.setup.players > 1:
            raise GameError(
                f"--campaign: the whole game is solved for one player, and {state.setup.players} started; leave out"
                " --campaign or --players"
            )
        return best(state, objective="game")
    with work_shown("decide", "situations") as progress:
        if scores:
            return best(state, opponents or None, objective="win", **scores.arguments, progress=progress)
        return best(state, opponents or None, store=Store(None) if no_cache else None, progress=progress)


COMMAND = Command(
    "decide",
    decide,
    "Stay or retire, in expected points or to win.",
    (*ASKED, FORMAT),
    (
        'incan-math decide "fire 15 snakes 3"',
        'incan-math decide "7 fire 11 snakes" --players 4',
        'incan-math decide "7 fire 11 snakes | players=4 removed=snakes"',
        'incan-math decide "7 fire 11 snakes" --players 4 --against stay',
        'incan-math decide "7 fire 11 snakes 15" -p 3 --against gems:8 --against hazards:3',
        'incan-math decide "7 fire 11 snakes 15" --players 3 --expedition 5 --scores "40 38 33"',
    ),
)

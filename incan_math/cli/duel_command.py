"""`incan-math duel`: two players who play to win the game."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from incan_math.cli.options import CLAIMED, EXPEDITION, FORMAT, LOST, PATH, REMOVED, RULES, position, removed_words
from incan_math.cli.output import show
from incan_math.cli.scores import ARTIFACT_LEAD, LEAD
from incan_math.cli.specification import Command, Option
from incan_math.game.editions import DEFAULT_EDITION, rules_of
from incan_math.game.errors import GameError
from incan_math.game.rules import Rules

__all__ = ["COMMAND", "duel"]


def duel(
    path: Sequence[str] | None,
    lead: int | None,
    artifact_lead: int | None,
    rules: str | Rules | None,
    expedition: int | None,
    removed: Sequence[str] | None,
    claimed: Sequence[str] | None,
    lost: Sequence[str] | None,
    solve: bool,
    output_format: str,
) -> None:
    """Two players for the win: P(win) + P(draw)/2 at a position, at a score, or by lead before each expedition."""
    from incan_math.cli.progress import situations_shown
    from incan_math.duels.cost import forecast
    from incan_math.duels.whole_game import duel as solved
    from incan_math.game.setup import Setup
    from incan_math.report.duel_report import leads_report, score_report, win_report

    known = rules_of(rules or DEFAULT_EDITION)
    if path:
        state = position(path, 2, rules, expedition, removed, claimed, lost)
        known = state.rules
    if solve:
        print(forecast(known), file=sys.stderr)
    with situations_shown(known.name, solve) as progress:
        game = solved(known, solve=solve, progress=progress)
    if path:
        if lead is None:
            raise GameError("--lead: say how many points you were ahead before this expedition, such as --lead -7")
        show(win_report(game.decide(state, lead, artifact_lead)), output_format)
    elif lead is not None:
        if expedition is None:
            raise GameError("--expedition: say which expedition comes next, 1 to 5")
        gone = removed_words(removed, claimed, lost)
        setup = Setup.read(2, known, expedition, *gone)
        value = game.win_probability(lead, expedition, gone.removed, gone.claimed, artifact_lead, gone.lost)
        show(score_report(game, setup, lead, artifact_lead, value), output_format)
    elif expedition or removed or claimed or lost or artifact_lead is not None:
        raise GameError("--lead: the other options need it too, such as --lead -7; without any there is a table")
    else:
        show(leads_report(game), output_format)


COMMAND = Command(
    "duel",
    duel,
    "Two players: the probability of winning.",
    (
        PATH,
        LEAD,
        ARTIFACT_LEAD,
        RULES,
        EXPEDITION,
        REMOVED,
        CLAIMED,
        LOST,
        Option("solve", "Solve the whole game first; goes on where it stopped.", bool, default=False),
        FORMAT,
    ),
    (
        'incan-math duel "14 fire 13 snakes" --lead -7 --expedition 5',
        "incan-math duel --lead 12 --expedition 4 --removed fire --claimed 1 --artifact-lead 1",
        "incan-math duel --rules diamant-2005",
        "incan-math duel --solve --rules incan-gold-2006",
    ),
)

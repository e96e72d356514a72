"""`incan-math advise`: the answer in two lines, for who has cards to look at."""

from __future__ import annotations

from collections.abc import Sequence

from incan_math.cli.decide_command import AGAINST, CAMPAIGN, answer, strategies
from incan_math.cli.options import NO_CACHE, POSITION, position
from incan_math.cli.output import write
from incan_math.cli.scores import TO_WIN, Scores
from incan_math.cli.specification import Command
from incan_math.game.rules import Rules

__all__ = ["COMMAND", "advise"]


def advise(
    path: Sequence[str] | None,
    players: int | None,
    rules: str | Rules | None,
    expedition: int | None,
    removed: Sequence[str] | None,
    claimed: Sequence[str] | None,
    lost: Sequence[str] | None,
    against: Sequence[str] | None,
    campaign: bool,
    scores: Sequence[str] | None,
    home: Sequence[str] | None,
    artifacts: Sequence[str] | None,
    home_artifacts: Sequence[str] | None,
    lead: int | None,
    artifact_lead: int | None,
    no_cache: bool,
) -> None:
    """Stay or retire in two lines: what to do, and what each is worth in points or win shares; `decide` says more."""
    from incan_math.report.decision_report import advice_text

    state = position(path, players, rules, expedition, removed, claimed, lost)
    opponents = strategies(against, state.players - 1, campaign)
    known = Scores(scores, home, artifacts, home_artifacts, lead, artifact_lead)
    write(advice_text(answer(state, opponents, campaign, known, no_cache)))


COMMAND = Command(
    "advise",
    advise,
    "Stay or retire, in two lines.",
    (*POSITION, AGAINST, CAMPAIGN, *TO_WIN, NO_CACHE),
    (
        'incan-math advise "7 fire 11 snakes" --players 4',
        'incan-math advise "7 fire 11 snakes | players=4 removed=snakes"',
        'incan-math advise "7 fire 11 snakes 15" --players 3 --expedition 5 --scores "40 38 33"',
    ),
)

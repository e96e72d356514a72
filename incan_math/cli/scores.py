"""What is known of the scores, as options of the commands that answer for the win."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from incan_math.cli.specification import Option
from incan_math.game.errors import GameError, shown

__all__ = ["ARTIFACT_LEAD", "LEAD", "SCORES", "TO_WIN", "Scores"]

SCORES = Option(
    "scores",
    "To win the game: points banked before this expedition by each player in, yours first, such as '40 38 33'. Two"
    " players in any expedition, more in the last one.",
    many=True,
)
HOME = Option("home", "With --scores: final points of those who have left this expedition, such as '52 47'.", many=True)
LEAD = Option("lead", "Two players, to win: points you were ahead before this expedition; -7 when behind.", int)
ARTIFACT_LEAD = Option(
    "artifact_lead", "How many artifacts more than the other you had then, where they break ties.", int
)
ARTIFACTS = Option(
    "artifacts", "With --scores: artifacts that each player in had, such as '1 0 2', where they break ties.", many=True
)
HOME_ARTIFACTS = Option(
    "home_artifacts", "With --home: artifacts that each of them has, where they break ties.", many=True
)

TO_WIN = (SCORES, HOME, ARTIFACTS, HOME_ARTIFACTS, LEAD, ARTIFACT_LEAD)
"""What makes a question one about winning."""


@dataclass(frozen=True)
class Scores:
    """What the options said; nothing where the question is about points."""

    scores: Sequence[str] | None = None
    home: Sequence[str] | None = None
    artifacts: Sequence[str] | None = None
    home_artifacts: Sequence[str] | None = None
    lead: int | None = None
    artifact_lead: int | None = None

    def __bool__(self) -> bool:
        return any(part is not None for part in vars(self).values())

    @property
    def arguments(self) -> dict[str, Any]:
        """The same as arguments of `decide`.

        >>> Scores(scores=["40 38", "33"]).arguments["scores"]
        [40, 38, 33]
        """
        return {
            "scores": _numbers("--scores", self.scores),
            "home": _numbers("--home", self.home) or (),
            "artifacts": _numbers("--artifacts", self.artifacts),
            "home_artifacts": _numbers("--home-artifacts", self.home_artifacts),
            "lead": self.lead,
            "artifact_lead": self.artifact_lead,
        }


def _numbers(option: str, given: Sequence[str] | None) -> list[int] | None:
    if given is None:
        return None
    words = [word for text in given for word in re.split(r"[\s,;]+", text.strip()) if word]
    for word in words:
        if not (word.isascii() and word.isdigit() and len(word) < 10):
            raise GameError(f"{option}: {shown(word)} is not a whole number; write them such as '40 38 33'")
    return [int(word) for word in words]

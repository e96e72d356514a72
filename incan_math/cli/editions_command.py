"""`incan-math editions`: the published editions side by side."""

from __future__ import annotations

from collections.abc import Sequence

from incan_math.cli.options import FORMAT
from incan_math.cli.output import show
from incan_math.cli.specification import Argument, Command
from incan_math.game.editions import rules_of

__all__ = ["COMMAND", "editions"]


def editions(names: Sequence[str] | None, output_format: str) -> None:
    """The published editions side by side, with their sources and what their texts leave open."""
    from incan_math.report.editions_report import editions_report

    show(editions_report([rules_of(name).name for name in names or ()]), output_format)


COMMAND = Command(
    "editions",
    editions,
    "The published editions side by side.",
    (Argument("names", "Which editions; all if omitted.", "[EDITION]..."), FORMAT),
    ("incan-math editions bga-sr diamant-2016",),
)

"""`incan-math campaign`: the whole game of one player."""

from __future__ import annotations

from incan_math.cli.options import FORMAT, RULES
from incan_math.cli.output import show
from incan_math.cli.specification import Command
from incan_math.game.editions import DEFAULT_EDITION
from incan_math.game.rules import Rules

__all__ = ["COMMAND", "campaign"]


def campaign(rules: str | Rules | None, output_format: str) -> None:
    """The whole game of one player: the most points to expect, and what the rest is worth before each expedition."""
    from incan_math.report.campaign_report import campaign_report

    show(campaign_report(rules or DEFAULT_EDITION), output_format)


COMMAND = Command(
    "campaign",
    campaign,
    "The whole game of one player.",
    (RULES, FORMAT),
    ("incan-math campaign --rules diamant-2005",),
)

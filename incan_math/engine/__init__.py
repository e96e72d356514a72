"""The reference engine: it plays the printed rules card by card, with named players.

Gems lie on the cards of the path, bags and tents belong to people, every physical card is distinguishable.
Slow and literal on purpose, it shares no code with the solvers, which are tested against it.

>>> from incan_math.engine import always_stay, leave_after, play_match
>>> match = play_match("bga-modern", {"Ann": leave_after(5), "Bob": always_stay}, seed=2024)
>>> match.result().winners
('Ann',)
"""

from __future__ import annotations

from incan_math.engine.chooser import (
    FIRST_EXPEDITION,
    Choice,
    Standing,
    View,
    always_stay,
    coin,
    leave_after,
    leave_with,
    retirees,
)
from incan_math.engine.deck import LabelledCard, build_deck, label, printed_artifacts, shuffled
from incan_math.engine.events import Event, PathCard, Retirement, Snapshot, Taking, Turn
from incan_math.engine.match_play import Match, play_match
from incan_math.engine.pile import ArtifactPile, artifacts_in_deck
from incan_math.engine.play import play, replay, steps
from incan_math.engine.table import GameTable
from incan_math.engine.tent import Result, Winnings, final_scoring
from incan_math.engine.transcript import transcript
from incan_math.engine.tree import (
    Branch,
    all_orders,
    branches,
    distinct_orders,
    expected_takings,
    expected_takings_from,
    takings_distribution,
)

__all__ = [
    "FIRST_EXPEDITION",
    "ArtifactPile",
    "Branch",
    "Choice",
    "Event",
    "LabelledCard",
    "Match",
    "PathCard",
    "Result",
    "Retirement",
    "Snapshot",
    "Standing",
    "GameTable",
    "Taking",
    "Winnings",
    "Turn",
    "View",
    "all_orders",
    "always_stay",
    "artifacts_in_deck",
    "branches",
    "build_deck",
    "coin",
    "distinct_orders",
    "expected_takings",
    "expected_takings_from",
    "final_scoring",
    "label",
    "leave_after",
    "leave_with",
    "play",
    "play_match",
    "printed_artifacts",
    "replay",
    "retirees",
    "shuffled",
    "steps",
    "takings_distribution",
    "transcript",
]

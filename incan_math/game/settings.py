"""A setup as text: the part of a position's notation behind the bar, such as `players=4 rules=diamant-2016`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from incan_math.game.cards import Artifact
from incan_math.game.editions import DEFAULT_EDITION, label_of
from incan_math.game.errors import GameError, shown
from incan_math.game.rules import Rules
from incan_math.game.setup import Setup
from incan_math.game.spelling import closest, whole_number

__all__ = ["read_settings", "write_settings"]

_NAMES = ("players", "rules", "expedition", "removed", "claimed", "lost")


def write_settings(setup: Setup) -> str:
    """What of a setup differs from the defaults, as `name=value` words.

    >>> write_settings(Setup.read(players=4, removed="fire fire", claimed=1))
    'players=4 removed=fire,fire claimed=1'
    """
    rules = label_of(setup.rules)
    values = {
        "players": "" if setup.players == 1 else str(setup.players),
        "rules": "" if rules == DEFAULT_EDITION else rules,
        "expedition": "" if setup.expedition is None else str(setup.expedition),
        "removed": ",".join(name for name, count in setup.removed.items() for _ in range(count)),
        "claimed": _artifacts_text(setup.claimed),
        # Where undrawn artifacts leave the game, the expedition says how many are lost.
        "lost": "" if setup.lost_follows else _artifacts_text(setup.lost),
    }
    return " ".join(f"{name}={value}" for name, value in values.items() if value)


def read_settings(text: str, given: Mapping[str, Any]) -> Setup:
    """The setup that `text` and the caller's keywords say together; None in `given` stands for not given.

    Raises:
        GameError: a word is no setting, or text and keywords disagree.

    >>> read_settings("players=4", {"removed": {"fire": 1}}).removed
    Counts({'fire': 1})
    >>> read_settings("players=4", {"players": 3})
    Traceback (most recent call last):
    incan_math.game.errors.GameError: players: 3 was given, but the text behind the bar says 4; leave one out
    """
    keywords = {name: value for name, value in given.items() if value is not None}
    written: dict[str, Any] = {}
    for name, value in map(_read_setting, text.split()):
        if name in written:
            raise GameError(f"{name}: given twice behind the bar; leave one out")
        written[name] = value
    custom = keywords.get("rules")
    if isinstance(custom, Rules) and written.get("rules") == label_of(custom):
        del written["rules"]  # A deck of one's own cannot be read from its name: the caller's value says it.
    setup = Setup.read(**{**written, **keywords})
    both = [name for name in _NAMES if name in written and name in keywords]
    if both:
        as_written = Setup.read(**{**keywords, **written})
        unlike = [name for name in _NAMES if getattr(setup, name) != getattr(as_written, name)]
        if unlike:  # What is given once may differ only because of what is given twice.
            name = next((name for name in unlike if name in both), both[0])
            raise GameError(
                f"{name}: {shown(keywords[name])} was given, but the text behind the bar says {shown(written[name])};"
                " leave one out",
            )
    return setup


def _read_setting(word: str) -> tuple[str, str | int]:
    name, equals, value = word.partition("=")
    if not equals or name not in _NAMES:
        raise GameError(
            f"{shown(word)} behind the bar is not a setting{closest(name, _NAMES)}; write name=value with the names"
            f" {', '.join(_NAMES)}",
        )
    if name not in ("players", "expedition"):
        return name, value
    number = whole_number(value)
    if number is None:
        raise GameError(f"{name}: {shown(value)} behind the bar is not a whole number")
    return name, number


def _artifacts_text(artifacts: tuple[Artifact, ...]) -> str:
    if all(artifact.points is None for artifact in artifacts):
        return str(len(artifacts) or "")
    return ",".join(map(str, artifacts))

"""What is settled before the first card: the rules, the players, and what earlier expeditions took out of the deck.

As text a setup is the part of a position's notation behind the bar, such as `players=4 rules=diamant-2016`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from incan_math.game.cards import Artifact
from incan_math.game.counts import Counts
from incan_math.game.departed import Claimed, Removed, entered, read_departed, read_removed
from incan_math.game.editions import DEFAULT_EDITION, label_of, rules_of
from incan_math.game.errors import GameError, shown
from incan_math.game.rules import MAX_PLAYERS, Rules
from incan_math.game.spelling import closest, whole_number

__all__ = ["Setup", "read_settings", "write_settings"]

_NAMES = ("players", "rules", "expedition", "removed", "claimed", "lost")


@dataclass(frozen=True)
class Setup:
    """The deck and the table at the start of one expedition; make it with `Setup.read`.

    Attributes:
        rules: the edition or custom deck.
        players: how many start, 1 to 8.
        expedition: its number in the game from 1, or None where it was not given.
        removed: hazard cards that left the game in earlier busts, by kind.
        claimed, lost: artifacts that players took, and that left unclaimed, in earlier expeditions.
        counted_as: the expedition by which the deck's artifacts are counted: as given, or the first that fits.
    """

    rules: Rules
    players: int
    expedition: int | None
    removed: Counts[str]
    claimed: tuple[Artifact, ...]
    lost: tuple[Artifact, ...]
    counted_as: int

    @classmethod
    def read(
        cls,
        players: int = 1,
        rules: str | Rules = DEFAULT_EDITION,
        expedition: int | None = None,
        removed: Removed | None = None,
        claimed: Claimed | None = None,
        lost: Claimed | None = None,
    ) -> Setup:
        """Check what the caller knows and put it into one form; None stands for not given.

        If `expedition` is omitted, the deck is that of the first one that `claimed` and `lost` allow, and `removed` is
        taken as it is; otherwise everything must fit it.

        Raises:
            GameError: the values cannot occur together; the message names the argument and the fix.

        >>> Setup.read(players=3, removed="fire").hazards
        Counts({'fire': 2, 'mummy': 3, 'rocks': 3, 'snakes': 3, 'spiders': 3})
        >>> Setup.read(players=0)
        Traceback (most recent call last):
        incan_math.game.errors.GameError: players: 0 given; an expedition starts with 1 to 8 players
        """
        known = rules_of(rules)
        if type(players) is not int or not 1 <= players <= MAX_PLAYERS:
            raise GameError(f"players: {shown(players)} given; an expedition starts with 1 to {MAX_PLAYERS} players")
        if expedition is not None and (type(expedition) is not int or not 1 <= expedition <= known.expeditions):
            raise GameError(
                f"expedition: {shown(expedition)} given; a game of {known.name} has 1 to {known.expeditions}"
            )
        gone = read_removed(removed, known)
        _check_busts(gone, expedition, known)
        number, took, left = read_departed(claimed, lost, known, expedition)
        return cls(known, players, expedition, gone, took, left, number)

    @property
    def hazards(self) -> Counts[str]:
        """Cards of each hazard kind in the deck before the first card."""
        return Counts((name, count - self.removed.get(name, 0)) for name, count in self.rules.hazards.items())

    @property
    def artifacts(self) -> tuple[Artifact, ...]:
        """Artifacts in the deck before the first card, by rising points."""
        here = entered(self.rules, self.counted_as)
        if self.rules.undrawn_artifact == "leaves":
            here = here[len(entered(self.rules, self.counted_as - 1)) :]
        else:
            here = tuple((Counter(here) - Counter(self.claimed) - Counter(self.lost)).elements())
        return tuple(sorted(here, key=lambda artifact: artifact.points or 0))

    @property
    def lost_follows(self) -> bool:
        """Whether the artifacts lost follow from the rest of the setup."""
        return self.expedition is not None and self.rules.undrawn_artifact == "leaves"

    @cached_property
    def card_count(self) -> int:
        """How many cards the deck has before the first card."""
        return len(self.rules.treasures) + self.hazards.total + len(self.artifacts)

    @property
    def worth(self) -> tuple[tuple[int, int], ...]:
        """(points, gems) of the artifacts that can still be claimed, in order of claiming; empty where printed."""
        if self.rules.artifact_value == "printed":
            return ()
        first = len(self.claimed) + (len(self.lost) if self.rules.artifact_step == "claimed or lost" else 0)
        return tuple(self.rules.claim_worth(first + order) for order in range(len(self.artifacts)))


def _check_busts(removed: Counts[str], expedition: int | None, rules: Rules) -> None:
    """Each earlier expedition can have taken one hazard card."""
    last = rules.expeditions if expedition is None else expedition
    if removed.total < last:
        return
    if removed.total < rules.expeditions:
        fix = f"give expedition={removed.total + 1} or later, or fewer cards"
    else:
        fix = f"a game of {rules.name} can lose {rules.expeditions - 1} before its last expedition"
    raise GameError(
        f"removed: {removed.total} hazard cards cannot have left the game before expedition {last}: each bust takes"
        f" one; {fix}",
    )


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
    """The setup that `text` and the caller's keywords give together; None in `given` stands for not given.

    Raises:
        GameError: a word is not a setting, or text and keywords disagree.

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

"""A certified equilibrium written down: what is played at every state that its value hangs on.

The text is JSON: the position, the clauses of its rules, the utility if there is one, the enclosure of the value, and
the plays, compressed. They stand in the order in which the checker asks for them: one letter for each decision, then
for each coin an interval that holds the chance of staying.
"""

from __future__ import annotations

import json
import zlib
from base64 import b85encode
from collections.abc import Callable
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import cached_property

from incan_math.equilibria.certified.induction import Induction
from incan_math.equilibria.checker.checking import FORMAT
from incan_math.equilibria.checker.outward import Interval, ends_of
from incan_math.equilibria.checker.walk import BOUND, MIXED, RETIRE, STAY, TIE, CertificateError, Place, Walk
from incan_math.game.errors import GameError
from incan_math.game.expedition import Expedition
from incan_math.game.rules import Rules
from incan_math.numbers.balls import UndecidedError, enclosed
from incan_math.numbers.enclosure import Enclosure
from incan_math.states.nodes import Node

__all__ = ["Certificate", "write_certificate"]

_PLACES = (64, 128, 256)
"""Bits of the intervals: the first that do."""


@dataclass(frozen=True)
class Certificate:
    """The claim that an equilibrium's value lies in an enclosure, with the plays that prove it.

    Attributes:
        state: the position.
        value: the enclosure: what follows from the plays as written, a little wider than the solver's own.
        utility: what 0, 1, ... points are worth, or None where points themselves count.
        plays: one letter for each decision, in the checker's order.
        intervals: for each coin the chance of staying as (numerator, width, denominator).
    """

    state: Expedition
    value: Enclosure
    utility: tuple[Fraction, ...] | None
    plays: str
    intervals: tuple[tuple[int, int, int], ...]

    @cached_property
    def text(self) -> str:
        """The certificate as it is published; `check_certificate` reads it."""
        body = f"{self.plays}\n{' '.join(','.join(f'{part:x}' for part in interval) for interval in self.intervals)}"
        claim = {
            "format": FORMAT,
            "position": self.state.notation(),
            "rules": _clauses(self.state.rules),
            "utility": self.utility and [str(value) for value in self.utility],
            "value": [str(self.value.low), str(self.value.high)],
            "plays": b85encode(zlib.compress(body.encode("ascii"), 9)).decode("ascii"),
        }
        return json.dumps(claim, indent=1)


def write_certificate(state: Expedition, induction: Induction) -> Certificate:
    """The certificate of a solved equilibrium.

    Raises:
        GameError: the position's path is not known, or its signs are too close to call for the checker.
    """
    if Expedition.parse(state.notation(), rules=state.rules) != state:
        raise GameError("state: its path is not known, so it cannot be written down; make it with Expedition.parse")
    rewards = induction.rewards
    for places in _PLACES:
        plays = _Plays(induction, places)
        walk = Walk(state, None if rewards.are_points else list(rewards.table), plays)
        try:
            value = walk.value()
            break
        except CertificateError as error:
            said = error
    else:
        raise GameError(f"state: no certificate can be written ({said})")
    ends = ends_of(value)
    utility = None if rewards.are_points else tuple(Fraction(value, rewards.scale) for value in rewards.table)
    enclosure = Enclosure(ends[0] / rewards.scale, ends[1] / rewards.scale)
    return Certificate(state, enclosure, utility, "".join(plays.kinds), tuple(plays.intervals))


class _Plays:
    """The solver's plays as the checker asks for them, with intervals that it accepts."""

    def __init__(self, induction: Induction, places: int) -> None:
        self.induction = induction
        self.places = places
        self.kinds: list[str] = []
        self.intervals: list[tuple[int, int, int]] = []
        deck_index = induction.nodes.deck_index
        self._treasures: dict[int, int] = {}
        self._hazards = {}
        for h in range(deck_index.hazard_decks()):
            now = deck_index.situation(0, h, 0, 1, 0, ())
            unseen = (count for kind, count in enumerate(now.hazards) if count and not now.showing >> kind & 1)
            self._hazards[deck_index.deadly(h), tuple(sorted(unseen))] = h
        self._artifacts = {}
        for a in range(deck_index.artifact_decks()):
            now = deck_index.situation(0, 0, a, 1, 0, ())
            self._artifacts[now.artifacts, now.found, tuple(points + gems for points, gems in now.worth)] = a

    def kind(self, place: Place) -> str:
        code = self._code(place)
        induction = self.induction
        if induction.is_bounded(code):
            kind = BOUND
        else:
            low, high = enclosed(induction.chance(code))
            kind = (TIE if induction.is_tie(code) else STAY) if low == 1 else RETIRE if high == 0 else MIXED
        self.kinds.append(kind)
        return kind

    def interval(self, place: Place, accepts: Callable[[Interval], bool]) -> Interval:
        low, high = enclosed(self.induction.chance(self._code(place)))
        if low == high and accepts((low.numerator, low.numerator, low.denominator)):
            self.intervals.append((low.numerator, 0, low.denominator))
            return low.numerator, low.numerator, low.denominator
        whole = 1 << self.places
        first, last = int(low * whole), -int(-high * whole // 1)
        pad = 0
        while not accepts((max(0, first - pad), min(whole, last + pad), whole)):
            pad = 2 * pad + 1
            if pad > whole:
                raise CertificateError("plays: no interval is shown to hold a root")
        first, last = max(0, first - pad), min(whole, last + pad)
        self.intervals.append((first, last - first, whole))
        return first, last, whole

    def _code(self, place: Place) -> int:
        players, treasures, hazards, artifacts, bag, left = place
        nodes = self.induction.nodes
        t = self._treasures.get(treasures)
        if t is None:
            t = self._treasures[treasures] = self._find(treasures)
        return nodes.code(Node(players, t, self._hazards[hazards], self._artifacts[artifacts], bag, left))

    def _find(self, treasures: int) -> int:
        """The deck index's number for undrawn treasures in the checker's mixed radix."""
        now = self.induction.state.situation
        counts = []
        for count in now.treasures:
            treasures, rest = divmod(treasures, count + 1)
            counts.append(rest)
        triple = self.induction.nodes.deck_index.triple(now._replace(treasures=tuple(counts)))
        if triple is None:
            raise UndecidedError("treasures: they cannot be reached")
        return triple[0]


def _clauses(rules: Rules) -> dict[str, object]:
    """The clauses that make two rules equal, and the name that the position is written with."""
    clauses = {field.name: getattr(rules, field.name) for field in fields(rules) if field.compare}
    return {**clauses, "hazards": dict(rules.hazards), "name": rules.name}

"""A certified equilibrium written down: what is played at every state that its value hangs on.

The text has three lines: the claim as JSON (the position, the clauses of its rules, the utility if there is one, the
enclosure of the value); one letter for each decision; and an interval that holds the probability of retiring for each
mixed decision. The last two are compressed, in the order of the checker's walk.
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
from incan_math.equilibria.checker.bounds import Interval, ends_of
from incan_math.equilibria.checker.claim import FORMAT, MOST_HEX_DIGITS, MOST_SCALE_BITS
from incan_math.equilibria.checker.plays import BOUND, MIXED, RETIRE, STAY, TIE, CertificateError, WalkState
from incan_math.equilibria.checker.walk import Walk
from incan_math.game.errors import GameError
from incan_math.game.expedition import Expedition
from incan_math.game.rules import Rules
from incan_math.game.showing import Brief
from incan_math.numbers.balls import UndecidedError, enclosed
from incan_math.numbers.enclosure import Enclosure
from incan_math.states.nodes import Node

__all__ = ["Certificate", "write_certificate"]

_BITS = (64, 128, 256)
"""Bits of the intervals: the first that suffice."""


@dataclass(frozen=True, repr=False)
class Certificate(Brief):
    """The claim that an equilibrium's value lies in an enclosure, with the plays that prove it.

    Attributes:
        state: the position.
        value: the enclosure: what follows from the plays as written, a little wider than the solver's own.
        utility: what 0, 1, ... points are worth, or None where points themselves count.
        plays: one letter for each decision, in the checker's order.
        intervals: the probability of retiring at each mixed decision, as (numerator, width, denominator).
    """

    state: Expedition
    value: Enclosure
    utility: tuple[Fraction, ...] | None
    plays: str
    intervals: tuple[tuple[int, int, int], ...]

    @cached_property
    def text(self) -> str:
        """The certificate as it is published; `check_certificate` reads it."""
        intervals = " ".join(",".join(f"{part:x}" for part in interval) for interval in self.intervals)
        claim = {
            "format": FORMAT,
            "position": self.state.notation(),
            "rules": _clauses(self.state.rules),
            "utility": self.utility and [str(value) for value in self.utility],
            "value": [str(self.value.low), str(self.value.high)],
        }
        packed = (b85encode(zlib.compress(part.encode("ascii"), 9)).decode("ascii") for part in (self.plays, intervals))
        return "\n".join((json.dumps(claim), *packed, ""))


def write_certificate(state: Expedition, induction: Induction) -> Certificate:
    """The certificate of a solved equilibrium.

    Raises:
        GameError: the position's path is not known, or its signs are too close to call for the checker.
    """
    if Expedition.parse(state.notation(), rules=state.rules) != state:
        raise GameError("state: its path is not known, so it cannot be written down; make it with Expedition.parse")
    rewards = induction.rewards
    if rewards.scale.bit_length() > MOST_SCALE_BITS:
        raise GameError(
            f"utility: its common denominator has more than {MOST_SCALE_BITS:,} bits; no certificate covers it"
        )
    for bits in _BITS:
        plays = _SolvedPlays(induction, bits)
        walk = Walk(state, None if rewards.are_points else list(rewards.table), plays, induction.limit)
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


class _SolvedPlays:
    """The solver's plays as the checker asks for them, with intervals that it accepts."""

    def __init__(self, induction: Induction, bits: int) -> None:
        self.induction = induction
        self.bits = bits
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

    def kind(self, here: WalkState) -> str:
        code = self._code(here)
        induction = self.induction
        if induction.is_bounded(code):
            kind = BOUND
        else:
            low, high = enclosed(induction.retire_probability(code))
            kind = (TIE if induction.is_tie(code) else STAY) if high == 0 else RETIRE if low == 1 else MIXED
        self.kinds.append(kind)
        return kind

    def interval(self, here: WalkState, accepts: Callable[[Interval], bool]) -> Interval:
        low, high = enclosed(self.induction.retire_probability(self._code(here)))
        small = low.denominator.bit_length() <= 4 * MOST_HEX_DIGITS
        if low == high and small and accepts((low.numerator, low.numerator, low.denominator)):
            self.intervals.append((low.numerator, 0, low.denominator))
            return low.numerator, low.numerator, low.denominator
        unit = 1 << self.bits
        first, last = int(low * unit), -int(-high * unit // 1)
        pad = 0
        while not accepts((max(0, first - pad), min(unit, last + pad), unit)):
            pad = 2 * pad + 1
            if pad > unit:
                raise CertificateError("plays: no interval is shown to hold a root")
        first, last = max(0, first - pad), min(unit, last + pad)
        self.intervals.append((first, last - first, unit))
        return first, last, unit

    def _code(self, here: WalkState) -> int:
        players, treasures, hazards, artifacts, bag, left = here
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

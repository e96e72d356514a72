"""The checker of equilibrium certificates: whole numbers and fractions only, and nothing of the solver's.

It reads the claim, walks the states by itself (`walk`), from the last cards back, and believes
nothing but what it can verify. `docs/equilibrium-certificate.md` proves that what passes is true.
"""

from __future__ import annotations

import json
import zlib
from base64 import b85decode
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import lcm

from incan_math.equilibria.checker.outward import Interval, ends_of
from incan_math.equilibria.checker.walk import CertificateError, Place, Walk
from incan_math.game.expedition import Expedition
from incan_math.game.rules import Rules
from incan_math.numbers.enclosure import Enclosure

__all__ = ["CertificateError", "Checked", "FORMAT", "check_certificate"]

FORMAT = "incan_math equilibrium certificate 1"


@dataclass(frozen=True)
class Checked:
    """What a certificate proves.

    Attributes:
        state: the position.
        value: an enclosure of the value per player.
        decisions, mixed, ties: at how many states a play was verified; where a coin is tossed; where both are equal.
    """

    state: Expedition
    value: Enclosure
    decisions: int
    mixed: int
    ties: int


class _Written:
    """The plays of a certificate, in order."""

    def __init__(self, text: str) -> None:
        kinds, _, intervals = text.partition("\n")
        self.kinds = iter(kinds)
        self.intervals = iter(intervals.split())

    def kind(self, place: Place) -> str:
        return next(self.kinds, "")

    def interval(self, place: Place, accepts: Callable[[Interval], bool]) -> Interval:
        low, width, whole = (int(part, 16) for part in next(self.intervals).split(","))
        return low, low + width, whole

    def used_up(self) -> bool:
        return next(self.kinds, None) is None and next(self.intervals, None) is None


def check_certificate(text: str) -> Checked:
    """Verify every claim of a certificate from its text alone.

    Args:
        text: what `certificate().text` of an equilibrium gave.

    Raises:
        CertificateError: a claim is not shown to be so, or the text cannot be read.
    """
    try:
        claim = json.loads(text)
        if claim["format"] != FORMAT:
            raise CertificateError(f"format: {claim['format']!r} is not '{FORMAT}'")
        state = Expedition.parse(claim["position"], rules=Rules(**claim["rules"]))
        low, high = (Fraction(end) for end in claim["value"])
        worth = claim["utility"] and [Fraction(value) for value in claim["utility"]]
        plays = _Written(zlib.decompress(b85decode(claim["plays"])).decode("ascii"))
    except CertificateError:
        raise
    except (ValueError, KeyError, TypeError, zlib.error) as error:
        raise CertificateError(f"text: no certificate that can be read ({error})") from None
    if state.is_over or state.players < 2 or state.rules.leftover != "pooled":
        raise CertificateError(f"position: '{state}' is none where several players choose and pool leftovers")
    scale = lcm(*(value.denominator for value in worth)) if worth else 1
    rewards = [int(value * scale) for value in worth] if worth else None
    if rewards and any(a > b for a, b in pairwise(rewards)):
        raise CertificateError("utility: it falls somewhere")
    walk = Walk(state, rewards, plays)
    try:
        found = walk.value()
    except (StopIteration, ValueError, IndexError) as error:
        raise CertificateError(f"plays: they cannot be read ({error})") from None
    if not plays.used_up():
        raise CertificateError("plays: there are more than there are decisions")
    ends = ends_of(found)
    if not low * scale <= ends[0] <= ends[1] <= high * scale:
        raise CertificateError(f"value: [{low}, {high}] does not hold what follows from the plays")
    return Checked(state, Enclosure(low, high), walk.decisions, walk.mixed, walk.ties)

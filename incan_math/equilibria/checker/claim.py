"""Reading a certificate: every size is bounded before anything is unpacked, computed or walked.

The text has three lines: the claim as JSON, the plays, and the intervals of the mixed ones, both compressed (zlib,
base 85). These two are unpacked a block at a time, only as far as the walk asks for them.
"""

from __future__ import annotations

import json
import re
import zlib
from base64 import b85decode
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, pairwise
from math import lcm
from typing import Any, TypeVar

from incan_math.equilibria.checker.bounds import Interval
from incan_math.equilibria.checker.plays import CertificateError, WalkState
from incan_math.game.expedition import Expedition
from incan_math.game.rules import Rules

__all__ = ["Claim", "FORMAT", "MOST_CARDS", "MOST_HEX_DIGITS", "MOST_SCALE_BITS", "WrittenPlays", "read_certificate"]

FORMAT = "incan_math equilibrium certificate 2"
MOST_CARDS = 120
"""Cards of a deck; published ones have up to 36."""
MOST_POINTS = 1_000_000
MOST_SCALE_BITS = 4096
"""Bits of the common denominator of a utility."""
MOST_HEX_DIGITS = 1024
"""Digits of each number of an interval."""
_MOST_TEXT = 1 << 28
_MOST_CLAIM = 1 << 20
_MOST_DIGITS = 2000
_MOST_EXPEDITIONS = 100
_BLOCK = 5 << 14
_KEYS = {"format", "position", "rules", "utility", "value"}
_CLAUSES = {
    "artifact_entry", "artifact_step", "artifact_value", "artifacts", "claim_gems", "expeditions", "hazards",
    "leftover", "name", "tie", "treasures", "undrawn_artifact",
}  # fmt: skip
_FRACTION = re.compile(rf"(-?[0-9]{{1,{_MOST_DIGITS}}})(?:/([0-9]{{1,{_MOST_DIGITS}}}))?")
_INTERVAL = re.compile(",".join([rf"([0-9a-f]{{1,{MOST_HEX_DIGITS}}})"] * 3))
_MOST_TOKEN = 3 * MOST_HEX_DIGITS + 2

T = TypeVar("T")


@dataclass(frozen=True)
class Claim:
    """That the value per player at `state` lies in [low, high], in points or in `utility` of them.

    `rewards[points]` is `scale` times what so many points are worth, a whole number; None where points count.
    """

    state: Expedition
    low: Fraction
    high: Fraction
    rewards: list[int] | None
    scale: int


class WrittenPlays:
    """The plays of a certificate, in the order of the walk."""

    def __init__(self, plays: str, intervals: str, limit: int) -> None:
        letters = 0
        for block in _unpacked("plays", plays):
            letters += len(block)
            if letters > limit:
                raise CertificateError(f"plays: more decisions than limit={limit:,}; allow more with limit=")
        self._plays = chain.from_iterable(_unpacked("plays", plays))
        self._intervals = _words(_unpacked("intervals", intervals))

    def kind(self, here: WalkState) -> str:
        """The next letter; none where they have ended."""
        return next(self._plays, "")

    def interval(self, here: WalkState, accepts: Callable[[Interval], bool]) -> Interval:
        """The next interval."""
        found = _INTERVAL.fullmatch(next(self._intervals, ""))
        if found is None:
            raise CertificateError("intervals: one is missing or cannot be read")
        low, width, unit = (int(part, 16) for part in found.groups())
        return low, low + width, unit

    def are_used_up(self) -> bool:
        """Whether nothing is left."""
        return next(self._plays, None) is None and next(self._intervals, None) is None


def read_certificate(text: str, limit: int) -> tuple[Claim, WrittenPlays]:
    """The claim of a certificate, and its plays.

    Raises:
        CertificateError: the text cannot be read, or a size is beyond its bound.
    """
    if not isinstance(text, str):
        raise CertificateError(f"text: a {type(text).__name__} given; give the text of a certificate")
    if len(text) > _MOST_TEXT:
        raise CertificateError(f"text: {len(text):,} characters; a certificate has up to {_MOST_TEXT:,}")
    first, *packed = text.removesuffix("\n").split("\n", 3)
    if len(first) > _MOST_CLAIM:
        raise CertificateError(f"text: its first line has {len(first):,} characters, more than {_MOST_CLAIM:,}")
    claim = _attempt("text", lambda: json.loads(first, object_pairs_hook=_once))
    if not isinstance(claim, dict) or claim.get("format") != FORMAT:
        raise CertificateError(f"format: the first line is not a claim in the format '{FORMAT}'")
    if claim.keys() != _KEYS or len(packed) != 2:
        raise CertificateError(
            f"text: a certificate has three lines, and its claim the keys {', '.join(sorted(_KEYS))}"
        )
    state = _read_state(claim["position"], claim["rules"])
    ends = claim["value"]
    if not isinstance(ends, list) or len(ends) != 2:
        raise CertificateError("value: give the two ends of an enclosure")
    low, high = (_fraction("value", end) for end in ends)
    if low > high:
        raise CertificateError("value: its low end is above its high end")
    rewards, scale = _read_utility(claim["utility"], _most_points(state))
    return Claim(state, low, high, rewards, scale), WrittenPlays(packed[0], packed[1], limit)


def _read_state(position: Any, clauses: Any) -> Expedition:
    if not isinstance(clauses, dict) or not clauses.keys() <= _CLAUSES:
        raise CertificateError("rules: give the clauses of the game, each by its name")
    rules = _attempt("rules", lambda: Rules(**clauses))
    cards = len(rules.treasures) + sum(rules.hazards.values()) + len(rules.artifacts)
    points = sum(rules.treasures) + sum(rules.artifacts) + sum(rules.claim_gems)
    for name, count, most in (
        ("cards", cards, MOST_CARDS),
        ("points", points, MOST_POINTS),
        ("expeditions", rules.expeditions, _MOST_EXPEDITIONS),
    ):
        if count > most:
            raise CertificateError(f"rules: more than {most:,} {name}, which the checker does not cover")
    if rules.leftover != "pooled":
        raise CertificateError("rules: leftovers are split per card, which the checker does not cover")
    if not isinstance(position, str):
        raise CertificateError("position: give the path as text")
    state = _attempt("position", lambda: Expedition.parse(position, rules=rules))
    if state.is_over or state.players < 2:
        raise CertificateError("position: fewer than two players are in")
    return state


def _most_points(state: Expedition) -> int:
    """All gems in play and all artifacts, at the most that they can bring."""
    now, rules = state.situation, state.rules
    gems = now.players * now.bag + sum(now.leftovers) + sum(map(int.__mul__, now.treasures, rules.values))
    if now.worth:
        return gems + sum(map(sum, now.worth))
    printed = [kind.points or 0 for kind in rules.artifact_kinds]
    return gems + sum(map(int.__mul__, map(int.__add__, now.artifacts, now.found), printed))


def _read_utility(utility: Any, most: int) -> tuple[list[int] | None, int]:
    """(whole numbers that the points are worth, their unit)."""
    if utility is None:
        return None, 1
    if not isinstance(utility, list) or len(utility) != most + 1:
        raise CertificateError(f"utility: give what 0 to {most:,} points are worth")
    values = [_fraction("utility", value) for value in utility]
    scale = 1
    for value in values:
        scale = lcm(scale, value.denominator)
        if scale.bit_length() > MOST_SCALE_BITS:
            raise CertificateError(f"utility: its common denominator has more than {MOST_SCALE_BITS:,} bits")
    rewards = [int(value * scale) for value in values]
    if any(after < before for before, after in pairwise(rewards)):
        raise CertificateError("utility: it falls somewhere")
    return rewards, scale


def _fraction(name: str, text: Any) -> Fraction:
    found = _FRACTION.fullmatch(text) if isinstance(text, str) else None
    if found is None or (found[2] is not None and not int(found[2])):
        raise CertificateError(f"{name}: numbers are written p or p/q, with up to {_MOST_DIGITS:,} digits each")
    return Fraction(int(found[1]), int(found[2] or 1))


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key is given twice")
    return found


def _attempt(name: str, read: Callable[[], T]) -> T:
    """What `read` gives; whatever it raises becomes one short line."""
    try:
        return read()
    except (ValueError, TypeError, LookupError, ArithmeticError, RecursionError) as error:
        raise CertificateError(f"{name}: it cannot be read ({error})") from None


def _unpacked(name: str, packed: str) -> Iterator[str]:
    """What a packed line holds, a block at a time."""
    reader = zlib.decompressobj()
    try:
        for start in range(0, len(packed), _BLOCK):
            waiting, block = b85decode(packed[start : start + _BLOCK]), b""
            while waiting or len(block) == _BLOCK:
                block = reader.decompress(waiting, _BLOCK)
                waiting = reader.unconsumed_tail
                yield block.decode("ascii")
            if reader.unused_data:
                break
    except (ValueError, zlib.error) as error:
        raise CertificateError(f"{name}: they cannot be unpacked ({error})") from None
    if not reader.eof or reader.unused_data:
        raise CertificateError(f"{name}: they are cut off, or something follows them")


def _words(blocks: Iterable[str]) -> Iterator[str]:
    """The words between single blanks."""
    rest = ""
    for block in blocks:
        *words, rest = (rest + block).split(" ")
        yield from words
        if len(rest) > _MOST_TOKEN:
            raise CertificateError(f"intervals: one has more than {_MOST_TOKEN:,} characters")
    if rest:
        yield rest

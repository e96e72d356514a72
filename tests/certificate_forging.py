"""Certificates with a lie in one place: all else is what the solver plays, in the order of the checker's walk."""

from __future__ import annotations

import json
import zlib
from base64 import b85encode
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest

from incan_math import Expedition
from incan_math.equilibria.certified.certificate import Certificate, _SolvedPlays
from incan_math.equilibria.certified.enclosed import certified_equilibrium
from incan_math.equilibria.certified.induction import EXACT_BITS, Induction
from incan_math.equilibria.certified.rewards import Rewards
from incan_math.equilibria.checker.bounds import Interval, ends_of
from incan_math.equilibria.checker.plays import WalkState
from incan_math.equilibria.checker.walk import Walk
from incan_math.numbers.enclosure import Enclosure
from incan_math.states.utility import Utility

Lie = Callable[[WalkState, str], str]
"""The letter in place of the one that the solver plays."""


class _Lying(_SolvedPlays):
    """The solver's plays, but for those that `lie` and `interval_lie` change."""

    lie: Lie
    interval_lie: Callable[[WalkState, Interval], Interval]

    def kind(self, here: WalkState) -> str:
        self.kinds.append(self.lie(here, super().kind(here)))
        self.kinds.pop(-2)
        return self.kinds[-1]

    def interval(self, here: WalkState, accepts: Callable[[Interval], bool]) -> Interval:
        try:
            true = super().interval(here, accepts)
        except ValueError:
            true = (1, 1, 2)
            self.intervals.append((1, 0, 2))
        low, high, unit = self.interval_lie(here, true)
        self.intervals[-1] = low, high - low, unit
        return low, high, unit


def forged(
    state: Expedition,
    lie: Lie = lambda _, kind: kind,
    interval_lie: Callable[[WalkState, Interval], Interval] = lambda _, interval: interval,
    utility: Utility | None = None,
    value: Enclosure | None = None,
) -> Certificate:
    """A certificate whose value follows from its plays as if each were believed."""
    induction = Induction(state, Rewards.read(state, utility), 96, EXACT_BITS)
    induction.solve()
    plays = _Lying(induction, 64)
    plays.lie, plays.interval_lie = lie, interval_lie
    rewards = induction.rewards
    walk = Walk(state, None if rewards.are_points else list(rewards.table), plays, 10**6)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Walk, "_demand", lambda *_: None)
        low, high = (end / rewards.scale for end in ends_of(walk.value()))
    honest = certified_equilibrium(state, utility=utility).certificate()
    said = value or Enclosure(low, high)
    return replace(honest, value=said, plays="".join(plays.kinds), intervals=tuple(plays.intervals))


def rewritten(text: str, **changed: object) -> str:
    """The certificate with other entries in its claim; a whole first line may be given as `claim`."""
    first, rest = text.split("\n", 1)
    claim = changed.pop("claim", None) or json.dumps({**json.loads(first), **changed})
    return f"{claim}\n{rest}"


def packed(body: str | bytes) -> str:
    """The second or third line of a certificate."""
    return b85encode(zlib.compress(body.encode("ascii") if isinstance(body, str) else body, 9)).decode("ascii")


def fraction_text(number: Fraction) -> str:
    return f"{number.numerator}/{number.denominator}"

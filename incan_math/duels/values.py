"""The probability of winning by score difference before expeditions: what is solved, looked up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from incan_math.game.rules import Rules
from incan_math.states.between import Between, first_of

if TYPE_CHECKING:
    from numpy import ndarray

    Array = ndarray[Any, Any]

__all__ = ["Curve", "Values"]


class Curve(NamedTuple):
    """Chances of winning at the leads `first`, `first` + 1, ...; 0 at lower leads, 1 at higher ones."""

    first: int
    probabilities: Array

    def at(self, lead: int, count: int) -> Array:
        """The probabilities at `count` leads from `lead` on."""
        found = np.zeros(count)
        stop = self.first + len(self.probabilities)
        low, high = max(lead, self.first), min(lead + count, stop)
        if low < high:
            found[low - lead : high - lead] = self.probabilities[low - self.first : high - self.first]
        if lead + count > stop:
            found[max(stop - lead, 0) :] = 1.0
        return found

    def mirrored(self) -> Curve:
        """The same for the other player: 1 - W(-d)."""
        return Curve(1 - self.first - len(self.probabilities), 1.0 - self.probabilities[::-1])


_WON = {1: Curve(0, np.array([1.0])), 0: Curve(0, np.array([0.5])), -1: Curve(0, np.array([0.0]))}
"""After the last expedition: a lead decides, and between equal scores artifacts or nothing."""


class Values:
    """The curves of all states solved so far, and those that follow from them."""

    def __init__(self, rules: Rules, curves: Mapping[Between, Curve] | None = None) -> None:
        self.rules = rules
        self.curves: dict[Between, Curve] = dict(curves or {})

    def has(self, state: Between) -> bool:
        """Whether `curve` knows the state."""
        over = state.expedition > self.rules.expeditions
        return over or state in self.curves or state.seen_by_other() in self.curves or state == first_of(self.rules)

    def curve(self, state: Between) -> Curve:
        """The curve of a state that is solved, the mirror of one that is, or over.

        Raises:
            KeyError: the state is not solved.
        """
        if state.expedition > self.rules.expeditions:
            return _WON[(state.lead > 0) - (state.lead < 0)]
        if state == first_of(self.rules):
            return Curve(0, np.array([0.5]))
        known = self.curves.get(state)
        return self.curves[state.seen_by_other()].mirrored() if known is None else known

    def row(self, state: Between, lead: int, count: int) -> Array:
        """The probabilities of a state at `count` leads from `lead` on."""
        return self.curve(state).at(lead, count)

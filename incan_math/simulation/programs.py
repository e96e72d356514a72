"""Heuristics and their combinations as short programs over a few integers, which compiled games can run.

A program is a list of instructions that work on a stack of retirement probabilities in units of 1/scale.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from incan_math.strategies.combinators import AllOf, AnyOf, Mixture
from incan_math.strategies.heuristics import (
    RetireAfterCards,
    RetireAtGems,
    RetireAtHazards,
    RetireAtRisk,
    RetireWhenOneStepGainsNothing,
    RetireWhenRiskOutweighsGems,
    RetireWithProbability,
    StayForever,
)
from incan_math.strategies.protocol import Strategy

__all__ = ["Facts", "Program", "program_of"]

STAY, GEMS, HAZARDS, CARDS, RISK, OUTWEIGH, ONE_STEP, CHANCE, MOST, LEAST, WEIGH, ADD = range(12)
"""The instructions; what their two numbers mean, `Program.retire_units` shows."""
MOST_SCALE = (1 << 31) - 1
MOST_NUMBER = 1 << 40
STACK = 64
"""How many probabilities a program may hold at once."""


class Facts(NamedTuple):
    """What a program looks at.

    Attributes:
        bag: gems that each player in has collected.
        hazards: hazard kinds showing.
        cards_out: cards turned up.
        deadly: undrawn cards that would bust.
        cards_left: undrawn cards.
        players: players in.
        gems: gems on all undrawn treasures.
        one_step_gains: whether one more card and then retiring gains something (see `one_step_gain`).
    """

    bag: int
    hazards: int
    cards_out: int
    deadly: int
    cards_left: int
    players: int
    gems: int
    one_step_gains: bool


@dataclass(frozen=True)
class Program:
    """A strategy as instructions (what, number, other number); probabilities are in units of 1/`scale`."""

    instructions: tuple[tuple[int, int, int], ...]
    scale: int

    @property
    def needs_one_step(self) -> bool:
        """Whether it asks for the gain of one more card, which takes longer to find than all else."""
        return any(what == ONE_STEP for what, _, _ in self.instructions)

    def retire_probability(self, facts: Facts) -> Fraction | int:
        """The probability of retiring."""
        units = self.retire_units(facts)
        if 0 < units < self.scale:
            return Fraction(units, self.scale)
        return int(units > 0)

    def retire_units(self, facts: Facts) -> int:
        """The probability of retiring, in units of 1/`scale`: the compiled games do the same."""
        stack: list[int] = []
        for what, a, b in self.instructions:
            if what == WEIGH:
                stack[-1] = stack[-1] * a // b
            elif what in (MOST, LEAST, ADD):
                parts = stack[-a:]
                del stack[-a:]
                stack.append(max(parts) if what == MOST else min(parts) if what == LEAST else sum(parts))
            elif what == CHANCE:
                stack.append(a)
            else:
                stack.append(self.scale if _holds(what, a, b, facts) else 0)
        return stack[0]


def _holds(what: int, a: int, b: int, facts: Facts) -> bool:
    if what == GEMS:
        return facts.bag >= a
    if what == HAZARDS:
        return facts.hazards >= a
    if what == CARDS:
        return facts.cards_out >= a
    if what == RISK:
        return facts.deadly * b >= a * facts.cards_left
    if what == OUTWEIGH:
        return facts.bag * facts.deadly * facts.players >= facts.gems
    return what == ONE_STEP and not facts.one_step_gains


def program_of(strategy: Strategy) -> Program | None:
    """The strategy as a program; None where it cannot be one.

    >>> from incan_math.strategies.text_form import parse_strategy
    >>> program_of(parse_strategy("gems:15|hazards:3"))
    Program(instructions=((1, 15, 0), (2, 3, 0), (8, 2, 0)), scale=1)
    >>> program_of(lambda state: 0) is None
    True
    """
    scale = _scale_of(strategy)
    if not 0 < scale <= MOST_SCALE:
        return None
    instructions: list[tuple[int, int, int]] = []
    if not _write(strategy, scale, instructions) or _deepest(instructions) > STACK:
        return None
    return Program(tuple(instructions), scale)


def _scale_of(strategy: Strategy) -> int:
    """A common denominator of all probabilities; 0 where there is no program, or one too big."""
    kind = type(strategy)
    if kind is RetireWithProbability:
        return _own_probability(strategy).denominator
    if kind is Mixture:
        scale = 1
        for weight, part in _weighted(strategy):
            scale = min(lcm(scale, weight.denominator * _scale_of(part)), MOST_SCALE + 1)
        return scale
    if kind in (AnyOf, AllOf):
        scale = 1
        for part in _parts(strategy):
            scale = min(lcm(scale, _scale_of(part)), MOST_SCALE + 1)
        return scale
    return int(kind in _LEAVES)


_LEAVES = {
    StayForever,
    RetireAtGems,
    RetireAtHazards,
    RetireAfterCards,
    RetireAtRisk,
    RetireWhenRiskOutweighsGems,
    RetireWhenOneStepGainsNothing,
}


def _write(strategy: Strategy, scale: int, out: list[tuple[int, int, int]]) -> bool:
    """Append the instructions; False where a number is too big for compiled games."""
    if isinstance(strategy, Mixture):
        for weight, part in strategy.parts:
            if not _write(part, scale, out):
                return False
            out.append((WEIGH, weight.numerator, weight.denominator))
        out.append((ADD, len(strategy.parts), 0))
        return True
    if isinstance(strategy, AnyOf | AllOf):
        out_ok = all(_write(part, scale, out) for part in strategy.parts)
        out.append((MOST if isinstance(strategy, AnyOf) else LEAST, len(strategy.parts), 0))
        return out_ok
    out.append(_leaf(strategy, scale))
    return max(out[-1]) <= MOST_NUMBER


def _leaf(strategy: Strategy, scale: int) -> tuple[int, int, int]:
    if isinstance(strategy, RetireAtGems):
        return GEMS, strategy.gems, 0
    if isinstance(strategy, RetireAtHazards):
        return HAZARDS, strategy.hazards, 0
    if isinstance(strategy, RetireAfterCards):
        return CARDS, strategy.cards, 0
    if isinstance(strategy, RetireAtRisk):
        return RISK, strategy.risk.numerator, strategy.risk.denominator
    if isinstance(strategy, RetireWithProbability):
        return CHANCE, int(strategy.probability * scale), 0
    if isinstance(strategy, RetireWhenRiskOutweighsGems):
        return OUTWEIGH, 0, 0
    return (ONE_STEP, 0, 0) if isinstance(strategy, RetireWhenOneStepGainsNothing) else (STAY, 0, 0)


def _deepest(instructions: list[tuple[int, int, int]]) -> int:
    deepest = depth = 0
    for what, a, _ in instructions:
        depth += 1 - a if what in (MOST, LEAST, ADD) else 0 if what == WEIGH else 1
        deepest = max(deepest, depth)
    return deepest


def _own_probability(strategy: Strategy) -> Fraction:
    assert isinstance(strategy, RetireWithProbability)
    return strategy.probability


def _weighted(strategy: Strategy) -> tuple[tuple[Fraction, Strategy], ...]:
    assert isinstance(strategy, Mixture)
    return strategy.parts


def _parts(strategy: Strategy) -> tuple[Strategy, ...]:
    assert isinstance(strategy, AnyOf | AllOf)
    return strategy.parts

"""What a two-player game costs before any of it is solved: positions, memory, time, and how to cut the work to fit."""

from __future__ import annotations

from collections.abc import Iterable
from math import comb, prod
from typing import TYPE_CHECKING, NamedTuple

from incan_math.game.rules import Rules
from incan_math.states.between import Between, layers

if TYPE_CHECKING:
    from incan_math.duels.deck_arrays import Deck

__all__ = [
    "COMBINED",
    "LEADS",
    "MEMORY",
    "Plan",
    "DuelSize",
    "amount",
    "duration",
    "plan_for",
    "seconds_of",
    "size_before",
    "size_of",
]

LEADS = 40
"""Leads that are solved together, at most."""
MEMORY = 2 * 2**30
"""Bytes that solving a game may take, if not given."""
_STRIP = 32
_SECONDS = {True: 3.5e-6, False: 1.5e-5}
"""CPU-seconds for a position of a solo player, all leads of a deck of 107 gems; True: in the last expedition."""


class DuelSize(NamedTuple):
    """The dimensions of an expedition's arrays.

    Attributes:
        treasures: sets of treasures that can be out.
        hazards: sets of hazards that can show, kinds with equally many cards being alike.
        safe: those of them in which no card can bust.
        both, solo: places where artifacts can be, while both are in and after one left.
        reach: gems in all.
    """

    treasures: int
    hazards: int
    safe: int
    both: int
    solo: int
    reach: int

    @property
    def work(self) -> int:
        """Positions of a solo player, which take most of the time."""
        return self.treasures * self.hazards * self.solo

    def memory(self, leads: int, strip: int, is_last: bool, is_split: bool) -> int:
        """Bytes for `leads` leads solved together, a bound."""
        nodes = self.both if is_split else self.solo
        places = self.treasures * self.hazards
        pool = places * nodes * (max(strip, 1) if is_last else leads)
        safe = 0 if is_last else self.treasures * self.safe * nodes * (leads + 2 * self.reach)
        ends = (self.hazards + 3) * self.solo * (2 * leads + 5 * self.reach + 7 * _STRIP)
        tables = self.treasures * (80 + self.reach // 4)
        return 8 * (2 * places * self.both * leads + pool + safe + ends + tables)


class Plan(NamedTuple):
    """How blocks are cut: leads solved together, those for a solo player, by what the other took or all at once."""

    leads: int
    strip: int
    is_split: bool


COMBINED = Plan(LEADS, _STRIP, False)


def size_of(deck: Deck) -> DuelSize:
    """The dimensions of a deck's arrays, without laying them out."""
    groups = [(size, kinds - showing) for size, kinds, showing in deck.hazards]
    both = prod(count + 1 for count in deck.undrawn)
    return DuelSize(
        prod(count + 1 for _, count in deck.treasures),
        prod(hidden + 1 for _, hidden in groups),
        prod(hidden + 1 for size, hidden in groups if size == 1),
        both,
        both if deck.is_solo else prod(comb(count + 2, 2) for count in deck.undrawn),
        deck.bag * 2 + deck.leftover + sum(value * count for value, count in deck.treasures),
    )


def size_before(rules: Rules, state: Between) -> DuelSize:
    """The same for the deck before an expedition's first card."""
    sizes = [(size, state.hazards.count(size)) for size in set(state.hazards)]
    kinds = [state.artifacts.count(kind) for kind in set(state.artifacts)]
    return DuelSize(
        prod(rules.treasures.count(value) + 1 for value in rules.values),
        prod(kinds + 1 for _, kinds in sizes),
        prod(kinds + 1 for size, kinds in sizes if size == 1),
        prod(count + 1 for count in kinds),
        prod(comb(count + 2, 2) for count in kinds),
        rules.gem_total,
    )


def plan_for(size: DuelSize, is_last: bool, memory: int, wanted: int = LEADS) -> Plan | None:
    """The quickest way to cut blocks of up to `wanted` leads that stays within `memory` bytes; None if none does."""
    leads = [wanted, *(n for n in (32, 24, 16, 12, 8, 6, 4, 2, 1) if n < wanted)]
    strips = (_STRIP, 16, 8, 4, 2, 1) if is_last else (_STRIP,)
    whole = (Plan(n, strip, False) for n in leads for strip in strips if n >= min(wanted, 16) and strip >= 16)
    split = (Plan(n, strip, True) for n in leads for strip in strips)
    return next((plan for plan in (*whole, *split) if size.memory(*plan[:2], is_last, plan.is_split) <= memory), None)


def seconds_of(rules: Rules, states: Iterable[Between]) -> float:
    """About how many CPU-seconds it takes to solve these states for every lead."""
    return sum(
        size_before(rules, state).work
        * _SECONDS[state.expedition == rules.expeditions]
        * max(rules.gem_total, 20)
        / 107
        for state in states
    )


def forecast(rules: Rules, memory: int = MEMORY) -> str:
    """What solving the whole game costs, in one line, before it starts.

    >>> from incan_math.game.editions import EDITIONS
    >>> forecast(EDITIONS["bga-sr"])
    'bga-sr: 52 situations between expeditions, about ... of CPU time, within 2.0 GiB'
    """
    states = [state for layer in layers(rules)[1:] for state in layer]
    time = duration(seconds_of(rules, states))
    return f"{rules.name}: {len(states):,} situations between expeditions, {time} of CPU time, within {amount(memory)}"


def amount(size: float) -> str:
    """Bytes as a person reads them."""
    return f"{size / 2**30:.1f} GiB" if size >= 2**30 else f"{max(size / 2**20, 1):.0f} MiB"


def duration(seconds: float) -> str:
    """A duration as a person reads it, rounded.

    >>> duration(3), duration(400), duration(8000), duration(3e6)
    ('some seconds', 'about 7 minutes', 'about 2.2 hours', 'about 35 days')
    """
    if seconds < 45:
        return "some seconds"
    if seconds < 5400:
        return f"about {max(2, round(seconds / 60))} minutes"
    return f"about {seconds / 3600:.1f} hours" if seconds < 2 * 86400 else f"about {seconds / 86400:.0f} days"

"""Slow twins of everything that weighs choices, over the game tree of the reference engine, in plain fractions.

A `Spot` is a table of the engine with the moves that led to it. What a strategy sees there is read from the written
path. Players at the table go by name, in the order of their strategies.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

from strategies import Move, Position, Scenario

from incan_math.engine import ArtifactPile, GameTable, Match, branches
from incan_math.game.cards import Artifact
from incan_math.game.expedition import Expedition
from incan_math.game.rules import Rules
from incan_math.strategies.protocol import Strategy

KNOWN: dict[str, Any] = json.loads((Path(__file__).parent / "data" / "known.json").read_text(encoding="utf-8"))

SMALL = Rules(treasures=(3, 5, 7), hazards={"fire": 2, "snakes": 2})
"""Values that programs apart from this one have found."""

Key = tuple[object, ...]
Split = tuple[Fraction, tuple[str, ...]]
"""(chance, names of those who leave together)."""
Takings = dict[tuple[int, ...], Fraction]


@dataclass(frozen=True)
class Spot:
    """A table under way, and the moves that led to it from the start of its scenario."""

    scenario: Scenario
    moves: tuple[Move, ...]
    table: GameTable

    @classmethod
    def of(cls, position: Position) -> Spot:
        return cls(position.scenario, position.moves, position.table)

    @classmethod
    def start(cls, scenario: Scenario) -> Spot:
        return cls(scenario, (), scenario.table())

    @classmethod
    def start_of(cls, rules: Rules, players: int = 1) -> Spot:
        """The first expedition of these rules."""
        return cls.start(Scenario(rules, players, 1, (), ArtifactPile.of(rules).enter()))

    @property
    def state(self) -> Expedition:
        """What all players see, from the written path."""
        s = self.scenario
        path = " ".join(f"-{move}" if isinstance(move, int) else str(move) for move in self.moves)
        return Expedition.parse(path, s.players, s.rules, s.expedition, dict(s.removed), s.pile.claimed, s.pile.lost)

    @property
    def key(self) -> Key:
        """All that the engine's future depends on."""
        now = self.table.snapshot()
        lying = sorted(
            (str(card.card.face), card.gems) for card in now.path if card.gems or isinstance(card.card.face, Artifact)
        )
        faces = Counter(card.face for card in now.undrawn)
        taken = sum(len(taking.artifacts) for taking in now.takings)
        return (
            frozenset(faces.items()), frozenset(now.showing), now.bags, tuple(lying), taken, self.table.awaits_choices
        )  # fmt: skip

    def cards(self) -> Iterator[tuple[Fraction, Spot]]:
        """(chance, the spot after) for each card that can come."""
        total = len(self.table.undrawn)
        for branch in branches(self.table):
            yield Fraction(branch.count, total), Spot(self.scenario, (*self.moves, branch.card), branch.table)

    def leave(self, names: Sequence[str]) -> Spot:
        """The spot after these players left together."""
        table = self.table.copy()
        table.retire(names)
        return Spot(self.scenario, (*self.moves, len(names)) if names else self.moves, table)

    def splits(self, asked: Mapping[str, Strategy]) -> list[Split]:
        """Every way in which the coins of those who are asked and in can fall."""
        inside = [name for name in self.table.bags if name in asked]
        if not inside:
            return [(Fraction(1), ())]
        seen = self.state
        chances = [Fraction(asked[name](seen)) for name in inside]
        found = []
        for tosses in product((False, True), repeat=len(inside)):
            weight = Fraction(1)
            for leaves, chance in zip(tosses, chances, strict=True):
                weight *= chance if leaves else 1 - chance
            if weight:
                found.append((weight, tuple(name for name, leaves in zip(inside, tosses, strict=True) if leaves)))
        return found


class BestPlay:
    """Backward induction for the player who sits first at the table, against strategies for all others in."""

    def __init__(self, spot: Spot, opponents: Sequence[Strategy] = ()) -> None:
        self.hero, *others = spot.table.bags
        self.opponents = dict(zip(others, opponents, strict=True))
        self._known: dict[Key, Fraction] = {}

    def retire(self, spot: Spot) -> Fraction:
        """What leaving now is worth, with whoever else leaves."""
        return sum(
            (chance * spot.leave((self.hero, *names)).table.points[self.hero] for chance, names in self._splits(spot)),
            Fraction(0),
        )

    def stay(self, spot: Spot) -> Fraction:
        """What one more card and the best play after it are worth; others may leave first."""
        if not spot.table.awaits_choices:
            return self._before_card(spot)
        return sum((chance * self._before_card(spot.leave(names)) for chance, names in self._splits(spot)), Fraction(0))

    def action(self, spot: Spot) -> str:
        gain = self.stay(spot) - self.retire(spot)
        return "tie" if gain == 0 else "stay" if gain > 0 else "retire"

    def take_home(self, spot: Spot) -> dict[int, Fraction]:
        """The chance of each number of points after one more card and the best play, which retires at ties."""
        found: dict[int, Fraction] = defaultdict(Fraction)
        for chance, after in spot.cards():
            if after.table.ended:
                found[after.table.points[self.hero]] += chance
            elif self.action(after) != "stay":
                found[after.leave([self.hero]).table.points[self.hero]] += chance
            else:
                for points, then in self.take_home(after).items():
                    found[points] += chance * then
        return dict(found)

    def met(self, spot: Spot) -> list[Spot]:
        """Where the player who follows the best play, and retires at ties, chooses after the next card."""
        found: dict[Key, Spot] = {}
        waiting = [spot]
        while waiting:
            here = waiting.pop()
            for _, after in here.cards():
                if not after.table.ended and after.key not in found:
                    found[after.key] = after
                    if self.action(after) == "stay":
                        waiting.append(after)
        return list(found.values())

    def _splits(self, spot: Spot) -> list[Split]:
        return spot.splits(self.opponents)

    def _before_card(self, spot: Spot) -> Fraction:
        return sum((chance * self._value(after) for chance, after in spot.cards()), Fraction(0))

    def _value(self, spot: Spot) -> Fraction:
        if spot.table.ended:
            return Fraction(spot.table.points[self.hero])
        if spot.key not in self._known:
            self._known[spot.key] = max(self.retire(spot), self.stay(spot))
        return self._known[spot.key]


def one_more_card(spot: Spot) -> Fraction:
    """What the player who sits first takes home after exactly one more card, alone unless it is the deck's last."""
    hero = next(iter(spot.table.bags))
    total = Fraction(0)
    for chance, after in spot.cards():
        end = after if after.table.ended else after.leave([hero])
        total += chance * end.table.points[hero]
    return total


def takings(spot: Spot, strategies: Sequence[Strategy]) -> tuple[Takings, Fraction]:
    """(the chance of each tuple of points of those who are in, the chance of a bust), over every card and coin."""
    names = list(spot.table.bags)
    asked = dict(zip(names, strategies, strict=True))
    found: Takings = defaultdict(Fraction)
    busts = Fraction(0)

    def follow(here: Spot, chance: Fraction) -> None:
        nonlocal busts
        if here.table.ended:
            found[tuple(here.table.points[name] for name in names)] += chance
            busts += chance if here.table.bust else 0
        elif here.table.awaits_choices:
            for weight, leaving in here.splits(asked):
                follow(here.leave(leaving), chance * weight)
        else:
            for weight, after in here.cards():
                follow(after, chance * weight)

    follow(spot, Fraction(1))
    return dict(found), busts


class BestGame:
    """The best play of one player over a whole game, by recursion over the engine's matches."""

    def __init__(self) -> None:
        self.values: dict[Key, tuple[Match, Fraction]] = {}

    def value(self, match: Match) -> Fraction:
        """The points still to come before the next expedition."""
        if match.over:
            return Fraction(0)
        key = (match.expedition, frozenset(match.removed), match.artifacts)
        if key not in self.values:
            self.values[key] = match, self.stay(match, self.spot(match))
        return self.values[key][1]

    def spot(self, match: Match) -> Spot:
        """The start of the match's next expedition."""
        scenario = Scenario(match.rules, 1, match.expedition, tuple(match.removed), match.artifacts)
        return Spot(scenario, (), match.table())

    def stay(self, match: Match, spot: Spot) -> Fraction:
        """One more card, the best play after it, and the rest of the game."""
        return sum((chance * self._after_card(match, after) for chance, after in spot.cards()), Fraction(0))

    def retire(self, match: Match, spot: Spot) -> Fraction:
        """Going home now, and the rest of the game."""
        return self._ended(match, spot.leave(list(spot.table.bags)))

    def _after_card(self, match: Match, spot: Spot) -> Fraction:
        if spot.table.ended:
            return self._ended(match, spot)
        return max(self.retire(match, spot), self.stay(match, spot))

    def _ended(self, match: Match, spot: Spot) -> Fraction:
        return sum(spot.table.points.values()) + self.value(match.after(spot.table))

"""The clauses of the game, one field each.

A `Rules` value holds everything in which rule texts, editions and custom decks differ. The published ones stand
in `incan_math.game.editions`; `dataclasses.replace` turns one into a variant.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, get_args

from incan_math.game.cards import Artifact, Card, Hazard, Treasure
from incan_math.game.counts import Counts
from incan_math.game.errors import RulesError

__all__ = ["MAX_PLAYERS", "Rules"]

MAX_PLAYERS = 8
"""The largest table that any edition is played at."""

ArtifactValue = Literal["by claim", "printed"]
ArtifactEntry = Literal["one per expedition", "all at once"]
UndrawnArtifact = Literal["leaves", "stays"]
ArtifactStep = Literal["claimed", "claimed or lost"]
Leftover = Literal["pooled", "per card"]
Tie = Literal["most artifacts", "shared"]

_NAME = re.compile(r"[a-z][a-z0-9_.-]*")
_READS_AS_ARTIFACT = re.compile(r"a[0-9]*")


@dataclass(frozen=True)
class Rules:
    """One edition of the game, or a deck of your own; two values are equal when their clauses are.

    Attributes:
        treasures: gems on each treasure card, in any order (kept sorted).
        hazards: how many cards each hazard kind has, by its name.
        artifacts: points of each artifact card. `by claim`: of the first one claimed in the game, the second, and
            so on. `printed`: of the cards in the order in which they enter.
        artifact_value: whether an artifact's points depend on the order of claiming (`by claim`) or stand on the
            card (`printed`).
        claim_gems: gems that the first, second, ... claimed artifact brings besides its points; empty for none.
        artifact_entry: artifacts join the deck `one per expedition`, or `all at once` at the start of the game.
        undrawn_artifact: an artifact that an expedition did not reveal `leaves` the game or `stays` in the deck.
        artifact_step: the order of claiming counts artifacts `claimed`, or `claimed or lost`.
        leftover: those who retire together split the leftovers of all cards `pooled`, or `per card`.
        tie: equal scores are decided by the `most artifacts`, or `shared`.
        expeditions: how many expeditions make a game.
        name: a word to call it by (lower case, no blanks); no part of equality.
        other_names: pairs (what another edition calls a hazard kind, its name here); understood in notation.
        stated_treasures: how many treasure cards the edition's text says there are, where it says so.
        source: where the clauses come from.
        notes: what the text leaves open or contradicts, and what was chosen here.

    Raises:
        RulesError: a field holds what no game can be played with; the message says what is allowed.

    >>> small = Rules(treasures=(3, 5, 7), hazards={"fire": 2, "snakes": 2})
    >>> small.card_count, small.gem_total
    (7, 15)
    >>> from dataclasses import replace
    >>> replace(small, treasures=(3, 5, -7))
    Traceback (most recent call last):
    incan_math.game.errors.RulesError: treasures: -7 is no number of gems; each card holds a whole number, 0 or more
    """

    treasures: tuple[int, ...]
    hazards: Mapping[str, int]
    artifacts: tuple[int, ...] = ()
    artifact_value: ArtifactValue = "by claim"
    claim_gems: tuple[int, ...] = ()
    artifact_entry: ArtifactEntry = "one per expedition"
    undrawn_artifact: UndrawnArtifact = "leaves"
    artifact_step: ArtifactStep = "claimed"
    leftover: Leftover = "pooled"
    tie: Tie = "most artifacts"
    expeditions: int = 5
    name: str = field(default="custom", compare=False)
    other_names: tuple[tuple[str, str], ...] = field(default=(), compare=False)
    stated_treasures: int | None = field(default=None, compare=False)
    source: str = field(default="", compare=False)
    notes: tuple[str, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        def keep(name: str, value: object) -> None:
            object.__setattr__(self, name, value)

        keep("treasures", tuple(sorted(_numbers("treasures", self.treasures, "gems"))))
        keep("hazards", _hazard_counts(self.hazards))
        keep("artifacts", _numbers("artifacts", self.artifacts, "points"))
        keep("claim_gems", _numbers("claim_gems", self.claim_gems, "gems"))
        keep("notes", _texts("notes", self.notes))
        keep("other_names", _name_pairs(self.other_names))
        for name, allowed in _CHOICES.items():
            _check_choice(name, getattr(self, name), allowed)
        if type(self.expeditions) is not int or self.expeditions < 1:
            raise RulesError(f"expeditions: {self.expeditions!r} is no number of expeditions; give 1 or more")
        if not isinstance(self.name, str) or not _NAME.fullmatch(self.name):
            raise RulesError(f"name: {self.name!r} must be one word of lower-case letters, digits, '-', '_' or '.'")
        if self.stated_treasures is not None and type(self.stated_treasures) is not int:
            raise RulesError(f"stated_treasures: {self.stated_treasures!r} is no number of cards; give one, or None")
        if self.claim_gems and self.artifact_value == "printed":
            raise RulesError("claim_gems: gems by the order of claiming go with artifact_value='by claim' only")
        if len(self.claim_gems) > len(self.artifacts):
            raise RulesError(f"claim_gems: {len(self.claim_gems)} given for {len(self.artifacts)} artifacts")
        if self.claim_gems:  # Trailing zeros say nothing, so that equal clauses are equal values.
            gems = self.claim_gems + (0,) * (len(self.artifacts) - len(self.claim_gems))
            keep("claim_gems", gems if any(gems) else ())

    def __hash__(self) -> int:
        return hash((self.treasures, self.hazards, self.artifacts, self.artifact_value, self.leftover))

    @cached_property
    def values(self) -> tuple[int, ...]:
        """The distinct treasure values, rising."""
        return tuple(sorted(set(self.treasures)))

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """The names of the hazard kinds, in alphabetical order."""
        return tuple(self.hazards)

    @cached_property
    def artifact_kinds(self) -> tuple[Artifact, ...]:
        """The artifact cards that can be told apart: one for `by claim`, one for each number when `printed`."""
        if not self.artifacts:
            return ()
        if self.artifact_value == "by claim":
            return (Artifact(),)
        return tuple(Artifact(points) for points in sorted(set(self.artifacts)))

    @cached_property
    def cards(self) -> Counts[Card]:
        """Every card of the game with how many of it there are, the artifacts included."""
        counts: dict[Card, int] = {Treasure(value): self.treasures.count(value) for value in self.values}
        counts.update((Hazard(name), count) for name, count in self.hazards.items())
        for kind in self.artifact_kinds:
            counts[kind] = len(self.artifacts) if kind.points is None else self.artifacts.count(kind.points)
        return Counts(counts)

    @property
    def card_count(self) -> int:
        """How many cards the game has, all artifacts included."""
        return self.cards.total

    @property
    def gem_total(self) -> int:
        """The sum of the gems on all treasure cards."""
        return sum(self.treasures)

    def claim_worth(self, order: int) -> tuple[int, int]:
        """(points, gems) that the artifact claimed as number `order` of the game brings, counted from 0.

        >>> from incan_math.game.editions import EDITIONS
        >>> [EDITIONS["bga-en"].claim_worth(order) for order in (0, 4)]
        [(5, 0), (5, 5)]
        """
        if not 0 <= order < len(self.artifacts):
            raise RulesError(f"order: {order} given; {self.name} has {len(self.artifacts)} artifacts, counted from 0")
        return self.artifacts[order], self.claim_gems[order] if self.claim_gems else 0


_CHOICES: dict[str, tuple[str, ...]] = {
    "artifact_value": get_args(ArtifactValue),
    "artifact_entry": get_args(ArtifactEntry),
    "undrawn_artifact": get_args(UndrawnArtifact),
    "artifact_step": get_args(ArtifactStep),
    "leftover": get_args(Leftover),
    "tie": get_args(Tie),
}


def _check_choice(name: str, value: object, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise RulesError(f"{name}: {value!r} is not one of {', '.join(map(repr, allowed))}")


def _texts(name: str, given: Iterable[str]) -> tuple[str, ...]:
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise RulesError(f"{name}: {given!r} given; give a tuple of texts")
    return tuple(given)


def _name_pairs(given: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    pairs = tuple(tuple(pair) for pair in given)
    for pair in pairs:
        if len(pair) != 2 or not all(isinstance(name, str) for name in pair):
            raise RulesError(f"other_names: {pair!r} given; give pairs (name elsewhere, name here)")
    return tuple((there, here) for there, here in pairs)


def _numbers(name: str, given: Iterable[int], unit: str) -> tuple[int, ...]:
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise RulesError(f"{name}: {given!r} given; give a number of {unit} for each card, such as (3, 5, 7)")
    numbers = tuple(given)
    for number in numbers:
        if type(number) is not int or number < 0:
            raise RulesError(
                f"{name}: {number!r} is no number of {unit}; each card holds a whole number, 0 or more",
            )
    return numbers


def _hazard_counts(given: Mapping[str, int]) -> Counts[str]:
    if not isinstance(given, Mapping):
        raise RulesError(
            f"hazards: give a mapping from each kind's name to its cards, such as {{'fire': 3}}; not {given!r}"
        )
    for name, count in given.items():
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            raise RulesError(f"hazards: {name!r} must be one word of lower-case letters, digits, '-', '_' or '.'")
        if _READS_AS_ARTIFACT.fullmatch(name):
            raise RulesError(f"hazards: {name!r} would read as an artifact; give the kind another name")
        if type(count) is not int or count < 1:
            raise RulesError(f"hazards: {name!r} has {count!r} cards; a kind has 1 or more (leave it out for none)")
    return Counts(sorted(given.items()))

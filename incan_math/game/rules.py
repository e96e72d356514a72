"""The clauses of the game, one field each.

A `Rules` value holds everything in which rule texts, editions and custom decks differ. The published ones stand
in `incan_math.game.editions`; `dataclasses.replace` turns one into a variant.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from itertools import islice
from typing import Literal, get_args

from incan_math.game.cards import Artifact, Card, Hazard, Treasure
from incan_math.game.counts import Counts
from incan_math.game.errors import RulesError, shown
from incan_math.game.showing import Shown, in_full
from incan_math.game.spelling import plain

__all__ = ["MAX_CARDS", "MAX_EXPEDITIONS", "MAX_GEMS", "MAX_PLAYERS", "Rules"]

MAX_PLAYERS = 8
"""The largest table that any edition is played at."""
MAX_CARDS = 1_000
"""The most cards of a deck; published ones have 35 at most."""
MAX_GEMS = 999_999_999
"""The most gems or points of one card."""
MAX_EXPEDITIONS = 1_000
"""The most expeditions of a game; published ones have 5."""

ArtifactValue = Literal["by claim", "printed"]
ArtifactEntry = Literal["one per expedition", "all at once"]
UndrawnArtifact = Literal["leaves", "stays"]
ArtifactStep = Literal["claimed", "claimed or lost"]
Leftover = Literal["pooled", "per card"]
Tie = Literal["most artifacts", "shared"]

_MAX_TEXT = 2_000
_NAME = re.compile(r"[a-z][a-z0-9_.-]{0,39}")
_READS_AS_ARTIFACT = re.compile(r"a[0-9]*")


@dataclass(frozen=True, repr=False)
class Rules(Shown):
    """One edition of the game, or a deck of your own; two values are equal when their clauses are.

    A deck has at most 1,000 cards, a card at most 999,999,999 gems or points, and a game at most 1,000 expeditions.

    Attributes:
        treasures: gems on each treasure card, in any order; held in rising order.
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
        other_names: pairs (what others call a hazard kind, its name here); understood in notation.
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
    incan_math.game.errors.RulesError: treasures: -7 is not a number of gems; each card holds a whole number, 0 to ...
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

    def _in_full(self) -> str | None:
        return in_full("Rules", self._told())

    def _in_short(self) -> str:
        kinds, copies = len(self.hazards), sum(self.hazards.values())
        return (
            f"{self.name}: {len(self.treasures)} treasures of {self.gem_total} gems, {kinds} hazard kinds with {copies}"
            f" cards, {len(self.artifacts)} artifacts"
        )

    def _told(self) -> dict[str, object]:
        """The fields that differ from their defaults."""
        told = {each.name: getattr(self, each.name) for each in fields(self)}
        told["hazards"] = dict(self.hazards)
        return {each.name: told[each.name] for each in fields(self) if told[each.name] != each.default}

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
        if type(self.expeditions) is not int or not 1 <= self.expeditions <= MAX_EXPEDITIONS:
            raise RulesError(
                f"expeditions: {shown(self.expeditions)} is not a number of expeditions; give 1 to {MAX_EXPEDITIONS:,}"
            )
        _check_name("name", self.name)
        stated = self.stated_treasures
        if stated is not None and (type(stated) is not int or not 0 <= stated <= MAX_CARDS):
            raise RulesError(
                f"stated_treasures: {shown(stated)} is not a number of cards; give one from 0 to {MAX_CARDS:,}, or None"
            )
        if not isinstance(self.source, str) or len(self.source) > _MAX_TEXT:
            raise RulesError(f"source: {shown(self.source)} given; give a text of at most {_MAX_TEXT:,} characters")
        size = len(self.treasures) + sum(self.hazards.values()) + len(self.artifacts)
        if size > MAX_CARDS:
            raise RulesError(f"treasures, hazards, artifacts: {size:,} cards; a deck has at most {MAX_CARDS:,}")
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
        """The distinguishable artifact cards: one for `by claim`, one for each number when `printed`."""
        if not self.artifacts:
            return ()
        if self.artifact_value == "by claim":
            return (Artifact(),)
        return tuple(Artifact(points) for points in sorted(set(self.artifacts)))

    @cached_property
    def cards(self) -> Counts[Card]:
        """Every card of the game with how many of it there are, the artifacts included."""
        counts: dict[Card, int] = {Treasure(value): count for value, count in Counter(self.treasures).items()}
        counts.update((Hazard(name), count) for name, count in self.hazards.items())
        for kind in self.artifact_kinds:
            counts[kind] = len(self.artifacts) if kind.points is None else self.artifacts.count(kind.points)
        return Counts(counts)

    @cached_property
    def kinds_elsewhere(self) -> Mapping[str, tuple[str, ...]]:
        """The kinds that each of `other_names`, in small letters without accents, can mean here."""
        found: dict[str, set[str]] = {}
        for there, here in self.other_names:
            if here in self.hazards:
                found.setdefault(plain(there), set()).add(here)
        return {there: tuple(sorted(here)) for there, here in found.items()}

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
        if type(order) is not int or not 0 <= order < len(self.artifacts):
            count = len(self.artifacts)
            raise RulesError(f"order: {shown(order)} given; {self.name} has {count} artifacts, counted from 0")
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
    if not isinstance(value, str) or value not in allowed:
        raise RulesError(f"{name}: {shown(value)} is not one of {', '.join(map(repr, allowed))}")


def _check_name(argument: str, name: object) -> None:
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise RulesError(
            f"{argument}: {shown(name)} must be one word of lower-case letters, digits, '-', '_' or '.',"
            " at most 40 in all"
        )


def _each(name: str, given: object, example: str) -> tuple[object, ...]:
    """The items of a sequence that a caller gave, at most as many as a deck has cards."""
    if isinstance(given, str | bytes | bytearray | memoryview | Mapping) or not isinstance(given, Iterable):
        raise RulesError(f"{name}: {shown(given)} given; {example}")
    items = tuple(islice(given, MAX_CARDS + 1))
    if len(items) > MAX_CARDS:
        raise RulesError(f"{name}: more than {MAX_CARDS:,} given; that is the most")
    return items


def _texts(name: str, given: object) -> tuple[str, ...]:
    texts = _each(name, given, "give a tuple of texts")
    for text in texts:
        if not isinstance(text, str) or len(text) > _MAX_TEXT:
            raise RulesError(f"{name}: {shown(text)} given; each is a text of at most {_MAX_TEXT:,} characters")
    return tuple(map(str, texts))


def _name_pairs(given: object) -> tuple[tuple[str, str], ...]:
    what = "give pairs (name elsewhere, name here)"
    pairs: dict[tuple[str, str], None] = {}
    for item in _each("other_names", given, what):
        pair = _each("other_names", item, what)
        if len(pair) != 2 or not all(isinstance(name, str) and 0 < len(name) <= 40 for name in pair):
            raise RulesError(f"other_names: {shown(item)} given; {what}, each of at most 40 letters")
        pairs[str(pair[0]), str(pair[1])] = None
    return tuple(pairs)


def _numbers(name: str, given: object, unit: str) -> tuple[int, ...]:
    numbers = []
    for number in _each(name, given, f"give a number of {unit} for each card, such as (3, 5, 7)"):
        if type(number) is not int or not 0 <= number <= MAX_GEMS:
            raise RulesError(
                f"{name}: {shown(number)} is not a number of {unit}; each card holds a whole number, 0 to {MAX_GEMS:,}",
            )
        numbers.append(number)
    return tuple(numbers)


def _hazard_counts(given: object) -> Counts[str]:
    if not isinstance(given, Mapping):
        raise RulesError(
            f"hazards: give a mapping from each kind's name to its cards, such as {{'fire': 3}}; not {shown(given)}"
        )
    for name, count in given.items():
        _check_name("hazards", name)
        if _READS_AS_ARTIFACT.fullmatch(name):
            raise RulesError(f"hazards: {shown(name)} would read as an artifact; give the kind another name")
        if type(count) is not int or not 1 <= count <= MAX_CARDS:
            raise RulesError(
                f"hazards: {shown(name)} has {shown(count)} cards; a kind has 1 or more (leave it out for none),"
                f" at most {MAX_CARDS:,}"
            )
    return Counts(sorted(given.items()))

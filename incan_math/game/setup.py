"""What is settled before the first card: the rules, the players, and what earlier expeditions took out of the deck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from incan_math.game.cards import Artifact, Card, Hazard
from incan_math.game.counts import Counts
from incan_math.game.editions import DEFAULT_EDITION, rules_of
from incan_math.game.errors import GameError
from incan_math.game.notation import as_card, read_hazard, split_path
from incan_math.game.rules import MAX_PLAYERS, Rules

__all__ = ["Claimed", "Removed", "Setup"]

T = TypeVar("T")

Removed = str | Mapping[str, int] | Iterable[str | Hazard]
"""Hazard cards that left the game: `{"fire": 1}`, `["fire"]` or `"fire fire snakes"`."""

Claimed = int | str | Iterable[Card | str | int]
"""Artifacts that left the game: how many, or which (`"A5 A7"`, `[5, 7]`)."""


@dataclass(frozen=True)
class Setup:
    """The deck and the table at the start of one expedition; make it with `Setup.read`.

    Attributes:
        rules: the edition or custom deck.
        players: how many start, 1 to 8.
        expedition: its number in the game from 1, or None where it was not told.
        removed: hazard cards that left the game in earlier busts, by kind.
        claimed, lost: artifacts that players took, and that left unclaimed, in earlier expeditions.
    """

    rules: Rules
    players: int
    expedition: int | None
    removed: Counts[str]
    claimed: tuple[Artifact, ...]
    lost: tuple[Artifact, ...]

    @classmethod
    def read(
        cls,
        players: int = 1,
        rules: str | Rules = DEFAULT_EDITION,
        expedition: int | None = None,
        removed: Removed = (),
        claimed: Claimed = 0,
        lost: Claimed = 0,
    ) -> Setup:
        """Check what the caller knows and put it into one form.

        Where `expedition` is not told, it is the first one that `claimed` and `lost` allow, and `removed` is taken
        as it is; where it is told, everything must fit it.

        Raises:
            GameError: the values cannot occur together; the message names the argument and the fix.

        >>> Setup.read(players=3, removed="fire").hazards
        Counts({'fire': 2, 'mummy': 3, 'rocks': 3, 'snakes': 3, 'spiders': 3})
        >>> Setup.read(players=0)
        Traceback (most recent call last):
        incan_math.game.errors.GameError: players: 0 given; an expedition starts with 1 to 8 players
        """
        known = rules_of(rules)
        if type(players) is not int or not 1 <= players <= MAX_PLAYERS:
            raise GameError(f"players: {players!r} given; an expedition starts with 1 to {MAX_PLAYERS} players")
        if expedition is not None and (type(expedition) is not int or not 1 <= expedition <= known.expeditions):
            raise GameError(f"expedition: {expedition!r} given; a game of {known.name} has 1 to {known.expeditions}")
        gone = _read_removed(removed, known)
        if expedition is not None and gone.total >= expedition:
            raise GameError(
                f"removed: {gone.total} hazard cards cannot have left the game before expedition {expedition}: each"
                f" bust takes one; give expedition={gone.total + 1} or later, or fewer cards",
            )
        taken, missing = (
            _read_artifacts(name, given, known, expedition) for name, given in (("claimed", claimed), ("lost", lost))
        )
        setup = cls(known, players, expedition, gone, taken, missing)
        setup._check_artifacts()
        return setup

    @property
    def hazards(self) -> Counts[str]:
        """Cards of each hazard kind in the deck before the first card."""
        return Counts((name, count - self.removed.get(name, 0)) for name, count in self.rules.hazards.items())

    @property
    def artifacts(self) -> tuple[Artifact, ...]:
        """Artifacts in the deck before the first card, by rising points."""
        entered = _entered(self.rules, self._artifact_expedition)
        if self.rules.undrawn_artifact == "leaves":
            here = entered[len(_entered(self.rules, self._artifact_expedition - 1)) :]
        else:
            here = tuple((Counter(entered) - Counter(self.claimed) - Counter(self.lost)).elements())
        return tuple(sorted(here, key=_points))

    @cached_property
    def card_count(self) -> int:
        """How many cards the deck has before the first card."""
        return len(self.rules.treasures) + self.hazards.total + len(self.artifacts)

    @property
    def worth(self) -> tuple[tuple[int, int], ...]:
        """(points, gems) of the artifacts that can still be claimed, in order of claiming; empty where printed."""
        if self.rules.artifact_value == "printed":
            return ()
        first = len(self.claimed) + (len(self.lost) if self.rules.artifact_step == "claimed or lost" else 0)
        return tuple(self.rules.claim_worth(first + order) for order in range(len(self.artifacts)))

    @property
    def _artifact_expedition(self) -> int:
        """The expedition by which the deck's artifacts are counted: as told, or the first that fits."""
        if self.expedition is not None:
            return self.expedition
        gone = Counter(self.claimed) + Counter(self.lost)
        number = 1
        while gone - Counter(_entered(self.rules, number - 1)) and number <= len(self.rules.artifacts):
            number += 1
        return number

    def _check_artifacts(self) -> None:
        number = self._artifact_expedition
        before = Counter(_entered(self.rules, number - 1))
        beyond = Counter(self.claimed) + Counter(self.lost) - before
        if beyond:
            raise GameError(
                f"claimed, lost: {len(self.claimed) + len(self.lost)} artifacts cannot have left the game before"
                f" expedition {number} of {self.rules.name}: {_listed(before.elements())} had entered by then",
            )


def _points(artifact: Artifact) -> int:
    return artifact.points or 0


def _entered(rules: Rules, expedition: int) -> tuple[Artifact, ...]:
    """The artifacts that have been in the deck up to and with this expedition, in order of entering."""
    if rules.artifact_value == "printed":
        everything = tuple(Artifact(points) for points in rules.artifacts)
    else:
        everything = (Artifact(),) * len(rules.artifacts)
    if rules.artifact_entry == "all at once":
        return everything if expedition >= 1 else ()
    return everything[: max(expedition, 0)]


def _named(argument: str, read: Callable[..., T], *given: object) -> T:
    """What `read` returns; its error says which argument the wrong token stands in."""
    try:
        return read(*given)
    except GameError as error:
        raise GameError(f"{argument}: {error}") from None


def _read_removed(given: Removed, rules: Rules) -> Counts[str]:
    counts: Counter[str] = Counter()
    if isinstance(given, Mapping):
        for name, count in given.items():
            if type(count) is not int or count < 0:
                raise GameError(f"removed: {count!r} cards of {name!r} given; a count is a whole number, 0 or more")
            counts[_named("removed", read_hazard, str(name), rules)] += count
    else:
        for place, name in enumerate(split_path(given) if isinstance(given, str) else given, start=1):
            counts[_named("removed", read_hazard, str(name), rules, place)] += 1
    for name, count in counts.items():
        most = rules.hazards[name] - 1
        if count > most:
            raise GameError(
                f"removed: {count} cards of {name} given, but busts can take {most} at most:"
                " a kind with one card left cannot bust",
            )
    return Counts((name, counts[name]) for name in rules.kinds if counts[name])


def _read_artifacts(argument: str, given: Claimed, rules: Rules, expedition: int | None) -> tuple[Artifact, ...]:
    if isinstance(given, str) and given.strip().isdigit():
        given = int(given)
    if isinstance(given, bool) or (isinstance(given, int) and given < 0):
        raise GameError(f"{argument}: {given!r} given; say how many artifacts, 0 or more, or which: 'A5 A7'")
    if isinstance(given, int):
        return _count_of_artifacts(argument, given, rules, expedition)
    found = []
    for item in split_path(given) if isinstance(given, str) else given:
        card = _named(argument, as_card, f"A{item}" if isinstance(item, int) else item, rules)
        if not isinstance(card, Artifact) or card not in rules.artifact_kinds:
            raise GameError(
                f"{argument}: {item!r} given; {rules.name} writes its artifacts {_listed(rules.artifact_kinds)}"
            )
        found.append(card)
    return tuple(sorted(found, key=_points))


def _count_of_artifacts(argument: str, count: int, rules: Rules, expedition: int | None) -> tuple[Artifact, ...]:
    if count > len(rules.artifacts):
        raise GameError(f"{argument}: {count} given; {rules.name} has {len(rules.artifacts)} artifacts")
    entered = _entered(rules, count if expedition is None else expedition - 1)
    if rules.artifact_value == "printed" and rules.undrawn_artifact == "stays" and 0 < count < len(entered):
        raise GameError(
            f"{argument}: say which {count} of {_listed(entered)}, such as {argument}='{entered[0]}':"
            f" artifacts of {rules.name} carry numbers",
        )
    # Where it makes no difference which ones are meant, the first are taken; too many are refused by the caller.
    return (entered + _entered(rules, len(rules.artifacts))[len(entered) :])[:count]


def _listed(artifacts: Iterable[Artifact]) -> str:
    return " ".join(map(str, artifacts)) or "none"

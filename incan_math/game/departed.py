"""What earlier expeditions took out of the deck, as callers write it: hazards removed, artifacts claimed and lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from typing import TypeVar

from incan_math.game.cards import Artifact, Card, Hazard
from incan_math.game.counts import Counts
from incan_math.game.errors import GameError, listed, shown
from incan_math.game.notation import as_card, read_hazard, split_path
from incan_math.game.rules import MAX_CARDS, Rules
from incan_math.game.spelling import whole_number

__all__ = ["Claimed", "Removed", "entered", "read_departed", "read_removed"]

T = TypeVar("T")

Removed = str | Hazard | Mapping[str, int] | Iterable[str | Hazard]
"""Hazard cards that left the game: `{"fire": 1}`, `["fire"]` or `"fire fire snakes"`."""

Claimed = int | str | Artifact | Iterable[Card | str | int]
"""Artifacts that left the game: how many, or which (`"A5 A7"`, `[5, 7]`)."""

Artifacts = tuple[Artifact, ...]


def entered(rules: Rules, expedition: int) -> Artifacts:
    """The artifacts that have been in the deck up to and with this expedition, in order of entering.

    >>> from incan_math.game.editions import EDITIONS
    >>> entered(EDITIONS["bga-modern"], 2)
    (Artifact(points=5), Artifact(points=7))
    """
    if rules.artifact_value == "printed":
        everything = tuple(Artifact(points) for points in rules.artifacts)
    else:
        everything = (Artifact(),) * len(rules.artifacts)
    if rules.artifact_entry == "all at once":
        return everything if expedition >= 1 else ()
    return everything[: max(expedition, 0)]


def read_removed(given: Removed | None, rules: Rules) -> Counts[str]:
    """The hazard cards that left, by kind; a kind keeps at least one card, for with one left it cannot bust."""
    counts: Counter[str] = Counter()
    if isinstance(given, Mapping):
        for name, count in given.items():
            if type(count) is not int or count < 0:
                raise GameError(
                    f"removed: {shown(count)} cards of {shown(name)} given; a count is a whole number, 0 or more"
                )
            counts[_hazard(name, rules, 1)] += count
    else:
        for place, name in enumerate(_items("removed", given, "'fire fire snakes' or {'fire': 2}"), start=1):
            counts[_hazard(name, rules, place)] += 1
    for name, count in counts.items():
        most = rules.hazards[name] - 1
        if count > most:
            raise GameError(
                f"removed: {shown(count)} cards of {name} given, but busts can take {most} at most:"
                " a kind with one card left cannot bust",
            )
    return Counts((name, counts[name]) for name in rules.kinds if counts[name])


def read_departed(
    claimed: Claimed | None,
    lost: Claimed | None,
    rules: Rules,
    expedition: int | None,
) -> tuple[int, Artifacts, Artifacts]:
    """(the expedition by which artifacts are counted, those claimed, those lost).

    It is the expedition given, or the first one that the artifacts allow. Where undrawn artifacts leave the game, all
    that entered before and were not claimed have left and count as lost, given or not.
    """
    took, left = _read("claimed", claimed, rules), _read("lost", lost, rules)
    number = _counted_from(took, left, rules) if expedition is None else expedition
    before = entered(rules, number - 1)
    pool = Counter(before)
    for which in (took, left):
        if not isinstance(which, int) and which is not None:
            pool -= Counter(which)  # What is named; numbers are resolved from the rest.
    leaves = rules.undrawn_artifact == "leaves"
    rest = tuple(sorted(pool.elements(), key=_points))
    open_count = sum(which for which in (took, left) if isinstance(which, int))
    if open_count > len(rest) or not _fits(took, left, before):
        raise _too_many(took, left, rules, number, before)
    if not leaves and 0 < open_count < len(rest) and len(set(rest)) > 1:
        raise GameError(
            f"claimed, lost: say which {open_count} of {_row(rest)} have left, such as claimed='{rest[0]}':"
            f" artifacts of {rules.name} carry numbers",
        )
    first = rest[:took] if isinstance(took, int) else took or ()
    not_claimed = tuple((Counter(before) - Counter(first)).elements())
    if leaves:
        return number, _sorted(first), _sorted(not_claimed)
    named_lost = left if isinstance(left, tuple) else ()
    open_rest = tuple(sorted((Counter(not_claimed) - Counter(named_lost)).elements(), key=_points))
    return number, _sorted(first), _sorted(open_rest[:left] if isinstance(left, int) else named_lost)


def _read(argument: str, given: Claimed | None, rules: Rules) -> int | Artifacts | None:
    """A number of artifacts, or which; None where nothing is said of those lost."""
    if given is None:
        return 0 if argument == "claimed" else None
    number = whole_number(given.strip()) if isinstance(given, str) else given
    if type(number) is int:
        if not 0 <= number <= MAX_CARDS:
            raise GameError(f"{argument}: {shown(given)} given; say how many artifacts, 0 or more, or which: 'A5 A7'")
        return number
    found = []
    for item in _items(argument, given, "how many artifacts, or which: 'A5 A7'"):
        given_as = Artifact(item) if type(item) is int else item
        card = _named(argument, as_card, given_as, rules)
        if not isinstance(card, Artifact) or card not in rules.artifact_kinds:
            kinds = _row(rules.artifact_kinds)
            raise GameError(f"{argument}: {shown(item)} given; {rules.name} writes its artifacts {kinds}")
        found.append(card)
    return tuple(found)


def _items(argument: str, given: object, example: str) -> Iterable[object]:
    if given is None:
        return ()
    if isinstance(given, str):
        return split_path(given)
    if isinstance(given, Hazard | Artifact):
        return (given,)
    if isinstance(given, Iterable) and not isinstance(given, bytes | bytearray):
        items = tuple(islice(given, MAX_CARDS + 1))
        if len(items) <= MAX_CARDS:
            return items
        raise GameError(f"{argument}: more than {MAX_CARDS:,} cards given; no deck has so many")
    raise GameError(f"{argument}: {shown(given)} given; write {example}")


def _hazard(given: object, rules: Rules, place: int) -> str:
    name = given.name if isinstance(given, Hazard) else given
    if not isinstance(name, str):
        raise GameError(f"removed: {shown(given)} given; name a hazard, such as 'fire'")
    return _named("removed", read_hazard, name, rules, place)


def _counted_from(took: int | Artifacts | None, left: int | Artifacts | None, rules: Rules) -> int:
    """The first expedition before which all of these can have left."""
    for number in range(1, rules.expeditions + 1):
        if _fits(took, left, entered(rules, number - 1)):
            return number
    raise _too_many(took, left, rules, rules.expeditions, entered(rules, rules.expeditions - 1))


def _fits(took: int | Artifacts | None, left: int | Artifacts | None, before: Artifacts) -> bool:
    given = [which for which in (took, left) if which is not None]
    named = Counter(artifact for which in given if not isinstance(which, int) for artifact in which)
    return not named - Counter(before) and sum(map(_size, given)) <= len(before)


def _too_many(
    took: int | Artifacts | None,
    left: int | Artifacts | None,
    rules: Rules,
    number: int,
    before: Artifacts,
) -> GameError:
    if not rules.artifacts:
        return GameError(f"claimed, lost: {rules.name} has no artifacts; leave them out")
    given = " and ".join(
        f"{name} {which if isinstance(which, int) else _row(which)}"
        for name, which in (("claimed", took), ("lost", left))
        if which
    )
    return GameError(
        f"claimed, lost: {given} cannot be before expedition {number} of {rules.name}:"
        f" {_row(before)} had entered by then",
    )


def _size(which: int | Artifacts) -> int:
    return which if isinstance(which, int) else len(which)


def _named(argument: str, read: Callable[..., T], *given: object) -> T:
    """What `read` returns; its error says which argument the wrong token stands in."""
    try:
        return read(*given)
    except GameError as error:
        raise GameError(f"{argument}: {error}") from None


def _points(artifact: Artifact) -> int:
    return artifact.points or 0


def _sorted(artifacts: Iterable[Artifact]) -> Artifacts:
    return tuple(sorted(artifacts, key=_points))


def _row(artifacts: Iterable[Artifact]) -> str:
    return listed(artifacts, " ", 60)

"""How a deck departs from the published editions and from what its own text says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from incan_math.game.editions import EDITIONS, label_of, rules_of
from incan_math.game.rules import Rules
from incan_math.game.showing import Shown

__all__ = ["Departures", "departures", "nearest_edition", "validate"]

_CLAUSES = {
    "artifact_value": "artifact points",
    "artifact_entry": "artifacts enter",
    "undrawn_artifact": "an undrawn artifact",
    "artifact_step": "the order of claiming counts artifacts",
    "leftover": "leftovers are split",
    "tie": "ties go to",
    "expeditions": "expeditions",
}


@dataclass(frozen=True, repr=False)
class Departures(Shown):
    """How one deck departs from one edition.

    `cards` says it for the deck, a line each, `clauses` for the rest; both are empty when there is no difference.
    `distance` is how many cards would have to be added or taken away, all artifacts included.
    """

    edition: Rules
    distance: int
    cards: tuple[str, ...]
    clauses: tuple[str, ...]

    @property
    def lines(self) -> tuple[str, ...]:
        """All that differs, the deck first."""
        return self.cards + self.clauses


def departures(rules: str | Rules, edition: str | Rules) -> Departures:
    """What is different in `rules` as against `edition`.

    Hazard kinds are compared by how many cards they have, whatever their names.

    >>> departures("bga-sr", "bga-pt").lines
    ('lacks treasure 9 (13 treasures of 98 gems in all; bga-pt has 14 of 107)',)
    """
    mine, theirs = rules_of(rules), rules_of(edition)
    treasures, distance = _treasures(mine, theirs)
    lines = list(treasures)
    hazards = _described(mine.hazards.values()), _described(theirs.hazards.values())
    if hazards[0] != hazards[1]:
        lines.append(f"hazards: {hazards[0]}; {theirs.name} has {hazards[1]}")
        distance += _moved(mine.hazards.values(), theirs.hazards.values())
    distance += abs(len(mine.artifacts) - len(theirs.artifacts))
    if len(mine.artifacts) != len(theirs.artifacts):
        lines.append(f"artifacts: {len(mine.artifacts)}; {theirs.name} has {len(theirs.artifacts)}")
    return Departures(theirs, distance, tuple(lines), tuple(_clauses(mine, theirs)))


def nearest_edition(rules: str | Rules) -> Departures:
    """The published edition with the fewest cards, then clauses, to change, and what is different from it.

    >>> from incan_math.game.rules import Rules
    >>> five = ("fire", "mummy", "rocks", "snakes", "spiders")
    >>> near = nearest_edition(Rules(treasures=range(1, 16), hazards=dict.fromkeys(five, 3)))
    >>> near.edition.name, near.cards[0]
    ('diamant-2005', 'lacks treasure 5, 7, 11, 17')
    """
    mine = rules_of(rules)
    found = (departures(mine, edition) for edition in EDITIONS.values())
    return min(found, key=lambda other: (other.distance, len(other.clauses)))


def validate(rules: str | Rules) -> tuple[str, ...]:
    """What a reader should know of this deck: contradictions with its own text, and with every published edition.

    Empty when it is one of the editions and agrees with its text.

    >>> validate("bga-en")
    ()
    >>> validate("bga-sr")
    ('bga-sr: the text says 14 treasure cards and lists 13; the deck here holds those listed',)
    """
    mine = rules_of(rules)
    name = label_of(mine)
    lines = []
    stated = mine.stated_treasures
    if stated is not None and stated != len(mine.treasures):
        lines.append(
            f"{name}: the text says {stated} treasure cards and lists {len(mine.treasures)}; the deck here holds"
            " those listed",
        )
    near = nearest_edition(mine)
    if near.lines:
        lines.append(f"{name}: no published edition; the nearest is {near.edition.name}")
        lines.extend(f"{name}: {line}" for line in near.lines)
        lines.extend(f"{name}: {line}" for line in _unheard_of(mine))
    return tuple(lines)


def _treasures(mine: Rules, theirs: Rules) -> tuple[list[str], int]:
    here, there = Counter(mine.treasures), Counter(theirs.treasures)
    lines = [
        f"{verb} treasure {_listed(cards)}"
        for verb, cards in (("lacks", there - here), ("adds", here - there))
        if cards
    ]
    if lines:
        lines[-1] += (
            f" ({len(mine.treasures)} treasures of {mine.gem_total} gems in all; {theirs.name} has"
            f" {len(theirs.treasures)} of {theirs.gem_total})"
        )
    return lines, (there - here).total() + (here - there).total()


def _clauses(mine: Rules, theirs: Rules) -> list[str]:
    lines = []
    for name, words in _CLAUSES.items():
        if name.startswith(("artifact", "undrawn")) and not (mine.artifacts and theirs.artifacts):
            continue
        here, there = getattr(mine, name), getattr(theirs, name)
        if here != there:
            lines.append(f"{words}: {here}; {theirs.name}: {there}")
    if len(mine.artifacts) == len(theirs.artifacts) and mine.artifacts:
        here, there = _points(mine), _points(theirs)
        if here != there:
            lines.append(f"artifacts are worth {here}; {theirs.name}: {there}")
    return lines


def _unheard_of(mine: Rules) -> list[str]:
    """What no published edition has: a value, a number of treasures, a sum, a count of a hazard."""
    editions = EDITIONS.values()
    lines = []
    odd = sorted(set(mine.treasures) - {value for edition in editions for value in edition.treasures})
    if odd:
        lines.append(f"no published edition has a treasure of {', '.join(map(str, odd))}")
    if len(mine.treasures) not in {len(edition.treasures) for edition in editions}:
        lines.append(f"no published edition has {len(mine.treasures)} treasures")
    if mine.gem_total not in {edition.gem_total for edition in editions}:
        lines.append(f"no published edition has {mine.gem_total} gems in all")
    counts = set(mine.hazards.values()) - {count for edition in editions for count in edition.hazards.values()}
    if counts:
        lines.append(f"no published edition has a hazard kind of {' or '.join(map(str, sorted(counts)))} cards")
    return lines


def _listed(cards: Counter[int]) -> str:
    return ", ".join(str(value) if count == 1 else f"{value} ({count} times)" for value, count in sorted(cards.items()))


def _described(counts: Iterable[int]) -> str:
    """Kinds by their sizes: `5 kinds of 3`."""
    sizes = Counter(counts)
    parts = [f"{kinds} {'kind' if kinds == 1 else 'kinds'} of {size}" for size, kinds in sorted(sizes.items())]
    return " and ".join(parts) or "none"


def _moved(mine: Iterable[int], theirs: Iterable[int]) -> int:
    """Cards to add or take away when kinds are paired by size, the largest with the largest."""
    here, there = sorted(mine, reverse=True), sorted(theirs, reverse=True)
    size = max(len(here), len(there))
    padded = (counts + [0] * (size - len(counts)) for counts in (here, there))
    return sum(abs(a - b) for a, b in zip(*padded, strict=True))


def _points(rules: Rules) -> str:
    pairs = [rules.claim_worth(order) for order in range(len(rules.artifacts))]
    return ", ".join(f"{points} and {gems} gems" if gems else str(points) for points, gems in pairs)

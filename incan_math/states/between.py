"""The game of one or two players between expeditions: what matters then, and what follows from an expedition's end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from math import comb, prod
from typing import NamedTuple

from incan_math.game.cards import Artifact
from incan_math.game.departed import entered
from incan_math.game.errors import GameError
from incan_math.game.rules import Rules
from incan_math.game.setup import Setup

__all__ = [
    "Between",
    "Ending",
    "artifact_points",
    "endings",
    "first_of",
    "followed",
    "following",
    "layers",
    "most_ahead",
    "normal",
]

_MOST_ENDINGS = 100_000
_MOST_EXPEDITIONS = 40

Points = tuple[int, ...]
"""Artifacts as sorted numbers: printed points, or 0 for each where points go by the order of claiming."""


class Between(NamedTuple):
    """What matters before an expedition besides the score difference, from the point of view of one player.

    Attributes:
        expedition: its number, from 1; one more than there are once the game is over.
        hazards: cards that each kind has in the deck, falling; which kind is which does not matter.
        artifacts: those in the deck, by printed points, or a 0 for each.
        claims: steps that the order of claiming has made, where points depend on it.
        lead: how many artifacts more than the other this player has, where they break ties; 0 for a solo player.

    Positions whose differences no play can reveal any more are the same value: see `normal`.
    """

    expedition: int
    hazards: tuple[int, ...]
    artifacts: Points
    claims: int
    lead: int

    @classmethod
    def before(cls, setup: Setup, lead: int = 0) -> Between:
        """The state before the expedition that `setup` describes, or before the first one that it fits."""
        return normal(setup.rules, cls.unreduced(setup, lead))

    @classmethod
    def unreduced(cls, setup: Setup, lead: int = 0) -> Between:
        """The same with every step of claiming counted, whether or not it can still matter."""
        rules = setup.rules
        claims = 0
        if rules.artifact_value == "by claim":
            claims = len(setup.claimed) + (len(setup.lost) if rules.artifact_step == "claimed or lost" else 0)
        number = setup.counted_as if setup.expedition is None else setup.expedition
        hazards = tuple(sorted(setup.hazards.values(), reverse=True))
        return cls(number, hazards, _labels(rules, setup.artifacts), claims, lead)

    def seen_by_other(self) -> Between:
        """The same from the other player's point of view."""
        return self._replace(lead=-self.lead)


class Ending(NamedTuple):
    """How an expedition can end, its gems apart.

    Attributes:
        mine, theirs: artifacts that each player took; those of the one who left first come first in claiming.
        lost: artifacts that lay on the path at the end.
        undrawn: artifacts that were not revealed.
        bust: how many cards the kind that busted had in the deck, or 0.
    """

    mine: Points
    theirs: Points
    lost: Points
    undrawn: Points
    bust: int


def first_of(rules: Rules) -> Between:
    """The state before the first expedition."""
    hazards = tuple(sorted(rules.hazards.values(), reverse=True))
    return normal(rules, Between(1, hazards, _labels(rules, entered(rules, 1)), 0, 0))


def followed(rules: Rules, now: Between, end: Ending) -> Between:
    """The state after an expedition that began at `now` came to `end`."""
    number = now.expedition + 1
    hazards = list(now.hazards)
    if end.bust:
        hazards.remove(end.bust)
        hazards.append(end.bust - 1)
    stays = rules.undrawn_artifact == "stays"
    entering = Counter(_labels(rules, entered(rules, number))) - Counter(_labels(rules, entered(rules, now.expedition)))
    deck = tuple(sorted([*entering.elements(), *(end.undrawn if stays else ())]))
    steps = len(end.mine) + len(end.theirs)
    if rules.artifact_step == "claimed or lost":
        steps += len(end.lost) + (0 if stays else len(end.undrawn))
    return normal(
        rules,
        Between(
            number,
            tuple(sorted(hazards, reverse=True)),
            deck if number <= rules.expeditions else (),
            now.claims + steps,
            now.lead + len(end.mine) - len(end.theirs),
        ),
    )


def normal(rules: Rules, state: Between) -> Between:
    """The one of all states alike in everything that can still matter: hazards, claims and lead reduced."""
    over = state.expedition > rules.expeditions
    coming = 0 if over else len(state.artifacts) + _entering_later(rules, state.expedition)
    claims = 0
    if rules.artifact_value == "by claim" and coming:
        worth = _worth(rules)
        ahead = worth[state.claims : state.claims + coming]
        claims = next(c for c in range(state.claims + 1) if worth[c : c + coming] == ahead)
    lead = max(-coming - 1, min(coming + 1, state.lead)) if rules.tie == "most artifacts" else 0
    return state._replace(hazards=() if over else state.hazards, claims=claims, lead=lead)


def artifact_points(rules: Rules, taken: Points, claims: int) -> int:
    """What these artifacts score, points and gems, when `claims` steps of claiming have been made."""
    if rules.artifact_value == "printed":
        return sum(taken)
    return sum(_worth(rules)[claims : claims + len(taken)])


def endings(rules: Rules, now: Between) -> Iterator[Ending]:
    """Every way in which the expedition at `now` can end, for one of the players as the one who is in longer."""
    kinds = sorted(set(now.artifacts))
    counts = [now.artifacts.count(kind) for kind in kinds]
    busts = sorted({size for size in now.hazards if size > 1})
    for splits in product(*([s for s in product(range(n + 1), repeat=3) if sum(s) == n] for n in counts)):
        undrawn, found, theirs = (
            tuple(kind for kind, split in zip(kinds, splits, strict=True) for _ in range(split[part]))
            for part in range(3)
        )
        for bust in busts:
            yield Ending((), theirs, found, undrawn, bust)
        yield Ending(found, theirs, (), undrawn, 0)
        if not theirs:
            yield Ending((), (), found, undrawn, 0)


def most_ahead(rules: Rules, expedition: int) -> int:
    """A lead that nobody can exceed before this expedition: all gems so far, and all artifacts once one was played."""
    if expedition == 1:
        return 0
    artifacts = rules.artifacts if rules.artifact_value == "printed" else _worth(rules)
    return (expedition - 1) * rules.gem_total + sum(artifacts)


def following(rules: Rules, now: Between) -> set[Between]:
    """The states that can be met after the expedition at `now`; the lead is never negative."""
    if now.expedition >= rules.expeditions:
        return set()
    after = set[Between]()
    for end in endings(rules, now):
        then = followed(rules, now, end)
        mirrored = followed(rules, now, end._replace(mine=end.theirs, theirs=end.mine))
        after |= {max(then, then.seen_by_other()), max(mirrored, mirrored.seen_by_other())}
    return after


@lru_cache(maxsize=64)
def layers(rules: Rules) -> tuple[tuple[Between, ...], ...]:
    """The states that can be met before each expedition, by its number from 1; the lead is never negative.

    Raises:
        GameError: there are too many ways in which expeditions can end to go through them.
    """
    if rules.expeditions > _MOST_EXPEDITIONS:
        raise GameError(
            f"rules: {rules.expeditions:,} expeditions in {rules.name}; the game of two for the win is solved up to"
            f" {_MOST_EXPEDITIONS}"
        )
    found = [{first_of(rules)}]
    seen = 0
    for number in range(1, rules.expeditions):
        seen += sum(_count_endings(now) for now in found[-1])
        if seen > _MOST_ENDINGS:
            raise GameError(
                f"rules: the first {number} of {rules.expeditions} expeditions of {rules.name} can end in more than"
                f" {_MOST_ENDINGS:,} ways; the whole game is solved with fewer artifacts, hazard kinds or expeditions"
            )
        found.append(set[Between]().union(*(following(rules, now) for now in found[-1])))
    return tuple(tuple(sorted(layer)) for layer in found)


def _count_endings(now: Between) -> int:
    """A bound on the number of `endings`."""
    counts = (now.artifacts.count(kind) for kind in set(now.artifacts))
    return prod(comb(count + 2, 2) for count in counts) * (len(set(now.hazards)) + 2)


def _labels(rules: Rules, artifacts: tuple[Artifact, ...]) -> Points:
    printed = rules.artifact_value == "printed"
    return tuple(sorted((artifact.points or 0) if printed else 0 for artifact in artifacts))


@lru_cache(maxsize=64)
def _worth(rules: Rules) -> Points:
    return tuple(sum(rules.claim_worth(order)) for order in range(len(rules.artifacts)))


@lru_cache(maxsize=64)
def _entering_later(rules: Rules, expedition: int) -> int:
    return len(entered(rules, rules.expeditions)) - len(entered(rules, expedition))

"""The moves that the rules allow, checked: which cards can come, turning one up, retiring."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from incan_math.game import situation
from incan_math.game.cards import Artifact, Card, Hazard, Treasure
from incan_math.game.errors import GameError, listed, shown
from incan_math.game.rules import Rules
from incan_math.game.showing import brief
from incan_math.game.situation import Situation

__all__ = ["Payout", "artifacts_of", "drawable", "find_card", "retire", "reveal"]


class Payout(NamedTuple):
    """What one player takes home on retiring.

    `gems` go into the tent (the bag, a share of the leftovers, gems that an artifact brings); `artifacts` are the
    cards taken; `points` is what all of it will score.
    """

    gems: int
    artifacts: tuple[Artifact, ...]
    points: int

    def __repr__(self) -> str:
        return brief(self)


def drawable(rules: Rules, now: Situation) -> Iterator[tuple[Card, int]]:
    """Each undrawn card with how many of it there are: treasures rising, hazards by name, artifacts rising."""
    for value, count in zip(rules.values, now.treasures, strict=True):
        if count:
            yield Treasure(value), count
    for name, count in zip(rules.kinds, now.hazards, strict=True):
        if count:
            yield Hazard(name), count
    for artifact, count in zip(rules.artifact_kinds, now.artifacts, strict=True):
        if count:
            yield artifact, count


def find_card(rules: Rules, now: Situation, wanted: Card, started: int = 0) -> Card:
    """The undrawn card that `wanted` means: itself, or by a plain `A` the one artifact that can come.

    `started` is how many players began the expedition, for the message when it is over.

    Raises:
        GameError: the expedition is over, or there is no such card, or several.
    """
    _check_going(rules, now, started)
    any_artifact = wanted == Artifact()
    found = [
        card for card, _ in drawable(rules, now) if card == wanted or (any_artifact and isinstance(card, Artifact))
    ]
    if len(found) > 1:
        raise GameError(f"{wanted} could be {listed(found, ' or ')}; give the artifact's number")
    if not found:
        of_them = rules.cards.get(wanted, 0)
        total = f"; the game has {of_them} of them" if of_them and not isinstance(wanted, Artifact) else ""
        raise GameError(f"no {wanted} is left in this expedition's deck{total}")
    return found[0]


def reveal(rules: Rules, now: Situation, card: Card) -> Situation:
    """The situation after `card`, one that `find_card` or `drawable` gave, is turned up."""
    if isinstance(card, Treasure):
        return situation.reveal_treasure(rules, now, rules.values.index(card.value))
    if isinstance(card, Hazard):
        return situation.reveal_hazard(now, rules.kinds.index(card.name))
    return situation.reveal_artifact(now, rules.artifact_kinds.index(card))


def retire(rules: Rules, now: Situation, players: int, started: int = 0) -> tuple[Payout, Situation]:
    """(what each of the `players` who retire together takes home, the situation after).

    `started` is as for `find_card`.

    Raises:
        GameError: nobody can retire now, or not so many.
    """
    _check_going(rules, now, started)
    if type(players) is not int or not 1 <= players <= now.players:
        here = f"1 to {now.players} are" if now.players > 1 else "only 1 is"
        raise GameError(f"{shown(players)} players cannot retire: {here} still in")
    if not now.deciding:
        raise GameError(
            "players retire after a card, all who do at once: not before the first card, and not in two steps"
            " (write -2 for two)",
        )
    if not now.cards_left and players != now.players:
        raise GameError(f"the deck is empty: all {now.players} players still in retire together")
    each, taken, after = situation.retire(now, players)
    artifacts = artifacts_of(rules, taken)
    gems = now.bag + each
    points = sum(artifact.points or 0 for artifact in artifacts)
    for worth, extra in now.worth[: len(artifacts)]:
        points += worth
        gems += extra
    return Payout(gems, artifacts, gems + points), after


def artifacts_of(rules: Rules, counts: tuple[int, ...]) -> tuple[Artifact, ...]:
    """The artifacts that these counts of each kind stand for, by rising points."""
    return tuple(kind for kind, count in zip(rules.artifact_kinds, counts, strict=True) for _ in range(count))


def _check_going(rules: Rules, now: Situation, started: int) -> None:
    if now.bust is not None:
        kind = rules.kinds[now.bust]
        raise GameError(f"the expedition is over: a second {kind} card ended it; nothing can follow")
    if now.is_over:
        if now.players:
            why = "its deck has no card; nothing can follow"
        elif started == 1:
            why = "one player started, and has retired; for more give players=2 or more (--players 2)"
        else:
            why = "everyone has retired; nothing can follow"
        raise GameError(f"the expedition is over: {why}")

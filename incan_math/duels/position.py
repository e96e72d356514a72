"""A position of two players as the solver reads it: the state before its expedition, and the undrawn deck."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from incan_math.duels.deck_arrays import Deck
from incan_math.game.errors import GameError, shown
from incan_math.game.expedition import Expedition
from incan_math.game.rules import Rules
from incan_math.game.setup import Setup
from incan_math.states.between import Between, layers, most_ahead

__all__ = ["Position", "between_of", "check_lead", "position_of"]


class Position(NamedTuple):
    """Where two players stand.

    Attributes:
        state: what matters of the game before the expedition, for the player who asks.
        deck: the cards left and the bags.
        taken: for a solo player, how many artifacts of each kind the other took in this expedition.
        away: points that the other took home in this expedition.
    """

    state: Between
    deck: Deck
    taken: tuple[int, ...]
    away: int


def between_of(setup: Setup, artifact_lead: int | None) -> Between:
    """The state before the expedition that `setup` describes, for the player with `artifact_lead` more artifacts.

    Raises:
        GameError: the expedition's number is missing, or no game can have come to this state.
    """
    rules = setup.rules
    if setup.expedition is None:
        raise GameError(f"expedition: give its number, 1 to {rules.expeditions}: the rest of the game counts")
    lead = _artifact_lead(setup, artifact_lead)
    state = Between.before(setup, lead)
    if max(state, state.seen_by_other()) not in layers(rules)[setup.expedition - 1]:
        raise GameError(
            f"removed, claimed, lost: no game of {rules.name} comes to expedition {setup.expedition} with"
            f" {setup.removed.total} hazards removed, {len(setup.claimed)} artifacts claimed and"
            f" {len(setup.lost)} lost",
        )
    return state


def check_lead(rules: Rules, expedition: int, lead: object) -> int:
    """The lead, where it can be before this expedition.

    Raises:
        GameError: it is not a whole number, or more than can have been won.
    """
    if type(lead) is not int:
        raise GameError(
            f"lead: {shown(lead)} given; give the points that you were ahead before this expedition: -7 if behind"
        )
    most = most_ahead(rules, expedition)
    if abs(lead) > most:
        before = "nothing is won before the first expedition" if expedition == 1 else f"at most {most} can be won"
        raise GameError(f"lead: {shown(lead)} given before expedition {expedition}, but {before}")
    return lead


def position_of(state: Expedition, artifact_lead: int | None) -> Position:
    """The position at a live state of an expedition that two players began.

    Raises:
        GameError: it is not such a state; the message says what to change.
    """
    setup, now = state.setup, state.situation
    if setup.players != 2:
        raise GameError(f"state: {setup.players} started at '{state}'; winning is solved for two players")
    before = between_of(setup, artifact_lead)
    names = state.rules.kinds
    sizes = sorted(set(setup.hazards.values()))
    groups = []
    for size in sizes:
        kinds = [place for place, name in enumerate(names) if setup.hazards[name] == size]
        groups.append((size, len(kinds), sum(now.showing >> place & 1 for place in kinds)))
    labels = sorted(set(before.artifacts))

    def by_label(counts: tuple[int, ...]) -> tuple[int, ...]:
        found = Counter[int]()
        for kind, count in zip(state.rules.artifact_kinds, counts, strict=True):
            found[kind.points or 0] += count
        return tuple(found[label] for label in labels)

    undrawn, found = by_label(now.artifacts), by_label(now.found)
    taken = tuple(
        before.artifacts.count(label) - left - lying for label, left, lying in zip(labels, undrawn, found, strict=True)
    )
    is_solo = now.players == 1
    deck = Deck(
        treasures=tuple(
            (value, count) for value, count in zip(state.rules.values, now.treasures, strict=True) if count
        ),
        bag=now.bag,
        leftover=sum(now.leftovers),
        hazards=tuple(groups),
        undrawn=undrawn,
        found=found,
        is_solo=is_solo,
    )
    return Position(before, deck, taken, _away(state) if is_solo else 0)


def _away(state: Expedition) -> int:
    """The points with which the other player left.

    No gem and no artifact is lost before a bust, so what is neither undrawn, nor on the path, nor in the bag went home.
    """
    rules, setup, now = state.rules, state.setup, state.situation
    undrawn = sum(value * count for value, count in zip(rules.values, now.treasures, strict=True))
    points = sum(rules.treasures) - undrawn - now.bag - sum(now.leftovers)
    claimed = 0
    for kind, left, found in zip(rules.artifact_kinds, now.artifacts, now.found, strict=True):
        taken = setup.artifacts.count(kind) - left - found
        claimed += taken
        points += taken * (kind.points or 0)
    return points + sum(map(sum, setup.worth[:claimed]))


def _artifact_lead(setup: Setup, given: int | None) -> int:
    claimed = len(setup.claimed)
    if given is None:
        if claimed and setup.rules.tie == "most artifacts":
            raise GameError(
                f"artifact_lead: {claimed} claimed, and artifacts break ties in {setup.rules.name}: say how many more"
                " of them you have than the other, such as 1, 0 or -1",
            )
        return claimed % 2
    if type(given) is not int or abs(given) > claimed or (claimed - given) % 2:
        can = ", ".join(str(lead) for lead in range(-claimed, claimed + 1, 2))
        raise GameError(f"artifact_lead: {shown(given)} given, but with {claimed} claimed artifacts it is one of {can}")
    return given

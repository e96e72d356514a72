"""The public situation in bare integers, and what each move makes of it.

An `Expedition` wraps a `Situation`; solvers may use it directly. Every count stands at the index of its card in
`rules.values`, `rules.kinds` or `rules.artifact_kinds`. Nothing here checks that a move is allowed.
"""

from __future__ import annotations

from typing import NamedTuple

from incan_math.game.rules import Rules

__all__ = ["Situation", "one_less", "reveal_artifact", "reveal_hazard", "reveal_treasure", "retire", "unnamed"]


class Situation(NamedTuple):
    """What all players see, reduced to what matters for the rest of the expedition.

    Attributes:
        treasures, hazards, artifacts: undrawn cards of each treasure value, hazard kind, artifact kind.
        showing: the hazard kinds on the path, one bit each.
        players: players still in.
        bag: gems that each of them has collected.
        leftovers: gems on the path's cards: at most one number where they are pooled; sorted, one for each card
            that still holds some, where they are split per card.
        found: artifacts of each kind on the path.
        worth: (points, gems) of the artifacts still to be claimed, in order of claiming; empty where printed.
        deciding: whether players choose next (after a card), or a card comes next (at the start, after a retreat).
        bust: the index of the hazard kind that ended the expedition, or None.
    """

    treasures: tuple[int, ...]
    hazards: tuple[int, ...]
    artifacts: tuple[int, ...]
    showing: int
    players: int
    bag: int
    leftovers: tuple[int, ...]
    found: tuple[int, ...]
    worth: tuple[tuple[int, int], ...]
    deciding: bool
    bust: int | None

    @property
    def is_over(self) -> bool:
        """Whether the expedition busted, everyone has retired, or there was no card to begin with."""
        return self.bust is not None or not self.players or not (self.deciding or self.cards_left)

    @property
    def cards_left(self) -> int:
        """How many cards are undrawn."""
        return sum(self.treasures) + sum(self.hazards) + sum(self.artifacts)

    def unnamed(self) -> Situation:
        """The same with the hazard kinds in one order for all their renamings."""
        hazards, showing = unnamed(self.hazards, self.showing)
        return self._replace(hazards=hazards, showing=showing)

    @property
    def deadly(self) -> int:
        """How many undrawn cards are of a kind that is showing."""
        return sum(count for kind, count in enumerate(self.hazards) if self.showing >> kind & 1)


def one_less(counts: tuple[int, ...], index: int) -> tuple[int, ...]:
    """The counts with one card at `index` drawn."""
    return (*counts[:index], counts[index] - 1, *counts[index + 1 :])


def reveal_treasure(rules: Rules, now: Situation, index: int) -> Situation:
    """Each player in takes value // players gems; the remainder stays on the card."""
    share, rest = divmod(rules.values[index], now.players)
    leftovers = now.leftovers
    if rest:
        leftovers = (sum(leftovers) + rest,) if rules.leftover == "pooled" else tuple(sorted((*leftovers, rest)))
    return now._replace(
        treasures=one_less(now.treasures, index),
        bag=now.bag + share,
        leftovers=leftovers,
        deciding=True,
    )


def reveal_hazard(now: Situation, index: int) -> Situation:
    """The first card of a kind starts showing; the second busts: bags and leftovers are gone."""
    hazards = one_less(now.hazards, index)
    if now.showing >> index & 1:
        return now._replace(hazards=hazards, bag=0, leftovers=(), deciding=False, bust=index)
    return now._replace(hazards=hazards, showing=now.showing | 1 << index, deciding=True)


def reveal_artifact(now: Situation, index: int) -> Situation:
    """The artifact lies on the path."""
    found = (*now.found[:index], now.found[index] + 1, *now.found[index + 1 :])
    return now._replace(artifacts=one_less(now.artifacts, index), found=found, deciding=True)


def retire(now: Situation, retiring: int) -> tuple[int, tuple[int, ...], Situation]:
    """(leftover gems for each retiree, artifacts of each kind taken, the situation after) when `retiring` leave."""
    each = sum(gems // retiring for gems in now.leftovers)
    rest = tuple(gems % retiring for gems in now.leftovers if gems % retiring)
    nothing = (0,) * len(now.found)
    taken, found, worth = (now.found, nothing, now.worth) if retiring == 1 else (nothing, now.found, now.worth)
    if worth:
        worth = worth[sum(taken) :]
    players = now.players - retiring
    after = now._replace(
        players=players,
        bag=now.bag if players else 0,
        leftovers=tuple(sorted(rest)),
        found=found,
        worth=worth,
        deciding=False,
    )
    return each, taken, after


def unnamed(hazards: tuple[int, ...], showing: int) -> tuple[tuple[int, ...], int]:
    """Undrawn cards of each kind and the kinds showing, in one order for all renamings of the kinds."""
    kinds = sorted((not showing >> kind & 1, count) for kind, count in enumerate(hazards))
    return tuple(count for _, count in kinds), (1 << showing.bit_count()) - 1

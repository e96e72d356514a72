"""The slow twin of the two-player game: the reference engine's matches, every card and every choice, in fractions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from dataclasses import replace
from fractions import Fraction

from incan_math.engine import ArtifactPile, GameTable, Match, branches
from incan_math.engine.tent import Winnings
from incan_math.game.cards import Artifact

__all__ = ["BestDuel", "at_lead", "matrix_value"]

HALF = Fraction(1, 2)

Score = tuple[int, frozenset[tuple[str, int]], ArtifactPile, int, int]
"""(expedition, hazards removed, artifacts, lead in points, lead in artifacts), from Ann's side."""


def matrix_value(a: Fraction, b: Fraction, c: Fraction, d: Fraction) -> Fraction:
    """The value of the game [[a, b], [c, d]] to the rows: the best they can assure, tried at every corner of it."""
    corners = {Fraction(0), Fraction(1)}
    if (a - b) != (c - d):  # Where both columns give the rows the same.
        chance = (d - c) / ((a - b) - (c - d))
        if 0 <= chance <= 1:
            corners.add(chance)
    return max(min(p * a + (1 - p) * c, p * b + (1 - p) * d) for p in corners)


class BestDuel:
    """Ann's chance of winning against Bob, a draw counting a half, when both play their best."""

    def __init__(self) -> None:
        self.known: dict[Score, Fraction] = {}
        self.inside: dict[Hashable, Fraction] = {}

    def before(self, match: Match) -> Fraction:
        """Before the match's next expedition."""
        if match.over:
            winners = match.result().winners
            return HALF if len(winners) == 2 else Fraction(int(winners == ("Ann",)))
        key = self._match_key(match)
        if key not in self.known:
            self.known[key] = self.go(match, match.table())
        return self.known[key]

    def go(self, match: Match, table: GameTable) -> Fraction:
        """Before the next card."""
        if table.ended:
            return self.before(match.after(table))
        total = len(table.undrawn)
        return sum((Fraction(b.count, total) * self.choice(match, b.table) for b in branches(table)), Fraction(0))

    def choice(self, match: Match, table: GameTable) -> Fraction:
        """After a card, before the choice."""
        if table.ended:
            return self.before(match.after(table))
        key = (self._match_key(match), self._table_key(table))
        if key not in self.inside:
            if set(table.bags) == {"Ann", "Bob"}:
                value = matrix_value(*self.outcomes(match, table))
            else:
                best = max if "Ann" in table.bags else min
                value = best(self.go(match, table), self.left(match, table, *table.bags))
            self.inside[key] = value
        return self.inside[key]

    def outcomes(self, match: Match, table: GameTable) -> tuple[Fraction, Fraction, Fraction, Fraction]:
        """(both stay, only Ann stays, only Bob stays, both retire)."""
        return (
            self.go(match, table),
            self.left(match, table, "Bob"),
            self.left(match, table, "Ann"),
            self.left(match, table, "Ann", "Bob"),
        )

    def left(self, match: Match, table: GameTable, *names: str) -> Fraction:
        after = table.copy()
        after.retire(names)
        return self.go(match, after)

    @staticmethod
    def _match_key(match: Match) -> Score:
        ann, bob = (tent for _, tent in match.tents)
        artifact_lead = len(ann.artifacts) - len(bob.artifacts)
        return match.expedition, frozenset(match.removed), match.artifacts, ann.points - bob.points, artifact_lead

    @staticmethod
    def _table_key(table: GameTable) -> Hashable:
        now = table.snapshot()
        lying = tuple(sorted(str(c.card.face) for c in now.path if isinstance(c.card.face, Artifact)))
        faces = frozenset(Counter(card.face for card in now.undrawn).items())
        left = tuple(sorted((t.name, t.points, len(t.artifacts)) for t in now.takings))
        return faces, frozenset(now.showing), tuple(now.bags), now.bags, lying, table.leftover, left


def at_lead(match: Match, lead: int, artifact_lead: int = 0) -> Match:
    """The match with other tents: Ann so many points and artifacts ahead."""
    gems = max(lead, 0), max(-lead, 0)
    pieces = max(artifact_lead, 0), max(-artifact_lead, 0)
    tents = tuple(
        (name, Winnings(each, (Artifact(),) * many))
        for name, each, many in zip(("Ann", "Bob"), gems, pieces, strict=True)
    )
    return replace(match, tents=tents)

"""What simulated games add up to: counts that do not grow with their number, and how two of them are put together."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from incan_math.game.rules import Rules
from incan_math.simulation.game_kernels import GameRecord

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

__all__ = ["LUCK", "Tally", "empty_record", "tally_of", "win_sizes"]

LUCK = 3
"""Kinds of luck that are written down for each player."""


@dataclass
class Tally:
    """Counts over games.

    Attributes:
        games: how many.
        points: how often each seat scored which points.
        wins: [seat, k] games that the seat won together with k - 1 others; [seat, 0] are those it lost.
        busts, lengths, bust_lengths, solo: as in a `GameRecord`.
        moments: sums of products of (1, points by seat, win share by seat, luck by seat); None where luck is not kept.
        faults: (seat, what it did) and how often.
    """

    games: int
    points: list[Counter[int]]
    wins: Ints
    busts: Ints
    lengths: Ints
    bust_lengths: Ints
    solo: Ints
    moments: Floats | None
    faults: Counter[tuple[str, str]]

    def add(self, other: Tally) -> None:
        """Add the games of another tally of the same table."""
        self.games += other.games
        for mine, more in zip(self.points, other.points, strict=True):
            mine.update(more)
        for name in ("wins", "busts", "lengths", "bust_lengths", "solo"):
            getattr(self, name).__iadd__(getattr(other, name))
        if self.moments is not None and other.moments is not None:
            self.moments += other.moments
        self.faults.update(other.faults)

    def win_total(self, seat: int) -> Fraction:
        """The wins of a seat, a win shared by k players as 1/k."""
        return sum((Fraction(int(count), k) for k, count in enumerate(self.wins[seat]) if k), Fraction(0))


def empty_record(rules: Rules, seats: int, games: int, luck: bool) -> GameRecord:
    """A record for so many games."""
    expeditions, cards = rules.expeditions, rules.card_count
    return GameRecord(
        points=np.zeros((games, seats), np.int64),
        artifacts=np.zeros((games, seats), np.int64),
        luck=np.zeros((games if luck else 0, seats, LUCK)),
        busts=np.zeros((expeditions, len(rules.kinds)), np.int64),
        lengths=np.zeros((expeditions, cards + 1), np.int64),
        bust_lengths=np.zeros((expeditions, cards + 1), np.int64),
        solo=np.zeros((seats, 2), np.int64),
    )


def win_sizes(record: GameRecord, rules: Rules) -> Ints:
    """[game, seat]: how many players won the game, for those who did; 0 for the others."""
    best = record.points == record.points.max(axis=1, keepdims=True)
    if rules.tie == "most artifacts":
        artifacts = np.where(best, record.artifacts, -1)
        best = artifacts == artifacts.max(axis=1, keepdims=True)
    sizes: Ints = best * best.sum(axis=1, keepdims=True)
    return sizes


def tally_of(record: GameRecord, rules: Rules, faults: Counter[tuple[str, str]] | None = None) -> Tally:
    """The counts of a record."""
    games, seats = record.points.shape
    sizes = win_sizes(record, rules)
    points: list[Counter[int]] = []
    wins = np.zeros((seats, seats + 1), np.int64)
    for seat in range(seats):
        values, counts = np.unique(record.points[:, seat], return_counts=True)
        points.append(Counter(dict(zip(values.tolist(), counts.tolist(), strict=True))))
        wins[seat] = np.bincount(sizes[:, seat], minlength=seats + 1)
    moments = None
    if record.luck.shape[0]:
        shares = np.where(sizes > 0, 1.0 / np.maximum(sizes, 1), 0.0)
        luck = record.luck.reshape(games, seats * LUCK)
        columns = np.hstack([np.ones((games, 1)), record.points, shares, luck])
        moments = columns.T @ columns
    return Tally(
        games,
        points,
        wins,
        record.busts,
        record.lengths,
        record.bust_lengths,
        record.solo,
        moments,
        Counter() if faults is None else faults,
    )

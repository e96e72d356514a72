"""Two players compared on the same cards: the difference of their results, game by game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from incan_math.game.editions import DEFAULT_EDITION, rules_of
from incan_math.game.errors import GameError, shown
from incan_math.game.extras import require
from incan_math.game.rules import Rules
from incan_math.game.showing import Tabular
from incan_math.simulation.card_orders import need_seed
from incan_math.simulation.estimates import Estimate, normal_estimate
from incan_math.simulation.seats import seats_of
from incan_math.simulation.simulations import need_games

__all__ = ["PairedDifference", "compare"]


@dataclass(frozen=True, repr=False)
class PairedDifference(Tabular):
    """What the first player gains over the second in the same seat, on the same cards, against the same others.

    Attributes:
        points: the mean difference of scores.
        win_share: the mean difference of win shares.
        points_narrowing: how many times wider the interval of `points` would be on cards of their own.
        win_share_narrowing: the same for `win_share`.
    """

    points: Estimate
    win_share: Estimate
    points_narrowing: float
    win_share_narrowing: float

    def rows(self) -> list[dict[str, Any]]:
        """A row each for points and win share.

        The columns: `of`, the mean `difference` with the ends of its interval (`_low`, `_high`), and `narrowing`.
        """
        return [
            {"of": name, **each.columns("difference"), "narrowing": narrowing}
            for name, each, narrowing in (
                ("points", self.points, self.points_narrowing),
                ("win_share", self.win_share, self.win_share_narrowing),
            )
        ]


def compare(
    first: object,
    second: object,
    others: Sequence[object] = (),
    *,
    games: int = 100_000,
    rules: str | Rules = DEFAULT_EDITION,
    seed: int = 0,
) -> PairedDifference:
    """Play every game twice, once with each of two players in seat 1, and estimate the difference.

    The difference of two means on common cards has the variance of y_1 - y_2, which is small where the two players do
    alike in most games.

    Args:
        first: a player, as for `simulate`.
        second: the player it is compared with.
        others: those at the other seats.
        games: how many.
        rules: an edition's name or a `Rules` value.
        seed: a whole number of 64 bits.

    Raises:
        GameError: as for `simulate`.

    >>> from incan_math import RetireAtGems
    >>> result = compare(RetireAtGems(9), RetireAtGems(8), [RetireAtGems(8)], games=4000)
    >>> result.points_narrowing > 1
    True
    """
    require("numpy")
    import numpy as np

    from incan_math.simulation.batches import Batch, batch_size, record_of
    from incan_math.simulation.tallies import win_sizes

    known = rules_of(rules)
    need_seed(seed)
    need_games(games)
    if isinstance(others, str | bytes) or not isinstance(others, Sequence):
        raise GameError(f"others: {shown(others)} given; give a list of the players in the other seats")
    tables = [seats_of([player, *others]) for player in (first, second)]
    size = min(batch_size(known, seats) for seats in tables)
    moments = np.zeros((5, 5))  # Of 1, both scores, both win shares.
    for begin in range(0, games, size):
        count = min(size, games - begin)
        columns = [np.ones(count)]
        shares = []
        for seats in tables:
            record, _ = record_of(Batch(known, seats, seed, begin, count))
            sizes = win_sizes(record, known)[:, 0]
            columns.append(record.points[:, 0].astype(float))
            shares.append(np.where(sizes > 0, 1.0 / np.maximum(sizes, 1), 0.0))
        sample = np.column_stack([*columns, *shares])
        moments += sample.T @ sample
    means = moments[0] / games
    covariance = (moments / games - np.outer(means, means)) * games / (games - 1)

    def difference(place: int) -> tuple[Estimate, float]:
        apart = float(covariance[place, place] + covariance[place + 1, place + 1])
        paired = apart - 2 * float(covariance[place, place + 1])
        estimate = normal_estimate(float(means[place] - means[place + 1]), paired, games)
        return estimate, (apart / paired) ** 0.5 if paired > 0 else float("inf")

    points, points_narrowing = difference(1)
    share, share_narrowing = difference(3)
    return PairedDifference(points, share, points_narrowing, share_narrowing)

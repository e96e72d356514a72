"""Luck taken out of a mean.

A player's luck is what the cards brought minus what they bring on average, summed over the cards while the player was
in: gems in the bag, busts, new hazards. Each sum has mean 0 exactly, whatever anybody plays, since each term has mean 0
given all that went before. So y - sum of b_i * luck_i has the mean of y for all fixed b; the b that make its variance
least are those of a regression, estimated from the same games, which moves the mean by a term of order 1/games.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from incan_math.simulation.estimates import Estimate, normal_estimate

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

__all__ = ["without_luck"]


def without_luck(moments: Floats, column: int, first: int) -> Estimate:
    """The mean of one column with the luck of all players regressed out.

    Args:
        moments: sums of products of all columns; column 0 is 1.
        column: what is estimated.
        first: the column from which on luck stands.
    """
    games = int(moments[0, 0])
    means = moments[0] / games
    covariance = moments / games - np.outer(means, means)
    controls = covariance[first:, first:]
    with_controls = covariance[first:, column]
    slopes = np.linalg.pinv(controls, hermitian=True) @ with_controls
    left = float(covariance[column, column] - slopes @ with_controls)
    degrees = max(games - len(slopes) - 1, 1)
    return normal_estimate(float(means[column] - slopes @ means[first:]), left * games / degrees, games)

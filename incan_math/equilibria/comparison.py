"""A strategy and an equilibrium at one table: what each takes among players who follow the other."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from incan_math.equilibria.sweeps import audit, rounding
from incan_math.game.errors import GameError
from incan_math.numbers.enclosure import Enclosure
from incan_math.response.evaluation import Progress
from incan_math.states.grid import Grid
from incan_math.states.rows import DECIDING
from incan_math.states.utility import UtilityTable
from incan_math.strategies.combinators import AllOf, AnyOf
from incan_math.strategies.protocol import (
    Strategy,
    depends_on,
    is_kind_symmetric,
    need_strategy,
    retire_probability,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

__all__ = ["Comparison", "compare"]


@dataclass(frozen=True)
class Comparison:
    """Expected points of one player, by what that player and all others follow, from the equilibrium's start on.

    Attributes:
        equilibrium: all play the equilibrium.
        takes: one follows the strategy, the others play the equilibrium.
        among_themselves: all follow the strategy.
        equilibrium_takes: one plays the equilibrium, the others follow the strategy.
        best_answer: one plays as well as possible, the others follow the strategy.
    """

    equilibrium: Enclosure
    takes: Enclosure
    among_themselves: Enclosure
    equilibrium_takes: Enclosure
    best_answer: Enclosure

    @property
    def loss(self) -> Enclosure:
        """What one gives up who follows the strategy among players of the equilibrium."""
        return self.equilibrium - self.takes

    @property
    def exploited(self) -> Enclosure:
        """How exploitable the strategy is: what the best answer takes more than those who follow it."""
        return self.best_answer - self.among_themselves


def compare(
    strategy: Strategy,
    value: Enclosure,
    grid: Grid,
    stays: Floats,
    payoffs: UtilityTable,
    limit: int,
    progress: Progress | None = None,
) -> Comparison:
    """The strategy against an equilibrium.

    Args:
        strategy: what a player does as long as anybody is in.
        value: of the equilibrium, to each player.
        grid: the situations, those of a lone player merged.
        stays: the equilibrium's chances of staying on it, [row, lane].
        payoffs: what points are worth.
        limit: how many answers the strategy may have to give.
        progress: called as the work goes on.

    Raises:
        GameError: the strategy looks at the names of hazard kinds, answers with no exact chance, or too often; or there
            are too many situations where a lone player's bag counts by itself.
    """
    import numpy as np

    need_strategy(strategy)
    if not is_kind_symmetric(strategy):
        raise GameError(
            "strategy: it may depend on which hazard is which; mark a function that does not with kind_symmetric"
        )
    wide = grid if _sees(strategy) == "deck" else Grid(grid.state, merged=False)
    policy = stays if wide is grid else _moved(stays, grid, wide)
    rows, lanes = np.nonzero(wide.marks & DECIDING)
    decks, _ = wide.place_of(rows)
    live = wide.treasures.cards[decks] + wide.lanes.cards[lanes] > 0
    rows, lanes = rows[live], lanes[live]
    retires, exact = _answers(strategy, wide, rows, lanes, limit)
    follows = np.full(wide.shape, np.nan)
    follows[rows, lanes] = 1 - retires
    # A chance between 0 and 1 may be off by its rounding, which moves each decision by no more than that.
    reward = payoffs.floats
    error = rounding(wide, reward) * (1 if exact else 2)

    def bounds(points: float) -> Enclosure:
        return payoffs.enclosed(points, error)

    one = audit(wide, reward, follows, policy, progress)
    all_ = audit(wide, reward, follows, follows, progress)
    other = audit(wide, reward, policy, follows, progress)
    return Comparison(value, bounds(one.value), bounds(all_.value), bounds(other.value), bounds(all_.best))


def _sees(strategy: Strategy) -> str:
    """What an answer depends on, over all parts of a strategy that is put together."""
    if isinstance(strategy, AnyOf | AllOf):
        return "deck" if all(_sees(part) == "deck" for part in strategy.parts) else "state"
    return depends_on(strategy)


def _moved(stays: Floats, grid: Grid, wide: Grid) -> Floats:
    """The chances on rows where a lone player's bag and leftovers are told apart."""
    import numpy as np

    moved = np.empty((wide.rows, stays.shape[1]))
    players, width = grid.players, grid.width
    for deck in range(len(grid.treasures.cards)):
        here, two, end = (int(grid.starts[deck * players + i]) for i in (0, 1, players))
        there, two_there, end_there = (int(wide.starts[deck * players + i]) for i in (0, 1, players))
        moved[two_there:end_there] = stays[two:end]  # Rows of two players or more are the same.
        codes = wide.codes[there:two_there]
        alone = (codes // width + codes % width) * width
        moved[there:two_there] = stays[here + np.searchsorted(grid.codes[here:two], alone)]
    return moved


def _answers(strategy: Strategy, grid: Grid, rows: Ints, lanes: Ints, limit: int) -> tuple[Floats, bool]:
    """(chances of retiring at the situations, whether none is rounded), each different question asked once."""
    import numpy as np

    if isinstance(strategy, AnyOf | AllOf):
        join = np.maximum if isinstance(strategy, AnyOf) else np.minimum
        parts = [_answers(part, grid, rows, lanes, limit) for part in strategy.parts]
        joined: Floats = join.reduce([chances for chances, _ in parts])
        return joined, all(exact for _, exact in parts)
    sees = depends_on(strategy)
    decks, inside = grid.place_of(rows)
    keys = np.arange(len(rows))
    if sees == "bag":
        keys = grid.codes[rows] // grid.width
    elif sees == "deck":
        keys = (decks * (grid.players + 1) + inside) * len(grid.lanes.cards) + lanes
    _, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
    if len(first) > limit:
        raise GameError(
            f"strategy: it would have to answer at {len(first):,} situations, more than limit={limit:,}; start from a"
            " later state, or give it depends_on = 'bag' or 'deck' if it looks at nothing else"
        )
    places = (numbers[first].tolist() for numbers in (decks, inside, grid.codes[rows], lanes))
    answers = [Fraction(retire_probability(strategy, grid.expedition(*place))) for place in zip(*places, strict=True)]
    chances = np.array([float(answer) for answer in answers])
    return chances[inverse.reshape(-1)], all(answer.denominator == 1 for answer in answers)

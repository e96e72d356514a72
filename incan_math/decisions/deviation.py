"""What a strategy brings to one player while all others keep to an equilibrium."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from incan_math.decisions.evaluation import Progress
from incan_math.decisions.grid import Grid
from incan_math.decisions.passes import audit, rounding
from incan_math.decisions.rows import DECIDING
from incan_math.decisions.strategies import AllOf, AnyOf, Strategy, looks_at, names_matter, need_strategy, retire_chance
from incan_math.game.errors import GameError
from incan_math.odds.enclosure import Enclosure

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

__all__ = ["points_against"]


def points_against(
    strategy: Strategy,
    grid: Grid,
    stays: Floats,
    reward: Floats,
    limit: int,
    progress: Progress | None = None,
) -> Enclosure:
    """The expected reward of one player who follows `strategy` while all others stay with the chances `stays`.

    Args:
        strategy: what that player does as long as anybody is in.
        grid: the situations, those of a lone player merged.
        stays: chances of staying on it, [row, lane].
        reward: what points are worth.
        limit: how many answers the strategy may have to give.
        progress: called as the work goes on.

    Raises:
        GameError: the strategy looks at the names of hazard kinds, answers with no exact chance, or too often.
    """
    import numpy as np

    need_strategy(strategy)
    if names_matter(strategy):
        raise GameError(
            "strategy: it may look at which hazard is which; mark a function that does not with numbers_only"
        )
    wide = grid if _sees(strategy) == "deck" else Grid(grid.state, limit=2**62, merged=False)
    field = stays if wide is grid else _moved(stays, grid, wide)
    own = np.full(wide.marks.shape, np.nan)
    rows, lanes = np.nonzero(wide.marks & DECIDING)
    decks, _ = wide.place_of(rows)
    live = wide.treasures.cards[decks] + wide.lanes.cards[lanes] > 0
    rows, lanes = rows[live], lanes[live]
    retires, exact = _answers(strategy, wide, rows, lanes, limit)
    own[rows, lanes] = 1 - retires
    # A chance between 0 and 1 may be off by its rounding, which moves each decision by no more than that.
    error = rounding(wide, reward) * (1 if exact else 2)
    return Enclosure.around(audit(wide, reward, own, field, progress).value, error)


def _sees(strategy: Strategy) -> str:
    """What an answer depends on, over all parts of a strategy that is put together."""
    if isinstance(strategy, AnyOf | AllOf):
        return "deck" if all(_sees(part) == "deck" for part in strategy.parts) else "state"
    return looks_at(strategy)


def _moved(stays: Floats, grid: Grid, wide: Grid) -> Floats:
    """The chances on rows where a lone player's bag and leftovers are told apart; rows of two or more are the same."""
    import numpy as np

    field = np.full((wide.rows, stays.shape[1]), np.nan)
    players = grid.players
    for deck in range(len(grid.treasures.cards)):
        if players > 1:
            there, there_end = wide.starts[deck * players + 1], wide.starts[(deck + 1) * players]
            here, here_end = grid.starts[deck * players + 1], grid.starts[(deck + 1) * players]
            field[there:there_end] = stays[here:here_end]
    alone = np.isnan(field)
    field[alone] = 0.0  # Nobody else is there whose chance it could be.
    return field


def _answers(strategy: Strategy, grid: Grid, rows: Ints, lanes: Ints, limit: int) -> tuple[Floats, bool]:
    """(chances of retiring at the situations, whether none is rounded), each different question asked once."""
    import numpy as np

    if isinstance(strategy, AnyOf | AllOf):
        join = np.maximum if isinstance(strategy, AnyOf) else np.minimum
        parts = [_answers(part, grid, rows, lanes, limit) for part in strategy.parts]
        joined: Floats = join.reduce([chances for chances, _ in parts])
        return joined, all(exact for _, exact in parts)
    sees = looks_at(strategy)
    keys = np.arange(len(rows))
    if sees == "bag":
        keys = grid.codes[rows] // grid.width
    elif sees == "deck":
        decks, inside = grid.place_of(rows)
        keys = (decks * (grid.players + 1) + inside) * len(grid.lanes.cards) + lanes
    _, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
    if len(first) > limit:
        raise GameError(
            f"strategy: it would have to answer at {len(first):,} situations, more than limit={limit:,}; start from a"
            " later state, or give it looks_at = 'bag' or 'deck' if it looks at nothing else"
        )
    answers = [
        Fraction(retire_chance(strategy, grid.expedition(row, lane)))
        for row, lane in zip(rows[first].tolist(), lanes[first].tolist(), strict=True)
    ]
    chances = np.array([float(answer) for answer in answers])
    return chances[inverse.reshape(-1)], all(answer.denominator == 1 for answer in answers)

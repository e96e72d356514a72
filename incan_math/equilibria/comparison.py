"""A strategy against an equilibrium: what each earns among players who follow the other."""

from __future__ import annotations

from dataclasses import dataclass, fields
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from incan_math.equilibria.renamed import warn_renamed
from incan_math.equilibria.sweeps import audit, rounding
from incan_math.game.errors import GameError
from incan_math.game.showing import Tabular
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


@dataclass(frozen=True, repr=False)
class Comparison(Tabular):
    """Expected points of one player from the start of the equilibrium, by what that player and the others follow.

    Attributes:
        equilibrium: all play the equilibrium.
        takes: this player follows the strategy, the others play the equilibrium.
        among_themselves: all follow the strategy.
        equilibrium_takes: this player plays the equilibrium, the others follow the strategy.
        best_response: this player plays as well as possible, the others follow the strategy.
    """

    equilibrium: Enclosure
    takes: Enclosure
    among_themselves: Enclosure
    equilibrium_takes: Enclosure
    best_response: Enclosure

    def rows(self) -> list[dict[str, Any]]:
        """A row each for `equilibrium` to `best_response`, `loss` and `exploitability`.

        The columns: `what`, the middle of the enclosure as `value`, and its ends `low` and `high`.
        """
        names = (*(field.name for field in fields(self)), "loss", "exploitability")
        known: list[tuple[str, Enclosure]] = [(name, getattr(self, name)) for name in names]
        return [{"what": name, "value": each.midpoint, "low": each.low, "high": each.high} for name, each in known]

    @property
    def loss(self) -> Enclosure:
        """What a player gives up by following the strategy while the others play the equilibrium."""
        return self.equilibrium - self.takes

    @property
    def exploitability(self) -> Enclosure:
        """What the best response to players who all follow the strategy earns beyond what they earn themselves."""
        return self.best_response - self.among_themselves

    @property
    def exploited(self) -> Enclosure:
        """Deprecated: `exploitability`."""
        warn_renamed("exploited", "exploitability")
        return self.exploitability

    @property
    def best_answer(self) -> Enclosure:
        """Deprecated: `best_response`."""
        warn_renamed("best_answer", "best_response")
        return self.best_response


def compare(
    strategy: Strategy,
    value: Enclosure,
    grid: Grid,
    retires: Floats,
    payoffs: UtilityTable,
    limit: int,
    progress: Progress | None = None,
) -> Comparison:
    """The strategy against an equilibrium.

    Args:
        strategy: what a player does as long as anybody is in.
        value: of the equilibrium, to each player.
        grid: the situations, those of a solo player merged.
        retires: the equilibrium's probabilities of retiring on it, [row, column].
        payoffs: what points are worth.
        limit: how many answers the strategy may have to give.
        progress: called as the work goes on.

    Raises:
        GameError: the strategy depends on the names of hazard kinds, answers with something other than an exact
            probability, or would have to answer too often; or there are too many situations once a solo player's bag
            and leftover are distinguished.
    """
    import numpy as np

    need_strategy(strategy)
    if not is_kind_symmetric(strategy):
        raise GameError(
            "strategy: it may depend on which hazard is which; mark a function that does not with kind_symmetric"
        )
    wide = grid if _depends(strategy) == "deck" else Grid(grid.state, merged=False)
    policy = retires if wide is grid else _spread(retires, grid, wide)
    rows, columns = np.nonzero(wide.marks & DECIDING)
    decks, _ = wide.place_of(rows)
    live = wide.treasures.cards[decks] + wide.hazards.cards[columns] > 0
    rows, columns = rows[live], columns[live]
    answers, exact = _answers(strategy, wide, rows, columns, limit)
    follows = np.full(wide.shape, np.nan)
    follows[rows, columns] = answers
    # A probability between 0 and 1 may be off by its rounding, which moves each decision by no more than that.
    reward = payoffs.floats
    error = rounding(wide, reward) * (1 if exact else 2)

    def bounds(points: float) -> Enclosure:
        return payoffs.enclosed(points, error)

    one = audit(wide, reward, follows, policy, progress)
    all_ = audit(wide, reward, follows, follows, progress)
    other = audit(wide, reward, policy, follows, progress)
    return Comparison(value, bounds(one.value), bounds(all_.value), bounds(other.value), bounds(all_.best))


def _depends(strategy: Strategy) -> str:
    """What an answer depends on, over all parts of a combined strategy."""
    if isinstance(strategy, AnyOf | AllOf):
        return "deck" if all(_depends(part) == "deck" for part in strategy.parts) else "state"
    return depends_on(strategy)


def _spread(retires: Floats, grid: Grid, wide: Grid) -> Floats:
    """The probabilities on rows that distinguish a solo player's bag and leftover."""
    import numpy as np

    moved = np.empty((wide.rows, retires.shape[1]))
    players, width = grid.players, grid.width
    for deck in range(len(grid.treasures.cards)):
        here, two, end = (int(grid.starts[deck * players + i]) for i in (0, 1, players))
        there, two_there, end_there = (int(wide.starts[deck * players + i]) for i in (0, 1, players))
        moved[two_there:end_there] = retires[two:end]  # Rows of two players or more are the same.
        codes = wide.codes[there:two_there]
        alone = (codes // width + codes % width) * width
        moved[there:two_there] = retires[here + np.searchsorted(grid.codes[here:two], alone)]
    return moved


def _answers(strategy: Strategy, grid: Grid, rows: Ints, columns: Ints, limit: int) -> tuple[Floats, bool]:
    """(probabilities of retiring at the situations, whether none is rounded); each distinct question is asked once."""
    import numpy as np

    if isinstance(strategy, AnyOf | AllOf):
        join = np.maximum if isinstance(strategy, AnyOf) else np.minimum
        parts = [_answers(part, grid, rows, columns, limit) for part in strategy.parts]
        joined: Floats = join.reduce([answers for answers, _ in parts])
        return joined, all(exact for _, exact in parts)
    depends = depends_on(strategy)
    decks, inside = grid.place_of(rows)
    keys = np.arange(len(rows))
    if depends == "bag":
        keys = grid.codes[rows] // grid.width
    elif depends == "deck":
        keys = (decks * (grid.players + 1) + inside) * len(grid.hazards.cards) + columns
    _, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
    if len(first) > limit:
        raise GameError(
            f"strategy: it would have to answer at {len(first):,} situations, more than limit={limit:,}; start from a"
            " later state, or give it depends_on = 'bag' or 'deck' if it depends on nothing else"
        )
    places = (numbers[first].tolist() for numbers in (decks, inside, grid.codes[rows], columns))
    answers = [Fraction(retire_probability(strategy, grid.expedition(*place))) for place in zip(*places, strict=True)]
    rounded = np.array([float(answer) for answer in answers])
    return rounded[inverse.reshape(-1)], all(answer.denominator == 1 for answer in answers)

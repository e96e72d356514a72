"""What players could take home if they agreed: on one total, or on who leaves first.

The symmetric equilibrium supposes that nobody can tell the players apart. Two who agree on a convention ("today you
have the choice") play an equilibrium, too, in which nobody gains by breaking it; players who share what they bring home
maximise the total.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from incan_math.equilibria.preconditions import need_pooled
from incan_math.equilibria.sweeps import rounding
from incan_math.game.errors import GameError
from incan_math.game.expedition import Expedition, need_live
from incan_math.numbers.enclosure import Enclosure
from incan_math.states.grid import Grid

__all__ = ["Convention", "convention", "most_together"]


@dataclass(frozen=True)
class Convention:
    """Two players who agree on which equilibrium they play at every decision, none of them mixed.

    Attributes:
        first, second: what the two take home; where a decision has several equilibria, `first` has the choice.
        deviation_gain: no player gains more than this by breaking the convention, however often.
        decisions: decisions of two players that can be met.
        apart: how many of these send one home while the other stays.
    """

    first: Enclosure
    second: Enclosure
    deviation_gain: Fraction
    decisions: int
    apart: int


def most_together(state: Expedition) -> Enclosure:
    """The most points that all players in at `state` can expect to take home together, enclosed.

    W(state) = max over k of [k R_k + W(the state after k left)], the mean over the next card where k = 0: the optimum
    of players who share what they bring home. It bounds the total of every equilibrium.

    Args:
        state: a live state with 1 to 8 players in, leftovers pooled.

    Raises:
        GameError: the state is over, leftovers are split per card, or the position is too big.

    >>> from incan_math import Rules
    >>> small = Rules(treasures=(3, 5, 7), hazards={"fire": 2, "snakes": 2})
    >>> print(most_together(Expedition.start(2, small)))
    6.5111111111... ± ...
    """
    grid = _grid(state)
    import numpy as np

    from incan_math.equilibria.agreement_kernels import total_decks

    columns = len(grid.hazards.cards)
    before, before_base = np.zeros((0, columns)), 0
    for decks, base, rows in grid.by_level():
        values = np.zeros((rows, columns))
        go = total_decks(decks, grid.layout, grid.marks, before, before_base, values, base)
        before, before_base = values, base
    row = grid.rows - 1
    found = before[row - before_base] if state.is_deciding else go[row - grid.last_deck_row]
    return Enclosure.around(float(found[grid.start_column]), _error(grid))


def convention(state: Expedition) -> Convention:
    """Two players who do without dice: a pure subgame-perfect equilibrium with a first and a second player.

    Every decision of two has a pure equilibrium. Let R be what each gets if both retire, L what one is worth alone in
    the expedition. If L < R, both retire. Otherwise one of them can stay for L: if the other prefers retiring alone to
    both staying, that is an equilibrium, and if neither does, both stay. Of several, the one that is best for the first
    player is taken, of equal ones that which is best for the second.

    Args:
        state: a live state with 2 players in, leftovers pooled.

    Raises:
        GameError: the state is over, other than two are in, leftovers are split per card, or the position is too big.

    >>> from incan_math import Rules
    >>> small = Rules(treasures=(3, 5, 7), hazards={"fire": 2, "snakes": 2})
    >>> agreed = convention(Expedition.start(2, small))
    >>> print(round(float(agreed.first), 6), round(float(agreed.second), 6))
    3.234921 3.003175
    """
    need_live(state)
    if state.players != 2:
        raise GameError(f"state: {state.players} players are in at '{str(state)[:80]}'; a convention is for two")
    grid = _grid(state)
    import numpy as np

    from incan_math.equilibria.agreement_kernels import convention_decks

    error = _error(grid)
    columns = len(grid.hazards.cards)
    counts = np.zeros(2, np.int64)
    before = before_second = np.zeros((0, columns))
    before_base = 0
    for decks, base, rows in grid.by_level():
        first, second = np.zeros((rows, columns)), np.zeros((rows, columns))
        *go, found = convention_decks(
            decks,
            grid.layout,
            grid.marks,
            float(4 * error),
            before,
            before_second,
            before_base,
            first,
            second,
            base,
        )
        counts += found
        before, before_second, before_base = first, second, base
    row = grid.rows - 1
    at_start = (before, before_second) if state.is_deciding else go
    offset = before_base if state.is_deciding else grid.last_deck_row
    values = [Enclosure.around(float(each[row - offset, grid.start_column]), error) for each in at_start]
    # One decision can follow every card; at each the choice is within the tolerance and two errors of the best.
    gain = (grid.cards_left + 1) * 6 * error
    return Convention(values[0], values[1], gain, int(counts[0]), int(counts[1]))


def _grid(state: Expedition) -> Grid:
    need_live(state)
    need_pooled(state)
    return Grid(state)


def _error(grid: Grid) -> Fraction:
    """How far a value can be from the true one: `rounding` for rewards up to all points that there are."""
    import numpy as np

    return rounding(grid, np.array([float(grid.most_points + grid.state.bag * (grid.players - 1))]))

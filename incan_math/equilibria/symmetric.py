"""Several players who decide at once: the symmetric equilibrium from any position, with a proved deviation gain.

All players in hold equal bags, so each decision is a symmetric `Stage` of a game whose state everybody sees. Backward
induction over all situations gives a probability of retiring for each, in floating point. A second sweep takes these
numbers as exact and bounds, rounding included, what the policy is worth and what any deviation from it could gain.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Literal, overload

from incan_math.equilibria.archive import from_fresh_deck, key_of, load, save
from incan_math.equilibria.preconditions import need_callable, need_pooled
from incan_math.equilibria.result import Equilibrium
from incan_math.equilibria.stage import SELECTION
from incan_math.equilibria.sweeps import audit, rounding, solve
from incan_math.game.expedition import Expedition, need_live
from incan_math.response.evaluation import Progress
from incan_math.states.grid import LIMIT, Grid
from incan_math.states.utility import Utility
from incan_math.storage.announcement import announce_compiling
from incan_math.storage.cache_folder import default_folder
from incan_math.storage.store import Store

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from incan_math.equilibria.certified.enclosed import CertifiedEquilibrium

    Floats = NDArray[np.float64]

__all__ = ["equilibrium", "situations"]

_COMPILING_SECONDS = 15
_KEPT_FROM = 400_000  # Situations from which a result is worth a file.


@overload
def equilibrium(
    state: Expedition,
    *,
    certify: Literal[False] = False,
    utility: Utility | None = None,
    limit: int | None = None,
    store: Store | None = None,
    progress: Progress | None = None,
) -> Equilibrium: ...


@overload
def equilibrium(
    state: Expedition,
    *,
    certify: Literal[True],
    utility: Utility | None = None,
    limit: int | None = None,
    store: Store | None = None,
    progress: Progress | None = None,
) -> CertifiedEquilibrium: ...


@overload
def equilibrium(
    state: Expedition,
    *,
    certify: bool,
    utility: Utility | None = None,
    limit: int | None = None,
    store: Store | None = None,
    progress: Progress | None = None,
) -> Equilibrium | CertifiedEquilibrium: ...


def equilibrium(
    state: Expedition,
    *,
    certify: bool = False,
    utility: Utility | None = None,
    limit: int | None = None,
    store: Store | None = None,
    progress: Progress | None = None,
) -> Equilibrium | CertifiedEquilibrium:
    """The symmetric subgame-perfect equilibrium of all players in at `state`, as a policy with a proved deviation gain.

    Every player maximises the expected points of this expedition; all know what is public, all decide at once after
    each card, and a solo player plays the optimum. At a decision everybody retires with the same probability q: one
    that makes staying as good as retiring, D(q) = 0, or 0 or 1 where that is an equilibrium. Of several such q,
    `selection` says which one is taken. The value is that of the policy found, and no deviation from it gains more than
    `deviation_gain`; the value of the exact equilibrium need not lie within.

    Args:
        state: a live state with 1 to 8 players in, leftovers pooled.
        certify: whether to enclose the equilibrium itself, in ball arithmetic, rather than to bound the deviation gain
            of a policy: `certified_equilibrium(state, utility=utility)`, which keeps nothing on disk.
        utility: what points are worth, if not themselves: a function from whole points to exact numbers, such as
            `lambda points: int(points >= 12)`. Value and deviation gain are then in its units.
        limit: the most situations to lay out, 300 million if omitted; `situations(state)` counts them beforehand.
            With `certify`, the most nodes to hold, 12 million if omitted.
        store: where results are kept; the user's cache folder if omitted, `Store(None)` for nowhere.
        progress: called as the work goes on.

    Raises:
        GameError: the state is over, leftovers are split per card, the position is too big, or the utility answers with
            something other than an exact number.

    >>> from incan_math import Rules
    >>> small = Rules(treasures=(3, 5, 7), hazards={"fire": 2, "snakes": 2})
    >>> result = equilibrium(Expedition.start(2, small))
    >>> Fraction(119206107, 41086892) in result.value, float(result.deviation_gain) < 1e-12
    (True, True)
    >>> float(result.retire_probability(Expedition.parse("7 fire", players=2, rules=small)))
    0.288135...
    """
    need_live(state)
    need_pooled(state)
    need_callable(progress)
    if certify:
        from incan_math.equilibria.certified.enclosed import LIMIT as CERTIFIED_LIMIT
        from incan_math.equilibria.certified.enclosed import certified_equilibrium

        most = CERTIFIED_LIMIT if limit is None else limit
        return certified_equilibrium(state, utility=utility, limit=most, progress=progress)
    most = LIMIT if limit is None else limit
    announce_compiling("solve_decks", _COMPILING_SECONDS)
    grid = Grid(state, most)
    payoffs = grid.payoffs(utility)
    reward, exact = payoffs.floats, payoffs.exact
    large = grid.situations >= _KEPT_FROM
    store = Store(default_folder() if large else None) if store is None else store
    key = key_of(state, exact if utility is not None else None)
    kept = load(store, key, grid, reward)
    covered = False
    if kept is None and utility is None and large:
        covered, kept = from_fresh_deck(store, grid, reward, most)
    if kept is None:
        solved = solve(grid, reward, progress)
        kept = solved, audit(grid, reward, solved.retires, solved.retires, progress)
        if not covered:
            what = "points" if utility is None else "another utility"
            where = state.path or "fresh deck"
            save(store, key, f"equilibrium of {state.players} in, {state.rules.name}, {what}: {where}", *kept)
    solved, found = kept
    error = rounding(grid, reward)
    gain = max(Fraction(found.best) - Fraction(found.value), Fraction(0)) + 2 * error
    decisions, mixed, *counted = solved.counts
    ties, several, differing = counted or (None, None, None)
    return Equilibrium(
        state=state,
        value=payoffs.enclosed(found.value, error),
        deviation_gain=gain * payoffs.scale,
        deviation_gain_anywhere=max(gain, Fraction(found.gain) * (1 + Fraction(1, 2**50)) + 2 * error) * payoffs.scale,
        stay=tuple(payoffs.enclosed(value, error) for value in found.stay),
        retire=_retire(state, exact) if state.is_deciding and state.cards_left else (),
        selection=SELECTION,
        decisions=decisions,
        mixed=mixed,
        ties=ties,
        several_equilibria=several,
        differing=differing,
        _grid=grid,
        _retires=solved.retires,
        _payoffs=payoffs,
    )


def situations(state: Expedition, *, limit: int = LIMIT) -> int:
    """How many situations `equilibrium(state)` lays out: 18 million for four players on a full deck, say.

    Raises:
        GameError: the state is not covered, or there are more situations than `limit`.
    """
    need_live(state)
    need_pooled(state)
    return Grid(state, limit).situations


def _retire(state: Expedition, exact: tuple[Fraction, ...]) -> tuple[Fraction, ...]:
    """R_k, exactly."""
    return tuple(exact[state.payout(k).points] for k in range(1, state.players + 1))

"""Several players who decide at once: the symmetric equilibrium of any position, with a proved bound on what is left.

All players in hold equal bags, so each decision is a symmetric `Stage` of a game whose state everybody sees. Backward
induction over all situations gives a chance of staying for each, in floating point; a second sweep then takes those
chances for exactly the numbers they are, and bounds what they are worth and what any player could gain by playing
anything else, rounding included.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, Literal, overload

from incan_math.decisions.decision import JointDecision
from incan_math.decisions.evaluation import Progress
from incan_math.decisions.joint.grid import Grid
from incan_math.decisions.joint.kept import key_of, load, save
from incan_math.decisions.joint.passes import audit, rounding, solve
from incan_math.decisions.joint.stage import SELECTION
from incan_math.decisions.joint.utility import Utility
from incan_math.decisions.store import Store, default_folder
from incan_math.decisions.strategies import Strategy
from incan_math.game.errors import GameError
from incan_math.game.expedition import Expedition, need_expedition, need_live
from incan_math.odds.bust import bust_probability
from incan_math.odds.enclosure import Enclosure
from incan_math.odds.fractions import decimal_text

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from incan_math.decisions.certified.certified import CertifiedEquilibrium
    from incan_math.decisions.joint.comparison import Comparison
    from incan_math.decisions.joint.profile import Retiring

    Floats = NDArray[np.float64]

__all__ = ["Equilibrium", "equilibrium", "situations"]

LIMIT = 300_000_000
"""How many situations are laid out before a position is refused, unless told otherwise: about 4 GB."""

_KEPT_FROM = 400_000  # Situations from which a result is worth a file.


@dataclass(frozen=True)
class Equilibrium:
    """The symmetric equilibrium from one state on; it can be called as a strategy.

    Its policy is exact numbers (53 binary digits each) for every situation that can follow, whatever anybody does. All
    that is said of the policy is proved, rounding included.

    Attributes:
        state: where it starts.
        value: what it is worth to each player in, from this expedition.
        regret: more than this no player can gain at the start by any other play, all others keeping to the policy.
        regret_anywhere: the same for every situation that can follow.
        stay: what going on is worth by how many stay, `stay[j - 1]` if j do; nothing where nobody has a choice.
        retire: what each who retires takes by how many do, `retire[k - 1]` if k do; likewise.
        selection: the rule by which one equilibrium is chosen where a decision has several.
        decisions: at how many situations two players or more decide.
        mixed: at how many of them they toss coins.
        ties: at how many staying and retiring are worth the same, within rounding, whatever the others do.
        ambiguous: at how many there is more than one symmetric equilibrium.
        differing: at how many of these they differ in value, so that the choice matters.
    """

    state: Expedition
    value: Enclosure
    regret: Fraction
    regret_anywhere: Fraction
    stay: tuple[Enclosure, ...]
    retire: tuple[Fraction, ...]
    selection: str
    decisions: int
    mixed: int
    ties: int
    ambiguous: int
    differing: int
    _grid: Grid = field(repr=False, compare=False)
    _stays: Floats = field(repr=False, compare=False)
    _reward: Floats = field(repr=False, compare=False)

    @property
    def names_matter(self) -> bool:
        """Whether it looks at which hazard kind is which: it does not."""
        return False

    @property
    def chance(self) -> Fraction | None:
        """The chance with which each player retires at the start; None where nobody can."""
        return self.retire_probability(self.state) if self.state.is_deciding else None

    def retire_probability(self, state: Expedition) -> Fraction:
        """The chance with which each player in retires at this or a later state.

        Raises:
            GameError: the state does not follow from the start, or nobody chooses at it.
        """
        need_expedition(state)
        place = self._grid.find(state)
        if place is not None and state.is_deciding:
            if not state.cards_left:
                return Fraction(1)  # All who are in retire together.
            stays = float(self._stays[place.row, place.lane])
            if stays == stays:
                return 1 - Fraction(stays)
        raise GameError(f"state: at '{state}' nobody chooses in the game that starts at '{self.state}'")

    def __call__(self, state: Expedition, /) -> Fraction | int:
        """The chance of retiring, as `evaluate` and `best_response` take it."""
        chance = self.retire_probability(state)
        return int(chance) if chance.denominator == 1 else chance

    def decision(self) -> JointDecision:
        """The decision at the start, as `decide` gives it.

        >>> answer = equilibrium(Expedition.parse("7 fire 11 snakes", players=2)).decision()
        >>> answer.action, answer.retire_by, f"{float(answer.chance):.4f}", f"{float(answer.stay):.4f}"
        ('mix', (Fraction(10, 1), Fraction(9, 1)), '0.0854', '9.9146')
        """
        bust = bust_probability(self.state)
        chance = self.chance
        if chance is None or not self.retire:
            end = chance is not None
            reason = "the deck is empty: all who are in retire together" if end else "nobody can retire before a card"
            retire = self.value if end else Enclosure.around(0, 0)
            return JointDecision(self.state, self.value, retire, Fraction(end), (), (), self.regret, bust, reason)
        others = self.state.players - 1
        weights = [comb(others, i) * (1 - chance) ** i * chance ** (others - i) for i in range(others + 1)]
        stay = Enclosure(
            sum((w * worth.low for w, worth in zip(weights, self.stay, strict=True)), Fraction(0)),
            sum((w * worth.high for w, worth in zip(weights, self.stay, strict=True)), Fraction(0)),
        )
        home = sum((w * worth for w, worth in zip(weights, self.retire[::-1], strict=True)), Fraction(0))
        each = "each of both players" if others == 1 else f"each of the {others + 1} players"
        if 0 < chance < 1:
            reason = f"{each} retires with chance {decimal_text(chance, 6)}: then both choices are worth the same"
        else:
            reason = f"{each} {'retires' if chance else 'stays'} for sure: the other choice brings no more"
        retire = Enclosure.around(home, 0)
        return JointDecision(self.state, stay, retire, chance, self.stay, self.retire, self.regret, bust, reason)

    def retire_profile(self) -> dict[tuple[int, int], Retiring]:
        """(bag, hazard kinds showing) -> the chance that each player retires, all who are in at the start still in.

        One bag can be made of different treasures: the mean of the chances weighs each situation by the chance that
        the cards lead to it, were nobody to leave before; with it come the least and the greatest.

        >>> from incan_math import Rules
        >>> small = Rules(treasures=(3, 5, 7), hazards={"fire": 2, "snakes": 2})
        >>> profile = equilibrium(Expedition.start(2, small)).retire_profile()
        >>> [f"{float(number):.4f}" for number in profile[3, 1]]
        ['0.5110', '0.2881', '0.8824']
        """
        from incan_math.decisions.joint.profile import retire_profile

        return retire_profile(self._grid, self._stays)

    def compare(self, strategy: Strategy, *, limit: int = 2_000_000, progress: Progress | None = None) -> Comparison:
        """What a strategy and this equilibrium take from one another: loss, exploitability and more.

        Args:
            strategy: what a player does as long as anybody is in; several who follow it toss coins of their own.
            limit: how many answers it may have to give; strategies that look at the bag or the deck alone give few.
            progress: called as the work goes on.

        Raises:
            GameError: the strategy looks at the names of hazard kinds, answers with no exact chance, or would have to
                answer too often.

        >>> from incan_math import Rules, StayForever
        >>> small = Rules(treasures=(3, 5, 7), hazards={"fire": 2, "snakes": 2})
        >>> comparison = equilibrium(Expedition.start(2, small)).compare(StayForever())
        >>> float(comparison.takes), f"{float(comparison.equilibrium_takes):.4f}"
        (0.0, '3.3471')
        """
        from incan_math.decisions.joint.comparison import compare

        return compare(strategy, self._grid, self._stays, self._reward, limit, progress)


@overload
def equilibrium(
    state: Expedition,
    *,
    certify: Literal[False] = False,
    utility: Utility | None = None,
    limit: int = LIMIT,
    store: Store | None = None,
    progress: Progress | None = None,
) -> Equilibrium: ...


@overload
def equilibrium(
    state: Expedition,
    *,
    certify: Literal[True],
    utility: Utility | None = None,
    limit: int = LIMIT,
    store: Store | None = None,
    progress: Progress | None = None,
) -> CertifiedEquilibrium: ...


def equilibrium(
    state: Expedition,
    *,
    certify: bool = False,
    utility: Utility | None = None,
    limit: int = LIMIT,
    store: Store | None = None,
    progress: Progress | None = None,
) -> Equilibrium | CertifiedEquilibrium:
    """The symmetric subgame-perfect equilibrium of all players in at `state`, with a certified bound on its regret.

    Each maximises the own expected points of this expedition, all know what is public, all decide at once after each
    card, and a player left alone plays the optimum. At a decision everybody stays with the chance p that makes staying
    as good as retiring, D(p) = 0, or everybody does the same for sure; among several such p the rule in `selection`
    picks.

    Args:
        state: a live state with 1 to 8 players in, leftovers pooled.
        certify: whether to enclose the equilibrium itself, in ball arithmetic, and not only to bound the regret of a
            policy: `certified_equilibrium(state, utility=utility)`, which keeps nothing on disk.
        utility: what points are worth, if not themselves: a function from whole points to exact numbers, such as
            `lambda points: int(points >= 12)`. Value and regret are then in its units.
        limit: the most situations to lay out; `situations(state)` counts them beforehand.
        store: where results are kept; the user's cache folder if not told, `Store(None)` for nowhere.
        progress: called as the work goes on.

    Raises:
        GameError: the state is over, leftovers are split per card, the position is too big, or the utility answers with
            what is no exact number.

    >>> from incan_math import Rules
    >>> small = Rules(treasures=(3, 5, 7), hazards={"fire": 2, "snakes": 2})
    >>> result = equilibrium(Expedition.start(2, small))
    >>> Fraction(119206107, 41086892) in result.value, float(result.regret) < 1e-12
    (True, True)
    >>> float(result.retire_probability(Expedition.parse("7 fire", players=2, rules=small)))
    0.288135...
    """
    _need_covered(state)
    if certify:
        from incan_math.decisions.certified.certified import LIMIT as CERTIFIED_LIMIT
        from incan_math.decisions.certified.certified import certified_equilibrium

        return certified_equilibrium(state, utility=utility, limit=min(limit, CERTIFIED_LIMIT), progress=progress)
    grid = Grid(state, limit)
    reward, exact = grid.rewards(utility)
    store = Store(default_folder() if grid.situations >= _KEPT_FROM else None) if store is None else store
    key = key_of(state, exact if utility is not None else None)
    kept = load(store, key, grid.marks.shape)
    if kept is None:
        solved = solve(grid, reward, progress)
        kept = solved, audit(grid, reward, solved.stays, solved.stays, progress)
        what = "points" if utility is None else "another utility"
        where = state.path or "fresh deck"
        save(store, key, f"equilibrium of {state.players} in, {state.rules.name}, {what}: {where}", *kept)
    solved, found = kept
    error = rounding(grid, reward)
    regret = max(Fraction(found.best) - Fraction(found.value), Fraction(0)) + 2 * error
    decisions, mixed, ties, ambiguous, differing = solved.counts
    return Equilibrium(
        state=state,
        value=Enclosure.around(found.value, error),
        regret=regret,
        regret_anywhere=max(regret, Fraction(found.gain) * (1 + Fraction(1, 2**50)) + 2 * error),
        stay=tuple(Enclosure.around(value, error) for value in found.stay),
        retire=_retire(state, exact) if state.is_deciding and state.cards_left else (),
        selection=SELECTION,
        decisions=decisions,
        mixed=mixed,
        ties=ties,
        ambiguous=ambiguous,
        differing=differing,
        _grid=grid,
        _stays=solved.stays,
        _reward=reward,
    )


def situations(state: Expedition, *, limit: int = LIMIT) -> int:
    """How many situations `equilibrium(state)` lays out: 18 million for four players on a full deck, say.

    Raises:
        GameError: the state is not covered, or there are more than `limit`.
    """
    _need_covered(state)
    return Grid(state, limit).situations


def _need_covered(state: Expedition) -> None:
    need_live(state)
    if state.rules.leftover != "pooled":
        raise GameError(
            f"rules: {state.rules.name} splits leftovers per card, which the equilibrium does not cover; use rules with"
            " leftover='pooled'"
        )


def _retire(state: Expedition, exact: tuple[Fraction, ...]) -> tuple[Fraction, ...]:
    """R_k, exactly."""
    return tuple(exact[state.retire(k)[0][0].points] for k in range(1, state.players + 1))

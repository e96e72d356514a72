"""Everybody plays to win the last expedition: one subgame-perfect equilibrium, and what deviating from it can gain.

Players with different scores are not alike, so that stage games are not symmetric and can have several equilibria. What is
computed is one of them, chosen by the rule `fewest retire`: at every decision, from the last card back, a pure equilibrium in
which equal players do the same and the fewest retire; where there is none, one in which as few groups of equal players as
possible mix. The play is then audited apart from the solver: followed as it is, and against each player's best answer to it.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from incan_math.game.errors import GameError
from incan_math.game.expedition import Expedition
from incan_math.numbers.enclosure import Enclosure
from incan_math.response.evaluation import Progress
from incan_math.storage.compiled import need_compiled
from incan_math.winning.contest_deck import Laid, lay_deck
from incan_math.winning.standings import Standings

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

__all__ = ["SELECTION", "Contest", "contest"]

SELECTION = "fewest retire"
LIMIT = 60_000_000
"""How many situations are held before a position is refused, unless told otherwise: some 5 GB."""


@dataclass(frozen=True)
class Contest:
    """One equilibrium of players who all play to win the last expedition.

    Attributes:
        state: the position.
        standings: what everybody had banked before.
        shares: each player's probability of winning under the play, a win shared by k counting 1/k.
        stay, retire: the asker's share by choice now, the others and all that follows as in the play.
        retire_probabilities: of each player in, now.
        deviation_gain: no player can gain more than this at any decision by any other play, the others keeping to theirs.
        situations: how many were solved.
        several: decisions at which the rule had a choice between pure equilibria.
        mattered: of those, the ones with different shares.
    """

    state: Expedition
    standings: Standings
    shares: tuple[Enclosure, ...]
    stay: Enclosure
    retire: Enclosure
    retire_probabilities: tuple[Fraction, ...]
    deviation_gain: Fraction
    situations: int
    several: int
    mattered: int


@dataclass(frozen=True)
class _Layers:
    """Keys by cards out: before the next card, and after the card where the players choose."""

    before: list[Ints]
    choosing: list[Ints]


def contest(
    state: Expedition, standings: Standings, *, limit: int = LIMIT, progress: Progress | None = None
) -> Contest:
    """Solve the last expedition from a position for players who all play to win it.

    Args:
        state: a live state of the last expedition with 2 or more players in, after a card or at the start.
        standings: what everybody has banked.
        limit: the most situations to hold.
        progress: called layer by layer of cards out, first as situations are found, then as they are solved.

    Raises:
        GameError: the rules are not covered, or there are more situations than `limit`.

    >>> from incan_math.game.rules import Rules
    >>> small = Expedition.start(3, Rules((3, 5, 7, 9), {"fire": 2, "snakes": 2}, ()))
    >>> result = contest(small, Standings.read(small, [0, 3, 1]))
    >>> [f"{float(share):.4f}" for share in result.shares], float(result.deviation_gain) < 1e-9
    """
    need_compiled("playing to win among several", 1_000_000, 50_000)
    import numpy as np

    from incan_math.winning import contest_kernels as kernels

    laid = lay_deck(state, standings)
    total = state.cards_left
    layers = _find(laid, state.is_deciding, total, limit, progress)
    players = state.players
    tally = np.zeros(3, np.int64)
    plays: list[Floats] = []
    shares = np.empty((len(layers.choosing[total]), players))
    nothing: Floats = np.empty((0, players))
    kernels.draw(layers.choosing[total], laid.deck, layers.choosing[total][:0], nothing, shares)
    ends = shares
    for out in range(total - 1, -1, -1):
        before = np.empty((len(layers.before[out]), players))
        kernels.draw(layers.before[out], laid.deck, layers.choosing[out + 1], shares, before)
        if progress:
            progress(out, total, len(before))
        shares = np.empty((len(layers.choosing[out]), players))
        retires = np.empty_like(shares)
        kernels.play(layers.choosing[out], laid.deck, layers.before[out], before, shares, retires, tally)
        plays.append(retires)
    plays.reverse()
    return _audited(state, standings, laid, layers, plays, ends, tally)


def _find(laid: Laid, deciding: bool, total: int, limit: int, progress: Progress | None) -> _Layers:
    """All situations that can follow, by cards out."""
    import numpy as np

    from incan_math.winning import contest_kernels as kernels

    root = np.array([laid.root])
    choosing: list[Ints] = [root if deciding and total else root[:0]]
    before: list[Ints] = []
    held = 0
    for out in range(total + 1):
        if out == total:
            break
        first = root if not out and not deciding else root[:0]
        before.append(_expanded(choosing[out], laid, kernels.count_choice, kernels.expand_choice, first))
        following = _expanded(before[out], laid, kernels.count_draws, kernels.expand_draws, root[:0])
        choosing.append(following)
        held += len(before[out]) + len(following)
        if progress:
            progress(out, total, len(following))
        if held > limit:
            raise GameError(
                f"state: more than {limit:,} situations by card {out + 1} of {total}; ask from a later state, or give a"
                " greater limit"
            )
    return _Layers(before, choosing)


_CHUNK = 200_000


def _expanded(keys: Ints, laid: Laid, count: Any, expand: Any, found: Ints) -> Ints:
    """Every key that follows, once, sorted; in chunks, so that what is written twice never takes much memory."""
    import numpy as np

    parts = [found]
    for start in range(0, len(keys), _CHUNK):
        part = keys[start : start + _CHUNK]
        room = np.empty(count(part, laid.deck), np.int64)
        parts.append(np.unique(room[: expand(part, laid.deck, room)]))
    return np.unique(np.concatenate(parts))


def _audited(
    state: Expedition,
    standings: Standings,
    laid: Laid,
    layers: _Layers,
    plays: list[Floats],
    ends: Floats,
    tally: Ints,
) -> Contest:
    import numpy as np

    from incan_math.winning import contest_kernels as kernels

    total, players = state.cards_left, state.players
    gains = np.zeros(players)
    shares, best = ends, ends
    before, before_best = ends, ends
    for out in range(total - 1, -1, -1):
        before = np.empty((len(layers.before[out]), players))
        before_best = np.empty_like(before)
        kernels.draw(layers.before[out], laid.deck, layers.choosing[out + 1], shares, before)
        kernels.draw(layers.before[out], laid.deck, layers.choosing[out + 1], best, before_best)
        shares = np.empty((len(layers.choosing[out]), players))
        best = np.empty_like(shares)
        kernels.audit(
            layers.choosing[out], laid.deck, layers.before[out], before, before_best, plays[out], shares, best, gains
        )
    error = _error(laid, total)
    situations = sum(map(len, layers.before)) + sum(map(len, layers.choosing))
    worst = Fraction(float(gains.max())) + 2 * error
    if not state.is_deciding:
        now = tuple(_about(share, error) for share in before[0])
        return Contest(
            state, standings, now, now[0], Enclosure(Fraction(0), Fraction(0)), (Fraction(0),) * players, worst, situations,
            int(tally[0]), int(tally[1]),
        )  # fmt: skip
    stay, retire = np.zeros((1, players)), np.zeros((1, players))
    chosen = plays[0].copy()
    for value, found in ((0.0, stay), (1.0, retire)):
        chosen[0, 0] = value
        kernels.audit(
            layers.choosing[0],
            laid.deck,
            layers.before[0],
            before,
            before_best,
            chosen,
            found,
            best.copy(),
            gains.copy(),
        )
    return Contest(
        state,
        standings,
        tuple(_about(share, error) for share in shares[0]),
        _about(stay[0, 0], error),
        _about(retire[0, 0], error),
        tuple(Fraction(float(p)) for p in plays[0][0]),
        worst,
        situations,
        int(tally[0]),
        int(tally[1]),
    )


def _error(laid: Laid, total: int) -> Fraction:
    """How far rounding can take a share: at each card and each choice a mean of numbers in [0, 1] is rounded.

    A mean over m moves rounds at most 2 m + 2 times by half a unit in the last place of numbers up to 1 (up to N before
    the division), a choice over 2^n outcomes at most (n + 2) 2^n times; means do not enlarge what came before.
    """
    deck = laid.deck
    moves = deck.treasure_moves.shape[1] + deck.hazard_moves.shape[1] + deck.artifact_moves.shape[1] + 1
    players = len(deck.base)
    return Fraction((total + 1) * (2 * moves + 2 + (players + 2) * 2**players), 2**52)


def _about(number: float, error: Fraction) -> Enclosure:
    exact = Fraction(float(number))
    return Enclosure(max(exact - error, Fraction(0)), min(exact + error, Fraction(1)))

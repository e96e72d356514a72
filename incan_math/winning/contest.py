"""Everybody plays to win the last expedition: one subgame-perfect equilibrium, and what deviating from it can gain.

Players with different scores are not alike, so that stage games are not symmetric and can have several equilibria. What
is computed is one of them, chosen by the rule `fewest retire`: at every decision, from the last card back, a pure
equilibrium in which equal players do the same and the fewest retire; where there is none, one in which as few groups of
equal players as possible mix. The play is then audited apart from the solver: followed as it is, and against each
player's best answer to it.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from incan_math.game.errors import GameError
from incan_math.game.expedition import Expedition
from incan_math.numbers.enclosure import Enclosure
from incan_math.odds.bust import bust_probability
from incan_math.response.arguments import Progress, need_limit, need_progress
from incan_math.response.standings import Standings, split_rank
from incan_math.storage.announcement import announce_compiling
from incan_math.storage.compiled import has_numba, need_compiled
from incan_math.strategies.decision import ContestDecision, Payoffs
from incan_math.winning.contest_deck import Laid, lay_deck

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

__all__ = ["LIMIT", "SELECTION", "Solved", "contest", "solve_contest"]

SELECTION = "fewest retire"
LIMIT = 60_000_000
"""How many situations are held before a position is refused if no limit is given: some 5 GB."""
_WITHOUT_NUMBA = 5_000
_CHUNK = 200_000
_COMPILING_SECONDS = 20


@dataclass(frozen=True)
class Solved:
    """The play of a contest, by cards out.

    Attributes:
        laid: the deck as arrays.
        before: situations before the next card, as sorted keys.
        choosing: situations after the card, where the players in choose.
        retires: each player's probability of retiring at the latter, a row for each.
        tally: decisions with several pure equilibria, those of them with different shares, and those without any found.
    """

    laid: Laid
    before: list[Ints]
    choosing: list[Ints]
    retires: list[Floats]
    tally: Ints

    @property
    def situations(self) -> int:
        """How many were solved."""
        return sum(map(len, self.before)) + sum(map(len, self.choosing))


def contest(
    state: Expedition, standings: Standings, *, limit: int = LIMIT, progress: Progress | None = None
) -> ContestDecision:
    """Stay or retire in the last expedition, for the first of several players who all play to win it.

    Args:
        state: a live state of the last expedition with 2 or more players in.
        standings: what everybody has banked.
        limit: the most situations to hold.
        progress: called layer by layer of cards out, first as situations are found, then as they are solved.

    Raises:
        GameError: the rules are not covered, or there are more situations than `limit`.

    >>> from incan_math.game.rules import Rules
    >>> small = Expedition.start(3, Rules((3, 5, 7, 9), {"fire": 2, "snakes": 2}, ()))
    >>> result = contest(small, Standings.read(small, [0, 0, 0]))
    >>> [f"{float(share):.4f}" for share in result.shares], float(result.deviation_gain) < 1e-9
    (['0.3333', '0.3333', '0.3333'], True)
    """
    need_limit(limit)
    need_progress(progress)
    if state.players < 2:
        raise GameError("state: one player is in; a contest takes 2 or more")
    solved = solve_contest(state, standings, limit, progress)
    return _audited(state, standings, solved)


def solve_contest(state: Expedition, standings: Standings, limit: int, progress: Progress | None) -> Solved:
    """Find all situations, and the play at each from the last card back."""
    announce_compiling("play", _COMPILING_SECONDS)
    need_compiled("playing to win among several", 0, 0)  # NumPy is needed; how much work it is shows below.
    import numpy as np

    from incan_math.winning import contest_kernels as kernels

    laid = lay_deck(state, standings)
    total, players = state.cards_left, state.players
    before, choosing = _found(laid, state.is_deciding, total, limit, progress)
    tally = np.zeros(3, np.int64)
    plays: list[Floats] = []
    shares = _ends(choosing[total], laid)
    for out in range(total - 1, -1, -1):
        here = np.empty((len(before[out]), players))
        kernels.draw(before[out], laid.deck, choosing[out + 1], shares, here)
        shares = np.empty((len(choosing[out]), players))
        retires = np.empty_like(shares)
        kernels.play(choosing[out], laid.deck, before[out], here, shares, retires, tally)
        plays.append(retires)
        if progress:
            progress(out, total, len(here))
    return Solved(laid, before, choosing, plays[::-1], tally)


def _ends(keys: Ints, laid: Laid) -> Floats:
    """The shares with the deck empty: all who are in retire together."""
    import numpy as np

    from incan_math.winning import contest_kernels as kernels

    shares = np.empty((len(keys), len(laid.deck.base)))
    kernels.draw(keys, laid.deck, keys[:0], shares[:0], shares)
    return shares


def _found(
    laid: Laid, deciding: bool, total: int, limit: int, progress: Progress | None
) -> tuple[list[Ints], list[Ints]]:
    """All situations that can follow, by cards out: before the next card, and where the players choose."""
    import numpy as np

    from incan_math.winning import contest_kernels as kernels

    root = np.array([laid.root])
    choosing: list[Ints] = [root if deciding else root[:0]]
    before: list[Ints] = []
    held = 0
    most = min(limit, LIMIT if has_numba() else _WITHOUT_NUMBA)
    for out in range(total):
        first = root if not out and not deciding else root[:0]
        before.append(_expanded(choosing[out], laid, kernels.count_choice, kernels.expand_choice, first))
        following = _expanded(before[out], laid, kernels.count_draws, kernels.expand_draws, root[:0])
        choosing.append(following)
        held += len(before[out]) + len(following)
        if progress:
            progress(out, total, len(following))
        if held > most:
            need_compiled("playing to win among several", held, _WITHOUT_NUMBA)
            raise GameError(
                f"state: more than {limit:,} situations by card {out + 1} of {total}; ask from a later state, or give a"
                " greater limit"
            )
    return before, choosing


def _expanded(keys: Ints, laid: Laid, count: Any, expand: Any, found: Ints) -> Ints:
    """Every key that follows, once, sorted; in chunks, so that what is written twice never takes much memory."""
    import numpy as np

    parts = [found]
    for start in range(0, len(keys), _CHUNK):
        part = keys[start : start + _CHUNK]
        room = np.empty(count(part, laid.deck), np.int64)
        parts.append(np.unique(room[: expand(part, laid.deck, room)]))
    return np.unique(np.concatenate(parts))


def _audited(state: Expedition, standings: Standings, solved: Solved) -> ContestDecision:
    """What the play is worth, and what deviating gains; the solver gives the situations and probabilities alone."""
    import numpy as np

    from incan_math.winning import contest_kernels as kernels

    laid, total, players = solved.laid, state.cards_left, state.players
    gains = np.zeros(players)
    shares = best = here = _ends(solved.choosing[total], laid)
    for out in range(total - 1, -1, -1):
        here, here_best = np.empty((2, len(solved.before[out]), players))
        kernels.draw(solved.before[out], laid.deck, solved.choosing[out + 1], shares, here)
        kernels.draw(solved.before[out], laid.deck, solved.choosing[out + 1], best, here_best)
        shares, best = np.empty((2, len(solved.choosing[out]), players))
        kernels.audit(
            solved.choosing[out],
            laid.deck,
            solved.before[out],
            here,
            here_best,
            solved.retires[out],
            shares,
            best,
            gains,
        )
    error = _error(laid, total)
    if not state.is_deciding:
        shares = here
    outcomes, stay, retire = _outcomes(state, solved, here, error)
    now = tuple(_about(share, error) for share in shares[0])
    probabilities = tuple(Fraction(float(p)) for p in solved.retires[0][0]) if outcomes else (Fraction(0),) * players
    return ContestDecision(
        state=state,
        objective="win",
        value=now[0],
        stay=stay or now[0],
        retire=retire or Enclosure(Fraction(0), Fraction(0)),
        retire_probability=probabilities[0],
        bust=bust_probability(state),
        outcomes=outcomes,
        reason=f"all {players} play to win, one equilibrium of those there are, by the rule '{SELECTION}'",
        scores=tuple(split_rank(base)[0] for base in standings.base),
        shares=now,
        retire_probabilities=probabilities,
        deviation_gain=Fraction(float(gains.max())) + 2 * error,
        selection=SELECTION,
        situations=solved.situations,
        several_equilibria=int(solved.tally[0]),
        of_different_shares=int(solved.tally[1]),
    )


def _outcomes(
    state: Expedition, solved: Solved, here: Floats, error: Fraction
) -> tuple[tuple[Payoffs[Enclosure, Enclosure], ...], Enclosure | None, Enclosure | None]:
    """What the asker's choices are worth by how many others retire now, and on the whole."""
    import numpy as np

    from incan_math.winning import contest_kernels as kernels

    if not state.is_deciding or not state.cards_left:
        return (), None, None
    laid, players = solved.laid, state.players
    payoff = np.empty((1 << players, players))
    kernels.payoffs(laid.root, laid.deck, solved.before[0], here, payoff)
    retires = [Fraction(float(p)) for p in solved.retires[0][0]]
    found: dict[int, tuple[Fraction, Fraction, Fraction]] = {}
    for group in range(0, 1 << players, 2):  # The asker is player 0.
        weight = Fraction(1)
        for player in range(1, players):
            weight *= retires[player] if group >> player & 1 else 1 - retires[player]
        if weight:
            before = found.get(group.bit_count(), (Fraction(0),) * 3)
            worth = Fraction(float(payoff[group, 0])), Fraction(float(payoff[group | 1, 0]))
            found[group.bit_count()] = (
                before[0] + weight,
                before[1] + weight * worth[0],
                before[2] + weight * worth[1],
            )
    outcomes = tuple(
        Payoffs(others, weight, _about(stay / weight, error), _about(retire / weight, error))
        for others, (weight, stay, retire) in sorted(found.items())
    )
    stay, retire = (sum((part[which] for part in found.values()), Fraction(0)) for which in (1, 2))
    return outcomes, _about(stay, error), _about(retire, error)


def _error(laid: Laid, total: int) -> Fraction:
    """How far rounding can take a share: each card and each choice is a mean of numbers in [0, 1], rounded.

    A mean over m moves is rounded at most 2 m + 2 times, each time by at most half a unit in the last place of a number
    up to 1 (up to N before it is divided by N); a choice with 2^n outcomes, at most (n + 2) 2^n times. Means do not
    enlarge what came before.
    """
    deck = laid.deck
    moves = deck.treasure_moves.shape[1] + deck.hazard_moves.shape[1] + deck.artifact_moves.shape[1] + 1
    players = len(deck.base)
    return Fraction((total + 1) * (2 * moves + 2 + (players + 2) * 2**players), 2**52)


def _about(number: float | Fraction, error: Fraction) -> Enclosure:
    exact = Fraction(number)
    return Enclosure(min(max(exact - error, Fraction(0)), Fraction(1)), min(exact + error, Fraction(1)))

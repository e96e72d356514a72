"""Whole games of given players, simulated: means with intervals, how games go, and luck taken out of the means."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Mapping
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from incan_math.game.editions import DEFAULT_EDITION, rules_of
from incan_math.game.errors import GameError, shown
from incan_math.game.extras import require
from incan_math.game.rules import Rules
from incan_math.game.showing import Tabular
from incan_math.odds.distribution import Distribution
from incan_math.response.arguments import Progress, need_progress
from incan_math.simulation.card_orders import MOST_GAMES, need_seed
from incan_math.simulation.estimates import Estimate, mean_estimate, share_estimate
from incan_math.simulation.seats import Seat, seats_of
from incan_math.storage.announcement import announce_compiling

if TYPE_CHECKING:
    from incan_math.simulation.tallies import Tally

__all__ = ["Simulation", "simulate"]

_UNDER_WAY = 64
"""Batches that an executor holds at once, at most."""
_COMPILING_SECONDS = 15


@dataclass(frozen=True, repr=False)
class Simulation(Tabular):
    """What simulated games of one table add up to.

    Attributes:
        players: what the players are called, by seat.
        rules: the clauses.
        seed: of the card orders and of mixing.
        games: how many were played.
        compiled: whether compiled code played them; ordinary Python is slower and gives the same numbers.
    """

    players: tuple[str, ...]
    rules: Rules
    seed: int
    games: int
    compiled: bool
    _tally: Tally = field(compare=False)

    @cached_property
    def points(self) -> tuple[Estimate, ...]:
        """The mean score of each seat."""
        most = self.rules.gem_total * self.rules.expeditions + sum(self.rules.artifacts) + sum(self.rules.claim_gems)
        return tuple(mean_estimate(counts, most) for counts in self._tally.points)

    @cached_property
    def win_share(self) -> tuple[Estimate, ...]:
        """The mean of 1/k for a win shared by k players and 0 for a loss, of each seat; together they are 1."""
        seats = range(len(self.players))
        return tuple(share_estimate(self._tally.win_total(seat), self.games) for seat in seats)

    @property
    def wins(self) -> tuple[Estimate, ...]:
        """The probability that each seat wins alone."""
        return tuple(share_estimate(Fraction(int(row[1])), self.games) for row in self._tally.wins)

    @property
    def shared_wins(self) -> tuple[Estimate, ...]:
        """The probability that each seat shares the win with others."""
        return tuple(share_estimate(Fraction(int(row[2:].sum())), self.games) for row in self._tally.wins)

    @property
    def draws(self) -> Estimate:
        """The probability that two or more share the win."""
        shared = sum(Fraction(int(count), k) for row in self._tally.wins for k, count in enumerate(row) if k > 1)
        return share_estimate(Fraction(shared), self.games)

    @property
    def distributions(self) -> tuple[Distribution, ...]:
        """How the scores of each seat are distributed in the sample."""
        return tuple(Distribution.from_weights(counts) for counts in self._tally.points)

    @property
    def busts(self) -> tuple[Mapping[str, int], ...]:
        """How many games busted on each hazard kind, by expedition."""
        kinds = self.rules.kinds
        return tuple(dict(zip(kinds, row.tolist(), strict=True)) for row in self._tally.busts)

    @property
    def bust_cards(self) -> tuple[Mapping[int, int], ...]:
        """How many games busted on the first, second, ... card turned up, by expedition."""
        return tuple({cards: int(n) for cards, n in enumerate(row) if n} for row in self._tally.bust_lengths)

    @property
    def cards_turned(self) -> tuple[Mapping[int, int], ...]:
        """How many games turned up so many cards, by expedition."""
        return tuple({cards: int(n) for cards, n in enumerate(row) if n} for row in self._tally.lengths)

    @property
    def solo_runs(self) -> tuple[float, ...]:
        """In how many expeditions a game each seat was left as the only one in, on average."""
        return tuple(float(row[0]) / self.games for row in self._tally.solo)

    @property
    def solo_cards(self) -> tuple[float, ...]:
        """How many cards a game each seat turned up as the only one left, on average."""
        return tuple(float(row[1]) / self.games for row in self._tally.solo)

    @property
    def faults(self) -> Mapping[tuple[str, str], int]:
        """(player, error) and how often, where players that fail retire instead of ending the simulation."""
        return dict(self._tally.faults)

    @cached_property
    def points_without_luck(self) -> tuple[Estimate, ...]:
        """The mean score of each seat with luck taken out; only with `luck=True`."""
        return tuple(self._without_luck(1 + seat) for seat in range(len(self.players)))

    @cached_property
    def win_share_without_luck(self) -> tuple[Estimate, ...]:
        """The win share of each seat with luck taken out; only with `luck=True`."""
        return tuple(self._without_luck(1 + len(self.players) + seat) for seat in range(len(self.players)))

    def _without_luck(self, column: int) -> Estimate:
        from incan_math.simulation.control_variates import without_luck

        if self._tally.moments is None:
            raise GameError("luck: it was not written down; give simulate(..., luck=True)")
        return without_luck(self._tally.moments, column, 1 + 2 * len(self.players))

    def rows(self) -> list[dict[str, Any]]:
        """A row for each seat.

        The columns: `player`, then `points` and `win_share`, each with the ends of its interval (`_low`, `_high`).
        These are estimates, so they are floating-point numbers.
        """
        return [
            {"player": name, **points.columns("points"), **share.columns("win_share")}
            for name, points, share in zip(self.players, self.points, self.win_share, strict=True)
        ]

    def _in_full(self) -> None:
        """None: a sample is too big."""

    def _in_short(self) -> str:
        return f"of {self.games:,} games, {self.rules.name}: {', '.join(self.players)}"


def simulate(
    strategies: object,
    *,
    games: int = 100_000,
    rules: str | Rules = DEFAULT_EDITION,
    seed: int = 0,
    until: float | None = None,
    luck: bool = False,
    lenient: bool = False,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Simulation:
    """Play whole games of 1 to 8 players and report their mean scores and win shares, with intervals at 95 %.

    The cards of game g depend on (seed, g) alone, and so do the answers of players who mix. Equal arguments give equal
    results, with or without numba, and however many workers an executor has; memory does not grow with the games.
    Heuristics and their combinations are played by compiled code, all others, equilibria among them, by ordinary
    Python.

    Args:
        strategies: one for each seat: a `Strategy`, a bot marked by `sees_table`, or an `EngineChooser`.
        games: how many, or the most where `until` is given.
        rules: an edition's name or a `Rules` value.
        seed: a whole number of 64 bits.
        until: stop as soon as no interval of the mean points is wider than this.
        luck: whether to write down each player's luck, for `points_without_luck` and `win_share_without_luck`.
        lenient: a player that raises, or answers what is not a probability, retires there and is reported in `faults`,
            instead of ending the simulation.
        executor: where batches of games are played; in this process if omitted.
        progress: called with (games played, most games, games played).

    Raises:
        GameError: arguments that cannot be; a player's answer that is not a probability; NumPy is missing.

    >>> from incan_math import RetireAtGems, RetireAtHazards
    >>> result = simulate([RetireAtGems(8), RetireAtGems(12), RetireAtHazards(3)], games=2000)
    >>> round(sum(share.mean for share in result.win_share), 9), result.win_share[0].width < 0.05
    (1.0, True)
    """
    require("numpy")
    seats, known = seats_of(strategies), rules_of(rules)
    need_seed(seed)
    need_games(games)
    need_progress(progress)
    if until is not None and (isinstance(until, bool) or not isinstance(until, int | float) or not until > 0):
        raise GameError(f"until: {shown(until)} given; give the width of an interval in points, such as 0.1")
    if executor is not None and not hasattr(executor, "submit"):
        raise GameError(f"executor: {shown(executor)} given; give a concurrent.futures.Executor")
    from incan_math.simulation.batches import is_compiled

    compiled = is_compiled(known, seats)
    if compiled:
        announce_compiling("play_games", _COMPILING_SECONDS)
    total: Tally | None = None
    for tally in tallies(known, seats, seed, games, luck, lenient, executor):
        if total is None:
            total = tally
        else:
            total.add(tally)
        if progress is not None:
            progress(total.games, games, total.games)
        if until is not None and total.games > 1 and _widest(total) <= until:
            break
    assert total is not None
    return Simulation(tuple(seat.name for seat in seats), known, seed, total.games, compiled, total)


def tallies(
    rules: Rules,
    seats: tuple[Seat, ...],
    seed: int,
    games: int,
    luck: bool = False,
    lenient: bool = False,
    executor: Executor | None = None,
) -> Iterator[Tally]:
    """The counts of one batch of games after another, in order."""
    from incan_math.simulation.batches import Batch, batch_size, play_batch

    size = batch_size(rules, seats)
    batches = (
        Batch(rules, seats, seed, first, min(size, games - first), luck, lenient) for first in range(0, games, size)
    )
    if executor is None:
        yield from map(play_batch, batches)
        return
    waiting: deque[Future[Tally]] = deque()
    try:
        for batch in batches:
            waiting.append(executor.submit(play_batch, batch))
            if len(waiting) >= _UNDER_WAY:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()


def need_games(games: object) -> None:
    """Refuse what is not a number of games."""
    if type(games) is not int or not 2 <= games < MOST_GAMES:
        raise GameError(f"games: {shown(games)} given; give a whole number, 2 or more")


def _widest(tally: Tally) -> float:
    return max(mean_estimate(counts, max(counts)).width for counts in tally.points if isinstance(counts, Counter))

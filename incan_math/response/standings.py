"""Who wins after the last expedition: the rank of each player, and the best of those who are home.

Points decide, and among equal points the number of artifacts where the rules say so; both together are one integer, the
*rank*. Of those at home only the best rank matters to those who are still in, and who holds it: a win that k players
share counts 1/k for each of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from incan_math.game.errors import GameError
from incan_math.game.expedition import Expedition, need_live
from incan_math.game.rules import MAX_PLAYERS

__all__ = ["NOBODY", "Home", "Standings", "need_last_expedition", "rank", "split_rank"]

Home = tuple[int, int]
"""(the best rank of those at home, the players who hold it as bits)."""
NOBODY: Home = (-1, 0)
"""Nobody is home, or those at home cannot win any more."""
_STEP = 1 << 20  # More artifacts than a game can have.
_MOST = 10**9


def rank(points: int, artifacts: int = 0) -> int:
    """One integer that orders players by points, and by artifacts where points are equal."""
    return points * _STEP + artifacts


def split_rank(number: int) -> tuple[int, int]:
    """(points, artifacts) of a rank."""
    return divmod(number, _STEP)


@dataclass(frozen=True)
class Standings:
    """What everybody has before this expedition adds to it.

    Attributes:
        base: the rank that each player in has if the expedition brings nothing; the asker's first.
        home: the best of those who are home already. They hold the bits above those of the players in.
        by_artifacts: whether the number of artifacts breaks ties.
    """

    base: tuple[int, ...]
    home: Home
    by_artifacts: bool

    @classmethod
    def read(
        cls,
        state: Expedition,
        scores: Sequence[int],
        home: Sequence[int] = (),
        artifacts: Sequence[int] | None = None,
        home_artifacts: Sequence[int] | None = None,
    ) -> Standings:
        """Check what the caller knows of the table around `state`, a position of the last expedition.

        Args:
            state: a live state.
            scores: points that each player in had banked before this expedition.
            home: final points of those who have left already.
            artifacts: how many artifacts each player in had before this expedition; needed where they break ties and
                some were claimed.
            home_artifacts: how many artifacts each player at home has, under the same condition.

        Raises:
            GameError: a sequence does not fit the players.

        >>> Standings.read(Expedition.start(2), [7, 5]).base == (rank(7), rank(5))
        True
        """
        need_live(state)
        by_artifacts = state.rules.tie == "most artifacts"
        banked = _numbers("scores", scores, state.players, "one for each player in, the asker's first")
        away = state.setup.players - state.players
        final = _numbers("home", home, None, "the final points of those who have left")
        if len(banked) + len(final) > MAX_PLAYERS or (away and final and len(final) < away):
            raise GameError(
                f"home: {len(final)} given; {away} have left this expedition and a table seats {MAX_PLAYERS}"
            )
        mine = _artifacts("artifacts", artifacts, len(banked), state, by_artifacts)
        theirs = _artifacts("home_artifacts", home_artifacts, len(final), state, by_artifacts)
        ranks = [rank(points, count) for points, count in zip(final, theirs, strict=True)]
        best = max(ranks, default=-1)
        holders = sum(1 << len(banked) + place for place, one in enumerate(ranks) if one == best)
        return cls(tuple(map(rank, banked, mine)), (best, holders), by_artifacts)

    def gained(self, points: int, artifacts: int) -> int:
        """What points and artifacts taken in this expedition add to a rank."""
        return rank(points, artifacts if self.by_artifacts else 0)

    def joined(self, home: Home, players: int, gained: int) -> Home:
        """The best at home once the players of these bits have come home, each with `gained` added to their rank."""
        best, holders = home
        for player, base in enumerate(self.base):
            if players >> player & 1:
                one = base + gained
                if one > best:
                    best, holders = one, 1 << player
                elif one == best:
                    holders |= 1 << player
        return best, holders

    def seen(self, home: Home, inside: int) -> Home:
        """The same for those who are in: who is behind one of them for good is nobody to them."""
        least = max(base for player, base in enumerate(self.base) if inside >> player & 1)
        return home if home[0] >= least else NOBODY


def need_last_expedition(state: Expedition) -> None:
    """Refuse a state of an earlier expedition: nothing is known there of the expeditions that follow."""
    last, here = state.rules.expeditions, state.setup.expedition
    if here is not None and here != last:
        raise GameError(
            f"state: expedition {here} of {last}; with scores, playing to win is answered in the last one, so give"
            f" expedition={last}. Before it two players have `lead=`, more have objective='points' or a simulation"
        )


def _numbers(name: str, given: Iterable[int], wanted: int | None, what: str) -> tuple[int, ...]:
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        raise GameError(f"{name}: give whole numbers, {what}")
    numbers = tuple(given)
    if any(type(number) is not int or not 0 <= number <= _MOST for number in numbers):
        raise GameError(f"{name}: give whole numbers from 0 to {_MOST:,}, {what}")
    if wanted is not None and len(numbers) != wanted:
        raise GameError(f"{name}: {len(numbers)} given for the {wanted} players in; give {what}")
    return numbers


def _artifacts(
    name: str, given: Sequence[int] | None, players: int, state: Expedition, matters: bool
) -> tuple[int, ...]:
    if given is None:
        if matters and state.setup.claimed and players:
            raise GameError(f"{name}: artifacts were claimed and break ties; say how many each player has")
        return (0,) * players
    counts = _numbers(name, given, None, "one for each player")
    if len(counts) != players or sum(counts) > len(state.rules.artifacts):
        raise GameError(
            f"{name}: give a number for each of {players} players, at most {len(state.rules.artifacts)} together"
        )
    return counts if matters else (0,) * players

"""Leagues: each player at a table of each other, with results written to a file as they come."""

from __future__ import annotations

import csv
import io
import warnings
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any
from zlib import crc32

from incan_math.game.clauses import write_clauses
from incan_math.game.editions import DEFAULT_EDITION, rules_of
from incan_math.game.errors import GameError, shown
from incan_math.game.rules import MAX_PLAYERS, Rules
from incan_math.game.showing import Brief, Tabular
from incan_math.response.arguments import Progress, need_progress
from incan_math.simulation.estimates import Estimate
from incan_math.simulation.seats import seat_of
from incan_math.simulation.simulations import need_games, simulate

__all__ = ["League", "LeagueResult", "league"]

_MOST_PLAYERS = 100
_COLUMNS = (
    "player", "against", "players", "games", "seed", "rules", "points", "points low", "points high", "win share",
    "win share low", "win share high", "faults", "check",
)  # fmt: skip


@dataclass(frozen=True, slots=True, repr=False)
class LeagueResult(Brief):
    """One player at a table where all others play another one.

    Attributes:
        player, against: their names.
        points, win_share: of the player.
        faults: how many decisions it, or one of the others, lost by failing.
    """

    player: str
    against: str
    points: Estimate
    win_share: Estimate
    faults: int


@dataclass(frozen=True, repr=False)
class League(Tabular):
    """The results of all pairs: row i is player i at a table of n - 1 times player j.

    Attributes:
        names: the players.
        players: how many sit at a table.
        results: [i][j].
    """

    names: tuple[str, ...]
    players: int
    results: tuple[tuple[LeagueResult, ...], ...]

    def rows(self) -> list[dict[str, Any]]:
        """A row for each player at a table of each other.

        The columns: `player`, `against`, then `points` and `win_share`, each with the ends of its interval (`_low`,
        `_high`), and `faults`. These are estimates, so they are floating-point numbers.
        """
        return [
            {
                "player": each.player,
                "against": each.against,
                **each.points.columns("points"),
                **each.win_share.columns("win_share"),
                "faults": each.faults,
            }
            for row in self.results
            for each in row
        ]

    @property
    def win_share(self) -> tuple[tuple[Estimate, ...], ...]:
        """The win-share matrix."""
        return tuple(tuple(result.win_share for result in row) for row in self.results)

    @property
    def points(self) -> tuple[tuple[Estimate, ...], ...]:
        """The points matrix."""
        return tuple(tuple(result.points for result in row) for row in self.results)

    @property
    def best_responses(self) -> tuple[str, ...]:
        """For each player, which one has the greatest win share at a table of it."""
        columns = zip(*self.win_share, strict=True)
        return tuple(self.names[max(range(len(column)), key=lambda i: column[i].mean)] for column in map(list, columns))


def league(
    candidates: Sequence[object],
    *,
    players: int = 2,
    games: int = 20_000,
    rules: str | Rules = DEFAULT_EDITION,
    seed: int = 0,
    file: str | Path | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> League:
    """Play each candidate at a table where all others play one candidate, for all pairs.

    A bot that raises or answers what is not a probability retires at that decision; the fault is counted.

    Args:
        candidates: players, as for `simulate`, with different names.
        players: how many sit at a table, 2 to 8.
        games: how many games each pair plays.
        rules: an edition's name or a `Rules` value.
        seed: a whole number of 64 bits; all pairs play the same cards.
        file: a CSV file; each result is added as it comes, and one that is there already is not played again. A line
            that is damaged is reported by a warning and played again.
        executor: where games are played.
        progress: called with (pairs played, all pairs, pairs played).

    Raises:
        GameError: as for `simulate`; names that are not different; a file of something else.

    >>> from incan_math import RetireAtGems
    >>> result = league([RetireAtGems(5), RetireAtGems(9)], games=2000)
    >>> result.names, result.best_responses
    (('gems:5', 'gems:9'), ('gems:9', 'gems:9'))
    """
    if isinstance(candidates, str | bytes) or not isinstance(candidates, Sequence) or not candidates:
        raise GameError(f"candidates: {shown(candidates)} given; give a list of players")
    if len(candidates) > _MOST_PLAYERS:
        raise GameError(f"candidates: {len(candidates)} given; a league has at most {_MOST_PLAYERS}")
    if type(players) is not int or not 2 <= players <= MAX_PLAYERS:
        raise GameError(f"players: {shown(players)} given; a league's table has 2 to {MAX_PLAYERS} players")
    need_games(games)
    need_progress(progress)
    known = rules_of(rules)
    names = tuple(seat_of(candidate).name for candidate in candidates)
    if len(set(names)) < len(names):
        raise GameError("candidates: two have one name; give each function a name of its own")
    code = f"{known.name} {crc32(chr(10).join(write_clauses(known)).encode()):08x}"
    table = f"{players}", f"{games}", f"{seed}", code
    path = None if file is None else Path(file)
    done = {} if path is None else dict(_kept(path, table))
    rows: list[tuple[LeagueResult, ...]] = []
    for i, player in enumerate(candidates):
        row = []
        for j, against in enumerate(candidates):
            result = done.get((names[i], names[j]))
            if result is None:
                played = simulate(
                    [player, *[against] * (players - 1)],
                    games=games, rules=known, seed=seed, lenient=True, executor=executor,
                )  # fmt: skip
                faults = sum(played.faults.values())
                result = LeagueResult(names[i], names[j], played.points[0], played.win_share[0], faults)
                if path is not None:
                    _append(path, result, table)
            row.append(result)
            if progress is not None:
                number = i * len(candidates) + j + 1
                progress(number, len(candidates) ** 2, number)
        rows.append(tuple(row))
    return League(names, players, tuple(rows))


def _append(path: Path, result: LeagueResult, table: tuple[str, ...]) -> None:
    numbers = [*astuple(result.points)[:3], *astuple(result.win_share)[:3]]
    cells = [result.player, result.against, *table, *map(repr, numbers), str(result.faults)]
    text = "" if path.exists() and path.stat().st_size else _line(_COLUMNS)
    if not text and not path.read_bytes().endswith(b"\n"):
        text = "\n"  # The last line was cut off by a kill; it will be reported as damaged.
    with path.open("a", encoding="utf-8", newline="") as stream:
        stream.write(text + _line([*cells, _check(cells)]))


def _kept(path: Path, table: tuple[str, ...]) -> Iterator[tuple[tuple[str, str], LeagueResult]]:
    """The results of this table that the file has."""
    if not path.exists() or not path.stat().st_size:
        return
    with path.open(encoding="utf-8", newline="", errors="replace") as stream:
        lines = csv.reader(stream)
        if tuple(next(lines, ())) != _COLUMNS:
            raise GameError(f"file: {shown(str(path))} is not a file of league results; give another name")
        for number, cells in enumerate(lines, start=2):
            if len(cells) != len(_COLUMNS) or cells[-1] != _check(cells[:-1]):
                warnings.warn(f"line {number} of {path} is damaged; its pair is played again", stacklevel=3)
                continue
            if tuple(cells[2:6]) == table:
                numbers = [float(cell) for cell in cells[6:12]]
                games = int(cells[3])
                points = Estimate(numbers[0], numbers[1], numbers[2], games)
                share = Estimate(numbers[3], numbers[4], numbers[5], games)
                yield (cells[0], cells[1]), LeagueResult(cells[0], cells[1], points, share, int(cells[12]))


def _line(cells: Sequence[str]) -> str:
    stream = io.StringIO()
    csv.writer(stream, lineterminator="\n").writerow(cells)
    return stream.getvalue()


def _check(cells: Sequence[str]) -> str:
    return f"{crc32(_line(cells).encode()):08x}"

"""Batches of games: a range of game numbers, played by compiled code where all players allow it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from incan_math.game.cards import Hazard, Treasure
from incan_math.game.rules import Rules
from incan_math.simulation.card_orders import key_of_seed, physical_cards, shuffled_places
from incan_math.simulation.game_kernels import CardTable, GameRecord, Programs, play_games, shuffle_games
from incan_math.simulation.programs import MOST_NUMBER, Program
from incan_math.simulation.seats import Seat
from incan_math.simulation.table_play import GamePlay, Mishap
from incan_math.simulation.tallies import Tally, empty_record, tally_of
from incan_math.storage.compiled import has_numba

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Batch", "play_batch"]

_COMPILED_GAMES, _PYTHON_GAMES = 16_384, 512
_MOST_ARTIFACTS = 12


@dataclass(frozen=True)
class Batch:
    """Games of one table.

    Attributes:
        rules, seats, seed: the table.
        first, count: the numbers of the games.
        luck: whether luck is written down.
        lenient: whether a player that fails retires and is reported, instead of the error going on.
    """

    rules: Rules
    seats: tuple[Seat, ...]
    seed: int
    first: int
    count: int
    luck: bool = False
    lenient: bool = False

    @property
    def compiled(self) -> bool:
        """Whether compiled code can play the games: all players are programs, and no number overflows."""
        return is_compiled(self.rules, self.seats)


def is_compiled(rules: Rules, seats: Sequence[Seat]) -> bool:
    """Whether compiled code plays the games of these players."""
    fits = rules.gem_total * rules.card_count < MOST_NUMBER and len(rules.artifacts) <= _MOST_ARTIFACTS
    return has_numba() and fits and len(rules.kinds) < 24 and all(seat.program is not None for seat in seats)


def batch_size(rules: Rules, seats: Sequence[Seat]) -> int:
    """How many games a batch has; it depends on the table alone, so that no sum depends on how work is split."""
    return _COMPILED_GAMES if is_compiled(rules, seats) else _PYTHON_GAMES


def play_batch(batch: Batch) -> Tally:
    """Play the games and count."""
    record, faults = record_of(batch)
    return tally_of(record, batch.rules, faults)


def record_of(batch: Batch) -> tuple[GameRecord, Counter[tuple[str, str]]]:
    """Play the games and write them down, one by one; with the faults of players that failed."""
    record = empty_record(batch.rules, len(batch.seats), batch.count, batch.luck)
    faults: Counter[tuple[str, str]] = Counter()
    if batch.compiled:
        programs = [seat.program for seat in batch.seats if seat.program is not None]
        low, high = key_of_seed(batch.seed)
        play_games(
            lay_cards(batch.rules), lay_programs(programs), low, high, batch.first, batch.count, record
        )  # fmt: skip
        return record, faults

    def retires(seat: Seat, error: Exception) -> int:
        faults[seat.name, f"{type(error).__name__}: {' '.join(str(error).split())[:200]}"] += 1
        return 1

    mishap: Mishap | None = retires if batch.lenient else None
    play = GamePlay(batch.rules, batch.seats, key_of_seed(batch.seed), mishap)
    for row, orders in enumerate(_orders(batch)):
        play.play(batch.first + row, row, orders, record)
    return record, faults


def _orders(batch: Batch) -> Iterable[Sequence[Iterable[int]]]:
    """For each game, for each expedition, the places of the cards as they come."""
    rules = batch.rules
    key, cards = key_of_seed(batch.seed), rules.card_count
    if not has_numba():
        for game in range(batch.first, batch.first + batch.count):
            yield [shuffled_places(key, game, expedition, cards) for expedition in range(rules.expeditions)]
        return
    several = max(1, 200_000 // (cards * rules.expeditions))
    for first in range(0, batch.count, several):
        orders = np.zeros((min(several, batch.count - first), rules.expeditions, cards), np.int64)
        shuffle_games(cards, rules.expeditions, *key, batch.first + first, orders)
        yield from orders.tolist()


def lay_cards(rules: Rules) -> CardTable:
    """The rules as arrays."""
    cards = physical_cards(rules)
    kinds, numbers, ranks = (np.zeros(len(cards), np.int64) for _ in range(3))
    seen: Counter[str] = Counter()
    for place, card in enumerate(cards):
        if isinstance(card, Treasure):
            numbers[place] = card.value
        elif isinstance(card, Hazard):
            kinds[place], numbers[place], ranks[place] = 1, rules.kinds.index(card.name), seen["hazard", card.name]  # type: ignore[index]
            seen["hazard", card.name] += 1  # type: ignore[index]
        else:
            kinds[place], numbers[place] = 2, seen["artifact"]
            seen["artifact"] += 1
    clauses = [
        rules.artifact_value == "printed",
        rules.artifact_entry == "all at once",
        rules.undrawn_artifact == "stays",
        rules.artifact_step == "claimed or lost",
        rules.leftover == "per card",
        rules.expeditions,
    ]
    return CardTable(
        kinds,
        numbers,
        ranks,
        _array(rules.hazards.values()),
        _array(rules.artifacts),
        _array(rules.claim_gems or (0,) * len(rules.artifacts)),
        _array(map(int, clauses)),
    )


def lay_programs(programs: Sequence[Program]) -> Programs:
    """The programs of all players, one after another."""
    lines = [line for program in programs for line in program.instructions]
    ends = np.cumsum([0, *(len(program.instructions) for program in programs)])
    one_step = any(program.needs_one_step for program in programs)
    return Programs(np.array(lines, np.int64), ends, _array(program.scale for program in programs), one_step)


def _array(numbers: Iterable[int]) -> NDArray[np.int64]:
    return np.array(list(numbers), np.int64)

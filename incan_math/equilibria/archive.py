"""Equilibria on disk: two bits for each situation, and the probabilities that are neither 0 nor 1.

What is read back is believed as far as it is cheap to check: every number must lie in its range, the counts must fit
the situations, and no deviation may gain more than rounding explains, neither by the file's own word nor in a sample of
subgames, half of which begin at mixed decisions drawn anew at each reading. That finds accidents, and forgeries that
change many decisions; one that changes a few of millions, or the value within its range, is believed.

The result for a fresh deck also holds the policy for every later position. What is taken from it is audited in full.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from hashlib import sha256
from random import Random, SystemRandom
from typing import TYPE_CHECKING

from incan_math.equilibria.sweeps import Audited, SolvedPolicy, audit, rounding
from incan_math.game.errors import GameError
from incan_math.game.expedition import Expedition
from incan_math.states.grid import Grid
from incan_math.states.rows import DECIDING
from incan_math.storage.store import Store

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

__all__ = ["from_fresh_deck", "key_of", "load", "restricted", "save"]

_VERSION = 2  # Of what is computed and how it is stored; with another number, old files are no longer found.
_SAMPLE = 4  # Subgames of a kept result that are recomputed, from late states and from mixed decisions each,
_FEW_TREASURES = 4  # with so many treasures undrawn at the start,
_SMALL = 20_000  # and at most so many situations, or
_SHARE = 200  # one in so many of the whole.
_TRIES = 24  # Mixed decisions drawn until enough of them begin subgames that are small.
_WORTH_READING = 20  # A fresh deck's result is read for a later position that has one in so many of its situations.
_NOBODY, _STAY, _RETIRE, _MIX = range(4)  # Two bits each; stay is 0 and retire 1.


def key_of(state: Expedition, utility: tuple[Fraction, ...] | None) -> str:
    """All that the equilibrium at `state` depends on, as text; names of cards are left out."""
    rules, now = state.rules, state.situation.unnamed()
    artifacts = [kind.points for kind in rules.artifact_kinds]
    worth = "points"
    if utility is not None:  # In hexadecimal, which takes any number of digits.
        text = ",".join(f"{worth.numerator:x}/{worth.denominator:x}" for worth in utility)
        worth = sha256(text.encode()).hexdigest()
    return f"equilibrium {_VERSION}: {rules.values} {artifacts} {tuple(now)} {worth}"


def save(store: Store, key: str, title: str, solved: SolvedPolicy, found: Audited) -> None:
    """Keep a result."""
    import numpy as np

    flat = solved.retires.reshape(-1)
    codes = np.full(-(-flat.size // 4) * 4, _NOBODY, np.uint8)
    here = codes[: flat.size]
    here[flat == 0] = _STAY
    here[flat == 1] = _RETIRE
    here[(flat > 0) & (flat < 1)] = _MIX
    by_four = codes.reshape(-1, 4)
    packed = by_four[:, 0] | by_four[:, 1] << 2 | by_four[:, 2] << 4 | by_four[:, 3] << 6
    numbers = np.array([found.value, found.best, found.gain, *found.stay])
    mixed = flat[here == _MIX]
    store.save(key, title, {"codes": packed, "mixed": mixed, "numbers": numbers, "counts": np.array(solved.counts)})


def load(store: Store, key: str, grid: Grid, reward: Floats) -> tuple[SolvedPolicy, Audited] | None:
    """What was kept under the key for the situations of the grid; None if there is nothing sound."""
    import numpy as np

    arrays = store.load(key)
    if arrays is None:
        return None
    size = grid.situations
    expected = {
        "codes": (np.uint8, -(-size // 4)),
        "counts": (np.int64, 5),
        "mixed": (np.float64, None),
        "numbers": (np.float64, 3 + (grid.players if grid.state.is_deciding else 0)),
    }
    for name, (kind, length) in expected.items():
        array = arrays.get(name)
        if array is None or array.dtype != kind or array.ndim != 1 or length not in (None, len(array)):
            return None  # Written by another program under our key.
    packed, mixed, numbers = arrays["codes"], arrays["mixed"], arrays["numbers"]
    codes = np.empty((packed.size, 4), np.uint8)
    for i in range(4):
        codes[:, i] = packed >> 2 * i & 3
    here = codes.reshape(-1)[:size]
    counts = arrays["counts"].tolist()
    if np.count_nonzero(here == _MIX) != len(mixed) or not np.all((mixed > 0) & (mixed < 1)):
        return None
    if not 0 <= counts[1] <= counts[0] <= size or not 0 <= counts[4] <= counts[3] <= counts[0] >= counts[2] >= 0:
        return None
    low, high = float(np.min(reward)), float(np.max(reward))
    slack = float(rounding(grid, reward))
    worth = np.delete(numbers, 2)
    if not (np.all(worth >= low - slack) and np.all(worth <= high + slack)):
        return None  # NaN is neither.
    most = gain_of_rounding(grid, reward)
    if not (0 <= numbers[2] <= most and numbers[1] - numbers[0] <= most):
        return None
    retires = np.full(size, np.nan)
    retires[here == _STAY] = 0.0
    retires[here == _RETIRE] = 1.0
    retires[here == _MIX] = mixed
    value, best, gain, *stay = numbers.tolist()
    policy = retires.reshape(grid.shape)
    if not _sample_holds(grid, reward, policy, np.flatnonzero(here == _MIX), gain + 4 * slack):
        return None
    return SolvedPolicy(policy, tuple(counts)), Audited(value, best, gain, tuple(stay))


def gain_of_rounding(grid: Grid, reward: Floats) -> float:
    """More than any deviation gains from a policy that was solved here: at each card a few times the rounding."""
    return float(16 * (grid.cards_left + 1) * rounding(grid, reward))


def from_fresh_deck(
    store: Store, grid: Grid, reward: Floats, limit: int
) -> tuple[bool, tuple[SolvedPolicy, Audited] | None]:
    """(whether the fresh deck's result is kept, what it says of the later positions on `grid`), for plain points.

    Nothing is taken from it where reading it would take longer than solving the later position.
    """
    import numpy as np

    fresh = Expedition._from_setup(grid.state.setup)
    key = key_of(fresh, None)
    if fresh == grid.state or not store.has(key):
        return False, None
    if 4 * store.size(key) > _WORTH_READING * grid.situations:
        return True, None
    try:
        whole = Grid(fresh, limit, grid.merged)
    except GameError:
        return True, None
    kept = load(store, key, whole, whole.payoffs(None).floats)
    if kept is None:
        return False, None
    policy = restricted(kept[0].retires, whole, grid)
    decided = (grid.marks & DECIDING > 0) & ~grid.ended
    if np.any(np.isnan(policy) & decided):
        return False, None
    policy[~decided] = np.nan
    found = audit(grid, reward, policy, policy)
    if found.gain > gain_of_rounding(whole, reward):
        return False, None
    _, players = grid.place_of(np.arange(grid.rows))
    joint = policy[players > 1]
    decisions, mixed = int(np.count_nonzero(~np.isnan(joint))), int(np.count_nonzero((joint > 0) & (joint < 1)))
    return True, (SolvedPolicy(policy, (decisions, mixed)), found)


def _sample_holds(grid: Grid, reward: Floats, retires: Floats, mixed: Ints, gain: float) -> bool:
    """Whether in a sample of small subgames no deviation from the policy gains more than `gain`.

    `mixed` are the places in the flat array at which players mix.
    """
    import numpy as np

    most = max(_SMALL, grid.situations // _SHARE)
    late = (_later(grid.state, Random(seed)) for seed in range(_SAMPLE))
    for states, wanted in ((late, _SAMPLE), (_mixed_states(grid, mixed), _SAMPLE)):
        for state in states:
            if state is None or not wanted:
                continue
            try:
                small = Grid(state, most, grid.merged)
            except GameError:
                continue
            policy = restricted(retires, grid, small)
            if np.any(np.isnan(policy) & (small.marks & DECIDING > 0) & ~small.ended):
                return False
            if audit(small, reward, policy, policy).gain > gain:
                return False
            wanted -= 1
    return True


def _mixed_states(grid: Grid, mixed: Ints) -> Iterator[Expedition]:
    """Some states at which players mix, more of them with few treasures undrawn; others at every call."""
    import numpy as np

    random = SystemRandom()
    for _ in range(_TRIES if len(mixed) else 0):
        row, column = divmod(int(mixed[int(len(mixed) * random.random() ** 4)]), grid.shape[1])
        decks, players = grid.place_of(np.array([row]))
        yield grid.expedition(int(decks[0]), int(players[0]), int(grid.codes[row]), column)


def _later(state: Expedition, random: Random) -> Expedition | None:
    """A live state at which few treasures and most hazards are undrawn; now and then a player left before."""
    while sum(state.situation.treasures) > _FEW_TREASURES:
        if state.is_deciding and state.players > 2 and random.random() < 0.1:
            state = state.retire(1)[1]
        after = [draw.after for draw in state.draws() if not draw.after.is_bust]
        treasures = [there for there in after if there.showing == state.showing]
        state = random.choice(treasures if random.random() < 0.9 and treasures else after)
    return state if state.cards_left else None


def restricted(retires: Floats, grid: Grid, later: Grid) -> Floats:
    """The policy of one grid on the situations of another one that starts later in the same game.

    Situations that the earlier grid lacks, those that cannot follow from its start, get NaN.
    """
    import numpy as np

    decks, columns = grid.places_in(later)
    found = np.full(later.shape, np.nan)
    for deck, there in enumerate(decks):
        for inside in range(1, later.players + 1):
            first, end = (int(row) for row in later.starts[deck * later.players + inside - 1 :][:2])
            begin, stop = (int(row) for row in grid.starts[there * grid.players + inside - 1 :][:2])
            codes = later.codes[first:end]
            wanted = codes // later.width * grid.width + codes % later.width
            rows = np.searchsorted(grid.codes[begin:stop], wanted)
            known = rows < stop - begin
            known[known] = grid.codes[begin + rows[known]] == wanted[known]
            found[first:end][known] = retires[begin + rows[known]][:, columns]
    return found

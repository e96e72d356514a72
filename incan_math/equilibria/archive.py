"""How an equilibrium lies in the store: two bits for each situation, and the chances that are neither 0 nor 1."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from incan_math.equilibria.sweeps import Audited, Solved
from incan_math.game.expedition import Expedition
from incan_math.storage.store import Store

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

__all__ = ["key_of", "load", "save"]

_VERSION = 1  # Of what is computed and how it is stored; with another number, old files are no longer found.
_NOBODY, _RETIRE, _STAY, _MIX = range(4)


def key_of(state: Expedition, utility: tuple[Fraction, ...] | None) -> str:
    """All that the equilibrium at `state` depends on, as text; names of cards are no part of it."""
    rules, now = state.rules, state.situation.unnamed()
    artifacts = [kind.points for kind in rules.artifact_kinds]
    worth = "points" if utility is None else ",".join(map(str, utility))
    return f"equilibrium {_VERSION}: {rules.values} {artifacts} {tuple(now)} {worth}"


def save(store: Store, key: str, title: str, solved: Solved, found: Audited) -> None:
    """Keep a result."""
    import numpy as np

    flat = solved.stays.reshape(-1)
    codes = np.full(-(-flat.size // 4) * 4, _NOBODY, np.uint8)
    here = codes[: flat.size]
    here[flat == 0] = _RETIRE
    here[flat == 1] = _STAY
    here[(flat > 0) & (flat < 1)] = _MIX
    by_four = codes.reshape(-1, 4)
    packed = by_four[:, 0] | by_four[:, 1] << 2 | by_four[:, 2] << 4 | by_four[:, 3] << 6
    numbers = np.array([found.value, found.best, found.gain, *found.stay])
    mixed = flat[here == _MIX]
    store.save(key, title, {"codes": packed, "mixed": mixed, "numbers": numbers, "counts": np.array(solved.counts)})


def load(store: Store, key: str, shape: tuple[int, int]) -> tuple[Solved, Audited] | None:
    """What was kept under the key for situations in that shape (rows, lanes); None if there is nothing sound."""
    import numpy as np

    arrays = store.load(key)
    if arrays is None:
        return None
    size = shape[0] * shape[1]
    lengths = {name: len(array) for name, array in arrays.items()}
    expected = {"codes": -(-size // 4), "counts": 5}
    if not lengths.keys() >= {*expected, "mixed", "numbers"} or lengths | expected != lengths or lengths["numbers"] < 3:
        return None  # Written by another program under our key.
    packed = arrays["codes"]
    codes = np.empty((packed.size, 4), np.uint8)
    for i in range(4):
        codes[:, i] = packed >> 2 * i & 3
    here = codes.reshape(-1)[:size]
    stays = np.full(size, np.nan)
    stays[here == _RETIRE] = 0.0
    stays[here == _STAY] = 1.0
    if np.count_nonzero(here == _MIX) != lengths["mixed"]:
        return None
    stays[here == _MIX] = arrays["mixed"]
    value, best, gain, *stay = arrays["numbers"].tolist()
    return Solved(stays.reshape(shape), tuple(arrays["counts"].tolist())), Audited(value, best, gain, tuple(stay))

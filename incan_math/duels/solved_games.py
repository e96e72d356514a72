"""Solved two-player games as arrays: packed for a store, read back, and those that ship with the package."""

from __future__ import annotations

import json
import sys
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from incan_math.duels.values import Curve, Values
from incan_math.game.rules import Rules
from incan_math.states.between import Between, layers
from incan_math.storage.cache_folder import StoreWarning
from incan_math.storage.store import Store

if TYPE_CHECKING:
    from numpy import ndarray

    Arrays = dict[str, ndarray[Any, Any]]

__all__ = ["key_of", "load", "pack", "save", "shipped", "unpack"]

_VERSION = 1
"""Raised when the same clauses come to mean other numbers."""
_ROUNDING = 1e-11
"""More than twice the proved bound on the error of any deck that is solved."""
_MOST_LEAD = 1 << 40
_SAMPLE_WORK = 2_000_000


def key_of(rules: Rules) -> str:
    """A text that is the same for all rules under which two players play the same game, whatever names are used."""
    printed = rules.artifact_value == "printed"
    clauses = {
        "version": _VERSION,
        "treasures": rules.treasures,
        "hazards": sorted(rules.hazards.values()),
        "artifacts": rules.artifacts if printed else [sum(rules.claim_worth(i)) for i in range(len(rules.artifacts))],
        "value": rules.artifact_value,
        "entry": rules.artifact_entry,
        "undrawn": rules.undrawn_artifact,
        "step": rules.artifact_step,
        "tie": rules.tie,
        "expeditions": rules.expeditions,
    }
    return f"two players for the win: {json.dumps(clauses, sort_keys=True)}"


def pack(curves: Mapping[Between, Curve]) -> Arrays:
    """The curves as arrays: states as text, the first lead of each, how many, and all probabilities in a row."""
    states = sorted(curves)
    return {
        "states": np.array([json.dumps(state) for state in states], dtype=np.str_),
        "first": np.array([curves[state].first for state in states], np.int64),
        "count": np.array([len(curves[state].probabilities) for state in states], np.int64),
        "chances": np.concatenate([np.zeros(0), *(curves[state].probabilities for state in states)]),
    }


def unpack(arrays: Arrays) -> dict[Between, Curve]:
    """The curves that `pack` made arrays of.

    Raises:
        ValueError: they are not such arrays: another type or shape, numbers that are no probabilities, or a
            probability that falls as the lead grows.
    """
    if not arrays.keys() >= {"states", "first", "count", "chances"}:
        raise ValueError("an array is missing")
    texts, first, count, probabilities = (arrays[name] for name in ("states", "first", "count", "chances"))
    kinds = texts.dtype.kind, first.dtype.kind, count.dtype.kind, probabilities.dtype
    if kinds != ("U", "i", "i", np.dtype(np.float64)) or {a.ndim for a in (texts, first, count, probabilities)} != {1}:
        raise ValueError("an array has another type or shape")
    if not len(texts) == len(first) == len(count) or (count < 1).any() or int(count.sum()) != len(probabilities):
        raise ValueError("the lengths of the arrays do not agree")
    if (
        np.abs(first).max(initial=0) > _MOST_LEAD
        or not (probabilities >= 0.0).all()
        or not (probabilities <= 1.0).all()
    ):
        raise ValueError("a lead or a probability is out of range")
    found: dict[Between, Curve] = {}
    ends = np.cumsum(count)
    for text, start, size, end in zip(texts, first, count, ends, strict=True):
        state = _state(str(text))
        curve = Curve(int(start), probabilities[end - size : end])
        if (np.diff(curve.probabilities) < -_ROUNDING).any():
            raise ValueError("a probability falls as the lead grows")
        if not state.lead and np.abs(curve.probabilities + curve.probabilities[::-1] - 1.0).max() > _ROUNDING:
            raise ValueError("a probability of level players is not symmetric")
        if not state.lead and curve.first != 1 - (len(curve.probabilities) + 1) // 2:
            raise ValueError("the curve of level players does not have its middle at 0")
        if state in found:
            raise ValueError("a state is there twice")
        found[state] = curve
    return found


def load(store: Store, rules: Rules) -> dict[Between, Curve]:
    """The states of a game that a store holds; none, with a warning, where its arrays cannot be right.

    Beyond what `unpack` checks, every state must be one of the game's, and one of them is solved anew at one lead.
    """
    arrays = store.load(key_of(rules))
    if arrays is None:
        return {}
    try:
        curves = unpack(arrays)
        if not curves.keys() <= {state for layer in layers(rules) for state in layer}:
            raise ValueError("a state is not one of this game")
        _check_sample(rules, curves)
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        warnings.warn(
            f"the solved game of {rules.name} in the cache is damaged or foreign ({error}); it is solved anew",
            StoreWarning,
            stacklevel=2,
        )
        return {}
    return curves


def save(store: Store, rules: Rules, curves: Mapping[Between, Curve]) -> None:
    """Keep states of a game, beside those that the store holds: another process may have solved them meanwhile."""
    with _locked(store):
        arrays = store.load(key_of(rules))
        try:
            together = {} if arrays is None else unpack(arrays)
        except ValueError:
            together = {}
        together.update(curves)
        total = sum(map(len, layers(rules)[1:]))
        part = "" if len(together) == total else f", {len(together)} of {total} situations so far"
        store.save(key_of(rules), f"two players for the win, {rules.name}{part}", pack(together))


@contextmanager
def _locked(store: Store) -> Iterator[None]:
    """Hold the store's lock for solved games, so that two processes do not overwrite each other's."""
    if store.folder is None:
        yield
        return
    try:
        store.folder.mkdir(parents=True, exist_ok=True)
        handle = open(store.folder / "duel.lock", "a")  # noqa: SIM115
    except OSError:  # The store warns when it cannot write.
        yield
        return
    with handle:
        if sys.platform != "win32":
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def _state(text: str) -> Between:
    fields = json.loads(text)
    if not isinstance(fields, list) or len(fields) != 5:
        raise ValueError("a state is not written as one")
    number, hazards, artifacts, claims, lead = fields
    if not isinstance(hazards, list) or not isinstance(artifacts, list):
        raise ValueError("a state is not written as one")
    if any(type(each) is not int for each in (number, claims, lead, *hazards, *artifacts)):
        raise ValueError("a state is not written in whole numbers")
    return Between(number, tuple(hazards), tuple(artifacts), claims, lead)


def _check_sample(rules: Rules, curves: Mapping[Between, Curve]) -> None:
    """Solve one state of the last expedition again at one lead, chosen by what the file says."""
    from incan_math.duels.block import block_of, deck_of, solve_block
    from incan_math.duels.cost import Plan, size_before

    last = sorted(state for state in curves if state.expedition == rules.expeditions)
    if not last:
        return
    draw = int.from_bytes(sha256(b"".join(curves[state].probabilities.tobytes() for state in last)).digest()[:8])
    state = last[draw % len(last)]
    if size_before(rules, state).work > _SAMPLE_WORK:
        return
    curve = curves[state]
    lead = curve.first + draw // len(last) % len(curve.probabilities)
    treasures = tuple((value, rules.treasures.count(value)) for value in rules.values)
    plan = Plan(1, 32, False)
    (value,) = solve_block(block_of(Values(rules), state, deck_of(state, treasures), lead, 1, plan=plan)).both_stay
    if abs(value - curve.at(lead, 1)[0]) > _ROUNDING:
        raise ValueError("a state solved anew has another value")


def shipped(rules: Rules) -> dict[Between, Curve]:
    """The states of a game that come solved with the package; none where it does not ship."""
    arrays = shipped_store().load(key_of(rules))
    return {} if arrays is None else unpack(arrays)


def shipped_store() -> Store:
    """The solved games that come with the package."""
    return Store(Path(__file__).parent / "solved")

"""Solved two-player games as arrays: packed for a store, read back, and those that ship with the package."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from incan_math.duels.values import Curve
from incan_math.game.rules import Rules
from incan_math.states.between import Between
from incan_math.storage.store import Store

if TYPE_CHECKING:
    from numpy import ndarray

    Arrays = dict[str, ndarray[Any, Any]]

__all__ = ["key_of", "pack", "shipped", "unpack"]

_VERSION = 1
"""Raised when the same clauses come to mean other numbers."""


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
    """The curves as arrays: states as text, the first lead of each, how many, and all chances in a row."""
    states = sorted(curves)
    return {
        "states": np.array([json.dumps(state) for state in states], dtype=np.str_),
        "first": np.array([curves[state].first for state in states], np.int64),
        "count": np.array([len(curves[state].chances) for state in states], np.int64),
        "chances": np.concatenate([np.zeros(0), *(curves[state].chances for state in states)]),
    }


def unpack(arrays: Arrays) -> dict[Between, Curve]:
    """The curves that `pack` made arrays of."""
    found = {}
    ends = np.cumsum(arrays["count"])
    for text, first, count, end in zip(arrays["states"], arrays["first"], arrays["count"], ends, strict=True):
        number, hazards, artifacts, claims, lead = json.loads(str(text))
        state = Between(number, tuple(hazards), tuple(artifacts), claims, lead)
        found[state] = Curve(int(first), arrays["chances"][end - count : end])
    return found


def shipped() -> Store:
    """The solved games that come with the package."""
    return Store(Path(__file__).parent / "solved")

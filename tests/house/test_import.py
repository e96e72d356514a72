"""What importing the package loads."""

from __future__ import annotations

import subprocess
import sys

HEAVY = {"sympy", "networkx", "numpy", "numba", "matplotlib", "typer", "rich", "click", "flint"}


def loaded_by(code: str) -> set[str]:
    """The packages that a fresh interpreter has loaded after this code."""
    command = [sys.executable, "-c", f"{code}\nimport sys\nprint(*sys.modules)"]
    names = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    return {name.partition(".")[0] for name in names}


def test_import_loads_nothing_heavy() -> None:
    assert not loaded_by("import incan_math") & HEAVY


def test_odds_are_pure_python() -> None:
    code = """
from incan_math import Expedition, Game, bust_probability, draws_to_bust, gems_before_bust, next_card, validate
cave = Expedition.parse("7 fire 11 -1 snakes", players=4)
print(bust_probability(cave, 3), draws_to_bust(cave).mean, gems_before_bust(cave).mean, next_card(cave).bust)
print(validate("bga-sr"), Game.start(2))
"""
    assert not loaded_by(code) & HEAVY


def test_the_compiler_is_loaded_by_kernels_alone() -> None:
    code = """
from incan_math import Expedition, RetireAtGems, evaluate, win_probability
from incan_math.simulation import participants
print(win_probability(3, expedition=5))  # It ships solved.
print(evaluate(Expedition.parse("7 fire", players=2), [RetireAtGems(9), RetireAtGems(8)]).points)
"""
    assert "numba" not in loaded_by(code)

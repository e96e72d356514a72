"""What importing the package loads, and which part of it may import which."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import incan_math

PACKAGE = Path(incan_math.__file__).parent
HEAVY = {"sympy", "networkx", "numpy", "numba", "matplotlib", "typer", "rich", "click", "flint"}

# The floors of the house, the lowest first; a package may import from those below its own and from itself.
FLOORS = (
    ("game",),
    ("numbers",),
    ("odds", "storage"),
    ("states",),
    ("strategies",),
    ("solo",),
    ("response",),
    ("equilibria",),
    ("duels", "winning"),
    ("advice",),
    ("report",),
    ("cli",),
)
ALLOWED: dict[str, tuple[str, ...]] = {
    package: tuple(f"incan_math.{below}" for floor in FLOORS[:height] for below in floor)
    for height, floor in enumerate(FLOORS)
    for package in floor
}
ALLOWED["engine"] = tuple(f"incan_math.game.{name}" for name in ("cards", "rules", "editions", "errors", "counts"))


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


def imports_of(file: Path) -> set[str]:
    """The modules that a file imports anywhere in it, with the names taken from them, as full names."""
    home = ["incan_math", *file.relative_to(PACKAGE).with_suffix("").parts][:-1]
    found = set[str]()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = home[: len(home) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            found |= {f"{module}.{alias.name}" for alias in node.names}
    return found


FILES = sorted(PACKAGE.rglob("*.py"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_data_goes_one_way(file: Path) -> None:
    part = file.relative_to(PACKAGE).parts[0]
    if part not in ALLOWED:
        return
    own = {name for name in imports_of(file) if name.partition(".")[0] == "incan_math"}
    for name in own:
        assert any(f"{name}.".startswith(f"{allowed}.") for allowed in (*ALLOWED[part], f"incan_math.{part}")), name


def test_the_check_sees_every_way_to_import(tmp_path: Path) -> None:
    sample = PACKAGE / "game" / "cards.py"
    assert "dataclasses.dataclass" in imports_of(sample)
    assert any(name.startswith("incan_math.game.cards.") for name in imports_of(PACKAGE / "game" / "rules.py"))
    assert {file.relative_to(PACKAGE).parts[0] for file in FILES} >= {"game", "odds", "engine", "report"}

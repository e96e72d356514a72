"""Imports go down, as the contracts in pyproject.toml say, and the page about it shows the same floors."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import grimp

from docs.floors import floors

ROOT = Path(__file__).parent.parent.parent


def linted(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as lint; lint()", "--no-cache"]
    return subprocess.run(
        command,
        cwd=folder,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )


def test_imports_go_down() -> None:
    done = linted(ROOT)
    assert done.returncode == 0, done.stdout
    assert "2 kept, 0 broken" in done.stdout


def test_an_import_that_goes_up_is_seen(tmp_path: Path) -> None:
    package = tmp_path / "incan_math"
    for folder in (name for floor in floors() for name in (*floor, "engine")):
        (package / folder).mkdir(parents=True, exist_ok=True)
        (package / folder / "__init__.py").touch()
    (package / "__init__.py").touch()
    (tmp_path / "pyproject.toml").write_text((ROOT / "pyproject.toml").read_text(encoding="utf-8"), encoding="utf-8")
    assert linted(tmp_path).returncode == 0
    (package / "odds" / "__init__.py").write_text("def f():\n    from incan_math.solo import x\n", encoding="utf-8")
    assert linted(tmp_path).returncode == 1
    (package / "odds" / "__init__.py").write_text("", encoding="utf-8")
    (package / "engine" / "__init__.py").write_text("from incan_math import states\n", encoding="utf-8")
    assert linted(tmp_path).returncode == 1


def test_the_engine_uses_cards_and_rules_alone() -> None:
    graph = grimp.build_graph("incan_math", cache_dir=None)
    engine = {"incan_math.engine"} | graph.find_descendants("incan_math.engine")
    used = {found for module in engine for found in graph.find_modules_directly_imported_by(module)} - engine
    allowed = {f"incan_math.game.{name}" for name in ("cards", "rules", "editions", "clauses", "errors", "counts")}
    assert used <= allowed and "incan_math.game.cards" in used


def test_the_page_shows_the_floors_of_the_contract() -> None:
    page = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+) \| `(\w+)` \|", page, re.M)
    assert [(int(floor), package) for floor, package in rows] == [
        (number, package) for number, packages in enumerate(floors(), start=1) for package in packages
    ]
    packages = {path.parent.name for path in (ROOT / "incan_math").glob("*/__init__.py")}
    assert packages == {package for _, package in rows} | {"engine"}

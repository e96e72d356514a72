"""The types that users see, checked as they check them: a script of every kind of call, strictly."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CONSUMER = Path(__file__).with_name("consumer.py")
OLD_NAMES = "from incan_math import JointDecision, WinDecision, numbers_only\nx: JointDecision | WinDecision\n"
WRONG = """
from incan_math import Expedition, bust_probabilty, decide
decide(Expedition.start(), objective=5)
decide(Expedition.start()).no_such_field
"""


def mypy(*arguments: str) -> subprocess.CompletedProcess[str]:
    pytest.importorskip("mypy")
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_mypy_accepts_every_call() -> None:
    checked = mypy(str(CONSUMER))
    assert checked.returncode == 0, checked.stdout


@pytest.mark.slow
def test_mypy_knows_old_names_and_sees_mistakes(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(OLD_NAMES, encoding="utf-8")
    assert mypy(str(script)).returncode == 0
    script.write_text(WRONG, encoding="utf-8")
    checked = mypy(str(script))
    assert checked.returncode == 1
    assert set(re.findall(r"script\.py:(\d+): error", checked.stdout)) == {"2", "3", "4"}, checked.stdout


@pytest.mark.slow
def test_pyright_accepts_every_call() -> None:
    program = Path(sys.executable).with_name("pyright")
    found = str(program) if program.exists() else shutil.which("pyright")
    if found is None:
        pytest.skip("pyright is not installed")
    checked = subprocess.run([found, "--version"], capture_output=True, text=True, check=False)
    if checked.returncode:  # It fetches its own program when it first runs; without a network it cannot.
        pytest.skip("pyright cannot run here")
    checked = subprocess.run(
        [found, "--pythonpath", sys.executable, str(CONSUMER)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stdout

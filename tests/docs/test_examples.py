"""Every example prints what is committed beside it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

EXAMPLES = sorted((Path(__file__).parent.parent.parent / "examples").glob("*.py"))


@pytest.mark.slow
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_output_is_the_committed_one(example: Path) -> None:
    command = [sys.executable, str(example)]
    printed = subprocess.run(command, check=True, capture_output=True, text=True, encoding="utf-8").stdout
    assert printed == (example.parent / "output" / f"{example.stem}.txt").read_text(encoding="utf-8")

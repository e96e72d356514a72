"""The command line as tests run it: in this process, or as one of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from typing import NamedTuple


class Answer(NamedTuple):
    status: int
    out: str
    err: str


Run = Callable[..., Answer]
"""The `run` fixture: it takes the words of the command line."""


def shell(*words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """The command line as a process of its own, its output piped."""
    command = [sys.executable, "-m", "incan_math", *words]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", env={**os.environ, **variables})

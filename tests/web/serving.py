"""The server as a process of its own, on a free port."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def served(*options: str) -> Iterator[str]:
    """The address of `incan-math serve` with these options."""
    command = [sys.executable, "-m", "incan_math", "serve", "--port", "0", *options]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1", "PYTHONIOENCODING": "utf-8"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment, encoding="utf-8") as server:
        assert server.stdout is not None
        try:
            yield server.stdout.readline().strip()
        finally:
            server.terminate()

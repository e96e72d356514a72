"""The command line as a process: pipes that close, interrupts, encodings, and what the shell completes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest
from shell import shell

COMMAND = [sys.executable, "-m", "incan_math"]

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals and pipes of POSIX")


@pytest.mark.parametrize("words", [["editions"], ["--help"], ["odds", "7 fire", "--format", "csv"]])
def test_a_reader_that_has_seen_enough(words: list[str]) -> None:
    # Nobody reads: the pipe is closed before the first line is written.
    reader, writer = os.pipe()
    os.close(reader)
    ended = subprocess.run([*COMMAND, *words], stdout=writer, stderr=subprocess.PIPE, text=True, timeout=60)
    os.close(writer)
    assert (ended.returncode, ended.stderr) == (0, "")


def test_a_full_disk_is_said() -> None:
    with open("/dev/full", "w") as full:
        ended = subprocess.run([*COMMAND, "odds", "7"], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
    assert ended.returncode == 1 and ended.stderr.startswith("incan-math: the answer cannot be written")


@pytest.mark.parametrize("delay", [None, 0.05, 0.15, 0.4, 1.5])
def test_an_interrupt_ends_in_one_line_and_status_130(delay: float | None) -> None:
    """At the first import (None), and at whatever runs then: imports, counting, kernels."""
    words = ["equilibrium", "--players", "8", "--no-cache"]
    code = "import sys; print('on', flush=True); from incan_math.cli.app import main; main()"
    running = subprocess.Popen(
        [sys.executable, "-c", code, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert running.stdout is not None and running.stdout.readline() == "on\n"
    # The few modules before `main` cannot catch it; they take some milliseconds.
    time.sleep(0.03 if delay is None else delay + 0.03)
    running.send_signal(signal.SIGINT)
    _, errors = running.communicate(timeout=120)
    assert "Traceback" not in errors
    assert running.returncode == 130 and errors.endswith("incan-math: interrupted\n")


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_an_answer_in_the_signs_of_the_encoding(encoding: str) -> None:
    words = ["equilibrium", "1 2 3 4 5 5 7 fire snakes 13 11 11 9 14 15", "-p", "2", "--no-cache"]
    ended = subprocess.run(
        [*COMMAND, *words], capture_output=True, timeout=120, env={**os.environ, "PYTHONIOENCODING": encoding}
    )
    text = ended.stdout.decode(encoding)
    assert ended.returncode == 0 and ("+/-" if encoding == "ascii" else "\N{PLUS-MINUS SIGN}") in text


def test_what_bash_completes() -> None:
    script = shell("--show-completion", SHELL="/bin/bash", _TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION="1")
    assert "Traceback" not in script.stderr
    completed = shell(_INCAN_MATH_COMPLETE="complete_bash", COMP_WORDS="incan-math odds --re", COMP_CWORD="2")
    assert completed.returncode == 0 and completed.stdout.split() == ["--removed"]
    completed = shell(_INCAN_MATH_COMPLETE="complete_bash", COMP_WORDS="incan-math de", COMP_CWORD="1")
    assert set(completed.stdout.split()) == {"decide", "deck"}

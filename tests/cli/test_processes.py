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


HANDLED = """
import signal
from incan_math.cli import app

def handle(*given, install=signal.signal):
    before = install(*given)
    print("on", flush=True)
    return before

signal.signal = handle  # The few modules before `main` cannot catch an interrupt.
app.main()
"""


@pytest.mark.parametrize("delay", [0, 0.05, 0.15, 0.4, 1.5])
def test_an_interrupt_ends_in_one_line_and_status_130(delay: float) -> None:
    """At the first import after the handler is there, and at whatever runs then: imports, counting, kernels."""
    words = ["equilibrium", "--players", "8", "--no-cache"]
    running = subprocess.Popen(
        [sys.executable, "-c", HANDLED, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert running.stdout is not None and running.stdout.readline() == "on\n"
    time.sleep(delay)
    running.send_signal(signal.SIGINT)
    _, errors = running.communicate(timeout=120)
    assert "Traceback" not in errors
    assert running.returncode == 130 and errors.endswith("incan-math: interrupted\n")


SLOW_CALLBACK = """
import sys, time
from incan_math.cli import app

class Slow:
    def __del__(self):  # An exception raised in here is dropped by Python.
        print("on", flush=True)
        time.sleep(0.5)

def run(words):
    Slow()
    end = time.monotonic() + 20
    while time.monotonic() < end:
        pass
    return 0

app._run = run
app.main()
"""
SWALLOWED = """
import time
from incan_math.cli import app

def run(words):
    try:
        print("on", flush=True)
        time.sleep(20)
    except KeyboardInterrupt:
        raise ImportError("cannot load module more than once per process") from None

app._run = run
app.main()
"""
COMPILING = """
import time
from incan_math.cli import app

def compile_kernel():  # Stands for the compiler, which an exception out of its middle may crash.
    try:
        print("on", flush=True)
        time.sleep(20)
    finally:
        __import__("os")._exit(139)

compiler = {"__name__": "numba.core.compiler", "time": time}
app._run = lambda words: type(app._run)(compile_kernel.__code__, compiler)()
app.main()
"""


@pytest.mark.parametrize(
    "code", [SLOW_CALLBACK, SWALLOWED, COMPILING], ids=["in a callback", "swallowed by a library", "while compiling"]
)
def test_an_interrupt_that_a_library_drops_still_ends_the_program(code: str) -> None:
    running = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert running.stdout is not None and running.stdout.readline() == "on\n"
    time.sleep(0.1)
    running.send_signal(signal.SIGINT)
    _, errors = running.communicate(timeout=15)
    assert (running.returncode, errors) == (130, "incan-math: interrupted\n")


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

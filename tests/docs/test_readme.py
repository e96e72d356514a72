"""The README shows what the command line prints, and its two commands are there for CI to run."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

README = Path(__file__).parent.parent.parent / "README.md"


def test_the_screen_of_output_is_what_the_command_prints() -> None:
    text = README.read_text(encoding="utf-8")
    found = re.search(
        r'```text\n\$ incan-math odds "(?P<path>[^"]*)" --players (?P<players>\d)\n(?P<screen>.*?)```', text, re.S
    )
    assert found
    command = [sys.executable, "-m", "incan_math", "odds", found["path"], "--players", found["players"]]
    printed = subprocess.run(command, check=True, capture_output=True, text=True, encoding="utf-8").stdout
    assert printed == found["screen"]


def test_there_are_two_commands() -> None:
    commands = re.findall(r"```console\n(.*?)\n```", README.read_text(encoding="utf-8"), re.S)
    assert len(commands) == 2
    assert commands[0].startswith("python3 -m venv .venv && ")
    assert "pytest" in commands[1]

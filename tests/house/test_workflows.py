"""What hosts read of this repository is well formed and names commands that exist."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


def test_every_python_of_the_classifiers_is_tested_on_every_system() -> None:
    workflow = (ROOT / ".github/workflows/tests.yml").read_text(encoding="utf-8")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    versions = re.findall(r"Python :: (3\.\d+)", "\n".join(project["classifiers"]))
    listed = ", ".join(f'"{version}"' for version in versions)
    assert f"python: [{listed}]" in workflow
    assert "os: [ubuntu-latest, macos-latest, windows-latest]" in workflow


def test_extras_that_are_named_exist() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    files = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / ".ci/run", *ROOT.glob("docs/**/*.md")]
    files += [*ROOT.glob(".github/workflows/*.yml"), *ROOT.glob("incan_math/**/*.py")]
    for file in files:
        for extras in re.findall(r'pip install [^\n]*?"\S*?\[([a-z,]+)\]"', file.read_text(encoding="utf-8")):
            assert set(extras.split(",")) <= set(project["optional-dependencies"]), file


def test_nothing_says_to_install_from_an_index_before_a_release() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    if re.search(r"^## [\d.]+ - \d{4}", changelog, re.M):
        return
    for file in (ROOT / "README.md", *ROOT.glob("docs/**/*.md"), *ROOT.glob("incan_math/**/*.py")):
        assert "pip install incan-math" not in file.read_text(encoding="utf-8"), file
        assert 'pip install "incan-math' not in file.read_text(encoding="utf-8"), file

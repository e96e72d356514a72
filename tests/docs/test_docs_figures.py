"""The figures of the documentation show what the library computes now."""

from __future__ import annotations

import runpy
from pathlib import Path

DOCS = Path(__file__).parent.parent.parent / "docs"


def test_no_figure_shows_other_numbers() -> None:
    program = runpy.run_path(str(DOCS / "figures.py"))
    quick = [name for name in program["FIGURES"] if name not in program["SLOW"]]
    assert quick and not list(program["stale"](quick)), "run python -m docs.figures"
    assert {path.stem for path in (DOCS / "figures").glob("*.svg")} == set(program["FIGURES"])


def test_every_figure_is_in_the_docs() -> None:
    pages = "".join(path.read_text(encoding="utf-8") for path in DOCS.rglob("*.md"))
    for path in (DOCS / "figures").glob("*.svg"):
        assert f"(figures/{path.name})" in pages

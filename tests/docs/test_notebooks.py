"""The example notebooks run in a real kernel, and what they show is what is stored in them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent.parent
NOTEBOOKS = sorted((ROOT / "examples/notebooks").glob("*.ipynb"))
PICTURES = ("image/png", "image/svg+xml", "text/latex")
"""What has to be there; a picture's bytes may change with matplotlib."""


def run(notebook: Any) -> Any:
    client = pytest.importorskip("nbclient")
    return client.NotebookClient(
        notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(ROOT)}}
    ).execute()


def shown(notebook: Any) -> list[tuple[str, Any]]:
    """The texts of all outputs, and which pictures there are."""
    found: list[tuple[str, Any]] = []
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            data = output.get("data", {"text/plain": output.get("text", "")})
            found += [(kind, kind in PICTURES or text) for kind, text in sorted(data.items())]
    return found


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_shows_what_is_stored_in_it(path: Path) -> None:
    nbformat = pytest.importorskip("nbformat")
    stored = nbformat.read(path, as_version=4)
    nbformat.validate(stored)
    fresh = run(nbformat.read(path, as_version=4))
    assert shown(fresh) == shown(stored)
    kinds = {kind for kind, _ in shown(stored)}
    assert ("text/html" in kinds and kinds & {"image/png", "image/svg+xml"}) or "bot" in path.stem
    assert not any("error" in output.output_type for cell in fresh.cells for output in cell.get("outputs", ()))


@pytest.mark.slow
def test_a_plot_and_a_position_show_in_a_notebook_by_themselves() -> None:
    nbformat = pytest.importorskip("nbformat")
    cells = [
        "from incan_math import Expedition, draws_to_bust\nax = draws_to_bust(Expedition.parse('7 fire')).plot()",
        "Expedition.parse('7 fire')",
    ]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    plotted, drawn = (
        {kind for output in cell.outputs for kind in output.get("data", {})} for cell in run(notebook).cells
    )
    assert "image/png" in plotted and "image/svg+xml" in drawn


def test_there_are_three_and_each_is_small() -> None:
    assert {path.stem for path in NOTEBOOKS} == {"odds_in_class", "a_bot_in_twenty_lines", "a_deck_of_your_own"}
    for path in NOTEBOOKS:
        assert path.stat().st_size < 200_000
        assert not re.search(r"/(home|root|tmp|work)/", path.read_text(encoding="utf-8"))

"""Figures stand in the pages as elements of their own."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from xml.etree import ElementTree

import pytest

DOCS = Path(__file__).parent.parent.parent / "docs"
FIGURES = sorted(path.stem for path in (DOCS / "figures").glob("*.svg"))


@pytest.fixture(scope="module")
def inline() -> object:
    pytest.importorskip("sphinx")
    return runpy.run_path(str(DOCS / "_extensions" / "drawings.py"))["inline"]


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_can_stand_beside_others(inline: object, name: str) -> None:
    assert callable(inline)
    text = inline((DOCS / "figures" / f"{name}.svg").read_text(encoding="utf-8"), name, 'what "it" shows')
    [svg] = ElementTree.fromstring(text.replace("xlink:href", "href"))
    assert svg.attrib["role"] == "img" and svg.attrib["aria-label"] == 'what "it" shows'
    marks = [element.attrib["id"] for element in svg.iter() if "id" in element.attrib]
    assert len(marks) == len(set(marks)) and all(mark.startswith(f"{name}-") for mark in marks)
    used = set(re.findall(r'(?:href="|url\()#([^")]+)', text))
    assert used <= set(marks)  # Clips, hatches and marks are found under their new names.
    assert not re.search(r"<style|<metadata|<!--", text)
    assert any(element.tag.endswith("text") for element in svg.iter())

"""The names at the top level: all there, loaded on first use, and the same objects as in their modules."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import incan_math


@pytest.mark.parametrize("name", incan_math.__all__)
def test_every_public_name_is_found_in_its_module(name: str) -> None:
    assert getattr(incan_math, name) is not None


def test_names_for_readers_for_type_checkers_and_for_loading_are_the_same() -> None:
    tree = ast.parse(Path(incan_math.__file__).read_text(encoding="utf-8"))
    checked = next(node for node in tree.body if isinstance(node, ast.If))
    imported = {
        (node.module, name.name) for node in checked.body if isinstance(node, ast.ImportFrom) for name in node.names
    }
    assert imported == {(f"incan_math.{room}", name) for name, room in incan_math._HOME.items()}
    assert sorted(incan_math.__all__) == sorted(incan_math._HOME)


@pytest.mark.parametrize(("old", "new"), incan_math._RENAMED.items())
def test_an_old_name_warns_and_works(old: str, new: str) -> None:
    with pytest.warns(DeprecationWarning, match=f"{old} is now {new}"):
        assert getattr(incan_math, old) is getattr(incan_math, new)
    assert old not in incan_math.__all__


def test_a_name_that_does_not_exist_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'bust_probabilty'"):
        _ = incan_math.bust_probabilty  # type: ignore[attr-defined]


def test_import_alone_loads_nothing_but_the_package() -> None:
    code = "import sys; before = set(sys.modules); import incan_math; print(*sorted(set(sys.modules) - before))"
    loaded = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.split()
    assert not {name for name in loaded if name.startswith("incan_math.")}

"""The names at the top level: one list of them, loaded on first use, and the same objects as in their modules."""

from __future__ import annotations

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import incan_math

STUB = ast.parse(Path(incan_math.__file__).with_suffix(".pyi").read_text(encoding="utf-8")).body
HOMES = {
    alias.name: node.module or ""
    for node in STUB
    if isinstance(node, ast.ImportFrom)
    for alias in node.names
    if alias.name == alias.asname  # Without `as`, type checkers do not take it for exported.
}
RENAMED = {
    target.id: node.value.id
    for node in STUB
    if isinstance(node, ast.Assign) and isinstance(node.value, ast.Name)
    for target in node.targets
    if isinstance(target, ast.Name)
}


@pytest.mark.parametrize("name", HOMES)
def test_a_public_name_is_the_object_of_its_module(name: str) -> None:
    assert getattr(incan_math, name) is getattr(import_module(HOMES[name]), name)


def test_the_stub_is_the_only_list_and_all_of_it_is_read() -> None:
    assert vars(incan_math)["__all__"] == sorted(HOMES)
    assert vars(incan_math)["_RENAMED"] == RENAMED and RENAMED
    listed = [node for node in STUB if isinstance(node, ast.ImportFrom | ast.Assign)]
    assert len(listed) == len(HOMES) + len(RENAMED)
    assert {*HOMES} <= {*dir(incan_math)} and not {*RENAMED} & {*dir(incan_math)}


def test_a_star_import_takes_all_current_names() -> None:
    names: dict[str, object] = {}
    exec("from incan_math import *", names)
    assert names.keys() - {"__builtins__"} == HOMES.keys()


@pytest.mark.parametrize(("old", "new"), RENAMED.items())
def test_an_old_name_works_and_says_the_new_one(old: str, new: str) -> None:
    for _ in range(2):  # Each use, not only the first.
        with pytest.warns(DeprecationWarning, match=f"incan_math.{old} is now {new};") as said:
            value = getattr(incan_math, old)
        assert value is getattr(incan_math, new)
        assert said[0].filename == __file__


def test_a_name_that_does_not_exist_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'bust_probabilty'"):
        _ = incan_math.bust_probabilty  # type: ignore[attr-defined]


def test_import_alone_loads_nothing_but_the_package() -> None:
    code = "import sys; before = set(sys.modules); import incan_math; print(*sorted(set(sys.modules) - before))"
    loaded = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.split()
    assert not {name for name in loaded if name.startswith("incan_math.")}

"""No two modules of the package share a name, and no two types do."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

import incan_math

FILES = sorted(path for path in Path(incan_math.__file__).parent.rglob("*.py") if path.name != "__init__.py")


def test_no_two_modules_have_one_name() -> None:
    homes = defaultdict(list)
    for path in FILES:
        homes[path.stem].append(str(path))
    assert not {name: paths for name, paths in homes.items() if len(paths) > 1}


def test_no_two_types_have_one_name() -> None:
    homes = defaultdict(list)
    for path in FILES:
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef):
                homes[node.name].append(str(path))
    assert not {name: paths for name, paths in homes.items() if len(paths) > 1}

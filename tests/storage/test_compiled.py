"""Machine code on disk is that of the sources as they stand, and a place for it is never needed."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import incan_math
from incan_math import GameError
from incan_math.storage import compiled

PACKAGE = Path(incan_math.__file__).parent
LOWER = """
from incan_math.storage.compiled import compiled

@compiled
def doubled(number):
    return 2 * number
"""
UPPER = """
from incan_math.storage.compiled import compiled
from sample.lower import doubled

@compiled
def one_more(number):
    return doubled(number) + 1
"""


def answer(code: str, folder: Path, **environment: str) -> str:
    """What a fresh interpreter prints, the folder first on its path."""
    paths = os.pathsep.join([str(folder), str(PACKAGE.parent)])
    result = subprocess.run(
        [sys.executable, "-c", code],
        check=True,
        capture_output=True,
        text=True,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1", **environment},
    )
    return result.stdout.strip()


def test_an_edit_in_an_imported_module_is_noticed(tmp_path: Path) -> None:
    package = tmp_path / "sample"
    package.mkdir()
    (package / "__init__.py").touch()
    lower = package / "lower.py"
    lower.write_text(LOWER)
    (package / "upper.py").write_text(UPPER)
    code = "import sample.upper; print(sample.upper.one_more(20))"
    assert answer(code, tmp_path) == "41"
    times = lower.stat()
    lower.write_text(LOWER.replace("2 *", "3 *"))
    os.utime(lower, ns=(times.st_atime_ns, times.st_mtime_ns))  # Neither its time nor its size gives it away.
    assert answer(code, tmp_path) == "61"
    lower.write_text(LOWER)
    assert answer(code, tmp_path) == "41"


def test_an_edit_of_a_kernel_of_the_package_changes_its_answer(tmp_path: Path) -> None:
    shutil.copytree(PACKAGE, tmp_path / "incan_math", ignore=shutil.ignore_patterns("__pycache__", "solved"))
    code = """
import numpy as np
from incan_math.equilibria.stage_kernels import choose, scratch_space
print(choose(np.array([-3.0, 6.0]), np.array([6.0, 10.0]), np.array([9.0, 4.0]), 2, 1e-12, scratch_space())[1])
"""
    assert float(answer(code, tmp_path)) == pytest.approx(22 / 3)  # q = 1/3, of 9 and 4.
    kernels = tmp_path / "incan_math" / "equilibria" / "stage_kernels.py"
    text = kernels.read_text()
    assert text.count("total += weights[i] * numbers[i]") == 1
    kernels.write_text(text.replace("total += weights[i] * numbers[i]", "total += 2 * weights[i] * numbers[i]"))
    assert float(answer(code, tmp_path)) == pytest.approx(44 / 3)


def test_kernels_are_compiled_in_one_way() -> None:
    for file in PACKAGE.rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        if file.name != "compiled.py" and file.parent.name != "duels":
            names = {
                name
                for node in ast.walk(ast.parse(text))
                if isinstance(node, ast.Import | ast.ImportFrom)
                for name in [getattr(node, "module", None), *(alias.name for alias in node.names)]
            }
            assert "numba" not in names, file


@pytest.mark.parametrize("given", ["file/below", "x" * 300, ""])
def test_without_a_place_it_compiles_all_the_same(tmp_path: Path, given: str) -> None:
    # Neither the place that is named, nor the package's own, nor the user's can be written to.
    package = tmp_path / "sample"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "lower.py").write_text(LOWER)
    (package / "__pycache__").touch()
    (tmp_path / "file").touch()
    where = f"{tmp_path}/{given or 'file'}"
    code = """
from sample.lower import doubled
from incan_math.storage.compiled import code_folder
print(doubled(4), code_folder("sample"))
"""
    assert answer(code, tmp_path, NUMBA_CACHE_DIR=where, INCAN_MATH_CACHE=where) == "8 None"


def test_it_is_known_whether_a_call_will_compile(tmp_path: Path) -> None:
    package = tmp_path / "sample"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "lower.py").write_text(LOWER)
    code = """
import sample.lower
from incan_math.storage.compiled import will_compile
print(will_compile("doubled", "sample"), sample.lower.doubled(4), will_compile("doubled", "sample"))
"""
    # A folder of its own: what an earlier run kept where NUMBA_CACHE_DIR says would make the first answer False.
    assert answer(code, tmp_path, NUMBA_CACHE_DIR=str(tmp_path / "machine")) == "True 8 False"


def test_without_numba_kernels_are_ordinary_python(tmp_path: Path) -> None:
    code = """
import sys
sys.modules["numba"] = None
import importlib.util
from incan_math.storage import compiled
found = importlib.util.find_spec
compiled.find_spec = lambda name: None if name == "numba" else found(name)
from incan_math import Expedition, GameError, Rules, equilibrium
from incan_math.storage.store import Store
small = Rules(treasures=(3, 5, 7), hazards={"fire": 2, "snakes": 2})
print(float(equilibrium(Expedition.start(2, small)).value))
try:
    equilibrium(Expedition.start(4), store=Store(None))
except GameError as error:
    print(error)
"""
    value, refusal = answer(code, tmp_path).splitlines()
    assert float(value) == pytest.approx(119206107 / 41086892)
    assert "more than 50,000 situations" in refusal and "incan-math[fast]" in refusal and len(refusal) < 300


def test_work_is_refused_only_without_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled.need_compiled("the equilibrium", 10**9, 10)
    monkeypatch.setattr(compiled, "has_numba", lambda: False)
    compiled.need_compiled("the equilibrium", 10, 10)
    with pytest.raises(GameError, match=r"the equilibrium: more than 10 situations .*incan-math\[fast\]"):
        compiled.need_compiled("the equilibrium", 11, 10)

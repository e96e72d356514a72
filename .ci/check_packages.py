"""Install the wheel and the sdist of a folder, each into a fresh environment, and use what was installed.

    python .ci/check_packages.py dist

Only the core dependencies are installed, and the trial runs outside the clone: what it finds is what a user would get.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
HEAVY = ("numba", "numpy", "sympy", "networkx", "matplotlib", "flint")

TRIAL = f"""
import importlib.util, pathlib, sys
import incan_math
from incan_math import Expedition, GameError, bust_probability, decide, policy, state_graph, take_home
assert not [name for name in {HEAVY!r} if importlib.util.find_spec(name)], "an extra was installed"
assert pathlib.Path(sys.prefix) in pathlib.Path(incan_math.__file__).parents, incan_math.__file__
cave = Expedition.parse("7 fire 11 -1 snakes", players=4)
assert str(bust_probability(cave, 3)) == "617/1300"
assert decide(Expedition.parse("fire 15 snakes 3")).action == "stay"
start = Expedition.start()
assert policy(start)[Expedition.parse("7")] == "stay" and take_home(start).mean > 15
try:
    state_graph(cave, 1)
except GameError as error:
    assert "graphs" in str(error)
else:
    sys.exit("a graph without networkx")
print("core", incan_math.__version__, "answers")
"""


def contents(wheel: Path) -> str:
    """What the wheel holds: the package, whole and alone."""
    package = HERE / "incan_math"
    sources = {
        path.relative_to(HERE).as_posix() for ending in ("*.py", "*.pyi", "*.incan") for path in package.rglob(ending)
    }
    page = {path.relative_to(HERE).as_posix() for path in (package / "web" / "static").rglob("*") if path.is_file()}
    wanted = sources | page | {"incan_math/py.typed"}
    names = set(zipfile.ZipFile(wheel).namelist())
    packed = {name for name in names if ".dist-info/" not in name}
    missing, extra = wanted - packed, packed - wanted
    if missing or extra:
        sys.exit(f"{wheel}: missing {sorted(missing)}, not wanted {sorted(extra)}")
    about = {name.rpartition("/")[2] for name in names - packed}
    if not {"METADATA", "RECORD", "LICENSE", "entry_points.txt"} <= about:
        sys.exit(f"{wheel}: its metadata lacks something: {sorted(about)}")
    return f"{wheel.name}: {len(packed)} files, all of incan_math and nothing else"


def trial(package: Path, folder: Path) -> None:
    """Install one package into a fresh environment, and use it from Python and at the prompt."""
    subprocess.run([sys.executable, "-m", "venv", str(folder / "env")], check=True)
    scripts = folder / "env" / ("Scripts" if os.name == "nt" else "bin")
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    clean["INCAN_MATH_CACHE"] = str(folder / "cache")

    def run(*words: str) -> None:
        subprocess.run(words, check=True, cwd=folder, env=clean)

    python = str(scripts / "python")
    run(python, "-m", "pip", "install", "--quiet", str(package.resolve()))
    run(python, "-c", TRIAL)
    run(str(scripts / "incan-math"), "odds", "7 fire 11 snakes", "--players", "4", "--format", "csv")
    run(str(scripts / "incan-math"), "decide", "fire 15 snakes 3")


def main(dist: str) -> None:
    """Check every wheel and sdist of the folder."""
    wheels, sdists = sorted(Path(dist).glob("*.whl")), sorted(Path(dist).glob("*.tar.gz"))
    if not wheels or not sdists:
        sys.exit(f"{dist}: there should be a wheel and an sdist")
    for wheel in wheels:
        print(contents(wheel))
    for package in (*wheels, *sdists):
        with tempfile.TemporaryDirectory() as folder:
            trial(package, Path(folder))
        print(f"{package.name}: installed and used")


if __name__ == "__main__":
    main(sys.argv[1])

"""Compiling kernels, and where the machine code is kept: never beside sources that it was not made from.

numba compiles a function when it is first called and can keep the machine code on disk, but it compares only the one
file that the function stands in: an edit in a module that a kernel imports goes unnoticed. So machine code lies in a
folder named by a hash of every source in the packages that hold kernels, and of the versions of Python and numba.

The folder is looked for in this order: NUMBA_CACHE_DIR, `__pycache__` of the package, the folder of cached results;
the first one that can be written to is taken. Where there is none, kernels are compiled for this process alone. Without
numba they are ordinary Python: right, and some hundred times slower.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from time import time
from typing import TYPE_CHECKING, Any, TypeVar

from incan_math.game.errors import GameError

F = TypeVar("F", bound=Callable[..., Any])

if TYPE_CHECKING:
    uint64 = int

__all__ = ["code_folder", "compiled", "has_numba", "inner", "need_compiled", "uint64", "will_compile"]

_MARK = b"storage.compiled import"
_STALE_SECONDS = 30 * 86_400.0


def __getattr__(name: str) -> Any:
    """`uint64`, numba's type, for modules of kernels: numba takes two seconds to load, which only they need."""
    if name != "uint64":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        from numba import uint64
    except ImportError:
        return int
    return uint64


@cache
def has_numba() -> bool:
    """Whether kernels can be compiled."""
    return find_spec("numba") is not None


def compiled(kernel: F) -> F:
    """The function, compiled by numba when it is first called; without numba, the function itself.

    Division by zero gives an infinity or NaN as in NumPy, and other threads run meanwhile.
    """
    return _compiled(kernel, {})


def inner(kernel: F) -> F:
    """The same for a function that kernels alone call: without an entry from Python it compiles in less time."""
    return _compiled(kernel, {"no_cpython_wrapper": True})


def _compiled(kernel: F, more: dict[str, Any]) -> F:
    if not has_numba():
        return kernel
    import numba

    config: Any = numba.config
    options: dict[str, Any] = {"nogil": True, "error_model": "numpy", **more}
    folder = code_folder(kernel.__module__)
    if folder is None:
        return numba.njit(**options)(kernel)  # type: ignore[no-any-return]
    # numba reads its setting here, once for each function; it is put back for what others compile.
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder)
    try:
        return numba.njit(cache=True, **options)(kernel)  # type: ignore[no-any-return]
    except (RuntimeError, OSError):  # The folder was lost since, or the disk is full.
        return numba.njit(**options)(kernel)  # type: ignore[no-any-return]
    finally:
        config.CACHE_DIR = before


def will_compile(kernel: str, module: str = "incan_math") -> bool:
    """Whether a kernel (such as "solve_decks") has no machine code on disk yet, so that its first call takes seconds.

    Args:
        kernel: the function's name.
        module: the package in which it stands, or any module of it.
    """
    if not has_numba():
        return False
    folder = code_folder(module)
    return folder is None or not any(folder.glob(f"*/*.{kernel}-*.nbi"))


def need_compiled(what: str, work: int, most: int) -> None:
    """Refuse work that is too much for ordinary Python where numba is missing.

    Args:
        what: what is computed, for the message.
        work: how many situations it goes through, or a lower bound.
        most: how many of them ordinary Python may be asked for.

    Raises:
        GameError: it is too much; or NumPy is missing too.
    """
    if find_spec("numpy") is None:
        raise GameError(f"{what}: needs NumPy, which is not installed; install the extra: incan-math[fast]")
    if work > most and not has_numba():
        raise GameError(
            f"{what}: more than {most:,} situations take minutes to hours without numba, which compiles the loops;"
            " install the extra incan-math[fast], or ask from a later state"
        )


@cache
def code_folder(module: str = "incan_math") -> Path | None:
    """The folder for the machine code of a package's kernels as they stand; None if no place can be written to.

    Args:
        module: the package, or any module of it.
    """
    package = Path(str(sys.modules[module.partition(".")[0]].__file__)).parent
    name = f"compiled-{_digest(package)}"
    for base in _bases(package):
        folder = base / name
        try:
            new = not folder.is_dir()
            folder.mkdir(parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=folder).close()
            if new:
                _forget(base, folder)
        except OSError:
            continue
        return folder
    return None


def _bases(package: Path) -> Iterator[Path]:
    given = os.environ.get("NUMBA_CACHE_DIR")
    if given:
        yield Path(given)
    yield package / "__pycache__"
    from incan_math.storage.cache_folder import default_folder

    default = default_folder()
    if default is not None:
        yield default


def _digest(package: Path) -> str:
    """A hash of all sources in the package's folders with kernels, and of what compiles them."""
    import numba

    sources = {path: path.read_bytes() for path in sorted(package.rglob("*.py"))}
    folders = {path.parent for path, text in sources.items() if _MARK in text}
    found = sha256(f"{sys.version} {numba.__version__} {os.environ.get('NUMBA_BOUNDSCHECK')}".encode())
    for path, text in sources.items():
        if path.parent in folders:
            found.update(f"\n{path.relative_to(package).as_posix()} {len(text)}\n".encode() + text)
    return found.hexdigest()[:16]


def _forget(base: Path, newest: Path) -> None:
    """Delete machine code that has not been written to for a month: of sources that are no more."""
    for folder in base.glob("compiled-*"):
        if folder != newest and folder.is_dir() and folder.stat().st_mtime < time() - _STALE_SECONDS:
            shutil.rmtree(folder, ignore_errors=True)

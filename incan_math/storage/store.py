"""Results kept on disk, so that nobody waits twice: named arrays under a key, checked when they are read back.

A file is one line of JSON (what it is, of which version, for which key, with which checksum) and the arrays as a NumPy
archive, not compressed: chances in floating point hardly shrink, and it would take longer than many a solve. It is
written beside its place and moved there, so a reader never sees half of it.
"""

from __future__ import annotations

import io
import json
import os
import tempfile
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast
from zipfile import BadZipFile

if TYPE_CHECKING:
    from numpy import ndarray

    Arrays = dict[str, ndarray[Any, Any]]

__all__ = ["Entry", "Store", "StoreWarning", "default_folder"]

_FORMAT = "incan_math results 1"
_SUFFIX = ".incan"


class StoreWarning(UserWarning):
    """A file in the cache is damaged, foreign or cannot be written; what it should hold is computed anew."""


@dataclass(frozen=True)
class Entry:
    """One file of a store.

    Attributes:
        path: where it lies.
        title: what it holds, for a person; "damaged or foreign" where the file does not say.
        size: bytes on disk.
    """

    path: Path
    title: str
    size: int


def default_folder() -> Path | None:
    """The folder for cached results: INCAN_MATH_CACHE if that is set, else the system's cache folder of the user.

    None, with a `StoreWarning`, where the user has no home.
    """
    given = os.environ.get("INCAN_MATH_CACHE")
    if given:
        return Path(given)
    import platformdirs

    try:
        folder = platformdirs.user_cache_path("incan_math")
    except (RuntimeError, OSError, KeyError):
        folder = Path("~")
    if folder.is_absolute():
        return folder
    warnings.warn("no home folder: results are not kept; INCAN_MATH_CACHE names another one", StoreWarning, 2)
    return None


class Store:
    """A folder of results; with `None` nothing is kept and nothing is found.

    Args:
        folder: where the files lie; made when the first one is written.

    >>> import numpy, tempfile
    >>> store = Store(Path(tempfile.mkdtemp()))
    >>> store.load("a key") is None
    True
    >>> store.save("a key", "three numbers", {"numbers": numpy.arange(3)})
    >>> store.load("a key")["numbers"].tolist(), [entry.title for entry in store.entries()]
    ([0, 1, 2], ['three numbers'])
    """

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder

    def path(self, key: str) -> Path | None:
        """The file for a key."""
        return self.folder and self.folder / f"{sha256(key.encode()).hexdigest()[:24]}{_SUFFIX}"

    def save(self, key: str, title: str, arrays: Mapping[str, ndarray[Any, Any]]) -> None:
        """Write the arrays under the key, in one step; a folder that cannot be written to is only warned of."""
        path = self.path(key)
        if path is None:
            return
        import numpy as np

        packed = io.BytesIO()
        np.savez(packed, **cast("dict[str, Any]", arrays))
        body = packed.getvalue()
        head = {"format": _FORMAT, "title": title, "key": key, "sha256": sha256(body).hexdigest()}
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=path.parent, suffix=".part")
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(json.dumps(head).encode() + b"\n" + body)
                os.replace(name, path)
            except BaseException:
                os.unlink(name)
                raise
        except OSError as error:
            warnings.warn(f"{path}: the result cannot be kept ({error})", StoreWarning, stacklevel=2)

    def load(self, key: str) -> Arrays | None:
        """The arrays under the key; None where there are none, or where the file is not what was written."""
        path = self.path(key)
        if path is None or not path.exists():
            return None
        import numpy as np

        try:
            line, _, body = path.read_bytes().partition(b"\n")
            head = json.loads(line)
            sound = head["format"] == _FORMAT and head["key"] == key and head["sha256"] == sha256(body).hexdigest()
            if sound:
                with np.load(io.BytesIO(body), allow_pickle=False) as archive:
                    return {name: archive[name] for name in archive.files}
        except (OSError, ValueError, KeyError, TypeError, RecursionError, BadZipFile):
            pass
        warnings.warn(f"{path}: damaged or foreign; the result is computed anew", StoreWarning, stacklevel=2)
        return None

    def entries(self) -> Iterator[Entry]:
        """Every file of the store, by name."""
        if self.folder is None or not self.folder.is_dir():
            return
        for path in sorted(self.folder.glob(f"*{_SUFFIX}")):
            try:
                with path.open("rb") as file:
                    head = json.loads(file.readline(100_000))
                title = head["title"] if head["format"] == _FORMAT else None
            except (OSError, ValueError, KeyError, TypeError, RecursionError):
                title = None
            if path.is_file():
                yield Entry(path, title or "damaged or foreign", path.stat().st_size)

    def clear(self) -> int:
        """Delete every file of the store, and what an interrupted write left; gives their number."""
        if self.folder is None or not self.folder.is_dir():
            return 0
        found = [*self.folder.glob(f"*{_SUFFIX}"), *self.folder.glob("*.part")]
        paths = [path for path in found if path.is_file()]
        for path in paths:
            path.unlink(missing_ok=True)
        return len(paths)

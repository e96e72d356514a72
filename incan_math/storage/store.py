"""On-disk cache of solver results: named arrays under a key, checked when they are read back.

A file is written beside its place and moved there, so a reader never sees half of it (`result_file` says what is in
one). The folder has a size limit, 1 GiB unless INCAN_MATH_CACHE_LIMIT or `Store.set_limit` says otherwise; the files
that were used least recently go first. A folder that cannot be used costs a `StoreWarning`, never an answer.
"""

from __future__ import annotations

import os
import stat
import tempfile
import warnings
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from time import time
from typing import TYPE_CHECKING, Any
from zipfile import BadZipFile

from incan_math.game.errors import GameError
from incan_math.storage.cache_folder import DEFAULT_LIMIT, StoreWarning, bytes_of, size_of
from incan_math.storage.result_file import packed, read_arrays, title_of

if TYPE_CHECKING:
    from numpy import ndarray

    from incan_math.storage.result_file import Arrays

__all__ = ["Entry", "Store"]

_SUFFIX = ".incan"
_PART = ".part"
_LIMIT_FILE = "limit"
_ABANDONED_SECONDS = 3600.0


@dataclass(frozen=True)
class Entry:
    """One file of a store.

    Attributes:
        path: where it lies.
        title: what it holds, in printable characters; "damaged or foreign" if the file does not say, "left by an
            interrupted write" for a part of one.
        size: bytes on disk.
    """

    path: Path
    title: str
    size: int


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

    def has(self, key: str) -> bool:
        """Whether there is a file for the key; it may turn out to be damaged."""
        return self.size(key) > 0

    def size(self, key: str) -> int:
        """Bytes of the file for the key; 0 if there is none."""
        path = self.path(key)
        try:
            return 0 if path is None else size_of(path) or 0
        except OSError:
            return 0

    @property
    def limit(self) -> int:
        """Bytes that all files may take together: INCAN_MATH_CACHE_LIMIT, else what `set_limit` wrote, else 1 GiB."""
        given = os.environ.get("INCAN_MATH_CACHE_LIMIT")
        try:
            if given:
                return bytes_of(given)
            if self.folder is not None and size_of(self.folder / _LIMIT_FILE) is not None:
                with (self.folder / _LIMIT_FILE).open(encoding="utf-8") as file:
                    return bytes_of(file.read(100))
        except OSError:
            pass  # Saving, too, will fail, and say so.
        except (GameError, ValueError) as error:
            _warn(f"the limit of the cache cannot be read ({str(error)[:120]}); it is {DEFAULT_LIMIT:,} bytes")
        return DEFAULT_LIMIT

    def set_limit(self, size: int | str) -> int:
        """Let all files take so many bytes together from now on, and delete what is beyond; gives how many files went.

        Raises:
            GameError: `size` is not a size, or the folder cannot be written to.
        """
        limit = bytes_of(size)
        if self.folder is None:
            raise GameError("limit: nothing is kept, for there is no folder; set INCAN_MATH_CACHE to one")
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            (self.folder / _LIMIT_FILE).write_text(f"{limit}\n", encoding="utf-8")
        except OSError as error:
            raise GameError(f"limit: cannot be kept in {str(self.folder)[:100]} ({_why(error)})") from None
        return self._trim(self.limit, None)

    def save(self, key: str, title: str, arrays: Mapping[str, ndarray[Any, Any]]) -> None:
        """Write the arrays under the key, in one step; a folder that cannot be written to is only warned of."""
        path = self.path(key)
        if path is None:
            return
        file_parts, limit = packed(key, title, arrays), self.limit
        if file_parts is None or sum(map(len, file_parts)) > limit:
            return
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=path.parent, suffix=_PART)
            try:
                with os.fdopen(handle, "wb") as file:
                    file.writelines(file_parts)
                os.replace(name, path)
            except BaseException:
                with suppress(OSError):
                    os.unlink(name)
                raise
        except OSError as error:
            _warn(f"{_short(path)}: the result cannot be kept ({_why(error)})")
            return
        self._trim(limit, path)

    def load(self, key: str) -> Arrays | None:
        """The arrays under the key, read-only; None if there are none, or if the file is not what was written."""
        path = self.path(key)
        if path is None:
            return None
        try:
            if size_of(path) is None:
                return None
            arrays = read_arrays(path, key)
            with suppress(OSError):
                os.utime(path)  # Used just now: the last one to go.
            return arrays
        except OSError as error:
            _warn(f"{_short(path)}: cannot be read ({_why(error)}); the result is computed anew")
        except (ValueError, KeyError, TypeError, EOFError, RecursionError, BadZipFile, NotImplementedError, IndexError):
            _warn(f"{_short(path)}: damaged or foreign; the result is computed anew")
        return None

    def entries(self) -> Iterator[Entry]:
        """Every file of the store by name, and parts of files that an interrupted write left."""
        for path, size, _ in self._files():
            if path.suffix == _PART:
                yield Entry(path, "left by an interrupted write", size)
                continue
            text = title_of(path) or "damaged or foreign"
            yield Entry(path, "".join(c if c.isprintable() else "?" for c in text[:200]), size)

    def clear(self) -> int:
        """Delete every file of the store, and what an interrupted write left; gives their number."""
        return sum(_deleted(path) for path, _, _ in self._files())

    def _files(self) -> list[tuple[Path, int, float]]:
        """(path, bytes, time of the last use) of every file, by name; empty if the folder cannot be listed."""
        found = []
        try:
            names = [] if self.folder is None else sorted(os.listdir(self.folder))
        except OSError:
            return []
        for name in names:
            if self.folder is not None and name.endswith((_SUFFIX, _PART)):
                with suppress(OSError):
                    status = (self.folder / name).lstat()
                    if stat.S_ISREG(status.st_mode):
                        found.append((self.folder / name, status.st_size, status.st_mtime))
        return found

    def _trim(self, limit: int, newest: Path | None) -> int:
        """Delete what was used least recently until the rest fits the limit, and abandoned parts; gives how many."""
        gone = 0
        files = self._files()
        for path, _, used in files:
            if path.suffix == _PART and used < time() - _ABANDONED_SECONDS:
                gone += _deleted(path)
        kept = sorted((used, size, path) for path, size, used in files if path.suffix == _SUFFIX and path != newest)
        total = sum(size for _, size, _ in kept) + (0 if newest is None else size_of(newest) or 0)
        for _, size, path in kept:
            if total <= limit:
                break
            gone += _deleted(path)
            total -= size
        return gone


def _deleted(path: Path) -> int:
    try:
        path.unlink()
    except OSError:
        return 0
    return 1


def _warn(message: str) -> None:
    warnings.warn(message, StoreWarning, stacklevel=3)


def _short(path: Path) -> str:
    text = str(path)
    return text if len(text) <= 120 else f"{text[:60]}...{text[-50:]}"


def _why(error: OSError) -> str:
    return error.strerror or type(error).__name__

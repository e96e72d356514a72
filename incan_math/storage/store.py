"""On-disk cache of solver results: named arrays under a key, checked when they are read back.

A file is one line of JSON (what it is, of which version, for which key, with which checksum) and the arrays as a NumPy
archive, not compressed: probabilities in floating point hardly shrink, and it would take longer than many a solve. It
is written beside its place and moved there, so a reader never sees half of it, and read through a memory map, so that
nothing is allocated on the word of a file. The checksum guards against accidents, not against forgery.

The folder has a size limit, 1 GiB unless INCAN_MATH_CACHE_LIMIT or `Store.set_limit` says otherwise; the files that
were used least recently go first. A folder that cannot be used costs a `StoreWarning`, never an answer.
"""

from __future__ import annotations

import io
import json
import mmap
import os
import re
import stat
import tempfile
import warnings
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from time import time
from typing import TYPE_CHECKING, Any, cast
from zipfile import ZIP_STORED, BadZipFile, ZipFile

from incan_math.game.errors import GameError, shown

if TYPE_CHECKING:
    from numpy import ndarray

    Arrays = dict[str, ndarray[Any, Any]]

__all__ = ["DEFAULT_LIMIT", "Entry", "Store", "StoreWarning", "bytes_of", "default_folder"]

_FORMAT = "incan_math results 1"
_SUFFIX = ".incan"
_PART = ".part"
_LIMIT_FILE = "limit"
_MOST_HEAD = 100_000
_MOST_ARRAYS = 16
_ABANDONED_SECONDS = 3600.0

DEFAULT_LIMIT = 2**30
"""Bytes that the files of a folder may take, unless set otherwise."""
_UNITS = {"": 1, "b": 1, "kb": 10**3, "mb": 10**6, "gb": 10**9, "kib": 2**10, "mib": 2**20, "gib": 2**30}


class StoreWarning(UserWarning):
    """A file in the cache is damaged, foreign or cannot be written; what it should hold is computed anew."""


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


def default_folder() -> Path | None:
    """The folder for cached results: INCAN_MATH_CACHE if that is set, else the system's cache folder of the user.

    None, with a `StoreWarning`, if the user has no home.
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


def bytes_of(size: int | str) -> int:
    """A size in bytes: a whole number, or text such as "500 MB" or "2 GiB".

    Raises:
        GameError: it is not a size.

    >>> bytes_of("2 GiB"), bytes_of("500MB"), bytes_of(0)
    (2147483648, 500000000, 0)
    """
    if isinstance(size, int) and not isinstance(size, bool):
        if 0 <= size < 2**63:
            return size
        raise GameError("limit: bytes must be a whole number from 0 to 2^63 - 1")
    found = re.fullmatch(r"\s*([0-9]{1,15})\s*([a-z]*)\s*", size, re.IGNORECASE) if isinstance(size, str) else None
    if found is None or found[2].lower() not in _UNITS:
        raise GameError(f"limit: {shown(size)} is not a size; write bytes or a size such as '500 MB' or '2 GiB'")
    return int(found[1]) * _UNITS[found[2].lower()]


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
            return 0 if path is None else _size(path) or 0
        except OSError:
            return 0

    @property
    def limit(self) -> int:
        """Bytes that all files may take together: INCAN_MATH_CACHE_LIMIT, else what `set_limit` wrote, else 1 GiB."""
        given = os.environ.get("INCAN_MATH_CACHE_LIMIT")
        try:
            if given:
                return bytes_of(given)
            if self.folder is not None and _size(self.folder / _LIMIT_FILE) is not None:
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
        import numpy as np

        packed = io.BytesIO()
        np.savez(packed, **cast("dict[str, Any]", arrays))
        body = packed.getbuffer()
        head = {"format": _FORMAT, "title": title, "key": key, "sha256": sha256(body).hexdigest()}
        line = json.dumps(head).encode() + b"\n"
        limit = self.limit
        if len(line) > _MOST_HEAD or len(line) + len(body) > limit:
            return
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=path.parent, suffix=_PART)
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(line)
                    file.write(body)
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
            if _size(path) is None:
                return None
            arrays = _read(path, key)
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
            try:
                with path.open("rb") as file:
                    head = json.loads(file.readline(_MOST_HEAD))
                title = head["title"] if head["format"] == _FORMAT else None
            except (OSError, ValueError, KeyError, TypeError, RecursionError):
                title = None
            text = title if isinstance(title, str) and title else "damaged or foreign"
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
        total = sum(size for _, size, _ in kept) + (0 if newest is None else _size(newest) or 0)
        for _, size, path in kept:
            if total <= limit:
                break
            gone += _deleted(path)
            total -= size
        return gone


def _read(path: Path, key: str) -> Arrays:
    """The arrays of a file, as views of its memory map; every size is checked against what the file really holds."""
    import numpy as np

    with open(os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)), "rb") as file:
        line = file.readline(_MOST_HEAD)
        head = json.loads(line)
        mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        body = memoryview(mapped)[len(line) :]
        if head["format"] != _FORMAT or head["key"] != key or head["sha256"] != sha256(body).hexdigest():
            raise ValueError("another file")
        with ZipFile(file) as archive:
            members = archive.infolist()
            if len(members) > _MOST_ARRAYS:
                raise ValueError("too many arrays")
            arrays = {}
            for member in members:
                local = member.header_offset
                if member.compress_type != ZIP_STORED or mapped[local : local + 4] != b"PK\3\4":
                    raise ValueError("compressed")
                start = local + 30 + sum(int.from_bytes(mapped[local + i : local + i + 2], "little") for i in (26, 28))
                inside = io.BytesIO(mapped[start : start + min(member.file_size, 1000)])
                version = np.lib.format.read_magic(inside)
                if version != (1, 0):
                    raise ValueError("another version")
                shape, _, kind = np.lib.format.read_array_header_1_0(inside, max_header_size=1000)
                first, count = start + inside.tell(), 1
                for length in shape:
                    count *= length
                if kind.kind not in "biufU" or member.file_size - inside.tell() != count * kind.itemsize:
                    raise ValueError("of another size")
                if count and first + count * kind.itemsize > len(mapped):
                    raise ValueError("cut off")
                name = member.filename.removesuffix(".npy")
                array = np.frombuffer(mapped, kind, count, first) if count else np.zeros(0, kind)
                aligned = array if array.flags.aligned else np.frombuffer(array.tobytes(), kind)
                arrays[name] = aligned.reshape(shape)
    return arrays


def _size(path: Path) -> int | None:
    """The bytes of a regular file; None if there is none.

    Raises:
        OSError: it cannot even be asked for.
    """
    try:
        status = path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    return status.st_size if stat.S_ISREG(status.st_mode) else None


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

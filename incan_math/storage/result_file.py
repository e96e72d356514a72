"""One file of the cache: a line of JSON, then named arrays as a NumPy archive that is not compressed.

The line says what the file is, of which version, for which key, and with which checksum. Probabilities in floating
point hardly shrink, and compressing them would take longer than many a solve. A file is read through a memory map, so
that nothing is allocated on the word of a file. The checksum guards against accidents, not against forgery.
"""

from __future__ import annotations

import io
import json
import mmap
import os
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast
from zipfile import ZIP_STORED, ZipFile

if TYPE_CHECKING:
    from numpy import ndarray

    Arrays = dict[str, ndarray[Any, Any]]

__all__ = ["packed", "read_arrays", "title_of"]

_FORMAT = "incan_math results 1"
_MOST_HEAD = 100_000
_MOST_ARRAYS = 16


def packed(key: str, title: str, arrays: Mapping[str, ndarray[Any, Any]]) -> tuple[bytes, memoryview] | None:
    """The first line of a file and the rest of it; None if the line would be longer than any that is read."""
    import numpy as np

    archive = io.BytesIO()
    np.savez(archive, **cast("dict[str, Any]", arrays))
    body = archive.getbuffer()
    head = {"format": _FORMAT, "title": title, "key": key, "sha256": sha256(body).hexdigest()}
    line = json.dumps(head).encode() + b"\n"
    return None if len(line) > _MOST_HEAD else (line, body)


def title_of(path: Path) -> str | None:
    """What a file says that it holds; None if it does not say."""
    try:
        with path.open("rb") as file:
            head = json.loads(file.readline(_MOST_HEAD))
        title = head["title"] if head["format"] == _FORMAT else None
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None
    return title if isinstance(title, str) and title else None


def read_arrays(path: Path, key: str) -> Arrays:
    """The arrays of a file, as views of its memory map; every size is checked against what the file really holds.

    Raises:
        OSError: the file cannot be read.
        ValueError: it is not what was written; so say KeyError, TypeError, EOFError, IndexError, RecursionError,
            BadZipFile and NotImplementedError, which json and zipfile raise on foreign bytes.
    """
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

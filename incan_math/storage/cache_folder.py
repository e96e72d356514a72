"""The folder of the cache: where it is, how much it may hold, and files that are asked for without a fault.

A folder that cannot be used costs a `StoreWarning`, never an answer.
"""

from __future__ import annotations

import os
import re
import stat
import warnings
from pathlib import Path

from incan_math.game.errors import GameError, shown

__all__ = ["DEFAULT_LIMIT", "StoreWarning", "bytes_of", "default_folder", "size_of"]

DEFAULT_LIMIT = 2**30
"""Bytes that the files of a folder may take, unless set otherwise."""
_UNITS = {"": 1, "b": 1, "kb": 10**3, "mb": 10**6, "gb": 10**9, "kib": 2**10, "mib": 2**20, "gib": 2**30}


class StoreWarning(UserWarning):
    """A file in the cache is damaged, foreign or cannot be written; what it should hold is computed anew."""


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


def size_of(path: Path) -> int | None:
    """The bytes of a regular file; None if there is none.

    Raises:
        OSError: it cannot even be asked for.
    """
    try:
        status = path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    return status.st_size if stat.S_ISREG(status.st_mode) else None

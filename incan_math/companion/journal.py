"""The file of a game under way: each change is on disk before it is answered, and one session writes at a time."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path
from types import TracebackType

from incan_math.game.errors import GameError, shown
from incan_math.game.record import Record

__all__ = ["Journal"]

_LARGEST = 1_000_000  # Bytes of a file that is read.


class Journal:
    """The text of one game in a file; a context manager that holds the file's lock.

    What people wrote besides (comments, blank lines, their spelling of the cards) stays: only the last line changes.
    A card more is appended; to take one back, the file is written anew beside the old one and put in its place.

    Args:
        path: the file; it need not exist. None keeps nothing.

    Raises:
        GameError: another session has the file open, or it cannot be read or written.
    """

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.text = ""
        self._lock = None if path is None else _Lock(path.with_name(path.name + ".lock"))
        try:
            if path is not None and path.exists():
                self.text = _read(path)
        except GameError:
            self.close()
            raise

    def start(self, record: Record, comments: tuple[str, ...] = ()) -> None:
        """Write a game from its beginning, with comments above it."""
        self._replace("".join(f"# {comment}\n" for comment in comments) + record.text)

    def follow(self, record: Record) -> None:
        """Bring the file up to a record that has more, or less, than the file in its last expeditions alone."""
        lines = self.text.rstrip().splitlines()
        places = [place for place, line in enumerate(lines) if line.partition(":")[0].strip().isdecimal()]
        written = record.text.splitlines()
        new = written[-len(record.expeditions) :]
        if len(new) < len(places):  # An expedition is taken back.
            del lines[places[len(new)] :]
        kept = min(len(new), len(places))
        if kept:
            place = places[kept - 1]
            before, sign, comment = lines[place].partition("#")
            lines[place] = f"{_grown(before.rstrip(), new[kept - 1])}{'  #' + comment if sign else ''}"
        lines += new[kept:]
        text = "\n".join(lines)
        if text.startswith(self.text):
            self._append(text[len(self.text) :])
        else:
            self._replace(text)

    def close(self) -> None:
        """Give the lock back."""
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _append(self, more: str) -> None:
        if self.path is not None and more:
            try:
                with open(self.path, "ab") as file:
                    file.write(more.encode())
                    file.flush()
                    os.fsync(file.fileno())
            except OSError as error:
                raise _refused(self.path, error) from None
        self.text += more

    def _replace(self, text: str) -> None:
        if self.path is not None:
            beside = self.path.with_name(self.path.name + ".new")
            try:
                with open(beside, "wb") as file:
                    file.write(text.encode())
                    file.flush()
                    os.fsync(file.fileno())
                os.replace(beside, self.path)
            except OSError as error:
                raise _refused(self.path, error) from None
        self.text = text


def _grown(before: str, line: str) -> str:
    """The line of an expedition as a person wrote it, with the words that `line` has more; else `line`."""
    old, new = before.split(), line.split()
    return " ".join([before, *new[len(old) :]]) if old == new[: len(old)] else line


def _read(path: Path) -> str:
    try:
        if path.stat().st_size > _LARGEST:
            raise GameError(f"{shown(path.name)}: too large for a game; a record has at most {_LARGEST:,} bytes")
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise GameError(f"{shown(path.name)}: not a text file in UTF-8; give the file of a record") from None
    except OSError as error:
        raise _refused(path, error) from None


def _refused(path: Path, error: OSError) -> GameError:
    return GameError(f"{shown(path.name)}: {error.strerror or error}; give a file that can be read and written")


class _Lock:
    """A file beside the game's with the number of the process that has it open; the system frees it at any end."""

    def __init__(self, path: Path) -> None:
        self._path = path
        while True:
            try:
                self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
            except OSError as error:
                raise _refused(path, error) from None
            try:
                _take(self._file)
            except OSError:
                holder = os.read(self._file, 20).decode(errors="replace").strip()
                os.close(self._file)
                game = shown(path.name.removesuffix(".lock"))
                raise GameError(
                    f"{game} is open in another session (process {holder or 'unknown'}); close that one first"
                ) from None
            with contextlib.suppress(OSError):
                if os.path.samestat(os.fstat(self._file), os.stat(path)):
                    break
            os.close(self._file)  # Its holder has removed it meanwhile.
        os.ftruncate(self._file, 0)
        os.write(self._file, f"{os.getpid()}\n".encode())

    def release(self) -> None:
        """Remove the lock file, and with it the lock."""
        if sys.platform == "win32":  # An open file cannot be removed there.
            os.close(self._file)
            self._path.unlink(missing_ok=True)
        else:
            self._path.unlink(missing_ok=True)
            os.close(self._file)


if sys.platform == "win32":
    import msvcrt

    def _take(file: int) -> None:
        os.lseek(file, 100, os.SEEK_SET)  # Beyond the number, which others may read.
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        os.lseek(file, 0, os.SEEK_SET)
else:
    import fcntl

    def _take(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

"""The cache on disk: nothing in it, and no state of its folder, ever costs an answer."""

from __future__ import annotations

import io
import json
import os
import zipfile
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest

from incan_math import GameError
from incan_math.storage.cache_folder import DEFAULT_LIMIT, StoreWarning, bytes_of, default_folder
from incan_math.storage.store import Store

NUMBERS = {"numbers": np.arange(1000.0), "names": np.array(["a", "bc"]), "none": np.zeros(0)}


def sealed(store: Store, key: str, body: bytes, title: object = "sealed") -> Path:
    """A file with any body and a checksum that fits."""
    path = store.path(key)
    assert path is not None
    path.parent.mkdir(exist_ok=True)
    head = {"format": "incan_math results 1", "title": title, "key": key, "sha256": sha256(body).hexdigest()}
    path.write_bytes(json.dumps(head).encode() + b"\n" + body)
    return path


def test_what_is_saved_is_loaded(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.save("key", "title", NUMBERS)
    found = store.load("key")
    assert found is not None and found.keys() == NUMBERS.keys()
    for name, array in NUMBERS.items():
        assert found[name].dtype == array.dtype and found[name].tolist() == array.tolist()
    assert store.has("key") and not store.has("other") and store.load("other") is None


def archive(member: bytes, how: int = zipfile.ZIP_STORED) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", how) as file:
        file.writestr("a.npy", member)
    return packed.getvalue()


def npy(shape: str, kind: str = "<f8", data: bytes = b"") -> bytes:
    text = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}\n".encode()
    return b"\x93NUMPY\1\0" + len(text).to_bytes(2, "little") + text + data


BODIES: dict[str, Callable[[], bytes]] = {
    "a bomb": lambda: archive(npy("(4194304,)", data=bytes(2**25)), zipfile.ZIP_DEFLATED),
    "a huge shape": lambda: archive(npy("(10**18,)".replace("10**18", "1" + "0" * 18))),
    "a negative shape": lambda: archive(npy("(-1,)")),
    "objects": lambda: archive(npy("(1,)", "|O", bytes(8))),
    "not a zip": lambda: b"nothing",
    "an empty body": lambda: b"",
    "text for an array": lambda: archive(b"text"),
    "cut off": lambda: archive(npy("(9,)", data=bytes(72)))[:100],
    "nested": lambda: archive(npy("(" * 500 + ")" * 500)),
}


@pytest.mark.parametrize("name", BODIES)
def test_hostile_files_are_warned_of(tmp_path: Path, name: str) -> None:
    store = Store(tmp_path)
    sealed(store, "key", BODIES[name]())
    with pytest.warns(StoreWarning, match="the result is computed anew"):
        assert store.load("key") is None


@pytest.mark.parametrize("head", [b"[]", b"5", b"null", b"{}", b"[" * 5000, b'{"format": 5}', b"x" * 200_000])
def test_hostile_heads_are_warned_of(tmp_path: Path, head: bytes) -> None:
    store = Store(tmp_path)
    path = sealed(store, "key", b"")
    path.write_bytes(head + b"\n")
    with pytest.warns(StoreWarning, match="the result is computed anew"):
        assert store.load("key") is None
    assert [entry.title for entry in store.entries()] == ["damaged or foreign"]


@pytest.mark.parametrize("title", ["\x1b[31mred", "a\u202eb", "two\nlines", "\x00", "w" * 10_000])
def test_titles_are_printable_and_short(tmp_path: Path, title: str) -> None:
    store = Store(tmp_path)
    sealed(store, "key", b"", title)
    (entry,) = store.entries()
    assert entry.title.isprintable() and len(entry.title) <= 200


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no FIFOs on this system")
def test_a_fifo_does_not_hang(tmp_path: Path) -> None:
    store = Store(tmp_path)
    path = store.path("key")
    assert path is not None
    os.mkfifo(path)
    assert store.load("key") is None and list(store.entries()) == [] and store.clear() == 0
    store.save("key", "title", NUMBERS)
    assert store.load("key") is not None


@pytest.mark.parametrize("folder", ["file/below", "x" * 300, "file"])
def test_an_unusable_folder_costs_nothing(tmp_path: Path, folder: str) -> None:
    (tmp_path / "file").touch()
    store = Store(tmp_path / folder)
    with pytest.warns(StoreWarning, match="the result cannot be kept") as warned:
        store.save("key", "title", NUMBERS)
    assert all(len(str(warning.message)) < 300 for warning in warned)
    assert list(store.entries()) == [] and store.clear() == 0 and not store.has("key")
    with pytest.raises(GameError, match="limit: cannot be kept"):
        store.set_limit(5)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may search every folder")
def test_an_unsearchable_folder_costs_nothing(tmp_path: Path) -> None:
    tmp_path.chmod(0)
    try:
        with pytest.warns(StoreWarning, match="cannot be kept"):
            Store(tmp_path).save("key", "title", NUMBERS)
        with pytest.warns(StoreWarning, match="cannot be read"):
            assert Store(tmp_path).load("key") is None
    finally:
        tmp_path.chmod(0o700)


def test_an_error_of_the_system_is_warned_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(path: Path) -> os.stat_result:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "lstat", refused)
    with pytest.warns(StoreWarning, match=r"cannot be read \(Permission denied\); the result is computed anew"):
        assert Store(tmp_path).load("key") is None


def test_without_a_home_nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless(name: str) -> Path:
        raise RuntimeError("no home")

    monkeypatch.delenv("INCAN_MATH_CACHE", raising=False)
    for found in (homeless, lambda name: Path("~/.cache/incan_math")):
        monkeypatch.setattr("platformdirs.user_cache_path", found)
        with pytest.warns(StoreWarning, match="no home folder"):
            assert default_folder() is None


def test_parts_of_an_interrupted_write_are_listed_and_cleaned(tmp_path: Path) -> None:
    old, new = tmp_path / "tmpold.part", tmp_path / "tmpnew.part"
    old.write_bytes(bytes(50))
    new.write_bytes(bytes(50))
    os.utime(old, (0, 0))
    store = Store(tmp_path)
    assert [entry.title for entry in store.entries()] == ["left by an interrupted write"] * 2
    store.save("key", "title", NUMBERS)
    assert not old.exists() and new.exists()  # Another process may still be writing it.
    assert store.clear() == 2


def test_what_was_used_least_recently_goes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(tmp_path)
    for age, key in enumerate(("c", "b", "a")):
        store.save(key, key, NUMBERS)
        path = store.path(key)
        assert path is not None
        os.utime(path, (10_000 + age, 10_000 + age))
    size = next(iter(store.entries())).size
    assert store.load("c") is not None  # The oldest is used again.
    assert store.set_limit(3 * size) == 0
    store.save("d", "d", NUMBERS)
    assert sorted(entry.title for entry in store.entries()) == ["a", "c", "d"]
    assert store.set_limit(size) == 2 and store.limit == size
    assert [entry.title for entry in store.entries()] == ["d"]
    store.save("big", "big", {"numbers": np.zeros(5000)})  # Bigger than the limit: not kept, and nothing goes for it.
    assert [entry.title for entry in store.entries()] == ["d"]
    monkeypatch.setenv("INCAN_MATH_CACHE_LIMIT", "1 GB")
    assert store.limit == 10**9
    monkeypatch.setenv("INCAN_MATH_CACHE_LIMIT", "much")
    with pytest.warns(StoreWarning, match="the limit of the cache cannot be read"):
        assert store.limit == DEFAULT_LIMIT


@pytest.mark.parametrize("size", ["", "much", "-5", "1e9", "5 PB", "9" * 5000, -1, 2**63, 1.5, None, True])
def test_what_is_not_a_size_is_refused(size: object) -> None:
    with pytest.raises(GameError, match=r"^limit: ") as refused:
        bytes_of(size)  # type: ignore[arg-type]
    assert len(str(refused.value)) < 200

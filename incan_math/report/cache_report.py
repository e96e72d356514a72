"""The report on the results kept on disk."""

from __future__ import annotations

from incan_math.report.model import Column, Fact, Report, Table
from incan_math.storage.store import Entry, Store

__all__ = ["cache_report"]


def cache_report(store: Store, cleared: int | None) -> Report:
    """The files of a store; `cleared` says how many were just deleted."""
    entries = list(store.entries())
    facts = [Fact("Folder", str(store.folder), name="folder")]
    if cleared is not None:
        facts.append(Fact("Deleted", cleared, "count"))
    facts += [
        Fact("Files", len(entries), "count", "file_count"),
        Fact("Kilobytes", sum(_kilobytes(entry) for entry in entries), "count"),
        Fact("Kilobytes at most", store.limit // 1000, "count", "limit_kilobytes"),
    ]
    table = Table(
        "files",
        "Results",
        (Column("kilobytes", "count"), Column("what", name="title")),
        tuple((_kilobytes(entry), _printable(entry.title)) for entry in entries),
    )
    return Report("Results kept on disk", tuple(facts), (table,) if entries else ())


def _printable(title: str) -> str:
    r"""A title as it may be printed: files can hold any characters, such as those that steer a terminal.

    >>> _printable("equilibrium\x1b[2J\N{RIGHT-TO-LEFT OVERRIDE}")
    'equilibrium\\x1b[2J\\u202e'
    """
    return "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in title[:200])


def _kilobytes(entry: Entry) -> int:
    return -(-entry.size // 1000)

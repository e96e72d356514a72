"""`incan-math cache`: the results kept on disk."""

from __future__ import annotations

from incan_math.cli.options import FORMAT
from incan_math.cli.output import show
from incan_math.cli.specification import Command, Option

__all__ = ["COMMAND", "cache"]


def cache(clear: bool, limit: str | None, output_format: str) -> None:
    """Where results are kept on disk, which ones, and how big they are."""
    from incan_math.report.cache_report import cache_report
    from incan_math.storage.cache_folder import default_folder
    from incan_math.storage.store import Store

    store = Store(default_folder())
    deleted = store.clear() if clear else None
    if limit is not None:
        deleted = (deleted or 0) + store.set_limit(limit)
    show(cache_report(store, deleted), output_format)


COMMAND = Command(
    "cache",
    cache,
    "Results kept on disk.",
    (
        Option("clear", "Delete everything that is kept.", bool, default=False),
        Option("limit", "Keep at most so much from now on, such as '500 MB'; what was used least recently goes."),
        FORMAT,
    ),
    ("incan-math cache --clear", "incan-math cache --limit 500MB"),
)

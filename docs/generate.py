"""Write every page and data file whose numbers the library computes, or check that they are as it computes them.

python -m docs.generate                  write all of them
python -m docs.generate --check          say which differ, and fail if one does; of results that take minutes, only the
                                         first rows are computed again
python -m docs.generate --check --all    the same with everything computed again
python -m docs.generate R3 [FORMAT]      print one result: text, markdown, csv, json, latex
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from docs.catalogue import PAGES, RESULTS, Page
from docs.catalogue.editions import editions_page
from docs.catalogue.kept import quick
from docs.catalogue.write import data_files, index_page, results_page
from incan_math.report.formats import render
from incan_math.report.model import Report

__all__ = ["files", "main", "stale"]

DOCS = Path(__file__).parent
WRITTEN = ("results/*.md", "data/*")
"""What lies in these places was written by this program, all of it."""


def files(pages: Iterable[Page] = PAGES) -> Iterator[tuple[str, str]]:
    """(path below docs, what it should hold) of every file."""
    yield "editions.md", editions_page()
    yield "results/index.md", index_page(pages)
    for page in pages:
        yield f"results/{page.name}.md", results_page(page)
        for result in page.results:
            yield from data_files(result)


def stale(docs: Path = DOCS, everything: bool = False) -> Iterator[str]:
    """A line for every file that differs from what the library computes, is missing, or is not its work."""
    pages = PAGES if everything else tuple(quick(page, docs / "data") for page in PAGES)
    left = {str(path.relative_to(docs).as_posix()) for pattern in WRITTEN for path in docs.glob(pattern)}
    for name, text in files(pages):
        left.discard(name)
        path = docs / name
        if not path.exists():
            yield f"{name} is missing"
        elif path.read_text(encoding="utf-8") != text:
            yield f"{name} differs from what the library computes"
    yield from (f"{name} is no result's" for name in sorted(left))


def write(docs: Path = DOCS) -> None:
    """Write all files, and delete those that are no result's any more."""
    left = {path for pattern in WRITTEN for path in docs.glob(pattern)}
    for name, text in files():
        path = docs / name
        left.discard(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for path in left:
        path.unlink()


def main(*words: str) -> int:
    """Do what the words say; the exit status."""
    if not words:
        write()
        return 0
    if words[0] == "--check":
        lines = list(stale(everything="--all" in words))
        print("\n".join(lines) or "every results page and data file is what the library computes")
        if lines:
            print("run python -m docs.generate, and look at what changed")
        return bool(lines)
    label, output_format = words[0].upper(), (*words[1:], "text")[0]
    if label not in RESULTS:
        print(f"{words[0]}: no such result; there are {', '.join(RESULTS)}", file=sys.stderr)
        return 2
    result = RESULTS[label]
    print(render(Report(f"{label}. {result.title}: {result.rules}", tables=(result.table,)), output_format), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

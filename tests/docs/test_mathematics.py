"""Mathematics on the pages is set as mathematics, not typed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parent.parent.parent / "docs"
_SET = re.compile(r"```.*?```|\$\$.*?\$\$|(?<!\\)\$[^$]+\$|`[^`]*`|\]\([^)]*\)|<!--.*?-->", re.DOTALL)
_TYPED = re.compile(r"(?<![\w.*])[A-Za-z]_[\w(]|[<>]=|\b\w\^|\b10\^| // |\w\)\^|\[\](?!\()|\bC\(\w+, ")


@pytest.mark.parametrize("page", sorted(path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")))
def test_no_formula_is_typed(page: str) -> None:
    if page.startswith(("results/", "_build/")):
        pytest.skip("written from tables that are read as text, too")
    text = (DOCS / page).read_text(encoding="utf-8")
    typed = [match[0] for match in _TYPED.finditer(_SET.sub("", text))]
    assert not typed, f"{page}: {typed[:5]}: write it between dollars"


def test_the_guard_sees_what_it_should() -> None:
    for typed in ("V_n", "d_(n-1) >= 0", "10^-12", "v // n", "p^i", "(1-q)^2", "done. []", "C(N, k)"):
        assert _TYPED.search(typed), typed
    for fine in ("`d_0 >= 0`", "$d_0 \\ge 0$", "[link](V_n.md)", "incan_math", "$$ C_k^2 $$"):
        assert not _TYPED.search(_SET.sub("", fine)), fine

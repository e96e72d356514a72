"""Before kernels are compiled, whoever asked is told."""

from __future__ import annotations

import pytest

from incan_math import Expedition, Rules, equilibrium
from incan_math.cli.progress import work_shown
from incan_math.storage import compiled
from incan_math.storage.announcement import announce_compiling, compiling_announced

SMALL = Expedition.start(2, Rules(treasures=(3, 5, 7), hazards={"fire": 2, "snakes": 2}))


@pytest.mark.parametrize("needed", [True, False])
def test_compiling_is_announced_where_it_has_to_be(monkeypatch: pytest.MonkeyPatch, needed: bool) -> None:
    monkeypatch.setattr(compiled, "will_compile", lambda kernel: needed)
    told: list[int] = []
    with compiling_announced(told.append):
        equilibrium(SMALL)
    assert len(told) == needed and all(seconds > 0 for seconds in told)
    announce_compiling("solve_decks", 5)  # Nobody asks any more.
    assert len(told) == needed


def test_it_is_said_on_the_error_output_even_if_piped(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(compiled, "will_compile", lambda kernel: True)
    with work_shown("decide", "situations"):
        announce_compiling("solve_decks", 5)
    assert capsys.readouterr() == ("", "compiling, once (about 5 s)\n")

"""Expeditions as values that never change, and the refusals that no other test of this folder meets."""

from __future__ import annotations

import pickle
import sys

import pytest

from incan_math import Expedition, Game, GameError, Tent
from incan_math.game.deprecation import warn_renamed
from incan_math.game.errors import shown
from incan_math.game.extras import require
from incan_math.game.record import Record

STATE = Expedition.parse("7 fire 11 -1 snakes", players=4)


def test_an_expedition_is_made_by_start_or_parse_and_never_changes() -> None:
    with pytest.raises(TypeError, match=r"Expedition\.start"):
        Expedition()
    with pytest.raises(AttributeError, match="cannot set 'bag'"):
        STATE.bag = 3  # type: ignore[misc]
    with pytest.raises(AttributeError, match="cannot delete 'setup'"):
        del STATE.setup


def test_an_expedition_equals_its_pickled_copy_and_nothing_of_another_type() -> None:
    copy = pickle.loads(pickle.dumps(STATE))
    assert copy == STATE and copy.path == STATE.path
    assert STATE.__eq__(7) is NotImplemented and STATE != "7 fire 11 -1 snakes"


def test_kinds_of_equal_counts_are_renamed_alike() -> None:
    fire, snakes = (Expedition.parse(f"7 {kind}").situation for kind in ("fire", "snakes"))
    assert fire != snakes and fire.unnamed() == snakes.unnamed()
    assert fire.unnamed() != Expedition.parse("7 fire", removed="fire").situation.unnamed()


def test_tents_are_a_tuple_of_tents() -> None:
    start = Game.start(2)
    for tents in ([Tent(), Tent()], (Tent(), 7)):
        with pytest.raises(GameError, match=r"^tents: .* a Tent for each player"):
            Game(start.rules, tents, 1)  # type: ignore[arg-type]


def test_a_value_that_cannot_be_written_is_shown_by_its_type(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(value: object) -> str:
        raise RuntimeError

    monkeypatch.setattr("incan_math.game.errors._SHORT.repr", fail)
    assert shown(STATE) == "a value of type Expedition"


def test_a_missing_module_is_named_with_its_extra_and_a_broken_one_is_not_hidden(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "networkx", None)
    with pytest.raises(GameError, match=r"^networkx is not installed .* the extra 'graphs' brings it"):
        require("networkx")

    def import_module(name: str) -> object:
        raise ModuleNotFoundError("No module named 'inner'", name="inner")

    monkeypatch.setattr("incan_math.game.extras.import_module", import_module)
    with pytest.raises(ModuleNotFoundError, match="inner"):
        require("networkx")


def test_a_renamed_name_warns_the_line_that_uses_it() -> None:
    def old() -> None:
        warn_renamed("old", "new")

    with pytest.warns(DeprecationWarning, match="old is now new; the old name goes in the next version") as caught:
        old()
    assert caught[0].filename == __file__


def test_records_refuse_departures_of_nobody_and_rules_given_twice() -> None:
    for nobody in ("-", "-,", "-,,"):
        with pytest.raises(GameError, match=r"^expedition 1, token 2 \('-'\) is not a card"):
            Record.start(["Ann", "Bob"]).add(f"7 {nobody}")
    with pytest.raises(GameError, match=r"^'tie': leave it out of the header, or give no rules="):
        Record.parse("players: Ann\ntie: shared\n1: 7", Expedition.start().rules)

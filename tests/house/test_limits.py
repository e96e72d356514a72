"""Jobs that would not fit are refused with the way to make them smaller, and report how far they are."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import incan_math
from incan_math import Expedition, GameError, RetireAtGems, best_response, decide, evaluate, parse_strategy


def bold(state: Expedition) -> int:
    return int(state.bag >= 20)


def test_too_many_nodes_are_refused_with_a_hint_for_functions_of_ones_own() -> None:
    with pytest.raises(GameError, match=r"more than 50 nodes by card \d+ of 30; .*greater limit$"):
        evaluate(Expedition.start(2), [RetireAtGems(20), RetireAtGems(10)], limit=50)
    with pytest.raises(GameError, match="kind_symmetric"):
        evaluate(Expedition.start(2), [RetireAtGems(20), bold], limit=50)
    with pytest.raises(GameError, match="kind_symmetric"):
        best_response(Expedition.start(2), [bold], limit=50)


def test_progress_goes_from_the_first_layer_to_the_last() -> None:
    layers: list[tuple[int, int, int]] = []
    evaluate(Expedition.start(), [RetireAtGems(5)], progress=lambda *layer: layers.append(layer))
    assert [layer[0] for layer in layers] == list(range(31))
    assert layers[0] == (0, 30, 1)


def test_what_is_no_strategy_is_refused_with_the_way_to_make_one() -> None:
    cave = Expedition.parse("7", players=3)
    for wrong, said in (
        (["stay", "stay"], "parse_strategy"),
        ("stay", "parse_strategy"),
        (RetireAtGems, "class"),
        (5, "function of the state"),
    ):
        with pytest.raises(GameError, match=said):
            decide(cave, wrong)  # type: ignore[arg-type]


def test_a_misspelt_depends_on_is_refused() -> None:
    def shy(state: Expedition) -> int:
        return int(state.bag >= 3)

    shy.depends_on = "bags"  # type: ignore[attr-defined]
    with pytest.raises(GameError, match="'deck', 'bag' or 'state'"):
        evaluate(Expedition.start(2), [shy, RetireAtGems(3)])


def test_the_text_of_joined_strategies_reads_back() -> None:
    for text in ("gems:3|hazards:2&cards:4", "(gems:3|hazards:2)&cards:4", "(gems:3&(cards:4|stay))|risk:1/5"):
        strategy = parse_strategy(text)
        assert parse_strategy(str(strategy)) == strategy
    assert str(parse_strategy("(gems:3|hazards:2)&cards:4")) == "(gems:3|hazards:2)&cards:4"


def test_no_message_echoes_what_was_given_as_it_is() -> None:
    """A caller's value goes into a message by `shown`, which is short and printable whatever the value."""
    echoes = [
        f"{path.name}:{node.lineno}"
        for path in Path(incan_math.__file__).parent.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call)
        for part in ast.walk(node)
        if isinstance(part, ast.FormattedValue) and part.conversion in (ord("r"), ord("a"))
        if getattr(node.exc.func, "id", "") != "AttributeError"  # Of a name that somebody wrote as code.
    ]
    assert not echoes

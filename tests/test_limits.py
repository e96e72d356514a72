"""Jobs that would not fit are refused with the way to make them smaller, and report how far they are."""

from __future__ import annotations

import pytest

from incan_math import Expedition, GameError, RetireAtGems, best_response, evaluate


def bold(state: Expedition) -> int:
    return int(state.bag >= 20)


def test_too_many_nodes_are_refused_with_a_hint_for_functions_of_ones_own() -> None:
    with pytest.raises(GameError, match=r"more than 50 nodes by card \d+ of 30; .*greater limit$"):
        evaluate([RetireAtGems(20), RetireAtGems(10)], limit=50)
    with pytest.raises(GameError, match="set names_matter = False"):
        evaluate([RetireAtGems(20), bold], limit=50)
    with pytest.raises(GameError, match="set names_matter = False"):
        best_response(Expedition.start(2), [bold], limit=50)


def test_progress_goes_from_the_first_layer_to_the_last() -> None:
    layers: list[tuple[int, int, int]] = []
    evaluate([RetireAtGems(5)], progress=lambda *layer: layers.append(layer))
    assert [layer[0] for layer in layers] == list(range(31))
    assert layers[0] == (0, 30, 1)

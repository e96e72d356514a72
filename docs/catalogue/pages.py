"""The pages of results in reading order, and all results by their numbers."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from docs.catalogue import bust, character, duel, equilibrium, simple, solo, whole_game
from docs.catalogue.page import Page, Result

__all__ = ["PAGES", "RESULTS"]

PAGES: tuple[Page, ...] = (
    bust.PAGE,
    solo.PAGE,
    simple.PAGE,
    whole_game.PAGE,
    equilibrium.PAGE,
    duel.PAGE,
    character.PAGE,
)


def _by_label() -> dict[str, Result]:
    found: dict[str, Result] = {}
    for result in sorted((result for page in PAGES for result in page.results), key=lambda result: result.number):
        if result.label in found:
            raise ValueError(f"{result.label}: two results have this number")
        found[result.label] = result
    return found


RESULTS: Mapping[str, Result] = MappingProxyType(_by_label())
"""Every result by its label, in the order of the numbers."""

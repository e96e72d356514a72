"""Hypothesis strategies for tests of choices: decks that tempt the shortcuts, and ways in which opponents play."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import assume
from hypothesis import strategies as st
from strategies import KINDS, Position, decks, histories, play, play_at, scenarios

from incan_math import (
    AllOf,
    AnyOf,
    Expedition,
    Hazard,
    Mixture,
    RetireAfterCards,
    RetireAtGems,
    RetireAtHazards,
    RetireAtRisk,
    RetireWhenOneStepGainsNothing,
    RetireWhenRiskOutweighsGems,
    RetireWithProbability,
    Rules,
    StayForever,
    Strategy,
)

CHANCES = tuple(map(Fraction, ("0", "1/5", "1/3", "1/2", "3/4", "1")))
STEEP = ((0, 20), (1, 1, 30), (0, 0, 9), (0, 7), (2, 5, 5), (5, 5, 10), (1, 2, 4), (3, 0, 12))
"""Points by the order of claiming that rise: with most of them one more card can lose where two more gain."""


@st.composite
def steep_decks(draw: st.DrawFn, most: int = 9) -> Rules:
    """Decks whose artifacts are worth more and more, with few other cards."""
    points = draw(st.sampled_from(STEEP))
    hazards = draw(st.lists(st.integers(1, 3), min_size=1, max_size=3))
    while sum(hazards) + len(points) > most - 1:
        hazards.pop()
    room = most - sum(hazards) - len(points)
    gems = draw(st.sampled_from(((), (4,), (0, 6)))) if len(points) > 1 else ()
    return Rules(
        treasures=tuple(draw(st.lists(st.integers(0, 9), min_size=0 if hazards else 1, max_size=min(room, 3)))),
        hazards=dict(zip(KINDS, hazards, strict=False)),
        artifacts=points,
        claim_gems=gems,
        artifact_entry=draw(st.sampled_from(("all at once", "all at once", "one per expedition"))),
        undrawn_artifact=draw(st.sampled_from(("leaves", "stays"))),
        artifact_step=draw(st.sampled_from(("claimed", "claimed or lost"))),
        leftover=draw(st.sampled_from(("pooled", "per card"))),
        expeditions=draw(st.integers(1, 3)),
    )


@st.composite
def spots(draw: st.DrawFn, most: int = 7, players: int = 3, steep: bool = True, alone: bool = False) -> Position:
    """Live expeditions with undrawn cards: at the start, after a card or after a retreat, someone in."""
    rules = st.one_of(decks(most), steep_decks(most)) if steep else decks(most)
    scenario = draw(scenarios(rules, 1 if alone else players))
    assume(scenario.table().undrawn)
    moves = draw(histories(scenario, ends=False))
    moves = moves[: draw(st.integers(0, len(moves)))]
    if not play(scenario.start(), moves).cards_left:
        moves = moves[:-1]  # The last card of the deck ends it all.
    return Position(scenario, moves, play(scenario.start(), moves), play_at(scenario.table(), moves))


@st.composite
def lively(draw: st.DrawFn, most: int = 7, players: int = 3) -> Position:
    """The same, at the start or with a choice to make: nobody has just retired."""
    position = draw(spots(most, players))
    moves = position.moves
    while moves and isinstance(moves[-1], int):
        moves = moves[:-1]
    start = position.scenario.start()
    return Position(position.scenario, moves, play(start, moves), play_at(position.scenario.table(), moves))


def afraid_of_fire(state: Expedition) -> int:
    """Retires at the sight of one kind, whatever the numbers."""
    return int(Hazard("fire") in state.showing)


def keeps_count(state: Expedition) -> Fraction:
    """Looks at everything that a state shows, names included."""
    gas = state.undrawn.get(Hazard("gas"), 0)
    seen = 3 * gas + 2 * len(state.artifacts) + state.leftover + sum(state.leftovers) + state.bag + state.players
    return Fraction(seen % 4, 3)


def counts_cards(state: Expedition) -> Fraction:
    """Looks at numbers only, and says so."""
    return Fraction((state.cards_out + state.deadly + len(state.showing)) % 3, 2)


def counts_gems(state: Expedition) -> Fraction:
    """Looks at the bag alone, and says so."""
    return Fraction(state.bag % 4, 3)


def studies_the_deck(state: Expedition) -> Fraction:
    """Looks at the deck, the hazards by name and the players, and says so."""
    gas = state.undrawn.get(Hazard("gas"), 0)
    return Fraction((2 * gas + state.cards_left + state.players + 3 * (Hazard("lava") in state.showing)) % 5, 4)


counts_cards.kind_symmetric = True  # type: ignore[attr-defined]
counts_gems.kind_symmetric, counts_gems.depends_on = True, "bag"  # type: ignore[attr-defined]
studies_the_deck.depends_on = "deck"  # type: ignore[attr-defined]

simple: st.SearchStrategy[Strategy] = st.one_of(
    st.just(StayForever()),
    st.integers(0, 14).map(RetireAtGems),
    st.integers(0, 3).map(RetireAtHazards),
    st.integers(0, 6).map(RetireAfterCards),
    st.sampled_from(CHANCES).map(RetireAtRisk),
    st.sampled_from(CHANCES).map(RetireWithProbability),
    st.just(RetireWhenOneStepGainsNothing()),
    st.just(RetireWhenRiskOutweighsGems()),
    st.sampled_from((afraid_of_fire, keeps_count, counts_cards, counts_gems, studies_the_deck)),
)


@st.composite
def joined(draw: st.DrawFn) -> Strategy:
    """Several strategies put together."""
    parts = draw(st.lists(simple, min_size=1, max_size=3))
    how = draw(st.sampled_from(("any", "all", "mix")))
    if how == "mix":
        weight = Fraction(1, len(parts))
        return Mixture([(weight, part) for part in parts])
    return AnyOf(*parts) if how == "any" else AllOf(*parts)


opponents: st.SearchStrategy[Strategy] = st.one_of(simple, simple, joined())
"""Any way to play that the library names, and some of a user's own."""

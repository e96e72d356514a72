"""Hypothesis strategies: small decks, expeditions that earlier ones can have led to, and ways to play them.

A scenario is what is settled before the first card. It starts an `Expedition` and, apart from it, a `GameTable` of the
reference engine, whose artifact pile also says which artifacts can have left the game.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from hypothesis import strategies as st

from incan_math.engine import ArtifactPile, GameTable, build_deck
from incan_math.game.cards import Artifact, Card, Hazard, Treasure
from incan_math.game.editions import EDITIONS
from incan_math.game.expedition import Expedition
from incan_math.game.rules import Rules

NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gil", "Hal")
KINDS = ("fire", "gas", "lava")

Move = Card | int
"""A card that is turned up, or how many players retire together."""


@dataclass(frozen=True)
class Scenario:
    """What is settled before the first card of an expedition."""

    rules: Rules
    players: int
    expedition: int
    removed: tuple[tuple[str, int], ...]
    pile: ArtifactPile

    def start(self) -> Expedition:
        return Expedition.start(
            self.players, self.rules, self.expedition, dict(self.removed), self.pile.claimed, self.pile.lost
        )

    def table(self) -> GameTable:
        deck = build_deck(self.rules, dict(self.removed), self.pile.in_deck)
        return GameTable(self.rules, NAMES[: self.players], deck, counted=self.pile.counted)


@dataclass(frozen=True)
class Position:
    """The same moves made in an expedition and at a table of the reference engine."""

    scenario: Scenario
    moves: tuple[Move, ...]
    state: Expedition
    table: GameTable


def play(state: Expedition, moves: tuple[Move, ...]) -> Expedition:
    """Make all moves, without looking at what retirees get."""
    for move in moves:
        state = state.retire(move)[1] if isinstance(move, int) else state.reveal(move)
    return state


def play_at(table: GameTable, moves: tuple[Move, ...]) -> GameTable:
    """Make the same moves at a table; those who sit first leave first."""
    for move in moves:
        if isinstance(move, int):
            table.retire(list(table.bags)[:move])
        else:
            table.turn_up(move)
    return table


@st.composite
def decks(draw: st.DrawFn, most: int = 12) -> Rules:
    """Decks of 1 to `most` cards with every clause varied; values repeat, and treasures of 0 are among them."""
    artifacts = tuple(draw(st.lists(st.sampled_from((0, 5, 5, 7, 10)), max_size=3)))
    hazards = draw(st.lists(st.integers(1, 4), max_size=3))
    while sum(hazards) + len(artifacts) > most - 1:
        hazards.pop()
    least = 0 if hazards else 1
    room = min(5, most - sum(hazards) - len(artifacts))
    values = st.one_of(st.integers(0, 12), st.sampled_from((0, 3, 7)))
    treasures = draw(st.lists(values, min_size=least, max_size=room))
    value = draw(st.sampled_from(("by claim", "printed")))
    gems = st.lists(st.integers(0, 5), max_size=len(artifacts)) if value == "by claim" else st.just([])
    return Rules(
        treasures=tuple(treasures),
        hazards=dict(zip(KINDS, hazards, strict=False)),
        artifacts=artifacts,
        artifact_value=value,  # type: ignore[arg-type]
        claim_gems=tuple(draw(gems)),
        artifact_entry=draw(st.sampled_from(("one per expedition", "all at once"))),
        undrawn_artifact=draw(st.sampled_from(("leaves", "stays"))),
        artifact_step=draw(st.sampled_from(("claimed", "claimed or lost"))),
        leftover=draw(st.sampled_from(("pooled", "per card"))),
        tie=draw(st.sampled_from(("most artifacts", "shared"))),
        expeditions=draw(st.integers(1, 4)),
    )


@st.composite
def scenarios(draw: st.DrawFn, rules: st.SearchStrategy[Rules] | None = None, players: int = 5) -> Scenario:
    """An expedition of any number for 1 to `players`, after earlier ones that took hazards and artifacts away."""
    known = draw(decks() if rules is None else rules)
    expedition = draw(st.integers(1, known.expeditions))
    pile = ArtifactPile.of(known).enter()
    removed: Counter[str] = Counter()
    for _ in range(expedition - 1):
        size = len(pile.in_deck)
        fates = draw(st.lists(st.sampled_from(("claimed", "lost", "undrawn")), min_size=size, max_size=size))
        dealt = list(zip(pile.in_deck, fates, strict=True))
        taken, lost = ([card for card, fate in dealt if fate == wanted] for wanted in ("claimed", "lost"))
        pile = pile.close(taken, lost).enter()
        bust = draw(st.sampled_from((None, *known.kinds)))
        if bust is not None and known.hazards[bust] - removed[bust] >= 2:
            removed[bust] += 1
    return Scenario(known, draw(st.integers(1, players)), expedition, tuple(sorted(removed.items())), pile)


edition_scenarios = scenarios(st.sampled_from(list(EDITIONS.values())), players=8)
"""Expeditions of the published editions."""


@st.composite
def histories(draw: st.DrawFn, scenario: Scenario, ends: bool = True) -> tuple[Move, ...]:
    """Moves that can be made from the start; with `ends` False some players are still in and none have bust.

    Where the deck runs out, the last move is its last card: what then happens is left to the test.
    """
    undrawn = Counter(card.face for card in scenario.table().undrawn)
    inside, showing, moves = scenario.players, set[str](), list[Move]()
    for _ in range(draw(st.integers(0, 9))):
        faces = sorted((face for face in undrawn if ends or not is_deadly(face, showing)), key=str)
        if not faces:
            break
        card = draw(st.sampled_from(faces))
        moves.append(card)
        undrawn -= Counter([card])
        if is_deadly(card, showing) or not undrawn:
            break
        if isinstance(card, Hazard):
            showing.add(card.name)
        most = inside if ends else inside - 1
        leave = draw(st.one_of(st.just(0), st.integers(0, most)))
        if leave:
            moves.append(leave)
            inside -= leave
        if not inside:
            break
    return tuple(moves)


def is_deadly(card: Card, showing: set[str]) -> bool:
    return isinstance(card, Hazard) and card.name in showing


@st.composite
def positions(draw: st.DrawFn, most: int = 8, players: int = 3, ends: bool = False) -> Position:
    """An expedition under way with a small deck of at most `most` cards."""
    scenario = draw(scenarios(decks(most), players))
    moves = draw(histories(scenario, ends))
    return Position(scenario, moves, play(scenario.start(), moves), play_at(scenario.table(), moves))


def gems_on(moves: tuple[Move, ...]) -> int:
    """All gems on the treasures that were turned up."""
    return sum(move.value for move in moves if isinstance(move, Treasure))


def by_points(artifacts: tuple[Artifact, ...]) -> tuple[Artifact, ...]:
    """Artifacts by rising points, as the library lists them."""
    return tuple(sorted(artifacts, key=lambda artifact: artifact.points or 0))

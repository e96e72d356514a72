"""Simulated games, one by one, against the reference engine on the same card orders."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import NAMES, decks

from incan_math.engine import Match, View, play, printed_artifacts
from incan_math.game.cards import Card, Hazard, Treasure
from incan_math.game.editions import EDITIONS
from incan_math.game.rules import Rules
from incan_math.simulation.batches import Batch, is_compiled, record_of
from incan_math.simulation.card_orders import WordStream, key_of_seed, philox, shuffled_places
from incan_math.simulation.game_kernels import shuffle_games
from incan_math.simulation.seats import EngineChooser, Seat, engine_chooser, expedition_of, seats_of, sees_table
from incan_math.simulation.tallies import win_sizes
from incan_math.strategies.text_form import parse_strategy

TEXTS = (
    "stay", "gems:4", "gems:9", "hazards:1", "hazards:2", "cards:3", "risk:0.1", "onestep", "outweigh", "gems:0",
    "gems:9|hazards:2", "(cards:2|gems:5)&hazards:1", "probability:1/3",
)  # fmt: skip
SURE = tuple(text for text in TEXTS if "probability" not in text)


# Philox4x32-10, known answers published with Random123 (kat_vectors).
@pytest.mark.parametrize(
    ("counter", "key", "words"),
    [
        ((0,) * 4, (0, 0), "6627e8d5 e169c58d bc57ac4c 9b00dbd8"),
        ((0xFFFFFFFF,) * 4, (0xFFFFFFFF,) * 2, "408f276d 41c83b0e a20bc7c6 6d5451fd"),
        (
            (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
            (0xA4093822, 0x299F31D0),
            "d16cfe09 94fdcceb 5001e420 24126ea1",
        ),
    ],
)
def test_random_words_are_those_of_philox(counter: Any, key: Any, words: str) -> None:
    assert " ".join(f"{word:08x}" for word in philox(counter, key)) == words


def test_compiled_shuffles_are_those_of_python() -> None:
    for seed, first, cards in ((0, 0, 34), (2**64 - 1, 2**40 + 5, 7), (77, 3, 1)):
        key = key_of_seed(seed)
        orders = np.zeros((3, 4, cards), np.int64)
        shuffle_games(cards, 4, *key, first, orders)
        wanted = [[list(shuffled_places(key, first + game, e, cards)) for e in range(4)] for game in range(3)]
        assert orders.tolist() == wanted


def test_numbers_below_a_bound_and_events_are_uniform() -> None:
    stream = WordStream((3, 4), 5, 6)
    counts = np.bincount([stream.below(7) for _ in range(14_000)], minlength=7)
    assert abs(counts - 2000).max() < 5 * 2000**0.5
    assert abs(sum(stream.happens(1, 3) for _ in range(9000)) - 3000) < 5 * 2000**0.5
    assert not stream.happens(0, 5) and stream.happens(5, 5)


class Mixing:
    """A chooser of the engine that mixes by the simulator's random words."""

    def __init__(self, text: str, rules: Rules, seed: int, game: int, seat: int) -> None:
        self.strategy, self.rules = parse_strategy(text), rules
        self.key, self.game, self.seat = key_of_seed(seed), game, seat
        self.streams: dict[int, WordStream] = {}

    def __call__(self, view: View) -> bool:
        probability = Fraction(self.strategy(expedition_of(view, self.rules)))
        if probability.denominator == 1:
            return not probability
        before = view.standing.expedition - 1
        stream = self.streams.setdefault(before, WordStream(self.key, self.game, 16 * before + 1 + self.seat))
        return not stream.happens(probability.numerator, probability.denominator)


def engine_game(rules: Rules, texts: Sequence[str], game: int, seed: int) -> Match:
    """The game by the reference engine, on the cards of the simulator."""
    names = NAMES[: len(texts)]
    choosers = {
        name: Mixing(text, rules, seed, game, seat) for seat, (name, text) in enumerate(zip(names, texts, strict=True))
    }
    treasures = [Treasure(value) for value in sorted(rules.treasures)]
    hazards = [(Hazard(name), rank) for name in sorted(rules.hazards) for rank in range(rules.hazards[name])]
    faces: list[Card] = [*treasures, *(face for face, _ in hazards), *printed_artifacts(rules)]
    first = len(treasures) + len(hazards)
    turned: set[int] = set()  # Artifacts that were turned up, or left the game undrawn.
    match = Match.start(rules, names)
    while not match.over:
        removed = dict(match.removed)
        entered = len(rules.artifacts) if rules.artifact_entry == "all at once" else match.expedition

        gone = {first + place for place in range(entered, len(rules.artifacts))} | turned
        gone |= {
            len(treasures) + place
            for place, (face, rank) in enumerate(hazards)
            if rank >= rules.hazards[face.name] - removed.get(face.name, 0)
        }
        places = [
            place
            for place in shuffled_places(key_of_seed(seed), game, match.expedition - 1, len(faces))
            if place not in gone
        ]
        order = [faces[place] for place in places]
        assert Counter(order) == Counter(card.face for card in match.deck())
        match = match.after(play(match.table(), order, choosers, match.standing))
        out = places if rules.undrawn_artifact == "leaves" else places[: len(match.history[-1].turned_up)]
        turned |= {place for place in out if place >= first}
    return match


def check_with_engine(rules: Rules, texts: Sequence[str], seed: int, games: int) -> None:
    record, _ = record_of(Batch(rules, seats_of([parse_strategy(text) for text in texts]), seed, 5, games))
    sizes = win_sizes(record, rules)
    busts, lengths = np.zeros_like(record.busts), np.zeros_like(record.lengths)
    for row in range(games):
        match = engine_game(rules, texts, 5 + row, seed)
        result = match.result()
        assert [points for _, points in result.scores] == record.points[row].tolist()
        assert [len(tent.artifacts) for _, tent in match.tents] == record.artifacts[row].tolist()
        wanted = [len(result.winners) if name in result.winners else 0 for name in match.players]
        assert wanted == sizes[row].tolist()
        for place, end in enumerate(match.history):
            lengths[place, len(end.turned_up)] += 1
            if end.bust is not None:
                busts[place, rules.kinds.index(end.bust)] += 1
    assert (busts == record.busts).all() and (lengths == record.lengths).all()


@settings(max_examples=60, deadline=None)
@given(decks(), st.lists(st.sampled_from(TEXTS), min_size=1, max_size=8), st.integers(0, 2**64 - 1))
def test_games_on_random_rules_are_the_engine_s(rules: Rules, texts: list[str], seed: int) -> None:
    check_with_engine(rules, texts, seed, 4)


@pytest.mark.parametrize("edition", EDITIONS)
def test_games_of_an_edition_are_the_engine_s(edition: str) -> None:
    for players in (1, 3, 8):
        texts = [
            "gems:8",
            "hazards:3",
            "probability:1/5",
            "onestep",
            "gems:9|hazards:2",
            "risk:0.1",
            "stay",
            "outweigh",
        ]
        check_with_engine(EDITIONS[edition], texts[-players:], players, 6)


def asked_like(seat: Seat) -> Seat:
    """The same player asked through ordinary Python."""
    return replace(seat, program=None)


def check_all_ways(rules: Rules, texts: Sequence[str], seed: int) -> None:
    """Compiled code, ordinary Python, bots that see the table and choosers of the engine play the same games."""
    strategies = [parse_strategy(text) for text in texts]
    seats = seats_of(strategies)
    assert is_compiled(rules, seats)
    batch = Batch(rules, seats, seed, 11, 3, luck=True)
    compiled, _ = record_of(batch)
    through_engine = [EngineChooser(engine_chooser(strategy, rules)) for strategy in strategies]
    others = (
        tuple(map(asked_like, seats)),
        (*seats[:-1], asked_like(seats[-1])),
        seats_of([sees_table(_sight(strategy)) for strategy in strategies]),
        seats_of(through_engine),
    )
    for players in others:
        record, _ = record_of(replace(batch, seats=players))
        for field in compiled._fields:
            assert np.allclose(getattr(compiled, field), getattr(record, field), atol=1e-9), field


def _sight(strategy: Any) -> Any:
    def bot(sight: Any) -> Any:
        assert 0 <= sight.seat < len(sight.tents) and sight.seat in sight.players_in
        assert sight.expedition == sight.state.setup.expedition
        return strategy(sight.state)

    return bot


@settings(max_examples=25, deadline=None)
@given(decks(), st.lists(st.sampled_from(SURE), min_size=1, max_size=5), st.integers(0, 2**64 - 1))
def test_all_ways_to_play_agree_on_random_rules(rules: Rules, texts: list[str], seed: int) -> None:
    check_all_ways(rules, texts, seed)

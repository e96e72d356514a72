"""The text of the engine's matches: a record of them that `Record` reads, checks and scores alike."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import NAMES, decks

from incan_math import EDITIONS, GameError, Rules
from incan_math.engine import Match, coin, leave_after, play_match, steps, transcript
from incan_math.engine.deck import shuffled
from incan_math.game.record import Record

ALL_RULES = st.one_of(decks(), st.sampled_from(list(EDITIONS.values())))


@settings(max_examples=60)
@given(ALL_RULES, st.integers(1, 5), st.integers(0, 10**6))
def test_the_record_of_a_match_has_its_scores_and_winners(rules: Rules, players: int, seed: int) -> None:
    rng = random.Random(seed)
    choosers = {name: coin(Fraction(rng.randrange(5, 11), 10), rng) for name in NAMES[:players]}
    try:
        match = play_match(rules, choosers, seed=rng)
    except GameError:  # A deck with no card for an expedition.
        return
    text = transcript(match)
    record = Record.parse(text)
    result = match.result()
    assert record.is_over and record.rules == rules
    assert record.scores == dict(result.scores)
    assert record.winners == result.winners
    assert record.text == text  # Two writers, one text.
    assert record.games[-1].removed == {kind: n for kind, n in match.removed if n}


@settings(max_examples=30)
@given(st.sampled_from(list(EDITIONS.values())), st.integers(1, 4), st.integers(0, 10**6))
def test_a_match_under_way_can_be_written_after_every_event(rules: Rules, players: int, seed: int) -> None:
    rng = random.Random(seed)
    choosers = {name: coin(Fraction(4, 5), rng) for name in NAMES[:players]}
    match = Match.start(rules, list(choosers))
    for _ in range(2):
        table = match.table()
        for _ in steps(table, shuffled(match.deck(), rng), choosers, match.standing):
            record = Record.parse(transcript(match, table))
            assert (record.position is None) == table.ended
            if record.position is not None:
                assert record.inside == tuple(table.bags)
                assert record.position.bag == next(iter(table.bags.values()))
                assert record.position.leftover == table.leftover
                assert record.position.cards_left == len(table.undrawn)
        match = match.after(table)


def test_names_that_cannot_be_read_back_are_refused() -> None:
    for name in ("Ann Lee", "Ann,", "#1", "1", "a:b", "-x"):
        match = play_match("bga-en", {name: leave_after(1)}, seed=1)
        with pytest.raises(GameError, match="cannot stand in a record"):
            transcript(match)

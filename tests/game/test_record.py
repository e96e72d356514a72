"""Records of games: read back, checked card by card, and scored as the reference engine scores them."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import NAMES, decks, is_deadly

from incan_math import EDITIONS, GameError, Hazard, NotationError, Rules
from incan_math.engine import Match
from incan_math.game.record import Departure, Record

HEAD = "rules: bga-en\nplayers: Ann, Bob, Cid\n"
ALL_RULES = st.one_of(decks(), st.sampled_from(list(EDITIONS.values())))


def random_game(rules: Rules, players: tuple[str, ...], rng: random.Random) -> tuple[list[str], Match]:
    """A game of the reference engine played at random: the line of each expedition, and the match after it."""
    match, lines = Match.start(rules, players), list[str]()
    while not match.over:
        table, words = match.table(), list[str]()
        while not table.ended:
            undrawn = table.undrawn
            if not undrawn:
                break
            card = rng.choice(undrawn)
            table.turn_up(card)
            words.append(str(card.face))
            if table.ended:  # A bust, or the last card, with which all who are in retire.
                names = [taking.name for taking in table.snapshot().takings]
                left = [name for name in names if not any(name in word for word in words)]
                if not table.bust and left:
                    words.append("-" + ",".join(name for name in players if name in left))
                break
            leave = [name for name in table.bags if rng.random() < 0.2]
            table.retire(leave)
            if leave:
                words.append("-" + ",".join(leave))
        lines.append(" ".join(words))
        match = match.after(table)
    return lines, match


@settings(max_examples=80)
@given(ALL_RULES, st.integers(1, 5), st.randoms(use_true_random=False))
def test_the_engine_scores_the_same(rules: Rules, players: int, rng: random.Random) -> None:
    if not rules.treasures and not rules.hazards:
        return
    names = NAMES[:players]
    try:
        lines, match = random_game(rules, names, rng)
    except GameError:  # A deck with no card for an expedition.
        return
    text = "\n".join([f"players: {' , '.join(names)}", *(f"{i}: {line}" for i, line in enumerate(lines, start=1))])
    record = Record.parse(text, rules)
    assert record.is_over
    result = match.result()
    assert record.scores == dict(result.scores)
    assert set(record.winners) == set(result.winners)
    assert Record.parse(str(record)) == record  # The header alone says the rules, too.
    assert Record.parse(str(record)).rules == rules


@settings(max_examples=40)
@given(ALL_RULES, st.integers(1, 4), st.randoms(use_true_random=False))
def test_numbers_do_for_names_where_scores_do_not_matter(rules: Rules, players: int, rng: random.Random) -> None:
    try:
        lines, _ = random_game(rules, NAMES[:players], rng)
    except GameError:
        return
    named = Record.parse(
        "\n".join([f"players: {players}", *(f"{i}: {x}" for i, x in enumerate(lines, 1))]).replace(
            f"players: {players}", f"players: {', '.join(NAMES[:players])}"
        ),
        rules,
    )
    bare = replace(
        named,
        expeditions=tuple(
            tuple(Departure(t.players) if isinstance(t, Departure) else t for t in line) for line in named.expeditions
        ),
    )
    assert [step.after for step in bare.steps] == [step.after for step in named.steps]
    assert bare.games[-1].removed == named.games[-1].removed
    again = Record.parse(str(bare), rules if EDITIONS.get(rules.name) == rules else None)
    assert [step.after for step in again.steps] == [step.after for step in bare.steps]


@settings(max_examples=40)
@given(ALL_RULES, st.integers(1, 4), st.randoms(use_true_random=False))
def test_undo_goes_back_token_by_token(rules: Rules, players: int, rng: random.Random) -> None:
    try:
        lines, _ = random_game(rules, NAMES[:players], rng)
    except GameError:
        return
    record = Record.start(NAMES[:players], rules)
    past = [record]
    for place, line in enumerate(lines):
        if place:
            record = record.next()
            past.append(record)
        for word in line.split():
            record = record.add(word)
            past.append(record)
    for before in reversed(past[:-1]):
        record = record.undo()
        assert record == before and record.position == before.position and record.inside == before.inside
    with pytest.raises(GameError, match="nothing to take back"):
        record.undo()


def test_what_a_person_writes() -> None:
    record = Record.parse(
        HEAD
        + "1: 7, fire; 11 -a SNA 5 -bob,C  # a comment\n\n2: f 13 -\N{MINUS SIGN}1".replace(
            "-\N{MINUS SIGN}", "\N{MINUS SIGN}"
        )
    )
    assert record.expeditions[0] == (
        "7",
        "fire",
        "11",
        Departure(1, ("Ann",)),
        "snakes",
        "5",
        Departure(2, ("Bob", "Cid")),
    )
    # 7 and 11 among three: 2 and 3 each, 1 and 2 lie; Ann alone takes 5 + 3. Then 5 among two: 2 each, 1 lies.
    assert {name: record.games[1].tents[seat].points for seat, name in enumerate(record.players)} == {
        "Ann": 8,
        "Bob": 7,
        "Cid": 7,
    }
    assert record.inside is None and record.position is not None and record.position.players == 2
    with pytest.raises(GameError, match=r"scores: in expedition 2 '-1' does not say who left"):
        _ = record.scores


def test_a_card_that_left_the_game_is_refused_with_its_place() -> None:
    bust = "fire 7 fire"
    text = HEAD + f"1: {bust}\n2: {bust}\n3: 5\n"
    with pytest.raises(NotationError, match=r"expedition 3, token 3 \('fire'\)"):
        Record.parse(text.replace("3: 5", "3: fire 5 fire"))
    assert Record.parse(text.replace("3: 5", "3: fire 5")).position is not None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1: 7", "players: missing"),
        ("players: Ann\nplayers: Bob\n", "line 2: 'players' is given twice"),
        ("players: Ann\n2: 7", "line 2: expedition 1 comes next, not 2"),
        ("players: Ann\n1: 7\nrules: bga-en", "line 3: 'rules' belongs above"),
        ("players: Ann\nseven", "line 2: 'seven' has no colon"),
        ("players: Ann, ann", "same name"),
        ("players: 9", "players: 9 given"),
        ("players: 0", "players: 0 given"),
        ("players: " + ", ".join("ABCDEFGHI"), "players: 9 given"),
        ("players: A b", "is not a name here"),
        ("players: 7up", "is not a name here"),
        ("players: \u202eAnn", "is not a name here"),
        ("players: Ann\nrules: nowhere", "'nowhere' is not an edition"),
        ("players: Ann\ncolour: red", "'colour' is not a clause"),
        ("players: Ann\nrules: mine\ntreasures: x\nhazards: fire 2", "treasures: 'x' is not a whole number"),
        ("players: Ann\nrules: mine\ntreasures: 3\nhazards: fire", "should be a name and a number"),
        (HEAD + "1: 7 -Dan", "token 2 .'-Dan'.*: 'Dan' does not sit at this table"),
        (HEAD + "1: 7 -Ann 5 -Ann", "Ann has left"),
        (HEAD + "1: 7 -Ann,Ann", "Ann has left"),
        (HEAD + "1: 7 -", "expedition 1, token 2"),
        (HEAD + "1: 7 -4", "expedition 1, token 2"),
        (HEAD + "1: 7 -1 5 -Ann", "is not known after a number"),
        (HEAD + "1: 7 -Ann,Bob,Cid 5", "expedition 1, token 3 .'5'.: this expedition is over"),
        (HEAD + "1: 7\n2: 5", "expedition 1 is not over"),
        (HEAD + "1: fier", "expedition 1, token 1"),
        (HEAD + "\n".join(f"{i}: 7 -3" for i in range(1, 7)), "the game is over after 5"),
        ("x" * 200_000, "record: 200,000 characters"),
    ],
)  # fmt: skip
def test_errors_name_their_place(text: str, words: str) -> None:
    with pytest.raises(GameError, match=words) as error:
        Record.parse(text)
    assert "\n" not in str(error.value) and len(str(error.value)) < 500


def test_a_deck_of_ones_own_stands_in_the_header() -> None:
    rules = Rules(
        (3, 5, 7), {"fire": 2, "snakes": 2}, (5, 7), artifact_value="printed", leftover="per card", expeditions=3
    )
    record = Record.start(2, rules).add("3 A5 -2").next()
    assert "leftover: per card" in record.text and "hazards: fire 2, snakes 2" in record.text
    assert Record.parse(record.text).rules == rules
    assert Record.parse(record.text) == record


def test_a_busted_expedition_is_deadly_for_all_in() -> None:
    record = Record.parse(HEAD + "1: 7 fire -Ann fire\n")
    assert record.scores == {"Ann": 3, "Bob": 0, "Cid": 0}
    assert record.position is None and not record.is_over
    assert is_deadly(Hazard("fire"), {"fire"})

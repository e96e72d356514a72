"""A game written down while it is played: what is said, what is on disk, and what a killed session leaves."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from incan_math import EDITIONS, GameError, Rules
from incan_math.advice.router import decide
from incan_math.companion.advisor import decisions
from incan_math.companion.dealer import DealtSession, deck_order
from incan_math.companion.journal import Journal
from incan_math.companion.session import Session
from incan_math.game.record import Record
from incan_math.strategies.decision import ContestDecision
from incan_math.strategies.text_form import parse_strategy


def opened(path: Path | None, *players: str, me: str | None = None) -> Session:
    """A session without a solver of several players: who is in with others is advised as against opponents who stay."""
    journal = Journal(path)
    if not journal.text:
        journal.start(Record.start(players))
    ask = lambda state: decide(state, [parse_strategy("stay")] * (state.players - 1))  # noqa: E731
    return Session(journal, Record.parse(journal.text), me, ask)


def test_the_advice_comes_with_the_card_and_the_line_is_on_disk_before(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    session = opened(path, "Ann", me="Ann")
    assert session.answer("fire 15 snakes 3") == "stay; stay 18.895, retire 18.000, bust 15.4 %"
    assert path.read_text().endswith("\n\n1: fire 15 snakes 3")
    session.ask = lambda state: pytest.fail(path.read_text()[-18:])  # Killed while it thinks.
    with pytest.raises(pytest.fail.Exception, match="fire 15 snakes 3 2"):
        session.answer("2")
    session.journal.close()
    again = opened(path)
    assert again.record.position is not None and again.record.position.path == "fire 15 snakes 3 2"
    assert again.answer("undo").startswith("stay; stay 18.895")
    assert path.read_text().endswith("\n\n1: fire 15 snakes 3")


def test_a_whole_game_with_what_is_said_at_its_turns() -> None:
    session = opened(None, "Ann", "Bob", me="Ann")
    session.answer("7 fire")
    assert session.answer("-Ann") == "in: Bob; bust 7.1 %"
    assert session.answer("fire") == "expedition 1 is over, the second fire busted it: Ann 4, Bob 0; type 'next'"
    with pytest.raises(GameError, match="expedition 1 is over; type 'next'"):
        session.answer("5")
    assert session.answer("next") == "expedition 2: 29 cards, 2 players"
    for expedition in range(2, 6):
        session.answer("4 -bob 5")
        said = session.answer("-a")
        assert session.answer("score").startswith("Ann ")
        if expedition < 5:
            assert f"expedition {expedition} is over, everyone has retired" in said
            session.answer("NEXT")
    assert said == "the game is over: Ann 32, Bob 8; Ann wins"
    with pytest.raises(GameError, match="the game is over"):
        session.answer("5")
    assert session.answer("quit") == "" and session.is_closed


def test_a_line_that_cannot_be_read_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    session = opened(path, "Ann", "Bob", me="Ann")
    session.answer("7 fire")
    before = path.read_bytes()
    for line in ("5 fier", "3 -Cid", "undo 3", "next", "\N{SNOWMAN}", "-Ann -Bob 5"):
        with pytest.raises(GameError):
            session.answer(line)
        assert path.read_bytes() == before and session.record.text.endswith("1: 7 fire")
    assert session.answer("") == session.answer("# a thought") == ""


def test_the_words_that_can_be_typed_are_those_that_can_come() -> None:
    session = opened(None, "Ann", "Bob", me="Ann")
    assert "-Ann" not in session.words and {"7", "fire", "A", "undo", "quit"} <= {*session.words}
    session.answer("15 fire -Bob")
    assert not {"15", "-Ann", "-Bob"} & {*session.words}
    session.answer("5")
    assert "-Ann" in session.words and "-Bob" not in session.words
    assert session.prompt == "1 15 fire -1 5> "


def test_no_advice_says_why(tmp_path: Path) -> None:
    session = opened(None, "Ann")

    def refuse(state: object) -> object:
        raise GameError("the position is too large")

    session.ask = refuse  # type: ignore[assignment]
    assert session.answer("7") == "no advice: the position is too large"


@pytest.mark.parametrize("seed", range(30))
def test_the_file_is_the_record_after_every_step_forward_and_back(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    path = tmp_path / "game.txt"
    head = "# ours\nrules: bga-en\nplayers: Ann, Bob   # two\n\n"
    path.write_text(head + rng.choice(["", "1: 7,fire", "1: 7 fire # early\n", "\n1:\n\n"]))
    with Journal(path) as journal:
        record = Record.parse(journal.text)
        for _ in range(40):
            state = record.position
            if rng.random() < 0.3 and record.steps:
                record = record.undo()
            elif record.is_over:
                break
            elif state is None:
                record = record.next()
            elif state.is_deciding and rng.random() < 0.3:
                record = record.add(f"-{rng.choice(record.inside or ())}")
            else:
                record = record.add(
                    str(rng.choice([card for card, _, _ in state.draws()])) if state.cards_left else "-1"
                )
            journal.follow(record)
            text = path.read_text()
            assert Record.parse(text) == record
            assert text.startswith("# ours\nrules: bga-en\nplayers: Ann, Bob   # two\n")
            assert ("# early" in text) == ("# early" in journal.text)


def test_a_file_opened_twice_says_so(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    session = opened(path, "Ann")
    with pytest.raises(GameError, match=rf"'game.txt' is open in another session \(process {os.getpid()}\)"):
        Journal(path)
    session.journal.close()
    assert not list(tmp_path.glob("*.lock"))
    opened(path).journal.close()


def test_a_lock_of_a_killed_process_holds_nobody_up(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    code = (
        "import os, sys; from pathlib import Path; from incan_math.companion.journal import Journal;"
        "Journal(Path(sys.argv[1])); print('open', flush=True); sys.stdin.read()"
    )
    root = Path(__file__).parents[2]
    with subprocess.Popen(
        [sys.executable, "-c", code, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=root
    ) as other:
        assert other.stdout is not None and other.stdout.readline().strip() == b"open"
        with pytest.raises(GameError, match=f"process {other.pid}"):
            Journal(path)
        other.kill()
        other.wait()
    assert path.with_name("game.txt.lock").exists()
    Journal(path).close()


def test_what_is_not_a_record_is_refused_and_unlocked(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(GameError, match="not a text file in UTF-8"):
        Journal(path)
    assert not list(tmp_path.glob("*.lock"))
    with pytest.raises(GameError, match="No such file"):
        Journal(tmp_path / "nowhere" / "game.txt")


# Against strategies.


def dealt(path: Path | None, seed: int, rules: str = "bga-en", *others: str) -> DealtSession:
    journal = Journal(path)
    if not journal.text:
        journal.start(Record.start(["Ann", "Bob", "Cid"], rules))
    bots = [parse_strategy(word) for word in others or ("gems:9", "chance:1/3")]
    return DealtSession(journal, Record.parse(journal.text), "Ann", decide, bots, seed)


@pytest.mark.parametrize("rules", EDITIONS)
def test_a_dealt_game_goes_to_its_end_and_bots_keep_to_their_strategies(rules: str) -> None:
    session = dealt(None, 5, rules, "gems:9", "cards:4")
    session.greeting()
    while not session.record.is_over:
        state = session.record.position
        assert state is not None and state.is_deciding and "Ann" in (session.record.inside or ())
        session.answer("stay" if state.cards_out < 6 else "r")
    assert session.now().startswith("the game is over: Ann")
    for step in session.record.steps:
        if "Bob" in getattr(step.token, "names", ()):
            assert step.before.bag >= 9 or not step.before.cards_left
        if "Cid" in getattr(step.token, "names", ()):
            assert step.before.cards_out == 4 or not step.before.cards_left
    with pytest.raises(GameError, match="the game is over"):
        session.answer("stay")


def test_an_interrupted_game_goes_on_as_it_would_have_gone(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    whole = dealt(None, 11)
    whole.greeting()
    while not whole.record.is_over:
        whole.answer("s")
    cut = dealt(path, 11)
    cut.greeting()
    while not cut.record.is_over:
        cut.answer("s")
        cut.journal.close()
        cut = dealt(path, 11)
        cut.greeting()
    cut.journal.close()
    assert cut.record.text == whole.record.text == path.read_text()


def test_choices_are_made_by_words_and_nothing_is_taken_back() -> None:
    session = dealt(None, 3)
    session.greeting()
    for line in ("7", "undo", "next", "-Ann", "x", "sta y"):
        with pytest.raises(GameError, match="is not a choice"):
            session.answer(line)
    assert session.answer("score") == "Ann 0, Bob 0, Cid 0"


def test_every_card_is_equally_likely_to_come_first() -> None:
    record = Record.start(2)
    first = [str(deck_order(record, seed)[0]) for seed in range(3_000)]
    assert len(deck_order(record, 1)) == 30
    for word, copies in (("fire", 3), ("5", 2), ("A", 1), ("15", 1)):
        assert abs(first.count(word) / 3_000 - copies / 30) < 4 * (copies / 30 / 3_000) ** 0.5


def test_the_last_expedition_of_three_is_advised_to_win() -> None:
    small = Rules((3, 5, 7, 9), {"fire": 2, "snakes": 2}, expeditions=2)
    record = Record.start(["Ann", "Bob", "Cid"], small).add("3 -Cid 5 -Ann,Bob").next().add("7")
    assert record.position is not None
    # Ann and Bob: 3 // 3 from the first card, then 5 // 2; the gem left over is not shared by two.
    assert record.scores == {"Ann": 3, "Bob": 3, "Cid": 1}
    to_win, points = decisions(record, "Cid", lambda state: decide(state, [parse_strategy("stay")] * 2))
    assert (to_win.objective, points.objective) == ("win", "points")
    expected = decide(record.position, objective="win", scores=[1, 3, 3])
    assert isinstance(expected, ContestDecision) and to_win == expected
    # Bob goes home with 3 + 7 // 3 and the 1 left over; the two others know what they have to beat.
    later = record.add("-Bob 5")
    assert later.position is not None and later.scores["Bob"] == 6
    now, _ = decisions(later, "Cid", lambda state: decide(state, [parse_strategy("stay")]))
    assert now == decide(later.position, objective="win", scores=[1, 3], home=[6])
    # Ann goes home with 3 + 2 + 2 and the gem left over. Alone, with 2 + 2 + 3 gems more than 1, Cid ties with her.
    alone = later.add("-Ann 3")
    assert alone.position is not None and (alone.position.players, alone.scores["Ann"]) == (1, 8)
    last = decisions(alone, "Cid", decide)[0]
    assert (last.retire, last.objective) == (Fraction(1, 2), "win")
    assert last == decide(alone.position, objective="win", scores=[1], home=[6, 8])
    # In the first expedition nothing is said about the win.
    early = Record.start(["Ann", "Bob", "Cid"], small).add("7")
    assert [d.objective for d in decisions(early, "Ann", lambda s: decide(s, [parse_strategy("stay")] * 2))] == [
        "points"
    ]

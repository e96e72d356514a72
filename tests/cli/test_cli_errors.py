"""What the command line cannot answer: exit status 2, and one line on the error output that says why."""

from __future__ import annotations

import pytest
from shell import Run, shell


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["odds", "7 fier"], "token 2 ('fier') is not a card (did you mean 'fire'?)"),
        (["odds", "7", "s"], "token 2 ('s') could be snakes or spiders"),
        (["odds", "7\nfire\n8"], "token 3 ('8')"),
        (["odds", "7", "-1", "-1"], "token 3 ('-1')"),
        (["odds", "7", "--players", "9"], "players: 9 given; an expedition starts with 1 to 8 players"),
        (["odds", "7", "--players", "x"], "--players"),
        (["odds", "7", "--players"], "--players"),
        (["odds", "7 | players=3", "--players", "4"], "players: 4 was given, but the text behind the bar says 3"),
        (["odds", "--rules", "bga-eng"], "did you mean 'bga-en'?"),
        (["odds", "--expedition", "6"], "expedition: 6 given"),
        (["odds", "--removed", "fire", "--expedition", "1"], "removed: "),
        (["odds", "--removed", "fier"], "removed: "),
        (["odds", "--claimed", "9"], "claimed 9 cannot be before expedition 5 of bga-en: A A A A had entered by then"),
        (["odds", "--claimed", "\N{SUPERSCRIPT TWO}"], "claimed: "),
        (["odds", "--lost", "x"], "lost: "),
        (["odds", "7", "--format", "xml"], "--format"),
        (["odds", "7", "--draws", "0"], "--draws"),
        (["odds", "7", "--foo", "3"], "--foo"),
        (["odds", "7", "-x", "3"], "no such option: '-x'"),
        (["odds", "7", "--player", "3"], "did you mean '--players'?"),
        (["odds", "7", "-p", "3", "-p", "4"], "--players: given twice"),
        (["odds", "7 fire 11 -1 snakes"], "One player started, since --players is omitted"),
        (["odds", "--claimed", "1", "--claimed", "A"], "--claimed: give how many artifacts each time"),
        (["editions", "bga-eng"], "did you mean 'bga-en'?"),
        (["editions", "--foo"], "--foo"),
        (["bogus"], "bogus"),
        (["--bogus"], "--bogus"),
    ],
)
def test_bad_input_is_one_line_and_status_2(run: Run, words: list[str], said: str) -> None:
    answer = run(*words)
    assert answer.status == 2 and answer.out == ""
    assert answer.err.startswith("incan-math: ") and answer.err.endswith("\n") and len(answer.err.splitlines()) == 1
    assert said in answer.err


def test_bad_input_in_a_process_of_its_own() -> None:
    answer = shell("odds", "7 fier", FORCE_COLOR="1")
    assert (answer.returncode, answer.stdout) == (2, "")
    assert len(answer.stderr.splitlines()) == 1 and "\x1b" not in answer.stderr and "Traceback" not in answer.stderr


def test_help_is_text_on_the_output(run: Run) -> None:
    for words in (["--help"], ["odds", "-h"], ["editions", "--help"]):
        answer = run(*words)
        assert (answer.status, answer.err) == (0, "") and "Usage: incan-math" in answer.out


def test_without_a_command_the_help_comes_as_it_is_laid_out(run: Run) -> None:
    answer = run()
    assert len((answer.out + answer.err).splitlines()) > 5 and "editions" in answer.out + answer.err

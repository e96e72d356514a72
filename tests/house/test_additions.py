"""What CONTRIBUTING says about additions, done on a copy of the package: each is two places, and all else follows."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent

Change = tuple[str, str, str]
"""A file of the package, a text that stands in it once, and what is written in front of that."""

NEW = ""
"""In place of the text: the file is a new one."""

EDITION: list[Change] = [
    (
        "game/editions.py",
        "EDITIONS = ",
        '_TOY = Rules(name="toy-1999", treasures=(4, 6), hazards={"fire": 2, "wolves": 2}, source="A toy box",'
        ' notes=("A toy.",))\n\n',
    ),
    ("game/editions.py", "            _DIAMANT_2016,\n", "            _TOY,\n"),
]
COMMAND: list[Change] = [
    (
        "cli/toy_command.py",
        NEW,
        '''"""`incan-math toy`: how many cards are left."""

from __future__ import annotations

from incan_math.cli.options import FORMAT, POSITION, position
from incan_math.cli.output import show
from incan_math.cli.specification import Command


def toy(path, players, rules, expedition, removed, claimed, lost, output_format) -> None:
    """How many cards are left, as a toy."""
    from incan_math.report.model import Fact, Report

    state = position(path, players, rules, expedition, removed, claimed, lost)
    show(Report("A toy", (Fact("Cards left", state.cards_left, "count", "left"),)), output_format)


COMMAND = Command("toy", toy, "Count the cards, as a toy.", (*POSITION, FORMAT), ("incan-math toy 7",))
''',
    ),
    ("cli/commands.py", '"odds", ', '"toy", '),
]
FORMAT: list[Change] = [
    (
        "report/formats.py",
        "FORMATS: ",
        'def _shout(report: Report) -> str:\n    return report.title.upper() + "\\n"\n\n\n',
    ),
    ("report/formats.py", '"latex": latex, ', '"shout": _shout, '),
    ("cli/options.py", '"latex", "html")', '"shout", '),
]
SOLVER: list[Change] = [
    (
        "solo/toy_solver.py",
        NEW,
        '''"""Stay, whatever comes: a toy."""

from fractions import Fraction

from incan_math.game.expedition import Expedition
from incan_math.odds.bust import bust_probability
from incan_math.strategies.decision import ExactDecision


def toy(state: Expedition) -> ExactDecision:
    """The decision of a toy."""
    return ExactDecision.of(state, Fraction(99), Fraction(4), bust_probability(state), "a toy says so")
''',
    ),
    (
        "advice/router.py",
        "    opponents = need_opponents(",
        "    if len(state.rules.treasures) == 1:\n        from incan_math.solo.toy_solver import toy\n\n"
        "        return toy(state)\n",
    ),
]
ADDITIONS = {"edition": EDITION, "command": COMMAND, "format": FORMAT, "solver": SOLVER}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package with all four additions."""
    folder = tmp_path_factory.mktemp("house")
    shutil.copytree(
        ROOT / "incan_math", folder / "incan_math", ignore=shutil.ignore_patterns("__pycache__", "static", "*.so")
    )
    for changes in ADDITIONS.values():
        for name, before, text in changes:
            path = folder / "incan_math" / name
            if before == NEW:
                assert not path.exists()
                path.write_text(text, encoding="utf-8")
            else:
                old = path.read_text(encoding="utf-8")
                assert old.count(before) == 1, (name, before)
                path.write_text(old.replace(before, text + before), encoding="utf-8")
    return folder


def ask(house: Path, *words: str, **settings: str) -> str:
    """What the command line of the copy prints."""
    done = subprocess.run(
        [sys.executable, "-m", "incan_math", *words],
        cwd=house,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **settings},
    )
    assert "Traceback" not in done.stderr
    return done.stdout + done.stderr


@pytest.mark.parametrize("kind", ADDITIONS)
def test_an_addition_is_at_most_two_places(kind: str) -> None:
    assert 1 <= len({name for name, _, _ in ADDITIONS[kind]}) <= 2


@pytest.mark.parametrize("kind", ADDITIONS)
def test_the_places_are_those_that_contributing_names(kind: str) -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    [paragraph] = [part for part in page.split("\n\n") if part.lower().startswith((f"**a {kind}", f"**an {kind}"))]
    for name, before, _ in ADDITIONS[kind]:
        assert before == NEW or f"`incan_math/{name}`" in paragraph


def test_a_new_edition_is_listed_read_suggested_and_reported(house: Path) -> None:
    answer = json.loads(ask(house, "editions", "--format", "json"))
    assert "toy-1999" in json.dumps(answer) and "A toy box" in json.dumps(answer)
    # Of 4, 6, two fires and two wolves four cards are left once 4 and fire lie there; one of them busts.
    odds = json.loads(ask(house, "odds", "4 fire", "--rules", "toy-1999", "--format", "json"))
    assert odds["bust"]["exact"] == "1/4" and odds["rules"] == "toy-1999"
    assert "did you mean 'toy-1999'?" in ask(house, "odds", "--rules", "toy-1998")
    deck = house / "deck.toml"
    deck.write_text("treasures = [4, 6]\nhazards = { fire = 2, wolves = 2 }\n", encoding="utf-8")
    assert "toy-1999" in ask(house, "deck", "check", str(deck))


def test_a_new_command_is_run_helped_and_completed(house: Path) -> None:
    assert json.loads(ask(house, "toy", "7 fire", "--format", "json")) == {"title": "A toy", "left": 28}
    assert "Count the cards, as a toy." in ask(house, "--help")
    described = ask(house, "toy", "--help")
    assert "How many cards are left, as a toy." in described and "incan-math toy 7" in described
    completed = ask(house, _INCAN_MATH_COMPLETE="complete_bash", COMP_WORDS="incan-math to", COMP_CWORD="1")
    assert completed.split() == ["toy"]


def test_a_new_format_is_offered_used_and_named_when_another_is_wrong(house: Path) -> None:
    assert ask(house, "odds", "7 fire", "--format", "shout") == "ODDS AT: 7 FIRE\n"
    assert "shout" in ask(house, "odds", "--help")
    assert "shout" in ask(house, "odds", "--format", "whisper")


def test_a_new_solver_answers_decide_and_its_report(house: Path) -> None:
    deck = house / "one.toml"
    deck.write_text("treasures = [4]\nhazards = { fire = 2 }\n", encoding="utf-8")
    answer = json.loads(ask(house, "decide", "4 fire", "--rules", str(deck), "--format", "json"))
    assert (answer["action"], answer["stay"]["exact"], answer["reason"]) == ("stay", "99", "a toy says so")
    assert "a toy says so" in ask(house, "decide", "4 fire", "--rules", str(deck))

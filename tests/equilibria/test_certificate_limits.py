"""Hostile certificates: sizes are bounded before anything is unpacked, and whatever is wrong is one line, quickly."""

from __future__ import annotations

import json
import pickle
import random
import zlib
from base64 import b85encode
from fractions import Fraction
from time import perf_counter

import pytest
from certificate_forging import packed, rewritten
from test_certified import SMALL

from incan_math import Expedition, Rules
from incan_math.equilibria.certified.enclosed import certified_equilibrium
from incan_math.equilibria.checker import claim as reading
from incan_math.equilibria.checker.checking import FORMAT, CertificateError, check_certificate
from incan_math.equilibria.checker.claim import WrittenPlays
from incan_math.equilibria.checker.walk import Walk

RULES = {"treasures": [3, 5, 7], "hazards": {"fire": 2, "snakes": 2}, "name": "custom"}


@pytest.fixture(scope="module")
def text() -> str:
    return certified_equilibrium(Expedition.start(3, SMALL)).certificate().text


def rejected(text: object) -> str:
    """Why the text is rejected: one short line, in little time."""
    before = perf_counter()
    with pytest.raises(CertificateError) as error:
        check_certificate(text)  # type: ignore[arg-type]
    assert perf_counter() - before < 5
    said = str(error.value)
    assert said.startswith("rejected: ") and "rejected" not in said[1:] and "\n" not in said and len(said) <= 300
    return said.removeprefix("rejected: ")


@pytest.mark.parametrize(
    "given",
    [
        *(None, 5, b"{}", "", "{}", "[]", "\n\n", "null\n\n", '{"format": "something else"}'),
        *("[" * 100_000, '{"a":' * 100_000, "\ud800"),
        *(json.dumps({"format": FORMAT}), json.dumps({"format": "incan_math equilibrium certificate 1"})),
    ],
)
def test_other_texts_are_rejected(given: object) -> None:
    assert rejected(given).startswith(("text: ", "format: "))


def test_errors_survive_pickling(text: str) -> None:
    with pytest.raises(CertificateError) as error:
        check_certificate("{}")
    again = pickle.loads(pickle.dumps(error.value))
    assert type(again) is CertificateError and str(again) == str(error.value)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"value": ["1/0", "2"]}, "value: numbers are written p or p/q"),
        ({"value": ["1e999999999", "2"]}, "value: numbers are written"),
        ({"value": ["1", "2" * 2001]}, "value: numbers are written"),
        ({"value": ["1", "2/" + "3" * 2001]}, "value: numbers are written"),
        ({"value": ["1.5", "2"]}, "value: numbers are written"),
        ({"value": [1, 2]}, "value: numbers are written"),
        ({"value": ["\u0661", "2"]}, "value: numbers are written"),
        ({"value": ["2", "1"]}, "value: its low end is above its high end"),
        ({"value": ["1"]}, "value: give the two ends"),
        ({"value": ["1", "2", "3"]}, "value: give the two ends"),
        ({"value": "12"}, "value: give the two ends"),
        ({"value": {"1": "2", "3": "4"}}, "value: give the two ends"),
        ({"utility": ["0", "1e99999999"]}, "utility: give what 0 to 15 points"),
        ({"utility": ["0"] * 15 + ["1e99999999"]}, "utility: numbers are written"),
        ({"utility": {"0": "1"}}, "utility: give what"),
        ({"utility": ["0"] * 15}, "utility: give what"),
        ({"utility": ["0"] * 17}, "utility: give what"),
        ({"utility": [str(points) for points in (*range(15), 13)]}, "utility: it falls"),
        ({"utility": [f"1/{10**1000 + i}" for i in range(16)]}, "utility: its common denominator"),
        ({"utility": [f"1/{2**4096}"] * 16}, "utility: its common denominator"),
        ({"position": 5}, "position: give the path as text"),
        ({"position": "9 | players=2"}, "position: it cannot be read"),
        ({"position": "3" * 100_000}, "position: it cannot be read"),
        ({"position": "| players=1"}, "position: fewer than two"),
        ({"position": "fire fire | players=3"}, "position: fewer than two"),
        ({"rules": []}, "rules: give the clauses"),
        ({"rules": {**RULES, "notes": ["x"]}}, "rules: give the clauses"),
        ({"rules": {}}, "rules: it cannot be read"),
        ({"rules": {**RULES, "treasures": "357"}}, "rules: it cannot be read"),
        ({"rules": {**RULES, "leftover": "per card"}}, "rules: leftovers are split per card"),
        ({"rules": {**RULES, "hazards": {"fire": 10**9}}}, "rules: "),
        ({"rules": {**RULES, "hazards": {"fire": 118}}}, "rules: more than 120 cards"),
        ({"rules": {**RULES, "hazards": {f"f{i}": 1 for i in range(118)}}}, "rules: more than 120 cards"),
        ({"rules": {**RULES, "treasures": list(range(1000))}}, "rules: "),
        ({"rules": {**RULES, "artifacts": [5] * 114}}, "rules: more than 120 cards"),
        ({"rules": {**RULES, "treasures": [10**6 + 1]}}, "rules: more than 1,000,000 points"),
        ({"rules": {**RULES, "artifacts": [10**6]}}, "rules: more than 1,000,000 points"),
        ({"rules": {**RULES, "artifacts": [1], "claim_gems": [10**6]}}, "rules: more than 1,000,000 points"),
        ({"rules": {**RULES, "expeditions": 10**9}}, "rules: "),
        ({"rules": {**RULES, "expeditions": 101}}, "rules: more than 100 expeditions"),
        ({"extra": 1}, "text: a certificate has three lines"),
    ],
)
def test_each_bound_on_a_claim(text: str, changed: dict[str, object], said: str) -> None:
    assert rejected(rewritten(text, **changed)).startswith(said)


def test_claims_at_the_bounds_are_read(text: str) -> None:
    def claim(**changed: object) -> reading.Claim:
        return reading.read_certificate(rewritten(text, **changed), 1000)[0]

    digits = reading._MOST_DIGITS
    assert claim(value=["0", "9" * digits + "/" + "1" * digits]).high > 1
    assert claim(value=["-3", "-6/2"]).low == -3
    fires = {**RULES, "hazards": {"fire": 117}}
    assert claim(rules=fires).state.cards_left == reading.MOST_CARDS
    assert claim(rules={**RULES, "treasures": [10**6]}).state.rules.gem_total == 10**6
    assert claim(rules={**RULES, "expeditions": 100}).state.rules.expeditions == 100
    denominator = 2**4096 - 1
    found = claim(utility=[f"{points}/{denominator}" for points in range(16)])
    assert found.scale == denominator and found.rewards == list(range(16))
    assert claim(utility=["-1/2", *["1/3"] * 15]).rewards == [-3] + [2] * 15


def test_the_utility_covers_all_points_that_can_be_taken(text: str) -> None:
    def needed(position: str, **clauses: object) -> int:
        said = rejected(rewritten(text, utility=[], position=position, rules={**RULES, **clauses}))
        return int(said.split(" points")[0].split()[-1].replace(",", ""))

    printed = {"artifact_value": "printed", "artifact_entry": "all at once", "expeditions": 1}
    assert needed("3 5 | players=2") == 15  # 7 are undrawn, each holds 1 + 2 and 2 lie on the path.
    assert needed("3 -1 | players=3") == 14  # 1 was taken home.
    assert needed("A5 | players=2", artifacts=[5, 5, 8], **printed) == 33
    claimed = {"artifacts": [5, 5, 8], "claim_gems": [0, 0, 2], "artifact_entry": "all at once", "expeditions": 1}
    assert needed("A | players=2", **claimed) == 35


def test_sizes_of_the_text_are_bounded(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    first = text.split("\n", 1)[0]
    monkeypatch.setattr(reading, "_MOST_CLAIM", len(first))
    check_certificate(text)
    monkeypatch.setattr(reading, "_MOST_CLAIM", len(first) - 1)
    assert rejected(text).startswith("text: its first line has")
    monkeypatch.undo()
    monkeypatch.setattr(reading, "_MOST_TEXT", len(text))
    check_certificate(text)
    monkeypatch.setattr(reading, "_MOST_TEXT", len(text) - 1)
    assert rejected(text).startswith("text: ")


def test_a_key_that_is_given_twice(text: str) -> None:
    first = text.split("\n", 1)[0]
    assert "a key is given twice" in rejected(rewritten(text, claim=first.replace("{", '{"format": "", ', 1)))
    twice = first.replace('"hazards": {', '"hazards": {"fire": 2, ')
    assert twice != first and "a key is given twice" in rejected(rewritten(text, claim=twice))


@pytest.mark.parametrize("number", ["Infinity", "NaN", "1e400", "-Infinity", "9" * 5000])
def test_numbers_that_are_none(text: str, number: str) -> None:
    first = text.split("\n", 1)[0]
    for old in ('"treasures": [3', '"players": 2', '"expeditions": 5'):
        if old in first:
            key = old.rsplit(" ", 1)[0]
            new = f"{key} [{number}" if "[" in old else f"{key} {number}"
            rejected(rewritten(text, claim=first.replace(old, new)))


def test_lines_left_out_or_added(text: str) -> None:
    first, plays, intervals, _ = text.split("\n")
    check_certificate(f"{first}\n{plays}\n{intervals}")
    for other in (first, f"{first}\n{plays}", f"{text}more", f"{text}\n"):
        assert rejected(other).startswith("text: a certificate has three lines")


def test_lines_that_cannot_be_unpacked(text: str) -> None:
    first, plays, intervals, _ = text.split("\n")
    whole = zlib.compress(b"S")
    for bad in ("", "not packed", plays[:-5], plays[5:], packed("S\u00e9".encode()), b85encode(whole + b"x").decode()):
        assert rejected(f"{first}\n{bad}\n{intervals}").startswith("plays: ")
        said = rejected(f"{first}\n{plays}\n{bad}")
        assert said.startswith(("intervals: ", "plays: there are more", "text: a certificate has"))
    # What follows the end in a later block is noticed as well.
    even = next(line for n in range(1, 9) if len(line := packed("SRMTBSRMT"[:n])) % 5 == 0)
    long = even + "0" * reading._BLOCK
    assert rejected(f"{first}\n{long}\n{intervals}").startswith("plays: they are cut off, or something follows")


def test_a_bomb_is_not_unpacked(text: str) -> None:
    first, plays, intervals, _ = text.split("\n")
    packer = zlib.compressobj(9)
    bomb = [packer.compress(b"S" * 2**20) for _ in range(300)]
    line = b85encode(b"".join([*bomb, packer.flush()])).decode()
    assert (
        rejected(f"{first}\n{line}\n{intervals}")
        == "plays: more decisions than limit=12,000,000; allow more with limit="
    )
    assert rejected(f"{first}\n{plays}\n{line}") == "intervals: one has more than 3,074 characters"


def test_blocks_of_any_size_give_the_same_plays(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = check_certificate(text)
    for block in (5, 10, 35):
        monkeypatch.setattr(reading, "_BLOCK", block)
        assert check_certificate(text) == wanted


@pytest.mark.parametrize(
    "word", ["", "1,0", "1,0,2,3", "x,0,2", "-1,0,2", "1,0,0x2", "1;0;2", "1,0," + "2" * 1025, "1,0,A", "1,0,2\n"]
)
def test_intervals_that_cannot_be_read(text: str, word: str) -> None:
    first, plays, *_ = text.split("\n")
    assert rejected(f"{first}\n{plays}\n{packed(word + ' 1,0,2')}") == "intervals: one is missing or cannot be read"


def test_an_interval_of_the_most_digits_is_read(text: str) -> None:
    first, plays, *_ = text.split("\n")
    longest = ",".join(["1", "0", "f" * reading.MOST_HEX_DIGITS])
    assert "the least root is not shown" in rejected(f"{first}\n{plays}\n{packed(longest)}")


def test_what_is_held_is_bounded(text: str) -> None:
    checked = check_certificate(text)
    least = next(limit for limit in range(checked.decisions, 10**4) if passes(text, limit))
    assert least > checked.decisions + 5  # States of a solo player and those without cards are held as well.
    with pytest.raises(CertificateError, match=f"position: more states than limit={least - 1:,}"):
        check_certificate(text, limit=least - 1)
    with pytest.raises(CertificateError, match="plays: more decisions than limit"):
        check_certificate(text, limit=checked.decisions - 1)
    for bad in (0, -1, 2.5, True, None):
        with pytest.raises(CertificateError, match="limit: "):
            check_certificate(text, limit=bad)  # type: ignore[arg-type]


def passes(text: str, limit: int) -> bool:
    try:
        check_certificate(text, limit=limit)
    except CertificateError:
        return False
    return True


def test_a_long_solo_search_is_bounded() -> None:
    # Sixteen distinct treasures: a solo player could meet 65,536 sets of them, and no letter is asked for on the way.
    state = Expedition.start(2, Rules(tuple(2**i for i in range(16)), {"fire": 1}))
    walk = Walk(state, None, WrittenPlays(packed(""), packed(""), 1000), 1000)
    with pytest.raises(CertificateError, match="position: more states than limit=1,000"):
        walk._go_on(walk.root._replace(players=1))


def test_a_walk_that_is_too_deep_here_is_rejected(text: str) -> None:
    rules = {**RULES, "hazards": {"fire": 1}, "treasures": [0] * 119}
    deep = rewritten(text, rules=rules, position="| players=2").split("\n")[0]
    certificate = "\n".join((deep, packed("S" * 400), packed("")))

    def from_depth(frames: int) -> str:
        return from_depth(frames - 1) if frames else rejected(certificate)

    assert from_depth(750) == "position: the call stack is too small for the walk; check from a shallower call"
    assert rejected(certificate) != from_depth(750)


def test_a_deck_of_the_most_cards_is_solved_and_checked() -> None:
    rules = Rules((0,) * 60 + (1,) * 30, {"fire": 30})
    found = certified_equilibrium(Expedition.start(2, rules))
    assert check_certificate(found.certificate().text).value.radius < Fraction(1, 10**14)


def test_random_edits_end_in_one_line(text: str) -> None:
    dice = random.Random(7)
    for _ in range(400):
        letters = list(text)
        for _ in range(dice.randint(1, 3)):
            place = dice.randrange(len(letters))
            letters[place] = dice.choice(['"', "9", "e", "/", ",", "{", "]", "\n", " ", "A", letters[place] * 2, ""])
        edited = "".join(letters)
        try:
            check_certificate(edited)
        except CertificateError as error:
            assert len(str(error)) <= 300, error  # noqa: PT017

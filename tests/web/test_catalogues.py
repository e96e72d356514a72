"""The languages of the page say the same things, and call the cards what the notation understands."""

from __future__ import annotations

import json
import re

import pytest

from incan_math import EDITIONS, Expedition
from incan_math.game.vocabulary import FAMILIES
from incan_math.web.server import STATIC

CATALOGUES = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in (STATIC / "languages").glob("*.json")}
CODE = "\n".join(path.read_text(encoding="utf-8") for path in STATIC.glob("*.js"))
CYRILLIC = "абвгдђежзијклљмнњопрстћуфхцчџш"
LATIN = "a b v g d đ e ž z i j k l lj m n nj o p r s t ć u f h c č dž š".split()  # noqa: SIM905


def test_there_is_one_for_each_language_of_the_rules_in_each_script() -> None:
    assert set(CATALOGUES) == {"en", "pt", "sr-Cyrl", "sr-Latn", "hu"}
    table = re.search(r"LANGUAGES = \{(.*?)\}", CODE, re.S)
    assert table and set(re.findall(r"^ *\"?([\w-]+)\"?:", table[1], re.M)) == set(CATALOGUES)


@pytest.mark.parametrize("language", CATALOGUES)
def test_all_have_the_same_keys_and_places(language: str) -> None:
    ours, english = CATALOGUES[language], CATALOGUES["en"]
    assert list(ours) == list(english)
    for key, text in ours.items():
        assert text.strip() == text != ""
        assert sorted(re.findall(r"\{\w+\}", text)) == sorted(re.findall(r"\{\w+\}", english[key])), key


def test_every_key_in_the_code_exists_and_every_key_is_used() -> None:
    keys = set(CATALOGUES["en"])
    used = set(re.findall(r"\"((?:app|setup|game|card|advice|bar|numbers|review|error)\.\w+)\"", CODE))
    assert used <= keys
    built = ("card.", "advice.", "bar.", "review.")  # Put together from what the server says.
    assert {key for key in keys - used if not key.startswith(built)} == set()


@pytest.mark.parametrize("language", CATALOGUES)
def test_hazards_are_called_what_the_notation_understands(language: str) -> None:
    words = CATALOGUES[language]
    editions = {"incan": "bga-en", "diamant": "diamant-2005"}
    for family, edition in editions.items():
        for kind in FAMILIES[family]:
            if (language, kind) == ("hu", "explosion"):  # Its word would take "ro" from the rocks.
                continue
            state = Expedition.parse(words[f"card.{kind}"].split()[0], rules=EDITIONS[edition])
            assert [str(hazard) for hazard in state.showing] == [kind], (language, kind)
    assert Expedition.parse(words["card.artifact"]).artifacts


def test_every_kind_of_every_edition_has_a_name_and_a_picture() -> None:
    kinds = {kind for rules in EDITIONS.values() for kind in rules.hazards} | {k for f in FAMILIES.values() for k in f}
    pictures = re.search(r"PICTURES = \{(.*?)\}", CODE, re.S)
    assert pictures
    for kind in kinds:
        assert f"card.{kind}" in CATALOGUES["en"] and f"{kind}:" in pictures[1]


def test_both_scripts_of_serbian_say_the_same() -> None:
    letters = dict(zip(CYRILLIC, LATIN, strict=True))
    letters |= {letter.upper(): latin.capitalize() for letter, latin in letters.items()}
    for key, text in CATALOGUES["sr-Cyrl"].items():
        assert "".join(letters.get(letter, letter) for letter in text) == CATALOGUES["sr-Latn"][key], key


def test_every_file_of_the_page_is_kept_for_offline_use() -> None:
    listed = re.search(r"FILES = \[(.*?)\]", (STATIC / "offline.js").read_text(encoding="utf-8"), re.S)
    assert listed
    kept = set(re.findall(r'"([^"]+)"', listed[1]))
    files = {path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*") if path.is_file()}
    assert kept - {"./", "api/editions"} == files - {"index.html", "offline.js"}

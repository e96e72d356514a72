"""Written paths: how tokens and settings are read, and round trips of every position."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import Scenario, edition_scenarios, histories, play, scenarios

from incan_math import EDITIONS, Expedition, GameError, NotationError, Rules

parse = Expedition.parse


# What tokens say.


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("7 fire 11 -1 snakes", "7 fire 11 -1 snakes"),
        ("7,fire,11,-1,snakes", "7 fire 11 -1 snakes"),
        (" 7, fire ,11\t-1\n snakes , ", "7 fire 11 -1 snakes"),
        ("7 FIRE 11 -1 Snakes", "7 fire 11 -1 snakes"),
        ("07 f 011 -01 SN", "7 fire 11 -1 snakes"),
        ("7 \N{MINUS SIGN}1 5 \N{EN DASH}1 a", "7 -1 5 -1 A"),
        ("mum sp ro", "mummy spiders rocks"),
        ("7; fire;11;-1", "7 fire 11 -1"),
        ("", ""),
        (" , ,", ""),
        ("7 -2", "7 -2"),
    ],
)
def test_what_is_written_is_read(text: str, path: str) -> None:
    assert parse(text, players=4).path == path


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_unambiguous_start_names_its_kind(edition: str) -> None:
    kinds = list(EDITIONS[edition].hazards)
    for kind in kinds:
        for length in range(1, len(kind) + 1):
            start = kind[:length]
            meant = [name for name in kinds if name.startswith(start)]
            if meant == [kind]:
                assert parse(start.upper(), rules=edition).path == kind
            elif kind not in meant or kind != start:
                with pytest.raises(NotationError, match=" or ".join(sorted(meant))):
                    parse(start, rules=edition)


@pytest.mark.parametrize(
    ("edition", "there", "here"),
    [
        ("bga-en", "explosion gas rockfall snake scorpion", "fire mummy rocks snakes spiders"),
        ("bga-en", "lava rams boulders", "fire mummy rocks"),
        ("diamant-2005", "fire mummy rocks snakes spiders", "explosion gas rockfall snake scorpion"),
        ("diamant-2005", "lava rams boulders", "explosion gas rockfall"),
        ("diamant-2016", "fire mummy rocks snake scorpion", "lava rams boulders snakes spiders"),
        ("diamant-2016", "explosion gas rockf", "lava rams boulders"),
        ("diamant-2016", "r ro", "rams boulders"),  # An own name goes before another edition's.
    ],
)
def test_names_of_other_editions_are_understood(edition: str, there: str, here: str) -> None:
    assert parse(there, rules=edition).path == here


def test_a_full_name_wins_over_a_longer_one() -> None:
    rules = Rules(treasures=(1,), hazards={"fire": 2, "fire2": 2, "fire-3.b_c": 2})
    assert parse("fire fire2 fire-", rules=rules).path == "fire fire2 fire-3.b_c"


def test_artifacts_are_written_with_the_number_only_where_several_could_be_meant() -> None:
    assert parse("A", rules="bga-modern").path == "A5"
    assert parse("a7", rules="bga-modern", expedition=2).path == "A7"
    assert parse("A7 A", rules="bga-modern", expedition=2).path == "A7 A5"
    assert parse("A A A A A", rules="diamant-2016").path == "A A A A A"
    with pytest.raises(NotationError, match=r"token 1 \('A'\): A could be A5 or A7; give the artifact's number"):
        parse("A", rules="bga-modern", expedition=2)


# Fire, mummy, rocks, snakes and spiders, as English, printed editions, programs and the languages of the rule texts
# call them.
WORDS = [
    "fire mummy rocks snakes spiders",
    "flames mummies rockfall snake spider",
    "FLAME zombie cave-in serpents scorpions",
    "fires zombies rockslide cobras tarantula",
    "explosion gas collapse cobra scorpion",
    "lava rams boulders viper spiders",
    "fogo múmia rochas cobras aranhas",
    "fogo mumia rocha serpente ARANHA",
    "vatra mumija stene zmije pauci",
    "ватра мумија стене змије пауци",
    "фире муммy роцкс снакес спидерс",  # noqa: RUF001 - so the Serbian text writes them
    "tűz múmia kövek kígyók pókok",
    "tuz mumia kovek kigyo pok",
    "TŰZ MÚMIA KŐOMLÁS KÍGYÓ PÓK",
    "tu\u0308z mu\u0301mia ko\u030bvek ki\u0301gyo\u0301 po\u0301k",  # Accents as characters of their own.
]


@pytest.mark.parametrize("words", WORDS)
@pytest.mark.parametrize("edition", EDITIONS)
def test_hazards_are_understood_by_their_other_names(edition: str, words: str) -> None:
    kinds = {
        "diamant-2005": "explosion gas rockfall snake scorpion",
        "diamant-2016": "lava rams boulders snakes spiders",
    }
    assert parse(words, rules=edition).path == kinds.get(edition, "fire mummy rocks snakes spiders")


@pytest.mark.parametrize(
    "word", ["A", "artifact", "Artifacts", "artefact", "RELIC", "relics", "idol", "artefato", "műtárgy"]
)
def test_artifacts_are_understood_by_their_other_names(word: str) -> None:
    assert parse(f"7 {word}").path == "7 A"
    assert parse(f"{word}7", rules="bga-modern", expedition=2).path == "A7"


def test_a_name_that_two_hazards_share_is_refused_with_both() -> None:
    shared = (("beast", "bear"), ("beast", "wolf"), ("Bär", "bear"))
    rules = Rules(treasures=(1,), hazards={"bear": 2, "wolf": 2}, other_names=shared)
    with pytest.raises(NotationError, match=r"token 1 \('beast'\) could be bear or wolf; write the name"):
        parse("beast", rules=rules)
    assert parse("bar wo", rules=rules).path == "bear wolf"
    with pytest.raises(NotationError, match="could be rocks or snakes"):
        parse("co")  # The start of collapse and of cobra.


# The words behind the bar.


@pytest.mark.parametrize(
    ("text", "settings", "plain"),
    [
        ("7 | players=4", {"players": 4}, "7 | players=4"),
        ("7 | players=1 rules=bga-en", {}, "7"),
        ("| rules=diamant-2016", {"rules": "diamant-2016"}, "| rules=diamant-2016"),
        ("| rules=DIAMANT-2016", {"rules": "diamant-2016"}, "| rules=diamant-2016"),
        ("7 | removed=fire,fire,sn expedition=4", {"removed": {"snakes": 1, "fire": 2}, "expedition": 4}, None),
        ("7 | claimed=2", {"claimed": 2}, "7 | claimed=2"),
        ("7 | claimed=A,A", {"claimed": 2}, "7 | claimed=2"),
        ("7 | rules=bga-modern claimed=A7,A5 lost=A8", {"rules": "bga-modern", "claimed": "A5 A7", "lost": [8]}, None),
        ("7 |", {}, "7"),
        ("|", {}, ""),
    ],
)
def test_settings_behind_the_bar_are_the_keywords(text: str, settings: dict[str, object], plain: str | None) -> None:
    cave, other = parse(text), parse(text.partition("|")[0], **settings)  # type: ignore[arg-type]
    assert cave == other and cave.setup == other.setup
    assert str(cave) == str(other)
    assert plain is None or str(cave) == plain


def test_a_keyword_may_repeat_what_the_text_says() -> None:
    text = "7 | players=4 rules=bga-pt expedition=3 removed=fire claimed=1"
    assert parse(text, 4, "bga-pt", 3, ["fire"], "A") == parse(text)


# Round trips.


@given(st.data(), st.one_of(scenarios(), edition_scenarios))
def test_a_position_as_text_parses_back_to_it(data: st.DataObject, scenario: Scenario) -> None:
    state = play(scenario.start(), data.draw(histories(scenario)))
    own = None if scenario.rules.name in EDITIONS else scenario.rules
    back = parse(str(state), rules=own)
    assert back == state and hash(back) == hash(state)
    assert back.setup == state.setup
    assert str(back) == str(state) == state.notation()
    assert repr(state) == f"Expedition.parse({str(state)!r})"


TOKENS = ["7", "0", "fire", "s", "A", "A5", "-1", "-2", "-0", "|", "players=3", "players=", "rules=bga-modern", ","]


@pytest.mark.slow
@given(st.one_of(st.text(max_size=12), st.lists(st.sampled_from(TOKENS), max_size=8).map(" ".join)))
def test_any_text_is_read_or_refused_in_one_line(text: str) -> None:
    try:
        state = parse(text)
    except GameError as error:
        said = str(error)
    else:
        said = "read"
        assert parse(str(state)) == state
    assert len(said.splitlines()) == 1

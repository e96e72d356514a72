"""What is said of wrong tokens and wrong settings in a written path: the token, its place, and the fix."""

from __future__ import annotations

import pickle

import pytest

from incan_math import EDITIONS, Expedition, GameError, NotationError

parse = Expedition.parse


@pytest.mark.parametrize("word", ["retire", "leave", "out", "Retires", "exit", "go-home"])
def test_who_writes_leaving_in_words_hears_how_it_is_written(word: str) -> None:
    for edition in EDITIONS:
        with pytest.raises(NotationError, match="leaving is written -1 for one player") as caught:
            parse(f"7 {word}", rules=edition)
        assert "did you mean" not in str(caught.value)


@pytest.mark.parametrize(("word", "said"), [("treasure", "written as its number"), ("7gems", "its number")])
def test_who_writes_treasure_in_words_hears_how_it_is_written(word: str, said: str) -> None:
    with pytest.raises(NotationError, match=said) as caught:
        parse(word)
    assert "did you mean" not in str(caught.value)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("word", ["fier", "mumy", "lavva", "scorpoin", "ramz", "explosoin", "bouldres", "snacks"])
def test_suggestions_come_from_the_edition_in_use(edition: str, word: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse(word, rules=edition)
    _, _, suggestion = str(caught.value).partition("did you mean '")
    assert not suggestion or suggestion.partition("'")[0] in EDITIONS[edition].kinds


def test_a_treasure_of_other_editions_says_which() -> None:
    boxes = "diamant-2005, incan-gold-2006, incan-gold-2020, diamant-2016"
    with pytest.raises(NotationError, match=f"bga-en has no treasure of 17; .*; editions with one are {boxes}$"):
        parse("17")
    with pytest.raises(NotationError, match=r"; its treasures are 1, 2, 3, 4, 5, 7, 9, 11, 13, 14, 15$"):
        parse("8")


def test_who_forgets_the_number_of_players_hears_that_one_started() -> None:
    with pytest.raises(NotationError, match=r"one player started, and has retired; for more give players=2"):
        parse("7 fire 11 -1 snakes")


# What is said of wrong tokens: the token, its place, and the fix.


@pytest.mark.parametrize(
    ("path", "rules", "token", "place", "said"),
    [
        ("7 fier 11", "bga-en", "fier", 2, "did you mean 'fire'?"),
        ("7, 5 snaks", "bga-en", "snaks", 3, "did you mean 'snakes'?"),
        ("7 explosoin", "diamant-2005", "explosoin", 2, "did you mean 'explosion'?"),
        ("xyz", "bga-en", "xyz", 1, "hazards (fire, mummy, rocks, snakes, spiders), artifacts (A), and in a path -k"),
        ("xyz", "bga-modern", "xyz", 1, "artifacts (A5, A7, A8, A10, A12)"),
        ("7 s", "bga-en", "s", 2, "could be snakes or spiders"),
        ("7 8", "bga-en", "8", 2, "bga-en has no treasure of 8; its treasures are 1, 2, 3, 4, 5, 7, 9, 11, 13, 14, 15"),
        ("9", "bga-sr", "9", 1, "bga-sr has no treasure of 9"),
        ("17", "bga-en", "17", 1, "bga-en has no treasure of 17"),
        ("7 7 7", "bga-en", "7", 3, "no 7 is left in this expedition's deck; the game has 2 of them"),
        ("A", "diamant-2005", "A", 1, "diamant-2005 has no artifacts"),
        ("A7", "bga-en", "A7", 1, "bga-en writes its artifacts A"),
        ("A6", "bga-modern", "A6", 1, "bga-modern writes its artifacts A5, A7, A8, A10, A12"),
        ("A7", "bga-modern", "A7", 1, "no A7 is left in this expedition's deck"),
        ("7 -", "bga-en", "-", 2, "is not a card"),
        ("7 -0", "bga-en", "-0", 2, "how many players retire: -1, -2"),
        ("7 -x", "bga-en", "-x", 2, "how many players retire: -1, -2"),
        ("7 --1", "bga-en", "--1", 2, "how many players retire: -1, -2"),
        ("7 -1.5", "bga-en", "-1.5", 2, "how many players retire: -1, -2"),
        ("-1", "bga-en", "-1", 1, "not before the first card"),
        ("7 -1 -1", "bga-en", "-1", 3, "write -2 for two"),
        ("7 -4", "bga-en", "-4", 2, "4 players cannot retire: 1 to 3 are still in"),
        ("7 -3 5", "bga-en", "5", 3, "everyone has retired"),
        ("fire fire 5", "bga-en", "5", 3, "a second fire card ended it"),
        ("7.5", "bga-en", "7.5", 1, "is not a card"),
        ("+7", "bga-en", "+7", 1, "is not a card"),
        ("\N{SUPERSCRIPT TWO}", "bga-en", "\N{SUPERSCRIPT TWO}", 1, "is not a card"),
    ],
)
def test_wrong_tokens_are_named_with_their_place_and_the_fix(
    path: str, rules: str, token: str, place: int, said: str
) -> None:
    with pytest.raises(NotationError) as caught:
        parse(path, players=3, rules=rules)
    error = caught.value
    assert (error.token, error.place) == (token, place)
    message = str(error)
    assert message.startswith(f"token {place} ({token!r}") and said in message and "\n" not in message
    twin = pickle.loads(pickle.dumps(error))
    assert (str(twin), twin.token, twin.place) == (message, token, place)


@pytest.mark.parametrize("token", ["7" * 5000, "A" + "7" * 5000, "-" + "7" * 5000], ids=["card", "artifact", "retreat"])
def test_numbers_without_end_are_wrong_tokens_like_others(token: str) -> None:
    with pytest.raises(NotationError, match="token 2") as caught:
        parse(f"fire {token}", rules="bga-modern", players=3)
    assert (caught.value.token, caught.value.place) == (token, 2)


@pytest.mark.parametrize("path", [None, 7, ["7", "fire"], b"7 fire"])
def test_a_path_is_text(path: object) -> None:
    with pytest.raises(GameError, match="path: give the cards as text"):
        parse(path)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "settings", "name"),
    [
        ("7 | players=4", {"players": 3}, "players"),
        ("7 | rules=bga-pt", {"rules": "bga-en"}, "rules"),
        ("7 | expedition=2", {"expedition": 3}, "expedition"),
        ("7 | removed=fire", {"removed": "snakes"}, "removed"),
        ("7 | removed=fire", {"removed": ""}, "removed"),
        ("7 | claimed=2", {"claimed": 0}, "claimed"),
        ("7 | players=4 claimed=2", {"players": 4, "claimed": 1}, "claimed"),
    ],
)
def test_text_and_keywords_that_disagree_are_refused(text: str, settings: dict[str, object], name: str) -> None:
    with pytest.raises(GameError, match=f"^{name}: .* was given, but the text behind the bar says .*; leave one out$"):
        parse(text, **settings)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("7 | playrs=4", "'playrs=4' behind the bar is not a setting.*did you mean 'players'.*expedition, removed"),
        ("7 | players", "'players' behind the bar is not a setting"),
        ("7 | 4", "'4' behind the bar is not a setting"),
        ("7 | players=four", "players: 'four' behind the bar is not a whole number"),
        ("7 | players=9", "players: 9 given; an expedition starts with 1 to 8 players"),
        ("7 | players=", "players: '' behind the bar"),
        ("7 | rules=bga-eng", "no edition is called 'bga-eng'.*did you mean 'bga-en'"),
        ("7 | removed=fier", "removed: .*'fier'.*did you mean 'fire'"),
        ("7 | claimed=2 | players=3", r"'\|' behind the bar is not a setting"),
        ("7 | players=" + "7" * 5000, "players: "),
        ("7 | claimed=\N{SUPERSCRIPT TWO}", "claimed: "),
        ("7 | players=4 players=3", "players: "),
        ("7 | removed=fire removed=snakes", "removed: "),
    ],
    ids=lambda value: value[:30],
)
def test_wrong_settings_are_refused(text: str, message: str) -> None:
    with pytest.raises(GameError, match=message) as caught:
        parse(text)
    assert "\n" not in str(caught.value)

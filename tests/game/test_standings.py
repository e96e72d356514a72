"""The game around its expeditions against the reference engine's match, and by hand."""

from __future__ import annotations

import copy
import pickle
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import NAMES, Move, by_points, decks
from twin import check_same, move_both

from incan_math import EDITIONS, Artifact, Game, GameError, Payout, Rules, Tent
from incan_math.engine import Match

Taken = list[Payout | None]


def play_expedition(data: st.DataObject, game: Game, match: Match) -> tuple[Game, Match]:
    """Play one expedition at both, with moves that Hypothesis chooses, and put it to both accounts."""
    state, table = game.begin(), match.table()
    check_same(state, table)
    taken: dict[str, Payout | None] = dict.fromkeys(match.players)
    while not state.is_over:
        inside = list(table.bags)
        move: Move = data.draw(st.sampled_from(sorted({card.face for card in table.undrawn}, key=str)))
        state, payouts = move_both(state, table, move)
        taken |= dict(zip(inside, payouts, strict=False))
        if state.is_over:
            break
        inside = list(table.bags)
        if leave := data.draw(st.one_of(st.just(0), st.integers(0, len(inside)))):
            state, payouts = move_both(state, table, leave)
            taken |= dict(zip(inside, payouts, strict=False))
    return game.after(state, list(taken.values())), match.after(table)


def check_standing(game: Game, match: Match) -> None:
    """Both say the same of the deck, the tents and the leaders."""
    pile = match.artifacts
    assert game.is_over == match.over
    assert game.expedition == match.expedition
    assert game.removed == dict(match.removed)
    assert game.claimed == by_points(pile.claimed)
    assert game.lost == by_points(pile.lost)
    assert game.undrawn == (() if match.over else by_points(pile.in_deck))
    tents = [(tent.gems, len(tent.artifacts), tent.points) for _, tent in match.tents]
    assert [(tent.gems, tent.artifacts, tent.points) for tent in game.tents] == tents
    if match.over:
        result = match.result()
        assert game.scores == tuple(points for _, points in result.scores)
        assert tuple(match.players[place] for place in game.leaders) == result.winners


def play_game(data: st.DataObject, rules: Rules, players: int) -> Game:
    game, match = Game.start(players, rules), Match.start(rules, NAMES[:players])
    check_standing(game, match)
    while not game.is_over:
        game, match = play_expedition(data, game, match)
        check_standing(game, match)
    return game


@pytest.mark.slow
@settings(max_examples=80)
@given(st.data(), decks(9), st.integers(1, 4))
def test_whole_games_are_those_of_the_reference_engine(data: st.DataObject, rules: Rules, players: int) -> None:
    play_game(data, rules, players)


@pytest.mark.slow
@pytest.mark.parametrize("edition", EDITIONS)
@settings(max_examples=8)
@given(data=st.data(), players=st.integers(1, 8))
def test_whole_games_of_the_editions_are_those_of_the_reference_engine(
    edition: str, data: st.DataObject, players: int
) -> None:
    game = play_game(data, EDITIONS[edition], players)
    assert game.expedition == 6 and game.undrawn == ()


# By hand.


def end(game: Game, *path: str | int, taken: int = 0) -> Game:
    """The game after this path of the next expedition; the first `taken` players retire together at its end."""
    state = game.begin()
    for card in path:
        state = state.reveal(card)
    payouts: Taken = [None] * len(game.tents)
    if taken:
        first, state = state.retire(taken)
        payouts[:taken] = first
    if not state.is_over:
        rest, state = state.reveal(1).retire(state.players)
        payouts[taken:] = rest
    return game.after(state, payouts)


@pytest.mark.parametrize(
    ("edition", "decks_after"),
    [
        ("bga-en", ["A"] * 5),
        ("bga-hu", ["A5", "A5", "A5", "A10", "A10"]),
        ("bga-modern", ["A5", "A5 A7", "A5 A7 A8", "A5 A7 A8 A10", "A5 A7 A8 A10 A12"]),
        ("incan-gold-2006", ["A", "A A", "A A A", "A A A A", "A A A A A"]),
        ("incan-gold-2020", ["A5", "A5 A7", "A5 A7 A8", "A5 A7 A8 A10", "A5 A7 A8 A10 A12"]),
        ("diamant-2005", [""] * 5),
        ("diamant-2016", ["A A A A A"] * 5),
    ],
)
def test_decks_of_a_game_in_which_no_artifact_is_revealed(edition: str, decks_after: list[str]) -> None:
    game, found = Game.start(1, edition), []
    while not game.is_over:
        found.append(" ".join(map(str, game.undrawn)))
        game = end(game, 7, taken=1)
    assert found == decks_after
    assert game.scores == (35,) and game.claimed == ()


@pytest.mark.parametrize(
    ("edition", "scores"),
    [
        ("bga-en", [5, 10, 15, 25, 35]),
        ("bga-pt", [5, 10, 15, 25, 35]),
        ("bga-hu", [5, 10, 15, 25, 35]),
        ("bga-modern", [5, 12, 20, 30, 42]),
        ("incan-gold-2006", [5, 10, 15, 25, 35]),
        ("incan-gold-2020", [5, 12, 20, 30, 42]),
        ("diamant-2016", [5, 10, 15, 25, 35]),
    ],
)
def test_points_of_one_who_takes_every_artifact_alone(edition: str, scores: list[int]) -> None:
    game, found = Game.start(1, edition), []
    while not game.is_over:
        game = end(game, "A", taken=1)
        found.append(game.scores[0])
    assert found == scores
    gems = 10 if edition == "bga-en" else 0
    assert game.tents == (Tent(gems, 5, scores[-1]),)


@pytest.mark.parametrize(
    ("rules", "points"),
    [(EDITIONS["incan-gold-2006"], 5), (replace(EDITIONS["incan-gold-2006"], artifact_step="claimed or lost"), 10)],
)
def test_artifacts_that_were_lost_count_where_the_rules_say_so(rules: Rules, points: int) -> None:
    game = Game.start(1, rules)
    for kind in ("fire", "snakes", "mummy"):
        game = end(game, "A", kind, kind)
    assert game.lost == (Artifact(),) * 3
    assert end(game, "A", taken=1).scores == (points,)


def test_a_kind_that_busted_twice_never_does_again() -> None:
    game = Game.start(2)
    for _ in range(2):
        game = end(game, "fire", "fire")
    assert game.removed == {"fire": 2}
    state = game.begin().reveal("fire")
    assert state.deadly == 0 and state.cards_left == 30 - 2 - 1
    assert game.scores == (0, 0) and game.leaders == (0, 1)


def test_the_most_artifacts_break_a_tie_only_where_the_rules_say_so() -> None:
    tents = (Tent(20, 0, 20), Tent(10, 2, 20), Tent(5, 1, 10), Tent(15, 1, 20))
    one, three = (1,), (0, 1, 3)
    expected = {"bga-en": one, "bga-pt": three, "incan-gold-2006": one, "diamant-2016": three}
    for edition, winners in expected.items():
        assert replace(Game.start(4, edition), tents=tents, expedition=6).leaders == winners


# What cannot be.


def test_an_expedition_of_another_state_of_the_game_is_refused() -> None:
    game = Game.start(2)
    payouts, over = game.begin().reveal(7).retire(2)
    after = game.after(over, payouts)
    for other in (Game.start(3), Game.start(2, "bga-pt"), after):
        with pytest.raises(GameError, match=r"^end: this expedition did not begin from this state of the game"):
            other.after(over, payouts)
    with pytest.raises(GameError, match=r"^end: the expedition is not over: 2 players are still in"):
        game.after(game.begin().reveal(7), [None, None])
    for _ in range(4):
        after = end(after, 7, taken=2)
    assert after.is_over
    with pytest.raises(GameError, match="the game is over after 5 expeditions"):
        after.begin()
    with pytest.raises(GameError):
        after.after(over, payouts)


def test_payouts_that_do_not_belong_to_the_end_are_refused() -> None:
    game = Game.start(3)
    (one,), state = game.begin().reveal("A").reveal("fire").retire(1)
    bust = state.reveal("fire")
    right: Taken = [None, one, None]
    assert game.after(bust, right).claimed == (Artifact(),)
    nothing = Payout(0, (), 0)
    wrong: list[Taken] = [[one, None], [one, one, None], [None] * 3, [one, one, one], [nothing, None, None]]
    for taken in wrong:
        with pytest.raises(GameError, match=r"^taken: ") as caught:
            game.after(bust, taken)
        assert "\n" not in str(caught.value)


def test_payouts_of_more_gems_than_were_revealed_are_refused() -> None:
    game = Game.start(2)
    payouts, over = game.begin().reveal(7).retire(2)
    with pytest.raises(GameError, match=r"^taken: "):
        game.after(over, [Payout(1000, (), 1000), payouts[1]])


@pytest.mark.parametrize("players", [0, 9, "3", True])
def test_a_game_has_1_to_8_players(players: int) -> None:
    with pytest.raises(GameError, match=r"^players: .* given; an expedition starts with 1 to 8 players"):
        Game.start(players)


def test_a_game_is_a_value() -> None:
    game = end(Game.start(2), 7, taken=1)
    for twin in (copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert twin == game and twin.begin() == game.begin()
    with pytest.raises(AttributeError):
        game.expedition = 3  # type: ignore[misc]


def test_a_game_is_made_of_rules_not_of_their_name() -> None:
    with pytest.raises(GameError, match=r"^rules: 'bga-en' is not a Rules value; make a game with Game.start"):
        Game("bga-en", Game.start(2).tents)  # type: ignore[arg-type]

"""Reviews of games: exact sums, luck that is 0 in the mean, and losses that a slow oracle finds as well."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from incan_math import GameError, Record, Rules, decide, parse_strategy, review
from incan_math.engine import GameTable, coin, expected_takings_from, play_match, transcript
from incan_math.engine.chooser import View, always_stay
from incan_math.engine.deck import LabelledCard, label
from incan_math.game.cards import Card, Hazard, Treasure
from incan_math.game.record import Departure
from incan_math.reviews.findings import Review
from incan_math.storage.store import Store
from incan_math.strategies.protocol import Strategy

SMALL = Rules(treasures=(3, 5, 7), hazards={"fire": 2, "snakes": 2}, name="small")
RELICS = Rules(treasures=(2, 5, 8), hazards={"fire": 3, "snakes": 2}, artifacts=(5, 5), expeditions=2, name="relics")


def engine_game(rules: Rules, players: int, seed: int) -> tuple[Record, dict[str, int]]:
    rng = random.Random(seed)
    match = play_match(rules, {f"P{i}": coin(Fraction(4, 5), rng) for i in range(players)}, seed=rng)
    return Record.parse(transcript(match)), dict(match.result().scores)


def check_sums(found: Review, scores: dict[str, int]) -> None:
    for player in found.players:
        assert player.result == scores[player.player]
        assert player.result == player.before + player.luck - player.loss  # Not about: exactly.
        assert player.adjusted == player.before - player.loss
        assert found.course(player.player)[-1] == player.result - player.before
    assert all(decision.loss >= 0 for decision in found.decisions)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("rules", [SMALL, RELICS])
def test_result_is_value_before_plus_luck_less_losses_alone(rules: Rules, seed: int) -> None:
    record, scores = engine_game(rules, 1, seed)
    found = review(record)
    assert found.error == 0
    check_sums(found, scores)
    assert found.players[0].others == 0


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("against", ["stay", "gems:3", "chance:1/3", "hazards:1"])
def test_result_is_value_before_plus_luck_less_losses_against_strategies(against: str, seed: int) -> None:
    record, scores = engine_game((SMALL, RELICS)[seed % 2], 2 + seed % 2, seed)
    found = review(record, parse_strategy(against))
    assert found.error == 0
    check_sums(found, scores)


@pytest.mark.parametrize("seed", range(4))
def test_result_is_value_before_plus_luck_less_losses_at_the_equilibrium(seed: int) -> None:
    record, scores = engine_game(SMALL, 2 + seed % 2, seed)
    found = review(record, store=Store(None))
    assert 0 < found.error < Fraction(1, 10**9)
    check_sums(found, scores)


@pytest.mark.parametrize("against", [None, "gems:3", "chance:1/3"])
def test_luck_is_zero_in_the_mean_over_the_cards_that_could_come(against: str | None) -> None:
    strategy = None if against is None else parse_strategy(against)
    record = Record.parse("rules: small\ntreasures: 3 5 7\nhazards: fire 2, snakes 2\nplayers: Ann, Bob")
    for tokens in ("", "5", "5 fire", "7 -Bob", "fire 3 -Ann snakes", "3 fire snakes 5"):
        game = record.add(tokens)
        state = game.position
        assert state is not None
        mean: dict[str, Fraction] = {}
        error = Fraction(0)
        for card, copies, _ in state.draws():
            found = review(game.add(str(card)), strategy, store=Store(None))
            error = max(error, found.error)
            for name, luck in found.cards[-1].luck:
                mean[name] = mean.get(name, Fraction(0)) + luck * Fraction(copies, state.cards_left)
        assert mean.keys() == set(game.inside or ())
        assert all(abs(value) <= 4 * error for value in mean.values()), tokens


def test_luck_of_others_is_zero_in_the_mean_over_what_they_might_do() -> None:
    third = parse_strategy("chance:1/3")
    game = Record.start(["Ann", "Bob"], SMALL).add("5 fire")
    for choice in ("", "Ann"):
        mean = Fraction(0)
        for other, probability in (("Bob", Fraction(1, 3)), ("", Fraction(2, 3))):
            leaving = ",".join(filter(None, (choice, other)))
            after = game.add(f"-{leaving}") if leaving else game
            after = after if after.position is None else after.add("7")
            [own] = [d for d in review(after, third).decisions if d.player == "Ann" and d.state == game.position]
            mean += probability * own.others
        assert mean == 0


def value_in_the_engine(path: list[Card], best: bool) -> Fraction:
    """What Ann brings home in `SMALL` who stays at `path` and then plays the best, or leaves; Bob never leaves."""
    deck: list[LabelledCard] = list(
        label([*map(Treasure, SMALL.treasures), *[Hazard(kind) for kind in SMALL.hazards for _ in range(2)]])
    )

    def value(cards: list[Card], stays: bool | None) -> Fraction:
        table = GameTable(SMALL, ["Ann", "Bob"], deck)
        for card in cards:
            table.turn_up(card)
        if table.ended:
            return Fraction(table.points["Ann"])
        leaving = table.copy()
        leaving.retire(["Ann"])
        home = Fraction(leaving.points["Ann"])
        left = [each.face for each in table.undrawn]
        going = sum((value([*cards, card], None) for card in left), Fraction(0)) / len(left)
        return max(home, going) if stays is None else going if stays else home

    return value(path, best)


def test_values_are_those_of_a_slow_oracle_in_the_engine() -> None:
    record = Record.start(["Ann", "Bob"], SMALL).add("5 fire 3 snakes -Ann")
    found = review(record, {"Ann": parse_strategy("stay"), "Bob": parse_strategy("stay")})
    path: list[Card] = []
    own = [decision for decision in found.decisions if decision.player == "Ann"]
    for card, decision in zip((Treasure(5), Hazard("fire"), Treasure(3), Hazard("snakes")), own, strict=True):
        assert isinstance(card, Treasure | Hazard)
        path.append(card)
        stay, home = value_in_the_engine(path, True), value_in_the_engine(path, False)
        assert (decision.stay, decision.retire) == (stay, home)
        assert decision.loss == max(stay, home) - (home if decision.played == "retire" else stay)


def test_before_is_the_mean_of_the_engine_where_nobody_ever_leaves() -> None:
    def careful(view: View) -> bool:
        return always_stay(view)

    deck = label([*map(Treasure, SMALL.treasures), *[Hazard(kind) for kind in SMALL.hazards for _ in range(2)]])
    table = GameTable(SMALL, ["Ann", "Bob"], deck)
    nothing = expected_takings_from(table, {"Ann": careful, "Bob": careful})
    found = review(Record.start(["Ann", "Bob"], SMALL).add("5"), parse_strategy("stay"))
    assert nothing["Ann"] == 0 < found.players[0].before  # Who never leaves goes home empty; the best play does not.


def test_the_loss_of_a_published_position() -> None:
    found = review(Record.parse("players: Ann\n1: fire 15 snakes 3 -Ann"))
    last = found.decisions[-1]
    assert (last.stay, last.retire) == (Fraction(147379, 7800), Fraction(18))
    assert last.loss == Fraction(147379, 7800) - 18
    ann = found.players[0]
    assert (ann.decisions, ann.near, ann.near_share) == (4, 3, Fraction(3, 4))


def test_a_game_under_way_counts_what_the_position_is_worth() -> None:
    game = Record.start(["Ann", "Bob"], SMALL).add("5 -Bob fire")
    found = review(game, parse_strategy("stay"))
    ann, bob = found.players
    assert bob.result == 3 and ann.result == decide(game.position, []).value  # type: ignore[arg-type]
    for player in found.players:
        assert player.result == player.before + player.luck - player.loss
    assert review(Record.start(["Ann"])).players[0].result == 0


def test_with_the_last_card_nobody_decides() -> None:
    rules = Rules(treasures=(3, 5), hazards={"fire": 1}, name="short")
    record = Record.start(["Ann", "Bob"], rules).add("3 5 fire -Ann,Bob")
    found = review(record, parse_strategy("stay"))
    own = [(d.state.path, d.loss) for d in found.decisions if d.player == "Ann"]
    # At "3 5" the bag holds 3 and 2 lie on the path: both for who leaves alone now, one each after the last card.
    assert own == [("3", Fraction(0)), ("3 5", Fraction(1))]
    assert [player.result for player in found.players] == [4, 4]
    check_sums(found, record.scores)


def test_what_cannot_be_reviewed() -> None:
    game = Record.start(["Ann", "Bob"], SMALL).add("5 -1")
    with pytest.raises(GameError, match=r"does not say who left; write the names"):
        review(game)
    named = Record.start(["Ann", "Bob"], SMALL).add("5 -Ann")
    assert isinstance(named.expeditions[0][1], Departure)
    stay: Strategy = parse_strategy("stay")
    for against, said in (({"Ann": stay}, "'Bob' has no strategy"), ({"Ann": stay, "Bob": stay, "Cid": stay}, "'Cid'")):
        with pytest.raises(GameError, match=said):
            review(named, against)
    with pytest.raises(GameError, match="is not a Record"):
        review("players: Ann")  # type: ignore[arg-type]
    with pytest.raises(GameError, match="is text"):
        review(named, "stay")  # type: ignore[arg-type]

"""Situations in which programs in use go wrong, from `data/cases.json`: one test for each."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from incan_math import EDITIONS, Artifact, Expedition, Game, Rules, bust_probability, next_card, validate

LIST: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent.parent / "data" / "cases.json").read_text(encoding="utf-8")
)
CASES = {case["id"]: case for case in LIST}

FIVE = dict.fromkeys(("fire", "mummy", "rocks", "snakes", "spiders"), 3)


def right(case: str) -> Any:
    return CASES[case]["right"]


def gems(cave: Expedition, retirees: int) -> list[int]:
    return [payout.gems for payout in cave.retire(retirees)[0]]


def test_every_case_has_its_test() -> None:
    assert len(CASES) == len(LIST)
    for case in CASES:
        assert f"test_{case.replace('-', '_')}" in globals()


def test_odds_after_removed_hazard() -> None:
    path = "fire 1 mummy 2 3 rocks 4 5"
    cave = Expedition.parse(path, rules="incan-gold-2006", removed={"fire": 1})
    assert Expedition.start(rules="incan-gold-2006", removed="fire").cards_left == 30
    assert bust_probability(cave) == Fraction(right("odds-after-removed-hazard")["bust next"]) == Fraction(5, 22)
    assert next_card(cave).hazard == Fraction(right("odds-after-removed-hazard")["any hazard next"]) == Fraction(1, 2)
    cave = Expedition.parse(path, removed={"fire": 1})
    assert (bust_probability(cave), next_card(cave).hazard) == (Fraction(5, 21), Fraction(11, 21))


def test_one_of_two_snakes_left() -> None:
    assert right("one-of-two-snakes-left") == "1/n"
    for cards in range(5):
        rules = Rules(treasures=(3,) * cards, hazards={"snakes": 3, "fire": 2})
        cave = Expedition.parse("snakes", rules=rules, removed="snakes")
        assert bust_probability(cave) == Fraction(1, cave.cards_left) == Fraction(1, cards + 3)


def test_kind_that_busted_twice() -> None:
    cave = Expedition.parse("snakes 7", removed="snakes snakes")
    assert cave.deadly == 0 and bust_probability(cave) == 0
    # Of the pairs of 26 cards, those of one of the other four kinds bust: 3 for each.
    assert bust_probability(cave, 2) == Fraction(4 * 3, 26 * 25 // 2)


def test_mean_gems_of_next_card() -> None:
    assert right("mean-gems-of-next-card") == "4 exactly"
    cave = Expedition.start(rules="incan-gold-2006")
    assert (cave.rules.gem_total, cave.cards_left) == (124, 31)
    assert next_card(cave).expected_gems == 4


def test_pooled_leftover() -> None:
    (payout,), after = Expedition.parse("3 5 A", players=2).retire(1)
    assert payout.gems == 5 and payout.artifacts == (Artifact(),)
    assert (after.players, after.leftover, after.artifacts) == (1, 0, ())


def test_pooled_leftover_both() -> None:
    payouts, after = Expedition.parse("3 5 A", players=2).retire(2)
    assert [(payout.gems, payout.artifacts) for payout in payouts] == [(4, ()), (4, ())]
    assert after.is_over and after.leftover == 0 and after.artifacts == (Artifact(),)
    game = Game.start(2)
    assert game.after(Expedition.parse("3 5 A -2", players=2, expedition=1), payouts).lost == (Artifact(),)
    per_card = replace(EDITIONS["bga-en"], leftover="per card")
    assert gems(Expedition.parse("3 5 A", players=2, rules=per_card), 2) == [3, 3]


def test_eleven_among_four() -> None:
    cave = Expedition.parse("11", players=4)
    assert (cave.bag, cave.leftover) == (2, 3)


def test_nine_among_five() -> None:
    cave = Expedition.parse("9", players=5)
    assert (cave.bag, cave.leftover) == (1, 4)


@pytest.mark.parametrize("card", ["fire", "A", "4"])
def test_nobody_leaves(card: str) -> None:
    cave = Expedition.parse("11 7", players=4)
    after = cave.reveal(card)
    assert (cave.leftover, after.leftover) == (6, 6)


def test_undrawn_artifact() -> None:
    game = Game.start(1, CASES["undrawn-artifact"]["rules"])
    assert game.undrawn == (Artifact(5),)
    for end in (game.begin().reveal("fire").reveal("fire"), game.begin().reveal(7)):
        payouts, over = ([None], end) if end.is_bust else end.retire(1)
        assert game.after(over, list[Any](payouts)).undrawn == (Artifact(5), Artifact(7))
    assert Expedition.start(rules="incan-gold-2020", expedition=2).setup.artifacts == (Artifact(5), Artifact(7))


def test_two_leave_with_artifact() -> None:
    game = Game.start(2, CASES["two-leave-with-artifact"]["rules"])
    payouts, over = game.begin().reveal("A").retire(2)
    after = game.after(over, payouts)
    assert [payout.artifacts for payout in payouts] == [(), ()] and after.scores == (0, 0)
    assert after.undrawn == (Artifact(7),) and after.lost == (Artifact(5),)


@pytest.mark.parametrize(
    ("rules", "departure"),
    [
        (Rules(tuple(range(1, 16)), FIVE), "120 gems"),
        (Rules((1, 2, 3, 4, 5, 7, 9, 10, 11, 12, 13, 14, 15, 16, 17), FIVE), "139 gems"),
        (Rules(tuple(range(1, 16)) * 3, FIVE), "45 treasures"),
        (replace(EDITIONS["bga-en"], hazards=dict.fromkeys(FIVE, 2), name="two"), "5 kinds of 2"),
        (replace(EDITIONS["bga-pt"], artifacts=(5, 5, 5, 10), name="four"), "artifacts: 4"),
    ],
    ids=["no-repeats", "139", "three-times", "two-each", "four-artifacts"],
)
def test_wrong_decks(rules: Rules, departure: str) -> None:
    treasures, kinds, artifacts = rules.treasures, rules.hazards.values(), rules.artifacts
    entered = min(1, len(artifacts))
    assert Expedition.start(rules=rules).cards_left == len(treasures) + sum(kinds) + entered
    lines = validate(rules)
    assert any("nearest is" in line for line in lines) and any(departure in line for line in lines)


def test_deck_text_contradicts_itself() -> None:
    rules = EDITIONS[CASES["deck-text-contradicts-itself"]["rules"]]
    assert len(rules.treasures) == 13 and 9 not in rules.treasures
    assert any("14" in note and "13" in note for note in rules.notes)
    assert any("14" in line and "13" in line for line in validate(rules))

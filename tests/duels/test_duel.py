"""Two players for the win, against the reference engine's matches in fractions, and by what must hold."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from decision_brute import KNOWN
from duel_brute import HALF, BestDuel, at_lead, matrix_value

from incan_math import EDITIONS, Expedition, Rules, duel, win_probability
from incan_math.duels.block import block_of, deck_of, solve_block
from incan_math.duels.solver import solve
from incan_math.duels.values import Values
from incan_math.duels.whole_game import _equilibrium, error_bound
from incan_math.engine import GameTable, Match, branches
from incan_math.states.between import Between, Ending, endings, first_of, followed, layers, normal

TINY = {
    "plain": Rules((3, 5), {"fire": 2}, expeditions=2),
    "thinning": Rules((0, 3), {"fire": 2, "gas": 1}, expeditions=3),
    "by claim, artifacts break ties": Rules((4,), {"fire": 3}, (5, 2), expeditions=2),
    "the same, ties shared": Rules((4,), {"fire": 3}, (5, 2), tie="shared", expeditions=2),
    "artifacts worth nothing but ties": Rules((1,), {"fire": 2}, (0, 0, 0), expeditions=3),
    "printed, staying": Rules(
        (3,), {"fire": 2}, (2, 6), artifact_value="printed", undrawn_artifact="stays", expeditions=2
    ),
    "all at once, lost ones count": Rules(
        (2, 7), {"fire": 2}, (1, 9), artifact_entry="all at once", undrawn_artifact="stays",
        artifact_step="claimed or lost", expeditions=2,
    ),
    "a deck that runs out": Rules((1, 2, 5), {"gas": 1}, expeditions=2),
}  # fmt: skip
SMALL = Rules((3, 5, 7), {"fire": 2, "snakes": 2}, expeditions=2)


@cache
def best(name: str) -> BestDuel:
    twin = BestDuel()
    twin.before(Match.start(TINY[name], ["Ann", "Bob"]))
    return twin


# Against the game tree of the reference engine.


@pytest.mark.slow
@pytest.mark.parametrize("name", TINY)
def test_every_state_between_expeditions(name: str) -> None:
    rules, twin = TINY[name], best(name)
    game = duel(rules)
    assert twin.before(Match.start(rules, ["Ann", "Bob"])) == HALF
    compared = 0
    for key, value in twin.known.items():
        number, removed, pile, lead, artifact_lead = key
        if number == 1:
            continue
        answer = game.win_probability(
            lead, number, dict(removed), pile.claimed, artifact_lead if pile.claimed else None, pile.lost or None
        )
        assert value in answer
        compared += 1
    assert compared > 5


@pytest.mark.parametrize("name", ["by claim, artifacts break ties", "printed, staying", "plain"])
@pytest.mark.parametrize("lead", [-4, 0, 3])
def test_advice_inside_an_expedition(name: str, lead: int) -> None:
    rules, twin = TINY[name], best(name)
    game = duel(rules)
    match = at_lead(Match.start(rules, ["Ann", "Bob"]), 0)
    last = match.after(_ended(match))
    seen = set()
    for second in (match, at_lead(last, lead)):
        ahead = 0 if second is match else lead
        removed, lost = dict(second.removed), second.artifacts.lost or None
        waiting = [(second.table(), "")]
        while waiting:
            table, path = waiting.pop()
            for card, after in [(b.card, b.table) for b in branches(table)]:
                if after.ended:
                    continue
                here = f"{path} {card}".strip()
                state = Expedition.parse(here, 2, rules, second.expedition, removed, lost=lost)
                answer = game.decide(state, ahead)
                if len(after.bags) == 2:
                    outcomes = twin.outcomes(second, after)
                    stays, retires = answer.outcomes
                    found = stays.stay, retires.stay, stays.retire, retires.retire
                    assert all(exact in number for exact, number in zip(outcomes, found, strict=True))
                    assert matrix_value(*outcomes) in answer.value
                    alone = after.copy()
                    alone.retire(["Bob"])
                    waiting.append((alone, f"{here} -1"))
                else:
                    stay, retire = twin.go(second, after), twin.left(second, after, "Ann")
                    assert answer.other_retire_probability is None
                    assert stay in answer.stay and retire in answer.retire and max(stay, retire) in answer.value
                    assert answer.retire_probability in (0, 1)
                seen.add(answer.action)
                if len(here.split()) < 4:
                    waiting.append((after, here))
    assert "stay" in seen and "retire" in seen


def _ended(match: Match) -> GameTable:
    """An expedition that ends with everyone retired after the first card that is no hazard twice."""
    table = match.table()
    table.turn_up(table.undrawn[0])
    table.retire(["Ann", "Bob"])
    return table


# What must hold.


def test_symmetric_and_rising() -> None:
    rules = Rules((1, 3, 4, 7), {"fire": 3, "gas": 2}, (5, 5, 8), expeditions=3)
    game = duel(rules)
    solved = solve(rules)
    game._values.curves.update(solved.curves)
    for state, curve in solved.curves.items():
        values = game._values.row(state, -60, 121)
        mirror = game._values.row(state.seen_by_other(), -60, 121)
        assert np.abs(values + mirror[::-1] - 1).max() <= game.error
        assert (np.diff(values) >= -float(2 * game.error)).all()
        assert values[0] == 0 and values[-1] == 1
        if not state.lead:
            assert values[60] == HALF
        assert (curve.probabilities >= 0).all() and (curve.probabilities <= 1).all()


def test_the_first_state_is_even() -> None:
    assert duel(SMALL).win_probability(0, 1).low < HALF < duel(SMALL).win_probability(0, 1).high
    answer = duel(SMALL).decide(Expedition.start(2, SMALL, 1), 0)
    assert answer.action == "stay" and answer.retire.is_exact and HALF in answer.value


def test_two_orders_of_summing_agree() -> None:
    # The treasures of a deck in another order: other strides, other children first, other roundings.
    rules = Rules((1, 3, 4, 7, 9), {"fire": 3, "gas": 2}, (5,), expeditions=2)
    state = Between(2, (3, 2), (), 0, 0)
    values = Values(rules)
    deck = deck_of(state, ((1, 1), (3, 1), (4, 1), (7, 1), (9, 1)))
    one = solve_block(block_of(values, state, deck, -30, 61))
    two = solve_block(block_of(values, state, deck_of(state, ((9, 1), (4, 1), (7, 1), (1, 1), (3, 1))), -30, 61))
    split = [
        solve_block(block_of(values, state, deck, first, count)).both_stay
        for first, count in ((-30, 1), (-29, 20), (-9, 40))
    ]
    assert np.abs(one.both_stay - two.both_stay).max() <= error_bound(rules)
    assert np.abs(np.concatenate(split) - one.both_stay).max() <= error_bound(rules)


def test_the_equilibrium_of_a_stage() -> None:
    sevenths = [Fraction(n, 7) for n in (0, 2, 3, 7)]
    for a in sevenths:
        for b in sevenths:
            for c in sevenths:
                for d in sevenths:
                    mine, theirs = _equilibrium(a, b, c, d)
                    value = matrix_value(a, b, c, d)
                    left = (1 - mine) * a + mine * c, (1 - mine) * b + mine * d
                    across = (1 - theirs) * a + theirs * b, (1 - theirs) * c + theirs * d
                    assert min(left) == value == max(across)


def test_the_bound_is_small() -> None:
    assert all(error_bound(rules) < Fraction(1, 10**12) for rules in EDITIONS.values())


# What earlier expeditions leave.


def test_states_that_no_play_can_tell_apart_are_one() -> None:
    rules = EDITIONS["bga-en"]
    assert [len(layer) for layer in layers(rules)] == [1, 4, 16, 36, 54]
    assert normal(rules, Between(5, (3,) * 5, (0,), 2, 4)) == Between(5, (3,) * 5, (0,), 0, 2)
    assert normal(rules, Between(5, (3,) * 5, (0,), 4, -4)) == Between(5, (3,) * 5, (0,), 3, -2)
    assert first_of(EDITIONS["diamant-2016"]).artifacts == (0,) * 5
    shared = [len(layer) for layer in layers(EDITIONS["diamant-2005"])]
    assert shared == [1, 2, 4, 6, 9]


def test_how_an_expedition_can_end() -> None:
    rules = EDITIONS["incan-gold-2020"]
    first = first_of(rules)
    assert set(endings(rules, first)) == {
        Ending((5,), (), (), (), 0), Ending((), (), (5,), (), 0), Ending((), (), (5,), (), 3),
        Ending((), (), (), (5,), 0), Ending((), (), (), (5,), 3), Ending((), (5,), (), (), 0),
        Ending((), (5,), (), (), 3),
    }  # fmt: skip
    assert followed(rules, first, Ending((), (), (), (5,), 3)) == Between(2, (3, 3, 3, 3, 2), (5, 7), 0, 0)
    assert followed(rules, first, Ending((5,), (), (), (), 0)) == Between(2, (3,) * 5, (7,), 0, 1)


# Known values, and the tables that ship.


KNOWN_WINS = [
    (int(number.split()[1]), int(lead), chance)
    for number, leads in KNOWN["two_player_win_probability"].items()
    if number != "meaning"
    for lead, chance in leads.items()
]


@pytest.mark.parametrize(("expedition", "lead", "chance"), KNOWN_WINS)
def test_known_values(expedition: int, lead: int, chance: float) -> None:
    # Points 5, 5, 5, 10, 10 by claim and ties by artifacts: bga-en, whose last two bring five gems each.
    answer = win_probability(lead, expedition)
    assert abs(answer.midpoint - Fraction(chance)) <= Fraction(3, 10**16) + answer.radius
    assert Fraction(chance) + win_probability(-lead, expedition).midpoint - 1 <= Fraction(1, 10**12)

"""The answer to "stay or retire?": the same names with the same meaning, whatever the objective and the solver."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb

import pytest

from incan_math import (
    Decision,
    Enclosure,
    Expedition,
    RetireAtGems,
    RetireWithProbability,
    Rules,
    StayForever,
    best_response,
    campaign,
    decide,
    duel,
    equilibrium,
)

SMALL = Rules(treasures=(3, 5, 7), hazards={"fire": 2, "snakes": 2}, expeditions=2)
ALONE = Expedition.parse("5 fire", 1, SMALL, expedition=1)
TWO = Expedition.parse("5 fire", 2, SMALL, expedition=2)
THREE = Expedition.parse("7 fire", 3, SMALL)
ANSWERS: dict[str, Callable[[], Decision]] = {
    "look-ahead": lambda: decide(ALONE),
    "first card": lambda: decide(Expedition.start(1, SMALL)),
    "never leave": lambda: decide(THREE, StayForever()),
    "best response": lambda: best_response(THREE, [RetireAtGems(2), RetireWithProbability("1/3")]),
    "game": lambda: campaign(SMALL).decide(ALONE),
    "game, first card": lambda: campaign(SMALL).decide(Expedition.start(1, SMALL, expedition=1)),
    "equilibrium": lambda: equilibrium(THREE).decision(),
    "equilibrium, first card": lambda: equilibrium(Expedition.start(3, SMALL)).decision(),
    "win": lambda: duel(SMALL).decide(TWO, -2),
    "win, first card": lambda: duel(SMALL).decide(Expedition.start(2, SMALL, expedition=2), 1),
    "win, left alone": lambda: duel(SMALL).decide(Expedition.parse("5 fire -1 3", 2, SMALL, expedition=2), 1),
}


def low_high(number: Fraction | Enclosure) -> tuple[Fraction, Fraction]:
    return (number, number) if isinstance(number, Fraction) else (number.low, number.high)


def near(one: Fraction | Enclosure, other: Fraction | Enclosure) -> bool:
    (low, high), (least, most) = low_high(one), low_high(other)
    return low <= most + Fraction(1, 10**9) and least <= high + Fraction(1, 10**9)


@pytest.fixture(params=ANSWERS.values(), ids=list(ANSWERS))
def answer(request: pytest.FixtureRequest) -> Decision:
    make: Callable[[], Decision] = request.param
    return make()


def test_every_answer_has_every_field(answer: Decision) -> None:
    assert isinstance(answer, Decision)
    assert answer.objective in ("points", "game", "win")
    assert answer.action in ("stay", "retire", "tie", "mix")
    assert isinstance(answer.retire_probability, Fraction) and 0 <= answer.retire_probability <= 1
    assert answer.reason == " ".join(answer.reason.split()) != ""
    for number in (answer.value, answer.stay, answer.retire, answer.gain):
        assert isinstance(number, Fraction | Enclosure)
    assert hash(answer) == hash(answer)


def test_the_numbers_follow_from_one_another(answer: Decision) -> None:
    p = answer.retire_probability
    (low, high), (least, most) = low_high(answer.stay), low_high(answer.retire)
    mixed = Enclosure((1 - p) * low + p * least, (1 - p) * high + p * most)
    assert near(answer.value, mixed)
    assert low_high(answer.gain) == (low - most, high - least)
    if not answer.state.is_deciding:
        assert answer.action == "stay" and p == 0 and not answer.outcomes
        assert set(low_high(answer.retire)) == {0}
        return
    assert sum(payoffs.probability for payoffs in answer.outcomes) == 1
    numbers = [payoffs.others_retiring for payoffs in answer.outcomes]
    assert numbers == sorted(set(numbers)) and numbers[-1] < answer.state.players
    for name in ("stay", "retire"):
        worth = [(payoffs.probability, low_high(getattr(payoffs, name))) for payoffs in answer.outcomes]
        low, high = (sum((weight * bounds[end] for weight, bounds in worth), Fraction(0)) for end in (0, 1))
        assert near(getattr(answer, name), Enclosure(low, high))


def test_the_action_is_that_of_the_numbers(answer: Decision) -> None:
    if answer.state.is_deciding:
        low, high = low_high(answer.gain)
        expected = "stay" if low > 0 else "retire" if high < 0 else "tie"
        mixes = 0 < answer.retire_probability < 1
        assert answer.action == ("mix" if mixes else expected)
        assert mixes or expected == "tie" or answer.retire_probability == (expected == "retire")


def test_outcomes_of_a_best_response_by_hand() -> None:
    # One other retires for certain at 2 gems, one with probability 1/3: 1 or 2 others leave, never none.
    answer = best_response(THREE, [RetireAtGems(2), RetireWithProbability("1/3")])
    assert [(o.others_retiring, o.probability) for o in answer.outcomes] == [(1, Fraction(2, 3)), (2, Fraction(1, 3))]
    assert [o.retire for o in answer.outcomes] == [2, 2]  # The bag holds 2; one gem lies on the path.


def test_outcomes_of_equal_players_are_binomial() -> None:
    answer = equilibrium(Expedition.parse("7 fire 11 snakes", players=4)).decision()
    q = answer.retire_probability
    assert [o.probability for o in answer.outcomes] == [comb(3, k) * q**k * (1 - q) ** (3 - k) for k in range(4)]
    assert list(answer.retire_by) == [o.retire for o in answer.outcomes] == [9, 6, 5, 4]
    assert answer.stay_by == tuple(o.stay for o in answer.outcomes)[::-1]
    assert answer.deviation_gain < Fraction(1, 10**9)


def test_an_empty_deck_sends_all_home_whoever_answers() -> None:
    rules = Rules((7, 5), {})
    for players, opponents in ((1, None), (2, None), (2, StayForever()), (2, RetireAtGems(1))):
        answer = decide(Expedition.parse("7 5", players, rules), opponents)
        assert answer.action == "retire" and answer.retire_probability == 1 and not answer.outcomes
        assert near(answer.stay, answer.retire) and near(answer.value, answer.retire)


def test_old_attributes_work_and_say_the_new_names() -> None:
    joint = equilibrium(THREE).decision()
    win = duel(SMALL).decide(TWO, -2)
    old = [
        (joint, "chance", "retire_probability"),
        (joint, "regret", "deviation_gain"),
        (win, "retires", "retire_probability"),
        (win, "other_retires", "other_retire_probability"),
    ]
    for answer, name, new in old:
        with pytest.warns(DeprecationWarning, match=f"^{name} is now {new};") as said:
            assert getattr(answer, name) == getattr(answer, new)
        assert said[0].filename == __file__

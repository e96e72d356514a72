"""Strategies: what each says at a table, how they are put together and written, and bad ones."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from decision_brute import Spot, one_more_card
from decision_strategies import (
    CHANCES,
    afraid_of_fire,
    counts_cards,
    counts_gems,
    keeps_count,
    lively,
    opponents,
    studies_the_deck,
)
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from incan_math import (
    AllOf,
    AnyOf,
    Expedition,
    GameError,
    Hazard,
    Mixture,
    RetireAfterCards,
    RetireAtGems,
    RetireAtHazards,
    RetireAtRisk,
    RetireWhenOneStepGainsNothing,
    RetireWhenRiskOutweighsGems,
    RetireWithProbability,
    StayForever,
    Strategy,
    Treasure,
    parse_strategy,
)
from incan_math.strategies.protocol import depends_on, is_kind_symmetric, retire_probability

if TYPE_CHECKING:
    from strategies import Position

# What they say.


@settings(max_examples=80)
@given(lively(10, 6), st.integers(0, 12), st.sampled_from(CHANCES))
def test_each_depends_on_what_it_says(position: Position, number: int, chance: Fraction) -> None:
    state, spot = position.state, Spot.of(position)
    assume(spot.table.awaits_choices)
    seen = position.table.snapshot()
    bag = seen.bags[0][1]
    faces = [card.face for card in seen.undrawn]
    deadly = sum(isinstance(face, Hazard) and face.name in seen.showing for face in faces)
    gems = sum(face.value for face in faces if isinstance(face, Treasure))
    assert StayForever()(state) == 0
    assert RetireAtGems(number)(state) == (bag >= number)
    assert RetireAtHazards(number)(state) == (len(seen.showing) >= number)
    assert RetireAfterCards(number)(state) == (len(seen.turned_up) >= number)
    assert RetireAtRisk(chance)(state) == (Fraction(deadly, len(faces)) >= chance)
    assert RetireWithProbability(chance)(state) == chance
    assert RetireWhenRiskOutweighsGems()(state) == (bag * deadly * len(seen.bags) >= gems)
    hero = seen.bags[0][0]
    home = spot.leave([hero]).table.points[hero]
    assert RetireWhenOneStepGainsNothing()(state) == (one_more_card(spot) <= home)


@pytest.mark.slow
@settings(max_examples=60)
@given(lively(8, 4), st.lists(opponents, min_size=1, max_size=3))
def test_putting_together(position: Position, parts: list[Strategy]) -> None:
    state = position.state
    assume(state.is_deciding)
    answers = [Fraction(part(state)) for part in parts]
    assert AnyOf(*parts)(state) == max(answers) and AllOf(*parts)(state) == min(answers)
    weights = [Fraction(place, len(parts) * (len(parts) + 1) // 2) for place in range(1, len(parts) + 1)]
    mixed = Mixture(list(zip(weights, parts, strict=True)))
    assert mixed(state) == sum(weight * answer for weight, answer in zip(weights, answers, strict=True))
    for part in (*parts, mixed):
        answer = retire_probability(part, state)
        assert answer == part(state) and type(answer) in (int, Fraction)
        assert isinstance(part, Strategy)


def test_text_for_chances() -> None:
    assert RetireAtRisk("20%") == RetireAtRisk("0.2") == RetireAtRisk(Fraction(1, 5))
    assert RetireWithProbability("1/3").probability == Fraction(1, 3)
    assert Mixture([("25%", StayForever()), ("3/4", RetireAtGems(0))])(Expedition.parse("7")) == Fraction(3, 4)


def test_which_are_kind_symmetric() -> None:
    named: tuple[Strategy, ...] = (
        StayForever(),
        RetireAtGems(3),
        RetireWithProbability("1/2"),
        RetireWhenOneStepGainsNothing(),
        counts_cards,
    )
    assert all(map(is_kind_symmetric, named))
    assert is_kind_symmetric(AnyOf(*named)) and is_kind_symmetric(AllOf(*named))
    assert is_kind_symmetric(Mixture([("1/2", StayForever()), ("1/2", RetireAtGems(2))]))
    assert not any(is_kind_symmetric(own) for own in (afraid_of_fire, keeps_count, lambda state: 0))
    assert not is_kind_symmetric(AnyOf(StayForever(), afraid_of_fire))
    assert not is_kind_symmetric(AllOf(afraid_of_fire, StayForever()))
    assert not is_kind_symmetric(Mixture([("1/2", StayForever()), ("1/2", AnyOf(afraid_of_fire))]))


def test_which_depend_on_less() -> None:
    assert [depends_on(known) for known in (RetireAtGems(3), counts_gems)] == ["bag", "bag"]
    assert [depends_on(known) for known in (StayForever(), RetireAfterCards(3), studies_the_deck)] == ["deck"] * 3
    wider: tuple[Strategy, ...] = (RetireWhenOneStepGainsNothing(), RetireWhenRiskOutweighsGems(), keeps_count)
    assert all(depends_on(known) == "state" for known in (*wider, AnyOf(RetireAtGems(3), RetireAtHazards(2))))


def test_equal_strategies_are_equal_values() -> None:
    assert RetireAtGems(3) == RetireAtGems(3) != RetireAtGems(4)
    assert len({RetireAtRisk("1/2"), RetireAtRisk("50%"), RetireWithProbability("1/2"), AnyOf(StayForever())}) == 3
    assert Mixture([("1", StayForever())]) == Mixture([(1, StayForever())])


# As text.


WORDS: dict[str, Strategy] = {
    "stay": StayForever(),
    "gems:15": RetireAtGems(15),
    "hazards:3": RetireAtHazards(3),
    "cards:6": RetireAfterCards(6),
    "risk:1/5": RetireAtRisk("0.2"),
    "onestep": RetireWhenOneStepGainsNothing(),
    "outweigh": RetireWhenRiskOutweighsGems(),
    "probability:1/3": RetireWithProbability("1/3"),
    "gems:15|hazards:3": AnyOf(RetireAtGems(15), RetireAtHazards(3)),
    "gems:15&hazards:3&cards:2": AllOf(RetireAtGems(15), RetireAtHazards(3), RetireAfterCards(2)),
    "stay|gems:1&cards:2": AnyOf(StayForever(), AllOf(RetireAtGems(1), RetireAfterCards(2))),
}


@pytest.mark.parametrize("word", WORDS)
def test_words_and_back(word: str) -> None:
    assert parse_strategy(word) == WORDS[word]
    assert str(WORDS[word]) == word
    assert parse_strategy(f" {word.upper()} ") == WORDS[word]


@pytest.mark.parametrize(
    ("word", "same"), [("risk:20%", "risk:1/5"), ("chance:0.25", "chance:1/4"), ("risk:0", "risk:0")]
)
def test_other_ways_to_write(word: str, same: str) -> None:
    assert parse_strategy(word) == parse_strategy(same)


@pytest.mark.parametrize(
    "word",
    ["", " ", "gems", "gems:", "gems:x", "gems:1.5", "gems:-1", "gem:15", "stay:1", "onestep:3", "outweigh:", "15",
     "gems:15|", "&", "stay&", "gems:15:3", "chance:2", "chance:-1/2", "chance:1/0", "risk:1.5", "risk:nan", "risk:",
     "gems:15\nstay", "x" * 40],
)  # fmt: skip
def test_bad_words_get_one_line(word: str) -> None:
    with pytest.raises(GameError) as error:
        parse_strategy(word)
    assert "strategy: " in str(error.value) and "\n" not in str(error.value)


def test_a_near_miss_is_told() -> None:
    with pytest.raises(GameError, match=r"did you mean 'hazards'\?"):
        parse_strategy("hazrds:3")


# Bad ones.


@pytest.mark.parametrize("number", [-1, 1.5, "3", None, True])
@pytest.mark.parametrize("kind", [RetireAtGems, RetireAtHazards, RetireAfterCards])
def test_bad_counts(kind: type[RetireAtGems], number: object) -> None:
    with pytest.raises(GameError, match="a whole number, 0 or more"):
        kind(number)  # type: ignore[arg-type]


@pytest.mark.parametrize("chance", [0.5, -1, 2, "x", "3/2", None])
@pytest.mark.parametrize("kind", [RetireAtRisk, RetireWithProbability])
def test_bad_chances(kind: type[RetireAtRisk], chance: object) -> None:
    with pytest.raises(ValueError, match=r"risk|probability") as error:
        kind(chance)  # type: ignore[arg-type]
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("weights", [["1/2"], ["1/2", "1/3"], ["1", "1/2"], [0.5, 0.5], ["-1/2", "3/2"], []])
def test_bad_weights(weights: list[str]) -> None:
    with pytest.raises(ValueError, match="weight") as error:
        Mixture([(weight, StayForever()) for weight in weights])
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("answer", [1.2, 0.5, None, -1, 2, "1", Fraction(9, 8)])
def test_bad_answers_inside_others_are_found(answer: object) -> None:
    def fickle(state: Expedition) -> object:
        return answer

    for whole in (
        AnyOf(StayForever(), fickle),  # type: ignore[arg-type]
        AllOf(RetireAtGems(0), fickle),  # type: ignore[arg-type]
        Mixture([("1/2", StayForever()), ("1/2", fickle)]),  # type: ignore[list-item]
    ):
        with pytest.raises(GameError, match="strategy fickle answered") as error:
            retire_probability(whole, Expedition.parse("7"))
        assert "\n" not in str(error.value)

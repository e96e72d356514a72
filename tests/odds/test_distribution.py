"""The distribution type: by hand, and against sums over lists of equally likely outcomes."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from decimal import Decimal
from fractions import Fraction
from statistics import mean, pvariance

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from incan_math import Distribution, Expedition, draws_to_bust
from incan_math.numbers.rationals import as_probability, decimal_text
from incan_math.report.model import percent

HALF = Fraction(1, 2)
TOSS = Distribution({1: HALF, 2: Fraction(1, 4), None: Fraction(1, 4)})

outcomes = st.lists(st.one_of(st.integers(-5, 9), st.none()), min_size=1, max_size=12)


def of(values: list[int | None]) -> Distribution:
    return Distribution({value: Fraction(count, len(values)) for value, count in Counter(values).items()})


@given(outcomes)
def test_chances_are_shares_of_equally_likely_outcomes(values: list[int | None]) -> None:
    chances = of(values)
    size = len(values)
    assert dict(chances) == {value: Fraction(values.count(value), size) for value in values}
    numbers = sorted(value for value in set(values) if value is not None)
    assert list(chances) == [*numbers, *([None] if None in values else [])]
    assert len(chances) == len(set(values)) and chances.never == Fraction(values.count(None), size)
    for x in range(-6, 11):
        assert chances.probability(x) == Fraction(values.count(x), size)
        assert chances.cdf(x) == Fraction(sum(value is not None and value <= x for value in values), size)
        assert chances.at_least(x) == Fraction(sum(value is None or value >= x for value in values), size)
        assert (x in chances) == (x in values)


@given(outcomes)
def test_moments_are_those_of_the_list(values: list[int | None]) -> None:
    happened = [Fraction(value) for value in values if value is not None]
    assume(happened)
    chances = of(values)
    if None in values:
        for moment in ("mean", "variance"):
            with pytest.raises(ValueError, match=r"never happens with probability .*use happening"):
                getattr(chances, moment)
    given_it_happens = chances.happening()
    assert given_it_happens.mean == mean(happened)
    assert given_it_happens.variance == pvariance(happened)
    assert given_it_happens.never == 0 and (None in values or given_it_happens == chances)


@pytest.mark.slow
@given(outcomes, st.fractions(0, 1, max_denominator=24))
def test_a_quantile_is_the_first_value_that_reaches_the_chance(values: list[int | None], chance: Fraction) -> None:
    late = [value for value in values if value is None]
    inorder: list[int | None] = [*sorted(value for value in values if value is not None), *late]
    first = next(value for place, value in enumerate(inorder, start=1) if Fraction(place, len(values)) >= chance)
    assert of(values).quantile(chance) == first
    assert of(values).median == of(values).quantile("1/2") == of(values).quantile("50%")


@pytest.mark.slow
@given(st.dictionaries(st.one_of(st.integers(-5, 9), st.none()), st.integers(0, 9), min_size=1))
def test_weights_are_chances_up_to_a_factor(weights: dict[int | None, int]) -> None:
    total = sum(weights.values())
    assume(total)
    chances = Distribution.from_weights(weights)
    assert chances == Distribution({value: Fraction(weight, total) for value, weight in weights.items()})
    assert chances == Distribution.from_weights({value: 3 * weight for value, weight in weights.items()})
    assert hash(chances) == hash(Distribution.from_weights({value: 3 * weight for value, weight in weights.items()}))
    assert all(chances.values()) and sum(chances.values()) == 1


def test_a_toss_by_hand() -> None:
    assert (TOSS.median, TOSS.quantile("0.75"), TOSS.quantile("0.9"), TOSS.quantile("0")) == (1, 2, None, 1)
    assert TOSS.happening() == {1: Fraction(2, 3), 2: Fraction(1, 3)}
    assert (TOSS.happening().mean, TOSS.happening().variance) == (Fraction(4, 3), Fraction(2, 9))
    half, quarter = Fraction(1, 2), Fraction(1, 4)
    assert TOSS.rows() == [
        {"value": 1, "probability": half, "at_most": half},
        {"value": 2, "probability": quarter, "at_most": half + quarter},
        {"value": None, "probability": quarter, "at_most": 1},
    ]
    rows = [line.split() for line in str(TOSS).splitlines()[-3:]]
    assert rows == [["1", "50.00%", "1/2", "50.00%"], ["2", "25.00%", "1/4", "75.00%"],
                    ["never", "25.00%", "1/4", "100.00%"]]  # fmt: skip
    assert TOSS[None] == Fraction(1, 4) and TOSS.probability(7) == 0
    with pytest.raises(KeyError):
        TOSS[7]


def test_what_never_happens_has_no_moments() -> None:
    never = Distribution({None: Fraction(1)})
    assert never.median is None and never.never == 1
    with pytest.raises(ValueError, match="never happens"):
        never.happening()


def test_a_distribution_is_a_value() -> None:
    again = Distribution({None: Fraction(1, 4), 2: Fraction(1, 4), 1: HALF, 9: Fraction(0)})
    assert again == TOSS and hash(again) == hash(TOSS) and dict(again) == TOSS and {1: HALF} != TOSS
    assert repr(again) == repr(TOSS) and eval(repr(TOSS)) == TOSS
    bust = draws_to_bust(Expedition.start())
    for twin in (copy.copy(bust), copy.deepcopy(bust), pickle.loads(pickle.dumps(bust))):
        assert twin == bust
    with pytest.raises(TypeError):
        TOSS[1] = HALF  # type: ignore[index]


@pytest.mark.parametrize(
    ("probabilities", "message"),
    [
        ({}, "probabilities: "),
        ({0: HALF}, "probabilities: they add up to Fraction.1, 2.; they must add up to 1"),
        ({0: Fraction(-1, 2), 1: Fraction(3, 2)}, "probabilities: Fraction.-1, 2. lies outside 0 to 1"),
        ({0: 0.5, 1: 0.5}, "probabilities: 0.5 is a float and not exact; give Fraction..0.5.. or '0.5'"),
        ({0: 1, 1: 1}, "probabilities: "),
    ],
)
def test_what_are_not_probabilities_is_refused(probabilities: dict[int | None, Fraction], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}"):
        Distribution(probabilities)


@pytest.mark.parametrize("weights", [{}, {0: 0}, {0: -1, 1: 2}, {0: 0.5, 1: 0.5}, {0: "1"}])
def test_weights_that_are_none_are_refused(weights: dict[int | None, int]) -> None:
    with pytest.raises(ValueError, match=r"^(weights|probabilities): ") as caught:
        Distribution.from_weights(weights)
    assert "\n" not in str(caught.value)


# Chances as callers give them, and decimals.


@pytest.mark.parametrize(
    ("given_", "exact"),
    [
        ("0.9", "9/10"),
        ("90%", "9/10"),
        (" 90 % ", "9/10"),
        ("2/13", "2/13"),
        ("1e-3", "1/1000"),
        (0, "0"),
        (1, "1"),
        (Fraction(1, 3), "1/3"),
        (Decimal("0.25"), "1/4"),
    ],
)
def test_exact_chances(given_: str, exact: str) -> None:
    assert as_probability("target", given_) == Fraction(exact)


@pytest.mark.parametrize("given_", [0.9, 0.1 + 0.2, float("nan"), float("inf"), 1e-9, 2, -1, "150%", "x", "", "1/0"])
def test_chances_that_are_not_exact_or_none_are_refused(given_: float) -> None:
    with pytest.raises(ValueError, match=r"^target: ") as caught:
        as_probability("target", given_)  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)


def test_the_fix_for_a_small_float_is_not_nothing() -> None:
    with pytest.raises(ValueError, match="target") as caught:
        as_probability("target", 1e-9)  # type: ignore[arg-type]
    assert "Fraction(0, 1)" not in str(caught.value)


@given(st.fractions(-9, 9), st.integers(0, 8))
def test_decimals_are_the_nearest(value: Fraction, places: int) -> None:
    text = decimal_text(value, places)
    assert abs(Fraction(text) - value) <= Fraction(1, 2 * 10**places)
    assert len(text.partition(".")[2]) == places and (not text.startswith("-") or value < 0)


def test_a_percentage_is_never_0_or_100_for_what_is_neither() -> None:
    assert [percent(Fraction(*chance)) for chance in ((0, 1), (1, 10**9), (2, 13), (10**9 - 1, 10**9), (1, 1))] == [
        "0.00%", "<0.01%", "15.38%", ">99.99%", "100.00%",
    ]  # fmt: skip


def test_distributions_are_equal_by_their_probabilities_and_hash_alike() -> None:
    twin = Distribution({None: Fraction(2, 8), 2: Fraction(2, 8), 1: Fraction(4, 8)})
    assert twin == TOSS and hash(twin) == hash(TOSS) and len({twin, TOSS}) == 1
    assert dict(TOSS) == TOSS and {1: Fraction(1)} != TOSS
    assert TOSS != [1, 2]  # Not a mapping: Python asks the list, which does not know either.


def test_the_median_is_the_least_value_that_half_the_time_is_not_exceeded() -> None:
    assert TOSS.median == 1  # P(X <= 1) is 1/2 exactly.
    assert Distribution({1: Fraction(1, 3), 4: Fraction(1, 3), 9: Fraction(1, 3)}).median == 4
    assert Distribution({1: Fraction(1, 4), None: Fraction(3, 4)}).median is None  # More often than not never.


def test_a_distribution_says_what_it_holds() -> None:
    assert repr(TOSS) == f"Distribution({dict(TOSS)!r})"
    long = Distribution({value: Fraction(1, 1000) for value in range(1000)})
    assert repr(long) == "<Distribution of 1000 values, least=0, greatest=999, mean=999/2>"  # (0 + 999) / 2.

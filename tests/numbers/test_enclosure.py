"""Enclosures against numbers inside them: whatever is computed encloses it, and no comparison guesses."""

from __future__ import annotations

import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incan_math import Enclosure, GameError

numbers = st.fractions(min_value=-5, max_value=5, max_denominator=6)


@st.composite
def enclosed(draw: st.DrawFn) -> tuple[Fraction, Enclosure]:
    """A number, and an enclosure with it inside or at an end."""
    number = draw(numbers)
    reach = st.fractions(min_value=0, max_value=2, max_denominator=4)
    return number, Enclosure(number - draw(reach), number + draw(reach))


@given(enclosed(), enclosed(), st.sampled_from([operator.add, operator.sub, operator.mul]))
def test_arithmetic_encloses(x: tuple[Fraction, Enclosure], y: tuple[Fraction, Enclosure], do: Any) -> None:
    for left, right in ((x[1], y[1]), (x[1], y[0]), (x[0], y[1])):
        found = do(left, right)
        assert do(x[0], y[0]) in found
        # No wider than need be: the ends are those of some pair of ends.
        mine, its = ((side.low, side.high) if isinstance(side, Enclosure) else (side, side) for side in (left, right))
        corners = [do(a, b) for a in mine for b in its]
        assert (found.low, found.high) == (min(corners), max(corners))
    assert -x[0] in -x[1] and operator.neg(-x[1]) == x[1]


COMPARISONS: list[Callable[[Any, Any], bool]] = [operator.lt, operator.le, operator.gt, operator.ge]


@given(enclosed(), enclosed(), st.sampled_from(COMPARISONS))
def test_order_where_it_is_certain(
    x: tuple[Fraction, Enclosure], y: tuple[Fraction, Enclosure], compare: Callable[[Any, Any], bool]
) -> None:
    for left, right in ((x[1], y[1]), (x[1], y[0]), (x[0], y[1])):
        mine, its = ((n.low, n.high) if isinstance(n, Enclosure) else (n, n) for n in (left, right))
        answers = {compare(a, b) for a in mine for b in its}
        if len(answers) == 1:
            assert compare(left, right) is answers.pop() is compare(x[0], y[0])
        else:
            with pytest.raises(GameError, match="which is greater is not certain"):
                compare(left, right)


def test_touching_enclosures() -> None:
    low, high = Enclosure(Fraction(0), Fraction(1)), Enclosure(Fraction(1), Fraction(2))
    assert low <= high and high >= low and not low > high and not high < low
    with pytest.raises(GameError):
        _ = low < high


@pytest.mark.parametrize("do", [operator.add, operator.sub, operator.mul, *COMPARISONS])
@pytest.mark.parametrize("other", [0.5, "1", None])
def test_what_is_not_exact_is_a_type_error(do: Callable[[Any, Any], object], other: object) -> None:
    value = Enclosure(Fraction(1), Fraction(2))
    for left, right in ((value, other), (other, value)):
        with pytest.raises(TypeError):
            do(left, right)
    with pytest.raises(TypeError, match="is not exact"):
        _ = other in value


@pytest.mark.parametrize(("low", "high"), [(0.5, 1), (0, 1.5), ("0", 1), (2, 1), (float("nan"), 1), (None, None)])
def test_bad_ends_are_refused(low: Any, high: Any) -> None:
    with pytest.raises(GameError, match=r"low|high"):
        Enclosure(low, high)


@pytest.mark.parametrize(("midpoint", "radius"), [(float("inf"), 1), (1, float("nan")), (None, 1), ("x", 1), (1, -1)])
def test_no_enclosure_around(midpoint: Any, radius: Any) -> None:
    with pytest.raises(GameError, match=r"midpoint|radius"):
        Enclosure.around(midpoint, radius)


def test_whole_ends_become_fractions() -> None:
    value = Enclosure(1, 2)  # type: ignore[arg-type]
    assert value == Enclosure(Fraction(1), Fraction(2)) and type(value.low) is Fraction
    assert hash(value) == hash(Enclosure.around(1.5, 0.5))

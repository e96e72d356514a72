"""The compiled solver of one stage against the twin's bisection, on stages with any number of sign changes."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from equilibrium_twin import select, stage_equilibria, stage_value
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from incan_math.equilibria.stage_kernels import blend, choose, scratch_space

NEAR = 1e-7


def chosen(retire: list[float], stay: list[float]) -> tuple[float, float, int]:
    """What `choose` makes of R_1, ..., R_n and V_1, ..., V_n: the probability of staying, as the twin has it."""
    home = np.array(retire)
    go = np.array(stay[::-1])
    q, value, count = choose(go - home, go, home, len(retire), 1e-12, scratch_space())
    return 1 - float(q), float(value), int(count)


@st.composite
def stages(draw: st.DrawFn) -> tuple[list[float], list[float]]:
    """R_k that fall and V_j = R_(n-j+1) + d of any signs."""
    n = draw(st.integers(2, 8))
    retire = sorted(draw(st.lists(st.integers(0, 30), min_size=n, max_size=n)), reverse=True)
    d = draw(st.lists(st.integers(-9, 9), min_size=n, max_size=n))
    return [float(r) for r in retire], [float(retire[n - i - 1] + d[i]) for i in range(n)]


def distinct(numbers: list[float]) -> list[float]:
    return [x for i, x in enumerate(numbers) if not i or x - numbers[i - 1] > NEAR]


@pytest.mark.slow
@settings(max_examples=1500)
@given(stages())
def test_the_same_equilibrium_as_the_twin(stage: tuple[list[float], list[float]]) -> None:
    retire, stay = stage
    n = len(retire)
    found = distinct(stage_equilibria(retire, stay))
    # Where two are nearly one, or nearly as good, the two ways of counting may differ.
    values = sorted(stage_value(retire, stay, p) for p in found)
    assume(len(found) < 2 or min(b - a for a, b in itertools.pairwise(found)) > 1e-4)
    assume(len(found) < 2 or values[-1] - values[-2] > 1e-9 or values[-1] - values[-2] < 1e-13)
    p, value, count = chosen(retire, stay)
    tie = all(stay[i] == retire[n - i - 1] for i in range(n))
    if tie:
        assert count == 0 and value == pytest.approx(stage_value(retire, stay, select(retire, stay)))
        return
    assert p == pytest.approx(select(retire, stay), abs=NEAR)
    assert value == pytest.approx(stage_value(retire, stay, p), abs=1e-9)
    assert abs(count) == len(found)
    assert (count < 0) == (values[-1] - values[0] > 1e-12)


def test_three_roots_are_all_found() -> None:
    # D = (p - 1/4)(p - 1/2)(p - 3/4), by its Bernstein coefficients of degree 3, turned so that it starts positive.
    power = [-3 / 32, 11 / 16, -3 / 2, 1.0]
    d = [-(power[0]), -(power[0] + power[1] / 3), -(power[0] + 2 * power[1] / 3 + power[2] / 3), -sum(power)]
    retire = [9.0, 6.0, 3.0, 1.0]
    stay = [retire[3 - i] + d[i] for i in range(4)]
    p, _, count = chosen(retire, stay)
    assert count == -3 and p == pytest.approx(3 / 4)


def test_of_a_tie_the_best_probability_is_taken() -> None:
    # Retiring in twos is worth most: with p staying, (1-p)^2 + 2 * 8 p (1-p) + 2 p^2 is greatest at p = 7/13.
    p, value, count = chosen([2.0, 8.0, 1.0], [1.0, 8.0, 2.0])
    assert count == 0 and p == pytest.approx(7 / 13) and value == pytest.approx(1 + 14 * 7 / 13 - 13 * (7 / 13) ** 2)
    assert chosen([3.0, 3.0], [3.0, 3.0]) == (1.0, 3.0, 0)


@given(st.lists(st.floats(-50, 50), min_size=1, max_size=8), st.floats(0, 1))
def test_blend_is_the_mean_over_independent_choices(numbers: list[float], p: float) -> None:
    def mean(rest: list[float]) -> float:  # The first of the others retires with probability p, and so on.
        return rest[0] if len(rest) == 1 else (1 - p) * mean(rest[:-1]) + p * mean(rest[1:])

    assert blend(np.array(numbers), len(numbers), p, np.empty(8)) == pytest.approx(mean(numbers), abs=1e-9)

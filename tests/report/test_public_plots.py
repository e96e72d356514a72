"""Each public plot gives axes of a figure that pyplot shows, with the numbers that the library computes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

import matplotlib as mpl
import matplotlib.pyplot as plt
import pytest

from incan_math import (
    Distribution,
    Expedition,
    GameError,
    Record,
    Rules,
    StayForever,
    duel,
    equilibrium,
    plots,
    review,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SMALL = Rules(treasures=(3, 5, 7), hazards={"fire": 2, "snakes": 2})
TINY = Rules(treasures=(4,), hazards={"fire": 2}, expeditions=2)
TOSS = Distribution({1: Fraction(1, 2), 2: Fraction(1, 4), None: Fraction(1, 4)})

PLOTS: dict[str, Callable[[], Axes]] = {
    "distribution": lambda: plots.distribution(TOSS),
    "bust_curve": lambda: plots.bust_curve("bga-en", "diamant-2016"),
    "boundary": lambda: plots.boundary(),
    "take_home": lambda: plots.take_home("bga-en"),
    "decision_tree": lambda: plots.decision_tree(Expedition.start(rules=SMALL)),
    "retire_map": lambda: plots.retire_map(equilibrium(Expedition.start(2, SMALL))),
    "win_curve": lambda: plots.win_curve(duel(TINY)),
    "luck": lambda: plots.luck(review(Record.start(["Ann", "Bob"], SMALL).add("3 fire -Ann 5 -Bob"), StayForever())),
}


@pytest.fixture(autouse=True)
def headless() -> Iterator[None]:
    with mpl.rc_context():
        plt.switch_backend("agg")
        yield
        plt.close("all")


def test_each_public_plot_has_a_sample() -> None:
    assert set(PLOTS) == set(plots.__all__)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(PLOTS))
def test_a_plot_gives_axes_that_pyplot_shows(name: str) -> None:
    before = dict(mpl.rcParams)
    ax = PLOTS[name]()
    assert ax.figure.number in plt.get_fignums()  # type: ignore[operator, union-attr]
    ax.figure.canvas.draw()
    assert {key: mpl.rcParams[key] for key in before} == before  # The user's settings stay.


def test_bars_are_the_probabilities_and_stand_on_the_given_axes() -> None:
    figure, given = plt.subplots()
    ax = TOSS.plot(given)
    assert ax is given and ax.figure is figure
    heights = [bar.get_height() for bar in ax.patches]  # type: ignore[attr-defined]
    assert heights == [50, 25] and "never: 25.0%" in ax.get_title()


def test_what_is_left_out_of_the_bars_is_said() -> None:
    ax = plots.distribution(Distribution({0: Fraction(3, 4), 9: Fraction(1, 4)}), most=5)
    assert len(ax.patches) == 1 and "more than 5: 25.0%" in ax.get_title()


def test_a_plot_that_cannot_be_drawn_is_refused() -> None:
    with pytest.raises(GameError, match="not a Distribution"):
        plots.distribution({1: Fraction(1)})  # type: ignore[arg-type]
    with pytest.raises(GameError, match="most="):
        Distribution.from_weights(dict.fromkeys(range(3_000), 1)).plot()
    with pytest.raises(GameError, match="results: none given"):
        plots.retire_map()
    with pytest.raises(GameError, match="draws: 0 given"):
        plots.bust_curve(draws=0)
    assert not plt.get_fignums()

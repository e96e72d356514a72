"""Plots draw the numbers that they are given, look different without colour, and give the same bytes every time."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.colors import to_rgb
from matplotlib.patches import Rectangle

from incan_math import Distribution, Enclosure, Expedition, GameError, Rules, survival
from incan_math.advice.decision_graph import decision_graph
from incan_math.report.figure import INKS, as_percent, save_figure
from incan_math.report.heat_map import Cells, retire_map
from incan_math.report.plots import boundary_plot, bust_curve_plot, take_home_plot, win_plot
from incan_math.report.tree_plot import tree_plot

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SMALL = Rules(treasures=(3, 5, 7), hazards={"fire": 2, "snakes": 2})
BUSTS = {
    name: {k: 1 - chance for k, chance in survival(Expedition.start(rules=name)).items() if k <= 9}
    for name in ("bga-en", "diamant-2016")
}
EDGE = {h: Fraction(112, 2 * h + 1) for h in range(1, 6)}
POINTS = Distribution({0: Fraction(1, 2), 3: Fraction(1, 8), 7: Fraction(3, 8)})
CELLS: Cells = {(0, 0): 0, (0, 1): Fraction(1, 1000), (1, 0): Fraction(1, 2), (1, 2): 1}
WINS = {f"before expedition {e}": {lead: Fraction(30 + lead, 60) for lead in range(-30, 31)} for e in (4, 5)}


def small_tree() -> Figure:
    return tree_plot(decision_graph(Expedition.start(rules=SMALL), 2))


PLOTS: dict[str, Callable[[], Figure]] = {
    "bust": lambda: bust_curve_plot(BUSTS, "fresh deck"),
    "one bust": lambda: bust_curve_plot({"bga-en": BUSTS["bga-en"]}),
    "boundary": lambda: boundary_plot({"bga-en": EDGE}),
    "boundaries": lambda: boundary_plot({"bga-en": EDGE, "other": {h: y + 3 for h, y in EDGE.items()}}),
    "take-home": lambda: take_home_plot({"rules bga-en; alone": POINTS}),
    "heat map": lambda: retire_map({"3 players": CELLS, "5 players": CELLS}, "Chance to retire (%): bga-en", "a mean"),
    "wins": lambda: win_plot(WINS, "bga-en"),
    "tree": small_tree,
}


def numbers(data: object) -> list[float]:
    return [float(y) for y in np.asarray(data)]


def legend_of(axes: Axes) -> list[str]:
    legend = axes.get_legend()
    return [entry.get_text() for entry in legend.get_texts()] if legend else []


def darkness(colour: object) -> float:
    red, green, blue = to_rgb(colour)  # type: ignore[arg-type]
    return 1 - (0.3 * red + 0.59 * green + 0.11 * blue)


def texts(figure: Figure) -> list[str]:
    found = [text.get_text() for axes in figure.axes for text in axes.texts]
    return found + [word for axes in figure.axes for word in (axes.get_title(), axes.get_xlabel(), axes.get_ylabel())]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "ending"), [*((name, "svg") for name in PLOTS), ("boundary", "png")])
def test_files_are_the_same_every_time(name: str, ending: str, tmp_path: Path) -> None:
    before = dict(mpl.rcParams)
    first = save_figure(PLOTS[name](), tmp_path / f"first.{ending}").read_bytes()
    assert dict(mpl.rcParams) == before  # The caller's settings are left alone,
    with mpl.rc_context({"font.size": 20, "axes.facecolor": "red", "svg.hashsalt": "other"}):  # and leave ours alone.
        again = save_figure(PLOTS[name](), tmp_path / f"again.{ending}").read_bytes()
    assert first == again
    if ending == "svg":
        assert first.startswith(b"<?xml") and b"dc:date" not in first and b"Matplotlib v" not in first
        assert b"<text" in first  # Text is text: it can be searched, read aloud and copied.
    else:
        assert first.startswith(b"\x89PNG") and b"matplotlib" not in first.lower()


@pytest.mark.parametrize("name", PLOTS)
def test_every_plot_has_a_title_units_and_the_rules(name: str) -> None:
    figure = PLOTS[name]()
    title = figure.get_suptitle()
    legends = [word for axes in figure.axes for word in legend_of(axes)]
    words = " ".join([title, *texts(figure), *legends])
    assert title and ("bga-en" in words or "custom" in words)
    if name != "tree":
        assert any(unit in words for unit in ("%", "points", "gems"))
        assert figure.axes[-1].get_xlabel()


def test_lines_are_told_apart_without_colour() -> None:
    looks = [(str(ink["linestyle"]), ink["marker"]) for ink in INKS]
    assert len({dashes for dashes, _ in looks}) == len({mark for _, mark in looks}) == len(INKS)


def test_lines_are_the_numbers() -> None:
    top, below = PLOTS["bust"]().axes
    for line, curve in zip(top.lines, BUSTS.values(), strict=True):
        assert numbers(line.get_xdata()) == list(curve) and numbers(line.get_ydata()) == [
            float(y) for y in curve.values()
        ]
    one, other = BUSTS.values()
    assert numbers(below.lines[1].get_ydata()) == [float(other[k] - one[k]) for k in one]
    [axes] = PLOTS["wins"]().axes
    assert numbers(axes.lines[0].get_ydata()) == [float(y) for y in WINS["before expedition 4"].values()]


def test_enclosed_chances_can_be_drawn() -> None:
    [axes] = win_plot({"before expedition 5": {0: Enclosure.around(0.5, 2**-40), 1: Fraction(3, 5)}}, "x").axes
    assert numbers(axes.lines[0].get_ydata()) == [0.5, 0.6]


def test_the_boundary_is_written_exactly_to_two_places() -> None:
    figure = PLOTS["boundary"]()
    assert {"37.33", "22.40", "16", "12.44", "10.18", "stay", "retire"} <= set(texts(figure))
    [axes] = figure.axes
    bars = [patch for patch in axes.patches if isinstance(patch, Rectangle)]
    assert [bar.get_y() for bar in bars] == [float(y) for y in EDGE.values()]


def test_the_take_home_leaves_out_what_it_says() -> None:
    [axes] = PLOTS["take-home"]().axes
    bars = [(bar.get_x() + bar.get_width() / 2, bar.get_height()) for bar in axes.patches if isinstance(bar, Rectangle)]
    assert bars == [(3, 12.5), (7, 37.5)]
    assert "0 points with probability 50.0% (not drawn)" in axes.get_title()
    assert legend_of(axes) == ["mean 3.00", "median 0"]


def test_cells_have_their_numbers_and_greys_that_fall() -> None:
    axes = PLOTS["heat map"]().axes[0]
    written = {(int(text.get_position()[0]), int(text.get_position()[1])): text.get_text() for text in axes.texts}
    assert written == {(0, 0): "0", (0, 1): "<1", (1, 0): "50", (1, 2): "100"}
    inks = {}
    for patch in axes.patches:
        if isinstance(patch, Rectangle) and patch.get_fill() and not patch.get_hatch():
            inks[int(patch.get_x() + 0.5), int(patch.get_y() + 0.5)] = darkness(patch.get_facecolor())
    assert inks[0, 0] < inks[0, 1] < inks[1, 0] < inks[1, 2]
    assert sum(bool(patch.get_hatch()) for patch in axes.patches) == 2  # (0, 2) and (1, 1) do not occur.


def test_the_tree_draws_every_branch_down_to_the_bust() -> None:
    # By hand: after 5 and fire, 3 and 7 end at a bag of 8 or 12, snakes at an exact tie of 5, fire at a bust.
    [axes] = tree_plot(decision_graph(Expedition.parse("5 fire", rules=SMALL), 1)).axes
    rows: dict[float, list[tuple[float, str]]] = {}
    for text in axes.texts:
        x, y = text.get_position()
        rows.setdefault(y, []).append((x, text.get_text()))
    lines = [[words for _, words in sorted(row)] for _, row in sorted(rows.items())]
    assert [line[-2:] for line in lines] == [
        ["3, 7  2/5", "RETIRE  8 to 12"],
        ["snakes  2/5", "TIE  5"],
        ["fire  1/5", "BUST"],
    ]
    assert lines[1][0] == "STAY  6\nretire  5"  # The root, beside the middle branch.


@pytest.mark.parametrize("path", ["7 fire 11 snakes", "fire", ""])
def test_the_branches_of_a_tree_hold_all_undrawn_cards(path: str) -> None:
    state = Expedition.parse(path)
    graph = decision_graph(state, 2)
    figure = tree_plot(graph)
    [axes] = figure.axes
    parts = [re.search(r"(\d+)/(\d+)$", text.get_text()) for text in axes.texts]
    counts = [(int(part[1]), int(part[2])) for part in parts if part]
    inner = [node for node in graph.successors(state) if graph.nodes[node]["action"] == "stay"]
    merged = {node.situation.unnamed() for node in inner}  # Hazards that differ in name only are drawn once.
    for left, boxes in ((state.cards_left, 1), (state.cards_left - 1, len(merged))):
        assert sum(copies for copies, among in counts if among == left) == left * boxes
    width, height = figure.get_size_inches()
    assert width < 11.7 and height < 11.7  # A page.


def test_a_decision_is_told_by_darkness_and_outline() -> None:
    [axes] = tree_plot(decision_graph(Expedition.start(rules=SMALL), 3)).axes
    looks: dict[str, set[tuple[float, str, str]]] = {}
    for text in axes.texts:
        patch = text.get_bbox_patch()
        action = text.get_text().split()[0]
        if patch is not None and action.isupper() and len(action) > 1:
            shape = type(patch.get_boxstyle()).__name__
            looks.setdefault(action, set()).add(
                (round(1 - darkness(patch.get_facecolor()), 2), str(patch.get_linestyle()), shape)
            )
    assert {action: len(kinds) for action, kinds in looks.items()} == {"STAY": 1, "RETIRE": 1, "TIE": 1, "BUST": 1}
    greys = {action: next(iter(kinds))[0] for action, kinds in looks.items()}
    assert greys["STAY"] > 0.95 > greys["TIE"] > 0.7 and greys["RETIRE"] < 0.35


def test_what_cannot_be_drawn_is_refused(tmp_path: Path) -> None:
    many = {f"rules {number}": EDGE for number in range(len(INKS) + 1)}
    for draw in (bust_curve_plot, boundary_plot, lambda lines: win_plot(lines, "bga-en")):
        for lines in ({}, many):
            with pytest.raises(GameError, match=r"given; one plot can tell 1 to 9 apart"):
                draw(lines)
    with pytest.raises(GameError, match=r"give happening\(\)"):
        take_home_plot({"x": Distribution({1: Fraction(1, 2), None: Fraction(1, 2)})})
    empty: list[dict[str, Cells]] = [{}, {"3 players": {}}]
    for panels in empty:
        with pytest.raises(GameError, match=r"^panels: give at least one"):
            retire_map(panels, "x")
    with pytest.raises(GameError, match=r"a probability lies from 0 to 1"):
        retire_map({"3 players": {(0, 0): Fraction(3, 2)}}, "x")
    with pytest.raises(GameError, match=r"branches are too many for one drawing"):
        tree_plot(decision_graph(Expedition.start(rules="diamant-2005"), 3, 20_000))
    for name in ("plot.pdf", "plot"):
        with pytest.raises(ValueError, match=r"neither \.svg nor \.png"):
            save_figure(PLOTS["one bust"](), tmp_path / name)


def test_without_matplotlib_the_fix_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "matplotlib"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(GameError, match=r"the extra 'plots' brings it"):
        PLOTS["bust"]()


def test_percent() -> None:
    assert as_percent(Fraction(1, 3)) == "33.3%" and as_percent(0.25, 0) == "25%"

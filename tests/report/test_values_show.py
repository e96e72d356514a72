"""Public values have a short `repr`, the command line's table as `str`, an accessible table for notebooks, and rows.

The samples below have to hold one of each type that `incan_math` exports or its functions return: a new type without
one fails the first test, and so cannot forget what the others ask of it.
"""

from __future__ import annotations

import inspect
import re
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from html.parser import HTMLParser
from itertools import islice
from typing import Any, get_args

import pytest
from shell import shell

import incan_math
from incan_math import (
    EDITIONS,
    Algebraic,
    Enclosure,
    Expedition,
    Game,
    GameError,
    Mixture,
    Record,
    RetireAtGems,
    RetireAtRisk,
    Rules,
    StayForever,
    Tent,
    best_heuristics,
    campaign,
    decide,
    decision_graph,
    deck_states,
    draws_to_bust,
    duel,
    equilibrium,
    evaluate,
    exact_equilibrium,
    league,
    likeliest_busts,
    nearest_edition,
    next_card,
    policy,
    review,
    safe_cards_for,
    simulate,
    take_home,
    tournament,
)
from incan_math.game.errors import NotationError, RulesError
from incan_math.game.showing import LONGEST, Shown, Tabular, frame
from incan_math.report.html import MOST_ROWS, html
from incan_math.report.model import Column, Report, Table
from incan_math.simulation.paired import compare
from incan_math.strategies import heuristics

pytestmark = pytest.mark.slow

NAMES: list[str] = vars(incan_math)["__all__"]
SMALL = Rules(treasures=(3, 5, 7), hazards={"fire": 2, "snakes": 2})
TINY = Rules(treasures=(4,), hazards={"fire": 2}, expeditions=2)
BIG = Rules(treasures=tuple(range(1, 400)), hazards={f"hazard-{k}": 9 for k in range(40)}, name="big")
CAVE = Expedition.parse("7 fire 11 -1 snakes", players=4)
LONG = Expedition.parse(" ".join(map(str, range(1, 300))), rules=BIG)
HUGE = Fraction(3**4000, 7**1500)


@cache
def whole_game() -> Record:
    return Record.start(["Ann", "Bob"], SMALL).add("3 fire -Ann 5 -Bob").next().add("7 -Ann,Bob")


def certified() -> object:
    return equilibrium(Expedition.start(2, SMALL), certify=True)


def strategies() -> list[object]:
    return [
        StayForever(),
        RetireAtGems(5),
        RetireAtRisk(Fraction(1, 7**90)),
        heuristics.RetireAfterCards(3),
        heuristics.RetireAtHazards(2),
        heuristics.RetireWhenOneStepGainsNothing(),
        heuristics.RetireWhenRiskOutweighsGems(),
        heuristics.RetireWithProbability(Fraction(1, 3)),
        Mixture([(Fraction(1, 40), RetireAtGems(k)) for k in range(40)]),
        incan_math.AnyOf(*map(RetireAtGems, range(1, 60))),
        incan_math.AllOf(*map(RetireAtGems, range(1, 60))),
    ]


SAMPLES: dict[str, Callable[[], list[Any]]] = {
    "short": lambda: [
        incan_math.Payoffs(0, Fraction(1), Fraction(2), Fraction(3)),
        incan_math.Distribution({1: Fraction(1, 2), None: Fraction(1, 2)}),
    ],
    "cards": lambda: [incan_math.Treasure(7), incan_math.Hazard("x" * 40), incan_math.Artifact(5)],
    "numbers": lambda: [
        Enclosure.around(2.5, 0.125),
        Enclosure(HUGE, HUGE),
        Enclosure(HUGE, HUGE + Fraction(1, 10**30)),
        Algebraic.root((1, -1, -1), Enclosure(Fraction(1), Fraction(2))),
        Algebraic.root((1, *[0] * 60, -2), Enclosure(Fraction(1), Fraction(2))),
    ],
    "positions": lambda: [CAVE, LONG, Expedition.start(8), CAVE.undrawn, LONG.undrawn],
    "game": lambda: [Game.start(8), Tent(), CAVE.payout(1), whole_game(), SMALL, BIG, EDITIONS, *EDITIONS.values()],
    "departures": lambda: [nearest_edition(BIG), nearest_edition(SMALL)],
    "odds": lambda: [draws_to_bust(CAVE), take_home(Expedition.start()), next_card(CAVE), *next_card(CAVE).outcomes],
    "odds of a long path": lambda: [draws_to_bust(LONG), next_card(LONG), *next_card(LONG).outcomes[:3]],
    "deck": lambda: [safe_cards_for("0.9", 3, {"fire": 3}), *islice(deck_states(CAVE), 3)],
    "ways": lambda: list(likeliest_busts(decision_graph(Expedition.parse("7 fire snakes"), 2))),
    "strategies": strategies,
    "decisions": lambda: [
        decide(CAVE),
        decide(Expedition.parse("fire 15 snakes 3")),
        decide(Expedition.parse("3 fire", 2, SMALL), [RetireAtGems(5)]),
        decide(Expedition.parse("4", 2, TINY, expedition=2), objective="win", lead=1),
        decide(Expedition.parse("4", 3, TINY, expedition=2), objective="win", scores=[3, 2, 0]),
        *decide(CAVE).outcomes,
    ],
    "policies": lambda: [policy(Expedition.start(1, SMALL)), policy(LONG)],
    "evaluations": lambda: [
        evaluate(Expedition.start(2, SMALL), [RetireAtGems(2), StayForever()]),
        evaluate(
            Expedition.parse("", 2, TINY, expedition=2),
            [RetireAtGems(2), StayForever()],
            objective="win",
            scores=[0, 0],
        ),
        tournament([RetireAtGems(2), RetireAtGems(5)], SMALL),
    ],
    "solo": lambda: [*best_heuristics(SMALL), campaign(TINY)],
    "equilibria": lambda: [
        equilibrium(Expedition.start(2, SMALL)),
        equilibrium(Expedition.start(2, SMALL)).compare(StayForever()),
        exact_equilibrium(Expedition.start(2, SMALL)),
        certified(),
        incan_math.check_certificate(incan_math.certified_equilibrium(Expedition.start(2, SMALL)).certificate().text),
    ],
    "duels": lambda: [duel(TINY)],
    "simulations": lambda: [
        simulate([RetireAtGems(5), StayForever()], games=200),
        simulate([RetireAtGems(5), StayForever()], games=200).points[0],
        league([RetireAtGems(5), StayForever()], games=200),
        compare(RetireAtGems(5), RetireAtGems(9), [StayForever()], games=200),
    ],
    "reviews": lambda: [
        review(whole_game(), StayForever()),
        *review(whole_game(), StayForever()).players,
        *review(whole_game(), StayForever()).decisions,
        *review(whole_game(), StayForever()).cards,
    ],
}

NOTATION = {
    "AllOf", "Algebraic", "AnyOf", "Artifact", "Enclosure", "Estimate", "Expedition", "Hazard", "Mixture", "Payoffs",
    "Payout", "Record", "RetireAfterCards", "RetireAtGems", "RetireAtHazards", "RetireAtRisk", "StayForever", "Tent",
    "RetireWhenOneStepGainsNothing", "RetireWhenRiskOutweighsGems", "RetireWithProbability", "Treasure",
}  # fmt: skip
"""Types whose `str` is notation or one number, not a table."""

TABLES = {
    "Campaign", "Comparison", "ContestDecision", "Distribution", "DuelDecision", "Equilibrium", "EquilibriumDecision",
    "Evaluation", "ExactDecision", "League", "NextCard", "PairedDifference", "Policy", "Review", "Simulation",
    "Tournament", "WinEvaluation",
}  # fmt: skip
"""Types that are tables of numbers."""


@cache
def samples(name: str) -> list[Any]:
    return SAMPLES[name]()


def everything() -> list[Any]:
    return [value for name in SAMPLES for value in samples(name)]


def public_types() -> set[str]:
    """The names of the types that are exported, and of those that exported functions return."""
    found = set()
    for name in NAMES:
        value = getattr(incan_math, name)
        if inspect.isclass(value) and not inspect.isabstract(value) and not getattr(value, "_is_protocol", False):
            if not issubclass(value, Exception):
                found.add(name)
        elif inspect.isfunction(value):
            said = str(inspect.signature(value).return_annotation)
            found |= set(re.findall(r"(?<![\w.])[A-Z]\w+", said))
    ours = {"Decision", "Fraction", "Iterator", "Strategy", "StateGraph"}  # Abstract, or of other libraries.
    return found - ours


def test_there_is_a_sample_of_every_public_type() -> None:
    shown = {type(value).__name__ for value in everything()}
    assert public_types() - shown == set()
    assert {"NextCard", "League", "Policy", "Way", "Simulation"} <= public_types()  # The search finds what it should.


def test_every_repr_is_short_and_on_one_line() -> None:
    for value in everything():
        text = repr(value)
        assert len(text) <= LONGEST and "\n" not in text, text
        assert type(value).__name__ in text or text.startswith("policy("), text
        assert " at 0x" not in text


def test_a_repr_without_angle_brackets_is_python_for_the_value() -> None:
    names = {
        **vars(incan_math),
        **{name: getattr(incan_math, name) for name in NAMES},
        "Fraction": Fraction,
    }
    names |= {"Counts": type(CAVE.undrawn)}
    done = set()
    for value in everything():
        text = repr(value)
        is_plain = not re.search(r"custom|rules=big|nan\b", text)  # Custom rules are named only in notation.
        if not text.startswith("<") and is_plain and type(value).__name__ in NAMES:
            assert eval(text, dict(names)) == value, text
            done.add(type(value).__name__)
    assert {"Distribution", "Expedition", "Rules", "RetireAtGems", "Enclosure", "Payoffs", "Treasure"} <= done


def test_different_values_of_one_kind_read_differently() -> None:
    pairs = [
        (draws_to_bust(CAVE), draws_to_bust(Expedition.start())),
        (decide(CAVE), decide(Expedition.parse("7 fire 11"))),
        (EDITIONS["bga-en"], EDITIONS["diamant-2005"]),
        (Enclosure(HUGE, HUGE), Enclosure(HUGE * 2, HUGE * 2)),
    ]
    for one, other in pairs:
        assert repr(one) != repr(other)


def test_fractions_are_exact_where_short_and_marked_where_not() -> None:
    assert "bust=2/13" in repr(next_card(CAVE))  # 4 of 26 cards.
    assert repr(Enclosure(Fraction(1, 3**70), Fraction(1, 3**70))) == "<Enclosure 3.99...e-34>"  # 3^70 is 2.503e33.


def test_every_str_is_a_table_or_notation() -> None:
    for value in everything():
        name = type(value).__name__
        if isinstance(value, Shown):
            assert name not in NOTATION
            lines = str(value).splitlines()
            assert len(lines) > 1 and max(map(len, lines)) <= 80, name


class Tables(HTMLParser):
    """What the tables of a page are made of."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.captions = 0
        self.wrong: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = dict(attrs)
        self.tags.append(tag)
        if tag == "th" and known.get("scope") not in ("col", "row"):
            self.wrong.append("a heading without scope")
        if tag == "script" or any(name.startswith("on") for name in known) or "src" in known:
            self.wrong.append(f"{tag} runs or loads something")


def test_every_shown_value_is_an_accessible_table_in_a_notebook() -> None:
    for value in everything():
        if not isinstance(value, Shown):
            continue
        page = value._repr_html_()
        read = Tables()
        read.feed(page)
        assert not read.wrong, (type(value).__name__, read.wrong)
        assert read.tags.count("caption") == read.tags.count("table") > 0, type(value).__name__
        ElementTree.fromstring(page)  # Every element is closed.
        style = page.partition("<style>")[2].partition("</style>")[0]
        colours = re.findall(r"(?:color|background)\s*:\s*([^;}]+)", style)
        assert set(colours) <= {"inherit", "none"}, colours  # Whatever page it stands on, its own colours are kept.
        assert r"\begin{tabular}" in value._repr_latex_()


def test_a_name_in_a_table_cannot_be_markup() -> None:
    report = Report("<b>", (), (Table("t", "a & b", (Column("<i>"),), (("<script>alert(1)</script>",),)),))
    assert "<script>" not in html(report) and "&lt;script&gt;" in html(report) and "a &amp; b" in html(report)


def test_a_long_table_is_cut_in_html_and_says_so() -> None:
    report = Report(
        "many", (), (Table("t", "many", (Column("n", "count"),), tuple((n,) for n in range(MOST_ROWS + 7))),)
    )
    assert html(report).count('scope="row"') == MOST_ROWS and "and 7 more rows" in html(report)


@pytest.mark.parametrize(
    ("words", "value"),
    [
        (["decide", "7 fire 11 -1 snakes", "--players", "4"], lambda: decide(CAVE)),
        (["decide", "7 fire"], lambda: decide(Expedition.parse("7 fire"))),
        (["editions"], lambda: EDITIONS),
    ],
)
def test_str_is_what_the_command_line_prints(words: list[str], value: Callable[[], object]) -> None:
    assert shell(*words).stdout.rstrip("\n") == str(value())


def test_the_types_that_are_tables() -> None:
    assert {type(value).__name__ for value in everything() if isinstance(value, Tabular)} == TABLES


def test_rows_are_numbers_words_or_nothing_in_equal_columns() -> None:
    for value in everything():
        if not isinstance(value, Tabular) or value is samples("policies")[1]:  # Too many states from a long path.
            continue
        rows = value.rows()
        assert len({tuple(row) for row in rows}) == (1 if rows else 0), type(value).__name__
        for row in rows:
            assert all(key.isidentifier() for key in row)
            assert all(isinstance(cell, int | float | Fraction | Enclosure | str | None) for cell in row.values())
            numbers = [cell for cell in row.values() if isinstance(cell, str) and re.fullmatch(r"-?\d+[/.]\d+", cell)]
            assert not numbers, (type(value).__name__, numbers)
        said = inspect.getdoc(type(value).rows) or ""
        for column in rows[0] if rows else ():
            assert f"`{re.sub('_(low|high)$', '', column)}`" in said, (type(value).__name__, column)


def test_rows_by_hand() -> None:
    """A deck of 3, 5, 7 and two each of two hazards; one player, after `3 fire`: 1 of 5 cards busts."""
    card = next_card(Expedition.parse("3 fire", rules=SMALL))
    assert [(row["card"], row["probability"], row["effect"]) for row in card.rows()] == [
        ("5", Fraction(1, 5), "treasure"),
        ("7", Fraction(1, 5), "treasure"),
        ("fire", Fraction(1, 5), "bust"),
        ("snakes", Fraction(2, 5), "new hazard"),
    ]
    shares = [row["probability"] for row in draws_to_bust(Expedition.parse("3 fire", rules=SMALL)).rows()]
    assert sum(shares) == 1 and shares[0] == Fraction(1, 5)


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_a_frame_holds_the_rows_as_numbers(library: str) -> None:
    module = pytest.importorskip(library)
    for value in everything():
        if isinstance(value, Tabular) and value is not samples("policies")[1]:
            made, rows = value.to_frame(library), value.rows()
            assert isinstance(made, module.DataFrame) and len(made) == len(rows)
            for name in rows[0] if rows else ():
                if all(isinstance(row[name], int | Fraction | float | Enclosure) for row in rows):
                    assert [float(cell) for cell in made[name]] == [float(row[name]) for row in rows]
    exact = next_card(CAVE).to_frame(library, exact=True)
    assert next(iter(exact["probability"])).__class__ is Fraction


def test_a_frame_of_numbers_beyond_64_bits() -> None:
    pytest.importorskip("polars")
    assert list(frame([{"n": 2**80}, {"n": 1}], "polars")["n"]) == [2.0**80, 1.0]


def test_without_a_library_the_refusal_names_the_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(GameError, match=r"neither pandas nor polars is installed.*pip install pandas.*rows\(\)"):
        next_card(CAVE).to_frame()
    with pytest.raises(GameError, match=r"polars is not installed.*pip install polars"):
        next_card(CAVE).to_frame("polars")
    with pytest.raises(GameError, match="library: 'excel' given; it is one of pandas, polars"):
        next_card(CAVE).to_frame("excel")


def test_errors_are_no_values() -> None:
    assert {GameError, NotationError, RulesError} and get_args(incan_math.Action)

"""The worksheet for the classroom as a PDF: two sides to fill in, one with the solutions, all numbers from the library.

    python -m docs.worksheet FILE

The site's build writes it as `worksheet.pdf`.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from math import comb
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from docs.page_drawings import CLASSROOM
from incan_math import Expedition, Rules, bust_probability, decide, one_step_gain

if TYPE_CHECKING:
    from fpdf import FPDF

__all__ = ["Exercise", "exercises", "steps", "write"]

_INTRO = (
    "The deck has 30 cards: 14 treasures of 1, 2, 3, 4, 5, 5, 7, 7, 9, 11, 11, 13, 14 and 15 gems (107 in all), one"
    " artifact of 5 points, and five kinds of hazards with three cards each. You are alone: every gem on the path is"
    " yours if you retire before the second hazard of a kind comes. After each card write down what you would take"
    " home (T), how many cards of the deck would bust you now (D), how many cards are left (N), how many points the"
    " deck can still add (F), and the probability that the next card busts. Stay as long as T · D is less than F."
)
_HEADS = ("card", "T", "D", "N", "F", "P(bust)", "T · D", "stay or retire?")
_WIDTHS = (26, 16, 16, 16, 16, 24, 20, 46)
_SMALL = Rules(treasures=(3, 5, 7), hazards={"fire": 2, "snakes": 2})


class Exercise(NamedTuple):
    """A question, how many lines there are for the answer, and the answer."""

    question: str
    lines: int
    answer: str


def steps() -> Iterator[tuple[str, ...]]:
    """The rows of the table: an expedition after each of its cards."""
    for count in range(1, len(CLASSROOM) + 1):
        state = Expedition.parse(" ".join(CLASSROOM[:count]))
        take = state.payout(1).points
        ahead = one_step_gain(state) * state.cards_left + take * state.deadly
        numbers = (take, state.deadly, state.cards_left, ahead, bust_probability(state), take * state.deadly)
        card = "artifact (5)" if CLASSROOM[count - 1] == "A" else CLASSROOM[count - 1]
        yield card, *map(str, numbers), decide(state).action


def exercises() -> Iterator[Exercise]:
    """The exercises, with answers that the library computes."""
    thinned = bust_probability(Expedition.parse("7 fire 11 snakes", removed="snakes"))
    yield Exercise(
        "A snakes card left the game in an earlier bust. The path is 7, fire, 11, snakes. How likely is a bust on the"
        " next card?",
        2,
        f"Two fires and one snakes card are deadly, of 25 cards: {thinned}.",
    )
    five = bust_probability(Expedition.parse("fire mummy rocks snakes spiders"))
    yield Exercise(
        "All five kinds of hazards show and nothing else has come. How likely is a bust on the next card?",
        2,
        f"Each kind has two cards left, 10 of 25: {five}.",
    )
    ways = (comb(15, 3), 15 * comb(15, 2), 90 * 15, 270)
    bust = bust_probability(Expedition.start(), draws=3)
    yield Exercise(
        "How likely is it that the first three cards of a fresh deck bust? Count the ways to draw three cards with no"
        " two hazards of one kind.",
        5,
        f"With 0, 1, 2, 3 hazards of different kinds there are {', '.join(map(str, ways))} ways, {sum(ways)}"
        f" together, of {comb(30, 3)}. So a bust has probability {comb(30, 3) - sum(ways)}/{comb(30, 3)} = {bust}.",
    )
    cave = Expedition.parse("11 fire 9", players=4)
    alone, two, three = (cave.payout(k).gems for k in (1, 2, 3))
    yield Exercise(
        "Four players are in; the path is 11, fire, 9. Treasures are shared equally, the rest stays on the path and is"
        " shared by those who retire. How many gems does one take home who retires alone? Each of two? Each of three?",
        3,
        f"Each bag holds 2 + 2 gems, and 3 + 1 lie on the path: {alone}, {two} and {three} gems.",
    )
    tie = decide(Expedition.parse("5 11 fire mummy rocks"))
    yield Exercise(
        "Three kinds show, and no card has left the game. From which T on should a single player retire? When are both"
        " choices worth the same?",
        3,
        "The deck can bring 112 points in all, so F = 112 - T, and D = 6. Retire when 6 T is at least 112 - T, from T"
        f" = 16 on. At 16 both are worth {tie.retire}: a {tie.action}.",
    )
    small = decide(Expedition.start(rules=_SMALL)).stay
    yield Exercise(
        "A small deck: treasures 3, 5, 7, two fires, two snakes. Draw the tree of all that can happen if you stay while"
        " T · D is less than F, and find the expected number of gems.",
        9,
        f"Stay with one kind showing while T is less than 7.5, with both while T is less than 5: {small}, about"
        f" {float(small):.2f} gems of 15.",
    )
    last = one_step_gain(Expedition.parse(" ".join(CLASSROOM)))
    yield Exercise(
        'A friend stays at the last position of the table, and the next card is a 15. "So staying was right." What do'
        " you answer?",
        3,
        f"One more card gains {last} points on average there, whatever came. A good decision is not one that turned out"
        " well.",
    )


def write(file: Path) -> None:
    """Write the PDF; equal numbers give equal bytes."""
    import matplotlib as mpl
    from fpdf import FPDF

    logging.getLogger("fontTools").setLevel(logging.WARNING)  # It tells what it leaves out of the fonts.
    pdf = FPDF()
    pdf.set_creation_date(datetime(2026, 1, 1, tzinfo=UTC))
    fonts = Path(mpl.get_data_path()) / "fonts" / "ttf"
    pdf.add_font("sheet", "", str(fonts / "DejaVuSans.ttf"))
    pdf.add_font("sheet", "B", str(fonts / "DejaVuSans-Bold.ttf"))
    pdf.set_title("An expedition for the classroom")
    pdf.set_lang("en")
    pdf.set_margins(15, 15)
    pdf.set_auto_page_break(auto=True, margin=15)
    for solved in (False, True):
        pdf.add_page()
        _side(pdf, solved)
    pdf.output(str(file))


def _side(pdf: FPDF, solved: bool) -> None:
    heading = "An expedition for the classroom" + (": solutions" if solved else "")
    pdf.set_font("sheet", "B", 15)
    pdf.multi_cell(0, 8, heading, new_x="LMARGIN", new_y="NEXT")
    pdf.set_font("sheet", "", 9.5)
    if not solved:
        pdf.cell(0, 8, "Name: ______________________________     Date: ______________", new_x="LMARGIN", new_y="NEXT")
        pdf.ln(1)
        pdf.multi_cell(0, 5, _INTRO, new_x="LMARGIN", new_y="NEXT")
    pdf.ln(3)
    for place, row in enumerate((_HEADS, *steps())):
        pdf.set_font("sheet", "B" if not place else "", 9.5)
        for column, (width, text) in enumerate(zip(_WIDTHS, row, strict=True)):
            # The first row is filled in for everybody, as an example.
            pdf.cell(width, 8, text if solved or place < 2 or not column else "", border=1, align="C")
        pdf.ln(8)
    pdf.ln(3)
    for number, exercise in enumerate(exercises(), 1):
        with pdf.unbreakable() as part:
            part.set_font("sheet", "B", 9.5)
            part.cell(8, 5, f"{number}.")
            part.set_font("sheet", "", 9.5)
            part.multi_cell(0, 5, exercise.answer if solved else exercise.question, new_x="LMARGIN", new_y="NEXT")
            if not solved:
                for _ in range(exercise.lines):
                    part.cell(8, 7, "")
                    part.cell(0, 7, "", border="B", new_x="LMARGIN", new_y="NEXT")
            part.ln(4)
    pdf.set_font("sheet", "", 7.5)
    pdf.multi_cell(
        0, 4, "Rules: bga-en. Every number is computed by incan_math, MIT licence.", new_x="LMARGIN", new_y="NEXT"
    )


if __name__ == "__main__":
    write(Path(sys.argv[1]))

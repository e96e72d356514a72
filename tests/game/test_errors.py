"""What messages show of a caller's value."""

import pickle
from fractions import Fraction

import pytest

from incan_math.game.errors import NotationError, shown


class Hostile:
    def __repr__(self) -> str:
        raise RuntimeError("no text")


class Raw:
    def __repr__(self) -> str:
        return "\x1b[31mred\x1b[0m\nand\u202eon" + "x" * 500


RECURSIVE: list[object] = []
RECURSIVE.append(RECURSIVE)


@pytest.mark.parametrize(
    "value",
    [
        "x" * 10**6,
        10**5000,
        -(10**5000),
        Fraction(1, 10**5000),
        [10**5000] * 1000,
        {"a" * 500: [b"y" * 500] * 50},
        b"z" * 10**6,
        Hostile(),
        [Hostile()],
        Raw(),
        RECURSIVE,
        type("T" * 500, (), {}),
        "\ud800\u202e\x00",
    ],
    ids=lambda value: type(value).__name__,
)
def test_any_value_is_shown_on_one_printable_line_of_at_most_80_characters(value: object) -> None:
    text = shown(value)
    assert 0 < len(text) <= 80
    assert text.isprintable()


def test_plain_values_are_shown_whole() -> None:
    assert [shown(value) for value in ("fire", 7, None, (3, 5), {"fire": 3}, 1.5, True)] == [
        "'fire'",
        "7",
        "None",
        "(3, 5)",
        "{'fire': 3}",
        "1.5",
        "True",
    ]


def test_a_notation_error_can_be_sent_to_another_process() -> None:
    error = NotationError("token 2 ('x') is not a card", "x", 2)
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.token, again.place) == (str(error), "x", 2)

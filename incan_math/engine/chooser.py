"""Secret choices: what a player can see, and functions that say whether to stay.

>>> from incan_math.game.cards import Treasure
>>> from incan_math.engine.deck import label
>>> from incan_math.engine.table import GameTable
>>> table = GameTable("bga-en", ["Ann", "Bob"], label([Treasure(9), Treasure(4)]))
>>> turn = table.turn_up(Treasure(9))
>>> retirees(table, {"Ann": always_stay, "Bob": leave_with(4)})
('Bob',)
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from incan_math.engine.events import Snapshot
from incan_math.engine.table import GameTable
from incan_math.engine.tent import Winnings
from incan_math.game.errors import GameError, shown

__all__ = [
    "FIRST_EXPEDITION",
    "Choice",
    "Standing",
    "View",
    "always_stay",
    "coin",
    "leave_after",
    "leave_with",
    "retirees",
]


@dataclass(frozen=True, slots=True)
class Standing:
    """How the game stands around an expedition: its number, from 1, and what is in each tent.

    Tents are closed, but everybody saw what was carried into them, so a chooser may know it.
    """

    expedition: int = 1
    tents: tuple[tuple[str, Winnings], ...] = ()


FIRST_EXPEDITION = Standing()
"""The standing of an expedition that is played by itself."""


@dataclass(frozen=True, slots=True)
class View:
    """What one player can see on choosing.

    Attributes:
        name: the player who chooses.
        table: all that lies open on the table.
        standing: the expedition's number, and the tents.
    """

    name: str
    table: Snapshot
    standing: Standing = FIRST_EXPEDITION

    @property
    def bag(self) -> int:
        """The gems in the own bag."""
        return dict(self.table.bags)[self.name]


Choice = Callable[[View], bool]
"""A chooser: True to stay, False to retire."""


def retirees(
    table: GameTable, choosers: Mapping[str, Choice], standing: Standing = FIRST_EXPEDITION
) -> tuple[str, ...]:
    """Ask every player in, all before anyone leaves, and return the names of those who retire.

    Args:
        table: the expedition; it stays as it is.
        choosers: a function for each player in; others are not asked.
        standing: what the choosers know about the rest of the game.

    Raises:
        GameError: a player has no chooser, or a choice is neither True nor False.
    """
    seen = table.snapshot()
    leaving = []
    for name, _ in seen.bags:
        if name not in choosers:
            raise GameError(f"choosers: there is none for {shown(name)}; give one function for each player")
        stays = choosers[name](View(name, seen, standing))
        if type(stays) is not bool:
            raise GameError(
                f"choosers: that of {shown(name)} answered {shown(stays)}; answer True to stay, False to retire"
            )
        if not stays:
            leaving.append(name)
    return tuple(leaving)


def always_stay(view: View) -> bool:
    """Stay, whatever lies there."""
    return True


def leave_after(cards: int) -> Choice:
    """Make a chooser that stays until `cards` cards have been turned up, then retires.

    >>> leave_after(3).__name__
    'leave_after_3'
    """

    def choose(view: View) -> bool:
        return len(view.table.turned_up) < cards

    choose.__name__ = f"leave_after_{cards}"
    return choose


def leave_with(gems: int) -> Choice:
    """Make a chooser that stays until its bag holds `gems` gems or more, then retires.

    >>> leave_with(20).__name__
    'leave_with_20'
    """

    def choose(view: View) -> bool:
        return view.bag < gems

    choose.__name__ = f"leave_with_{gems}"
    return choose


def coin(stay: Fraction, rng: random.Random) -> Choice:
    """Make a chooser that stays with the probability `stay` each time, drawn from `rng`.

    Raises:
        GameError: the probability is not an exact number from 0 to 1.

    >>> coin(Fraction(1), random.Random(1))(None)  # It looks at nothing.
    True
    """
    if isinstance(stay, float) or not 0 <= stay <= 1:
        raise GameError(f"stay: {shown(stay)} is not an exact probability; give a Fraction from 0 to 1")
    stay = Fraction(stay)

    def choose(view: View) -> bool:
        return rng.randrange(stay.denominator) < stay.numerator

    choose.__name__ = f"coin_{stay}"
    return choose

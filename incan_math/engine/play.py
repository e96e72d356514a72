"""Playing one expedition: a deck in a given order, and a chooser for each player.

>>> from incan_math.game.cards import Hazard, Treasure
>>> from incan_math.engine.chooser import always_stay, leave_after
>>> from incan_math.engine.deck import label
>>> deck = label([Treasure(7), Hazard("fire"), Treasure(4), Hazard("fire")])
>>> table = GameTable("bga-en", ["Ann", "Bob"], deck)
>>> play(table, deck, {"Ann": always_stay, "Bob": leave_after(3)}).points
{'Ann': 0, 'Bob': 6}
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from incan_math.engine.chooser import FIRST_EXPEDITION, Choice, Standing, retirees
from incan_math.engine.deck import LabelledCard
from incan_math.engine.events import Event, Snapshot
from incan_math.engine.table import GameTable
from incan_math.game.cards import Card
from incan_math.game.errors import GameError

__all__ = ["play", "replay", "steps"]


def steps(
    table: GameTable,
    order: Iterable[LabelledCard | Card],
    choosers: Mapping[str, Choice],
    standing: Standing = FIRST_EXPEDITION,
) -> Iterator[Event]:
    """Play the table on, yielding each event just after it happened; the table stands as it is then.

    Args:
        table: the expedition, at its start or under way.
        order: the cards to turn up from here on. It may end early if the expedition does.
        choosers: a function for each player in.
        standing: what the choosers know about the rest of the game.

    Raises:
        GameError: the order ends while players are still in, or holds a card that is not undrawn; or a choice is
            neither True nor False.
    """
    cards = iter(order)
    while not table.ended:
        if table.awaits_choices:
            yield table.retire(retirees(table, choosers, standing))
            continue
        card = next(cards, None)
        if card is None:
            raise GameError("order: it ends while players are still in; give the rest of the deck, too")
        yield table.turn_up(card)


def play(
    table: GameTable,
    order: Iterable[LabelledCard | Card],
    choosers: Mapping[str, Choice],
    standing: Standing = FIRST_EXPEDITION,
) -> GameTable:
    """Play the table to the expedition's end and return it; arguments and errors are those of `steps`."""
    for _ in steps(table, order, choosers, standing):
        pass
    return table


def replay(
    table: GameTable,
    order: Iterable[LabelledCard | Card],
    choosers: Mapping[str, Choice],
    standing: Standing = FIRST_EXPEDITION,
) -> tuple[tuple[Event, Snapshot], ...]:
    """Play the table to the end and list each event with how the table stood after it.

    Arguments and errors are those of `steps`.

    >>> from incan_math.game.cards import Treasure
    >>> from incan_math.engine.chooser import always_stay
    >>> from incan_math.engine.deck import label
    >>> deck = label([Treasure(7), Treasure(4)])
    >>> record = replay(GameTable("bga-en", ["Ann", "Bob"], deck), deck, {"Ann": always_stay, "Bob": always_stay})
    >>> [(type(event).__name__, snapshot.leftover) for event, snapshot in record]
    [('Turn', 1), ('Retirement', 1), ('Turn', 1)]
    """
    return tuple((event, table.snapshot()) for event in steps(table, order, choosers, standing))

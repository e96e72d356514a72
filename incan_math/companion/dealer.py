"""A whole game against strategies: the cards are dealt from a seed, the others decide, a person plays."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import ClassVar

from incan_math.companion.advisor import Ask
from incan_math.companion.journal import Journal
from incan_math.companion.session import Command, Session, shown_names
from incan_math.game.cards import Card
from incan_math.game.errors import GameError, shown
from incan_math.game.record import Record
from incan_math.strategies.protocol import Strategy, retire_probability

__all__ = ["DealtSession", "deck_order"]


def deck_order(record: Record, seed: int) -> list[Card]:
    """The deck of the expedition under way, in the order that the seed gives: each is equally likely.

    >>> order = deck_order(Record.start(2), 7)
    >>> len(order), order == deck_order(Record.start(2).add(str(order[0])), 7)
    (30, True)
    """
    number = len(record.expeditions)
    cards = [card for card, copies, _ in record.games[number - 1].begin().draws() for _ in range(copies)]
    Random(f"{seed}/{number}").shuffle(cards)
    return cards


class DealtSession(Session):
    """A game in which the program deals and plays for the others.

    Everything follows from the record, the strategies and the seed, so a game that was interrupted goes on as it would
    have gone.

    Args:
        journal, record, me, ask: as for `Session`; somebody has to be `me`.
        others: the strategies of the other players, in seating order; None follows what `ask` answers.
        seed: of the cards, and of what the others toss.
    """

    def __init__(
        self, journal: Journal, record: Record, me: str, ask: Ask, others: Sequence[Strategy | None], seed: int
    ) -> None:
        super().__init__(journal, record, me, ask)
        names = [name for name in record.players if name != me]
        if len(names) != len(others):
            raise GameError(f"--against: {len(others)} strategies given for {len(names)} other players; give one each")
        self.others = dict(zip(names, others, strict=True))
        self.seed = seed

    @property
    def words(self) -> tuple[str, ...]:
        """Words that can be typed."""
        return ("stay", "retire", *self.commands)

    def greeting(self) -> str:
        """Who plays, and the first card."""
        how = "; ".join(f"{name} plays {'equilibrium' if s is None else s}" for name, s in self.others.items())
        return f"you are {self.me}; {how}; 'help' says what can be typed\n{self._dealt()}"

    def said(self, line: str) -> str:
        """The reply to a choice: what the others did, and the cards up to the next choice."""
        word = line.strip().lower()
        if self.record.is_over:
            raise GameError("the game is over; 'score' says how it ended, 'quit' ends")
        for choice in ("stay", "retire"):
            if word and choice.startswith(word):
                return "\n".join([*self._chosen(choice == "retire"), self._dealt()])
        raise GameError(f"{shown(line.strip())} is not a choice; type 'stay', 'retire', or 'help' for the rest")

    def _dealt(self) -> str:
        """Deal, and let the others choose, until the person has a choice or the game is over; what happened."""
        told: list[str] = []
        while not self.record.is_over:
            state, inside = self.record.position, self.record.inside or ()
            if state is None:
                told.append(f"expedition {len(self.record.expeditions)} is over: {self.points()}")
                self.follow(self.record.next())
            elif state.cards_out and not state.cards_left:
                self.follow(self.record.add(f"-{','.join(inside)}"))
                told.append("the deck is empty: all who are in retire")
            elif state.is_deciding and self.me in inside:
                line = f"bag {state.bag}, left on the path {state.leftover}; in: {', '.join(inside)}"
                return "\n".join([*told, f"{len(self.record.expeditions)}: {self._line()}", line])
            else:
                told += self._chosen(False) if state.is_deciding else self._card()
        return "\n".join([*told, self.now()])

    def _chosen(self, retires: bool) -> list[str]:
        """Everybody chooses at once; where nobody leaves, the next card comes. What happened, in words."""
        state, inside = self.live(), self.record.inside or ()
        leaving = [name for name in inside if (retires if name == self.me else self._retires(name))]
        if not leaving:
            return self._card()
        self.follow(self.record.add(f"-{','.join(leaving)}"))
        payout = state.payout(len(leaving))
        several = len(leaving) > 1
        return [
            f"{shown_names(leaving)} retire{'' if several else 's'} with {payout.points}{' each' if several else ''}"
        ]

    def _retires(self, name: str) -> bool:
        state, strategy = self.live(), self.others[name]
        chance = self.ask(state).retire_probability if strategy is None else retire_probability(strategy, state)
        coin = Random(f"{self.seed}/{len(self.record.expeditions)}/{state.cards_out}/{name}")
        return coin.randrange(chance.denominator) < chance.numerator

    def _card(self) -> list[str]:
        """Turn up the next card; in words where it ends the expedition."""
        card = deck_order(self.record, self.seed)[self.live().cards_out]
        self.follow(self.record.add(str(card)))
        return [f"{self._line()}: a bust"] if self.record.steps[-1].after.is_bust else []

    def _line(self) -> str:
        return " ".join(map(str, self.record.expeditions[-1]))

    def usage(self) -> str:
        """What can be typed."""
        return (
            "stay or retire (s, r) after each card; all choose at once\n"
            "hint: what best play does; score; odds; why; quit (the game goes on when it is opened again)"
        )

    commands: ClassVar[dict[str, Command]] = {
        name: command for name, command in Session.commands.items() if name not in ("undo", "next", "help")
    } | {"hint": Session.advice, "help": usage}

"""A game written down while it is played: a line is typed, the record grows, the advice comes back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from incan_math.companion.advisor import Ask, advice_lines, decisions
from incan_math.companion.journal import Journal
from incan_math.game.errors import GameError
from incan_math.game.expedition import Expedition
from incan_math.game.record import Record
from incan_math.odds.bust import bust_probability
from incan_math.report.decision_report import decision_report
from incan_math.report.formats import render
from incan_math.report.model import percent
from incan_math.report.odds_report import position_odds

__all__ = ["Command", "Session", "shown_names"]

Command = Callable[[Any], str]
"""What a word does: it changes the session, and gives the reply."""


class Session:
    """A game under way at a table.

    Args:
        journal: the file of the game; its text is that of `record`.
        record: the game up to now.
        me: who is advised, by name; None for whoever is in.
        ask: what answers a position for points.
    """

    def __init__(self, journal: Journal, record: Record, me: str | None, ask: Ask) -> None:
        self.journal = journal
        self.record = record
        self.me = me
        self.ask = ask
        self.is_closed = False

    @property
    def prompt(self) -> str:
        """What stands before the line to type."""
        state = self.record.position
        return f"{len(self.record.expeditions)}{'' if state is None or not state.path else ' ' + state.path}> "

    @property
    def words(self) -> tuple[str, ...]:
        """Words that can be typed now, for completion."""
        state = self.record.position
        cards = () if state is None else tuple(str(card) for card, _, _ in state.draws())
        names = () if state is None or not state.is_deciding else tuple(f"-{name}" for name in self.record.inside or ())
        return (*cards, *names, *self.commands)

    def greeting(self) -> str:
        """What is said first."""
        return (
            f"{', '.join(self.record.players)}; {self.record.rules.name}; 'help' says what can be typed\n{self.now()}"
        )

    def answer(self, line: str) -> str:
        """Do what a line says and return the reply; what changes the record is on disk before.

        Raises:
            GameError: the line cannot be read or cannot come now; nothing has changed then.
        """
        words = line.split()
        if not words or words[0].startswith("#"):
            return ""
        command = self.commands.get(words[0].lower()) if len(words) == 1 else None
        return self.said(line) if command is None else command(self)

    def said(self, line: str) -> str:
        """The reply to a line that is not a command: the cards that came, and who left."""
        number = len(self.record.expeditions)
        if self.record.is_over:
            raise GameError("the game is over; 'undo' takes the last token back, 'quit' ends")
        if self.record.position is None:
            raise GameError(f"expedition {number} is over; type 'next' before the cards of expedition {number + 1}")
        self.follow(self.record.add(line))
        return self.now()

    def follow(self, record: Record) -> None:
        """Go on with another record, once it is on disk."""
        self.journal.follow(record)
        self.record = record

    def now(self) -> str:
        """How it stands, and the advice where there is a choice."""
        record, state = self.record, self.record.position
        if record.is_over:
            return f"the game is over: {self.points()}{_won(record)}"
        if state is None:
            end = record.steps[-1].after
            how = f"the second {end.bust} busted it" if end.is_bust else "everyone has retired"
            return f"expedition {len(record.expeditions)} is over, {how}: {self.points()}; type 'next'"
        if not state.cards_out:
            who = "1 player" if state.players == 1 else f"{state.players} players"
            return f"expedition {len(record.expeditions)}: {state.cards_left} cards, {who}"
        inside = record.inside
        if state.is_deciding and (inside is None or self.me is None or self.me in inside):
            return self.advice()
        who = f"in: {', '.join(inside)}; " if inside is not None else ""
        return f"{who}{_bust(state)}"

    def advice(self) -> str:
        """The short advice; where there is none, why."""
        try:
            return advice_lines(self.record, self.me, self.ask)
        except GameError as error:
            return f"no advice: {error}"

    def points(self) -> str:
        """Everybody's points so far."""
        try:
            return ", ".join(f"{name} {points}" for name, points in self.record.scores.items())
        except GameError as error:
            return str(error)

    def live(self) -> Expedition:
        """The position under way."""
        if self.record.position is None:
            raise GameError("no expedition is under way; type 'next'")
        return self.record.position

    def undo(self) -> str:
        """Take the last token back."""
        self.follow(self.record.undo())
        return self.now()

    def begin(self) -> str:
        """Begin the next expedition."""
        self.follow(self.record.next())
        return self.now()

    def odds(self) -> str:
        """The report on the next card."""
        return render(position_odds(self.live())).rstrip()

    def why(self) -> str:
        """The report on the decision."""
        self.live()
        found = decisions(self.record, self.me, self.ask)
        return "\n\n".join(render(decision_report(decision)).rstrip() for decision in found)

    def close(self) -> str:
        """End the session; the file stays."""
        self.is_closed = True
        return "" if self.journal.path is None else f"kept in {self.journal.path}"

    def usage(self) -> str:
        """What can be typed."""
        kinds = ", ".join(self.record.rules.kinds)
        return (
            f"cards as they come, several at once: 7 fire A (treasures by their gems, A an artifact; {kinds}, or any"
            f" unambiguous start)\nwho leaves after a card: -{self.record.players[0]}, or -2 where names do not matter"
            "\nundo: take the last token back; next: begin the next expedition; score; odds; why; quit"
        )

    commands: ClassVar[dict[str, Command]] = {
        "undo": undo,
        "next": begin,
        "score": points,
        "odds": odds,
        "why": why,
        "help": usage,
        "quit": close,
        "exit": close,
    }


def _bust(state: Expedition) -> str:
    return f"bust {percent(bust_probability(state), 1).replace('%', ' %')}"


def _won(record: Record) -> str:
    try:
        winners = record.winners
    except GameError:
        return ""
    return f"; {shown_names(winners)} {'wins' if len(winners) == 1 else 'share the win'}"


def shown_names(names: Sequence[str]) -> str:
    """Names in a sentence.

    >>> shown_names(("Ann", "Bob", "Cid"))
    'Ann, Bob and Cid'
    """
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last

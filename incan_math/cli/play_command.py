"""`incan-math play`: a game written down while it is played, with advice; or one against strategies."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from incan_math.cli.decide_command import answer
from incan_math.cli.options import NO_CACHE, RULES
from incan_math.cli.output import write
from incan_math.cli.scores import Scores
from incan_math.cli.specification import Argument, Command, Option
from incan_math.game.editions import DEFAULT_EDITION, rules_of
from incan_math.game.errors import GameError, shown
from incan_math.game.rules import Rules

if TYPE_CHECKING:
    from incan_math.companion.journal import Journal
    from incan_math.companion.session import Session
    from incan_math.game.expedition import Expedition
    from incan_math.game.record import Record
    from incan_math.strategies.decision import Decision
    from incan_math.strategies.protocol import Strategy

__all__ = ["COMMAND", "play"]

_NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gil", "Hal")
_NOTE = re.compile(r"^# (me|against|seed): (.+)$", re.MULTILINE)


def play(
    file: Sequence[str] | None,
    players: str | None,
    me: str | None,
    rules: str | Rules | None,
    against: Sequence[str] | None,
    seed: int | None,
    no_cache: bool,
) -> None:
    """Write a game down while it is played, and get advice after each card; or play one against strategies.

    Type the cards as they come (7, fire, A) and who leaves (-Ann), several at once if you like; 'help' says the rest.
    All that is typed is in FILE before it is answered: a game goes on where it was when the file is opened again.
    Lines are also read from a pipe, one by one.
    """
    from incan_math.companion.journal import Journal

    if file and len(file) > 1:
        raise GameError(f"FILE: {len(file)} given; give one")
    with ExitStack() as stack:
        journal = stack.enter_context(Journal(Path(file[0]) if file else None))
        session = _session(journal, players, me, rules, against, seed, no_cache)
        if journal.path is None:
            _say("this game is not kept: name a file, 'incan-math play FILE', to keep it")
        _say(session.greeting())
        _converse(session)


def _session(
    journal: Journal,
    players: str | None,
    me: str | None,
    rules: str | Rules | None,
    against: Sequence[str] | None,
    seed: int | None,
    no_cache: bool,
) -> Session:
    """The session that the options and the file say, the file brought up to it."""
    from incan_math.companion.dealer import DealtSession
    from incan_math.companion.session import Session
    from incan_math.game.record import Record

    notes: dict[str, str] = {key: text.strip() for key, text in _NOTE.findall(journal.text)}
    is_new = not journal.text.strip()
    words = [word for text in against or () for word in text.split(",")] or notes.get("against", "").split(",")
    words = [word.strip() for word in words if word.strip()]
    others = [_strategy(word) for word in words]
    if is_new:
        record = Record.start(_players(players, me, len(others)), rules or DEFAULT_EDITION)
    else:
        record = Record.parse(journal.text)
        _agree(record, players, rules, against, notes)
    me = _name(record, me or notes.get("me") or (record.players[0] if others else None))
    if others and seed is None:
        seed = _seed(notes.get("seed"))
    if is_new:
        comments = [f"me: {me}"] if me else []
        comments += [f"against: {', '.join(words)}", f"seed: {seed}"] if others else []
        journal.start(record, tuple(comments))

    def ask(state: Expedition) -> Decision:
        return answer(state, [], False, Scores(), no_cache)

    if others:
        assert me is not None and seed is not None
        return DealtSession(journal, record, me, ask, others, seed)
    return Session(journal, record, me, ask)


def _strategy(word: str) -> Strategy | None:
    from incan_math.strategies.text_form import parse_strategy

    return None if word == "equilibrium" else parse_strategy(word)


def _seed(noted: str | None) -> int:
    import secrets

    return int(noted) if noted is not None and noted.isdecimal() and len(noted) < 20 else secrets.randbelow(10**9)


def _players(players: str | None, me: str | None, others: int) -> list[str]:
    if players is None and others:
        first = me or "Ann"
        return [first, *[name for name in _NAMES if name.casefold() != first.casefold()][:others]]
    if players is None and sys.stdin.isatty():
        players = input("players, in seating order: ")
    if players is None:
        raise GameError("--players: say who plays, such as --players Ann,Bob,Cid, or how many")
    names = [name.strip() for name in players.replace(",", " ").split()]
    if len(names) == 1 and names[0].isdecimal() and len(names[0]) < 3:
        return [f"P{seat}" for seat in range(1, int(names[0]) + 1)]
    return names


def _name(record: Record, me: str | None) -> str | None:
    if me is None and sys.stdin.isatty() and len(record.players) > 1:
        me = input(f"who is advised ({', '.join(record.players)}; nothing for whoever is in): ").strip() or None
    if me is None:
        return record.players[0] if len(record.players) == 1 else None
    found = [name for name in record.players if name.casefold() == me.casefold()]
    if not found:
        raise GameError(f"--me: {shown(me)} does not sit at this table; it is {', '.join(record.players)}")
    return found[0]


def _agree(
    record: Record, players: str | None, rules: str | Rules | None, against: Sequence[str] | None, notes: dict[str, str]
) -> None:
    """Refuse options that contradict the file."""
    if players is not None and players.replace(",", " ").split() not in ([*record.players], [str(len(record.players))]):
        raise GameError(f"--players: the file's game has {', '.join(record.players)}; leave the option out")
    if rules is not None and rules_of(rules) != record.rules:
        raise GameError(f"--rules: the file's game has {record.rules.name}; leave the option out")
    if against and "against" not in notes:
        raise GameError("--against: the file's game was written down at a table; give another file")


def _converse(session: Session) -> None:
    """Read lines until the end, and answer each."""
    refused = total = 0
    is_watched = sys.stdin.isatty()
    try:
        for line in _typed(session) if is_watched else sys.stdin:
            total += 1
            try:
                reply = session.answer(line)
            except GameError as error:
                if is_watched:
                    _say(str(error))
                else:
                    print(f"incan-math: line {total}: {error}", file=sys.stderr, flush=True)
                refused += 1
            else:
                if reply:
                    _say(reply)
            if session.is_closed:
                break
    except KeyboardInterrupt:
        if not is_watched:
            raise
    if is_watched and not session.is_closed:  # Ctrl-C, or the end of the input.
        _say(f"\n{session.close()}".rstrip())
    if refused and not is_watched:
        raise GameError(f"{refused} of {total} lines refused")


def _typed(session: Session) -> Iterator[str]:
    """The lines typed on a terminal, with completion and history where the extra `play` is installed."""
    try:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.completion import WordCompleter
    except ImportError:
        while True:
            try:
                yield input(session.prompt)
            except EOFError:
                return
    words = WordCompleter(lambda: list(session.words), WORD=True)
    typing: PromptSession[str] = PromptSession(completer=words, complete_while_typing=False)
    while True:
        try:
            yield typing.prompt(session.prompt)
        except EOFError:
            return


def _say(text: str) -> None:
    if text:
        write(text + "\n")


COMMAND = Command(
    "play",
    play,
    "Write a game down as it is played, with advice.",
    (
        Argument("file", "Where the game is written, a record as text; an existing one goes on.", "[FILE]"),
        Option("players", "Who plays, in seating order: Ann,Bob,Cid; or how many.", short="-p"),
        Option("me", "Who is advised, or plays."),
        RULES,
        Option(
            "against",
            "Play yourself, against these: equilibrium, or a strategy as for 'decide', one for each other player:"
            " equilibrium,gems:9. The cards are dealt.",
            many=True,
        ),
        Option("seed", "A number from which the cards are dealt with --against; random if omitted.", int, least=0),
        NO_CACHE,
    ),
    (
        "incan-math play game.txt --players Ann,Bob,Cid --me Ann",
        "incan-math play game.txt",
        "incan-math play --against equilibrium,gems:9 --seed 7",
    ),
)

"""Bots that play in a process of their own: one that hangs is ended, and loses that decision alone."""

from __future__ import annotations

import contextlib
import os
import pickle
import subprocess
import sys
import threading
import weakref
from collections.abc import Callable
from fractions import Fraction
from numbers import Rational
from queue import Empty, SimpleQueue
from typing import IO, Any

from incan_math.game.errors import GameError, shown
from incan_math.strategies.protocol import depends_on, name_of

__all__ = ["BotProcess"]

_START_SECONDS = 60.0
_MOST_RESTARTS = 3


class BotProcess:
    """A bot from a file, asked in a process of its own with a time limit for each decision.

    The process is started when the bot is first asked, ended with the bot, and replaced after a decision that took too
    long or ended it. After three such decisions the bot is not asked again: each later one is lost at once.

    Attributes:
        text: `path/to/bot.py:Name`.
        seconds: how long it may take for one decision. Loading its file does not count.
        restarts: how many decisions it lost by taking longer, or because its process ended.

    Raises:
        GameError: the file does not give a player; when asked, the bot raised or took too long.
    """

    def __init__(self, text: str, seconds: float = 1.0) -> None:
        if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 < seconds <= 3600:
            raise GameError(f"seconds: {shown(seconds)} given; a decision may take more than 0 and up to 3600 seconds")
        self.text, self.seconds, self.restarts = text, float(seconds), 0
        self._process: subprocess.Popen[bytes] | None = None
        self._finish: Callable[[], object] | None = None
        self._replies: SimpleQueue[tuple[str, Any]] = SimpleQueue()
        traits = self._start()
        self.name: str = traits["name"]
        self.sees_table: bool = traits["sees_table"]
        self.depends_on: str = traits["depends_on"]
        self.kind_symmetric: bool = traits["kind_symmetric"]

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"BotProcess({self.text!r}, seconds={self.seconds:g})"

    def __getstate__(self) -> dict[str, Any]:
        """Everything but the process: the copy starts one of its own."""
        return {name: value for name, value in vars(self).items() if not name.startswith("_")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state, _process=None, _finish=None, _replies=SimpleQueue())

    def __call__(self, asked: object, /) -> Fraction | int:
        """What the bot answers."""
        if self.restarts >= _MOST_RESTARTS:
            raise GameError(f"not asked any more: it hung, or its process ended, {_MOST_RESTARTS} times")
        if self._process is None:
            self._start()
        process = self._process
        assert process is not None and process.stdin is not None
        try:
            pickle.dump(asked, process.stdin)
            process.stdin.flush()
            kind, answer = self._replies.get(timeout=self.seconds)
        except Empty:
            self.restarts += 1
            self.close()
            raise GameError(f"no answer within {self.seconds:g} seconds") from None
        except OSError:
            kind, answer = "ended", None
        if kind == "ended":
            self.restarts += 1
            self.close()
            raise GameError("the bot's process ended")
        if kind == "error":
            raise GameError(answer)
        return answer  # type: ignore[no-any-return]

    def close(self) -> None:
        """End the process; the next decision starts another."""
        self._process = None
        if self._finish is not None:
            self._finish()

    def _start(self) -> dict[str, Any]:
        paths = os.pathsep.join(path or os.getcwd() for path in sys.path)
        command = [sys.executable, "-c", f"from {__name__} import serve; serve()", self.text]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": paths}
        )
        assert self._process.stdout is not None
        self._replies = SimpleQueue()
        reader = threading.Thread(target=_read, args=(self._process.stdout, self._replies), daemon=True)
        reader.start()
        self._finish = weakref.finalize(self, _end, self._process, reader)
        try:
            kind, answer = self._replies.get(timeout=_START_SECONDS)
        except Empty:
            kind, answer = "error", f"strategy: {shown(self.text)} did not load within {_START_SECONDS:g} seconds"
        if kind != "ready":
            self.close()
            raise GameError(answer or f"strategy: {shown(self.text)}: its process ended while it loaded")
        traits: dict[str, Any] = answer
        return traits


def _read(pipe: IO[bytes], replies: SimpleQueue[tuple[str, Any]]) -> None:
    """Pass replies on, so that waiting for one can end early on every system."""
    try:
        while True:
            replies.put(pickle.load(pipe))  # The bot's own code runs with our rights: it could do all this does.
    except (EOFError, OSError, ValueError, pickle.UnpicklingError):
        replies.put(("ended", None))
    finally:
        pipe.close()


def _end(process: subprocess.Popen[bytes], reader: threading.Thread) -> None:
    """Also called when the bot is no longer held, and before Python ends, while the reader can still finish."""
    process.kill()
    process.wait()
    reader.join()
    assert process.stdin is not None
    with contextlib.suppress(OSError):  # What was not sent has no reader left.
        process.stdin.close()


def serve() -> None:
    """The bot's side: load it, then answer what is asked until nothing more comes."""
    from incan_math.simulation.participants import parse_player

    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # What a bot prints goes with the errors, not between the replies.
    asked = os.fdopen(os.dup(0), "rb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)

    def reply(kind: str, what: object) -> None:
        pickle.dump((kind, what), replies)
        replies.flush()

    try:
        bot: Any = parse_player(sys.argv[1])
        traits = {
            "name": name_of(bot)[:80],
            "sees_table": bool(getattr(bot, "sees_table", False)),
            "depends_on": depends_on(bot),
            "kind_symmetric": bool(getattr(bot, "kind_symmetric", False)),
        }
    except GameError as error:
        reply("error", str(error))
        return
    reply("ready", traits)
    while True:
        try:
            question = pickle.load(asked)
        except EOFError:
            return
        try:
            answer = bot(question)
        except Exception as error:
            said = " ".join(str(error).split())[:150]
            reply("error", f"{type(error).__name__}: {said}")
            continue
        if isinstance(answer, Rational) and not isinstance(answer, bool):
            reply("answer", Fraction(answer))
        else:
            reply(
                "error", f"answered {shown(answer)}; the probability of retiring is 0, 1 or an exact Fraction between"
            )

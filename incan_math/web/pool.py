"""A bounded pool of worker processes: what a request costs is paid there, within a time and a memory limit.

A process, not a thread, because it can be ended: work whose client has gone is asked to stop, and where it does
not stop in time its process is ended and another one begins. The event loop itself never computes anything.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from time import monotonic
from typing import Any

from incan_math.game.errors import GameError
from incan_math.web.answers import ANSWERS, LIMIT
from incan_math.web.questions import Question

__all__ = ["CrowdedError", "Limits", "Message", "Pool"]

Message = tuple[str, Any]
"""("waiting", how many before), ("progress", (done, all, states)), and at the end one of ("answer", a plain value),
("refused", a line), ("failed", a line)."""

_PATIENCE = 2.0
"""Seconds that a worker has to stop when asked to."""
_LOADING = 60.0
"""Seconds that a process may take to load the library."""
_SELDOM = 0.1
"""Seconds between two reports on progress."""


@dataclass(frozen=True)
class Limits:
    """What requests may cost.

    Attributes:
        situations: that one request may have solved.
        seconds: that one may take.
        waiting: requests that may wait for a worker.
        gigabytes: of memory that one worker may take, where the system can say so.
        keep: whether solved equilibria (never games) are kept in the cache folder.
    """

    situations: int = LIMIT
    seconds: float = 300.0
    waiting: int = 400
    gigabytes: int = 4
    keep: bool = True


class CrowdedError(GameError):
    """Too many requests wait already."""


class _Stopped(Exception):  # noqa: N818 - nothing went wrong
    """Nobody waits for the answer any more."""


@dataclass
class Pool:
    """So many workers, and a queue before them; a context manager inside an event loop.

    Args:
        workers: how many processes.
        limits: of each request.
    """

    workers: int
    limits: Limits
    _waiting: int = field(default=0, init=False)

    async def __aenter__(self) -> Pool:
        # A thread for each worker waits for what the worker sends; they hold nothing else up.
        self._threads = ThreadPoolExecutor(2 * self.workers + 2, thread_name_prefix="incan_math worker")
        self._idle: asyncio.Queue[_Worker] = asyncio.Queue()
        self._all = [_Worker(self.limits, self._threads) for _ in range(self.workers)]
        self._recovering: set[asyncio.Task[None]] = set()
        for worker in self._all:
            self._idle.put_nowait(worker)
        return self

    async def __aexit__(self, *error: object) -> None:
        for task in self._recovering:
            task.cancel()
        for worker in self._all:
            worker.end()
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def ask(self, question: Question) -> AsyncIterator[Message]:
        """What comes of a question, message by message; leave the iteration and its work is stopped.

        Raises:
            CrowdedError: too many others wait already.
        """
        if self._waiting >= self.limits.waiting:
            raise CrowdedError(f"{self._waiting} requests wait already; ask again in a few seconds")
        self._waiting += 1
        try:
            if self._idle.empty():
                yield "waiting", self._waiting
            worker = await self._idle.get()
        finally:
            self._waiting -= 1
        is_done = True
        try:
            await worker.ready()
            is_done = False
            worker.send(question)
            end = monotonic() + self.limits.seconds
            while True:
                message = await worker.receive(end - monotonic())
                if message is None:
                    yield "refused", f"this takes more than {self.limits.seconds:g} seconds, the limit of this server"
                    return
                is_done = message[0] != "progress"
                if message[0] == "ended":
                    is_done = False
                    yield "refused", "the solver ended before its answer, perhaps for want of memory; ask for less"
                    return
                yield message
                if is_done:
                    return
        finally:
            if is_done:
                self._idle.put_nowait(worker)
            else:
                task = asyncio.get_running_loop().create_task(self._recover(worker))
                self._recovering.add(task)
                task.add_done_callback(self._recovering.discard)

    async def _recover(self, worker: _Worker) -> None:
        """Return a worker whose client has gone to the idle ones."""
        worker.stop()
        end = monotonic() + _PATIENCE
        while (message := await worker.receive(end - monotonic())) is not None and message[0] == "progress":
            pass
        if message is None or message[0] == "ended":
            worker.end()
            self._all.remove(worker)
            worker = _Worker(self.limits, self._threads)
            self._all.append(worker)
        self._idle.put_nowait(worker)


class _Worker:
    """One process, and what connects it with the event loop."""

    def __init__(self, limits: Limits, threads: ThreadPoolExecutor) -> None:
        context = multiprocessing.get_context("spawn")
        self._here, there = context.Pipe()
        hear, self._stop = context.Pipe(duplex=False)
        self._threads = threads
        self._process = context.Process(target=_work, args=(there, hear, limits), daemon=True)
        self._process.start()
        there.close()
        hear.close()
        self._next: asyncio.Future[Message] | None = None
        self._is_ready = False

    async def ready(self) -> None:
        """Wait until the process has loaded what it needs; this does not count towards the time limit of a question."""
        if not self._is_ready:
            message = await self.receive(_LOADING)
            self._is_ready = message is not None and message[0] == "ready"

    def send(self, question: Question) -> None:
        """Give the process a question; it has answered the one before."""
        with contextlib.suppress(OSError):  # `receive` says that the process has ended.
            self._here.send((question.kind, dict(question.fields)))

    async def receive(self, seconds: float) -> Message | None:
        """The next message; None if there is none within so many seconds, ("ended", None) if the process has ended."""
        if self._next is None:
            self._next = asyncio.get_running_loop().run_in_executor(self._threads, self._receive)
        done, _ = await asyncio.wait({self._next}, timeout=max(seconds, 0))
        if not done:
            return None
        message, self._next = self._next.result(), None
        return message

    def _receive(self) -> Message:
        try:
            return self._here.recv()  # type: ignore[no-any-return]
        except (EOFError, OSError):
            return "ended", None

    def stop(self) -> None:
        """Tell the process that its client has gone."""
        with contextlib.suppress(OSError):
            self._stop.send(None)

    def end(self) -> None:
        """End the process."""
        self._process.kill()


def _work(pipe: Connection, stop: Connection, limits: Limits) -> None:
    """What a worker process does: answer questions one after another."""
    import signal

    from incan_math.storage.store import Store

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # The server ends its workers itself.
    _limit_memory(limits.gigabytes)
    store = None if limits.keep else Store(None)
    last = 0.0
    pipe.send(("ready", None))

    def progress(*done: int) -> None:
        nonlocal last
        if monotonic() - last > _SELDOM:
            last = monotonic()
            if stop.poll():
                raise _Stopped
            pipe.send(("progress", done))

    while True:
        try:
            kind, fields = pipe.recv()
        except EOFError:
            return
        with contextlib.suppress(EOFError):
            while stop.poll():  # Of the question before.
                stop.recv()
        try:
            question = Question(kind, fields)
            message: Message = ("answer", ANSWERS[kind](question, limits.situations, store, progress))
        except GameError as error:
            message = "refused", " ".join(str(error).split())
        except MemoryError:
            message = "refused", f"this takes more than {limits.gigabytes} GB of memory, the limit of this server"
        except _Stopped:
            message = "refused", "stopped"
        except Exception as error:
            message = "failed", f"{type(error).__name__} at {kind}: {str(error)[:200]}"
        with contextlib.suppress(OSError):
            pipe.send(message)


def _limit_memory(gigabytes: int) -> None:
    try:
        from resource import RLIMIT_AS, getrlimit, setrlimit
    except ImportError:  # Not on Windows.
        return
    _, hard = getrlimit(RLIMIT_AS)
    # Addresses, not pages: what a process merely reserves counts, so libraries get room besides.
    setrlimit(RLIMIT_AS, ((gigabytes + 4) * 2**30, hard))

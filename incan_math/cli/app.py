"""The command line, `incan-math odds PATH` and its neighbours, put together; each command has its own module."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sys import UnraisableHookArgs
    from types import FrameType
    from typing import NoReturn

__all__ = ["main"]

# Nothing is loaded before `main` runs, so that an interrupt while it loads ends as one anywhere else.


def main() -> None:
    """Run the command line; bad input ends in one line on the error output and exit status 2."""
    interrupts: list[int] = []

    def interrupt(number: int, frame: FrameType | None) -> None:
        interrupts.append(number)
        if _is_compiling(frame):  # An exception out of the middle of the compiler may crash it.
            _restore_cursor()
            _say("interrupted")
            _leave(130)
        raise KeyboardInterrupt

    unraisable = sys.unraisablehook

    def again(ignored: UnraisableHookArgs) -> None:
        """An interrupt that came inside a callback of a library, where it is dropped, is raised once more outside."""
        if ignored.exc_type is not KeyboardInterrupt:
            unraisable(ignored)
            return
        from _thread import interrupt_main
        from threading import Timer

        Timer(0.05, interrupt_main).start()

    try:
        from signal import SIGINT, signal

        before = signal(SIGINT, interrupt)
        sys.unraisablehook = again
        from incan_math.storage.announcement import compiling_announced

        try:
            with compiling_announced(_say_compiling):  # Whatever the command, and also where nobody watches a bar.
                status = _run(sys.argv[1:])
        finally:
            signal(SIGINT, before)
            sys.unraisablehook = unraisable
    except BrokenPipeError:  # The reader has seen enough, as with `| head`.
        _hush()
        status = 0
    except BaseException as error:
        # A library that is being imported may swallow the interrupt and then fail in its own way.
        if not interrupts and not isinstance(error, KeyboardInterrupt):
            raise
        status = 130
    if status == 130 or interrupts:
        _say("interrupted")
        _leave(130)
    sys.exit(status)


def _run(words: list[str]) -> int:
    import os

    from incan_math.cli.commands import GROUPS, command_of, commands
    from incan_math.cli.reader import read_words

    try:
        if not any(name.endswith("_MATH_COMPLETE") for name in os.environ):
            command, rest = command_of(words)
            values = None if command is None else read_words(command, rest)
            if command is not None and values is not None:
                command.start(values)
                sys.stdout.flush()
                return 0
        from incan_math.cli.program import run_program

        status = run_program(commands(), GROUPS, words or ["--help"])
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        raise
    except OSError as error:
        _say(f"the answer cannot be written: {error.strerror or error}")
        return 1
    except ValueError as error:
        _say(str(error))
        return 2
    except Exception as error:
        from typer import TyperException

        if not isinstance(error, TyperException):
            raise
        _say(error.format_message())
        return error.exit_code


def _say_compiling(seconds: int) -> None:
    from incan_math.storage.announcement import compiling_text

    print(compiling_text(seconds), file=sys.stderr, flush=True)


def _say(message: str) -> None:
    line = " ".join(message.split())
    try:
        print(f"incan-math: {line}", file=sys.stderr, flush=True)
    except OSError:
        _hush()


def _is_compiling(frame: FrameType | None) -> bool:
    while frame is not None:
        if str(frame.f_globals.get("__name__")).partition(".")[0] in ("numba", "llvmlite"):
            return True
        frame = frame.f_back
    return False


def _restore_cursor() -> None:
    """A bar that is left without its own end leaves the cursor hidden."""
    try:
        if sys.stderr.isatty():
            sys.stderr.write("\r\x1b[2K\x1b[?25h")
    except OSError:
        pass


def _leave(status: int) -> NoReturn:
    """End at once: what a library has left half done (a compilation, a thread in a kernel) may crash an orderly end."""
    import os

    _hush()
    os._exit(status)


def _hush() -> None:
    """Nobody reads any more: let what is still to be written at the end go nowhere."""
    import os

    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())

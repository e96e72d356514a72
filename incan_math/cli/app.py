"""The command line, `incan-math odds PATH` and its neighbours, put together; each command has its own module."""

import sys

__all__ = ["main"]

# Nothing is loaded before `main` runs, so that an interrupt while it loads ends as one anywhere else.


def main() -> None:
    """Run the command line; bad input ends in one line on the error output and exit status 2."""
    try:
        sys.exit(_run(sys.argv[1:]))
    except KeyboardInterrupt:
        _say("interrupted")
        sys.exit(130)
    except BrokenPipeError:  # The reader has seen enough, as with `| head`.
        _hush()
        sys.exit(0)


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


def _say(message: str) -> None:
    line = " ".join(message.split())
    try:
        print(f"incan-math: {line}", file=sys.stderr, flush=True)
    except OSError:
        _hush()


def _hush() -> None:
    """Nobody reads any more: let what is still to be written at the end go nowhere."""
    import os

    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())

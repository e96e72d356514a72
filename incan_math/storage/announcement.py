"""The notice before kernels are compiled."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

__all__ = ["announce_compiling", "compiling_announced", "compiling_text"]

_TELL: ContextVar[Callable[[int], None] | None] = ContextVar("tell", default=None)


@contextmanager
def compiling_announced(tell: Callable[[int], None]) -> Iterator[None]:
    """Within this context `tell(seconds)` is called before kernels are compiled that take about so long."""
    token = _TELL.set(tell)
    try:
        yield
    finally:
        _TELL.reset(token)


def compiling_text(seconds: int) -> str:
    """What a person reads meanwhile.

    >>> compiling_text(15)
    'compiling, once (about 15 s)'
    """
    return f"compiling, once (about {seconds} s)"


def announce_compiling(kernel: str, seconds: int) -> None:
    """Say that a kernel is about to be compiled, if it must be and a listener is set.

    Args:
        kernel: the function's name, such as "solve_decks".
        seconds: how long it and the kernels that it calls take.
    """
    tell = _TELL.get()
    if tell is None:
        return
    from incan_math.storage.compiled import will_compile

    if will_compile(kernel):
        tell(seconds)

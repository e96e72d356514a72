"""The optional packages: which extra of the distribution brings each, and one refusal where one is missing."""

from __future__ import annotations

from importlib import import_module

from incan_math.game.errors import GameError

__all__ = ["EXTRAS", "require"]

EXTRAS = {
    "numba": "fast",
    "numpy": "fast",
    "sympy": "algebra",
    "networkx": "graphs",
    "matplotlib": "plots",
    "flint": "certified",
    "prompt_toolkit": "play",
    "segno": "web",
    "starlette": "web",
    "uvicorn": "web",
}
"""Module: the extra that installs it."""


def require(*modules: str) -> None:
    """See to it that each of these modules of `EXTRAS` can be imported.

    >>> require("sympy")

    Raises:
        GameError: one is not installed; the message names the extra that brings it.
    """
    for module in modules:
        try:
            import_module(module)
        except ModuleNotFoundError as error:
            if error.name != module:
                raise
            extra = EXTRAS[module]
            raise GameError(
                f"{module} is not installed and this needs it; the extra '{extra}' brings it: "
                f'pip install ".[{extra}]" in a clone of incan_math'
            ) from None

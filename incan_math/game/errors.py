"""The errors that bad input raises; each is a `ValueError` with one line that says the fix."""

from __future__ import annotations

__all__ = ["GameError", "NotationError", "RulesError"]


class GameError(ValueError):
    """A position, move or argument that cannot occur under its rules."""


class RulesError(GameError):
    """A deck or clause that no game can be played with."""


class NotationError(GameError):
    """A token of a written path that cannot be read, or cannot come at its place.

    `token` is the token as it was written; `place` counts tokens from 1.
    """

    def __init__(self, message: str, token: str, place: int) -> None:
        super().__init__(message)
        self.token = token
        self.place = place

    def __reduce__(self) -> tuple[type[NotationError], tuple[str, str, int]]:
        return type(self), (str(self), self.token, self.place)

"""An immutable mapping from things to how many of them there are."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import Generic, TypeVar

from incan_math.game.showing import Brief

__all__ = ["Counts"]

_FEW = 12

K = TypeVar("K", bound=Hashable)


class Counts(Brief, Mapping[K, int], Generic[K]):
    """A frozen, hashable mapping of counts that keeps the order it was given.

    Like every mapping it equals another with the same items in whatever order.

    >>> Counts({"fire": 3, "snakes": 2})
    Counts({'fire': 3, 'snakes': 2})
    >>> Counts({"fire": 3}).total
    3
    """

    __slots__ = ("_items",)

    def __init__(self, items: Mapping[K, int] | Iterable[tuple[K, int]] = ()) -> None:
        self._items: dict[K, int] = dict(items)

    def __getitem__(self, key: K) -> int:
        return self._items[key]

    def __iter__(self) -> Iterator[K]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __eq__(self, other: object) -> bool:
        return self._items == dict(other) if isinstance(other, Mapping) else NotImplemented

    def __hash__(self) -> int:
        return hash(frozenset(self._items.items()))

    def _in_full(self) -> str | None:
        return f"Counts({self._items!r})" if len(self) <= _FEW else None

    def _in_short(self) -> str:
        return f"of {len(self)} things, {self.total} in all"

    @property
    def total(self) -> int:
        """How many things there are in all: the sum of the counts."""
        return sum(self._items.values())

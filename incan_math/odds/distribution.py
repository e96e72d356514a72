"""An exact distribution over whole numbers, and over `None` for what never happens."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import accumulate
from math import lcm
from numbers import Rational
from typing import TYPE_CHECKING, Any, TypeVar

from incan_math.game.deprecation import warn_renamed
from incan_math.game.errors import GameError, shown
from incan_math.game.showing import Tabular, in_short, reports
from incan_math.numbers.rationals import Probability, as_probability

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["Distribution"]

_FEW, _FEW_BITS = 12, 400

Value = int | None
V = TypeVar("V", bound=int | None)


class Distribution(Tabular, Mapping[Value, Fraction]):
    """The probability of each value: an immutable mapping, values rising, `None` ("never") last.

    Values of probability 0 are left out. `None` counts as later than every number.

    Args:
        probabilities: the exact probability of each value; they must add up to 1.

    Raises:
        GameError: a probability is negative, or they do not add up to 1.

    >>> toss = Distribution({1: Fraction(1, 2), 2: Fraction(1, 4), None: Fraction(1, 4)})
    >>> toss[1], toss.cdf(2), toss.median, toss.quantile("0.9")
    (Fraction(1, 2), Fraction(3, 4), 1, None)
    >>> toss.happening().mean
    Fraction(4, 3)
    """

    __slots__ = ("_total", "_weights")

    def __init__(self, probabilities: Mapping[V, Rational | int]) -> None:
        _check_values("probabilities", probabilities)
        exact: dict[Value, Fraction] = {value: as_probability("probabilities", p) for value, p in probabilities.items()}
        total = lcm(*(p.denominator for p in exact.values()))
        weights = {value: int(p * total) for value, p in exact.items()}
        if sum(weights.values()) != total:
            raise GameError(f"probabilities: they add up to {shown(sum(exact.values()))}; they must add up to 1")
        self._keep(weights)

    @classmethod
    def from_weights(cls, weights: Mapping[V, int]) -> Distribution:
        """The distribution whose probabilities are in proportion to whole-number `weights`.

        >>> Distribution.from_weights({0: 1, 5: 3})
        Distribution({0: Fraction(1, 4), 5: Fraction(3, 4)})
        """
        _check_values("weights", weights)
        self = cls.__new__(cls)
        self._keep(weights)
        return self

    def _keep(self, weights: Mapping[V, int]) -> None:
        for value, weight in weights.items():
            if type(weight) is not int or weight < 0:
                raise GameError(f"weights: {shown(weight)} for {shown(value)}; each is a whole number, 0 or more")
        total = sum(weights.values())
        if not total:
            raise GameError("weights: they add up to 0; at least one must be more")
        rising = sorted(weights.items(), key=lambda item: (item[0] is None, item[0] or 0))
        self._weights: dict[Value, int] = {value: weight for value, weight in rising if weight}
        self._total = total

    def __getitem__(self, value: Value) -> Fraction:
        return Fraction(self._weights[value], self._total)

    def __iter__(self) -> Iterator[Value]:
        return iter(self._weights)

    def __len__(self) -> int:
        return len(self._weights)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Mapping):
            return NotImplemented
        return dict(self) == dict(other)

    def __hash__(self) -> int:
        return hash(frozenset(self.items()))

    def _in_full(self) -> str | None:
        return f"Distribution({dict(self)!r})" if len(self) <= _FEW and self._total.bit_length() < _FEW_BITS else None

    def _in_short(self) -> str:
        numbers = [value for value in self._weights if value is not None]
        parts: dict[str, object] = {"least": numbers[0], "greatest": numbers[-1]} if numbers else {}
        if not self.never:
            parts["mean"] = self.mean
        else:
            parts["never"] = self.never
        return f"of {len(self)} values, {in_short(parts)}"

    def probability(self, value: Value) -> Fraction:
        """P(X = value); 0 for a value that cannot occur, where `[value]` raises KeyError."""
        return Fraction(self._weights.get(value, 0), self._total)

    def chance(self, value: Value) -> Fraction:
        """Deprecated: `probability`."""
        warn_renamed("chance", "probability")
        return self.probability(value)

    @property
    def never(self) -> Fraction:
        """P(never): the probability of `None`."""
        return self.probability(None)

    @property
    def mean(self) -> Fraction:
        """E[X], exact.

        Raises:
            GameError: never has a positive probability; `happening().mean` leaves it out.
        """
        return self._moment(1)

    @property
    def variance(self) -> Fraction:
        """E[X^2] - E[X]^2, exact; raises GameError like `mean`."""
        return self._moment(2) - self._moment(1) ** 2

    @property
    def median(self) -> Value:
        """The smallest value x with P(X <= x) >= 1/2."""
        return self.quantile(Fraction(1, 2))

    def quantile(self, probability: Probability) -> Value:
        """The smallest value x with P(X <= x) >= probability; None if only "never" is late enough.

        Args:
            probability: from 0 to 1, exact: a Fraction, or text such as "0.9".
        """
        wanted = as_probability("probability", probability) * self._total
        reached = 0
        for value, weight in self._weights.items():
            reached += weight
            if reached >= wanted:
                return value
        raise AssertionError("the weights add up to the total")

    def cdf(self, value: int) -> Fraction:
        """P(X <= value)."""
        return self._total_of(lambda known: known is not None and known <= value)

    def at_least(self, value: int) -> Fraction:
        """P(X >= value), never included."""
        return self._total_of(lambda known: known is None or known >= value)

    def happening(self) -> Distribution:
        """The distribution given that it happens: without `None`, the rest scaled up.

        Raises:
            GameError: it never happens.
        """
        weights = {value: weight for value, weight in self._weights.items() if value is not None}
        if not weights:
            raise GameError("this never happens: there is nothing to condition on")
        return Distribution.from_weights(weights)

    def rows(self) -> list[dict[str, Any]]:
        """A row for each value: `value` (None for never), `probability`, and `at_most`, P(X <= value).

        >>> Distribution({1: Fraction(1, 2), None: Fraction(1, 2)}).rows()[1]
        {'value': None, 'probability': Fraction(1, 2), 'at_most': Fraction(1, 1)}
        """
        reached = list(accumulate(self._weights.values()))
        return [
            {"value": value, "probability": Fraction(weight, self._total), "at_most": Fraction(so_far, self._total)}
            for (value, weight), so_far in zip(self._weights.items(), reached, strict=True)
        ]

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw the probability of each value as bars; see `incan_math.plots`.

        Args:
            ax: the axes to draw on; those of a new figure, which notebooks show by themselves, if omitted.

        Raises:
            GameError: matplotlib is not installed; the message says how to get it.
        """
        return reports().plot(self, ax)

    def _moment(self, power: int) -> Fraction:
        if None in self._weights:
            raise GameError(f"it never happens with probability {self.never}, so it has no mean; use happening()")
        return Fraction(
            sum(value**power * weight for value, weight in self._weights.items() if value is not None),
            self._total,
        )

    def _total_of(self, holds: Callable[[Value], bool]) -> Fraction:
        return Fraction(sum(weight for value, weight in self._weights.items() if holds(value)), self._total)


def _check_values(name: str, given: object) -> None:
    if not isinstance(given, Mapping):
        raise GameError(f"{name}: {shown(given)} given; give a mapping such as {{1: Fraction(1, 2), None: '1/2'}}")
    for value in given:
        if value is not None and type(value) is not int:
            raise GameError(f"{name}: {shown(value)} is not a value; each is a whole number, or None for never")

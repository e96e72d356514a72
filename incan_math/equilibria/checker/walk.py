"""The walk through all states that a certificate's value hangs on, each play verified; nothing of the solver is used.

At each decision a play is named, and signs of the polynomial D show that it is the greatest symmetric equilibrium.
`docs/equilibrium-certificate.md` proves that what passes is true.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from math import factorial
from typing import Any

from incan_math.equilibria.checker.bounds import (
    Interval,
    Value,
    bernstein_weights,
    holds_least_root,
    in_one_unit,
    is_negative,
    minus,
    round_outwards,
    rounded,
)
from incan_math.equilibria.checker.plays import BOUND, MIXED, RETIRE, STAY, TIE, CertificateError, Plays, WalkState
from incan_math.game.errors import shown
from incan_math.game.expedition import Expedition

__all__ = ["Walk"]


class Walk:
    """Backward induction along given plays, each verified.

    Args:
        state: a live state with two players or more, leftovers pooled.
        rewards: what 0, 1, ... points are worth, never falling; None where points themselves count.
        plays: what is played.
        limit: the most states to hold.
    """

    def __init__(self, state: Expedition, rewards: list[int] | None, plays: Plays, limit: int) -> None:
        now, rules = state.situation, state.rules
        self.values = rules.values
        self.bases = [1]
        for count in now.treasures:
            self.bases.append(self.bases[-1] * (count + 1))
        self.printed = tuple(kind.points or 0 for kind in rules.artifact_kinds)
        worth = tuple(points + gems for points, gems in now.worth)
        showing = [now.showing >> kind & 1 for kind in range(len(now.hazards))]
        unseen = sorted(count for count, shown in zip(now.hazards, showing, strict=True) if count and not shown)
        self.root = WalkState(
            now.players,
            sum(count * base for count, base in zip(now.treasures, self.bases, strict=False)),
            (now.deadly, tuple(unseen)),
            (now.artifacts, now.found, worth),
            now.bag,
            sum(now.leftovers),
        )
        self.root_decides = now.deciding
        self.rewards = rewards
        steps, undrawn = enumerate(pairwise(worth[sum(now.found) :])), sum(now.artifacts)
        self.is_monotone = rewards is None and all(
            (undrawn - k - 1) * after <= (undrawn - k + 1) * before for k, (before, after) in steps
        )
        """Whether the look-ahead theorem holds: finding an artifact never makes going on better for a solo player."""
        self.plays = plays
        self.limit = limit
        self.decisions = self.mixed = self.ties = 0
        self._decks: dict[int, tuple[list[tuple[int, int, int]], int, int]] = {}
        self._decided: dict[WalkState, Value] = {}
        self._solo: dict[tuple[Any, ...], int] = {}

    def value(self) -> Value:
        """The value to each player at the root."""
        return self._decide(self.root) if self.root_decides else self._go_on(self.root)

    # Cards

    def _deck(self, treasures: int) -> tuple[list[tuple[int, int, int]], int, int]:
        """([(copies, gems, treasures after)], cards, gems) of the undrawn treasures."""
        found = self._decks.get(treasures)
        if found is None:
            counts = [treasures % above // base for base, above in pairwise(self.bases)]
            moves = [
                (count, value, treasures - base)
                for count, value, base in zip(counts, self.values, self.bases, strict=False)
                if count
            ]
            found = self._decks[treasures] = moves, sum(counts), sum(copies * value for copies, value, _ in moves)
        return found

    def _cards(self, here: WalkState) -> int:
        deadly, unseen = here.hazards
        return self._deck(here.treasures)[1] + deadly + sum(unseen) + sum(here.artifacts[0])

    def _draws(self, here: WalkState) -> Iterator[tuple[int, WalkState]]:
        """(copies, state after) for each card that does not bust."""
        players, treasures, (deadly, unseen), (undrawn, found, worth), bag, left = here
        for copies, value, then in self._deck(treasures)[0]:
            share, rest = divmod(value, players)
            yield copies, here._replace(treasures=then, bag=bag + share, left=left + rest)
        for i, count in enumerate(unseen):
            if not i or unseen[i - 1] != count:
                shown = (deadly + count - 1, (*unseen[:i], *unseen[i + 1 :]))
                yield count * unseen.count(count), here._replace(hazards=shown)
        for i, count in enumerate(undrawn):
            if count:
                fewer = (*undrawn[:i], count - 1, *undrawn[i + 1 :])
                more = (*found[:i], found[i] + 1, *found[i + 1 :])
                yield count, here._replace(artifacts=(fewer, more, worth))

    def _points(self, artifacts: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]) -> int:
        """What the artifacts on the path bring a sole retiree."""
        _, found, worth = artifacts
        return sum(worth[: sum(found)]) if worth else sum(map(int.__mul__, found, self.printed))

    def _to_find(self, artifacts: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]) -> int:
        """What the next card would add to them, summed over all undrawn artifacts."""
        undrawn, found, worth = artifacts
        if worth:
            return sum(undrawn) * worth[sum(found)] if sum(undrawn) else 0
        return sum(map(int.__mul__, undrawn, self.printed))

    def _reward(self, points: int) -> int:
        return points if self.rewards is None else self.rewards[points]

    def _left_by(self, here: WalkState, leaving: int) -> WalkState:
        """The state before a card, once `leaving` players have left together."""
        if not leaving:
            return here
        undrawn, found, worth = here.artifacts
        if leaving == 1:
            found, worth = (0,) * len(found), worth[sum(found) :]
        return here._replace(
            players=here.players - leaving, artifacts=(undrawn, found, worth), left=here.left % leaving
        )

    # Values

    def _go_on(self, here: WalkState) -> Value:
        """The value to each player in before the next card."""
        cards = self._cards(here)
        if here.players == 1:
            return rounded(Fraction(self._stay_solo(here), factorial(cards)))
        exact: Fraction | int = here.hazards[0] * self._reward(0)
        low = high = 0
        for copies, then in self._draws(here):
            value = self._decide(then)
            if isinstance(value, tuple):
                low += copies * value[0]
                high += copies * value[1]
            else:
                exact += copies * value
        if low == high == 0:
            return rounded(Fraction(exact) / cards)
        less, more = round_outwards(exact)
        return (low + less) // cards, -(-(high + more) // cards)

    def _decide(self, here: WalkState) -> Value:
        """The value to each player in after a card, before the choice."""
        known = self._decided.get(here)
        if known is None:
            payoffs = [here.bag + here.left // k for k in range(1, here.players + 1)]
            payoffs[0] += self._points(here.artifacts)
            known = self._choice(here, payoffs) if self._cards(here) else self._reward(payoffs[-1])
            self._count()
            self._decided[here] = known
        return known

    def _choice(self, here: WalkState, payoffs: list[int]) -> Value:
        """The value at a decision, where each of k retirees takes `payoffs[k - 1]`; the play is verified."""
        retire = [self._reward(points) for points in payoffs]
        self.decisions += 1
        kind = self.plays.kind(here)
        if kind == BOUND:
            self._demand(self._everyone_retires(here, payoffs), here, "no bound shows that everyone retires")
            return retire[-1]
        if kind == STAY:
            value = self._go_on(here)
            stay, go = in_one_unit([value, retire[0]])
            self._demand(stay[0] >= go[1], here, "staying is not shown to be better")
            return value
        if kind not in (RETIRE, MIXED, TIE):
            raise CertificateError(
                f"plays: {shown(kind)} is not a play" if kind else "plays: fewer than there are decisions"
            )
        stays = [self._go_on(self._left_by(here, k)) for k in range(here.players)]
        gains = [minus(*pair) for pair in zip(stays, retire, strict=True)]
        if kind == TIE:
            self._demand(all(gain == 0 for gain in gains), here, "staying and retiring are not an exact tie")
            self.ties += 1
            return stays[0]
        bounds = in_one_unit(gains)
        if kind == RETIRE:
            self._demand(is_negative(bounds), here, "retiring is not shown to be the only equilibrium")
            return retire[-1]
        interval = self.plays.interval(here, lambda probability: holds_least_root(bounds, probability))
        self._demand(holds_least_root(bounds, interval), here, "the least root is not shown to lie in the interval")
        self.mixed += 1
        return _mean_payoff(retire, interval)

    def _count(self) -> None:
        if len(self._decided) + len(self._solo) >= self.limit:
            raise CertificateError(f"position: more states than limit={self.limit:,}; allow more with limit=")

    def _demand(self, shown: bool, here: WalkState, otherwise: str) -> None:
        if not shown:
            raise CertificateError(
                f"plays: {otherwise} where {here.players} players hold {here.bag} each, {here.left} gems lie on the"
                f" path and {self._cards(here)} cards are left",
            )

    def _everyone_retires(self, here: WalkState, payoffs: list[int]) -> bool:
        """Whether one who stays surely gets less than by retiring, however many others leave.

        Nobody who stays gets more than a solo player would, to whom one more card gains nothing.
        """
        cards, deadly = self._cards(here), here.hazards[0]
        moves, _, gems = self._deck(here.treasures)
        for leaving, payoff in enumerate(payoffs):
            then = self._left_by(here, leaving)
            home = here.bag + then.left + self._points(then.artifacts)
            artifacts = self._to_find(then.artifacts)
            more = sum(copies * sum(divmod(value, then.players)) for copies, value, _ in moves) + artifacts
            if home * deadly < gems + artifacts or home * (cards - deadly) + more >= cards * payoff:
                return False
        return self.is_monotone

    def _stay_solo(self, here: WalkState) -> int:
        """Give r! times what one more card and the best play after it are worth alone, r cards being left."""
        gems = here.bag + here.left
        key = (here.treasures, here.hazards, here.artifacts, gems)
        found = self._solo.get(key)
        if found is None:
            cards = self._cards(here)
            if not cards:
                found = self._reward(gems + self._points(here.artifacts))
            else:
                found = here.hazards[0] * self._reward(0) * factorial(cards - 1)
                for copies, then in self._draws(here):
                    found += copies * self._solo_value(then, factorial(cards - 1))
            self._count()
            self._solo[key] = found
        return found

    def _solo_value(self, here: WalkState, scale: int) -> int:
        """`scale` times the better of going home and going on."""
        points = here.bag + here.left + self._points(here.artifacts)
        home = self._reward(points) * scale
        if self.is_monotone and points * here.hazards[0] >= self._deck(here.treasures)[2] + self._to_find(
            here.artifacts
        ):
            return home  # One more card gains nothing, and never will.
        return max(home, self._stay_solo(here))


def _mean_payoff(retire: list[int], interval: Interval) -> Value:
    """What retiring is worth where each other player retires with a probability in the interval: it falls with it."""
    low, high, unit = interval
    degree = len(retire) - 1
    most, least = (
        Fraction(sum(w * x for w, x in zip(bernstein_weights(q, unit, degree), retire, strict=True)), unit**degree)
        for q in (low, high)
    )
    return rounded(least) if least == most else (round_outwards(least)[0], round_outwards(most)[1])

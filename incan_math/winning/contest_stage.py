"""Compiled: the stage game of a contest, where some players are equal and others are not, and one equilibrium of it."""

from __future__ import annotations

from typing import Any

import numpy as np

from incan_math.storage.compiled import inner
from incan_math.winning.contest_moves import bits, clear, copy_row

__all__ = ["gain_of_retiring", "mean_shares", "stage_equilibrium", "joint_weight"]

_TOLERANCE = 1e-11
_GRID = 16


@inner
def joint_weight(group: int, inside: int, retires: Any, but: int) -> float:
    """The probability that of the players in, apart from one, just these retire."""
    weight = 1.0
    for player in range(len(retires)):
        if inside >> player & 1 and player != but:
            weight *= retires[player] if group >> player & 1 else 1.0 - retires[player]
    return weight


@inner
def mean_shares(inside: int, payoff: Any, retires: Any, shares: Any) -> None:
    """Everybody's mean share where the players in retire independently of one another."""
    clear(shares)
    group = inside & 0
    while True:
        weight = joint_weight(group, inside, retires, inside | -1)
        if weight > 0.0:
            for player in range(len(shares)):
                shares[player] += weight * payoff[group, player]
        group = (group - inside) & inside
        if not group:
            break


@inner
def gain_of_retiring(player: int, inside: int, payoff: Any, retires: Any) -> float:
    """What retiring gains a player over staying, the others as in `retires`."""
    others = inside & ~(1 << player)
    total = 0.0
    group = inside & 0
    while True:
        weight = joint_weight(group, inside, retires, player)
        if weight > 0.0:
            total += weight * (payoff[group | 1 << player, player] - payoff[group, player])
        group = (group - others) & others
        if not group:
            break
    return total


@inner
def _deviation(inside: int, payoff: Any, retires: Any) -> float:
    """The most that any player in can gain by another choice."""
    most = 0.0
    for player in range(len(retires)):
        if inside >> player & 1:
            gain = gain_of_retiring(player, inside, payoff, retires)
            most = max(most, gain * (1.0 - retires[player]), -gain * retires[player])
    return most


@inner
def stage_equilibrium(inside: int, equal: Any, payoff: Any, retires: Any, tally: Any) -> None:
    """One equilibrium of a stage game in which equal players play alike, by the rule `fewest retire`.

    Pure equilibria come first, those with the fewest retiring players before others; then those in which one group of
    equal players mixes, then two groups, and so on. Where none is found, the play with the least gain from deviating.
    """
    players = len(retires)
    # Groups of equal players among those in.
    leaders = np.empty(players, np.int64)
    groups = inside & 0
    for player in range(players):
        if inside >> player & 1:
            new = True
            for g in range(groups):
                if equal[leaders[g]] == equal[player]:
                    new = False
            if new:
                leaders[groups] = player
                groups += 1
    choice = np.empty(groups)
    best = np.empty(players)
    other = np.empty(players)
    first = np.empty(players)
    second = np.empty(players)
    least = 2.0
    fewest = players + 1
    pure = 0
    differ = False
    for pattern in range(1 << groups):
        for g in range(groups):
            choice[g] = pattern >> g & 1
        _spread(inside, equal, leaders, groups, choice, other)
        deviation = _deviation(inside, payoff, other)
        number = 0
        for player in range(players):
            number += int(other[player])
        if deviation <= _TOLERANCE:
            mean_shares(inside, payoff, other, second)
            if pure:
                for player in range(players):
                    if abs(first[player] - second[player]) > 1e-9:
                        differ = True
            else:
                copy_row(second, first)
            pure += 1
            if number < fewest:
                fewest = number
                copy_row(other, best)
                least = deviation
        elif not pure and deviation < least:
            least = deviation
            copy_row(other, best)
    if pure > 1:
        tally[0] += 1
        if differ:
            tally[1] += 1
    if not pure:
        for mixing in range(1, groups + 1):
            for mask in range(1, 1 << groups):
                if bits(mask) != mixing:
                    continue
                for pattern in range(1 << groups):
                    if pattern & mask:
                        continue
                    for start in range(3 if mixing > 1 else 1):
                        for g in range(groups):
                            choice[g] = pattern >> g & 1
                            if mask >> g & 1:
                                choice[g] = 0.5 if start == 0 else 0.2 if start == 1 else 0.8
                        if mixing == 1:
                            _bisect(inside, equal, leaders, groups, choice, mask, payoff, other)
                        else:
                            _newton(inside, equal, leaders, groups, choice, mask, payoff, other)
                        _spread(inside, equal, leaders, groups, choice, other)
                        deviation = _deviation(inside, payoff, other)
                        if deviation < least:
                            least = deviation
                            copy_row(other, best)
                        if least <= _TOLERANCE:
                            break
                    if least <= _TOLERANCE:
                        break
                if least <= _TOLERANCE:
                    break
            if least <= _TOLERANCE:
                break
        if least > _TOLERANCE:
            tally[2] += 1
    copy_row(best, retires)


@inner
def _spread(inside: int, equal: Any, leaders: Any, groups: int, choice: Any, retires: Any) -> None:
    """Each player in does what their group of equal players does."""
    for player in range(len(retires)):
        retires[player] = 0.0
        if inside >> player & 1:
            for g in range(groups):
                if equal[leaders[g]] == equal[player]:
                    retires[player] = choice[g]


@inner
def _bisect(
    inside: int, equal: Any, leaders: Any, groups: int, choice: Any, mask: int, payoff: Any, other: Any
) -> None:
    """The least root of one group's gain in its own probability, where the gain changes its sign on a grid."""
    mixing = 0
    while not mask >> mixing & 1:
        mixing += 1
    low = 0.0
    choice[mixing] = low
    _spread(inside, equal, leaders, groups, choice, other)
    at_low = gain_of_retiring(leaders[mixing], inside, payoff, other)
    for step in range(1, _GRID + 1):
        high = step / _GRID
        choice[mixing] = high
        _spread(inside, equal, leaders, groups, choice, other)
        at_high = gain_of_retiring(leaders[mixing], inside, payoff, other)
        if (at_low > 0.0) != (at_high > 0.0):
            for _ in range(60):
                middle = 0.5 * (low + high)
                choice[mixing] = middle
                _spread(inside, equal, leaders, groups, choice, other)
                value = gain_of_retiring(leaders[mixing], inside, payoff, other)
                if (value > 0.0) == (at_low > 0.0):
                    low = middle
                else:
                    high = middle
            choice[mixing] = 0.5 * (low + high)
            return
        low, at_low = high, at_high
    choice[mixing] = 0.5


@inner
def _newton(
    inside: int, equal: Any, leaders: Any, groups: int, choice: Any, mask: int, payoff: Any, other: Any
) -> None:
    """A common root of the gains of the groups that mix, by Newton's method from the choice given; stays in [0, 1]."""
    size = bits(mask)
    which = np.empty(size, np.int64)
    place = 0
    for g in range(groups):
        if mask >> g & 1:
            which[place] = g
            place += 1
    matrix = np.empty((size, size + 1))
    gains = np.empty(size)
    for _ in range(30):
        _spread(inside, equal, leaders, groups, choice, other)
        worst = 0.0
        for i in range(size):
            gains[i] = gain_of_retiring(leaders[which[i]], inside, payoff, other)
            worst = max(worst, abs(gains[i]))
        if worst < 1e-14:
            return
        for j in range(size):
            before = choice[which[j]]
            shift = 1e-6 if before < 0.5 else -1e-6
            choice[which[j]] = before + shift
            _spread(inside, equal, leaders, groups, choice, other)
            for i in range(size):
                matrix[i, j] = (gain_of_retiring(leaders[which[i]], inside, payoff, other) - gains[i]) / shift
            choice[which[j]] = before
        for i in range(size):
            matrix[i, size] = -gains[i]
        for i in range(size):  # Gauss, with the greatest pivot.
            pivot = i
            for row in range(i + 1, size):
                if abs(matrix[row, i]) > abs(matrix[pivot, i]):
                    pivot = row
            if abs(matrix[pivot, i]) < 1e-300:
                return
            for column in range(size + 1):
                kept = matrix[i, column]
                matrix[i, column] = matrix[pivot, column]
                matrix[pivot, column] = kept
            for row in range(size):
                if row != i:
                    factor = matrix[row, i] / matrix[i, i]
                    for column in range(i, size + 1):
                        matrix[row, column] -= factor * matrix[i, column]
        for i in range(size):
            choice[which[i]] = min(1.0, max(0.0, choice[which[i]] + matrix[i, size] / matrix[i, i]))

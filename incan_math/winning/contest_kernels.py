"""Compiled: situations of a contest for the last expedition, their stage games, and how shares follow from one another.

Every function reads a `ContestDeck`. Shares are probabilities of winning, a win shared by k players counting 1/k, in
floating point; each is a mean of others, so that rounding stays below the bound that `contest` states.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from incan_math.storage.compiled import compiled, inner
from incan_math.winning.contest_moves import (
    SETTLED,
    alone_now,
    alone_stays,
    bits,
    bust_shares,
    clear,
    copy_row,
    drawn,
    everybodys,
    find_key,
    leave,
    unpack,
)
from incan_math.winning.contest_stage import joint_weight, mean_shares, stage_equilibrium

__all__ = [
    "after_choice",
    "audit",
    "count_choice",
    "count_draws",
    "draw",
    "expand_choice",
    "expand_draws",
    "payoffs",
    "play",
]


@inner
def _alone_best(f: Any, deck: Any, after: Any, after_shares: Any, own: Any, shares: Any) -> None:
    """P(win outright), P(draw level) of a player who is alone in and plays for the greatest share."""
    alone_now(f, deck, shares)
    then = alone_stays(f, deck)
    if then != SETTLED:
        copy_row(after_shares[find_key(after, then)], own)
        if own[0] + own[1] / (f[7] + 1) > shares[0] + shares[1] / (f[7] + 1):
            copy_row(own, shares)


@compiled
def count_draws(keys: Any, deck: Any) -> int:
    """How many situations at most follow by one card from these."""
    f = np.empty(8, np.int64)
    total = 0
    for key in keys:
        unpack(key, deck.radix, f)
        total += deck.treasure_count[f[0]] + deck.hazard_count[f[1]] + deck.artifact_count[f[2]]
    return total


@compiled
def expand_draws(keys: Any, deck: Any, found: Any) -> int:
    """Write the situations after each card that does not bust; how many."""
    f = np.empty(8, np.int64)
    count = 0
    for key in keys:
        unpack(key, deck.radix, f)
        for move in range(deck.treasure_count[f[0]] + deck.hazard_count[f[1]] + deck.artifact_count[f[2]]):
            found[count] = drawn(f, move, deck)[0]
            count += 1
    return count


@compiled
def count_choice(keys: Any, deck: Any) -> int:
    """How many situations at most follow by one choice from these."""
    f = np.empty(8, np.int64)
    total = 0
    for key in keys:
        unpack(key, deck.radix, f)
        total += 1 << max(1, bits(f[3]))
    return total


@compiled
def expand_choice(keys: Any, deck: Any, found: Any) -> int:
    """Write the situations before the next card after each choice that the players in can make; how many."""
    f = np.empty(8, np.int64)
    shares = np.empty(len(deck.base))
    count = 0
    for key in keys:
        unpack(key, deck.radix, f)
        inside = f[3]
        if not inside:
            then = alone_stays(f, deck)
            if then != SETTLED:
                found[count] = then
                count += 1
            continue
        group = inside & 0
        while True:
            then = leave(f, group, deck, shares)
            if then != SETTLED:
                found[count] = then
                count += 1
            group = (group - inside) & inside  # The next subset.
            if not group:
                break
    return count


@compiled
def after_choice(key: int, group: int, deck: Any) -> int:
    """The key before the next card once the players of `group` have left together; SETTLED if who wins is."""
    f = np.empty(8, np.int64)
    unpack(key, deck.radix, f)
    return leave(f, group, deck, np.empty(len(deck.base)))


@compiled
def payoffs(key: int, deck: Any, after: Any, after_shares: Any, payoff: Any) -> None:
    """Fill payoff[group] for every group of the players in at a key: everybody's shares when just these retire."""
    f = np.empty(8, np.int64)
    unpack(key, deck.radix, f)
    _payoffs(f, deck, after, after_shares, payoff, np.empty(len(deck.base)))


@compiled
def play(keys: Any, deck: Any, after: Any, after_shares: Any, shares: Any, retires: Any, tally: Any) -> None:
    """Solve the stage game at each key, given the shares `after` each choice.

    Args:
        keys: situations in which the players in choose, sorted.
        deck: the deck.
        after: situations before the next card, sorted, and their shares.
        after_shares: the shares there, a row each.
        shares: filled with the shares at each key.
        retires: filled with each player's probability of retiring there.
        tally: [several equilibria, of those with different shares, none found: the least deviation was taken].
    """
    players = len(deck.base)
    f = np.empty(8, np.int64)
    payoff = np.empty((1 << players, players))
    own = np.empty(players)
    for place in range(len(keys)):
        unpack(keys[place], deck.radix, f)
        clear(retires[place])
        if not f[3]:
            _alone_best(f, deck, after, after_shares, own, shares[place])
            continue
        _payoffs(f, deck, after, after_shares, payoff, own)
        stage_equilibrium(f[3], deck.equal, payoff, retires[place], tally)
        mean_shares(f[3], payoff, retires[place], shares[place])


@inner
def _payoffs(f: Any, deck: Any, after: Any, after_shares: Any, payoff: Any, own: Any) -> None:
    """payoff[group] of every subset of the players in: everybody's shares when these retire."""
    inside = f[3]
    group = inside & 0
    while True:
        then = leave(f, group, deck, own)
        staying = inside & ~group
        if then == SETTLED:
            copy_row(own, payoff[group])
        elif staying & (staying - 1):
            copy_row(after_shares[find_key(after, then)], payoff[group])
        else:
            everybodys(f, group, after_shares[find_key(after, then)], deck, payoff[group])
        group = (group - inside) & inside
        if not group:
            break


@compiled
def draw(keys: Any, deck: Any, after: Any, after_shares: Any, shares: Any) -> None:
    """The shares before the next card: the mean over the cards of the shares `after` each."""
    f = np.empty(8, np.int64)
    bust = np.empty(len(deck.base))
    for place in range(len(keys)):
        unpack(keys[place], deck.radix, f)
        moves = deck.treasure_count[f[0]] + deck.hazard_count[f[1]] + deck.artifact_count[f[2]]
        cards = deck.cards[0, f[0]] + deck.cards[1, f[1]] + deck.cards[2, f[2]]
        clear(shares[place])
        if cards == 0:  # All who are in retire together.
            if f[3]:
                leave(f, f[3], deck, bust)
            else:
                alone_now(f, deck, bust)
            copy_row(bust, shares[place])
            continue
        deadly = deck.deadly[f[1]]
        if deadly:
            bust_shares(f, deck, bust)
            for player in range(len(bust)):
                shares[place, player] = deadly * bust[player]
        for move in range(moves):
            then, copies = drawn(f, move, deck)
            row = find_key(after, then)
            for player in range(len(bust)):
                shares[place, player] += copies * after_shares[row, player]
        for player in range(len(bust)):
            shares[place, player] /= cards


@compiled
def audit(
    keys: Any,
    deck: Any,
    after: Any,
    after_shares: Any,
    after_best: Any,
    retires: Any,
    shares: Any,
    best: Any,
    gains: Any,
) -> None:
    """Follow given retirement probabilities: everybody's shares, and the best that each could do by another play.

    Args:
        keys: situations in which the players in choose, sorted.
        deck: the deck.
        after: situations before the next card, sorted.
        after_shares: the shares there under the play.
        after_best: each player's share there with their own best play from there on, the others keeping to theirs.
        retires: the probabilities, a row for each key.
        shares: filled with the shares at each key under the play.
        best: filled with each player's share there under their own best play.
        gains: raised to the greatest difference of the two, for each player.
    """
    players = len(deck.base)
    f = np.empty(8, np.int64)
    payoff = np.empty((1 << players, players))
    topmost = np.empty((1 << players, players))
    own = np.empty(players)
    for place in range(len(keys)):
        unpack(keys[place], deck.radix, f)
        inside = f[3]
        if not inside:
            _alone_best(f, deck, after, after_shares, own, shares[place])
            copy_row(shares[place], best[place])
            continue
        _payoffs(f, deck, after, after_shares, payoff, own)
        _payoffs(f, deck, after, after_best, topmost, own)
        mean_shares(inside, payoff, retires[place], shares[place])
        mean_shares(inside, topmost, retires[place], best[place])
        for player in range(players):
            if inside >> player & 1:
                stay, retire = 0.0, 0.0
                others = inside & ~(1 << player)
                group = inside & 0
                while True:
                    weight = joint_weight(group, inside, retires[place], player)
                    stay += weight * topmost[group, player]
                    retire += weight * topmost[group | 1 << player, player]
                    group = (group - others) & others
                    if not group:
                        break
                best[place, player] = max(stay, retire)
            gains[player] = max(gains[player], best[place, player] - shares[place, player])

"""Compiled: situations of a contest for the last expedition, their stage games, and how shares follow from one another.

Every function reads a `ContestDeck`. Shares are probabilities of winning, a win shared by k players counting 1/k, in
floating point; each is a mean of others, so that rounding stays below the bound that `contest` states.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from incan_math.storage.compiled import compiled, inner

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

__all__ = ["audit", "count_choice", "count_draws", "draw", "expand_choice", "expand_draws", "play"]

_SETTLED = -1


@inner
def _unpack(key: int, radix: Any, out: Any) -> None:
    for place in range(7, -1, -1):
        out[place] = key % radix[place]
        key //= radix[place]


@inner
def _pack(t: int, h: int, a: int, inside: int, bag: int, left: int, home: int, holders: int, radix: Any) -> int:
    key = ((t * radix[1] + h) * radix[2] + a) * radix[3] + inside
    return ((key * radix[4] + bag) * radix[5] + left) * radix[6] * radix[7] + home * radix[7] + holders


@inner
def _bits(number: int) -> int:
    count = 0
    while number:
        number &= number - 1
        count += 1
    return count


@inner
def _shares(holders: int, deck: Any, shares: Any) -> None:
    """The share of each player once nobody is in: the winners are the holders of the best rank at home."""
    winners = _holding(holders, deck)
    for player in range(len(deck.base)):
        shares[player] = 1.0 / winners if holders >> player & 1 else 0.0


@inner
def _holding(holders: int, deck: Any) -> int:
    """How many hold the best rank at home."""
    players = len(deck.base)
    return _bits(holders & ((1 << players) - 1)) + (deck.others if holders >> players & 1 else 0)


@inner
def _best(inside: int, deck: Any) -> int:
    best = -1
    for player in range(len(deck.base)):
        if inside >> player & 1 and deck.base[player] > best:
            best = deck.base[player]
    return best


@inner
def _leave(f: Any, group: int, deck: Any, shares: Any) -> int:
    """The key after the players of `group` left together (0 for nobody); or _SETTLED, and who has won in `shares`."""
    t, h, a, inside, bag, left, home, holders = f[0], f[1], f[2], f[3], f[4], f[5], f[6], f[7]
    if group:
        count = _bits(group)
        gained = left // count * deck.step  # Besides the bag, which everybody who is in has.
        if count == 1:
            gained += deck.artifact_rank[a]
            a = deck.artifact_taken[a]
        best = -1
        for player in range(len(deck.base)):
            if group >> player & 1 and deck.base[player] > best:
                best = deck.base[player]
        one = best + gained + deck.zero
        if not home or one >= home:
            if one != home:
                holders = 0
            for player in range(len(deck.base)):
                if group >> player & 1 and deck.base[player] == best:
                    holders |= 1 << player
            inside &= ~group
            if not home and inside:  # The bag is known: are they at home ahead of those who are in?
                rank, ahead = best + gained + bag * deck.step, _best(inside, deck)
                if rank < ahead:
                    one, holders = 0, 0
                else:
                    bag = 1 if rank == ahead else 0
            elif one != home:
                bag = 0
            home = one
        else:
            inside &= ~group
        left %= count
        if not inside:
            _shares(holders, deck, shares)
            return _SETTLED
        if home and bag and _best(inside, deck) < _best(f[3], deck):
            bag = 0
    return _reduced(t, h, a, inside, bag, left, home, holders, deck, shares)


@inner
def _reduced(
    t: int, h: int, a: int, inside: int, bag: int, left: int, home: int, holders: int, deck: Any, shares: Any
) -> int:
    """The key of the least that the shares depend on; or _SETTLED, and who has won in `shares`."""
    alone = inside & (inside - 1) == 0
    if not home:
        if alone:  # Whatever comes, the player is ahead of all at home.
            for player in range(len(shares)):
                shares[player] = 1.0 if inside >> player & 1 else 0.0
            return _SETTLED
        return _pack(t, h, a, inside, bag, left, 0, 0, deck.radix)
    if alone:
        return _alone(t, h, a, inside, bag, home - left * deck.step, holders, deck, shares)
    if home - deck.zero > _best(inside, deck) + (left + deck.gems[t]) * deck.step + deck.artifact_most[a]:
        _shares(holders, deck, shares)
        return _SETTLED
    least = -1
    for player in range(len(deck.base)):
        if inside >> player & 1 and (least < 0 or deck.base[player] < least):
            least = deck.base[player]
    home = max(home, least - 1 + deck.zero)  # Behind all who retire from now on, by however much.
    return _pack(t, h, a, inside, bag, left, home, holders, deck.radix)


@inner
def _alone(t: int, h: int, a: int, inside: int, level: int, home: int, holders: int, deck: Any, shares: Any) -> int:
    """The same for a player who is alone in: no matter who, but how far behind, and how many hold the best rank."""
    home -= _best(inside, deck)
    if home - deck.zero > deck.gems[t] * deck.step + deck.artifact_most[a]:
        _shares(holders, deck, shares)
        return _SETTLED
    return _pack(t, h, a, 0, level, 0, max(home, deck.zero - 1), _holding(holders, deck), deck.radix)


@inner
def _bust(f: Any, deck: Any, shares: Any) -> None:
    """The shares after a bust: nobody who is in adds anything. Alone in: P(win outright), P(draw level)."""
    if not f[3]:
        shares[:] = 0.0
        shares[1] = float(f[4])
        return
    holders = f[7]
    if not f[6]:
        holders = 0
    if not f[6] or f[4]:
        best = _best(f[3], deck)
        for player in range(len(deck.base)):
            if f[3] >> player & 1 and deck.base[player] == best:
                holders |= 1 << player
    _shares(holders, deck, shares)


@inner
def _alone_now(f: Any, deck: Any, shares: Any) -> None:
    """P(win outright), P(draw level) of a player who is alone in and retires now."""
    ahead = deck.artifact_rank[f[2]] + deck.zero - f[6]
    shares[:] = 0.0
    shares[0] = 1.0 if ahead > 0 else 0.0
    shares[1] = 1.0 if ahead == 0 else 0.0


@inner
def _alone_stays(f: Any, deck: Any) -> int:
    """The key of a player who is alone in and stays; _SETTLED where retiring wins outright, or nothing can win now."""
    ahead = deck.artifact_rank[f[2]] + deck.zero - f[6]
    if ahead > 0 or f[6] - deck.zero > deck.gems[f[0]] * deck.step + deck.artifact_most[f[2]]:
        return _SETTLED
    return _pack(f[0], f[1], f[2], 0, f[4], 0, f[6], f[7], deck.radix)


@inner
def _alone_best(f: Any, deck: Any, after: Any, after_shares: Any, own: Any, shares: Any) -> None:
    """P(win outright), P(draw level) of a player who is alone in and plays for the greatest share."""
    _alone_now(f, deck, shares)
    then = _alone_stays(f, deck)
    if then != _SETTLED:
        own[:] = after_shares[_find(after, then)]
        if own[0] + own[1] / (f[7] + 1) > shares[0] + shares[1] / (f[7] + 1):
            shares[:] = own


@inner
def _everybodys(f: Any, group: int, row: Any, deck: Any, shares: Any) -> None:
    """Everybody's shares, from P(win outright) and P(draw level) of the one player who stays alone in."""
    players = len(deck.base)
    a, inside, left, home, holders = f[2], f[3], f[5], f[6], f[7]
    if group:
        count = _bits(group)
        gained = left // count * deck.step
        if count == 1:
            gained += deck.artifact_rank[a]
        best = _best(group, deck)
        one = best + gained + deck.zero
        if one > home:
            holders = 0
        if one >= home:
            for player in range(players):
                if group >> player & 1 and deck.base[player] == best:
                    holders |= 1 << player
    count = _holding(holders, deck)
    level = row[1] / (count + 1)
    for player in range(players):
        shares[player] = 0.0
        if (inside & ~group) >> player & 1:
            shares[player] = row[0] + level
        elif holders >> player & 1:
            shares[player] = (1.0 - row[0] - row[1]) / count + level


@compiled
def count_draws(keys: Any, deck: Any) -> int:
    """How many situations at most follow by one card from these."""
    f = np.empty(8, np.int64)
    total = 0
    for key in keys:
        _unpack(key, deck.radix, f)
        total += deck.treasure_count[f[0]] + deck.hazard_count[f[1]] + deck.artifact_count[f[2]]
    return total


@compiled
def expand_draws(keys: Any, deck: Any, found: Any) -> int:
    """Write the situations after each card that does not bust; how many."""
    f = np.empty(8, np.int64)
    count = 0
    for key in keys:
        _unpack(key, deck.radix, f)
        for move in range(deck.treasure_count[f[0]] + deck.hazard_count[f[1]] + deck.artifact_count[f[2]]):
            found[count] = _drawn(f, move, deck)[0]
            count += 1
    return count


@inner
def _drawn(f: Any, move: int, deck: Any) -> Any:
    """(the key after the card of this move, how many copies of it there are)."""
    t, h, a, inside, bag, left, home = f[0], f[1], f[2], f[3], f[4], f[5], f[6]
    if move < deck.treasure_count[t]:
        copies, value, t = (
            deck.treasure_moves[t, move, 0],
            deck.treasure_moves[t, move, 1],
            deck.treasure_moves[t, move, 2],
        )
        count = max(1, _bits(inside))
        left += value % count
        if home:
            home -= value // count * deck.step
        else:
            bag += value // count
        if not inside:
            home = max(home, deck.zero - 1)
    elif move < deck.treasure_count[t] + deck.hazard_count[h]:
        move -= deck.treasure_count[t]
        copies, h = deck.hazard_moves[h, move, 0], deck.hazard_moves[h, move, 1]
    else:
        move -= deck.treasure_count[t] + deck.hazard_count[h]
        copies, a = deck.artifact_moves[a, move, 0], deck.artifact_moves[a, move, 1]
    return _pack(t, h, a, inside, bag, left, home, f[7], deck.radix), copies


@compiled
def count_choice(keys: Any, deck: Any) -> int:
    """How many situations at most follow by one choice from these."""
    f = np.empty(8, np.int64)
    total = 0
    for key in keys:
        _unpack(key, deck.radix, f)
        total += 1 << max(1, _bits(f[3]))
    return total


@compiled
def expand_choice(keys: Any, deck: Any, found: Any) -> int:
    """Write the situations before the next card after each choice that the players in can make; how many."""
    f = np.empty(8, np.int64)
    shares = np.empty(len(deck.base))
    count = 0
    for key in keys:
        _unpack(key, deck.radix, f)
        inside = f[3]
        if not inside:
            then = _alone_stays(f, deck)
            if then != _SETTLED:
                found[count] = then
                count += 1
            continue
        group = 0
        while True:
            then = _leave(f, group, deck, shares)
            if then != _SETTLED:
                found[count] = then
                count += 1
            group = (group - inside) & inside  # The next subset.
            if not group:
                break
    return count


@inner
def _find(keys: Any, key: int) -> int:
    low, high = 0, len(keys)
    while low < high:
        middle = (low + high) >> 1
        if keys[middle] < key:
            low = middle + 1
        else:
            high = middle
    return low


@compiled
def play(keys: Any, deck: Any, after: Any, after_shares: Any, shares: Any, retires: Any, tally: Any) -> None:
    """Solve the stage game at each key, given the shares `after` each choice.

    Args:
        keys: situations in which the players in choose, sorted.
        deck: the deck.
        after: situations before the next card, sorted, and their shares.
        after_shares: the shares there, a row each.
        shares, retires: filled: the shares at each key, and each player's probability of retiring.
        tally: [several equilibria, of those with different shares, none found: the least deviation was taken].
    """
    players = len(deck.base)
    f = np.empty(8, np.int64)
    payoff = np.empty((1 << players, players))
    own = np.empty(players)
    for place in range(len(keys)):
        _unpack(keys[place], deck.radix, f)
        retires[place, :] = 0.0
        if not f[3]:
            _alone_best(f, deck, after, after_shares, own, shares[place])
            continue
        _payoffs(f, deck, after, after_shares, payoff, own)
        _equilibrium(f[3], deck, payoff, retires[place], tally)
        _mean(f[3], payoff, retires[place], shares[place])


@inner
def _payoffs(f: Any, deck: Any, after: Any, after_shares: Any, payoff: Any, own: Any) -> None:
    """payoff[group] of every subset of the players in: everybody's shares when these retire."""
    inside = f[3]
    group = 0
    while True:
        then = _leave(f, group, deck, own)
        staying = inside & ~group
        if then == _SETTLED:
            payoff[group, :] = own
        elif staying & (staying - 1):
            payoff[group, :] = after_shares[_find(after, then)]
        else:
            _everybodys(f, group, after_shares[_find(after, then)], deck, payoff[group])
        group = (group - inside) & inside
        if not group:
            break


@inner
def _weight(group: int, inside: int, retires: Any, but: int) -> float:
    """The probability that of the players in, apart from one, just these retire."""
    weight = 1.0
    for player in range(len(retires)):
        if inside >> player & 1 and player != but:
            weight *= retires[player] if group >> player & 1 else 1.0 - retires[player]
    return weight


@inner
def _mean(inside: int, payoff: Any, retires: Any, shares: Any) -> None:
    shares[:] = 0.0
    group = 0
    while True:
        weight = _weight(group, inside, retires, -1)
        if weight > 0.0:
            for player in range(len(shares)):
                shares[player] += weight * payoff[group, player]
        group = (group - inside) & inside
        if not group:
            break


@inner
def _gain(player: int, inside: int, payoff: Any, retires: Any) -> float:
    """What retiring gains a player over staying, the others as in `retires`."""
    others = inside & ~(1 << player)
    total = 0.0
    group = 0
    while True:
        weight = _weight(group, inside, retires, player)
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
            gain = _gain(player, inside, payoff, retires)
            most = max(most, gain * (1.0 - retires[player]), -gain * retires[player])
    return most


_TOLERANCE = 1e-11
_GRID = 16


@inner
def _equilibrium(inside: int, deck: Any, payoff: Any, retires: Any, tally: Any) -> None:
    """One equilibrium of a stage game in which equal players play alike, by the rule `fewest retire`.

    Pure equilibria come first, those with the fewest retiring players before others; then those in which one group of
    equal players mixes, then two groups, and so on. Where none is found, the play with the least gain from deviating.
    """
    players = len(retires)
    # Groups of equal players among those in.
    leaders = np.empty(players, np.int64)
    groups = 0
    for player in range(players):
        if inside >> player & 1:
            new = True
            for g in range(groups):
                if deck.equal[leaders[g]] == deck.equal[player]:
                    new = False
            if new:
                leaders[groups] = player
                groups += 1
    choice = np.zeros(groups)
    best = np.zeros(players)
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
        _spread(inside, deck, leaders, groups, choice, other)
        deviation = _deviation(inside, payoff, other)
        number = 0
        for player in range(players):
            number += int(other[player])
        if deviation <= _TOLERANCE:
            _mean(inside, payoff, other, second)
            if pure:
                for player in range(players):
                    if abs(first[player] - second[player]) > 1e-9:
                        differ = True
            else:
                first[:] = second
            pure += 1
            if number < fewest:
                fewest = number
                best[:] = other
                least = deviation
        elif not pure and deviation < least:
            least = deviation
            best[:] = other
    if pure > 1:
        tally[0] += 1
        if differ:
            tally[1] += 1
    if not pure:
        for mixing in range(1, groups + 1):
            for mask in range(1, 1 << groups):
                if _bits(mask) != mixing:
                    continue
                for pattern in range(1 << groups):
                    if pattern & mask:
                        continue
                    for start in range(3 if mixing > 1 else 1):
                        for g in range(groups):
                            choice[g] = pattern >> g & 1
                            if mask >> g & 1:
                                choice[g] = (0.5, 0.2, 0.8)[start]
                        if mixing == 1:
                            _bisect(inside, deck, leaders, groups, choice, mask, payoff, other)
                        else:
                            _newton(inside, deck, leaders, groups, choice, mask, payoff, other)
                        _spread(inside, deck, leaders, groups, choice, other)
                        deviation = _deviation(inside, payoff, other)
                        if deviation < least:
                            least = deviation
                            best[:] = other
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
    retires[:] = best


@inner
def _spread(inside: int, deck: Any, leaders: Any, groups: int, choice: Any, retires: Any) -> None:
    """Each player in does what their group of equal players does."""
    for player in range(len(retires)):
        retires[player] = 0.0
        if inside >> player & 1:
            for g in range(groups):
                if deck.equal[leaders[g]] == deck.equal[player]:
                    retires[player] = choice[g]


@inner
def _bisect(inside: int, deck: Any, leaders: Any, groups: int, choice: Any, mask: int, payoff: Any, other: Any) -> None:
    """The least root of one group's gain in its own probability, where the gain changes its sign on a grid."""
    mixing = 0
    while not mask >> mixing & 1:
        mixing += 1
    low = 0.0
    choice[mixing] = low
    _spread(inside, deck, leaders, groups, choice, other)
    at_low = _gain(leaders[mixing], inside, payoff, other)
    for step in range(1, _GRID + 1):
        high = step / _GRID
        choice[mixing] = high
        _spread(inside, deck, leaders, groups, choice, other)
        at_high = _gain(leaders[mixing], inside, payoff, other)
        if (at_low > 0.0) != (at_high > 0.0):
            for _ in range(60):
                middle = 0.5 * (low + high)
                choice[mixing] = middle
                _spread(inside, deck, leaders, groups, choice, other)
                value = _gain(leaders[mixing], inside, payoff, other)
                if (value > 0.0) == (at_low > 0.0):
                    low = middle
                else:
                    high = middle
            choice[mixing] = 0.5 * (low + high)
            return
        low, at_low = high, at_high
    choice[mixing] = 0.5


@inner
def _newton(inside: int, deck: Any, leaders: Any, groups: int, choice: Any, mask: int, payoff: Any, other: Any) -> None:
    """A common root of the gains of the groups that mix, by Newton's method from the choice given; stays in [0, 1]."""
    size = _bits(mask)
    which = np.empty(size, np.int64)
    place = 0
    for g in range(groups):
        if mask >> g & 1:
            which[place] = g
            place += 1
    matrix = np.empty((size, size + 1))
    gains = np.empty(size)
    for _ in range(30):
        _spread(inside, deck, leaders, groups, choice, other)
        worst = 0.0
        for i in range(size):
            gains[i] = _gain(leaders[which[i]], inside, payoff, other)
            worst = max(worst, abs(gains[i]))
        if worst < 1e-14:
            return
        for j in range(size):
            before = choice[which[j]]
            shift = 1e-6 if before < 0.5 else -1e-6
            choice[which[j]] = before + shift
            _spread(inside, deck, leaders, groups, choice, other)
            for i in range(size):
                matrix[i, j] = (_gain(leaders[which[i]], inside, payoff, other) - gains[i]) / shift
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


@compiled
def draw(keys: Any, deck: Any, after: Any, after_shares: Any, shares: Any) -> None:
    """The shares before the next card: the mean over the cards of the shares `after` each."""
    f = np.empty(8, np.int64)
    bust = np.empty(len(deck.base))
    for place in range(len(keys)):
        _unpack(keys[place], deck.radix, f)
        moves = deck.treasure_count[f[0]] + deck.hazard_count[f[1]] + deck.artifact_count[f[2]]
        cards = deck.cards[0, f[0]] + deck.cards[1, f[1]] + deck.cards[2, f[2]]
        shares[place, :] = 0.0
        if cards == 0:  # All who are in retire together.
            if f[3]:
                _leave(f, f[3], deck, bust)
            else:
                _alone_now(f, deck, bust)
            shares[place, :] = bust
            continue
        deadly = deck.deadly[f[1]]
        if deadly:
            _bust(f, deck, bust)
            for player in range(len(bust)):
                shares[place, player] = deadly * bust[player]
        for move in range(moves):
            then, copies = _drawn(f, move, deck)
            row = _find(after, then)
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
        shares, best: filled: the same at each key.
        gains: raised to the greatest difference of the two, for each player.
    """
    players = len(deck.base)
    f = np.empty(8, np.int64)
    payoff = np.empty((1 << players, players))
    topmost = np.empty((1 << players, players))
    own = np.empty(players)
    for place in range(len(keys)):
        _unpack(keys[place], deck.radix, f)
        inside = f[3]
        if not inside:
            _alone_best(f, deck, after, after_shares, own, shares[place])
            best[place, :] = shares[place]
            continue
        _payoffs(f, deck, after, after_shares, payoff, own)
        _payoffs(f, deck, after, after_best, topmost, own)
        _mean(inside, payoff, retires[place], shares[place])
        _mean(inside, topmost, retires[place], best[place])
        for player in range(players):
            if inside >> player & 1:
                stay, retire = 0.0, 0.0
                others = inside & ~(1 << player)
                group = 0
                while True:
                    weight = _weight(group, inside, retires[place], player)
                    stay += weight * topmost[group, player]
                    retire += weight * topmost[group | 1 << player, player]
                    group = (group - others) & others
                    if not group:
                        break
                best[place, player] = max(stay, retire)
            gains[player] = max(gains[player], best[place, player] - shares[place, player])

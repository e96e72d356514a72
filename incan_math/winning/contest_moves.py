"""Compiled: what cards and choices make of a situation of a contest, and what everybody has when nobody is in any more.

Every function reads a `ContestDeck`; a situation is a key, or its digits in an array.
"""

from __future__ import annotations

from typing import Any

from incan_math.storage.compiled import inner

__all__ = [
    "SETTLED",
    "alone_now",
    "alone_stays",
    "best_base",
    "bits",
    "bust_shares",
    "clear",
    "copy_row",
    "drawn",
    "everybodys",
    "final_shares",
    "find_key",
    "holding",
    "leave",
    "unpack",
]

SETTLED = -1
"""Instead of a key: nobody is in, or who wins is settled."""

# Where a kernel starts from 0 it writes `inside & 0`: a plain 0 is a type of its own to the compiler, and each function
# that it is passed to would be compiled once more.


@inner
def copy_row(row: Any, to: Any) -> None:
    """Write one row over another."""
    for place in range(len(to)):
        to[place] = row[place]


@inner
def clear(row: Any) -> None:
    """Write 0 into a row."""
    for place in range(len(row)):
        row[place] = 0.0


@inner
def unpack(key: int, radix: Any, out: Any) -> None:
    """The digits of a key."""
    for place in range(7, -1, -1):
        out[place] = key % radix[place]
        key //= radix[place]


@inner
def pack(t: int, h: int, a: int, inside: int, bag: int, left: int, home: int, holders: int, radix: Any) -> int:
    """The key of these digits."""
    key = ((t * radix[1] + h) * radix[2] + a) * radix[3] + inside
    key = ((key * radix[4] + bag) * radix[5] + left) * radix[6] + home
    packed: int = key * radix[7] + holders
    return packed


@inner
def bits(number: int) -> int:
    """How many bits are set."""
    count = number & 0
    while number:
        number &= number - 1
        count += 1
    return count


@inner
def final_shares(holders: int, deck: Any, shares: Any) -> None:
    """The share of each player once nobody is in: the winners are the holders of the best rank at home."""
    winners = holding(holders, deck)
    for player in range(len(deck.base)):
        shares[player] = 1.0 / winners if holders >> player & 1 else 0.0


@inner
def holding(holders: int, deck: Any) -> int:
    """How many hold the best rank at home."""
    players = len(deck.base)
    return bits(holders & ((1 << players) - 1)) + (deck.others if holders >> players & 1 else 0)


@inner
def best_base(inside: int, deck: Any) -> int:
    """The best rank that those who are in have without this expedition."""
    best = -1
    for player in range(len(deck.base)):
        if inside >> player & 1 and deck.base[player] > best:
            best = deck.base[player]
    return best


@inner
def leave(f: Any, group: int, deck: Any, shares: Any) -> int:
    """The key after the players of `group` left together (0 for nobody); or SETTLED, and who has won in `shares`."""
    t, h, a, inside, bag, left, home, holders = f[0], f[1], f[2], f[3], f[4], f[5], f[6], f[7]
    if group:
        count = bits(group)
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
                rank, ahead = best + gained + bag * deck.step, best_base(inside, deck)
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
            final_shares(holders, deck, shares)
            return SETTLED
        if home and bag and best_base(inside, deck) < best_base(f[3], deck):
            bag = 0
    return reduced(t, h, a, inside, bag, left, home, holders, deck, shares)


@inner
def reduced(
    t: int, h: int, a: int, inside: int, bag: int, left: int, home: int, holders: int, deck: Any, shares: Any
) -> int:
    """The key of the least that the shares depend on; or SETTLED, and who has won in `shares`."""
    single = inside & (inside - 1) == 0
    if not home:
        if single:  # Whatever comes, the player is ahead of all at home.
            for player in range(len(shares)):
                shares[player] = 1.0 if inside >> player & 1 else 0.0
            return SETTLED
        return pack(t, h, a, inside, bag, left, home, home, deck.radix)
    if single:
        return alone(t, h, a, inside, bag, home - left * deck.step, holders, deck, shares)
    if home - deck.zero > best_base(inside, deck) + (left + deck.gems[t]) * deck.step + deck.artifact_most[a]:
        final_shares(holders, deck, shares)
        return SETTLED
    least = -1
    for player in range(len(deck.base)):
        if inside >> player & 1 and (least < 0 or deck.base[player] < least):
            least = deck.base[player]
    home = max(home, least - 1 + deck.zero)  # Behind all who retire from now on, by however much.
    return pack(t, h, a, inside, bag, left, home, holders, deck.radix)


@inner
def alone(t: int, h: int, a: int, inside: int, level: int, home: int, holders: int, deck: Any, shares: Any) -> int:
    """The same for a player who is alone in: no matter who, but how far behind, and how many hold the best rank."""
    home -= best_base(inside, deck)
    if home - deck.zero > deck.gems[t] * deck.step + deck.artifact_most[a]:
        final_shares(holders, deck, shares)
        return SETTLED
    return pack(t, h, a, inside & 0, level, inside & 0, max(home, deck.zero - 1), holding(holders, deck), deck.radix)


@inner
def bust_shares(f: Any, deck: Any, shares: Any) -> None:
    """The shares after a bust: nobody who is in adds anything. Alone in: P(win outright), P(draw level)."""
    if not f[3]:
        clear(shares)
        shares[1] = float(f[4])
        return
    holders = f[7]
    if not f[6]:
        holders = 0
    if not f[6] or f[4]:
        best = best_base(f[3], deck)
        for player in range(len(deck.base)):
            if f[3] >> player & 1 and deck.base[player] == best:
                holders |= 1 << player
    final_shares(holders, deck, shares)


@inner
def alone_now(f: Any, deck: Any, shares: Any) -> None:
    """P(win outright), P(draw level) of a player who is alone in and retires now."""
    ahead = deck.artifact_rank[f[2]] + deck.zero - f[6]
    clear(shares)
    shares[0] = 1.0 if ahead > 0 else 0.0
    shares[1] = 1.0 if ahead == 0 else 0.0


@inner
def alone_stays(f: Any, deck: Any) -> int:
    """The key of a player who is alone in and stays; SETTLED where retiring wins outright, or nothing can win now."""
    ahead = deck.artifact_rank[f[2]] + deck.zero - f[6]
    if ahead > 0 or f[6] - deck.zero > deck.gems[f[0]] * deck.step + deck.artifact_most[f[2]]:
        return SETTLED
    return pack(f[0], f[1], f[2], f[3], f[4], f[3], f[6], f[7], deck.radix)


@inner
def everybodys(f: Any, group: int, row: Any, deck: Any, shares: Any) -> None:
    """Everybody's shares, from P(win outright) and P(draw level) of the one player who stays alone in."""
    players = len(deck.base)
    a, inside, left, home, holders = f[2], f[3], f[5], f[6], f[7]
    if group:
        count = bits(group)
        gained = left // count * deck.step
        if count == 1:
            gained += deck.artifact_rank[a]
        best = best_base(group, deck)
        one = best + gained + deck.zero
        if one > home:
            holders = 0
        if one >= home:
            for player in range(players):
                if group >> player & 1 and deck.base[player] == best:
                    holders |= 1 << player
    count = holding(holders, deck)
    level = row[1] / (count + 1)
    for player in range(players):
        shares[player] = 0.0
        if (inside & ~group) >> player & 1:
            shares[player] = row[0] + level
        elif holders >> player & 1:
            shares[player] = (1.0 - row[0] - row[1]) / count + level


@inner
def drawn(f: Any, move: int, deck: Any) -> Any:
    """(the key after the card of this move, how many copies of it there are)."""
    t, h, a, inside, bag, left, home = f[0], f[1], f[2], f[3], f[4], f[5], f[6]
    if move < deck.treasure_count[t]:
        copies, value, t = (
            deck.treasure_moves[t, move, 0],
            deck.treasure_moves[t, move, 1],
            deck.treasure_moves[t, move, 2],
        )
        count = max(1, bits(inside))
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
    return pack(t, h, a, inside, bag, left, home, f[7], deck.radix), copies


@inner
def find_key(keys: Any, key: int) -> int:
    """Where a key stands among sorted ones."""
    low, high = 0, len(keys)
    while low < high:
        middle = (low + high) >> 1
        if keys[middle] < key:
            low = middle + 1
        else:
            high = middle
    return low

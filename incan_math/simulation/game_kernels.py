"""Whole games in compiled code: cards shuffled, programs asked, every clause followed.

All is whole numbers of 64 bits. `table_play` plays the same games in ordinary Python.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from incan_math.storage.compiled import compiled, inner

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

__all__ = ["CardTable", "Programs", "GameRecord", "play_games", "shuffle_games"]

_LOW = (1 << 32) - 1
_GAME, _GAME_HIGH, _TAG, _BLOCK, _AT = 4, 5, 6, 7, 8
"""Places in a stream after its four words."""


class CardTable(NamedTuple):
    """The rules, laid out.

    Attributes:
        kinds: of each physical card: 0 a treasure, 1 a hazard, 2 an artifact.
        numbers: its gems, hazard kind or place among the artifacts.
        ranks: which of its kind a hazard card is, from 0.
        hazards: cards of each hazard kind.
        points, gems: of each artifact, or of the first, second, ... claimed one.
        clauses: 1 or 0 each: artifacts are printed, enter all at once, stay undrawn, count when lost; leftovers are
            split per card; then the number of expeditions.
    """

    kinds: Ints
    numbers: Ints
    ranks: Ints
    hazards: Ints
    points: Ints
    gems: Ints
    clauses: Ints


class Programs(NamedTuple):
    """The players' programs: seat s has instructions `starts[s]` up to `starts[s + 1]`, in units of 1/`scales[s]`."""

    instructions: Ints
    starts: Ints
    scales: Ints
    one_step: bool


class GameRecord(NamedTuple):
    """What is written down: of each game points, artifacts and luck by seat; of all of them, counts.

    Attributes:
        points, artifacts: [game, seat].
        luck: [game, seat, which]; empty where it is not wanted.
        busts: [expedition, hazard kind].
        lengths, bust_lengths: [expedition, cards turned up], of all expeditions and of those that busted.
        solo: [seat, 0] expeditions in which all others left before, [seat, 1] cards turned up then.
    """

    points: Ints
    artifacts: Ints
    luck: Floats
    busts: Ints
    lengths: Ints
    bust_lengths: Ints
    solo: Ints


@inner
def _begin(stream: Ints, game: int, tag: int) -> None:
    stream[_GAME] = game & _LOW
    stream[_GAME_HIGH] = game >> 32
    stream[_TAG] = tag
    stream[_BLOCK] = 0
    stream[_AT] = 4


@inner
def _word(stream: Ints, low: int, high: int) -> int:
    """The next word of Philox4x32-10; products wrap around, and only 32 bits of each half are used."""
    if stream[_AT] == 4:
        a, b, c, d = stream[_GAME], stream[_GAME_HIGH], stream[_BLOCK], stream[_TAG]
        k, m = low, high
        for _ in range(10):
            first = a * 0xD2511F53
            second = c * 0xCD9E8D57
            a = ((second >> 32) & _LOW) ^ b ^ k
            b = second & _LOW
            c = ((first >> 32) & _LOW) ^ d ^ m
            d = first & _LOW
            k = (k + 0x9E3779B9) & _LOW
            m = (m + 0xBB67AE85) & _LOW
        stream[0] = a
        stream[1] = b
        stream[2] = c
        stream[3] = d
        stream[_BLOCK] += 1
        stream[_AT] = 0
    at = stream[_AT]
    stream[_AT] = at + 1
    return int(stream[at])


@inner
def _below(stream: Ints, low: int, high: int, count: int) -> int:
    if count == 1:
        return 0
    product = _word(stream, low, high) * count
    if product & _LOW < count:
        least = (_LOW + 1 - count) % count
        while product & _LOW < least:
            product = _word(stream, low, high) * count
    return product >> 32


@inner
def _happens(stream: Ints, low: int, high: int, numerator: int, denominator: int) -> bool:
    rest = numerator
    while True:
        rest = (rest << 32) - _word(stream, low, high) * denominator
        if rest >= denominator:
            return True
        if rest <= 0:
            return False


@inner
def _retire_units(instructions: Ints, begin: int, end: int, scale: int, facts: Ints, stack: Ints) -> int:
    """What `Program.retire_units` gives."""
    height = 0
    for line in range(begin, end):
        what, a, b = instructions[line, 0], instructions[line, 1], instructions[line, 2]
        if what == 1:
            holds = facts[0] >= a
        elif what == 2:
            holds = facts[1] >= a
        elif what == 3:
            holds = facts[2] >= a
        elif what == 4:
            holds = facts[3] * b >= a * facts[4]
        elif what == 5:
            holds = facts[0] * facts[3] * facts[5] >= facts[6]
        elif what == 6:
            holds = facts[7] == 0
        elif what == 7:
            stack[height] = a
            height += 1
            continue
        elif what == 10:
            stack[height - 1] = stack[height - 1] * a // b
            continue
        elif what >= 8:
            height -= a
            found = stack[height]
            for place in range(height + 1, height + a):
                part = stack[place]
                if what == 11:
                    found += part
                elif (what == 8) == (part > found):
                    found = part
            stack[height] = found
            height += 1
            continue
        else:
            holds = False
        stack[height] = scale if holds else 0
        height += 1
    return int(stack[0])


@compiled
def shuffle_games(cards: int, expeditions: int, low: int, high: int, first: int, orders: Ints) -> None:
    """Write the order of all physical cards into `orders` [game, expedition, place], from game `first` on."""
    stream = np.zeros(9, np.int64)
    for game in range(orders.shape[0]):
        for expedition in range(expeditions):
            _begin(stream, first + game, 16 * expedition)
            order = orders[game, expedition]
            for place in range(cards):
                order[place] = place
            for place in range(cards):
                other = place + _below(stream, low, high, cards - place)
                order[place], order[other] = order[other], order[place]


@compiled
def play_games(
    table: CardTable,
    programs: Programs,
    low: int,
    high: int,
    first: int,
    count: int,
    record: GameRecord,
) -> None:
    """Play games `first`, ..., `first + count - 1`, game i into row i of the record.

    Args:
        table: the rules.
        programs: what the players do.
        low: of the seed, the low 32 bits.
        high: of the seed, the high 32 bits.
        first: the number of the first game.
        count: how many games.
        record: what happened; counts are added to.
    """
    kinds, numbers, ranks, hazards, points, gems, clauses = table
    printed, all_at_once, stays, lost_count, per_card = clauses[0], clauses[1], clauses[2], clauses[3], clauses[4]
    expeditions = clauses[5]
    cards, seats = len(kinds), len(programs.scales)
    kind_count, artifact_count = len(hazards), len(points)
    wants_luck = record.luck.shape[0] > 0
    instructions, starts, scales = programs.instructions, programs.starts, programs.scales
    streams = np.zeros((seats + 1, 9), np.int64)
    deck_stream = streams[0]
    stack = np.zeros(64, np.int64)
    facts = np.zeros(8, np.int64)
    order = np.zeros(cards, np.int64)
    removed, fewer = np.zeros(kind_count, np.int64), np.zeros(kind_count, np.int64)
    shown = np.zeros(kind_count, np.int64)
    where = np.zeros(artifact_count, np.int64)  # 0 waits, 1 in the deck, 2 on the path, 3 gone.
    on_path = np.zeros(artifact_count, np.int64)
    lying = np.zeros(cards, np.int64)
    is_in, leaves = np.zeros(seats, np.int64), np.zeros(seats, np.int64)
    totals, artifacts = np.zeros(seats, np.int64), np.zeros(seats, np.int64)
    # What a played game adds to the counts is put down only when it has been played to its end.
    ends = np.zeros((expeditions, 3), np.int64)
    solo = np.zeros((seats, 2), np.int64)
    treasure_count, all_gems = 0, 0
    for card in range(cards):
        if kinds[card] == 0:
            treasure_count += 1
            all_gems += numbers[card]
    for game in range(count):
        removed[:] = 0
        where[:] = 0
        totals[:] = 0
        artifacts[:] = 0
        solo[:] = 0
        gone = 0  # How many artifacts count towards the worth of the next one claimed.
        entered = 0
        for expedition in range(expeditions):
            until = artifact_count if all_at_once else min(entered + 1, artifact_count)
            while entered < until:
                where[entered] = 1
                entered += 1
            left = treasure_count
            for kind in range(kind_count):
                fewer[kind] = hazards[kind] - removed[kind]
                left += fewer[kind]
                shown[kind] = 0
            for artifact in range(artifact_count):
                left += where[artifact] == 1
            for card in range(cards):
                order[card] = card
            _begin(deck_stream, first + game, 16 * expedition)
            for seat in range(seats):
                _begin(streams[seat + 1], first + game, 16 * expedition + 1 + seat)
                is_in[seat] = 1
            inside, bag, pool, piles = seats, 0, 0, 0
            showing, turned, deadly, found, drawn = 0, 0, 0, 0, 0
            undrawn_gems = all_gems
            last_bust = -1
            luck_gems, luck_bust, luck_hazard = 0.0, 0.0, 0.0
            shares = -1  # What all undrawn treasures would share out, to be summed anew.
            if not left:
                inside = 0
            while inside:
                # The next card of the deck.
                while True:
                    place = drawn + _below(deck_stream, low, high, cards - drawn)
                    card = order[place]
                    order[place] = order[drawn]
                    order[drawn] = card
                    drawn += 1
                    kind, number = kinds[card], numbers[card]
                    if kind == 0:
                        break
                    if kind == 1:
                        if ranks[card] < hazards[number] - removed[number]:
                            break
                    elif where[number] == 1:
                        break
                if wants_luck:
                    if shares < 0:
                        shares = 0
                        for place in range(drawn, cards):
                            if kinds[order[place]] == 0:
                                shares += numbers[order[place]] // inside
                        if kind == 0:
                            shares += number // inside
                    fresh = 0
                    for each in range(kind_count):
                        if not shown[each]:
                            fresh += fewer[each]
                    luck_gems -= (shares - bag * deadly) / left
                    luck_bust -= deadly / left
                    luck_hazard -= fresh / left
                left -= 1
                turned += 1
                if inside == 1 and seats > 1:
                    for seat in range(seats):
                        solo[seat, 1] += is_in[seat]
                if kind == 0:
                    share = number // inside
                    bag += share
                    rest = number - share * inside
                    undrawn_gems -= number
                    if wants_luck:
                        luck_gems += share
                        shares -= share
                    if per_card:
                        lying[piles] = rest
                        piles += rest > 0
                    pool += rest
                elif kind == 1:
                    fewer[number] -= 1
                    if shown[number]:
                        luck_gems -= bag
                        luck_bust += 1.0
                        last_bust = number
                        inside = 0
                        break
                    shown[number] = 1
                    showing += 1
                    deadly += fewer[number]
                    luck_hazard += 1.0
                else:
                    where[number] = 2
                    on_path[found] = number
                    found += 1

                leaving = 0
                if not left:
                    for seat in range(seats):
                        leaves[seat] = is_in[seat]
                    leaving = inside
                else:
                    facts[0] = bag
                    facts[1] = showing
                    facts[2] = turned
                    facts[3] = deadly
                    facts[4] = left
                    facts[5] = inside
                    facts[6] = undrawn_gems
                    if programs.one_step:
                        worth = 0
                        for place in range(found):
                            each = on_path[place] if printed else gone + place
                            worth += points[each] + gems[each]
                        at_once = bag + pool + worth
                        if left == 1 and inside > 1:
                            gain = -at_once
                            if not deadly:
                                last = pool // inside
                                if per_card:
                                    last = 0
                                    for pile in range(piles):
                                        last += lying[pile] // inside
                                if undrawn_gems:
                                    more = undrawn_gems % inside
                                    last += undrawn_gems // inside
                                    if not per_card:
                                        last += (pool + more) // inside - pool // inside
                                gain = bag + last - at_once
                        else:
                            gain = -deadly * at_once
                            for place in range(drawn, cards):
                                other = order[place]
                                if kinds[other] == 0:
                                    gain += numbers[other] // inside + numbers[other] % inside
                            undrawn = 0
                            for artifact in range(artifact_count):
                                if where[artifact] == 1:
                                    undrawn += 1
                                    if printed:
                                        gain += points[artifact]
                            if undrawn and not printed:
                                gain += undrawn * (points[gone + found] + gems[gone + found])
                        facts[7] = gain > 0
                    for seat in range(seats):
                        leaves[seat] = 0
                        if not is_in[seat]:
                            continue
                        begin = starts[seat]
                        scale = scales[seat]
                        units = _retire_units(instructions, begin, starts[seat + 1], scale, facts, stack)
                        if units and (units == scale or _happens(streams[seat + 1], low, high, units, scale)):
                            leaves[seat] = 1
                        leaving += leaves[seat]
                if leaving:
                    if per_card:
                        each, pool = 0, 0
                        kept = 0
                        for pile in range(piles):
                            each += lying[pile] // leaving
                            rest = lying[pile] % leaving
                            if rest:
                                lying[kept] = rest
                                kept += 1
                                pool += rest
                        piles = kept
                    else:
                        each = pool // leaving
                        pool -= each * leaving
                    home = bag + each
                    for seat in range(seats):
                        if leaves[seat]:
                            is_in[seat] = 0
                            totals[seat] += home
                            if wants_luck:
                                record.luck[game, seat, 0] += luck_gems
                                record.luck[game, seat, 1] += luck_bust
                                record.luck[game, seat, 2] += luck_hazard
                            if leaving == 1:
                                for place in range(found):
                                    number = on_path[place]
                                    at = number if printed else gone
                                    totals[seat] += points[at] + gems[at]
                                    where[number] = 3
                                    gone += 1
                                artifacts[seat] += found
                                found = 0
                    inside -= leaving
                    shares = -1
                    if inside == 1:
                        for seat in range(seats):
                            solo[seat, 0] += is_in[seat]
            if last_bust >= 0:
                removed[last_bust] += 1
                if wants_luck:
                    for seat in range(seats):
                        if is_in[seat]:
                            record.luck[game, seat, 0] += luck_gems
                            record.luck[game, seat, 1] += luck_bust
                            record.luck[game, seat, 2] += luck_hazard
            ends[expedition, 0] = turned
            ends[expedition, 1] = last_bust
            for place in range(found):
                where[on_path[place]] = 3
                gone += lost_count
            if not stays:
                for artifact in range(artifact_count):
                    if where[artifact] == 1:
                        where[artifact] = 3
                        gone += lost_count
        for seat in range(seats):
            record.points[game, seat] = totals[seat]
            record.artifacts[game, seat] = artifacts[seat]
            record.solo[seat, 0] += solo[seat, 0]
            record.solo[seat, 1] += solo[seat, 1]
        for expedition in range(expeditions):
            turned, last_bust = ends[expedition, 0], ends[expedition, 1]
            record.lengths[expedition, turned] += 1
            if last_bust >= 0:
                record.busts[expedition, last_bust] += 1
                record.bust_lengths[expedition, turned] += 1

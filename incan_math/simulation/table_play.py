"""Whole games in ordinary Python, for players that compiled games cannot ask: the same games as `kernels`.

It keeps bare integers, makes an `Expedition` only for a player that looks at one, and remembers the answers of players
that look at the bag alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from incan_math.engine.chooser import Standing, View
from incan_math.engine.deck import build_deck
from incan_math.engine.table import GameTable
from incan_math.engine.tent import Winnings
from incan_math.game.cards import Artifact, Treasure
from incan_math.game.expedition import Expedition
from incan_math.game.match import Tent
from incan_math.game.notation import Retreat, Token
from incan_math.game.rules import Rules
from incan_math.game.situation import Situation
from incan_math.simulation.card_orders import WordStream, physical_cards
from incan_math.simulation.programs import Facts
from incan_math.simulation.seats import Seat, Sight, checked_probability

if TYPE_CHECKING:
    from incan_math.simulation.game_kernels import GameRecord

__all__ = ["GamePlay", "Mishap"]

_MOST_ANSWERS = 100_000
"""Answers of a player that are remembered before all are forgotten."""

Mishap = Callable[[Seat, Exception], int]
"""Told of a player that raised or gave no probability; gives the probability of retiring to go on with."""


class GamePlay:
    """The table at which games are played one after another.

    Args:
        rules: the clauses.
        seats: the players.
        key: the seed's two halves.
        mishap: what to do where a player fails; if omitted, the error goes on to the caller.
    """

    def __init__(self, rules: Rules, seats: Sequence[Seat], key: tuple[int, int], mishap: Mishap | None = None) -> None:
        self.rules, self.seats, self.key, self.mishap = rules, tuple(seats), key, mishap
        self.cards = physical_cards(rules)
        first: dict[object, int] = {}
        self._values = {value: place for place, value in enumerate(rules.values)}
        self._kinds = {name: place for place, name in enumerate(rules.kinds)}
        self._artifact_kinds = {kind: place for place, kind in enumerate(rules.artifact_kinds)}
        # A treasure is (0, gems, its value's place), a hazard (1, its rank among its kind, kind), an artifact (2, its
        # place in printed order, its kind's place).
        self._plain: list[tuple[int, int, int]] = []
        artifacts = 0
        for place, card in enumerate(self.cards):
            rank = place - first.setdefault(card, place)
            if isinstance(card, Treasure):
                self._plain.append((0, card.value, self._values[card.value]))
            elif isinstance(card, Artifact):
                self._plain.append((2, artifacts, self._artifact_kinds[card]))
                artifacts += 1
            else:
                self._plain.append((1, rank, self._kinds[card.name]))
        self._start = lru_cache(maxsize=20_000)(self._started)
        self._answers: list[dict[int, Fraction | int]] = [{} for _ in self.seats]
        self._names = tuple(f"player {seat + 1}" for seat in range(len(self.seats)))
        self._needs_state = any(
            seat.program is None and seat.looks_at in ("bag", "deck", "state", "table") for seat in self.seats
        )
        self._needs_table = any(seat.looks_at == "engine" for seat in self.seats)
        self._runs_programs = any(seat.program is not None for seat in self.seats)
        self._one_step = any(seat.program is not None and seat.program.needs_one_step for seat in self.seats)

    def play(self, game: int, row: int, orders: Sequence[Iterable[int]], record: GameRecord) -> None:
        """Play one game and write it into a row of the record.

        Args:
            game: its number, which with the seed decides how players mix.
            row: where to write points, artifacts and luck.
            orders: for each expedition the places of all physical cards, as they come.
            record: what happened; counts are added to.
        """
        rules, plain, seats, answers = self.rules, self._plain, self.seats, self._answers
        count = len(seats)
        kinds, total_gems = len(rules.kinds), rules.gem_total
        hazard_counts = tuple(rules.hazards.values())
        printed, per_card = rules.artifact_value == "printed", rules.leftover == "per card"
        lost_count = rules.artifact_step == "claimed or lost"
        treasures_full = [rules.treasures.count(value) for value in rules.values]
        wants_luck = record.luck.shape[0] > 0
        removed = [0] * kinds
        where = [0] * len(rules.artifacts)
        claimed: list[int] = []
        lost: list[int] = []
        gems_home, points_home, artifacts_home = [0] * count, [0] * count, [0] * count
        taken: list[list[int]] = [[] for _ in seats]
        waiting = 0
        for expedition, order in enumerate(orders):
            until = len(where) if rules.artifact_entry == "all at once" else min(waiting + 1, len(where))
            while waiting < until:
                where[waiting] = 1
                waiting += 1
            counted = len(claimed) + (len(lost) if lost_count else 0)
            treasures = treasures_full.copy()
            hazards = [full - fewer for full, fewer in zip(hazard_counts, removed, strict=True)]
            left = len(rules.treasures) + sum(hazards) + where.count(1)
            size = left
            begun = tuple(hazards)
            undrawn_artifacts = [0] * len(rules.artifact_kinds)
            for place, state in enumerate(where):
                if state == 1:
                    undrawn_artifacts[plain[len(plain) - len(where) + place][2]] += 1
            found_kinds = [0] * len(rules.artifact_kinds)
            past: list[Token] = []
            start: Expedition | None = None
            if self._needs_state:
                gone = tuple(removed), tuple(claimed), tuple(lost)
                start = self._start(expedition + 1, *gone)
            table = self._engine_table(removed, where, counted) if self._needs_table else None
            streams: list[WordStream | None] = [None] * count
            inside = list(range(count)) if left else []
            bag, lying, showing, showing_count, deadly, turned = 0, list[int](), 0, 0, 0, 0
            undrawn_gems = total_gems
            path: list[int] = []
            took_now = 0
            bust = -1
            luck = [0.0, 0.0, 0.0]
            cards = iter(order)
            while inside:
                while True:
                    card = next(cards)
                    what, number, which = plain[card]
                    if what == 0 or (what == 1 and number < begun[which]) or (what == 2 and where[number] == 1):
                        break
                players = len(inside)
                if wants_luck:
                    self._expect(luck, treasures, hazards, showing, players, bag, deadly, left)
                left -= 1
                turned += 1
                if players == 1 and count > 1:
                    record.solo[inside[0], 1] += 1
                if table is not None:
                    table.turn_up(self.cards[card])
                if self._needs_state:
                    past.append(self.cards[card])
                if what == 0:
                    share, rest = divmod(number, players)
                    bag += share
                    undrawn_gems -= number
                    treasures[which] -= 1
                    luck[0] += share
                    if rest:
                        lying.append(rest)
                        if not per_card:
                            lying = [sum(lying)]
                elif what == 1:
                    hazards[which] -= 1
                    if showing >> which & 1:
                        luck[0] -= bag
                        luck[1] += 1.0
                        bust = which
                        break
                    showing |= 1 << which
                    showing_count += 1
                    deadly += hazards[which]
                    luck[2] += 1.0
                else:
                    where[number] = 2
                    path.append(number)
                    undrawn_artifacts[which] -= 1
                    found_kinds[which] += 1
                if not left:
                    leaving = inside.copy()
                else:
                    leaving = []
                    facts = None
                    if self._runs_programs:
                        facts = Facts(
                            bag, showing_count, turned, deadly, left, players, undrawn_gems,
                            self._one_step and self._gains(
                                treasures, undrawn_artifacts, lying, deadly, left, players, bag, path, counted, where
                            ),
                        )  # fmt: skip
                    state_now: Expedition | None = None
                    for seat in inside:
                        player = seats[seat]
                        probability: Fraction | int | None
                        if player.program is not None and facts is not None:
                            probability = player.program.retire_probability(facts)
                        elif player.looks_at == "bag" and (probability := answers[seat].get(bag)) is not None:
                            pass
                        else:
                            if player.looks_at == "engine":
                                assert table is not None
                                asked: object = self._view(seat, table, expedition, taken, gems_home, points_home)
                            else:
                                if state_now is None:
                                    assert start is not None
                                    now = Situation(
                                        treasures=tuple(treasures),
                                        hazards=tuple(hazards),
                                        artifacts=tuple(undrawn_artifacts),
                                        showing=showing,
                                        players=players,
                                        bag=bag,
                                        leftovers=tuple(sorted(lying)),
                                        found=tuple(found_kinds),
                                        worth=start.situation.worth[took_now:],
                                        deciding=True,
                                        bust=None,
                                    )
                                    state_now = start.moved(now, *past)
                                asked = state_now
                                if player.looks_at == "table":
                                    tents = tuple(map(Tent, gems_home, artifacts_home, points_home))
                                    asked = Sight(state_now, seat, tents, tuple(inside), expedition + 1)
                            probability = self._ask(player, asked)
                            if player.looks_at == "bag":
                                if len(answers[seat]) >= _MOST_ANSWERS:
                                    answers[seat].clear()
                                answers[seat][bag] = probability
                        if not probability:
                            continue
                        if probability != 1:
                            stream = streams[seat]
                            if stream is None:
                                stream = streams[seat] = WordStream(self.key, game, 16 * expedition + 1 + seat)
                            if not stream.happens(probability.numerator, probability.denominator):
                                continue
                        leaving.append(seat)
                    if table is not None:
                        table.retire([self._names[seat] for seat in leaving])
                if leaving:
                    many = len(leaving)
                    each = sum(gems // many for gems in lying)
                    lying = [gems % many for gems in lying if gems % many]
                    for seat in leaving:
                        gems, points = bag + each, 0
                        if wants_luck:
                            for place in range(3):
                                record.luck[row, seat, place] += luck[place]
                        if many == 1:
                            for number in path:
                                at = number if printed else counted
                                counted += 1
                                points += rules.artifacts[at]
                                gems += rules.claim_gems[at] if rules.claim_gems else 0
                                where[number] = 3
                            claimed += path
                            taken[seat] += path
                            took_now += len(path)
                            artifacts_home[seat] += len(path)
                            path = []
                            found_kinds = [0] * len(found_kinds)
                        gems_home[seat] += gems
                        points_home[seat] += gems + points
                    inside = [seat for seat in inside if seat not in leaving]
                    if self._needs_state:
                        past.append(Retreat(many))
                    if len(inside) == 1 and count > 1:
                        record.solo[inside[0], 0] += 1
            record.lengths[expedition, turned] += 1
            if bust >= 0:
                removed[bust] += 1
                record.busts[expedition, bust] += 1
                record.bust_lengths[expedition, turned] += 1
                if wants_luck:
                    for seat in inside:
                        for place in range(3):
                            record.luck[row, seat, place] += luck[place]
            assert turned <= size
            ended = list(path)
            if rules.undrawn_artifact == "leaves":
                ended += [place for place, state in enumerate(where) if state == 1]
            for place in ended:
                where[place] = 3
            lost += ended
        for seat in range(count):
            record.points[row, seat] = points_home[seat]
            record.artifacts[row, seat] = artifacts_home[seat]

    def _ask(self, seat: Seat, asked: object) -> Fraction | int:
        try:
            if seat.looks_at == "engine":
                stays = seat.player(asked)
                if type(stays) is bool:
                    return int(not stays)
                return checked_probability(seat.name, stays)  # Refuses it, with its name.
            answer = seat.player(asked)
            if type(answer) is int and 0 <= answer <= 1:
                return answer
            return checked_probability(seat.name, answer)
        except Exception as error:
            if self.mishap is None:
                raise
            return self.mishap(seat, error)

    def _started(
        self, expedition: int, removed: tuple[int, ...], claimed: tuple[int, ...], lost: tuple[int, ...]
    ) -> Expedition:
        rules = self.rules
        gone = {name: count for name, count in zip(rules.kinds, removed, strict=True) if count}
        printed = rules.artifact_value == "printed"
        took, left = ([Artifact(rules.artifacts[a]) for a in group] for group in (claimed, lost))
        if printed:
            return Expedition.start(len(self.seats), rules, expedition, gone, took, left)
        return Expedition.start(len(self.seats), rules, expedition, gone, len(claimed), len(lost))

    def _engine_table(self, removed: Sequence[int], where: Sequence[int], counted: int) -> GameTable:
        gone = dict(zip(self.rules.kinds, removed, strict=True))
        first = len(self.cards) - len(where)
        artifacts = [card for place, card in enumerate(self.cards[first:]) if where[place] == 1]
        deck = build_deck(self.rules, gone, [card for card in artifacts if isinstance(card, Artifact)])
        return GameTable(self.rules, self._names, deck, counted=counted)

    def _view(
        self,
        seat: int,
        table: GameTable,
        expedition: int,
        taken: Sequence[Sequence[int]],
        gems: Sequence[int],
        points: Sequence[int],
    ) -> View:
        snapshot = table.snapshot()
        now = {taking.name: taking for taking in snapshot.takings}
        first = len(self.cards) - len(self.rules.artifacts)
        tents = []
        for place, name in enumerate(self._names):
            cards = tuple(card for a in taken[place] if isinstance(card := self.cards[first + a], Artifact))
            here = now.get(name)
            # What was taken in this expedition lies on the table, not in the tent.
            if here is None:
                tents.append((name, Winnings(gems[place], cards, points[place] - gems[place])))
            else:
                before = cards[: len(cards) - len(here.artifacts)]
                worth = points[place] - gems[place] - here.artifact_points
                tents.append((name, Winnings(gems[place] - here.gems, before, worth)))
        return View(self._names[seat], snapshot, Standing(expedition + 1, tuple(tents)))

    def _gains(
        self,
        treasures: Sequence[int],
        artifacts: Sequence[int],
        lying: Sequence[int],
        deadly: int,
        left: int,
        players: int,
        bag: int,
        path: Sequence[int],
        counted: int,
        where: Sequence[int],
    ) -> bool:
        """Whether one more card and then retiring gains something, as `one_step_gain` has it."""
        rules = self.rules
        printed = rules.artifact_value == "printed"
        extra = rules.claim_gems or (0,) * len(rules.artifacts)
        places = path if printed else range(counted, counted + len(path))
        at_once = bag + sum(lying) + sum(rules.artifacts[place] + extra[place] for place in places)
        if left == 1 and players > 1:
            if deadly:
                return False
            last = sum(value * count for value, count in zip(rules.values, treasures, strict=True))
            after = [*lying, last % players]
            if rules.leftover == "pooled":
                after = [sum(after)]
            return bag + last // players + sum(gems // players for gems in after) > at_once
        added = sum(
            count * (value // players + value % players)
            for value, count in zip(rules.values, treasures, strict=True)
            if count
        )
        undrawn = sum(artifacts)
        if undrawn:
            if printed:
                added += sum(rules.artifacts[place] for place, state in enumerate(where) if state == 1)
            else:
                place = counted + len(path)
                added += undrawn * (rules.artifacts[place] + extra[place])
        return added > deadly * at_once

    def _expect(
        self,
        luck: list[float],
        treasures: Sequence[int],
        hazards: Sequence[int],
        showing: int,
        players: int,
        bag: int,
        deadly: int,
        left: int,
    ) -> None:
        """Take off what the next card brings on average: gems in the bag, a bust, a new hazard."""
        shares = sum(count * (value // players) for value, count in zip(self.rules.values, treasures, strict=True))
        fresh = sum(count for kind, count in enumerate(hazards) if not showing >> kind & 1)
        luck[0] -= (shares - bag * deadly) / left
        luck[1] -= deadly / left
        luck[2] -= fresh / left

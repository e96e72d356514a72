"""Two players who both play to win: the whole game solved for P(win) + P(draw)/2."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from incan_math.duels.cost import MEMORY, DuelSize, Plan, amount, duration, plan_for, seconds_of, size_before, size_of
from incan_math.duels.position import between_of, check_lead, position_of
from incan_math.duels.solver import COMPILING_SECONDS
from incan_math.game.departed import Claimed, Removed
from incan_math.game.editions import DEFAULT_EDITION, EDITIONS, rules_of
from incan_math.game.errors import GameError, shown
from incan_math.game.expedition import Expedition, need_live
from incan_math.game.rules import Rules
from incan_math.game.setup import Setup
from incan_math.game.showing import Shown
from incan_math.numbers.enclosure import Enclosure
from incan_math.numbers.rationals import decimal_text
from incan_math.odds.bust import bust_probability
from incan_math.states.between import Between, following, layers
from incan_math.storage.announcement import announce_compiling
from incan_math.storage.cache_folder import default_folder
from incan_math.storage.store import Store
from incan_math.strategies.decision import DuelDecision, Payoffs

if TYPE_CHECKING:
    from incan_math.duels.solver import Progress
    from incan_math.duels.values import Values

__all__ = ["Duel", "duel", "error_bound", "forget_duels", "win_probability"]

_QUICK = 200_000
"""Positions up to which what a question needs is solved at once: some seconds."""
_PLAIN = 5_000
"""The same without numba."""


@dataclass(frozen=True, repr=False)
class Duel(Shown):
    """The game of two players under `rules`, solved; make it with `duel`.

    Attributes:
        rules: the edition or custom deck.
        error: how far each probability can be from the true one, at most.
    """

    rules: Rules
    error: Fraction
    _values: Values = field(repr=False, compare=False)

    def win_probability(
        self,
        lead: int,
        expedition: int,
        removed: Removed | None = None,
        claimed: Claimed | None = None,
        artifact_lead: int | None = None,
        lost: Claimed | None = None,
    ) -> Enclosure:
        """P(win) + P(draw)/2 before an expedition; see `incan_math.win_probability`."""
        setup = Setup.read(2, self.rules, expedition, removed, claimed, lost)
        return self._before(between_of(setup, artifact_lead), lead)

    def probabilities(
        self,
        leads: Iterable[int],
        expedition: int,
        removed: Removed | None = None,
        claimed: Claimed | None = None,
        artifact_lead: int | None = None,
        lost: Claimed | None = None,
    ) -> Mapping[int, Enclosure]:
        """P(win) + P(draw)/2 before an expedition at each of several leads, by lead; else as `win_probability`.

        >>> level, ahead = duel().probabilities(range(0, 21, 20), expedition=5).values()
        >>> print(level, ahead)
        0.5 ± ... 0.974... ± ...
        """
        if not isinstance(leads, Iterable):
            raise GameError(f"leads: {shown(leads)} given; give several leads, such as range(-10, 11)")
        state = between_of(Setup.read(2, self.rules, expedition, removed, claimed, lost), artifact_lead)
        return {check_lead(self.rules, state.expedition, lead): self._before(state, lead) for lead in leads}

    def chances(self, expedition: int, leads: Iterable[int], *args: Any, **more: Any) -> Mapping[int, Enclosure]:
        """The old name and order of `probabilities`; it goes in the next version."""
        warnings.warn(
            "Duel.chances(expedition, leads) is now Duel.probabilities(leads, expedition); the old name goes in the"
            " next version",
            DeprecationWarning,
            stacklevel=2,
        )
        return self.probabilities(leads, expedition, *args, **more)

    def decide(self, state: Expedition, lead: int, artifact_lead: int | None = None) -> DuelDecision:
        """Stay or retire for the win at `state`, by solving what is left of its expedition.

        Args:
            state: a live state that two players began, with its `expedition` given; the asker is in.
            lead: points by which the asker was ahead before the expedition.
            artifact_lead: artifacts that the asker had more than the other before it; needed where they break ties
                and some were claimed.

        Raises:
            GameError: it is not such a state, or the values cannot occur together.
        """
        from incan_math.duels.block import block_of, solve_block

        need_live(state)
        if state.rules != self.rules:
            raise GameError(f"state: '{state}' is not a state of {self.rules.name}")
        if not state.is_deciding and state.cards_out:
            raise GameError(f"state: at '{state}' players have just retired; add the card that came next")
        position = position_of(state, artifact_lead)
        check_lead(self.rules, position.state.expedition, lead)
        is_last = position.state.expedition == self.rules.expeditions
        plan = self._plan(size_of(position.deck), is_last)
        self._need(following(self.rules, position.state))
        taken = position.taken if position.deck.is_solo else None
        block = block_of(self._values, position.state, position.deck, lead - position.away, 1, taken, plan)
        answer = solve_block(block)
        both_stay, asker_stays, other_stays, both_retire = (float(part[0]) for part in answer)
        if not state.is_deciding:
            value = self._enclosed(both_stay)
            reason = "nobody can retire before the first card: go in"
            return _decision(state, lead, value, value, Enclosure.around(0, 0), Fraction(0), Fraction(0), (), reason)
        if position.deck.is_solo:
            stay, retire = self._enclosed(both_stay), self._enclosed(both_retire)
            leaves = Fraction(int(both_retire >= both_stay))
            value = self._enclosed(max(both_stay, both_retire))
            better = f"{'retiring' if leaves else 'staying'} wins no less often"
            reason = f"the other is out: {better}"
            sole = Payoffs(0, Fraction(1), stay, retire)
            return _decision(state, lead, value, stay, retire, leaves, None, (sole,), reason)
        mine, theirs = _equilibrium(*map(Fraction, (both_stay, asker_stays, other_stays, both_retire)))
        outcomes = (
            Payoffs(0, 1 - theirs, self._enclosed(both_stay), self._enclosed(other_stays)),
            Payoffs(1, theirs, self._enclosed(asker_stays), self._enclosed(both_retire)),
        )
        stay = outcomes[0].stay * (1 - theirs) + outcomes[1].stay * theirs
        retire = outcomes[0].retire * (1 - theirs) + outcomes[1].retire * theirs
        value = self._enclosed((1 - mine) * stay.midpoint + mine * retire.midpoint)
        reason = (
            f"you retire with probability {decimal_text(mine, 6)}, the other with {decimal_text(theirs, 6)}: neither"
            " wins more often by another choice"
        )
        return _decision(state, lead, value, stay, retire, mine, theirs, outcomes, reason)

    def _before(self, state: Between, lead: int) -> Enclosure:
        """The probability of winning at a lead before an expedition, by solving no more than it needs."""
        check_lead(self.rules, state.expedition, lead)
        if self._values.has(state):
            return self._enclosed(float(self._values.row(state, lead, 1)[0]))
        size = size_before(self.rules, state)
        if size.work <= _QUICK:
            self._need({state})
            return self._enclosed(float(self._values.row(state, lead, 1)[0]))
        from incan_math.duels.block import block_of, deck_of, solve_block

        plan = self._plan(size, state.expedition == self.rules.expeditions)
        self._need(following(self.rules, state))
        treasures = tuple((value, self.rules.treasures.count(value)) for value in self.rules.values)
        block = block_of(self._values, state, deck_of(state, treasures), lead, 1, plan=plan)
        return self._enclosed(float(solve_block(block).both_stay[0]))

    def _plan(self, size: DuelSize, is_last: bool) -> Plan:
        """How to solve a position at one lead in a stated memory."""
        from incan_math.storage.compiled import need_compiled

        need_compiled("two players for the win", size.work, _PLAIN)
        announce_compiling("both_pass", COMPILING_SECONDS)
        plan = plan_for(size, is_last, MEMORY, 1)
        if plan is None:
            raise GameError(
                f"rules: {size.work:,} positions can follow in this expedition of {self.rules.name}, which take"
                f" {amount(size.memory(1, 1, is_last, True))} for one lead; {amount(MEMORY)} is the limit."
                " Ask later in the expedition, or take rules with fewer cards"
            )
        return plan

    def _need(self, states: Iterable[Between]) -> None:
        """Solve these states and all that they need, where that is quick.

        Raises:
            GameError: it is not.
        """
        from incan_math.duels import solver
        from incan_math.storage.compiled import need_compiled

        missing, waiting = set[Between](), [max(state, state.seen_by_other()) for state in states]
        while waiting:
            state = waiting.pop()
            if state.expedition <= self.rules.expeditions and state not in missing and not self._values.has(state):
                missing.add(state)
                waiting += following(self.rules, state)
        work = sum(size_before(self.rules, state).work for state in missing)
        need_compiled("two players for the win", work, _PLAIN)
        if work > _QUICK:
            name = self.rules.name
            command = f"incan-math duel --solve --rules {name}, or " if EDITIONS.get(name) == self.rules else ""
            raise GameError(
                f"rules: this needs {len(missing)} situations of the two-player game of {name} that are not"
                f" solved here; solve them once, {duration(seconds_of(self.rules, missing))} of CPU time within"
                f" {amount(MEMORY)}: {command}duel(rules, solve=True)"
            )
        if missing:
            solved = solver.solve(self.rules, states=missing, known=self._values.curves)
            self._values.curves.update(solved.curves)

    def _enclosed(self, probability: float | Fraction) -> Enclosure:
        """A computed probability with the bound on its error; the midpoint is the number that was computed."""
        return Enclosure.around(probability, self.error)


def duel(
    rules: str | Rules = DEFAULT_EDITION,
    *,
    solve: bool = False,
    executor: Executor | None = None,
    progress: Progress | None = None,
    store: Store | None = None,
    memory: int = MEMORY,
) -> Duel:
    """The two-player game of `rules`, solved for P(win) + P(draw)/2 at every score.

    Before an expedition the probability of winning W depends on the lead d and on what left the deck; W(after the last)
    is 1, 1/2 or 0. Inside, both know all that is public and decide at once: at every decision the value is that of the
    2x2 game of staying and retiring, and a solo player takes the better of both. Players are in from each
    expedition's start, points are gems and artifacts, and ties are decided as the rules say.

    The games of `bga-en`, `bga-pt`, `bga-sr`, `bga-hu` and `diamant-2005` ship solved. Of others, each question
    solves what it needs where that is quick: the last expedition needs nothing else. Big games are solved when `solve`
    is true, and are kept in the cache folder (see `incan_math.storage.store`).

    Args:
        rules: an edition's name or a `Rules` value.
        solve: solve the whole game here, in minutes or hours, even if it ships solved; from where an interrupted call
            stopped.
        executor: where its blocks are solved: any `concurrent.futures.Executor`, among them the one that
            `dask.distributed.Client.get_executor()` gives. Threads of this process if not given.
        progress: called with the number of solved situations and of all.
        store: where solved games are kept, instead of the cache folder.
        memory: bytes that solving may take: all threads together, or each worker of an executor.

    Raises:
        GameError: the rules are not covered, or solving takes more memory than that, or weeks.

    >>> game = duel()
    >>> print(game.win_probability(10, expedition=5))
    0.90769245240... ± ...
    """
    from incan_math.duels import solver
    from incan_math.duels.solved_games import key_of

    known = rules_of(rules)
    solver.check_rules(known)
    if type(memory) is not int or memory < 1:
        raise GameError(f"memory: {shown(memory)} given; give a number of bytes, such as {MEMORY}")
    where = store or Store(default_folder())
    if solve:
        values = solver.solve(known, executor=executor, store=where, progress=progress, memory=memory)
    else:
        values = _at_hand(_Game(key_of(known), known, where.folder))
    return Duel(known, error_bound(known), values)


def win_probability(
    lead: int,
    expedition: int,
    rules: str | Rules = DEFAULT_EDITION,
    removed: Removed | None = None,
    claimed: Claimed | None = None,
    artifact_lead: int | None = None,
    lost: Claimed | None = None,
) -> Enclosure:
    """P(win) + P(draw)/2 of two players before an expedition, when both play their best to win.

    Args:
        lead: points by which the asker is ahead; negative when behind.
        expedition: the number of the expedition that comes next, from 1.
        rules: an edition's name or a `Rules` value.
        removed: hazards that left the game in earlier busts: `{"fire": 1}`, `["fire"]` or `"fire fire"`.
        claimed: artifacts that the two took in earlier expeditions: how many or, where they carry numbers, which.
        artifact_lead: how many artifacts the asker has more than the other; needed where artifacts break ties and
            some were claimed.
        lost: artifacts that left the game unclaimed, where that does not follow from the rest.

    Raises:
        GameError: the values cannot occur together, or the rules' game is not solved (see `duel`).

    >>> print(win_probability(0, expedition=5))
    0.5 ± ...
    >>> print(win_probability(-7, expedition=5, removed="fire", claimed=1, artifact_lead=-1))
    0.1... ± ...
    """
    return duel(rules).win_probability(lead, expedition, removed, claimed, artifact_lead, lost)


def error_bound(rules: Rules) -> Fraction:
    """How far a computed probability can be from the true one, at most: see docs/duel.md for the proof.

    With m numbers that a mean is taken over, each card turned up adds at most (2 m + 17) 2^-53. An expedition turns up
    its treasures, its artifacts, each hazard kind, and one card more that busts, at most.
    """
    sizes = min(len(rules.hazards), max(rules.hazards.values(), default=0))
    moves = len(rules.values) + 2 * sizes + len(set(rules.artifacts)) + 1
    cards = len(rules.treasures) + len(rules.artifacts) + len(rules.hazards) + 1
    return Fraction(rules.expeditions * cards * (2 * moves + 17), 2**53)


def forget_duels() -> None:
    """Clear the four solved games that are remembered at most."""
    _at_hand.cache_clear()


@dataclass(frozen=True)
class _Game:
    """What solved games are remembered by: names do not matter."""

    key: str
    rules: Rules = field(compare=False)
    folder: Path | None


@lru_cache(maxsize=4)
def _at_hand(game: _Game) -> Values:
    """What is solved of a game, in the package or in the store."""
    from incan_math.duels.solved_games import load, shipped
    from incan_math.duels.values import Values

    ready = shipped(game.rules)
    is_whole = bool(ready) and len(ready) == sum(map(len, layers(game.rules)[1:]))
    return Values(game.rules, ready if is_whole else {**load(Store(game.folder), game.rules), **ready})


def _decision(
    state: Expedition,
    lead: int,
    value: Enclosure,
    stay: Enclosure,
    retire: Enclosure,
    mine: Fraction,
    theirs: Fraction | None,
    outcomes: tuple[Payoffs[Enclosure, Enclosure], ...],
    reason: str,
) -> DuelDecision:
    return DuelDecision(
        state=state,
        objective="win",
        value=value,
        stay=stay,
        retire=retire,
        retire_probability=mine,
        bust=bust_probability(state),
        outcomes=outcomes,
        reason=reason,
        lead=lead,
        other_retire_probability=theirs,
    )


def _equilibrium(
    both_stay: Fraction, asker_stays: Fraction, other_stays: Fraction, both_retire: Fraction
) -> tuple[Fraction, Fraction]:
    """The probabilities with which asker and other retire in equilibrium; pure ones where there are some.

    The asker's payoffs are [[both_stay, asker_stays], [other_stays, both_retire]], rows being the asker's choices to
    stay and to retire. Among equally good choices the one that stays is taken.
    """
    rows = min(both_stay, asker_stays), min(other_stays, both_retire)
    columns = max(both_stay, other_stays), max(asker_stays, both_retire)
    if max(rows) >= min(columns):
        return Fraction(int(rows[1] > rows[0])), Fraction(int(columns[1] < columns[0]))
    apart = both_stay - asker_stays + both_retire - other_stays
    return (both_stay - asker_stays) / apart, (both_stay - other_stays) / apart

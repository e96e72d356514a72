"""Two players who both play to win: the whole game solved for P(win) + P(draw)/2."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from incan_math.duels.position import between_of, check_lead, position_of
from incan_math.game.departed import Claimed, Removed
from incan_math.game.editions import DEFAULT_EDITION, rules_of
from incan_math.game.errors import GameError
from incan_math.game.expedition import Expedition, need_live
from incan_math.game.rules import Rules
from incan_math.game.setup import Setup
from incan_math.numbers.enclosure import Enclosure
from incan_math.numbers.rationals import decimal_text
from incan_math.odds.bust import bust_probability
from incan_math.storage.store import Store, default_folder
from incan_math.strategies.decision import DuelDecision, Payoffs

if TYPE_CHECKING:
    from incan_math.duels.solver import Progress
    from incan_math.duels.values import Values
    from incan_math.states.between import Between

__all__ = ["Duel", "duel", "error_bound", "forget_duels", "win_probability"]

_QUICK = 200_000
"""Work up to which a game is solved at once when it is asked for: some seconds."""


@dataclass(frozen=True)
class Duel:
    """The game of two players under `rules`, solved; make it with `duel`.

    Attributes:
        rules: the edition or custom deck.
        error: how far each chance can be from the true one, at most.
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
        """The chance of winning before an expedition; see `incan_math.win_probability`."""
        setup = Setup.read(2, self.rules, expedition, removed, claimed, lost)
        return self._before(between_of(setup, artifact_lead), lead)

    def chances(
        self,
        expedition: int,
        leads: range,
        removed: Removed | None = None,
        claimed: Claimed | None = None,
        artifact_lead: int | None = None,
    ) -> Mapping[int, Enclosure]:
        """The chance of winning before an expedition at each of several leads, by lead."""
        state = between_of(Setup.read(2, self.rules, expedition, removed, claimed), artifact_lead)
        return {lead: self._before(state, lead) for lead in leads}

    def decide(self, state: Expedition, lead: int, artifact_lead: int | None = None) -> DuelDecision:
        """Stay or retire for the win at `state`, by solving what is left of its expedition.

        Args:
            state: a live state that two players began, with its `expedition` told; whoever asks is in.
            lead: points by which the asker was ahead before the expedition.
            artifact_lead: artifacts that the asker had more than the other before it; needed where they break ties
                and some were claimed.

        Raises:
            GameError: it is no such state, or the values cannot occur together.
        """
        from incan_math.duels.block import block_of, solve_block

        need_live(state)
        if state.rules != self.rules:
            raise GameError(f"state: '{state}' is no state of {self.rules.name}")
        if not state.is_deciding and state.cards_out:
            raise GameError(f"state: at '{state}' players have just retired; add the card that came next")
        position = position_of(state, artifact_lead)
        check_lead(self.rules, position.state.expedition, lead)
        if position.deck.alone:
            block = block_of(self._values, position.state, position.deck, lead - position.away, 1, position.taken)
        else:
            block = block_of(self._values, position.state, position.deck, lead, 1)
        answer = solve_block(block)
        go, alone, other, home = (float(part[0]) for part in answer)
        if not state.is_deciding:
            value = self._enclosed(go)
            reason = "nobody can retire before the first card: go in"
            return _decision(state, lead, value, value, Enclosure.around(0, 0), Fraction(0), Fraction(0), (), reason)
        if position.deck.alone:
            stay, retire = self._enclosed(go), self._enclosed(home)
            leaves = Fraction(int(home >= go))
            value = self._enclosed(max(go, home))
            better = f"{'retiring' if leaves else 'staying'} wins no less often"
            reason = f"the other is out: {better}"
            sole = Payoffs(0, Fraction(1), stay, retire)
            return _decision(state, lead, value, stay, retire, leaves, None, (sole,), reason)
        mine, theirs = _equilibrium(*map(Fraction, (go, alone, other, home)))
        outcomes = (
            Payoffs(0, 1 - theirs, self._enclosed(go), self._enclosed(other)),
            Payoffs(1, theirs, self._enclosed(alone), self._enclosed(home)),
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
        """The chance at a lead before an expedition."""
        return self._enclosed(float(self._values.row(state, check_lead(self.rules, state.expedition, lead), 1)[0]))

    def _enclosed(self, chance: float | Fraction) -> Enclosure:
        """A computed chance with the bound on its error; its middle is the number that was computed."""
        return Enclosure.around(chance, self.error)


def duel(
    rules: str | Rules = DEFAULT_EDITION,
    *,
    solve: bool = False,
    executor: Executor | None = None,
    progress: Progress | None = None,
    store: Store | None = None,
) -> Duel:
    """The two-player game of `rules`, solved for P(win) + P(draw)/2 at every score.

    Before an expedition the chance W depends on the lead d and on what left the deck; W(after the last) is 1, 1/2 or 0.
    Inside, both know all that is public and decide at once: at every decision the value is that of the 2x2 game of
    staying and retiring, and a player left alone takes the better of both. Players are in from each expedition's
    start, points are gems and artifacts, and ties are decided as the rules say.

    The games of `bga-en`, `bga-pt`, `bga-sr`, `bga-hu` and `diamant-2005` ship solved. Others are solved at once
    where that is quick; big ones when `solve` is true, and are kept in the cache folder (see
    `incan_math.storage.store`).

    Args:
        rules: an edition's name or a `Rules` value.
        solve: solve a big game here, in minutes or hours, even if it ships solved; from where an interrupted call
            stopped.
        executor: where its blocks are solved: any `concurrent.futures.Executor`, among them the one that
            `dask.distributed.Client.get_executor()` gives. Threads of this process if not given.
        progress: called with the number of solved situations and of all.
        store: where solved games are kept, instead of the cache folder.

    Raises:
        GameError: the rules are not covered, or the game is big, not known, and `solve` is false.

    >>> game = duel()
    >>> print(game.win_probability(10, expedition=5))
    0.90769245240... ± ...
    """
    known = rules_of(rules)
    if executor is None and progress is None and store is None:
        return _remembered(known, solve)
    return _found(known, solve, executor, progress, store)


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
    """How far a computed chance can be from the true one, at most: see docs/duel.md for the proof.

    With m numbers that a mean is taken over, each card turned up adds at most (2 m + 17) 2^-53. An expedition turns up
    its treasures, its artifacts, each hazard kind, and one card more that busts, at most.
    """
    sizes = min(len(rules.hazards), max(rules.hazards.values(), default=0))
    moves = len(rules.values) + 2 * sizes + len(set(rules.artifacts)) + 1
    cards = len(rules.treasures) + len(rules.artifacts) + len(rules.hazards) + 1
    return Fraction(rules.expeditions * cards * (2 * moves + 17), 2**53)


def forget_duels() -> None:
    """Clear the four solved games that are remembered at most."""
    _remembered.cache_clear()


@lru_cache(maxsize=4)
def _remembered(rules: Rules, solve: bool) -> Duel:
    return _found(rules, solve, None, None, None)


def _found(
    rules: Rules, solve: bool, executor: Executor | None, progress: Progress | None, store: Store | None
) -> Duel:
    from incan_math.duels import shipped, solver
    from incan_math.duels.values import Values
    from incan_math.states.between import layers

    solver.check_rules(rules)
    key = shipped.key_of(rules)
    error = error_bound(rules)
    ready = None if solve else shipped.shipped().load(key)
    if ready is not None:
        return Duel(rules, error, Values(rules, shipped.unpack(ready)))
    store = store or Store(default_folder())
    work = solver.work(rules)
    if work <= _QUICK:
        return Duel(rules, error, solver.solve(rules, executor=executor, progress=progress))
    if not solve:
        kept = store.load(key)
        curves = {} if kept is None else shipped.unpack(kept)
        if len(curves) < sum(len(layer) for layer in layers(rules)[1:]):
            raise GameError(
                f"rules: the two-player game of {rules.name} is not solved here; solve it once, which takes minutes"
                f" to hours: incan-math duel --solve --rules {rules.name}, or duel(rules, solve=True)",
            )
        return Duel(rules, error, Values(rules, curves))
    return Duel(rules, error, solver.solve(rules, executor=executor, store=store, progress=progress))


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


def _equilibrium(go: Fraction, alone: Fraction, other: Fraction, home: Fraction) -> tuple[Fraction, Fraction]:
    """The chances with which each of two retires in [[go, alone], [other, home]]; pure ones where there are some.

    Among equally good ones the choice that stays is taken.
    """
    rows = min(go, alone), min(other, home)
    columns = max(go, other), max(alone, home)
    if max(rows) >= min(columns):
        return Fraction(int(rows[1] > rows[0])), Fraction(int(columns[1] < columns[0]))
    apart = go - alone + home - other
    return (go - alone) / apart, (go - other) / apart

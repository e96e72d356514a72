"""The whole game alone: the most points that one player can expect from all expeditions, exactly.

Between two expeditions only the deck matters: how many cards the hazard kinds have left, which artifacts are in it, and
where the order of claiming stands. An expedition inside a campaign is the stopping problem of one expedition with other
ends: retiring adds the value of the game that goes on, and so does a bust, with a deck that is one hazard thinner.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product
from math import comb, prod
from typing import Any

from incan_math.game.cards import Artifact
from incan_math.game.departed import Claimed, Removed, entered
from incan_math.game.editions import DEFAULT_EDITION, rules_of
from incan_math.game.errors import GameError, shown
from incan_math.game.expedition import Expedition, need_expedition
from incan_math.game.match import Game
from incan_math.game.moves import artifacts_of
from incan_math.game.rules import Rules
from incan_math.game.setup import Setup
from incan_math.game.showing import Tabular
from incan_math.numbers.rationals import decimal_text
from incan_math.odds.bust import bust_probability
from incan_math.solo.stopping import EndWorth, Stopping, need_few_layers
from incan_math.states.between import Between
from incan_math.strategies.decision import ExactDecision

__all__ = ["Campaign", "campaign", "forget_campaigns"]


_REMEMBERED = 16
_solved: dict[Rules, Campaign] = {}
"""The last campaigns, the latest last: whoever asks about one state often asks about the next."""
_MOST_STATES, _MOST_WORK = 10_000, 2_000_000
"""States between expeditions, and combinations of hazards and artifacts over them all: about two minutes."""


@dataclass(frozen=True, repr=False)
class Campaign(Tabular):
    """The optimal game of one player under `rules`.

    Attributes:
        rules: the edition or custom deck.
        values: the expected points still to come before every expedition that can be reached, by what matters then.
    """

    rules: Rules
    values: Mapping[Between, Fraction] = field(repr=False, hash=False)

    def rows(self) -> list[dict[str, Any]]:
        """A row for each situation before an expedition that can be reached.

        The columns: `expedition`, `hazards` (cards of each kind), `artifacts` in the deck, `claims`, and `points` still
        to expect.
        """
        return [
            {
                "expedition": key.expedition,
                "hazards": " ".join(map(str, key.hazards)),
                "artifacts": len(key.artifacts),
                "claims": key.claims,
                "points": value,
            }
            for key, value in sorted(self.table.items())
        ]

    @property
    def value(self) -> Fraction:
        """The expected points of the whole game."""
        return self._value_of(Game.start(1, self.rules))

    @property
    def table(self) -> Mapping[Between, Fraction]:
        """The values by all that is counted between expeditions, also where numbers of claims leave equal games."""
        games = (game for layer in _layers(self.rules, Between.unreduced) for game in layer.values())
        return {Between.unreduced(game.setup): self._value_of(game) for game in games}

    def before(
        self,
        expedition: int,
        removed: Removed | None = None,
        claimed: Claimed | None = None,
        lost: Claimed | None = None,
    ) -> Fraction:
        """The expected points still to come before an expedition, by the keywords of `Expedition.start`."""
        return self._value_before(Setup.read(1, self.rules, expedition, removed, claimed, lost))

    def decide(self, state: Expedition) -> ExactDecision:
        """Stay or retire at `state`, when the points of all expeditions count.

        The values include what the rest of the game is worth after this expedition.

        Args:
            state: a live state of one player under these rules, with its `expedition` given.

        Raises:
            GameError: the state is over, does not belong to this campaign, or has no expedition given.

        >>> from incan_math import decide
        >>> state = Expedition.parse("9 15 fire mummy", expedition=1)
        >>> decide(state).action, campaign().decide(state).action
        ('retire', 'stay')
        """
        need_expedition(state)
        if state.rules != self.rules or state.setup.players != 1:
            raise GameError(f"state: '{state}' is not a state of one player under {self.rules.name}")
        if state.setup.expedition is None:
            raise GameError("state: a campaign needs to know the expedition; give expedition=1 to the last")
        if state.is_over or not state.cards_left:
            raise GameError(f"state: at '{state}' nothing is left to decide")
        self._value_before(state.setup)  # Refuses what a solo player cannot come to.
        game = _game_of(state.setup)
        problem = _problem(state, game, self._value_of)
        stay, retire = problem.stay, problem.retire
        if not state.is_deciding:
            reason = "nobody can retire before the first card: go in"
            return ExactDecision.of(state, stay, Fraction(0), bust_probability(state), reason, objective="game")
        after = self._value_of(game.followed(None, state.artifacts, ()))
        gain = decimal_text(abs(stay - retire), 3)
        better = "as much" if stay == retire else f"{gain} points more" if stay > retire else f"{gain} points less"
        reason = (
            f"retiring takes home {retire - after} and leaves a game worth {decimal_text(after, 3)}; staying is worth"
            f" {better}"
        )
        return ExactDecision.of(state, stay, retire, bust_probability(state), reason, objective="game")

    def _value_of(self, game: Game) -> Fraction:
        return Fraction(0) if game.is_over else self._value_before(game.setup)

    def _value_before(self, setup: Setup) -> Fraction:
        known = self.values.get(Between.before(setup))
        if known is None:
            raise GameError(
                f"removed, claimed, lost: a solo player cannot come to expedition {setup.expedition} of"
                f" {self.rules.name} with {setup.removed.total} removed and {len(setup.claimed)} claimed: each"
                " expedition ends in a bust, which removes one hazard card, or in retiring with the artifacts found"
            )
        return known


def campaign(rules: str | Rules = DEFAULT_EDITION, *, progress: Callable[[int], None] | None = None) -> Campaign:
    """The exact optimum of one player over all expeditions of a game.

    V(after the last expedition) = 0, and V(before an expedition) = E[points of it + V(what it leaves)] under the best
    play, where a bust removes one card of its kind from the deck. The last campaigns are remembered
    (`forget_campaigns` clears them).

    Args:
        rules: an edition's name or a `Rules` value.
        progress: called with the number of between-expedition states solved so far.

    Raises:
        GameError: the one-step rule does not hold somewhere in the game (possible with custom artifact points only);
            or the game has too many states between expeditions, which is known before any is solved.

    >>> result = campaign("diamant-2005")
    >>> float(result.value), float(result.before(5))
    (91.8968..., 17.3398...)
    """
    known = rules_of(rules)
    if progress is not None and not callable(progress):
        raise GameError(f"progress: {shown(progress)} cannot be called; give a function of a number, or None")
    # Equal rules share the work; the answer speaks of the rules that were asked about.
    found = _solved.pop(known, None) or _solve(known, progress or (lambda number: None))
    _solved[known] = found
    while len(_solved) > _REMEMBERED:
        _solved.pop(next(iter(_solved)), None)
    return replace(found, rules=known)


def forget_campaigns() -> None:
    """Clear the cache of campaigns (the last sixteen)."""
    _solved.clear()


def _solve(rules: Rules, progress: Callable[[int], None]) -> Campaign:
    _check_work(rules)
    values: dict[Between, Fraction] = {}

    def value(game: Game) -> Fraction:
        return Fraction(0) if game.is_over else values[Between.before(game.setup)]

    for layer in reversed(list(_layers(rules))):
        for key, game in layer.items():
            start = game.begin()
            # A custom game can have an expedition without a card: it passes.
            values[key] = value(game.followed(None, (), ())) if start.is_over else _problem(start, game, value).stay
            progress(len(values))
    return Campaign(rules, values)


def _check_work(rules: Rules) -> None:
    """Refuse a game whose states between expeditions, each with its stopping problem, would take too long.

    Raises:
        GameError: a bound on their number, or on the work, is too great; nothing has been computed.
    """
    states, work = work_bound(rules)
    if work > _MOST_WORK or states > _MOST_STATES:
        raise GameError(
            f"rules: {shown(rules.expeditions)} expeditions can begin in {shown(states)} states or so, in which"
            f" {shown(work)} sets of hazards and artifacts can be out; solved are up to {_MOST_STATES:,} and"
            f" {_MOST_WORK:,}; give fewer expeditions, or fewer or more alike hazards and artifacts"
        )
    first = Game.start(1, rules).begin()
    if not first.is_over:
        need_few_layers(first)  # Before the ways in which it can end are gone through: there are as many.


def work_bound(rules: Rules) -> tuple[int, int]:
    """(a bound on the states between expeditions, a bound on the combinations of hazards and artifacts over them all).

    After b busts there are no more multisets of hazard counts than ways to share b out among the kinds that can bust,
    and no more than multisets of such counts at all. Once nothing enters and nothing can bust any more, each expedition
    is like the one before. Counting ends where it is clear that there are too many.
    """
    counts = [count for count in rules.hazards.values() if count]
    can_bust = sum(count > 1 for count in counts)
    busts = sum(count - 1 for count in counts)
    alike = Counter(counts)
    hazards = prod(comb(kinds + count - 1, kinds) for count, kinds in alike.items())
    shows = prod(kinds + 1 for kinds in alike.values())
    settled = min(rules.expeditions, max(busts, len(rules.artifacts)) + 1)
    states = work = 0
    for number in range(1, settled + 1):
        gone = min(number - 1, busts)
        here = min(hazards, comb(can_bust + gone, gone))
        decks, deepest = _artifact_bounds(rules, number)
        repeats = rules.expeditions - settled + 1 if number == settled else 1
        states += here * decks * repeats
        work += here * decks * repeats * min(2 ** len(counts), shows * 2**gone) * deepest
        if states > 2 * _MOST_STATES or work > 2 * _MOST_WORK:
            break
    return states, work


def _artifact_bounds(rules: Rules, number: int) -> tuple[int, int]:
    """(how many artifact decks and steps of claiming there can be before an expedition, places within it)."""
    there = entered(rules, number)
    leaves = rules.undrawn_artifact == "leaves"
    before = entered(rules, number - 1)
    in_deck = Counter(there) - Counter(before) if leaves else Counter(there)
    deepest = prod(copies + 1 for copies in in_deck.values())
    if rules.artifact_value == "printed":
        return (1 if leaves else prod(copies + 1 for copies in Counter(before).values())), deepest
    return (len(before) + 1) * (1 if leaves else len(before) + 1), deepest


def _layers(rules: Rules, state_of: Callable[[Setup], Between] = Between.before) -> Iterator[dict[Between, Game]]:
    """The states before each expedition that a solo player can come to, each with one game that comes to it."""
    game = Game.start(1, rules)
    layer = {state_of(game.setup): game}
    for _ in range(rules.expeditions):
        yield layer
        following: dict[Between, Game] = {}
        for game in layer.values():
            for after in _followers(game):
                if not after.is_over:
                    following.setdefault(state_of(after.setup), after)
        layer = following


def _followers(game: Game) -> Iterator[Game]:
    """The games after every end of the next expedition: retiring with some of its artifacts, or a bust on them."""
    sizes = {count: name for name, count in game.setup.hazards.items() if count > 1}
    copies = Counter(game.undrawn)
    for numbers in product(*(range(number + 1) for number in copies.values())):
        found = tuple(artifact for artifact, number in zip(copies, numbers, strict=True) for _ in range(number))
        yield game.followed(None, found, ())
        for name in sizes.values():
            yield game.followed(name, (), found)


def _problem(state: Expedition, game: Game, value: Callable[[Game], Fraction]) -> Stopping:
    """The stopping problem at `state` of the game's next expedition, where `value` says what a later game is worth."""
    kinds = {count: name for name, count in state.setup.hazards.items()}

    def found(a: int) -> tuple[Artifact, ...]:
        return artifacts_of(game.rules, problem.deck_index.found(a))

    def stop(a: int) -> Fraction:
        return problem.deck_index.points(a) + value(game.followed(None, found(a), ()))

    def bust(a: int, size: int) -> Fraction:
        return value(game.followed(kinds[size], (), found(a)))

    problem = Stopping(state, EndWorth(stop, bust))
    if not problem.is_monotone:
        raise GameError(
            f"rules: under {game.rules.name} a card can make staying look better than before, so the one-step rule"
            " does not give the optimum; artifact points that rise less steeply are covered",
        )
    return problem


def _game_of(setup: Setup) -> Game:
    """The game of one player before the expedition that `setup` describes."""
    return replace(
        Game.start(1, setup.rules),
        expedition=setup.expedition or 1,
        removed=setup.removed,
        claimed=setup.claimed,
        lost=setup.lost,
    )

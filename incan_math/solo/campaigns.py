"""The whole game alone: the most points that one player can expect from all expeditions, exactly.

Between two expeditions only the deck matters: how many cards the hazard kinds have left, which artifacts are in it, and
where the order of claiming stands. An expedition inside a campaign is the stopping problem of one expedition with other
ends: retiring adds the value of the game that goes on, and so does a bust, with a deck that is one hazard thinner.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache

from incan_math.game.cards import Artifact
from incan_math.game.departed import Claimed, Removed
from incan_math.game.editions import DEFAULT_EDITION, rules_of
from incan_math.game.errors import GameError
from incan_math.game.expedition import Expedition, need_expedition
from incan_math.game.match import Game
from incan_math.game.moves import artifacts_of
from incan_math.game.rules import Rules
from incan_math.game.setup import Setup
from incan_math.numbers.rationals import decimal_text
from incan_math.odds.bust import bust_probability
from incan_math.solo.stopping import Ending, Stopping
from incan_math.strategies.decision import Decision

__all__ = ["Before", "Campaign", "campaign", "forget_campaigns"]


@dataclass(frozen=True, order=True)
class Before:
    """What matters of the game before one expedition, for a player who plays alone.

    Attributes:
        expedition: its number, from 1.
        hazards: the cards that each kind has in the deck, falling; which kind is which does not matter.
        artifacts: points of the artifacts in the deck where they are printed, else None for each.
        claims: how many steps the order of claiming has made, where points depend on it.
    """

    expedition: int
    hazards: tuple[int, ...]
    artifacts: tuple[int | None, ...]
    claims: int

    @classmethod
    def of(cls, game: Game) -> Before:
        """The part of `game` that matters."""
        rules = game.rules
        left = (count - game.removed.get(name, 0) for name, count in rules.hazards.items())
        claims = 0
        if rules.artifact_value == "by claim":
            claims = len(game.claimed) + (len(game.lost) if rules.artifact_step == "claimed or lost" else 0)
        artifacts = tuple(artifact.points for artifact in game.undrawn)
        return cls(game.expedition, tuple(sorted(left, reverse=True)), artifacts, claims)


@dataclass(frozen=True)
class Campaign:
    """The optimal game of one player under `rules`.

    Attributes:
        rules: the edition or custom deck.
        values: the expected points still to come before every expedition that can be reached, by what matters then.
    """

    rules: Rules
    values: Mapping[Before, Fraction] = field(repr=False)

    @property
    def value(self) -> Fraction:
        """The expected points of the whole game."""
        return self.values[Before.of(Game.start(1, self.rules))]

    def before(
        self,
        expedition: int,
        removed: Removed | None = None,
        claimed: Claimed | None = None,
        lost: Claimed | None = None,
    ) -> Fraction:
        """The expected points still to come before an expedition, by the keywords of `Expedition.start`."""
        return self.values[Before.of(_game_of(Setup.read(1, self.rules, expedition, removed, claimed, lost)))]

    def decide(self, state: Expedition) -> Decision:
        """Stay or retire at `state`, when the points of all expeditions count.

        The values include what the rest of the game is worth after this expedition.

        Args:
            state: a live state of one player under these rules, with its `expedition` told.

        Raises:
            GameError: the state is over, is not one of this campaign, or does not tell its expedition.

        >>> from incan_math import decide
        >>> state = Expedition.parse("9 15 fire mummy", expedition=1)
        >>> decide(state).action, campaign().decide(state).action
        ('retire', 'stay')
        """
        need_expedition(state)
        if state.rules != self.rules or state.setup.players != 1:
            raise GameError(f"state: '{state}' is no state of one player under {self.rules.name}")
        if state.setup.expedition is None:
            raise GameError("state: a campaign needs to know the expedition; give expedition=1 to the last")
        if state.is_over or not state.cards_left:
            raise GameError(f"state: at '{state}' nothing is left to decide")
        game = _game_of(state.setup)
        problem = _problem(state, game, self._value_of)
        stay, retire = problem.stay, problem.retire
        if not state.is_deciding:
            return Decision(
                state, stay, Fraction(0), bust_probability(state), "nobody can retire before the first card"
            )
        after = self._value_of(game.followed(None, state.artifacts, ()))
        gain = decimal_text(abs(stay - retire), 3)
        better = "as much" if stay == retire else f"{gain} points more" if stay > retire else f"{gain} points less"
        reason = (
            f"retiring takes home {retire - after} and leaves a game worth {decimal_text(after, 3)}; staying is worth"
            f" {better}"
        )
        return Decision(state, stay, retire, bust_probability(state), reason)

    def _value_of(self, game: Game) -> Fraction:
        return Fraction(0) if game.is_over else self.values[Before.of(game)]


def campaign(rules: str | Rules = DEFAULT_EDITION, *, progress: Callable[[int], None] | None = None) -> Campaign:
    """The exact optimum of one player over all expeditions of a game.

    V(after the last expedition) = 0, and V(before an expedition) = E[points of it + V(what it leaves)] under the best
    play, where a bust leaves a deck with one card of its kind fewer. The last campaigns are remembered
    (`forget_campaigns` clears them).

    Args:
        rules: an edition's name or a `Rules` value.
        progress: called with the number of between-expedition states solved so far.

    Raises:
        GameError: the one-step rule does not hold somewhere in the game (possible with custom artifact points only).

    >>> result = campaign("diamant-2005")
    >>> float(result.value), float(result.before(5))
    (91.8968..., 17.3398...)
    """
    known = rules_of(rules)
    return _solved(known) if progress is None else _solve(known, progress)


def forget_campaigns() -> None:
    """Clear the sixteen campaigns that are remembered at most."""
    _solved.cache_clear()


@lru_cache(maxsize=16)
def _solved(rules: Rules) -> Campaign:
    return _solve(rules, lambda number: None)


def _solve(rules: Rules, progress: Callable[[int], None]) -> Campaign:
    values: dict[Before, Fraction] = {}

    def value(game: Game) -> Fraction:
        if game.is_over:
            return Fraction(0)
        key = Before.of(game)
        if key not in values:
            start = game.begin()
            # A custom game can have an expedition without a card: it passes.
            values[key] = value(game.followed(None, (), ())) if start.is_over else _problem(start, game, value).stay
            progress(len(values))
        return values[key]

    value(Game.start(1, rules))
    return Campaign(rules, values)


def _problem(state: Expedition, game: Game, value: Callable[[Game], Fraction]) -> Stopping:
    """The stopping problem at `state` of the game's next expedition, where `value` says what a later game is worth."""
    kinds = {count: name for name, count in state.setup.hazards.items()}

    def found(a: int) -> tuple[Artifact, ...]:
        return artifacts_of(game.rules, problem.deck_index.found(a))

    def stop(a: int) -> Fraction:
        return problem.deck_index.points(a) + value(game.followed(None, found(a), ()))

    def bust(a: int, size: int) -> Fraction:
        return value(game.followed(kinds[size], (), found(a)))

    problem = Stopping(state, Ending(stop, bust))
    if not problem.is_monotone:
        raise GameError(
            f"rules: under {game.rules.name} a card can make going on look better than before, and the one-step rule"
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

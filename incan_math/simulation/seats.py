"""Who sits at a table: strategies, bots that see the whole game, and choosers of the reference engine.

One protocol for all: what is asked may look at the public state of the expedition, and a bot marked with
`sees_table` at the tents and at who is still in, too; it answers with the probability of retiring.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from numbers import Rational
from typing import Protocol, runtime_checkable

from incan_math.engine.chooser import Choice, View
from incan_math.game.cards import Artifact, Card, Hazard, Treasure
from incan_math.game.departed import Claimed, entered
from incan_math.game.editions import DEFAULT_EDITION, rules_of
from incan_math.game.errors import GameError, shown
from incan_math.game.expedition import Expedition
from incan_math.game.match import Tent
from incan_math.game.rules import MAX_PLAYERS, Rules
from incan_math.simulation.programs import Program, program_of
from incan_math.strategies.protocol import Strategy, depends_on, name_of, need_strategy

__all__ = [
    "EngineChooser",
    "Seat",
    "Sight",
    "TableStrategy",
    "engine_chooser",
    "checked_probability",
    "expedition_of",
    "seat_of",
    "seats_of",
    "sees_table",
    "sight_of",
]


@dataclass(frozen=True, slots=True)
class Sight:
    """What one player sees: the expedition, and the game around it.

    Attributes:
        state: the public state of the expedition; `state.tokens` are the cards and retreats so far.
        seat: the place of the player who is asked, from 0.
        tents: what everybody has brought home, this expedition included, by seat.
        players_in: the seats of those still in.
        expedition: the number of the expedition, from 1.
    """

    state: Expedition
    seat: int
    tents: tuple[Tent, ...]
    players_in: tuple[int, ...]
    expedition: int

    @property
    def lead(self) -> int:
        """By how many points the own tent is ahead of the best other one; negative if it is behind."""
        others = [tent.points for seat, tent in enumerate(self.tents) if seat != self.seat]
        return self.tents[self.seat].points - max(others, default=0)


@runtime_checkable
class TableStrategy(Protocol):
    """Whatever answers a `Sight` with the probability of retiring."""

    def __call__(self, sight: Sight, /) -> Fraction | int:
        """P(retire) for what is seen."""
        ...


def sees_table(bot: Callable[[Sight], Fraction | int]) -> TableStrategy:
    """Mark a function of your own as one that is given a `Sight`, tents and all, and return it.

    >>> @sees_table
    ... def bold_when_behind(sight: Sight) -> int:
    ...     return int(sight.state.bag >= (8 if sight.lead >= 0 else 14))
    """
    bot.sees_table = True  # type: ignore[attr-defined]
    return bot


@dataclass(frozen=True, slots=True)
class EngineChooser:
    """A chooser of the reference engine as a player of simulated games; it sees what the engine would show it."""

    chooser: Choice

    def __str__(self) -> str:
        return name_of(self.chooser)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Seat:
    """One player, as the simulator asks it.

    Attributes:
        player: what sits there.
        name: what it is called.
        looks_at: what its answers depend on: `bag`, `deck`, `state`, `table` (a `Sight`) or `engine` (its `View`).
        program: the same strategy for compiled games, where there is such a program.
    """

    player: Callable[..., object]
    name: str
    looks_at: str
    program: Program | None


def checked_probability(name: str, answer: object) -> Fraction:
    """The answer of a player as an exact probability of retiring.

    Raises:
        GameError: it is not one.
    """
    if type(answer) is int and 0 <= answer <= 1:
        return Fraction(answer)
    if isinstance(answer, Rational) and 0 <= (exact := Fraction(answer)) <= 1:
        return exact
    raise GameError(
        f"strategy {name} answered {shown(answer)}; the probability of retiring is 0, 1 or an exact Fraction between"
    )


def seat_of(player: object) -> Seat:
    """A seat for a strategy, a bot that sees the table, or a chooser of the engine in `EngineChooser`.

    Raises:
        GameError: it is none of them.

    >>> from incan_math.strategies.heuristics import RetireAtGems
    >>> seat_of(RetireAtGems(9)).name
    'gems:9'
    """
    if isinstance(player, EngineChooser):
        return Seat(player.chooser, str(player), "engine", None)
    need_strategy(player)
    assert callable(player)
    if getattr(player, "sees_table", False):
        return Seat(player, name_of(player)[:80], "table", None)
    strategy: Strategy = player
    return Seat(player, name_of(strategy)[:80], depends_on(strategy), program_of(strategy))


def seats_of(players: object) -> tuple[Seat, ...]:
    """A seat for each of 1 to 8 players.

    Raises:
        GameError: they are not a sequence of 1 to 8 players.
    """
    if isinstance(players, str | bytes) or not isinstance(players, Sequence):
        raise GameError(f"strategies: {shown(players)} given; give a list with a strategy for each player")
    if not 1 <= len(players) <= MAX_PLAYERS:
        raise GameError(f"strategies: {len(players)} given; a table has 1 to {MAX_PLAYERS} players")
    return tuple(map(seat_of, players))


def engine_chooser(strategy: object, rules: str | Rules = DEFAULT_EDITION, *, seed: int = 0) -> Choice:
    """A chooser of the reference engine that plays as a strategy or a bot that sees the table.

    Args:
        strategy: what it plays; an equilibrium or another policy, too, as long as it answers the states that occur.
        rules: those of the game, or of the expedition, at which it sits.
        seed: of the generator by which it mixes.

    Raises:
        GameError: there is no such strategy; at the table, an answer that is not a probability.

    >>> from incan_math.engine import play_match
    >>> from incan_math.strategies.heuristics import RetireAtGems
    >>> match = play_match("bga-en", {"Ann": engine_chooser(RetireAtGems(8)), "Bob": lambda view: True}, seed=4)
    >>> match.over, dict(match.result().scores)["Ann"] > 0
    (True, True)
    """
    seat = seat_of(strategy)
    known = rules_of(rules)
    rng = random.Random(seed)

    def choose(view: View) -> bool:
        if seat.looks_at == "engine":
            return bool(seat.player(view))
        asked = sight_of(view, known) if seat.looks_at == "table" else expedition_of(view, known)
        chance = checked_probability(seat.name, seat.player(asked))
        return rng.randrange(chance.denominator) >= chance.numerator

    choose.__name__ = seat.name
    return choose


def expedition_of(view: View, rules: Rules) -> Expedition:
    """The public state that a player at the engine's table sees; the path to it is not remembered.

    What earlier expeditions took out of the deck follows from the cards that are there; the number of the expedition
    is part of the state.

    Raises:
        GameError: the table is not one under these rules.
    """
    table, standing = view.table, view.standing
    undrawn = Counter(card.face for card in table.undrawn)
    faces = Counter(card.face for card in table.turned_up) + undrawn
    removed = {name: count - faces[Hazard(name)] for name, count in rules.hazards.items()}
    took_before = [card for _, tent in standing.tents for card in tent.artifacts]
    took_now = sum(len(taking.artifacts) for taking in table.takings)
    claimed, lost = _departed(rules, standing.expedition, faces, took_before)
    players = len(table.bags) + len(table.takings)
    gone = {name: count for name, count in removed.items() if count}
    start = Expedition.start(players, rules, standing.expedition, gone, claimed, lost)
    leftovers = [lying.gems for lying in table.path if lying.gems]
    if rules.leftover == "pooled":
        leftovers = [sum(leftovers)] if leftovers else []
    found = Counter(table.artifacts)
    now = start.situation._replace(
        treasures=tuple(undrawn[Treasure(value)] for value in rules.values),
        hazards=tuple(undrawn[Hazard(name)] for name in rules.kinds),
        artifacts=tuple(undrawn[kind] for kind in rules.artifact_kinds),
        showing=sum(1 << kind for kind, name in enumerate(rules.kinds) if name in table.showing),
        players=len(table.bags),
        bag=view.bag,
        leftovers=tuple(sorted(leftovers)),
        found=tuple(found[kind] for kind in rules.artifact_kinds),
        worth=start.situation.worth[took_now:],
        deciding=True,
    )
    return start.seen_as(now)


def _departed(rules: Rules, expedition: int, faces: Counter[Card], took: list[Artifact]) -> tuple[Claimed, Claimed]:
    """The artifacts claimed and lost in earlier expeditions, as `Expedition.start` takes them."""
    here = [face for face, count in faces.items() for _ in range(count) if isinstance(face, Artifact)]
    everything = entered(rules, expedition)
    if rules.artifact_value == "by claim":
        return len(took), len(everything) - len(here) - len(took)
    return took, list((Counter(everything) - Counter(here) - Counter(took)).elements())


def sight_of(view: View, rules: Rules) -> Sight:
    """What a player at the engine's table sees, tents and all."""
    names = [name for name, _ in view.standing.tents] or sorted(
        [name for name, _ in view.table.bags] + [taking.name for taking in view.table.takings]
    )
    tents = dict.fromkeys(names, Tent())
    for name, tent in view.standing.tents:
        tents[name] = Tent(tent.gems, len(tent.artifacts), tent.points)
    for taking in view.table.takings:
        before = tents[taking.name]
        tents[taking.name] = Tent(
            before.gems + taking.gems, before.artifacts + len(taking.artifacts), before.points + taking.points
        )
    inside = tuple(seat for seat, name in enumerate(names) if name in view.table.players_in)
    state = expedition_of(view, rules)
    return Sight(state, names.index(view.name), tuple(tents.values()), inside, view.standing.expedition)

"""What given strategies bring their players: every card and every choice followed forward, equal nodes merged."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import wraps
from itertools import combinations_with_replacement
from math import comb, factorial, lcm
from typing import Any, Literal, ParamSpec, TypeVar, overload
from warnings import warn

from incan_math.game.editions import DEFAULT_EDITION
from incan_math.game.errors import GameError, shown
from incan_math.game.expedition import Expedition, need_live
from incan_math.game.rules import Rules
from incan_math.game.showing import Tabular
from incan_math.odds.bust import survival
from incan_math.odds.distribution import Distribution
from incan_math.response.arguments import Progress, need_limit, need_points, need_progress, need_strategies
from incan_math.response.board import LIMIT, Board, Groups, Left, Place
from incan_math.response.node_count import check_mixing
from incan_math.response.standings import Standings, need_last_expedition
from incan_math.response.win_evaluation import WinEvaluation, win_shares
from incan_math.strategies.heuristics import StayForever
from incan_math.strategies.protocol import Strategy, name_of

__all__ = ["Evaluation", "Progress", "Tournament", "WinEvaluation", "evaluate", "tournament"]

_MOST_TABLES = 10_000

Layer = dict[Place, dict[tuple[int, Left], int]]


@dataclass(frozen=True, repr=False)
class Evaluation(Tabular):
    """What each player takes home from one expedition.

    Attributes:
        points: expected points of each player, in the order of the strategies.
        distributions: of each player's points.
        bust: the probability that the expedition busts while someone is in.
    """

    points: tuple[Fraction, ...]
    distributions: tuple[Distribution, ...]
    bust: Fraction

    def rows(self) -> list[dict[str, Any]]:
        """A row for each player.

        The columns: `player` (from 1, in the order of the strategies), mean `points`, `nothing` (the probability of 0
        points) and the `median`.
        """
        return [
            {"player": seat, "points": points, "nothing": taken.probability(0), "median": taken.median}
            for seat, (points, taken) in enumerate(zip(self.points, self.distributions, strict=True), start=1)
        ]


P = ParamSpec("P")
R = TypeVar("R")


def _old_order(function: Callable[P, R]) -> Callable[P, R]:
    """Takes `evaluate(strategies, rules)` and `evaluate(strategies, state=...)` for one version more."""

    @wraps(function)
    def either(*args: P.args, **kwargs: P.kwargs) -> R:
        old = kwargs.keys() & {"rules"} or (args and not isinstance(args[0], Expedition) and _is_old(args, kwargs))
        if not old:
            return function(*args, **kwargs)
        warn(
            "evaluate takes the state first: evaluate(Expedition.start(players, rules), strategies); the old order goes"
            " in the next version",
            DeprecationWarning,
            stacklevel=2,
        )
        in_order: Callable[..., R] = _in_old_order
        return in_order(function, *args, **kwargs)

    return either


def _is_old(args: tuple[object, ...], kwargs: Mapping[str, object]) -> bool:
    """Whether strategies come first, alone or followed by an edition."""
    if not isinstance(args[0], Sequence) or isinstance(args[0], str):
        return False
    return "strategies" not in kwargs and (len(args) == 1 or isinstance(args[1], str | Rules))


def _in_old_order(
    function: Callable[..., R],
    strategies: Sequence[Strategy],
    rules: str | Rules = DEFAULT_EDITION,
    *,
    state: Expedition | None = None,
    **others: object,
) -> R:
    start = Expedition.start(len(strategies), rules) if state is None else state
    return function(start, strategies, **others)


@overload
def evaluate(
    state: Expedition,
    strategies: Sequence[Strategy],
    *,
    objective: Literal["points"] = "points",
    limit: int = LIMIT,
    progress: Progress | None = None,
) -> Evaluation: ...


@overload
def evaluate(
    state: Expedition,
    strategies: Sequence[Strategy],
    *,
    objective: Literal["win"],
    scores: Sequence[int],
    home: Sequence[int] = (),
    artifacts: Sequence[int] | None = None,
    home_artifacts: Sequence[int] | None = None,
    limit: int = LIMIT,
    progress: Progress | None = None,
) -> WinEvaluation: ...


@overload
def evaluate(
    state: Expedition,
    strategies: Sequence[Strategy],
    *,
    objective: str,
    scores: Sequence[int] | None = None,
    home: Sequence[int] = (),
    artifacts: Sequence[int] | None = None,
    home_artifacts: Sequence[int] | None = None,
    limit: int = LIMIT,
    progress: Progress | None = None,
) -> Evaluation | WinEvaluation: ...


@_old_order
def evaluate(
    state: Expedition,
    strategies: Sequence[Strategy],
    *,
    objective: str = "points",
    scores: Sequence[int] | None = None,
    home: Sequence[int] = (),
    artifacts: Sequence[int] | None = None,
    home_artifacts: Sequence[int] | None = None,
    limit: int = LIMIT,
    progress: Progress | None = None,
) -> Evaluation | WinEvaluation:
    """The exact expected points of every player, and their distributions, from one state of an expedition on.

    With `objective="win"` it is everybody's probability of winning the game in its last expedition instead, a
    `WinEvaluation`: a win shared by k players counts 1/k.

    Every card order is equally likely, all players decide at once after each card, and players who mix do so
    independently of one another.

    Args:
        state: a live state, such as `Expedition.start(players, rules)`.
        strategies: one for each player who is in.
        objective: what is counted: "points", or who is to "win" the last expedition.
        scores: to win: points banked before the expedition, in the order of the strategies.
        home: to win: final points of those who have left already.
        artifacts: to win: artifacts that each player in had before the expedition; needed where they break ties and
            some were claimed.
        home_artifacts: to win: the same for those at home.
        limit: the most nodes (deck, players in, bag, leftover) to go through.
        progress: called as the work goes on, layer by layer of cards out.

    Raises:
        GameError: the strategies do not match the players, one of them does not answer with an exact probability, the
            state is over, or there are more nodes than `limit`.

    >>> from incan_math.strategies.heuristics import RetireAfterCards, StayForever
    >>> result = evaluate(Expedition.start(1, "diamant-2005"), [RetireAfterCards(6)])
    >>> float(result.points[0])
    16.7609...
    >>> evaluate(Expedition.parse("7", players=2), [RetireAfterCards(1), StayForever()]).points[0]
    Fraction(4, 1)
    >>> tiny = Expedition.start(2, Rules((4,), {"fire": 2}))
    >>> evaluate(tiny, [RetireAfterCards(1), StayForever()], objective="win", scores=[0, 0]).win_share
    (Fraction(2, 3), Fraction(1, 3))
    """
    if objective == "win" and isinstance(objective, str):
        if scores is None:
            raise GameError("scores: give the points that each player in had banked before this expedition")
        need_live(state)
        need_last_expedition(state)
        standings = Standings.read(state, scores, home, artifacts, home_artifacts)
        return win_shares(state, need_strategies(strategies), standings, limit=limit, progress=progress)
    need_points(objective)
    if scores is not None or home or artifacts is not None or home_artifacts is not None:
        raise GameError("scores, home, artifacts: they matter only for objective='win'")
    need_limit(limit)
    need_progress(progress)
    start, strategies = state, need_strategies(strategies)
    board = Board(start, strategies)
    check_mixing(board, strategies, limit)
    total = board.cards_left(board.root)
    never_leaving = sum(1 << player for player, strategy in enumerate(strategies) if isinstance(strategy, StayForever))
    bust_is_certain = not survival(start)[total]
    takings: list[dict[int, int]] = [defaultdict(int) for _ in strategies]
    busts = 0
    tosses = 1  # All weights are over N! * tosses: a common denominator of the probabilities mixed with so far.

    def settle(inside: int, points: int, weight: int) -> None:
        for player, taken in enumerate(takings):
            if inside >> player & 1:
                taken[points] += weight

    def decide(before: Layer, scale: int) -> Layer:
        """The layer after the choices there; whoever leaves is paid, with the weight over N! * tosses."""
        nonlocal busts, tosses
        choices: list[Groups] = []
        for place, holds in before.items():
            if board.is_settled_by_place:
                choices += [board.groups((*place, *next(iter(holds))))] * len(holds)
            else:
                choices += [board.groups((*place, *hold)) for hold in holds]
        different = {id(groups): groups for groups in choices}
        common = lcm(*(p.denominator for groups in different.values() for p, _ in groups))
        whole = {
            key: [(p.numerator * (common // p.denominator), group) for p, group in groups]
            for key, groups in different.items()
        }
        if common > 1:
            tosses *= common
            busts *= common
            for taken in takings:
                for points in taken:
                    taken[points] *= common
        after: Layer = defaultdict(lambda: defaultdict(int))
        paid: dict[tuple[int, int], int] = defaultdict(int)
        place_of_choice = iter(choices)
        for place, holds in before.items():
            leaving: dict[int, tuple[int, int, dict[tuple[int, Left], int] | None]] = {}
            for hold, weight in holds.items():
                for factor, group in whole[id(next(place_of_choice))]:
                    if not group:
                        after[place][hold] += weight * factor
                        continue
                    known = leaving.get(group)
                    if known is None:
                        known = leaving[group] = _leaving(board, place, group, after)
                    retiring, extra, there = known
                    bag, left = hold
                    rest: Left
                    if isinstance(left, int):
                        each, rest = divmod(left, retiring)
                    else:
                        each, rest = board.split(left, retiring)
                    paid[group, bag + each + extra] += weight * factor
                    if there is not None:
                        there[bag, rest] += weight * factor
        for (group, points), weight in paid.items():
            settle(group, points, weight * scale)
        return after

    # A weight after k cards counts orders of those k cards; times (N - k)! it is a weight over N!.
    layer: Layer = {board.root[:4]: {board.root[4:]: 1}}
    if start.is_deciding and total:
        layer = decide(layer, factorial(total))
    nodes = 0
    for out in range(total + 1):
        here = sum(map(len, layer.values()))
        nodes += here
        board.check_size(nodes, limit, out)
        if progress:
            progress(out, total, here)
        following: Layer = defaultdict(lambda: defaultdict(int))
        for place, holds in layer.items():
            inside = place[3]
            if out == total:  # The deck is empty: all who are in retire together.
                for hold, weight in holds.items():
                    settle(inside, board.points((*place, *hold), inside.bit_count()), weight)
                continue
            doomed = bust_is_certain and not inside & ~never_leaving
            deadly = total - out if doomed else board.deck_index.deadly(place[1])
            lost = sum(holds.values()) * deadly * factorial(total - out - 1)
            if lost:
                busts += lost
                settle(inside, 0, lost)
            if doomed:  # Whoever is in never leaves, and the bust comes before the deck runs out.
                continue
            for copies, then, share, rest in board.moves(place):
                there = following[then]
                for (bag, left), weight in holds.items():
                    there[bag + share, board.laid(left, rest) if rest else left] += weight * copies
        board.check_size(nodes + sum(map(len, following.values())), limit, out + 1)
        layer = decide(following, factorial(total - out - 1)) if out + 1 < total else following
    distributions = tuple(map(Distribution.from_weights, takings))
    return Evaluation(tuple(d.mean for d in distributions), distributions, Fraction(busts, factorial(total) * tosses))


def _leaving(
    board: Board, place: Place, group: int, after: Layer
) -> tuple[int, int, dict[tuple[int, Left], int] | None]:
    """(how many leave, points of artifacts for each, where the others go on; None if nobody is left)."""
    t, h, a, inside = place
    retiring = group.bit_count()
    alone = retiring == 1
    there = None if group == inside else after[t, h, board.deck_index.taken(a) if alone else a, inside & ~group]
    return retiring, board.artifact_points(a) if alone else 0, there


@dataclass(frozen=True, repr=False)
class Tournament(Tabular):
    """The exact expected points of every strategy at every table.

    Attributes:
        strategies: those that take part.
        tables: which of them sit at each table (by place in `strategies`, rising), and their expected points.
    """

    strategies: tuple[Strategy, ...]
    tables: Mapping[tuple[int, ...], tuple[Fraction, ...]] = field(hash=False)

    def points(self, place: int, *others: int) -> Fraction:
        """The expected points of the strategy at `place` at the table with those at the places `others`."""
        table = (place, *others)
        if all(type(seat) is int for seat in table):
            table = tuple(sorted(table))
        if table not in self.tables:
            raise GameError(f"places: {shown(table)} is not a table of this tournament")
        return self.tables[table][table.index(place)]

    def rows(self) -> list[dict[str, Any]]:
        """A row for each strategy at each table: the `strategy`, its mean `points`, and the `others` at the table."""
        return [
            {
                "strategy": name_of(self.strategies[place]),
                "others": ", ".join(name_of(self.strategies[each]) for each in (*table[:seat], *table[seat + 1 :])),
                "points": points[seat],
            }
            for table, points in self.tables.items()
            for seat, place in enumerate(table)
            if place not in table[:seat]
        ]

    @property
    def matrix(self) -> tuple[tuple[Fraction, ...], ...]:
        """Row i, column j: the points of strategy i at a table where all others play strategy j."""
        size, players = len(self.strategies), len(next(iter(self.tables)))
        return tuple(tuple(self.points(i, *[j] * (players - 1)) for j in range(size)) for i in range(size))


def tournament(
    strategies: Iterable[Strategy],
    rules: str | Rules = DEFAULT_EDITION,
    *,
    players: int = 2,
    objective: str = "points",
    limit: int = LIMIT,
    progress: Progress | None = None,
) -> Tournament:
    """The exact expected points of every pairing, or of every table of `players`, in the first expedition.

    Args:
        strategies: those that take part; each may meet itself.
        rules: an edition's name or a `Rules` value.
        players: how many sit at a table.
        objective: what is counted: "points".
        limit: the most nodes (deck, players in, bag, leftover) to go through at one table.
        progress: called as the work goes on, table by table and layer by layer of cards out.

    Raises:
        GameError: there is no strategy, too many tables, or a table is refused by `evaluate`.

    >>> from incan_math.strategies.heuristics import RetireAtGems, RetireAtHazards
    >>> small = Rules(treasures=(3, 5, 7), hazards={"fire": 2, "snakes": 2})
    >>> result = tournament([RetireAtGems(2), RetireAtHazards(1)], small)
    >>> [[str(points) for points in row] for row in result.matrix]
    [['461/210', '769/210'], ['23/14', '47/35']]
    """
    need_points(objective)
    need_limit(limit)
    need_progress(progress)
    known = tuple(need_strategies(list(strategies) if isinstance(strategies, Iterable) else strategies))
    if not known:
        raise GameError("strategies: none given; a tournament needs one or more")
    start = Expedition.start(players, rules)
    number = comb(len(known) + players - 1, players)
    if number > _MOST_TABLES:
        raise GameError(
            f"strategies: {len(known):,} at tables of {players} make {number:,} tables, more than {_MOST_TABLES:,};"
            " give fewer strategies or smaller tables"
        )
    for strategy in known:  # The tables with the most nodes, before hours go into the others.
        check_mixing(Board(start, [strategy] * players), [strategy] * players, limit)
    tables = {}
    for table in combinations_with_replacement(range(len(known)), players):
        result = evaluate(start, [known[place] for place in table], limit=limit, progress=progress)
        tables[table] = result.points
    return Tournament(known, tables)

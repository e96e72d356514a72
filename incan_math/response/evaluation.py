"""What given strategies bring their players: every card and every choice followed forward, equal nodes merged."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial, lcm

from incan_math.game.editions import DEFAULT_EDITION
from incan_math.game.errors import GameError
from incan_math.game.expedition import Expedition
from incan_math.game.rules import Rules
from incan_math.odds.bust import survival
from incan_math.odds.distribution import Distribution
from incan_math.response.board import LIMIT, Board, Left, Place
from incan_math.strategies.heuristics import StayForever
from incan_math.strategies.protocol import Strategy

__all__ = ["Evaluation", "Progress", "Tournament", "evaluate", "tournament"]

Progress = Callable[[int, int, int], None]
"""Called with (cards out, cards in the deck, nodes of this layer) as a solver goes from layer to layer."""

Layer = dict[Place, dict[tuple[int, Left], int]]


@dataclass(frozen=True)
class Evaluation:
    """What each player takes home from one expedition.

    Attributes:
        points: expected points of each player, in the order of the strategies.
        distributions: of each player's points.
        bust: the chance that the expedition busts while someone is in.
    """

    points: tuple[Fraction, ...]
    distributions: tuple[Distribution, ...]
    bust: Fraction


def evaluate(
    strategies: Sequence[Strategy],
    rules: str | Rules = DEFAULT_EDITION,
    *,
    state: Expedition | None = None,
    limit: int = LIMIT,
    progress: Progress | None = None,
) -> Evaluation:
    """The exact expected points of every player, and their distributions, over one expedition.

    Every card order is equally likely, all players decide at once after each card, and each player's coins are their
    own. The first expedition under `rules` is played from its start, unless `state` gives another position.

    Args:
        strategies: one for each player who is in.
        rules: an edition's name or a `Rules` value.
        state: where to start instead; `rules` is not used then. A live state with as many players in as there are
            strategies.
        limit: the most nodes (deck, players in, bag, leftover) to go through.
        progress: called as the work goes on, layer by layer of cards out.

    Raises:
        GameError: the strategies do not match the players, one of them answers with no exact chance, the state is
            over, or there are more nodes than `limit`.

    >>> from incan_math.strategies.heuristics import RetireAfterCards, StayForever
    >>> result = evaluate([RetireAfterCards(6)], "diamant-2005")
    >>> float(result.points[0])
    16.7609...
    >>> evaluate([RetireAfterCards(1), StayForever()], state=Expedition.parse("7", players=2)).points[0]
    Fraction(4, 1)
    """
    if not isinstance(strategies, Sequence) or isinstance(strategies, str):
        raise GameError(f"strategies: {strategies!r} given; give a list with a strategy for each player")
    start = Expedition.start(len(strategies), rules) if state is None else state
    board = Board(start, strategies)
    total = board.cards_left(board.root)
    never_leaving = sum(1 << player for player, strategy in enumerate(strategies) if isinstance(strategy, StayForever))
    bust_is_certain = not survival(start)[total]
    takings: list[dict[int, int]] = [defaultdict(int) for _ in strategies]
    busts = 0
    tosses = 1  # All weights are over N! * tosses: a common denominator of the coins tossed so far.

    def settle(inside: int, points: int, weight: int) -> None:
        for player, taken in enumerate(takings):
            if inside >> player & 1:
                taken[points] += weight

    def decide(before: Layer, scale: int) -> Layer:
        """The layer after the choices there; whoever leaves is paid, with the weight over N! * tosses."""
        nonlocal busts, tosses
        choices = {
            (*place, bag, left): board.groups((*place, bag, left))
            for place, holds in before.items()
            for bag, left in holds
        }
        coins = lcm(*(chance.denominator for groups in choices.values() for chance, _ in groups))
        if coins > 1:
            tosses *= coins
            busts *= coins
            for taken in takings:
                for points in taken:
                    taken[points] *= coins
        after: Layer = defaultdict(lambda: defaultdict(int))
        for place, holds in before.items():
            for (bag, left), weight in holds.items():
                node = (*place, bag, left)
                for chance, group in choices[node]:
                    here = weight * chance.numerator * (coins // chance.denominator)
                    if not group:
                        after[place][bag, left] += here
                        continue
                    settle(group, board.points(node, group.bit_count()), here * scale)
                    if group != place[3]:
                        then = board.after_leaving(node, group)
                        after[then[:4]][then[4:]] += here
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


@dataclass(frozen=True)
class Tournament:
    """The exact expected points of every strategy at every table.

    Attributes:
        strategies: those that take part.
        tables: which of them sit at each table (by place in `strategies`, rising), and their expected points.
    """

    strategies: tuple[Strategy, ...]
    tables: dict[tuple[int, ...], tuple[Fraction, ...]]

    def points(self, place: int, *others: int) -> Fraction:
        """The expected points of the strategy at `place` at the table with those at the places `others`."""
        table = tuple(sorted((place, *others)))
        if table not in self.tables:
            raise GameError(f"places: {table} is no table of this tournament")
        return self.tables[table][table.index(place)]

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
    progress: Progress | None = None,
) -> Tournament:
    """The exact expected points of every pairing, or of every table of `players`, seats and repetitions included.

    Args:
        strategies: those that take part; each may meet itself.
        rules: an edition's name or a `Rules` value; the first expedition is played.
        players: how many sit at a table.
        progress: called as the work goes on.

    >>> from incan_math.strategies.heuristics import RetireAtGems, RetireAtHazards
    >>> small = Rules(treasures=(3, 5, 7), hazards={"fire": 2, "snakes": 2})
    >>> result = tournament([RetireAtGems(2), RetireAtHazards(1)], small)
    >>> [[str(points) for points in row] for row in result.matrix]
    [['461/210', '769/210'], ['23/14', '47/35']]
    """
    known = tuple(strategies)
    if type(players) is not int or players < 1:
        raise GameError(f"players: {players!r} given; a table has 1 or more")
    if not known:
        raise GameError("strategies: none given; a tournament needs one or more")
    tables = {}
    for table in combinations_with_replacement(range(len(known)), players):
        result = evaluate([known[place] for place in table], rules, progress=progress)
        tables[table] = result.points
    return Tournament(known, tables)

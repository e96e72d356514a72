"""The best play for the win share in the last expedition, against strategies that are known.

What matters is the table (deck, players in, bag, leftover) and the best of those at home; every share is a whole number
of 840ths, since a win is shared by at most 8 players. With r cards left and m decisions to come a share is held as
840 * r! * coins**m times itself, where `coins` is a common denominator of the opponents' mixing: whole numbers until
the last step. Tables are found layer by layer of cards out, then valued from the last layer back.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import factorial, lcm

from incan_math.game.expedition import Expedition
from incan_math.game.rules import MAX_PLAYERS
from incan_math.numbers.rationals import decimal_text
from incan_math.odds.bust import bust_probability
from incan_math.response.arguments import Progress, need_limit, need_opponents, need_progress
from incan_math.response.board import LIMIT, Board, TableNode
from incan_math.response.standings import Home, Standings
from incan_math.strategies.decision import ExactDecision, Payoffs
from incan_math.strategies.protocol import Strategy

__all__ = ["WHOLE", "best_win_response", "home_after"]

WHOLE = lcm(*range(1, MAX_PLAYERS + 1))
"""A whole win, in the units in which shares are counted."""
_ASKER = 1  # The player who decides is number 0 at the board: bit 1.

Spot = tuple[TableNode, Home]
After = int | Spot
"""What a choice leads to: a share that is settled, in units of 1/WHOLE, or a spot before the next card."""
Choice = tuple[Fraction | int, After]


def best_win_response(
    state: Expedition,
    opponents: Sequence[Strategy] | Strategy,
    standings: Standings,
    *,
    limit: int = LIMIT,
    progress: Progress | None = None,
) -> ExactDecision:
    """The exact optimum of one player who plays to win the last expedition against known strategies.

    The value is P(win), a win shared by k players counting 1/k; see `decide` with `objective="win"`.

    Args:
        state: a live state of the last expedition; the asker is in.
        opponents: the strategies of the others who are in, or one that all of them follow.
        standings: what everybody has banked.
        limit: the most spots to hold.
        progress: called layer by layer of cards out.

    Raises:
        GameError: the opponents do not match the players in, or there are more spots than `limit`.

    >>> from incan_math.game.rules import Rules
    >>> from incan_math.strategies.heuristics import RetireAtGems
    >>> small = Expedition.start(2, Rules((3, 5, 7, 9), {"fire": 2, "snakes": 2}, ()))
    >>> best_win_response(small, RetireAtGems(5), Standings.read(small, [0, 0])).value
    Fraction(697, 1260)
    """
    need_limit(limit)
    need_progress(progress)
    board = Board(state, [None, *need_opponents(opponents, state.players - 1)])
    stay, retire, outcomes = _WinInduction(board, standings, limit, progress).solve()
    gain = stay - retire
    if not state.is_deciding:
        reason = f"nobody can retire now: going on wins with probability {decimal_text(stay, 4)}"
    elif not state.cards_left:
        reason = "the deck is empty: all who are in retire together"
    elif gain == 0:
        reason = "staying and retiring win equally often"
    else:
        better, worse = ("staying", "retiring") if gain > 0 else ("retiring", "staying")
        reason = f"{better} wins {decimal_text(100 * abs(gain), 2)} percentage points more often than {worse}"
    bust = bust_probability(state)
    return ExactDecision.of(state, stay, retire, bust, reason, objective="win", outcomes=outcomes)


def home_after(board: Board, standings: Standings, node: TableNode, group: int, home: Home) -> Home:
    """The best of those at home once the players of `group` (bits) left together."""
    retiring = group.bit_count()
    found = sum(board.deck_index.found(node[2])) if retiring == 1 else 0
    return standings.joined(home, group, standings.gained(board.points(node, retiring), found))


class _WinInduction:
    def __init__(self, board: Board, standings: Standings, limit: int, progress: Progress | None) -> None:
        self.board = board
        self.standings = standings
        self.limit = limit
        self.progress = progress
        self.total = board.cards_left(board.root)
        self.layers: list[list[Spot]] = []
        self.decisions: list[dict[Spot, tuple[list[Choice], list[Choice]]]] = [{}]
        self.coins = 1
        self._ceilings: dict[tuple[int, int], int] = {}

    def solve(self) -> tuple[Fraction, Fraction, tuple[Payoffs[Fraction, Fraction], ...]]:
        """The shares of staying and of retiring at the root, and both by how many others retire there."""
        root = (self.board.root, self.standings.seen(self.standings.home, self.board.root[3]))
        deciding = self.board.state.is_deciding
        if deciding and not self.total:
            joint = Fraction(self._all_leave(root), WHOLE)
            return joint, joint, ()
        first: list[Choice] = [(1, root)]
        retiring: list[Choice] = []
        if deciding:
            first, retiring = self._choices(root)
        self._find([after for _, after in (*first, *retiring) if not isinstance(after, int)])
        values = self._value(first, retiring)
        scale = WHOLE * self._scale(0)

        def share(choices: list[Choice]) -> Fraction:
            return sum(
                (chance * Fraction(self._worth(after, values, 0), scale) for chance, after in choices), Fraction()
            )

        return share(first), share(retiring), self._outcomes(root, first, retiring, share) if deciding else ()

    def _outcomes(
        self, root: Spot, staying: list[Choice], retiring: list[Choice], share: Callable[[list[Choice]], Fraction]
    ) -> tuple[Payoffs[Fraction, Fraction], ...]:
        by_number: dict[int, tuple[list[Choice], list[Choice]]] = {}
        for (_, group), stays, leaves in zip(self.board.groups(root[0]), staying, retiring, strict=True):
            both = by_number.setdefault(group.bit_count(), ([], []))
            both[0].append(stays)
            both[1].append(leaves)
        found = []
        for others, both in sorted(by_number.items()):
            weight = sum((Fraction(chance) for chance, _ in both[0]), Fraction())
            found.append(Payoffs(others, weight, share(both[0]) / weight, share(both[1]) / weight))
        return tuple(found)

    def _scale(self, out: int) -> int:
        """The scale r! * coins**m before the card that follows `out` cards; no decision comes with the last card."""
        power: int = self.coins ** max(self.total - out - 1, 0)
        return factorial(self.total - out) * power

    def _after(self, spot: Spot, group: int) -> After:
        """The spot after the players of these bits left together, or the share where it is settled."""
        node, home = spot
        if group:
            home = home_after(self.board, self.standings, node, group, home)
            if group == node[3]:
                return self._settled(home)
            node = self.board.after_leaving(node, group)
        return self._reduced(node, home)

    def _reduced(self, node: TableNode, home: Home) -> After:
        """The least that the asker's share depends on."""
        t, h, a, inside, _, left = node
        best, holders = home
        if not inside & _ASKER:
            if not holders & _ASKER:
                return 0
            if best > self._ceiling(
                node, max(self.standings.base[p] for p in range(inside.bit_length()) if inside >> p & 1)
            ):
                return self._settled(home)
            return node, (best, holders)
        if best > self._ceiling(node, self.standings.base[0]):
            return 0
        if inside == _ASKER:
            none: int | tuple[int, ...] = 0 if isinstance(left, int) else ()
            node = t, h, a, inside, self.board.gems_alone(node), none
        return node, self.standings.seen(home, inside)

    def _ceiling(self, node: TableNode, base: int) -> int:
        """A rank that nobody with this base can exceed."""
        key = node[0], node[2]
        most = self._ceilings.get(key)
        if most is None:
            deck_index = self.board.deck_index
            now = deck_index.situation(*node[:3], 1, 0, ())
            cards = sum(now.artifacts) + sum(now.found)
            if now.worth:
                points = sum(p + gems for p, gems in now.worth)
            else:
                kinds = zip(self.board.state.rules.artifact_kinds, now.artifacts, now.found, strict=True)
                points = sum((kind.points or 0) * (left + here) for kind, left, here in kinds)
            most = self._ceilings[key] = self.standings.gained(deck_index.gems(node[0]) + points, cards)
        return base + most + self.standings.gained(self.board.gems_alone(node), 0)

    def _settled(self, home: Home) -> int:
        return WHOLE // home[1].bit_count() if home[1] & _ASKER else 0

    def _bust(self, spot: Spot) -> int:
        """The share when the next card busts."""
        node, home = spot
        return self._settled(self.standings.joined(home, node[3], 0))

    def _all_leave(self, spot: Spot) -> int:
        """The share when the deck is empty: all who are in retire together."""
        after = self._after(spot, spot[0][3])
        assert isinstance(after, int)
        return after

    def _choices(self, spot: Spot) -> tuple[list[Choice], list[Choice]]:
        """(what follows when the asker stays, what follows on retiring): the second is empty once the asker is home."""
        groups = self.board.groups(spot[0])
        staying = [(chance, self._after(spot, group)) for chance, group in groups]
        if not spot[0][3] & _ASKER:
            return staying, []
        return staying, [(chance, self._after(spot, group | _ASKER)) for chance, group in groups]

    def _find(self, first: list[Spot]) -> None:
        layer = dict.fromkeys(first)
        spots = 0
        for out in range(self.total + 1):
            self.layers.append(list(layer))
            spots += len(layer)
            self.board.check_size(spots, self.limit, out)
            if self.progress:
                self.progress(out, self.total, len(layer))
            if out == self.total:
                break
            met = dict.fromkeys((then, home) for node, home in layer for _, then in self.board.draws(node))
            self.board.check_size(spots + len(met), self.limit, out + 1)
            choices: dict[Spot, tuple[list[Choice], list[Choice]]] = {}
            if out + 1 < self.total:
                layer = {}
                for spot in met:
                    staying, retiring = self._choices(spot)
                    if retiring and all(after == WHOLE for _, after in retiring):
                        staying = []  # A win that is certain is not put at risk.
                    choices[spot] = staying, retiring
                    layer.update(
                        dict.fromkeys(after for _, after in (*staying, *retiring) if not isinstance(after, int))
                    )
            else:
                layer = met
            self.decisions.append(choices)

    def _worth(self, after: After, values: dict[Spot, int], out: int) -> int:
        return after * self._scale(out) if isinstance(after, int) else values[after]

    def _value(self, first: list[Choice], retiring: list[Choice]) -> dict[Spot, int]:
        """The scaled share of each spot of the first layer."""
        every = (choice for layer in self.decisions for pair in layer.values() for part in pair for choice in part)
        self.coins = lcm(*{chance.denominator for chance, _ in every})
        values = {spot: self._all_leave(spot) for spot in self.layers[-1]}
        for out in range(self.total - 1, -1, -1):
            best = values
            if out + 1 < self.total:
                best = {
                    spot: max(self._mean(part, values, out + 1) for part in pair if part)
                    for spot, pair in self.decisions[out + 1].items()
                }
            lost = self._scale(out) // (self.total - out)
            values = {}
            for spot in self.layers[out]:
                node, home = spot
                bust = self.board.deck_index.deadly(node[1]) * self._bust(spot) * lost
                values[spot] = bust + sum(copies * best[then, home] for copies, then in self.board.draws(node))
        return values

    def _mean(self, choices: list[Choice], values: dict[Spot, int], out: int) -> int:
        return sum(
            chance.numerator * (self.coins // chance.denominator) * self._worth(after, values, out)
            for chance, after in choices
        )

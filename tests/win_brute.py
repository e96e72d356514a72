"""Win shares in the last expedition by brute force: the reference engine's game tree, in fractions."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from decision_brute import Key, Spot
from hypothesis import strategies as st

from incan_math import Expedition, Rules, Strategy
from incan_math.response.standings import Standings

SMALL = Rules((3, 5, 7, 9), {"fire": 2, "snakes": 2}, ())


class Tree:
    """Every card and every choice, what each player ends with, and who shares the win; the engine does the rest."""

    def __init__(
        self,
        root: Spot,
        strategies: Sequence[Strategy | None],
        scores: Sequence[tuple[int, int]],
        home: Sequence[tuple[int, int]],
    ) -> None:
        self.names = list(root.table.bags)
        self.asked = {name: one for name, one in zip(self.names, strategies, strict=True) if one is not None}
        self.scores = dict(zip(self.names, scores, strict=True))
        self.home = home
        self.by_artifacts = root.scenario.rules.tie == "most artifacts"
        self.known: dict[tuple[Key, object], tuple[Fraction, ...]] = {}

    def final(self, spot: Spot) -> tuple[Fraction, ...]:
        brought = dict.fromkeys(self.names, 0)
        for taking in spot.table.snapshot().takings:
            if taking.name in brought:
                brought[taking.name] = len(taking.artifacts)
        ends = [
            (self.scores[name][0] + spot.table.points[name], self.scores[name][1] + brought[name])
            for name in self.names
        ]
        everybody = [*ends, *self.home]
        ranks = [end if self.by_artifacts else end[:1] for end in everybody]
        winners = ranks.count(max(ranks))
        return tuple(Fraction(rank == max(ranks), winners) for rank in ranks[: len(ends)])

    def mean(self, weighted: list[tuple[Fraction, Spot]]) -> tuple[Fraction, ...]:
        shares = [(chance, self.shares(after)) for chance, after in weighted]
        return tuple(sum((chance * share[i] for chance, share in shares), Fraction()) for i in range(len(self.names)))

    def stay(self, spot: Spot) -> tuple[Fraction, ...]:
        if not spot.table.awaits_choices:
            return self.mean(list(spot.cards()))
        return self.mean([(c, spot.leave(names)) for c, names in spot.splits(self.asked)])

    def retire(self, spot: Spot) -> tuple[Fraction, ...]:
        asker = self.names[0]
        return self.mean([(c, spot.leave((asker, *names))) for c, names in spot.splits(self.asked)])

    def shares(self, spot: Spot) -> tuple[Fraction, ...]:
        if spot.table.ended:
            return self.final(spot)
        takings = tuple((taking.name, taking.points, len(taking.artifacts)) for taking in spot.table.snapshot().takings)
        key = spot.key, takings
        if key not in self.known:
            found = self.stay(spot)
            if spot.table.awaits_choices and self.names[0] in spot.table.bags and self.names[0] not in self.asked:
                found = max(found, self.retire(spot), key=lambda share: share[0])
            self.known[key] = found
        return self.known[key]


tallies = st.tuples(st.integers(0, 9), st.integers(0, 2))


def standings_of(scores: Sequence[tuple[int, int]], home: Sequence[tuple[int, int]], by_artifacts: bool) -> Standings:
    one = Expedition.start(len(scores), Rules((1,), {}, (5,) * 40, tie="most artifacts" if by_artifacts else "shared"))
    return Standings.read(
        one, [s for s, _ in scores], [s for s, _ in home], [a for _, a in scores], [a for _, a in home]
    )

"""The numbers that the plots draw, of editions and positions; whatever is equal goes under one label."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, TypeVar

from incan_math.advice.policies import take_home
from incan_math.game.editions import label_of, rules_of
from incan_math.game.errors import GameError
from incan_math.game.expedition import Expedition
from incan_math.game.rules import Rules
from incan_math.numbers.enclosure import Enclosure
from incan_math.odds.bust import bust_probability
from incan_math.odds.distribution import Distribution
from incan_math.solo.boundary import stopping_threshold

if TYPE_CHECKING:
    from incan_math.duels.whole_game import Duel
    from incan_math.equilibria.result import Equilibrium

__all__ = ["WIN_NOTE", "boundaries", "bust_curves", "retire_cells", "take_homes", "win_curves"]

WIN_NOTE = "all hazards in the deck, no artifact claimed; a draw counts 1/2"
"""What the curves of `win_curves` hold for."""

Numbers = TypeVar("Numbers", bound=Mapping[int, Fraction] | Distribution)


def bust_curves(editions: Iterable[str | Rules], draws: int = 15) -> dict[str, dict[int, Fraction]]:
    """{rules: {cards: P(bust within so many)}} for fresh decks of the first expedition.

    >>> for rules, curve in bust_curves(["bga-en", "diamant-2016", "diamant-2005"], draws=2).items():
    ...     print(rules, *curve.values())
    bga-en, diamant-2005 0 0 1/29
    diamant-2016 0 0 3/119
    """
    starts = [Expedition.start(rules=rules) for rules in editions]
    return _merged(
        (label_of(start.rules), {k: bust_probability(start, k) for k in range(draws + 1)}) for start in starts
    )


def boundaries(editions: Iterable[str | Rules], players: int = 1) -> dict[str, dict[int, Fraction]]:
    """{rules: {hazard kinds showing: take-home from which to retire}} with full decks, before any artifact is found.

    Args:
        editions: the rules; each with hazard kinds of equally many cards.
        players: how many are in, all but one of whom never leave.

    Raises:
        GameError: kinds differ in size, or the look-ahead theorem does not hold.

    >>> boundaries(["bga-en", "bga-pt"])["bga-en, bga-pt"][3]
    Fraction(16, 1)
    """
    found = []
    for rules in map(rules_of, editions):
        if len(set(rules.hazards.values())) != 1:
            raise GameError(f"editions: {rules.name} has no kinds, or kinds of unequal size; there is no one boundary")
        places = range(1, len(rules.kinds) + 1)
        paths = {showing: " ".join(rules.kinds[:showing]) for showing in places}
        line = {k: stopping_threshold(Expedition.parse(path, players, rules)) for k, path in paths.items()}
        found.append((label_of(rules), line))
    return _merged(found)


def take_homes(editions: Iterable[str | Rules], players: int = 1) -> dict[str, Distribution]:
    """{rules: the points that the best play takes home from the first expedition}, others never leaving.

    Raises:
        GameError: the look-ahead theorem does not hold.

    >>> take_homes(["bga-en"])["bga-en"].mean
    Fraction(3134144863, 200300100)
    """
    starts = [Expedition.start(players, rules) for rules in editions]
    return _merged((label_of(start.rules), take_home(start)) for start in starts)


def retire_cells(result: Equilibrium, most: int | None = None) -> dict[tuple[int, int], Fraction]:
    """{(hazard kinds showing, bag): mean probability with which each retires}, all who are in at the start still in.

    The mean is that of `Equilibrium.retire_profile`: over the orders of the cards, were nobody to leave before.

    Args:
        result: an equilibrium.
        most: the greatest bag that is asked for; None for all.

    >>> from incan_math import equilibrium
    >>> small = Rules(treasures=(3, 5, 7), hazards={"fire": 2, "snakes": 2})
    >>> cells = retire_cells(equilibrium(Expedition.start(2, small)), most=3)
    >>> [(cell, f"{float(probability):.4f}") for cell, probability in cells.items()][-2:]
    [((1, 3), '0.5110'), ((2, 3), '0.8571')]
    """
    profile = result.retire_profile()
    return {
        (showing, bag): retiring.mean for (bag, showing), retiring in profile.items() if most is None or bag <= most
    }


def win_curves(game: Duel, most: int = 60) -> dict[str, dict[int, Enclosure]]:
    """{before which expedition: {lead: probability of winning}}, for leads up to `most` either way
    that can occur.

    All hazards are in the deck, and no artifact is claimed.

    >>> from incan_math import duel
    >>> curves = win_curves(duel("bga-en"), most=5)
    >>> list(curves), float(curves["expedition 2"][0])
    (['expedition 5', 'expedition 4', 'expedition 3', 'expedition 2'], 0.5)
    """
    return {f"expedition {number}": _possible(game, number, most) for number in range(game.rules.expeditions, 1, -1)}


def _possible(game: Duel, number: int, most: int) -> dict[int, Enclosure]:
    """The probability of winning by lead, as far as so many points can have been won before the expedition."""
    known: dict[int, Enclosure] = {}
    for lead in range(most + 1):
        try:
            known |= {sign * lead: game.win_probability(sign * lead, number) for sign in (-1, 1)}
        except GameError:
            if not lead:
                raise
            break
    return dict(sorted(known.items()))


def _merged(found: Iterable[tuple[str, Numbers]]) -> dict[str, Numbers]:
    """Each label with its numbers; labels with equal numbers are joined, in the place of the first."""
    joined: list[tuple[str, Numbers]] = []
    for label, numbers in found:
        for place, (known, others) in enumerate(joined):
            if others == numbers:
                joined[place] = f"{known}, {label}", others
                break
        else:
            joined.append((label, numbers))
    return dict(joined)

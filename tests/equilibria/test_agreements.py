"""Conventions and cooperation, against recursion over the moves of `Expedition` in fractions."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import decks

from incan_math import Expedition, GameError, Rules, decide, equilibrium
from incan_math.equilibria.agreements import convention, most_together

SMALL = Rules(treasures=(3, 5, 7), hazards={"fire": 2, "snakes": 2})


def together(state: Expedition) -> Fraction:
    """The most that all who are in take home together, from before a card on."""
    if not state.cards_left:
        return Fraction(state.players * state.payout(state.players).points)
    return sum(
        (copies * (0 if after.is_bust else decided(after)) for _, copies, after in state.draws()), Fraction(0)
    ) / Fraction(state.cards_left)


def decided(state: Expedition) -> Fraction:
    """The same right after a card."""
    if not state.cards_left:
        return together(state)
    found = [together(state)]
    for k in range(1, state.players + 1):
        paid = k * state.payout(k).points
        found.append(paid + (together(state.retire(k)[1]) if k < state.players else Fraction(0)))
    return max(found)


def agreed(state: Expedition) -> tuple[Fraction, Fraction]:
    """What the first and the second of two take home, from before a card on."""
    if not state.cards_left:
        return (Fraction(state.payout(2).points),) * 2
    totals = [Fraction(0), Fraction(0)]
    for _, copies, after in state.draws():
        if not after.is_bust:
            for player, value in enumerate(settled(after)):
                totals[player] += copies * value
    return totals[0] / state.cards_left, totals[1] / state.cards_left


def settled(state: Expedition) -> tuple[Fraction, Fraction]:
    """The same right after a card: the pure equilibria of the 2 x 2 game, checked by all deviations."""
    if not state.cards_left:
        return agreed(state)
    share, sole = (Fraction(state.payout(k).points) for k in (2, 1))
    rest = together(state.retire(1)[1])  # Of one player: the optimum.
    both = agreed(state)
    # By (does the first retire, does the second retire).
    game = {(0, 0): both, (1, 0): (sole, rest), (0, 1): (rest, sole), (1, 1): (share, share)}
    stable = [game[x, y] for x, y in game if game[x, y][0] >= game[1 - x, y][0] and game[x, y][1] >= game[x, 1 - y][1]]
    return max(stable)


@settings(max_examples=25, deadline=None)
@given(decks(6), st.integers(1, 3))
def test_the_most_together(rules: Rules, players: int) -> None:
    start = Expedition.start(players, rules)
    if start.is_over or rules.leftover != "pooled":
        return
    found = most_together(start)
    assert together(start) in found and found.radius < Fraction(1, 10**9)


@settings(max_examples=25, deadline=None)
@given(decks(6))
def test_a_convention(rules: Rules) -> None:
    start = Expedition.start(2, rules)
    if start.is_over or rules.leftover != "pooled":
        return
    found, (first, second) = convention(start), agreed(start)
    assert first in found.first and second in found.second
    assert first + second <= together(start)


def test_small_decks_after_a_card() -> None:
    for path in ("7 fire", "5 3", "3 -1 fire 5"):
        state = Expedition.parse(path, players=3, rules=SMALL)
        assert decided(state) in most_together(state) if state.is_deciding else together(state) in most_together(state)
    state = Expedition.parse("7 fire", players=2, rules=SMALL)
    found = convention(state)
    assert (settled(state)[0] in found.first, settled(state)[1] in found.second) == (True, True)


def test_alone_there_is_nobody_to_agree_with() -> None:
    start = Expedition.start(1, SMALL)
    assert Fraction(201, 35) in most_together(start)
    assert decide(start).stay == Fraction(201, 35)
    with pytest.raises(GameError, match="a convention is for two"):
        convention(start)


@pytest.mark.slow
def test_a_full_deck() -> None:
    """Known from two other programs, to three digits: 8.925 and 8.485; 17.915 together."""
    start = Expedition.start(2)
    found = convention(start)
    values = [found.first, found.second, most_together(start)]
    assert [round(float(value), 3) for value in values] == [8.925, 8.485, 17.915]
    assert found.decisions == 82_943 and found.deviation_gain < Fraction(1, 10**7)
    assert min(found.first.low, found.second.low) > equilibrium(start).value.high

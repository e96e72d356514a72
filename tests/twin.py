"""An expedition and a table of the reference engine, moved together and compared after every move."""

from __future__ import annotations

from collections import Counter

from strategies import Move, by_points

from incan_math.engine import GameTable, Retirement, Taking
from incan_math.game.cards import Hazard
from incan_math.game.expedition import Expedition, Payout


def payout_of(taking: Taking) -> Payout:
    """What the engine says a retiree took, in the library's form."""
    return Payout(taking.gems, by_points(taking.artifacts), taking.points)


def check_same(state: Expedition, table: GameTable) -> None:
    """Everything that both show is the same; an emptied deck still awaits the library's last retreat."""
    seen = table.snapshot()
    assert state.undrawn == Counter(card.face for card in seen.undrawn)
    assert state.cards_left == len(seen.undrawn)
    assert state.showing == tuple(Hazard(kind) for kind in sorted(seen.showing))
    assert (state.bust.name if state.bust else None) == seen.bust
    assert state.is_bust == (seen.bust is not None)
    assert state.is_over == seen.ended
    assert state.is_deciding == table.awaits_choices
    assert state.artifacts == by_points(seen.artifacts)
    deadly = sum(card.face in state.showing for card in seen.undrawn)
    assert state.deadly == (0 if seen.ended else deadly)
    if seen.bust is None:
        assert state.players == len(seen.bags)
        assert state.leftover == seen.leftover == sum(state.leftovers)
        lying = [card.gems for card in seen.path if card.gems]
        pooled = (seen.leftover,) if seen.leftover else ()
        assert state.leftovers == (tuple(sorted(lying)) if state.rules.leftover == "per card" else pooled)
    else:
        assert state.bag == state.leftover == 0
    assert [state.bag] * len(seen.bags) == [gems for _, gems in seen.bags]
    if seen.ended:
        assert state.bag == 0


def move_both(state: Expedition, table: GameTable, move: Move) -> tuple[Expedition, tuple[Payout, ...]]:
    """The state after a move that both made alike, and what it paid; the table is changed.

    After the last card of the deck all who are still in retire: at once at the table, by a move of its own here.
    """
    payouts: tuple[Payout, ...] = ()
    retirement: Retirement | None
    if isinstance(move, int):
        retirement = table.retire(list(table.bags)[:move])
        payouts, state = state.retire(move)
    else:
        state = state.reveal(move)
        retirement = table.turn_up(move).last_retirement
        if retirement is not None:
            assert not state.cards_left and not state.is_over and state.is_deciding
            payouts, state = state.retire(state.players)
    assert payouts == tuple(map(payout_of, retirement.takings if retirement else ()))
    check_same(state, table)
    return state, payouts

"""The next card against each card of small decks turned up at a table, and by hand."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from strategies import Position, positions

from incan_math import Expedition, Rules, next_card
from incan_math.game.cards import Artifact, Card, Hazard, Treasure
from incan_math.odds.next_card import NextCard


@pytest.mark.slow
@given(positions(12, players=5))
def test_outcomes_are_what_happens_with_each_card_at_the_table(position: Position) -> None:
    state, table = position.state, position.table
    seen = next_card(state)
    shares: dict[Card, tuple[int, int, str]] = {}
    cards = Counter(card.face for card in table.undrawn)
    for face in cards:
        turn = table.copy().turn_up(face)
        effect = "bust" if turn.bust else "new hazard" if isinstance(face, Hazard) else "artifact"
        shares[face] = (turn.share, turn.left, "treasure" if isinstance(face, Treasure) else effect)
    assert {outcome.card: outcome.copies for outcome in seen.outcomes} == cards
    for outcome in seen.outcomes:
        assert (outcome.share, outcome.leftover, outcome.effect) == shares[outcome.card]
        assert outcome.probability == Fraction(cards[outcome.card], len(table.undrawn))
        assert outcome.after == state.reveal(outcome.card)
    check_sums(seen, cards, shares)


def check_sums(seen: NextCard, cards: Counter[Card], shares: dict[Card, tuple[int, int, str]]) -> None:
    """Sums over the outcomes are averages over the physical cards."""
    every = list(cards.elements())
    effects = Counter(shares[card][2] for card in every)
    count = len(every) or 1
    assert seen.bust == Fraction(effects["bust"], count)
    assert seen.new_hazard == Fraction(effects["new hazard"], count)
    assert seen.hazard == Fraction(sum(isinstance(card, Hazard) for card in every), count)
    assert seen.treasure == Fraction(effects["treasure"], count)
    assert seen.artifact == Fraction(effects["artifact"], count)
    assert seen.expected_share == Fraction(sum(shares[card][0] for card in every), count)
    assert seen.expected_gems == Fraction(sum(c.value for c in every if isinstance(c, Treasure)), count)
    assert seen.probability("bust", "treasure") == seen.bust + seen.treasure
    assert seen.hazard + seen.treasure + seen.artifact == (1 if every else 0)


@pytest.mark.parametrize(
    ("edition", "gems", "share_of_four"),
    [
        # 107 gems on 30 cards; four players get 0 0 0 1 1 1 1 1 2 2 2 3 3 3 = 20 each.
        ("bga-en", Fraction(107, 30), Fraction(20, 30)),
        ("bga-sr", Fraction(98, 29), Fraction(18, 29)),
        ("incan-gold-2006", Fraction(4), Fraction(24, 31)),
        ("diamant-2005", Fraction(124, 30), Fraction(24, 30)),
        ("diamant-2016", Fraction(124, 35), Fraction(24, 35)),
    ],
)
def test_mean_gems_of_the_first_card(edition: str, gems: Fraction, share_of_four: Fraction) -> None:
    assert next_card(Expedition.start(rules=edition)).expected_gems == gems
    assert next_card(Expedition.start(4, edition)).expected_share == share_of_four


@pytest.mark.parametrize("path", ["fire fire", "7 -1"])
def test_nothing_comes_after_the_end(path: str) -> None:
    seen = next_card(Expedition.parse(path))
    assert seen.outcomes == ()
    assert seen.bust == seen.hazard == seen.treasure == seen.artifact == seen.expected_share == 0


def test_nothing_comes_from_an_empty_deck() -> None:
    seen = next_card(Expedition.parse("3 A", rules=Rules((3,), {}, (5,))))
    assert seen.outcomes == () and seen.hazard == 0 and seen.expected_gems == 0


def test_a_hazard_is_not_yet_a_bust() -> None:
    seen = next_card(Expedition.parse("7 fire 11 snakes", players=4))
    assert (seen.bust, seen.new_hazard, seen.hazard) == (Fraction(4, 26), Fraction(9, 26), Fraction(13, 26))
    assert [outcome.copies for outcome in seen.outcomes if isinstance(outcome.card, Artifact)] == [1]

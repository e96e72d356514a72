"""What is known if the bust comes with a given card: how likely that is, what was seen before it, what the bag held.

Cards are counted from the state on, 1 for the next. With N undrawn cards, the bust comes with card k after k - 1 safe
ones in T_k (k - 1)! (N - k)! of the N! orders, where

    T_k  =  sum over s, d of h(s, d) * d * C(S, k - 1 - s),

h(s, d) counts the ways in which s further kinds show and d cards are deadly then, and S is how many undrawn cards are
treasures and artifacts. The same sum without a card, or without a kind, counts the orders in which it is not seen.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from math import comb, factorial

from incan_math.game.cards import Card, Hazard
from incan_math.game.errors import GameError, shown
from incan_math.game.expedition import Expedition, need_expedition
from incan_math.odds.bust import bust_probability
from incan_math.odds.distribution import Distribution
from incan_math.odds.gems import hazard_ways
from incan_math.odds.treasure_sums import treasure_sums

__all__ = ["bust_between", "gems_given_bust", "risk_at", "seen_before_bust"]


def bust_between(state: Expedition, first: int, last: int) -> Fraction:
    """P(one of the further cards `first` to `last` busts, if nobody leaves) = P(T <= last) - P(T < first).

    Args:
        state: any state of an expedition.
        first: the first of them, counted from 1 for the next one.
        last: the last of them.

    Raises:
        GameError: the numbers are not those of cards, or `last` is before `first`.

    >>> bust_between(Expedition.start(), 5, 8)
    Fraction(32203, 70035)
    """
    first, last = _cards(state, first, last)
    return bust_probability(state, last) - bust_probability(state, first - 1)


def risk_at(state: Expedition, card: int) -> Fraction:
    """P(the further card number `card` busts | none before it did, and nobody leaves).

    Raises:
        GameError: `card` is not the number of a card, or a bust comes before it for certain.

    >>> [str(risk_at(Expedition.start(), card)) for card in (1, 2, 3)]
    ['0', '1/29', '27/392']
    """
    _cards(state, card, card)
    before = bust_probability(state, card - 1)
    if before == 1 or card > state.cards_left:
        raise GameError(f"card: nobody is still in at card {shown(card)}: the bust or the end of the deck comes before")
    return (bust_probability(state, card) - before) / (1 - before)


def seen_before_bust(state: Expedition, first: int, last: int | None = None) -> dict[Card, Fraction]:
    """{card: P(at least one of it is revealed from now on and before the bust | the bust comes then)}.

    Args:
        state: a state from which a bust can come then.
        first: the bust comes with this card or a later one, counted from 1 for the next one.
        last: and with this one at the latest; with `first` if omitted.

    Raises:
        GameError: the numbers are not those of cards, or no bust can come then.

    >>> from incan_math.game.cards import Artifact
    >>> seen_before_bust(Expedition.start(rules="incan-gold-2006"), 13)[Artifact()]
    Fraction(19371, 38908)
    """
    first, last = _cards(state, first, first if last is None else last)
    now = state.situation
    safe = sum(now.treasures) + sum(now.artifacts)
    every = _orders(state, now.hazards, safe, first, last)
    if not every:
        raise _impossible(first, last)
    rules = state.rules
    seen: dict[Card, Fraction] = {}
    for card, copies in state.undrawn.items():
        if isinstance(card, Hazard):
            kind = rules.kinds.index(card.name)
            if now.showing >> kind & 1:
                continue  # The next one of it is the bust.
            without = tuple(0 if each == kind else count for each, count in enumerate(now.hazards))
            unseen = _orders(state, without, safe, first, last)
        else:
            unseen = _orders(state, now.hazards, safe - copies, first, last)
        seen[card] = 1 - Fraction(unseen, every)
    return seen


def gems_given_bust(state: Expedition, first: int, last: int | None = None) -> Distribution:
    """The distribution of the bag just before the bust, given with which cards the bust comes and that nobody leaves.

    All players in stay in, so a treasure of v adds v // players. With t(m, g) ways for m treasures to bring g gems,
    g has the weight of all t(m, g) h(s, d) d C(artifacts, k - 1 - m - s) (k - 1)! (N - k)!.

    Args:
        state: a state from which a bust can come then.
        first: as for `seen_before_bust`.
        last: as there.

    Raises:
        GameError: as for `seen_before_bust`, or the deck is too large for the sums of its treasures.

    >>> gems_given_bust(Expedition.start(), 2)
    Distribution({0: Fraction(1, 1)})
    """
    first, last = _cards(state, first, first if last is None else last)
    now, left = state.situation, state.cards_left
    artifacts = sum(now.artifacts)
    deadly_after: dict[int, int] = defaultdict(int)
    for (kinds, deadly), ways in hazard_ways(now.hazards, now.showing).items():
        for found in range(artifacts + 1):
            deadly_after[kinds + found] += ways * comb(artifacts, found) * deadly
    shares = [(value // now.players, count) for value, count in zip(state.rules.values, now.treasures, strict=True)]
    weights: dict[int | None, int] = defaultdict(int)
    for (cards, gems), ways in treasure_sums(shares).items():
        for others, deadly in deadly_after.items():
            k = cards + others + 1
            if deadly and first <= k <= last:
                weights[now.bag + gems] += ways * deadly * factorial(k - 1) * factorial(left - k)
    if not weights:
        raise _impossible(first, last)
    return Distribution.from_weights(weights)


def _orders(state: Expedition, hazards: tuple[int, ...], safe: int, first: int, last: int) -> int:
    """How many orders bust with one of the cards, nothing but these hazards and safe cards before it."""
    left = state.cards_left
    found = 0
    for (kinds, deadly), ways in hazard_ways(hazards, state.situation.showing).items():
        if deadly:
            for k in range(max(first, kinds + 1), min(last, left, safe + kinds + 1) + 1):
                found += ways * deadly * comb(safe, k - 1 - kinds) * factorial(k - 1) * factorial(left - k)
    return found


def _cards(state: Expedition, first: object, last: object) -> tuple[int, int]:
    need_expedition(state)
    if type(first) is not int or first < 1:
        raise GameError(f"first: {shown(first)} given; it is the number of a further card, 1 for the next")
    if type(last) is not int or last < first:
        raise GameError(f"last: {shown(last)} given; it is the number of a further card, {shown(first)} or more")
    if state.is_over:
        raise GameError("state: the expedition is over; no further card comes")
    return first, last


def _impossible(first: int, last: int) -> GameError:
    cards = f"card {shown(first)}" if first == last else f"cards {shown(first)} to {shown(last)}"
    return GameError(f"first: no bust can come with {cards} from here")

"""The report on a position: how likely a bust is, and what the next card can be."""

from __future__ import annotations

from incan_math.game.editions import label_of
from incan_math.game.expedition import Expedition
from incan_math.game.validator import validate
from incan_math.odds.bust import bust_probability, draws_to_bust
from incan_math.odds.next_card import NextCard, next_card
from incan_math.report.model import Column, Fact, Report, Table

__all__ = ["next_card_table", "place_of", "position_facts", "position_odds"]

_EFFECTS = ("bust", "new hazard", "artifact", "treasure")


def position_facts(state: Expedition) -> tuple[Fact, ...]:
    """What the players at the table see, in words."""
    if state.is_bust:
        going = f"over: the second {state.bust} busted it"
    elif state.is_over:
        going = "over: everyone has retired"
    else:
        going = "players choose" if state.is_deciding else "the next card comes"
    return (
        Fact("Rules", label_of(state.rules)),
        Fact("Now", going),
        Fact("Players in", state.players, "count"),
        Fact("Bag of each", state.bag, "count", "bag"),
        Fact("Left on the path", state.leftover, "count", "leftover"),
        Fact("Artifacts on the path", " ".join(map(str, state.artifacts)) or "none", name="artifacts"),
        Fact("Hazards showing", ", ".join(map(str, state.showing)) or "none", name="showing"),
        Fact("Cards left", state.cards_left, "count"),
        Fact("Deadly cards", state.deadly, "count", "deadly"),
    )


def place_of(state: Expedition) -> str:
    """The position in words, for a title."""
    if state.path:
        return f"at: {state}"
    return f"before the first card{str(state).replace('|', ':', 1).replace(' :', ':')}"


def position_odds(state: Expedition, draws: int = 10) -> Report:
    """The probability of a bust now and for the next `draws` cards, and everything that the next card can be."""
    card = next_card(state)
    facts = [
        *position_facts(state),
        Fact("Bust on the next card", bust_probability(state), "probability", "bust"),
        Fact("Any hazard next", card.hazard, "probability", "hazard"),
        Fact("Mean gems for each next", card.expected_share, "amount", "expected_share"),
    ]
    if not state.is_over:
        facts += _time_facts(state)
    tables = () if state.is_over or not state.cards_left else (_curve(state, draws), next_card_table(card))
    return Report(
        f"Odds {place_of(state)}",
        tuple(facts),
        tables,
        tuple(validate(state.rules)),
    )


def _time_facts(state: Expedition) -> list[Fact]:
    cards = draws_to_bust(state)
    if cards.never == 1:
        return [Fact("Cards to bust", "no bust can come", name="draws_to_bust")]
    facts = []
    if cards.never:
        facts.append(Fact("P(no bust)", cards.never, "probability", "never"))
        cards = cards.happening()
    return [
        *facts,
        Fact("Mean cards to bust", cards.mean, "amount", "mean_draws_to_bust"),
        Fact("Median cards to bust", cards.median, "count", "median_draws_to_bust"),
    ]


def _curve(state: Expedition, draws: int) -> Table:
    cards = draws_to_bust(state)
    last = min(draws, state.cards_left, max((k for k in cards if k is not None), default=draws))
    return Table(
        "bust_curve",
        "If nobody retires",
        (Column("cards", "count"), Column("bust by then", "probability"), Column("bust on this card", "probability")),
        tuple((k, cards.cdf(k), cards.probability(k)) for k in range(1, last + 1)),
    )


def next_card_table(card: NextCard) -> Table:
    """Every card that can come, busts first."""
    outcomes = sorted(card.outcomes, key=lambda outcome: _EFFECTS.index(outcome.effect))
    return Table(
        "next_card",
        "The next card",
        (
            Column("card"),
            Column("copies", "count"),
            Column("probability", "probability"),
            Column("what it does", name="effect"),
            Column("each gets", "count", "share"),
            Column("stays", "count", "leftover"),
        ),
        tuple(
            (
                str(o.card),
                o.copies,
                o.probability,
                o.effect,
                *((o.share, o.leftover) if o.effect == "treasure" else (None, None)),
            )
            for o in outcomes
        ),
    )

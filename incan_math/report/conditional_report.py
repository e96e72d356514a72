"""The report on a bust that comes with given cards: how likely it is, what was seen before it, what the bag held."""

from __future__ import annotations

from incan_math.game.expedition import Expedition
from incan_math.odds.bust import bust_probability
from incan_math.odds.conditional import bust_between, gems_given_bust, seen_before_bust
from incan_math.report.model import Column, Fact, Report, Table
from incan_math.report.odds_report import place_of, position_facts

__all__ = ["conditional_report"]

_MOST_ROWS = 12


def conditional_report(state: Expedition, first: int, last: int) -> Report:
    """What is known if one of the further cards `first` to `last` busts, and nobody leaves before."""
    seen = seen_before_bust(state, first, last)
    bag = gems_given_bust(state, first, last)
    probability = bust_between(state, first, last)
    cards = f"card {first}" if first == last else f"cards {first} to {last}"
    facts = (
        *position_facts(state),
        Fact(f"Bust at {cards}", probability, "probability", "bust_then"),
        Fact("the same if still in", probability / (1 - bust_probability(state, first - 1)), "probability", "risk"),
        Fact("Mean bag at that bust", bag.mean, "amount", "mean_bag"),
        Fact("Median bag at that bust", bag.median, "count", "median_bag"),
    )
    levels = list(bag)
    step = -(-len(levels) // _MOST_ROWS)
    tables = (
        Table(
            "seen",
            f"Revealed before the bust, given that it comes with {cards}",
            (Column("card"), Column("undrawn", "count"), Column("at least one", "probability")),
            tuple((str(card), state.undrawn[card], probability) for card, probability in seen.items()),
        ),
        Table(
            "bag",
            f"The bag just before the bust, given that it comes with {cards}",
            (Column("gems", "count"), Column("this or more", "probability", "at_least")),
            tuple((value, bag.at_least(value or 0)) for value in levels[::step]),
        ),
    )
    note = "Cards are counted from here on, 1 for the next one; nobody leaves before the bust."
    return Report(f"A bust with {cards} {place_of(state)}", facts, tables, (note,))

"""Results on when the bust comes, if nobody leaves."""

from __future__ import annotations

from functools import partial

from docs.catalogue.page import Page, Result
from incan_math import EDITIONS, Expedition, draws_to_bust, gems_before_bust
from incan_math.report.model import Column, Table

__all__ = ["PAGE", "curve_results"]

_CURVE_SAYS = (
    "The probability that a first expedition has busted by its k-th card, and that it busts on it, if nobody leaves."
    " {safe} of the {cards} cards are safe for good, and five hazard kinds have three cards each. By the last row a"
    " bust is certain."
)


def _curve(edition: str) -> Table:
    cards = draws_to_bust(Expedition.start(rules=edition))
    last = max(k for k in cards if k is not None)
    return Table(
        "bust_curve",
        "Bust curve",
        (
            Column("k", "count"),
            Column("busted by card k", "probability", "busted_by"),
            Column("busts at card k", "probability", "busts_at"),
        ),
        tuple((k, cards.cdf(k), cards.probability(k)) for k in range(1, last + 1)),
    )


def curve_results(first: int) -> tuple[Result, ...]:
    """One result for each bust curve that some edition has, numbered from `first` on."""
    groups: dict[object, list[str]] = {}
    for name, rules in EDITIONS.items():
        groups.setdefault(draws_to_bust(Expedition.start(rules=rules)), []).append(name)
    return tuple(_curve_result(number, editions) for number, editions in enumerate(groups.values(), start=first))


def _curve_result(number: int, editions: list[str]) -> Result:
    edition = editions[0]
    deck = Expedition.start(rules=edition)
    safe = deck.cards_left - sum(deck.rules.hazards.values())
    return Result(
        number,
        f"Bust curve of {safe} safe cards among {deck.cards_left}",
        ", ".join(editions),
        _CURVE_SAYS.format(safe=safe, cards=deck.cards_left),
        partial(_curve, edition),
        {"k": "cards", "busted_by": "probability", "busts_at": "probability"},
        (
            "from incan_math import Expedition, bust_probability",
            f'bust_probability(Expedition.start(rules="{edition}"), draws=4)',
        ),
        lambda table: table.rows[3][1],
    )


def _by_edition() -> Table:
    rows = []
    for name, rules in EDITIONS.items():
        start = Expedition.start(rules=rules)
        cards = draws_to_bust(start)
        rows.append((name, start.cards_left, cards.mean, cards.variance, cards.median, cards.quantile("0.9")))
    return Table(
        "time_of_the_bust",
        "The card that busts",
        (
            Column("edition"),
            Column("deck", "count", "cards"),
            Column("mean", "amount"),
            Column("variance", "decimal"),
            Column("even odds by", "count", "median"),
            Column("nine in ten by", "count", "quantile_90"),
        ),
        tuple(rows),
    )


_THINNED = (
    "",
    "fire",
    "fire fire",
    "fire mummy",
    "fire fire mummy",
    "fire mummy rocks",
    "fire fire mummy mummy",
    "fire fire mummy rocks",
    "fire mummy rocks snakes",
)
"""Every way in which up to four busts thin five kinds of three cards, one kind standing for any other."""


def _thinned() -> Table:
    rows = []
    for removed in _THINNED:
        start = Expedition.start(removed=removed)
        cards = draws_to_bust(start)
        left = sorted(start.setup.hazards.values(), reverse=True)
        rows.append((len(removed.split()), " ".join(map(str, left)), start.cards_left, cards.mean, cards.cdf(6)))
    return Table(
        "thinned_decks",
        "Decks that earlier busts have thinned",
        (
            Column("busts", "count"),
            Column("cards of each hazard", name="hazards"),
            Column("deck", "count", "cards"),
            Column("mean", "amount"),
            Column("busted by card 6", "percent", "busted_by_6"),
        ),
        tuple(rows),
    )


def _bags() -> Table:
    rows = []
    for players in range(1, 9):
        gems = gems_before_bust(Expedition.start(players))
        rows.append((players, gems.mean, gems.median, gems.probability(0)))
    return Table(
        "bag_at_the_bust",
        "The bag that a bust takes",
        (
            Column("players", "count"),
            Column("mean", "amount"),
            Column("median", "count"),
            Column("empty", "probability"),
        ),
        tuple(rows),
    )


PAGE = Page(
    "bust",
    "When the bust comes",
    "All of these suppose that nobody leaves, or, what is the same, ask only about the cards. How they are found is"
    " told under [the bust curve](../theory.md#the-bust-curve).",
    (
        *curve_results(first=1),
        Result(
            5,
            "The card that busts, by edition",
            "all ten editions, first expedition",
            "The number of cards up to and with the one that busts: its mean and variance, and the card by which a bust"
            " is at least as likely as not, and at least nine times in ten.",
            _by_edition,
            {
                "edition": "name",
                "cards": "cards",
                "mean": "cards",
                "variance": "cards squared",
                "median": "cards",
                "quantile_90": "cards",
            },
            (
                "from incan_math import Expedition, draws_to_bust",
                'draws_to_bust(Expedition.start(rules="bga-en")).mean',
            ),
            lambda table: table.rows[0][2],
        ),
        Result(
            6,
            "The card that busts, after earlier busts",
            "bga-en, one artifact in the deck",
            "Each bust takes a card of its kind out of the game. Which kind is which does not matter, only how many"
            " cards each has left; the rows are all that up to four busts can leave.",
            _thinned,
            {
                "busts": "expeditions",
                "hazards": "cards of each kind",
                "cards": "cards",
                "mean": "cards",
                "busted_by_6": "probability",
            },
            (
                "from incan_math import Expedition, draws_to_bust",
                'draws_to_bust(Expedition.start(removed="fire mummy")).mean',
            ),
            lambda table: table.rows[3][3],
        ),
        Result(
            7,
            "The bag that a bust takes, by players",
            "bga-en, first expedition",
            "What each player has in the bag when the bust comes, if nobody leaves; empty is the probability that it"
            " holds nothing then.",
            _bags,
            {"players": "players", "mean": "gems", "median": "gems", "empty": "probability"},
            (
                "from incan_math import Expedition, gems_before_bust",
                "gems_before_bust(Expedition.start(players=1)).mean",
            ),
            lambda table: table.rows[0][1],
        ),
    ),
    figures=(("Probability of a bust by the number of cards, for all editions", "bust.svg"),),
)

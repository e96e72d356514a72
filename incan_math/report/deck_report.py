"""The reports on decks of one's own: what is unusual in one, and several side by side."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from incan_math.advice.router import decide
from incan_math.equilibria.result import Equilibrium
from incan_math.game.editions import label_of, rules_of
from incan_math.game.errors import GameError
from incan_math.game.expedition import Expedition
from incan_math.game.rules import Rules
from incan_math.game.validator import nearest_edition, validate
from incan_math.odds.bust import bust_probability, draws_to_bust
from incan_math.odds.gems import gems_before_bust
from incan_math.report.model import Cell, Column, Fact, Report, Table
from incan_math.solo.boundary import stopping_threshold

__all__ = ["check_report", "compare_report"]

_CURVE = range(2, 16)


def check_report(rules: str | Rules) -> Report:
    """The cards of a deck, and how it departs from its own text and from the nearest published edition."""
    known = rules_of(rules)
    near = nearest_edition(known)
    kinds = ", ".join(f"{name} {count}" for name, count in known.hazards.items())
    facts = (
        Fact("Name", label_of(known)),
        Fact("Treasures", " ".join(map(str, known.treasures)) or "none"),
        Fact("Gems in all", known.gem_total, "count", "gems"),
        Fact("Hazards", kinds or "none"),
        Fact("Artifacts", " ".join(map(str, known.artifacts)) or "none"),
        Fact("Cards of the first expedition", Expedition.start(rules=known).cards_left, "count", "first_deck"),
        Fact("Nearest edition", near.edition.name),
        Fact("Cards that differ from it", near.distance, "count", "distance"),
    )
    return Report(f"A deck: {label_of(known)}", facts, notes=tuple(validate(known)))


def compare_report(
    decks: Sequence[str | Rules], players: int = 1, equilibria: Sequence[Equilibrium] | None = None
) -> Report:
    """Decks side by side, each fresh before the first expedition.

    Args:
        decks: their rules.
        players: how many follow `equilibria`.
        equilibria: the equilibrium of so many players, deck by deck.
    """
    known = [rules_of(deck) for deck in decks]
    names = _labels(known)
    starts = [Expedition.start(rules=rules) for rules in known]
    rows = []
    for place, (name, start) in enumerate(zip(names, starts, strict=True)):
        cards, bag = draws_to_bust(start), gems_before_bust(start)
        row: list[Cell] = [name, start.cards_left, start.rules.gem_total, cards.never]
        row += [None if each.never == 1 else each.happening().mean for each in (cards, bag)]
        row.append(decide(start).value)
        if equilibria is not None:
            course = equilibria[place].course()
            row += [equilibria[place].value, course.cards, course.ends_alone]
        rows.append(tuple(row))
    columns = [
        Column("deck"),
        Column("cards", "count"),
        Column("gems", "count"),
        Column("P(no bust)", "percent", "no_bust"),
        Column("cards to bust", "decimal", "mean_draws_to_bust"),
        Column("bag at bust", "decimal", "mean_bag"),
        Column("one player", "decimal", "solo"),
    ]
    if equilibria is not None:
        columns += [
            Column(f"each of {players}", "bounds", "equilibrium"),
            Column("cards played", "bounds", "cards_played"),
            Column("one is left", "likely", "ends_alone"),
        ]
    most = max((len(rules.kinds) for rules in known), default=0)
    thresholds = Table(
        "thresholds",
        "One player retires from this take-home on, by hazard kinds showing",
        (Column("deck"), *(Column(f"{k} showing", "decimal", f"showing_{k}") for k in range(1, most + 1))),
        tuple(
            (name, *(_threshold(rules, k) for k in range(1, most + 1)))
            for name, rules in zip(names, known, strict=True)
        ),
        ("Every other card in the deck; - where kinds differ in size or there are not so many.",),
    )
    last = max((start.cards_left for start in starts), default=0)
    curve = Table(
        "bust_curve",
        "Bust within so many cards",
        (Column("cards", "count"), *(Column(name, "percent") for name in names)),
        tuple((k, *(bust_probability(start, k) for start in starts)) for k in _CURVE if k <= last),
    )
    note = (
        "Means: cards up to the bust, and the bag of a player who never leaves, if the bust comes. One player: the best"
        " play's expected points; each of several: the equilibrium's. Cards played: the mean number turned up there"
        " until the bust or until everyone has left. One is left: the probability that just one player is in then."
    )
    decks_table = Table("decks", "Each fresh, before the first expedition", tuple(columns), tuple(rows), (note,))
    return Report(f"Decks side by side: {', '.join(names)}", (), (decks_table, thresholds, curve))


def _labels(known: Sequence[Rules]) -> list[str]:
    """A name for each deck; decks of one name get a number."""
    labels = [label_of(rules) for rules in known]
    return [
        label if labels.count(label) == 1 else f"{label}-{labels[:place].count(label) + 1}"
        for place, label in enumerate(labels)
    ]


def _threshold(rules: Rules, showing: int) -> Cell:
    if showing > len(rules.kinds) or len(set(rules.hazards.values())) != 1:
        return None
    with suppress(GameError):  # The look-ahead theorem does not hold, or nothing is deadly.
        return stopping_threshold(Expedition.parse(" ".join(rules.kinds[:showing]), 1, rules))
    return None

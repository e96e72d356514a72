"""The report on a reviewed game: the sums by player, then every decision and every card."""

from __future__ import annotations

from fractions import Fraction

from incan_math.game.editions import label_of
from incan_math.report.model import Cell, Column, Fact, Report, Table, percent
from incan_math.reviews.findings import Review, ReviewedDecision

__all__ = ["review_report"]


def review_report(found: Review, least: Fraction = Fraction(0)) -> Report:
    """The review as facts and tables, all in points.

    Args:
        found: the review.
        least: decisions that lose less than this are left out of their table.
    """
    record = found.record
    facts = [
        Fact("Rules", label_of(record.rules)),
        Fact("Against", found.against),
        Fact("Expeditions", len(record.expeditions), "count"),
        Fact(
            "Over", "yes" if record.is_over else "no: what positions are worth now stands for results", name="is_over"
        ),
    ]
    if found.error:
        facts.append(Fact("Values known within", f"{float(found.error):.1e}", name="error"))
    return Report("Review of a game", tuple(facts), (_players(found), _decisions(found, least), _cards(found)))


def _players(found: Review) -> Table:
    rows = (
        (
            each.player,
            each.result,
            each.before,
            each.cards,
            each.others,
            each.loss,
            each.adjusted,
            f"{each.near}/{each.decisions}",
        )
        for each in found.players
    )
    return Table(
        "players",
        "By player",
        (
            Column("player"),
            Column("result", "points"),
            Column("before", "points"),
            Column("cards", "points"),
            Column("others", "points"),
            Column("losses", "points"),
            Column("adjusted", "points"),
            Column("near best"),
        ),
        tuple(rows),
        (
            "result = before + cards + others - losses, exactly. before: value before the first cards; cards,"
            " others: luck of the cards, and of what the others did at the same moment; adjusted: without luck;"
            " near best: decisions that lose at most 0.05.",
        ),
    )


def _decisions(found: Review, least: Fraction) -> Table:
    shown = [each for each in found.decisions if each.loss >= least]
    rows = (
        (each.expedition, each.player, each.state.path, each.played, _best(each), each.stay, each.retire, each.loss)
        for each in shown
    )
    notes = ["best: what best play does, with its probability of retiring where it mixes. stay, retire: their values."]
    if len(shown) < len(found.decisions):
        notes.append(f"{len(found.decisions) - len(shown)} decisions that lose less are left out.")
    return Table(
        "decisions",
        "Decisions",
        (
            Column("no.", "count", "expedition"),
            Column("player"),
            Column("at", name="path"),
            Column("played"),
            Column("best"),
            Column("stay", "points"),
            Column("retire", "points"),
            Column("loss", "points"),
        ),
        tuple(rows),
        tuple(notes),
    )


def _best(decision: ReviewedDecision) -> str:
    if decision.best == "mix":
        return f"mix {percent(decision.retire_probability, 0)}"
    return decision.best


def _cards(found: Review) -> Table:
    players = found.record.players
    rows: list[tuple[Cell, ...]] = []
    for card in found.cards:
        luck = dict(card.luck)
        rows.append((card.expedition, card.state.path or "-", card.card, *(luck.get(name) for name in players)))
    return Table(
        "cards",
        "Luck of the cards",
        (
            Column("no.", "count", "expedition"),
            Column("after", name="path"),
            Column("card"),
            *(Column(name, "points") for name in players),
        ),
        tuple(rows),
        ("The value of the position after the card less that before it; - for who was out.",),
    )

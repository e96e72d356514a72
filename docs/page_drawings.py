"""Pictures for the pages that people read: the numbers come from the library when they are drawn."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from incan_math import (
    Expedition,
    RetireAtGems,
    RetireAtHazards,
    Rules,
    decide,
    draws_to_bust,
    next_card,
    one_step_gain,
    simulate,
)
from incan_math.report.figure import INKS, new_figure, plot_style
from incan_math.strategies.decision import ContestDecision

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = [
    "Balance",
    "at_the_table",
    "balances",
    "balances_plot",
    "luck",
    "luck_plot",
    "next_cards",
    "next_cards_plot",
    "risks",
    "risks_plot",
    "shares_by_lead",
    "shares_by_lead_plot",
]

CLASSROOM = ("5", "fire", "11", "snakes", "A", "9")
"""The expedition of the page for teachers."""


class Balance(NamedTuple):
    """Both sides of the rule at a position: what one more card can take, and what it can bring."""

    path: str
    stake: Fraction
    prospect: Fraction


def balances(cards: Sequence[str] = CLASSROOM) -> list[Balance]:
    """T D and F after each card, alone; F from the gain (F - T D) / N of one more card."""
    found = []
    for count in range(1, len(cards) + 1):
        state = Expedition.parse(" ".join(cards[:count]))
        stake = Fraction(state.payout(1).points * state.deadly)
        found.append(Balance(cards[count - 1], stake, one_step_gain(state) * state.cards_left + stake))
    return found


def balances_plot(course: list[Balance]) -> Figure:
    """Two lines over the cards as they came; where they cross it is time to go."""
    with plot_style():
        figure = new_figure(5.2, 3.4, "Stay while F is above T D")
        axes = figure.add_subplot()
        axes.set_title("rules bga-en, alone", fontsize=9)
        places = range(1, len(course) + 1)
        stake, prospect = [float(at.stake) for at in course], [float(at.prospect) for at in course]
        axes.plot(places, prospect, label="F: what the deck can still add (points)", **INKS[1])
        axes.plot(places, stake, label="T D: take-home times deadly cards (points)", **INKS[2])
        axes.annotate("retire", (places[-1], stake[-1]), (0, 6), textcoords="offset points", ha="center")
        axes.set_xticks(places, [f"{place}\n{at.path}" for place, at in zip(places, course, strict=True)])
        axes.set(xlabel="card", ylabel="points", ylim=(0, 138))
        axes.legend(loc="lower right", bbox_to_anchor=(1, 0.1))
    return figure


def risks(rules: str = "diamant-2016", last: int = 15) -> dict[int, Fraction]:
    """{card: the probability that it busts, given that none before it did}."""
    cards = draws_to_bust(Expedition.start(rules=rules))
    return {k: Fraction(cards.probability(k)) / (1 - cards.cdf(k - 1)) for k in range(1, last + 1)}


def risks_plot(curve: dict[int, Fraction]) -> Figure:
    """A bar for each card."""
    with plot_style():
        figure = new_figure(5.2, 3.2, "The risk rises with every card")
        axes = figure.add_subplot()
        axes.set_title("rules diamant-2016, fresh deck; given that no card before has busted", fontsize=8.5)
        heights = [100 * float(risk) for risk in curve.values()]
        axes.bar(list(curve), heights, 0.75, color="#d55e00", edgecolor="#000000")
        for card, height in zip(curve, heights, strict=True):
            axes.annotate(f"{height:.0f}", (card, height), (0, 2), textcoords="offset points", ha="center", fontsize=8)
        axes.set_xticks(list(curve))
        axes.grid(visible=False, axis="x")
        axes.set(xlabel="card (number)", ylabel="probability of a bust (%)", ylim=(0, max(heights) * 1.12))
    return figure


def shares_by_lead(most: int = 8) -> dict[str, dict[int, str]]:
    """{whose share: {your lead: share to three decimals}}: three players on a small deck, the others level."""
    small = Expedition.start(3, Rules((3, 5, 7, 9), {"fire": 2, "snakes": 2}))
    found: dict[str, dict[int, str]] = {"yours": {}, "each of the others": {}}
    for lead in range(-most, most + 1):
        answer = decide(small, objective="win", scores=[max(lead, 0), max(-lead, 0), max(-lead, 0)])
        assert isinstance(answer, ContestDecision)  # It is one whenever all play to win.
        for who, share in zip(found, answer.shares[:2], strict=True):
            found[who][lead] = f"{float(share):.3f}"
    return found


def shares_by_lead_plot(series: dict[str, dict[int, str]]) -> Figure:
    """A line for you and one for each of the others."""
    with plot_style():
        figure = new_figure(5.2, 3.6, "A point ahead before the last expedition")
        axes = figure.add_subplot()
        axes.set_title("custom rules (treasures 3, 5, 7, 9; two fires, two snakes), three players", fontsize=8)
        for ink, (who, shares) in zip(INKS[1:], series.items(), strict=False):
            axes.plot(list(shares), [100 * float(share) for share in shares.values()], label=who, **ink)
        axes.axhline(100 / 3, color="#000000", linewidth=0.8)
        axes.axvline(0, color="#000000", linewidth=0.8)
        axes.set(xlabel="your lead over both others (points)", ylabel="share of wins (%)", ylim=(-3, 103))
        axes.legend(loc="upper left")
    return figure


Interval = tuple[str, str, str]
"""Low, mean and high, to two decimals."""


def luck(games: int = 2000) -> dict[str, tuple[Interval, Interval]]:
    """{player: (mean points, the same with luck taken out)}, each with its interval of 95 %."""
    table = [RetireAtGems(8), RetireAtGems(12), RetireAtHazards(3)]
    result = simulate(table, games=games, rules="bga-en", seed=1, luck=True)
    pairs = zip(result.players, result.points, result.points_without_luck, strict=True)
    return {
        name: tuple((f"{x.low:.2f}", f"{x.mean:.2f}", f"{x.high:.2f}") for x in both)  # type: ignore[misc]
        for name, *both in pairs
    }


def luck_plot(players: dict[str, tuple[Interval, Interval]]) -> Figure:
    """Two intervals for each player."""
    with plot_style():
        figure = new_figure(5.2, 2.8, "2,000 games tell more with luck taken out")
        axes = figure.add_subplot()
        axes.set_title("rules bga-en, mean points of a game, intervals of 95 %", fontsize=9)
        for which, label in enumerate(("as played", "luck taken out")):
            ink = INKS[1 + which]
            for place, intervals in enumerate(players.values()):
                low, mean, high = map(float, intervals[which])
                axes.errorbar(
                    mean,
                    place + (which - 0.5) * 0.3,
                    xerr=[[mean - low], [high - mean]],
                    capsize=4,
                    fmt=ink["marker"],
                    color=ink["color"],
                    label=label if not place else None,
                )
        axes.set_yticks(range(len(players)), list(players))
        axes.set_ylim(len(players) - 0.4, -0.6)
        axes.set_xlabel("points")
        figure.legend(loc="outside lower center", ncols=2)
    return figure


def at_the_table() -> Expedition:
    """The position with which the tutorial and the first page begin."""
    return Expedition.parse("fire 15 snakes 3")


def next_cards() -> dict[str, Fraction]:
    """{what the next card does: its probability}: safe for good, a new hazard, a bust."""
    card = next_card(at_the_table())
    new = card.hazard - card.bust
    return {"treasure or artifact": 1 - card.hazard, "a new hazard": new, "bust": card.bust}


def next_cards_plot(parts: dict[str, Fraction]) -> Figure:
    """One bar, cut into what can happen."""
    with plot_style():
        figure = new_figure(5.2, 1.7, "After fire 15 snakes 3: what the next card does")
        axes = figure.add_subplot()
        axes.set_title("rules bga-en", fontsize=9)
        looks = (("#ffffff", ""), ("#f3dcae", "///"), ("#7a1f1f", ""))
        left = 0.0
        for (colour, hatch), (what, part) in zip(looks, parts.items(), strict=True):
            width = 100 * float(part)
            axes.barh([0], [width], 0.6, left, color=colour, hatch=hatch, edgecolor="#000000")
            axes.text(left + width / 2, 0.42, f"{what}\n{part}", ha="center", va="bottom", fontsize=8.5)
            left += width
        axes.set(xlim=(0, 100), ylim=(-0.35, 1.1), yticks=[], xlabel="probability (%)")
        axes.grid(visible=False)
        axes.spines["left"].set_visible(False)
    return figure

"""The same jobs by the libraries of the neighbourhood, as ratios to this one, measured in one run.

    python -m benchmarks.peers

The jobs: the chance that a fresh deck of `bga-en` has busted within 4 cards, within 8 cards, and for every number of
cards. Every answer is checked to be the exact one before it is timed. Peers that are not installed are left out:
`pip install icepool dyce lea sympy`. Each is used as its documents suggest for cards that are not put back, and where
it offers two ways both are measured.
"""

from __future__ import annotations

import platform
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from math import comb
from time import process_time
from typing import Any

from benchmarks import yardstick
from benchmarks.clock import seconds
from incan_math import Expedition, bust_probability, survival
from incan_math.report.formats import render
from incan_math.report.model import Column, Report, Table

SAFE, KINDS, COPIES = 15, 5, 3
CARDS = SAFE + KINDS * COPIES
CERTAIN = SAFE + KINDS + 1
"""A bust has come by this many cards."""

Within = Callable[[int], Fraction]
Curve = Callable[[], list[Fraction]]


@dataclass(frozen=True)
class Peer:
    """A way to do the jobs: the chance within k cards, up to `most`, and for every number of cards from 0 to CERTAIN.

    None stands for what it does not do, or does only by doing the other job.
    """

    package: str
    way: str
    within: Within | None
    curve: Curve | None
    most: int = CERTAIN


State = tuple[int, int] | str
"""(cards out, kinds showing), or "bust"."""


def steps(state: State) -> dict[State, int]:
    """What the next card makes of a state, with how many cards do: what every peer that follows a chain is told."""
    if isinstance(state, str):
        return {state: 1}
    out, shown = state
    follows: dict[State, int] = {
        "bust": shown * (COPIES - 1),
        (out + 1, shown + 1): (KINDS - shown) * COPIES,
        (out + 1, shown): SAFE - (out - shown),
    }
    return {then: count for then, count in follows.items() if count}


def plain() -> Iterator[Peer]:
    def curve() -> list[Fraction]:
        return yardstick.bust_curve(Expedition.start())[: CERTAIN + 1]

    yield Peer("", "plain recursion in Fractions, states remembered", None, curve)


def icepool_peers() -> Iterator[Peer]:
    import icepool

    class Bust(icepool.MultisetEvaluator[int, bool]):  # type: ignore[misc]
        def next_state(self, state: Any, order: Any, outcome: int, /, *counts: int) -> bool:
            return bool(state) or (outcome != 0 and counts[0] >= 2)

        def final_outcome(self, final_state: Any, *rest: Any) -> bool:
            return bool(final_state)

    deck = icepool.Deck({0: SAFE, **dict.fromkeys(range(1, KINDS + 1), COPIES)})

    def within(cards: int) -> Fraction:
        return Fraction(Bust().evaluate(deck.deal(cards)).probability(True))

    def curve() -> list[Fraction]:
        bust = Bust()  # It remembers what it has seen from one hand to the next.
        return [Fraction(bust.evaluate(deck.deal(cards)).probability(True)) for cards in range(CERTAIN + 1)]

    yield Peer("icepool", "Deck.deal with an evaluator", within, curve)

    bust_place = (-1, -1)  # Outcomes must be of one type.

    def go(state: tuple[int, int]) -> Any:
        if state == bust_place:
            return state
        return icepool.Die({bust_place if then == "bust" else then: count for then, count in steps(state).items()})

    def chain(cards: int) -> list[Fraction]:
        die, chances = icepool.Die([(0, 0)]), [Fraction(0)]
        for _ in range(cards):
            die = die.map(go, star=False)
            chances.append(Fraction(die.probability(bust_place)))
        return chances

    yield Peer("icepool", "Die.map, card by card", lambda cards: chain(cards)[-1], lambda: chain(CERTAIN))


def dyce_peers() -> Iterator[Peer]:
    from dyce import H, HResult, TruncationWarning, expand

    warnings.filterwarnings("ignore", message=".*is experimental")
    warnings.simplefilter("error", TruncationWarning)

    def follow(card: HResult[Any]) -> Any:
        return H(steps(card.outcome))

    def chain(cards: int) -> list[Fraction]:
        now: H[Any] = H({(0, 0): 1})
        chances = [Fraction(0)]
        for _ in range(cards):
            # By default unlikely branches are dropped, with a warning.
            now = expand(follow, now, min_path_probability=Fraction(0)).lowest_terms()
            chances.append(Fraction(now.get("bust", 0), now.total))
        return chances

    yield Peer("dyce", "expand, card by card", lambda cards: chain(cards)[-1], lambda: chain(CERTAIN))


def lea_peers() -> Iterator[Peer]:
    import lea

    deck = [0] * SAFE + [kind for kind in range(1, KINDS + 1) for _ in range(COPIES)]

    def busts(hand: tuple[int, ...]) -> bool:
        hazards = [deck[place] for place in hand if deck[place]]
        return len(set(hazards)) < len(hazards)

    def within(cards: int) -> Fraction:
        hands = lea.vals(*range(CARDS), prob_type="r").draw(cards, sorted=True)
        return Fraction(lea.P(hands.map(busts)))

    yield Peer("lea", "draw without replacement, sorted", within, None, most=4)

    def follow(state: State) -> Any:
        return lea.pmf(steps(state), prob_type="r")

    def chain(cards: int) -> list[Fraction]:
        now, chances = lea.vals((0, 0), prob_type="r"), [Fraction(0)]
        for _ in range(cards):
            now = now.switch_func(follow).calc()
            chances.append(Fraction(lea.P(now == "bust")))
        return chances

    yield Peer("lea", "switch_func, card by card", lambda cards: chain(cards)[-1], lambda: chain(CERTAIN))


def sympy_peers() -> Iterator[Peer]:
    import sympy

    z = sympy.Symbol("z")

    def curve() -> list[Fraction]:
        safe = sympy.Poly((1 + z) ** SAFE * (1 + COPIES * z) ** KINDS, z).all_coeffs()[::-1]
        ways = [*map(int, safe), *[0] * CARDS][: CERTAIN + 1]
        return [1 - Fraction(number, comb(CARDS, cards)) for cards, number in enumerate(ways)]

    yield Peer("sympy", "Poly of the generating function", None, curve)


def peers() -> Iterator[Peer]:
    """All that are installed."""
    yield from plain()
    for package, found in (
        ("icepool", icepool_peers),
        ("dyce", dyce_peers),
        ("lea", lea_peers),
        ("sympy", sympy_peers),
    ):
        try:
            version(package)
        except PackageNotFoundError:
            continue
        yield from found()


def main() -> None:
    """Check every answer, time every job, and print the ratios."""
    start = Expedition.start()
    right = [1 - chance for chance in survival(start).values()][: CERTAIN + 1]
    ours = {cards: seconds(partial(bust_probability, start, cards), repeats=40, clock=process_time) for cards in (4, 8)}
    our_curve = seconds(partial(survival, start), repeats=40, clock=process_time)
    rows = [("incan_math", "", *(f"{time * 1e6:,.0f} µs" for time in (ours[4], ours[8], our_curve)))]
    for peer in peers():
        cells = []
        for cards, time in ours.items():
            if peer.within is None or cards > peer.most:
                cells.append("-")
                continue
            assert peer.within(cards) == right[cards], (peer, cards)
            cells.append(f"{seconds(partial(peer.within, cards), repeats=15, clock=process_time) / time:,.0f} x")
        if peer.curve is None:
            cells.append("-")
        else:
            assert peer.curve() == right, peer
            cells.append(f"{seconds(peer.curve, repeats=15, clock=process_time) / our_curve:,.0f} x")
        name = f"{peer.package} {version(peer.package)}" if peer.package else "Python"
        rows.append((name, peer.way, *cells))
    table = Table(
        "peers",
        "A fresh deck of bga-en: time of this library, and how many times as long the others take",
        (
            Column("library"),
            Column("way"),
            Column("within 4 cards", name="within_4"),
            Column("within 8 cards", name="within_8"),
            Column("every number of cards", name="curve"),
        ),
        tuple(rows),
        (f"Python {platform.python_version()}, {platform.machine()}, {platform.system()}.",),
    )
    print(render(Report("Speed of the same jobs elsewhere", tables=(table,)), "markdown"), end="")


if __name__ == "__main__":
    main()

"""Whatever a caller passes to odds, states, strategies and solo play, an error is a `GameError` on one short line.

`python tests/house/test_hostile_arguments.py 100000 7` makes so many calls from that seed.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from itertools import islice
from random import Random
from typing import Any

import pytest

import incan_math as im
from incan_math import Enclosure, Expedition, GameError, Rules
from incan_math.game.errors import shown
from incan_math.numbers.rationals import as_probability
from incan_math.odds.symbolic import substitute
from incan_math.solo.boundary import stopping_threshold
from incan_math.states.graph import root_of
from incan_math.states.reachable import layer_sizes

SMALL = Rules(treasures=(3, 5), hazards={"fire": 2, "snakes": 3}, artifacts=(5, 8), expeditions=2)
MANY = Rules(tuple(2**i for i in range(24)), {f"kind{i}": i + 2 for i in range(20)}, (), expeditions=5)
HUGE = Rules((1,), {"fire": 990}, (), expeditions=1000)
STATES: tuple[Any, ...] = (
    *(Expedition.parse(text, rules=SMALL, expedition=1) for text in ("", "3", "3 fire", "fire fire", "3 -1", "3 A")),
    Expedition.parse("3 5 snakes", 2, SMALL),
    Expedition.start(rules=MANY),
    Expedition.start(rules=HUGE),
    Expedition.parse("", rules=Rules((), {}, (5,))),
)
VALUES: tuple[Any, ...] = (
    None, True, 0, 1, -1, 2, 3, 10**6, 10**30, 10**5000, -(10**5000), 0.5, float("nan"), float("inf"), 1j,
    "", "7 fire", "0.9", "90%", "1/0", "1e999999999", "1e-99999999", "9" * 5000, "\x1b[31m\u202e", b"3", object(), type,
    Decimal("0.5"), Decimal("1E-9999999"), Decimal("NaN"), Fraction(1, 3), Fraction(10**400 - 1, 10**400),
    Enclosure(Fraction(0), Fraction(1)), (), [], [1, "2"], {}, {"fire": 3}, {"fire": -1}, {"fire": 10**9}, {5: "x"},
    dict.fromkeys("abcdefg", 3), set(), range(3), lambda *_: 2, lambda state: Fraction(1, 2), print, im.StayForever,
    im.StayForever(), im.RetireAtGems(3), [("1/2", im.StayForever()), ("1/2", im.RetireAtGems(2))], [("x", 5)], [(1,)],
    "bga-en", "diamant-2005", "no such", SMALL, "fire", "A", 5,
)  # fmt: skip
TEXTS: tuple[Any, ...] = (
    "stay", "gems:3", "gems:", ":", "gems:-1", "gems:" + "9" * 5000, "risk:1e-99999999", "chance:1e999999999",
    "(" * 2000, "(" * 2000 + "stay" + ")" * 2000, "((stay))", "stay|" * 20000, "stay|", "&",
    "gems:3&(risk:0.5|cards:2)",
    ")(", "chance:1/0", "chance:nan", "hazards:\N{SUPERSCRIPT TWO}", "outweigh:1", "one step",
)  # fmt: skip

ANY, STATE, TEXT = VALUES, STATES, TEXTS


def graph(state: Any, depth: Any) -> Any:
    return im.state_graph(state, depth, 500)


CALLS: tuple[tuple[Callable[..., Any], tuple[tuple[Any, ...], ...]], ...] = (
    (im.bust_probability, (STATE, ANY)),
    (im.survival, (STATE,)),
    (im.draws_to_bust, (STATE,)),
    (im.gems_before_bust, (STATE,)),
    (im.next_card, (STATE,)),
    (lambda state, effect: im.next_card(state).probability(effect), (STATE, ANY)),
    (im.one_step_gain, (STATE,)),
    (im.safe_cards_for, (ANY, ANY, ANY)),
    (im.Distribution, (ANY,)),
    (lambda weights: im.Distribution.from_weights(weights), (ANY,)),
    (lambda state, chance: im.draws_to_bust(state).quantile(chance), (STATE, ANY)),
    (im.generating_function, (STATE,)),
    (lambda state, draws: substitute(im.bust_formula(2), state, draws), (STATE, ANY)),
    (im.bust_formula, (ANY,)),
    (im.removal_formula, (STATE, ANY, (0, 1, 2, -1, "1", None))),
    (as_probability, (("x",), ANY)),
    (Enclosure, (ANY, ANY)),
    (Enclosure.around, (ANY, ANY)),
    (im.deck_states, (STATE,)),
    (layer_sizes, (STATE,)),
    (im.count_states, (STATE,)),
    (im.state_graph, (STATE, (1, 2, None, -1, "2", 10**30), ANY)),
    (im.likeliest_busts, (ANY, ANY)),
    (lambda state, most: im.likeliest_busts(graph(state, 2), most), (STATE, ANY)),
    (lambda state, wanted: im.reach_probability(graph(state, 1), wanted), (STATE[:6], STATE)),
    (im.reach_probability, (ANY, STATE)),
    (root_of, (ANY,)),
    (im.parse_strategy, (TEXT,)),
    (im.parse_strategy, (ANY,)),
    (im.RetireAtGems, (ANY,)),
    (im.RetireAtHazards, (ANY,)),
    (im.RetireAfterCards, (ANY,)),
    (im.RetireAtRisk, (ANY,)),
    (im.RetireWithProbability, (ANY,)),
    (im.AnyOf, (ANY, ANY)),
    (im.AllOf, (ANY,)),
    (im.Mixture, (ANY,)),
    (im.stopping_boundary, (STATE,)),
    (stopping_threshold, (STATE,)),
    (im.campaign, ((SMALL, MANY, HUGE, "no such", 5, None),)),
    (lambda progress: im.campaign(SMALL, progress=progress), ((5, "x", [], None, lambda number: None),)),
    (lambda *given: im.campaign(SMALL).before(*given), (ANY, ANY, ANY, ANY)),
    (lambda state: im.campaign(SMALL).decide(state), (STATE,)),
    (im.best_heuristics, ((SMALL, MANY, HUGE, "no such", 5, None), (1, 2, 0, 9, "2", None))),
)


def tried(random: Random) -> tuple[str, str]:
    """One call with arguments drawn by chance: (name of the outcome, what is wrong with it)."""
    call, pools = random.choice(CALLS)
    # A state is sometimes no state at all.
    given = [random.choice(ANY if pool is STATE and random.random() < 0.25 else pool) for pool in pools]
    try:
        answer = call(*given)
        if isinstance(answer, Iterator):
            list(islice(answer, 50))
    except GameError as error:
        text = str(error)
        good = text and text.isprintable() and len(text) <= 300
        return type(error).__name__, "" if good else f"{call} {[shown(value) for value in given]}: {text!r}"
    except Exception as error:  # What escapes is the fault that is looked for.
        return type(
            error
        ).__name__, f"{call} {[shown(value) for value in given]}: {type(error).__name__}: {str(error)[:300]}"
    return "answer", ""


@pytest.mark.parametrize("seed", range(4))
def test_only_game_errors_on_one_line(seed: int) -> None:
    random = Random(seed)
    wrong = [fault for fault in (tried(random)[1] for _ in range(400)) if fault]
    assert not wrong, "\n".join(wrong[:5])


if __name__ == "__main__":
    drawn = Random(int(sys.argv[2]))
    outcomes, faults = Counter[str](), Counter[str]()
    for _ in range(int(sys.argv[1])):
        name, fault = tried(drawn)
        outcomes[name] += 1
        if fault:
            faults[fault] += 1
    print(outcomes, len(faults))
    for fault in list(faults)[:40]:
        print(fault)

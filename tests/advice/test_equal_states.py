"""Equal states get equal answers from every public function: a state is a safe key."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations

import networkx
import pytest

import incan_math
from incan_math import Expedition, GameError, Rules

SMALL = Rules(
    treasures=(1, 4, 5),
    hazards={"fire": 2, "snakes": 3},
    artifacts=(5, 7),
    claim_gems=(0, 2),
    undrawn_artifact="stays",
    artifact_step="claimed or lost",
    expeditions=3,
)
PRINTED = replace(SMALL, artifact_value="printed", claim_gems=())
PATHS = ("4 fire 5", "fire 5 4", "5 4 fire", "5 snakes -1 4", "5 -1 snakes 4", "4 5 fire 1", "1 fire 4 5")
SETUPS: tuple[dict[str, object], ...] = (
    {},
    {"expedition": 1},
    {"expedition": 2},
    {"expedition": 3},
    {"expedition": 3, "removed": "snakes"},
    {"expedition": 3, "claimed": 1},
    {"expedition": 3, "lost": 1},
    {"expedition": 3, "claimed": "A5"},
    {"expedition": 3, "lost": "A5"},
    {"removed": "snakes"},
    {"claimed": 1},
)
NOT_BY_STATE = ("bust_formula", "generating_function", "removal_formula")
"""Algebra in sympy, checked against the numbers elsewhere; importing it costs seconds."""


def pool() -> Iterator[Expedition]:
    for rules in (SMALL, PRINTED):
        for keywords in SETUPS:
            for players in (1, 2):
                for path in PATHS:
                    try:
                        yield Expedition.parse(path, players=players, rules=rules, **keywords)  # type: ignore[arg-type]
                    except GameError:
                        continue


def functions() -> dict[str, Callable[..., object]]:
    """Every public function whose first parameter is a state."""
    found: dict[str, Callable[..., object]] = {}
    for name in vars(incan_math)["__all__"]:
        thing = getattr(incan_math, name)
        if inspect.isfunction(thing) and name not in NOT_BY_STATE:
            first = next(iter(inspect.signature(thing).parameters.values()), None)
            if first is not None and first.name == "state":
                found[name] = thing
    return found


def answer(function: Callable[..., object], state: Expedition, **keywords: object) -> object:
    """What it gives, in a form that `==` compares; for a refusal its type."""
    try:
        given = function(state, **keywords)
        if isinstance(given, networkx.Graph):
            return dict(given.nodes), {(a, b): tuple(map(str, data.values())) for a, b, data in given.edges(data=True)}
        return list(given) if isinstance(given, Iterator) else given
    except (GameError, TypeError) as error:
        return type(error)


STATES = list(pool())
EQUAL = [(a, b) for a, b in combinations(STATES, 2) if a == b]


def test_the_pool_has_equal_states_by_unlike_paths_and_the_functions_are_all_there() -> None:
    assert len(EQUAL) > 100
    assert all(a.path != b.path for a, b in EQUAL)
    assert {"bust_probability", "decide", "take_home", "policy", "state_graph", "equilibrium"} <= set(functions())


def test_equal_states_have_equal_hashes_and_equal_attributes() -> None:
    public = [name for name in dir(Expedition) if name[0] != "_" and isinstance(getattr(Expedition, name), property)]
    assert {"cards_out", "bag", "undrawn"} <= set(public)
    for a, b in EQUAL:
        assert hash(a) == hash(b)
        for name in set(public) - {"path", "tokens"}:
            assert getattr(a, name) == getattr(b, name), (a, b, name)


@pytest.mark.parametrize("name", functions())
def test_equal_states_get_equal_answers(name: str) -> None:
    function = functions()[name]
    known: dict[Expedition, object] = {}
    for state in STATES[:: 1 if name in ("bust_probability", "survival", "draws_to_bust") else 3]:
        given = answer(function, state)
        old = known.setdefault(state, given)
        if isinstance(old, tuple) and name in ("state_graph", "decision_graph"):
            assert set(old[0]) == set(given[0])  # type: ignore[index]
        else:
            assert old == given, (str(state), str(next(key for key in known if key == state)))


def test_answers_about_the_whole_game_are_those_of_the_expedition() -> None:
    """The same path in an early and in the last expedition: playing to win differs, so the states do."""
    early, late = (Expedition.parse("5 fire", players=2, rules=SMALL, expedition=number) for number in (1, 3))
    assert early != late
    answers = [answer(incan_math.decide, state, objective="win", lead=0) for state in (early, late)]
    assert answers[0] != answers[1]
    again = Expedition.parse("fire 5", players=2, rules=SMALL, expedition=3)
    assert again == late
    assert answer(incan_math.decide, again, objective="win", lead=0) == answers[1]

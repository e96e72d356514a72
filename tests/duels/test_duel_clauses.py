"""Every combination of clauses on small random decks: random games of two, each position against the engine's tree."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

import pytest
from duel_brute import BestDuel, matrix_value

from incan_math import Duel, Expedition, Rules, duel
from incan_math.engine import GameTable, Match
from incan_math.game.cards import Artifact
from incan_math.game.rules import ArtifactEntry, ArtifactStep, ArtifactValue, Tie, UndrawnArtifact

ENTRIES: tuple[ArtifactEntry, ...] = ("one per expedition", "all at once")
VALUES: tuple[ArtifactValue, ...] = ("by claim", "printed")
UNDRAWN: tuple[UndrawnArtifact, ...] = ("leaves", "stays")
STEPS: tuple[ArtifactStep, ...] = ("claimed", "claimed or lost")
TIES: tuple[Tie, ...] = ("most artifacts", "shared")
CLAUSES = tuple(product(ENTRIES, VALUES, UNDRAWN, STEPS, TIES))


def some_rules(clauses: int, rng: random.Random) -> Rules:
    """Rules of that combination of clauses, with a few cards of each sort or none."""
    entry, value, undrawn, step, tie = CLAUSES[clauses % len(CLAUSES)]
    hazards = {name: rng.randint(1, 3) for name in ("fire", "gas")[: rng.choice((0, 1, 1, 2))]}
    treasures = tuple(rng.choice((0, 1, 2, 3, 5)) for _ in range(rng.choice((0, 1, 1, 2))))
    artifacts = tuple(rng.choice((0, 2, 5)) for _ in range(rng.randint(0, 2)))
    return Rules(
        treasures, hazards, artifacts, artifact_entry=entry, artifact_value=value, undrawn_artifact=undrawn,
        artifact_step=step, tie=tie,
        expeditions=rng.choice((2, 3)) if len(treasures) + sum(hazards.values()) + len(artifacts) < 5 else 2,
    )  # fmt: skip


def positions(rules: Rules, rng: random.Random) -> Iterator[tuple[Match, GameTable, str]]:
    """The positions of a random game, each with the path that leads there in its expedition."""
    match = Match.start(rules, ["Ann", "Bob"])
    while not match.over:
        table, path = match.table(), ""
        if not table.undrawn:
            return
        while not table.ended:
            yield match, table.copy(), path
            card = rng.choice(table.undrawn)
            table.turn_up(card)
            path = f"{path} {_token(card.face, rules)}".strip()
            if table.ended:
                break
            yield match, table.copy(), path
            leaving = [name for name in table.bags if rng.random() < 0.25]
            if leaving:
                table.retire(leaving)
                path = f"{path} -{len(leaving)}"
        match = match.after(table)


def _token(face: object, rules: Rules) -> str:
    return "A" if isinstance(face, Artifact) and rules.artifact_value == "by claim" else str(face)


def check(game: Duel, oracle: BestDuel, match: Match, table: GameTable, path: str) -> None:
    """Whether the answer at a position of the match is the engine's, for Ann or for whoever is still in."""
    rules = game.rules
    tents = dict(match.tents)
    name = "Ann" if "Ann" in table.bags else "Bob"
    other = {"Ann": "Bob", "Bob": "Ann"}[name]
    lead = tents[name].points - tents[other].points
    artifact_lead = len(tents[name].artifacts) - len(tents[other].artifacts)
    setup = match.expedition, dict(match.removed), match.artifacts.claimed or None, match.artifacts.lost or None
    state = Expedition.parse(path, 2, rules, setup[0], setup[1], claimed=setup[2], lost=setup[3])
    if path.split()[-1:] and path.split()[-1].startswith("-"):
        return
    answer = game.decide(state, lead, artifact_lead)
    if not path:
        exact = oracle.before(match)
        assert (exact if name == "Ann" else 1 - exact) in answer.value
        assert (exact if name == "Ann" else 1 - exact) in game.win_probability(
            lead, setup[0], setup[1], setup[2], artifact_lead, setup[3]
        )
    elif len(table.bags) == 2:
        outcomes = oracle.outcomes(match, table)
        stays, retires = answer.outcomes
        found = stays.stay, retires.stay, stays.retire, retires.retire
        assert all(exact in number for exact, number in zip(outcomes, found, strict=True))
        assert matrix_value(*outcomes) in answer.value
    else:
        stay, retire = oracle.go(match, table), oracle.left(match, table, name)
        if name == "Bob":
            stay, retire = 1 - stay, 1 - retire
        assert answer.retire is not None
        assert stay in answer.stay and retire in answer.retire and max(stay, retire) in answer.value


def compare(seed: int) -> int:
    """Play three random games under random rules with the seed's clauses; the number of positions that agree."""
    rng = random.Random(seed)
    rules = some_rules(seed, rng)
    game, oracle, compared = duel(rules), BestDuel(), 0
    for _ in range(3):
        for match, table, path in positions(rules, rng):
            check(game, oracle, match, table, path)
            compared += 1
    return compared


@pytest.mark.parametrize("seed", range(len(CLAUSES)))
def test_random_games_under_every_combination_of_clauses(seed: int) -> None:
    compare(seed)


def test_an_artifact_taken_before_the_other_stays_alone() -> None:
    # The other left before the artifact came, and it lies on the path: on a bust it is lost, which is a step here.
    for artifacts, path in (((2, 5), "5 -1 A"), ((0, 5, 0), "A -1 7"), ((0, 5, 0), "A -1 fire")):
        rules = Rules((5, 7), {"fire": 2}, artifacts, artifact_step="claimed or lost", expeditions=2)
        game, oracle = duel(rules), BestDuel()
        match = Match.start(rules, ["Ann", "Bob"])
        table = match.table()
        for token in path.split():
            if token == "-1":
                table.retire(["Bob"])
            else:
                table.turn_up(next(card for card in table.undrawn if _token(card.face, rules) == token))
        check(game, oracle, match, table, path)


def test_an_artifact_that_does_harm_when_found() -> None:
    # No card can bust after "3 -1", yet going on is worse than stopping: the artifact would not come again.
    rules = Rules(
        (0, 3), {"fire": 2}, (0, 2), artifact_value="printed", undrawn_artifact="stays", tie="shared", expeditions=2
    )
    game, oracle = duel(rules), BestDuel()
    match = Match.start(rules, ["Ann", "Bob"])
    table = match.table()
    table.turn_up(next(card for card in table.undrawn if _token(card.face, rules) == "3"))
    check(game, oracle, match, table, "3")

"""The commands about choices: decide, table, evaluate, campaign."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from shell import Run, shell

from incan_math import (
    Expedition,
    RetireAfterCards,
    StayForever,
    best_heuristics,
    best_response,
    campaign,
    decide,
    evaluate,
    parse_strategy,
    take_home,
)
from incan_math.report.decision_tables import decision_table
from incan_math.report.formats import FORMATS, render
from incan_math.report.model import percent
from incan_math.strategies.decision import ContestDecision

LATE = "1 2 3 4 5 5 7 fire snakes 13"


def exact(cell: dict[str, str]) -> Fraction:
    return Fraction(cell["exact"])


# decide


def test_advice_alone(run: Run) -> None:
    answer = run("decide", "fire 15 snakes 3")
    assert (answer.status, answer.err) == (0, "")
    # 18 x 4 = 72 against the 89 gems and the artifact's 5.
    words = " ".join(answer.out.split())
    assert (
        "take-home 18 x 4 deadly cards = 72, less than 94, the sum of what each undrawn card would add next: stay"
        in words
    )
    assert "Advice stay" in words and "15.38% (2/13)" in words
    assert all(len(line) <= 80 for line in answer.out.splitlines())


@pytest.mark.parametrize("words", [["15 fire mummy 1"], ["11 fire mummy rocks 5"], ["--players", "1"], []])
def test_advice_alone_as_json(run: Run, words: list[str]) -> None:
    document = json.loads(run("decide", *words, "--format", "json").out)
    state = Expedition.parse(words[0] if words and words[0][0] != "-" else "")
    answer, points = decide(state), take_home(state)
    assert exact(document["stay"]) == answer.stay and exact(document["retire"]) == answer.retire
    assert exact(document["gain"]) == answer.gain and exact(document["bust"]) == answer.bust
    assert document["action"].startswith(answer.action) and document["reason"] == answer.reason
    for row in document["take_home"]:
        assert exact(row["at_least"]) == points.at_least(row["points"])


def test_against_others_who_stay(run: Run) -> None:
    document = json.loads(run("decide", "7 fire 11", "--players", "4", "--against", "stay", "--format", "json").out)
    answer = decide(Expedition.parse("7 fire 11", 4), StayForever())
    assert exact(document["stay"]) == answer.stay and exact(document["retire"]) == answer.retire
    assert document["opponents"] == "stay, stay, stay" and document["take_home"]


@pytest.mark.parametrize(
    ("words", "players"),
    [
        (["--against", "gems:14"], 2),
        (["--against", "gems:14", "--against", "hazards:3"], 3),
        (["--against", "gems:14|hazards:3"], 3),
    ],
)
def test_against_known_strategies(run: Run, words: list[str], players: int) -> None:
    late = f"{LATE} 11 11 9 14 15"
    document = json.loads(run("decide", late, "--players", str(players), *words, "--format", "json").out)
    known = [parse_strategy(word) for word in words[1::2]]
    others = known * (players - 1) if len(known) == 1 else known
    answer = best_response(Expedition.parse(late, players), others)
    assert exact(document["stay"]) == answer.stay and exact(document["retire"]) == answer.retire
    assert document["opponents"] == ", ".join(map(str, others)) and "take_home" not in document


def test_the_points_of_the_whole_game(run: Run) -> None:
    words = ["decide", "9 15 fire mummy", "--expedition", "1", "--campaign", "--format", "json"]
    document = json.loads(run(*words).out)
    answer = campaign().decide(Expedition.parse("9 15 fire mummy", expedition=1))
    assert exact(document["stay"]) == answer.stay and exact(document["retire"]) == answer.retire
    assert document["action"] == "stay" and decide(answer.state).action == "retire"


# table, evaluate, campaign


@pytest.mark.parametrize("name", FORMATS)
def test_the_table_in_every_format(run: Run, name: str) -> None:
    answer = run("table", "--rules", "diamant-2005", "--players", "3", "--format", name)
    assert (answer.status, answer.err) == (0, "")
    assert answer.out == render(decision_table("diamant-2005", 3), name)


def test_the_table_without_words_is_the_default(run: Run) -> None:
    document = json.loads(run("table", "--format", "json").out)
    assert exact(document["optimum"]) == decide(Expedition.start()).stay
    values = {str(rule.strategy): rule.value for rule in best_heuristics()}
    assert document["simple_rules"]
    for row in document["simple_rules"]:
        assert exact(row["value"]) == values[row["strategy"]]


@pytest.mark.parametrize("strategy", ["cards:5", "gems:5|hazards:1|cards:4", "probability:1/3|cards:2"])
def test_one_player_evaluated(run: Run, strategy: str) -> None:
    document = json.loads(run("evaluate", strategy, "--rules", "diamant-2005", "--format", "json").out)
    result = evaluate(Expedition.start(1, "diamant-2005"), [parse_strategy(strategy)])
    (row,) = document["players"]
    assert exact(row["points"]) == result.points[0] and row["strategy"] == strategy
    assert exact(row["nothing"]) == result.distributions[0].probability(0)
    assert exact(document["bust"]) == result.bust


def test_two_players_evaluated(run: Run) -> None:
    answer = run("evaluate", "cards:3", "cards:2&gems:4|cards:3")
    result = evaluate(Expedition.start(2), [RetireAfterCards(3), parse_strategy("cards:2&gems:4|cards:3")])
    assert answer.status == 0 and all(str(points) in answer.out for points in result.points)
    assert "Players 2" in " ".join(answer.out.split())


def test_the_campaign(run: Run) -> None:
    document = json.loads(run("campaign", "--rules", "diamant-2005", "--format", "json").out)
    assert exact(document["value"]) == campaign("diamant-2005").value and document["situations"] == 22
    text = run("campaign", "--rules", "diamant-2005").out
    assert all(len(line) <= 80 for line in text.splitlines()) and "91.896888" in text


# Errors.


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["decide", "7", "--players", "3", "--against", "gem:3"], "did you mean 'gems'?"),
        (["decide", "7", "--players", "3", "--against", "gems"], "strategy: 'gems'"),
        (["decide", "7", "--players", "4", "--against", "stay", "--against", "stay"], "opponents: 2 given, but 3"),
        (["decide", "7", "--players", "2", "--against"], "--against"),
        (["decide", "fire fire"], "is over; nothing is left to decide"),
        (["decide", "7 -2", "--players", "2"], "is over; nothing is left to decide"),
        (["decide", "7 -1", "--players", "2"], "players have just retired"),
        (["decide", "7 fire", "--campaign"], "give it, such as expedition=1"),
        (["decide", "7", "--campaign", "--expedition", "1", "--players", "2"], "leave out --campaign or --players"),
        (["decide", "7 -1", "--players", "3"], "players have just retired; add the card that came next"),
        (["decide", "fire fire", "--campaign", "--expedition", "1"], "nothing is left to decide"),
        (["decide", "7 fier"], "did you mean 'fire'?"),
        (["table", "--players", "0"], "players: 0 given"),
        (["table", "--players", "9"], "players: 9 given"),
        (["table", "--rules", "bga"], "no edition is called 'bga'"),
        (["table", "--format", "xml"], "--format"),
        (["evaluate"], "STRATEGY"),
        (["evaluate", "gems:x"], "strategy: 'gems:x'"),
        (["evaluate", "gems:3", "--rules", "bga"], "no edition is called 'bga'"),
        (["evaluate", *["stay"] * 9], "players: 9 given"),
        (["campaign", "--rules", "bga"], "no edition is called 'bga'"),
        (["campaign", "extra"], "extra"),
    ],
)
def test_bad_input_is_one_line_and_status_2(run: Run, words: list[str], said: str) -> None:
    answer = run(*words)
    assert answer.status == 2 and answer.out == ""
    assert answer.err.startswith("incan-math: ") and len(answer.err.splitlines()) == 1
    assert said in answer.err


@pytest.mark.slow
def test_in_a_process_of_its_own() -> None:
    good = shell("decide", LATE, "--players", "2", "--against", "stay", FORCE_COLOR="1")
    assert good.returncode == 0 and good.stderr == "" and "\x1b" not in good.stdout
    bad = shell("evaluate", "gem:3")
    assert (bad.returncode, bad.stdout) == (2, "") and len(bad.stderr.splitlines()) == 1


@pytest.mark.parametrize("command", ["decide", "table", "evaluate", "campaign"])
def test_help(run: Run, command: str) -> None:
    answer = run(command, "--help")
    assert (answer.status, answer.err) == (0, "") and f" {command} [OPTIONS]" in answer.out.splitlines()[0]
    assert "--format" in answer.out and f"incan-math {command}" in answer.out


# to win

THREE = ["7 fire 11 snakes 15 mummy rocks 14 3 1 2 9", "--players", "3", "--expedition", "5"]


def test_three_who_play_to_win(run: Run) -> None:
    state = Expedition.parse(THREE[0], players=3, expedition=5)
    answer = decide(state, objective="win", scores=[20, 18, 3], home=[30])
    assert isinstance(answer, ContestDecision)
    document = json.loads(run("decide", *THREE, "--scores", "20 18 3", "--home", "30", "--format", "json").out)
    assert document["value"]["value"] == pytest.approx(float(answer.value.midpoint), abs=1e-12)
    assert [row["score"] for row in document["players"]] == [20, 18, 3]
    assert [row["player"] for row in document["players"]] == ["you", "player 2", "player 3"]
    for row, share in zip(document["players"], answer.shares, strict=True):
        assert row["share"]["value"] == pytest.approx(float(share.midpoint), abs=1e-12)
    words = " ".join(run("decide", *THREE, "--scores", "20", "--scores", "18,3", "--home", "30").out.split())
    assert "To win the last expedition" in words and f"Advice {answer.action}" in words
    assert "A victory shared by k players counts 1/k." in words
    short = run("advise", *THREE, "--scores", "20 18 3", "--home", "30").out
    assert short.startswith(answer.action[:3]) and f"stay {percent(answer.stay.midpoint)}" in short


def test_a_best_response_for_the_win(run: Run) -> None:
    answer = decide(
        Expedition.parse("7 fire 11", players=2, expedition=5), RetireAfterCards(5), objective="win", lead=-4
    )
    words = ["decide", "7 fire 11", "-p", "2", "-e", "5", "--against", "cards:5", "--format", "json"]
    document = json.loads(run(*words, "--scores", "0 4").out)
    assert exact(document["stay"]) == answer.stay and exact(document["retire"]) == answer.retire
    assert "by_others" not in document  # Whether the other retires now is known.
    assert json.loads(run(*words, "--lead", "-4").out) == document


def test_scores_of_two_before_the_last_expedition_are_a_lead(run: Run) -> None:
    words = ["decide", "14 fire 13 snakes", "-p", "2", "-e", "4", "--format", "json"]
    found = json.loads(run(*words, "--scores", "33 40").out)
    assert found["lead"] == -7 and found == json.loads(run(*words, "--lead", "-7").out)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--scores", "20 x"], "--scores: 'x' is not a whole number"),
        (["--scores", "20 18"], "scores: 2 given for the 3 players in"),
        (["--home", "30"], "give scores="),
        (["--scores", "20 18 3", "--lead", "3"], "scores say as much"),
        (["--scores", "20 18 3", "-e", "4"], "expedition 4 of 5"),
        (["--lead", "3"], "in the last expedition give scores="),
    ],
)
def test_scores_that_do_not_fit_are_refused(run: Run, words: list[str], message: str) -> None:
    answer = run("decide", *(THREE[:3] if "-e" in words else THREE), *words)
    assert answer.status == 2 and message in answer.err and answer.err.count("\n") == 1


def test_the_whole_game_alone_has_no_scores(run: Run) -> None:
    answer = run("advise", "7 fire", "--campaign", "-e", "1", "--scores", "3")
    assert answer.status == 2 and "--campaign" in answer.err

"""The interface behind the page: the answers are those of Python, and whatever is sent, a refusal is one clear line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

from incan_math import Expedition, Record, bust_probability, decide, next_card, review
from incan_math.web.openapi import openapi
from incan_math.web.pool import Limits
from incan_math.web.questions import FIELDS
from incan_math.web.server import LARGEST, STATIC, application

GAME = "players: Ann, Bob\n1: 7 fire -Ann 11 -Bob\n2: A 5 fire"


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    limits = Limits(situations=200_000, seconds=60, keep=False)
    with TestClient(application(limits), raise_server_exceptions=False) as client:
        yield client


def test_a_position_is_that_of_the_record(client: TestClient) -> None:
    found = client.post("/api/position", json={"record": GAME}).json()
    record = Record.parse(GAME)
    assert record.position is not None
    assert found["record"] == record.text and Record.parse(found["record"]) == record
    assert found["scores"] == record.scores == {"Ann": 4, "Bob": 14}
    assert found["inside"] == ["Ann", "Bob"] and found["expedition"] == 2
    assert Expedition.parse(found["state"]["position"]) == record.position
    assert found["state"]["bust_next"]["exact"] == str(bust_probability(record.position))
    assert len(found["state"]["next"]) == len(next_card(record.position).outcomes)


def test_the_end_of_a_game_has_its_winners(client: TestClient) -> None:
    text = "players: Ann, Bob\n" + "\n".join(f"{number}: 15 -Ann,Bob" for number in range(1, 5)) + "\n5: 15 -Ann 7 -Bob"
    found = client.post("/api/position", json={"record": text}).json()
    assert found["is_over"] and found["winners"] == list(Record.parse(text).winners)
    assert found["state"] is None and found["ended"] == {"bust": None}


def test_odds_are_those_of_python(client: TestClient) -> None:
    state = Expedition.parse("7 fire 11 -1 snakes | players=4")
    found = client.post("/api/odds", json={"position": state.notation(), "draws": 3}).json()
    assert found["bust"]["exact"] == str(bust_probability(state, 3)) == "617/1300"
    within = [bust_probability(state, draws) for draws in range(1, state.cards_left + 1)]
    for number, exact in zip(found["bust_within"], within, strict=True):
        assert number["value"] == float(exact)


@pytest.mark.parametrize(
    ("body", "position", "against"),
    [
        ({"position": "fire 15 snakes 3"}, "fire 15 snakes 3", None),
        ({"record": "players: Ann\n1: fire 15 snakes 3"}, "fire 15 snakes 3 | expedition=1", None),
        ({"position": "7 fire 11 | players=3", "against": "stay"}, "7 fire 11 | players=3", "stay"),
    ],
)
def test_a_decision_is_that_of_python(
    client: TestClient, body: dict[str, Any], position: str, against: str | None
) -> None:
    from incan_math import parse_strategy

    state = Expedition.parse(position)
    wanted = decide(state, None if against is None else [parse_strategy(against)] * (state.players - 1))
    found = client.post("/api/decide", json=body).json()
    assert isinstance(wanted.stay, Fraction) and isinstance(wanted.retire, Fraction)
    assert found["action"] == wanted.action and found["reason"] == wanted.reason
    assert found["stay"]["value"] == float(wanted.stay) and found["retire"]["value"] == float(wanted.retire)


def test_a_review_is_that_of_python(client: TestClient) -> None:
    text = "players: Ann\n1: fire 15 snakes 3 -Ann\n2: 7 fire fire"
    found = client.post("/api/review", json={"record": text}).json()
    wanted = review(Record.parse(text)).players[0]
    ann = found["players"][0]
    assert ann["loss"]["exact"] == str(wanted.loss) and ann["result"]["exact"] == str(wanted.result)
    assert len(ann["course"]) == len(found["cards"])


def test_progress_streams_and_the_answer_comes_last(client: TestClient) -> None:
    body = {"position": "7 fire 11 5 snakes | players=3", "against": ["gems:9", "gems:5"]}
    with client.stream("POST", "/api/decide", json=body, headers={"accept": "text/event-stream"}) as response:
        text = "".join(response.iter_text())
    events = [dict(line.split(": ", 1) for line in event.splitlines()) for event in text.strip().split("\n\n")]
    assert events[-1]["event"] == "answer" and {event["event"] for event in events[:-1]} <= {"progress", "waiting"}
    plain = client.post("/api/decide", json=body).json()
    assert json.loads(events[-1]["data"]) == plain


def test_what_costs_too_much_is_refused_with_its_cost(client: TestClient) -> None:
    for kind, body in (
        ("decide", {"position": "| players=3"}),
        ("review", {"record": "players: 3\n1: 7 -3"}),
    ):
        response = client.post(f"/api/{kind}", json=body)
        assert response.status_code == 422
        assert "situations can follow" in response.json()["error"] and "200,000" in response.json()["error"]


def test_a_refusal_in_a_stream_is_an_event(client: TestClient) -> None:
    response = client.post("/api/decide", json={"position": "| players=3"}, headers={"accept": "text/event-stream"})
    assert response.text.splitlines()[-3].startswith("event: refused")


WRONG: tuple[tuple[str, bytes, int], ...] = (
    ("decide", b"", 400),
    ("decide", b"[]", 400),
    ("decide", b"{", 400),
    ("decide", b"[" * 50_000, 400),
    ("decide", b'{"position": ' + b"9" * 5_000 + b"}", 400),
    ("decide", b'{"position": NaN}', 400),
    ("decide", b"\xff\xfe", 400),
    ("decide", b'{"posiiton": "7"}', 400),
    ("decide", b"{}", 422),
    ("decide", b'{"position": "7 fier"}', 422),
    ("decide", b'{"position": 7}', 422),
    ("decide", b'{"position": "7", "record": "x"}', 422),
    ("decide", b'{"position": "7", "objective": "game"}', 422),
    ("decide", b'{"record": "players: Ann, Bob\\n1: 7", "objective": "win", "me": "Cid"}', 422),
    ("decide", b'{"position": "\\ud800"}', 422),
    ("odds", b'{"position": "7", "draws": 1e400}', 422),
    ("odds", b'{"position": "7", "draws": true}', 422),
    ("review", b'{"record": "players: 2\\n1: 7 -1 -1", "against": ["gems:1", "gems:2"]}', 422),
    ("position", b'{"record": "players: Ann\\n1: fire fire fire"}', 422),
    ("position", b" " * (LARGEST + 1), 413),
)


@pytest.mark.parametrize(("kind", "body", "status"), WRONG)
def test_what_is_wrong_is_said_in_one_line(client: TestClient, kind: str, body: bytes, status: int) -> None:
    response = client.post(f"/api/{kind}", content=body, headers={"content-type": "application/json"})
    line = response.json()["error"]
    assert response.status_code == status and line and "\n" not in line and len(line) <= 320, line


def test_only_json_is_read(client: TestClient) -> None:
    assert client.post("/api/decide", data={"position": "7"}).status_code == 415


PIECES: tuple[Any, ...] = (
    "7", "fire", "A", "-1", "-Ann", "-9", "15 15", "players: Ann, Bob\n1: ", "players: 3\n1: ", "\n2: ",
    "rules: bga-en\n", "rules: diamant-2016\n", "rules: x\ntreasures: 1 2 3\nhazards: fire 3\n", "expeditions: 1000\n",
    "|", "players=4", "removed=fire", "\x00", "\u202e", "\U0001f600", "'" * 99, "9" * 400, ":", "#", "gems:9",
    "stay|" * 40, "(" * 90, None, True, 3, -1, 0.5, [], {}, ["gems:9"], ["stay", None], "win", "points", "Ann", 10**30,
)  # fmt: skip


@pytest.mark.parametrize("seed", range(4))
def test_fuzzed_requests_are_answered_or_refused(client: TestClient, seed: int) -> None:
    random = Random(seed)
    for _ in range(60):
        kind = random.choice(list(FIELDS))
        names = [*FIELDS[kind], "other"] if random.random() < 0.1 else list(FIELDS[kind])
        body: dict[str, Any] = {}
        for name in random.sample(names, random.randint(0, len(names))):
            words = [random.choice(PIECES) for _ in range(random.randint(1, 5))]
            body[name] = words[0] if random.random() < 0.3 else " ".join(str(word) for word in words)
        response = client.post(f"/api/{kind}", json=body)
        assert response.status_code in (200, 400, 422), (kind, body, response.text)
        if response.status_code != 200:
            line = response.json()["error"]
            assert line and "\n" not in line and len(line) <= 400 and "stopped" not in line, (kind, body, line)


def test_every_response_carries_the_headers_that_keep_a_page_safe(client: TestClient) -> None:
    for response in (
        client.get("/"),
        client.get("/no-such-page"),
        client.get("/openapi.json"),
        client.get("/api/decide"),
        client.post("/api/odds", json={"position": "7"}),
        client.post("/api/odds", content=b"x" * (LARGEST + 1), headers={"content-type": "application/json"}),
    ):
        policy = response.headers["content-security-policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy and "http" not in policy
        assert response.headers["x-content-type-options"] == "nosniff"
        assert response.headers["referrer-policy"] == "no-referrer"


def test_files_outside_the_page_are_not_served(client: TestClient) -> None:
    for path in ("/../server.py", "/..%2fserver.py", "/%2e%2e/server.py", "//etc/passwd", "/languages/../../server.py"):
        assert client.get(path).status_code in (404, 405), path


def test_the_document_describes_every_question(client: TestClient) -> None:
    document = client.get("/openapi.json").json()
    assert document == json.loads(json.dumps(openapi()))
    for kind, fields in FIELDS.items():
        body = document["paths"][f"/api/{kind}"]["post"]["requestBody"]["content"]["application/json"]["schema"]
        assert set(body["properties"]) == set(fields) and set(body["required"]) <= set(fields)
    assert set(document["paths"]) == {"/api/editions", *(f"/api/{kind}" for kind in FIELDS)}
    schemas = document["components"]["schemas"]
    for kind, name, sent in (
        ("position", "Position", {"record": GAME}),
        ("odds", "Odds", {"position": "7"}),
        ("decide", "Decision", {"position": "7 fire"}),
        ("review", "Review", {"record": "players: Ann\n1: 7 -Ann"}),
    ):
        answer = client.post(f"/api/{kind}", json=sent).json()
        assert set(answer) <= set(schemas[name]["properties"]), kind


def test_the_page_asks_no_other_machine() -> None:
    for path in STATIC.rglob("*"):
        if path.suffix in (".html", ".css", ".js", ".json", ".webmanifest", ".svg"):
            text = path.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
            assert "http://" not in text and "https://" not in text, path
            if path.suffix == ".html":
                assert "style=" not in text and "onclick" not in text and "<style" not in text

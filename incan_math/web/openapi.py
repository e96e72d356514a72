"""The description of the interface that programs read, in the form of OpenAPI 3.1."""

from __future__ import annotations

from typing import Any

import incan_math

__all__ = ["openapi"]

_RECORD = {
    "type": "string",
    "description": "A game as plain text: a header ('rules:', 'players:'), then a line for each expedition.",
    "examples": ["players: Ann, Bob, Cid\n1: 7 fire 11 -Ann snakes"],
}
_POSITION = {
    "type": "string",
    "description": "A position in the notation of the library, with its settings behind a bar.",
    "examples": ["7 fire 11 snakes | players=4 expedition=2 removed=fire"],
}
_STRATEGY = {"type": "string", "examples": ["stay", "gems:9", "hazards:3&cards:4"]}
_AGAINST = {
    "description": "How the others decide; the equilibrium if omitted. One strategy for all, or one for each.",
    "oneOf": [_STRATEGY, {"type": "array", "items": _STRATEGY, "minItems": 1, "maxItems": 8}],
}
_NUMBER = {"$ref": "#/components/schemas/Number"}
_ERROR = {"$ref": "#/components/schemas/Error"}

_QUESTIONS: dict[str, tuple[str, str, dict[str, Any], list[str]]] = {
    "position": (
        "Where a recorded game stands",
        "The record in full, scores, who is in, the path, and the odds of the next card.",
        {"record": _RECORD},
        ["record"],
    ),
    "odds": (
        "The probability of a bust, and the next card",
        "As `bust_probability(position, draws)`, `survival` and `next_card` of the Python library.",
        {"position": _POSITION, "record": _RECORD, "draws": {"type": "integer", "minimum": 0, "default": 1}},
        [],
    ),
    "decide": (
        "Stay or retire",
        "As `decide(position, against, objective=...)` of the Python library, for the points of this expedition or, for"
        " one player of a recorded game, to win. What costs more than the server's limit is refused with its cost.",
        {
            "position": _POSITION,
            "record": _RECORD,
            "objective": {"enum": ["points", "win"], "default": "points"},
            "me": {"type": "string", "description": "With 'win': who asks."},
            "against": _AGAINST,
        },
        [],
    ),
    "review": (
        "What each decision lost, and what was luck",
        "As `review(record, against)` of the Python library.",
        {"record": _RECORD, "against": _AGAINST},
        ["record"],
    ),
}


_STREAMED = (
    "With `Accept: text/event-stream` the answer comes as the event `answer` after events `waiting` and `progress`; a"
    " refusal as the event `refused`. A closed connection stops the work."
)


def openapi() -> dict[str, Any]:
    """The document at `/openapi.json`."""
    paths: dict[str, Any] = {
        "/api/editions": {
            "get": {
                "operationId": "editions",
                "summary": "The published editions and their decks",
                "responses": {"200": _json("The editions.", {"type": "object"})},
            }
        }
    }
    for kind, (summary, description, properties, required) in _QUESTIONS.items():
        body = {"type": "object", "properties": properties, "required": required, "additionalProperties": False}
        answer = _json("The answer.", {"$ref": f"#/components/schemas/{_ANSWER_OF[kind]}"})
        answer["content"]["text/event-stream"] = {
            "schema": {"type": "string"},
            "example": 'event: progress\ndata: [12, 30, 4096]\n\nevent: answer\ndata: {"action": "stay"}\n\n',
        }
        paths[f"/api/{kind}"] = {
            "post": {
                "operationId": kind,
                "summary": summary,
                "description": f"{description} {_STREAMED}",
                "requestBody": {"required": True, "content": {"application/json": {"schema": body}}},
                "responses": {
                    "200": answer,
                    "400": _json("The body is not of the form that is asked for.", _ERROR),
                    "413": _json("The body is too large.", _ERROR),
                    "415": _json("The body is not declared as JSON.", _ERROR),
                    "422": _json("The rules do not allow it, no solver covers it, or it costs too much.", _ERROR),
                    "429": _json("Too many requests wait already.", _ERROR),
                },
            }
        }
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "incan_math",
            "version": incan_math.__version__,
            "summary": "Exact odds and decisions for Incan Gold / Diamant. Nothing is stored.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "paths": paths,
        "components": {"schemas": _SCHEMAS},
    }


_ANSWER_OF = {"position": "Position", "odds": "Odds", "decide": "Decision", "review": "Review"}


def _json(description: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"description": description, "content": {"application/json": {"schema": schema}}}


def _object(*numbers: str, **others: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": {**dict.fromkeys(numbers, _NUMBER), **others}}


_TEXT, _WHOLE, _TRUTH = {"type": "string"}, {"type": "integer"}, {"type": "boolean"}
_STATE = {
    "position": _TEXT, "players": _WHOLE, "bag": _WHOLE, "leftover": _WHOLE, "artifacts": _WHOLE, "cards_left": _WHOLE,
    "cards_out": _WHOLE, "deadly": _WHOLE, "showing": {"type": "array", "items": _TEXT}, "is_deciding": _TRUTH,
    "bust_next": _NUMBER, "retire_alone": {"type": ["integer", "null"]},
    "next": {"type": "array", "items": _object(card=_TEXT, what=_TEXT, copies=_WHOLE, effect=_TEXT, share=_WHOLE)},
}  # fmt: skip
_SCHEMAS: dict[str, Any] = {
    "Number": {
        "type": "object",
        "description": "The nearest double, and the number exactly as a fraction or a bound on its distance from it.",
        "properties": {"value": {"type": ["number", "null"]}, "exact": _TEXT, "error": {"type": ["number", "null"]}},
        "required": ["value"],
    },
    "Error": {"type": "object", "properties": {"error": _TEXT}, "required": ["error"]},
    "Position": _object(
        record=_TEXT,
        rules={"type": "object"},
        players={"type": "array", "items": _TEXT},
        expedition=_WHOLE,
        lines={"type": "array", "items": {"type": "array", "items": _TEXT}},
        inside={"type": ["array", "null"]},
        scores={"type": ["object", "null"]},
        is_over=_TRUTH,
        winners={"type": ["array", "null"]},
        ended={"type": ["object", "null"]},
        state={"anyOf": [_object(**_STATE), {"type": "null"}]},  # type: ignore[arg-type]
    ),
    "Odds": _object("bust", bust_within={"type": "array", "items": _NUMBER}, **_STATE),  # type: ignore[arg-type]
    "Decision": _object(
        "value",
        "stay",
        "retire_probability",
        "bust",
        position=_TEXT,
        objective=_TEXT,
        action={"enum": ["stay", "retire", "tie", "mix"]},
        retire={"anyOf": [_NUMBER, {"type": "null"}]},
        reason=_TEXT,
        outcomes={
            "type": "array",
            "items": _object("probability", "stay", "retire", others_retiring=_WHOLE),
        },
        deviation_gain={"type": "number"},
    ),
    "Review": _object(
        against=_TEXT,
        error={"type": "number"},
        players={"type": "array", "items": {"type": "object"}},
        decisions={"type": "array", "items": {"type": "object"}},
        cards={"type": "array", "items": {"type": "object"}},
    ),
}

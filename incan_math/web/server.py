"""The server: the page's files and the answers to its questions over HTTP; it keeps nothing of any game.

Two pools answer: one quick worker for positions and odds, so that no long solve holds up a tap, and the others for
decisions and reviews. A request whose page is closed is dropped, and its work stopped.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Mapping
from contextlib import AsyncExitStack, aclosing, asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from incan_math.game.errors import GameError
from incan_math.game.extras import require
from incan_math.web.answers import editions
from incan_math.web.openapi import openapi
from incan_math.web.pool import CrowdedError, Limits, Message, Pool
from incan_math.web.questions import FIELDS, Question, read_body

require("starlette")

from starlette.applications import Starlette  # noqa: E402 - refused above where it is missing
from starlette.datastructures import MutableHeaders  # noqa: E402
from starlette.exceptions import HTTPException  # noqa: E402
from starlette.middleware import Middleware  # noqa: E402
from starlette.requests import ClientDisconnect, Request  # noqa: E402
from starlette.responses import JSONResponse, Response, StreamingResponse  # noqa: E402
from starlette.routing import Mount, Route  # noqa: E402
from starlette.staticfiles import StaticFiles  # noqa: E402
from starlette.types import ASGIApp, Receive, Scope, Send  # noqa: E402, TC002
from starlette.types import Message as Event  # noqa: E402, TC002

__all__ = ["LARGEST", "STATIC", "application"]

STATIC = Path(__file__).parent / "static"

LARGEST = 64 * 1024
"""Bytes of a body; the record of a game has one or two thousand."""

_QUICK_SECONDS = 10.0
_REMEMBERED = 2_000
_HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
        " manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-frame-options": "DENY",
}
_LOG = logging.getLogger("incan_math.web")


def application(limits: Limits | None = None, workers: int = 1) -> Starlette:
    """The ASGI application.

    Args:
        limits: of one request.
        workers: processes for decisions and reviews; one more answers what is quick.

    Raises:
        GameError: the extra `web` is not installed.
    """
    limits = limits or Limits()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            few = replace(limits, seconds=min(_QUICK_SECONDS, limits.seconds))
            quick = await stack.enter_async_context(Pool(1, few))
            solving = await stack.enter_async_context(Pool(workers, limits))
            app.state.pools = {"position": quick, "odds": quick, "decide": solving, "review": solving}
            app.state.known = OrderedDict()
            yield

    return Starlette(
        routes=[
            Route("/api/editions", partial(_fixed, editions())),
            *(Route(f"/api/{kind}", partial(_answer, kind), methods=["POST"]) for kind in FIELDS),
            Route("/openapi.json", partial(_fixed, openapi())),
            Mount("/", StaticFiles(directory=STATIC, html=True)),
        ],
        lifespan=lifespan,
        exception_handlers={HTTPException: _refused, GameError: _refused, Exception: _failed},
        middleware=[Middleware(Secured)],
    )


class Secured:
    """An application whose responses all carry the headers that keep a page from loading or running anything else."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """As ASGI has it."""

        async def with_headers(event: Event) -> None:
            if event["type"] == "http.response.start":
                headers = MutableHeaders(scope=event)
                for name, value in _HEADERS.items():
                    headers[name] = value
                if "cache-control" not in headers:
                    headers["cache-control"] = "no-cache" if scope["method"] in ("GET", "HEAD") else "no-store"
            await send(event)

        await self.app(scope, receive, with_headers if scope["type"] == "http" else send)


async def _fixed(value: Mapping[str, Any], request: Request) -> Response:
    return JSONResponse(value)


async def _answer(kind: str, request: Request) -> Response:
    """The answer to one question: as JSON, or as a stream of events where the request accepts one."""
    body = await _body(request)
    question = Question(kind, read_body(body))
    known: OrderedDict[tuple[str, str], dict[str, Any]] = request.app.state.known
    key = kind, json.dumps(question.fields, sort_keys=True)
    if key in known:
        known.move_to_end(key)
    messages = _remembered(known, key) if key in known else _asked(request.app.state.pools[kind], question, known, key)
    if "text/event-stream" in request.headers.get("accept", ""):
        return StreamingResponse(_events(messages), media_type="text/event-stream")
    last = await _while_connected(request, _last(messages))
    if last[0] == "answer":
        return JSONResponse(last[1])
    status = {"refused": 422, "crowded": 429, "gone": 400}.get(last[0], 500)
    return _line(status, str(last[1]))


async def _body(request: Request) -> bytes:
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise HTTPException(415, "content-type: send application/json")
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > LARGEST:
            raise HTTPException(413, f"body: more than {LARGEST:,} bytes; a game has a few thousand")
    return body


async def _asked(
    pool: Pool,
    question: Question,
    known: OrderedDict[tuple[str, str], dict[str, Any]],
    key: tuple[str, str],
) -> AsyncIterator[Message]:
    """The messages of the pool; answers are remembered, in memory alone, as long as there is room."""
    try:
        async with aclosing(pool.ask(question)) as messages:  # type: ignore[type-var]
            async for message in messages:
                if message[0] == "answer":
                    known[key] = message[1]
                    if len(known) > _REMEMBERED:
                        known.popitem(last=False)
                if message[0] == "failed":
                    _LOG.error("%s", message[1])
                yield message
    except CrowdedError as error:
        yield "crowded", str(error)


async def _remembered(
    known: OrderedDict[tuple[str, str], dict[str, Any]], key: tuple[str, str]
) -> AsyncIterator[Message]:
    yield "answer", known[key]


async def _last(messages: AsyncIterator[Message]) -> Message:
    last: Message = ("failed", "no answer")
    async with aclosing(messages) as each:  # type: ignore[type-var]
        async for message in each:
            last = message
    return last


async def _events(messages: AsyncIterator[Message]) -> AsyncIterator[str]:
    async with aclosing(messages) as each:  # type: ignore[type-var]
        async for name, value in each:
            data = {"error": value} if name in ("refused", "failed", "crowded") else value
            yield f"event: {name}\ndata: {json.dumps(data)}\n\n"


async def _while_connected(request: Request, work: Awaitable[Message]) -> Message:
    """What the work gives; dropped as soon as the one who asked is gone."""

    async def gone() -> Message:
        while (await request.receive())["type"] != "http.disconnect":
            pass
        return "gone", "the connection was closed"

    tasks = [asyncio.ensure_future(work), asyncio.ensure_future(gone())]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        return (tasks[0] if tasks[0] in done else tasks[1]).result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _refused(request: Request, error: Exception) -> Response:
    if isinstance(error, HTTPException):
        lines = {404: "no such page; /openapi.json lists what there is", 405: "this address takes another method"}
        return _line(error.status_code, lines.get(error.status_code, str(error.detail)), error.headers)
    return _line(400, " ".join(str(error).split()))


async def _failed(request: Request, error: Exception) -> Response:
    if isinstance(error, ClientDisconnect):
        return _line(400, "the connection was closed")
    return _line(500, "a fault of the server, not of the request; please report it")


def _line(status: int, line: str, headers: Mapping[str, str] | None = None) -> Response:
    more = {"retry-after": "5"} if status == 429 else {}
    return JSONResponse({"error": line}, status, headers={**(headers or {}), **more})

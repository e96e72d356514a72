"""`incan-math serve`: the page for the phone on the table, and the interface for programs behind it."""

from __future__ import annotations

import os
import sys

from incan_math.cli.options import NO_CACHE
from incan_math.cli.specification import Command, Option
from incan_math.game.extras import require
from incan_math.web.address import LOOPBACK, is_loopback, listening_socket, page_address, qr_code

__all__ = ["COMMAND", "serve"]

_SITUATIONS, _SECONDS, _GIGABYTES = 100_000_000, 300, 4


def serve(
    host: str | None,
    port: int,
    workers: int | None,
    limit: int | None,
    seconds: int | None,
    gigabytes: int | None,
    no_cache: bool,
) -> None:
    """Serve a page that accompanies a game at the table: tap the card that came and who left, and read the advice.

    Prints its address and a QR code. Only this machine reaches it unless --host says otherwise: with --host 0.0.0.0
    every device on the network does. No game is stored. The page works offline for odds; /openapi.json describes the
    interface for programs. Ctrl-C ends.
    """
    require("starlette", "uvicorn", "segno")
    import uvicorn

    from incan_math.web.pool import Limits
    from incan_math.web.server import application

    host = host or LOOPBACK
    limits = Limits(limit or _SITUATIONS, seconds or _SECONDS, gigabytes=gigabytes or _GIGABYTES, keep=not no_cache)
    cores = os.cpu_count() or 1
    app = application(limits, workers or max(1, min(cores - 1, 8)))
    listening = listening_socket(host, port)
    address = page_address(host, listening.getsockname()[1])
    print(f"{address}\n{qr_code(address)}", end="", flush=True)
    if is_loopback(host):
        print("only this machine reaches it; --host 0.0.0.0 lets a phone on the same network in", flush=True)
    print("Ctrl-C ends", flush=True)
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=2,
        limit_concurrency=2000,
    )
    try:
        uvicorn.Server(config).run(sockets=[listening])
    except KeyboardInterrupt:
        print("ended", file=sys.stderr)


COMMAND = Command(
    "serve",
    serve,
    "A page for the phone on the table.",
    (
        Option("host", "The address to listen on; 0.0.0.0 for all of the network. This machine alone if omitted."),
        Option("port", "The port; 0 takes a free one.", int, default=8765, least=0, most=65535),
        Option("workers", "Processes that solve; one less than the cores if omitted.", int, least=1, most=64),
        Option(
            "limit",
            f"Situations that one request may have solved; {_SITUATIONS:,} if omitted.",
            int,
            least=1,
            most=300_000_000,
        ),
        Option("seconds", f"Seconds that one request may take; {_SECONDS} if omitted.", int, least=1, most=86_400),
        Option("gigabytes", f"Memory that one worker may take; {_GIGABYTES} if omitted.", int, least=1, most=1000),
        NO_CACHE,
    ),
    ("incan-math serve", "incan-math serve --host 0.0.0.0", "incan-math serve --port 8000 --workers 4"),
)

"""Where a server is reached: its addresses, and the QR code of one that a phone can open."""

from __future__ import annotations

import io
import socket

from incan_math.game.errors import GameError, shown

__all__ = ["LOOPBACK", "is_loopback", "listening_socket", "page_address", "qr_code"]

LOOPBACK = "127.0.0.1"
_ANY = ("0.0.0.0", "::")


def is_loopback(host: str) -> bool:
    """Whether a host is this machine alone.

    >>> is_loopback("127.0.0.1"), is_loopback("0.0.0.0")
    (True, False)
    """
    return host in (LOOPBACK, "localhost", "::1")


def listening_socket(host: str, port: int) -> socket.socket:
    """A socket bound to the address; port 0 takes a free one.

    Raises:
        GameError: the address is not this machine's, or the port is taken.
    """
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        found = socket.socket(family, socket.SOCK_STREAM)
        try:
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            found.bind((host, port))
        except OSError:
            found.close()
            raise
    except (OSError, UnicodeError) as error:
        why = error.strerror if isinstance(error, OSError) else None
        raise GameError(
            f"--host, --port: {shown(host)}, {port}: {why or error}; give an address of this machine and a free port"
        ) from None
    return found


def page_address(host: str, port: int) -> str:
    """The address of the page; of a server that listens everywhere, the one that others on the network reach.

    >>> page_address("127.0.0.1", 8000)
    'http://127.0.0.1:8000/'
    """
    if host in _ANY:
        host = _outward()
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def _outward() -> str:
    """The address of this machine on its network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # An address for documentation: a datagram socket only looks up its route.
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()


def qr_code(address: str) -> str:
    """The QR code of an address in half blocks, for a terminal."""
    import segno

    out = io.StringIO()
    segno.make(address, error="m").terminal(out=out, compact=True, border=2)
    return out.getvalue()

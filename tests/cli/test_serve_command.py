"""`incan-math serve`: its address, and one line for what cannot be served."""

from __future__ import annotations

import socket

import pytest
from shell import Run

from incan_math.web.address import is_loopback, listening_socket, page_address, qr_code


def test_a_port_that_is_taken_is_refused_in_one_line(run: Run) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        answer = run("serve", "--port", str(taken.getsockname()[1]))
    assert answer.status == 2 and "--port" in answer.err and answer.err.count("\n") == 1


@pytest.mark.parametrize("host", ["203.0.113.7", "no such host", "x" * 300])
def test_an_address_of_another_machine_is_refused_in_one_line(run: Run, host: str) -> None:
    answer = run("serve", "--host", host, "--port", "0")
    assert answer.status == 2 and "--host" in answer.err and answer.err.count("\n") == 1 and len(answer.err) < 320


def test_without_a_host_nobody_else_gets_in() -> None:
    with listening_socket("127.0.0.1", 0) as here:
        host, port = here.getsockname()
        assert is_loopback(host) and page_address(host, port) == f"http://127.0.0.1:{port}/"


def test_an_address_for_all_names_this_machine() -> None:
    assert "0.0.0.0" not in page_address("0.0.0.0", 8765)
    assert page_address("::1", 8765) == "http://[::1]:8765/"


def test_the_qr_code_is_a_square_of_blocks() -> None:
    lines = [line for line in qr_code("http://127.0.0.1:8765/").splitlines() if line]
    assert len({len(line) for line in lines}) == 1 and set("".join(lines)) <= set(" █▀▄")

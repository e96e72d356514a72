"""Many people at once, and people who go away: every answer is right, and nobody's work goes on unwanted."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import httpx2
import pytest
from serving import served

from incan_math import Expedition, RetireAtGems, bust_probability, decide
from incan_math.web.pool import CrowdedError, Limits, Pool
from incan_math.web.questions import Question

CLIENTS = 200


def questions() -> list[tuple[str, dict[str, Any], str, float]]:
    """(kind, body, the field that is compared, its value), different ones for each client, computed here."""
    asked: list[tuple[str, dict[str, Any], str, float]] = []
    start = Expedition.start(2)
    for draw in start.draws():
        for second in draw.after.draws():
            state = second.after
            if state.is_over:
                continue
            asked.append(("odds", {"position": state.notation()}, "bust", float(bust_probability(state))))
            alone = Expedition.parse(state.path)
            value = decide(alone).value
            asked.append(("decide", {"position": alone.notation()}, "value", float(value)))
            if len(asked) > 4 * CLIENTS:
                break
    hard = Expedition.parse("7 fire 11 snakes 15 mummy A 9", 2)
    for gems in range(1, 16):
        answer = decide(hard, [RetireAtGems(gems)])
        assert not isinstance(answer.value, float)
        asked.append(("decide", {"position": hard.notation(), "against": f"gems:{gems}"}, "value", float(answer.value)))
    return asked


@pytest.mark.slow
def test_two_hundred_clients_at_once_all_get_right_answers() -> None:
    asked = questions()

    async def client(number: int, address: str, session: httpx2.AsyncClient) -> int:
        own = asked[number::CLIENTS]
        for kind, body, name, value in own:
            response = await session.post(f"{address}api/{kind}", json=body)
            assert response.status_code == 200, response.text
            assert response.json()[name]["value"] == value, body
        return len(own)

    async def everybody(address: str) -> int:
        limits = httpx2.Limits(max_connections=CLIENTS)
        async with httpx2.AsyncClient(timeout=120, limits=limits) as session:
            return sum(await asyncio.gather(*(client(number, address, session) for number in range(CLIENTS))))

    with served("--workers", "2", "--no-cache") as address:
        assert asyncio.run(everybody(address)) == len(asked) > 2 * CLIENTS


@pytest.mark.slow
def test_work_that_nobody_waits_for_stops() -> None:
    big = {"position": "| players=6"}

    async def leave(address: str) -> float:
        async with httpx2.AsyncClient(timeout=60) as session:
            url = f"{address}api/decide"
            with pytest.raises(httpx2.TimeoutException):
                await session.post(url, json=big, timeout=2)
            async with session.stream("POST", url, json=big, headers={"accept": "text/event-stream"}) as response:
                async for text in response.aiter_text():
                    if "progress" in text:
                        break
            began = time.monotonic()
            response = await session.post(url, json={"position": "7 fire"})
            assert response.status_code == 200
            return time.monotonic() - began

    with served("--workers", "1", "--no-cache") as address:
        assert asyncio.run(leave(address)) < 15  # Those two together would take a minute.


@pytest.mark.slow
def test_a_full_queue_and_a_slow_answer_are_refused() -> None:
    slow = Question("decide", {"position": "7 fire 11 | players=4", "against": ["gems:9", "gems:8", "gems:7"]})

    async def ask(pool: Pool, question: Question) -> str:
        try:
            return [f"{name}: {value}" async for name, value in pool.ask(question) if name != "progress"][-1]
        except CrowdedError as error:
            return str(error)

    async def crowd() -> list[str]:
        async with Pool(1, Limits(seconds=1.0, waiting=1)) as pool:
            said = await asyncio.gather(*(ask(pool, slow) for _ in range(3)))
            quick = Question("odds", {"position": "7 fire"})
            said.append(await ask(pool, quick))  # Another worker stands where one was ended.
            return said

    said = asyncio.run(crowd())
    assert sum("1 requests wait already" in line for line in said) == 1
    assert sum("more than 1 seconds" in line for line in said) == 2
    assert said[-1].startswith("answer: ")


def test_a_question_dropped_while_its_worker_loads_leaves_the_worker_usable() -> None:
    async def drop() -> str:
        async with Pool(1, Limits()) as pool:
            question = Question("odds", {"position": "7 fire"})
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(anext(pool.ask(question)), 0.01)
            messages = pool.ask(question)
            return (await asyncio.wait_for(anext(messages), 50))[0]

    assert asyncio.run(drop()) == "answer"

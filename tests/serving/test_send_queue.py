"""Answers for clients that read slowly: few are kept, and those that count."""

from __future__ import annotations

import asyncio

import pytest

pytest.importorskip("pydantic", reason="othello-engine[web] is not installed")

from othello.serving.session import MAX_UNSENT, SendQueue


def test_only_the_newest_info_of_a_request_is_kept() -> None:
    async def run() -> list[object]:
        queue = SendQueue()
        for depth in range(1000):
            queue.put_nowait({"id": 1, "info": {"depth": depth}})
        queue.put_nowait({"id": 1, "result": {}})
        queue.put_nowait({"id": 2, "info": {"depth": 1}})
        return [await queue.get() for _ in range(3)]

    assert asyncio.run(run()) == [
        {"id": 1, "info": {"depth": 999}},
        {"id": 1, "result": {}},
        {"id": 2, "info": {"depth": 1}},
    ]


def test_who_reads_nothing_is_given_no_more_answers() -> None:
    async def run() -> None:
        queue = SendQueue()
        for number in range(MAX_UNSENT):
            await queue.put({"id": number, "result": {}})
        waiting = asyncio.ensure_future(queue.put({"id": MAX_UNSENT, "result": {}}))
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(asyncio.shield(waiting), 0.1)
        await queue.get()
        await waiting

    asyncio.run(run())

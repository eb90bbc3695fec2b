"""Answers for clients that read slowly: few are kept, and those that count."""

from __future__ import annotations

import asyncio

import pytest

from othello.serving.outbox import MAX_UNSENT, Outbox


def test_only_the_newest_info_of_a_request_is_kept() -> None:
    async def run() -> list[object]:
        outbox = Outbox()
        for depth in range(1000):
            outbox.put({"id": 1, "info": {"depth": depth}})
        outbox.put({"id": 1, "result": {}})
        outbox.put({"id": 2, "info": {"depth": 1}})
        return [await outbox.get() for _ in range(3)]

    assert asyncio.run(run()) == [
        {"id": 1, "info": {"depth": 999}},
        {"id": 1, "result": {}},
        {"id": 2, "info": {"depth": 1}},
    ]


def test_who_reads_nothing_is_taken_no_more_requests_from() -> None:
    async def run() -> None:
        outbox = Outbox()
        for number in range(MAX_UNSENT - 1):
            outbox.put({"id": number, "result": {}})
        await outbox.room(lambda: False)
        outbox.put({"id": MAX_UNSENT, "result": {}})
        waiting = asyncio.ensure_future(outbox.room(lambda: False))
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(asyncio.shield(waiting), 0.1)
        await outbox.get()
        await waiting

    asyncio.run(run())

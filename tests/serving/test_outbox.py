"""Answers for clients that read slowly: few are kept, and those that count."""

from __future__ import annotations

import asyncio

from othello.serving.outbox import MAX_UNSENT, Outbox


def test_only_the_newest_info_of_a_request_is_kept() -> None:
    async def run() -> list[object]:
        outbox = Outbox()
        for depth in range(1000):
            outbox.put({"id": 1, "info": {"depth": depth}})
        outbox.put({"id": 1, "result": {}})
        outbox.put({"id": 2, "info": {"depth": 1}})
        await asyncio.sleep(0)
        assert not outbox.is_overfull
        return [await outbox.get() for _ in range(3)]

    assert asyncio.run(run()) == [
        {"id": 1, "info": {"depth": 999}},
        {"id": 1, "result": {}},
        {"id": 2, "info": {"depth": 1}},
    ]


def test_a_client_that_reads_nothing_is_noticed() -> None:
    async def run() -> bool:
        outbox = Outbox()
        for number in range(MAX_UNSENT + 1):
            outbox.put({"id": number, "result": {}})
        await asyncio.sleep(0)
        return outbox.is_overfull

    assert asyncio.run(run())

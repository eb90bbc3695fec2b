"""The engine behind a page without a server: requests and answers are messages to a Web Worker.

The worker (`othello/site/static/engine.js`) runs Python in the browser and calls `open_session`
once.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable

from othello.book import Book, shipped_book
from othello.serving.session import SendQueue, Session
from othello.site.one_thread import OneThread

HASH_MB = 64
SEARCH_SECONDS = 600.0
"""Time for a search that is asked for without a limit: the page ends what nobody waits for."""


def open_session(
    send: Callable[[str], object], weights: Awaitable[object] | None = None
) -> Callable[[str], None]:
    """Begin to answer in the running event loop; return a function that takes a request as JSON.

    `send` is called with each answer, as JSON. The package's weights are read again after
    `weights`: see `OneThread.await_weights`.
    """
    place = shipped_book()
    book = None if place is None else Book(place)
    scheduler = OneThread(hash_mb=HASH_MB, most_seconds=SEARCH_SECONDS, book=book)
    if weights is not None:
        scheduler.await_weights(weights)
    answers = SendQueue()
    session = Session(scheduler, answers)
    requests = asyncio.Queue[str]()

    async def receive_all() -> None:
        while True:
            await session.receive(await requests.get())

    async def send_all() -> None:
        while True:
            send(json.dumps(await answers.get()))

    running = [asyncio.ensure_future(each) for each in (receive_all(), send_all())]

    def receive(message: str) -> None:
        assert running  # the event loop itself does not keep its tasks
        requests.put_nowait(message)

    return receive

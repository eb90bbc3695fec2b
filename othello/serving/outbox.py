"""Answers on their way from the threads of a session to the event loop of the server."""

from __future__ import annotations

import asyncio
from collections import deque

from othello.serving.session import Answer

__all__ = ["MAX_UNSENT", "Outbox"]

MAX_UNSENT = 256
"""Answers that a client may leave unread before it is cut off."""


class Outbox:
    """The answers that a client has not been sent yet.

    An info is left out once a newer one for the same request is there: so a client that reads
    slowly, or a busy machine, gets fewer infos, and no more memory is used.

    Must be made in the event loop; `put` may be called from any thread.
    """

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._unsent: deque[Answer] = deque()
        self._filled = asyncio.Event()
        self._overfull = asyncio.Event()

    def put(self, answer: Answer) -> None:
        """Add an answer."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._add, answer)

    async def get(self) -> Answer:
        """Wait for the next answer."""
        while not self._unsent:
            self._filled.clear()
            await self._filled.wait()
        return self._unsent.popleft()

    @property
    def is_overfull(self) -> bool:
        """Whether more was added than a client may leave unread."""
        return self._overfull.is_set()

    async def overflow(self) -> None:
        """Wait until the outbox is overfull: whoever sends may wait for the client for ever."""
        await self._overfull.wait()

    def _add(self, answer: Answer) -> None:
        unsent = self._unsent
        is_newer = bool(unsent) and "info" in unsent[-1] and "info" in answer
        if is_newer and unsent[-1]["id"] == answer["id"]:
            unsent.pop()  # the new one says more
        if len(unsent) >= MAX_UNSENT:
            self._overfull.set()
        else:
            unsent.append(answer)
        self._filled.set()

"""Answers on their way from the threads of a session to the event loop of the server."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

from othello.serving.session import Answer

__all__ = ["MAX_UNSENT", "Outbox"]

MAX_UNSENT = 64
"""Answers that a client may leave unread before no more of its requests are taken."""


class Outbox:
    """The answers that a client has not been sent yet.

    An info is left out once a newer one for the same request is there: so a client that reads
    slowly, or a busy machine, gets fewer infos, and no more memory is used.

    Must be made in the event loop; `put` may be called from any thread.
    """

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._unsent: deque[Answer] = deque()
        self._changed = asyncio.Event()

    def put(self, answer: Answer) -> None:
        """Add an answer."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._add, answer)

    async def get(self) -> Answer:
        """Wait for the next answer."""
        while not self._unsent:
            await self._change()
        self._changed.set()
        return self._unsent.popleft()

    async def room(self, is_busy: Callable[[], bool]) -> None:
        """Wait until the client has read most answers, and `is_busy` says no.

        Parameters
        ----------
        is_busy : callable
            Whether more requests must wait; is called again after each answer.
        """
        await asyncio.sleep(0)  # so that answers on their way here are counted
        while len(self._unsent) >= MAX_UNSENT or is_busy():
            await self._change()

    async def _change(self) -> None:
        self._changed.clear()
        await self._changed.wait()

    def _add(self, answer: Answer) -> None:
        unsent = self._unsent
        is_newer = bool(unsent) and "info" in unsent[-1] and "info" in answer
        if is_newer and unsent[-1]["id"] == answer["id"]:
            unsent.pop()  # the new one says more
        unsent.append(answer)
        self._changed.set()

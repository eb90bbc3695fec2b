"""Log-ins of the referee: passwords are checked beside the event loop, and few wrong ones taken.

A hash takes some 10 ms on purpose. In the event loop, many passwords would stop all games.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any, TypeVar

from othello.ggs.journal import Journal, secret_of

T = TypeVar("T")

MOST_WRONG = 20
"""Wrong passwords that are taken from an address within `FORGIVEN_SECONDS`."""

FORGIVEN_SECONDS = 60.0


class TooManyTries(Exception):
    """An address has sent so many wrong passwords that no other is looked at for a while."""


class Passwords:
    """The passwords of a journal's accounts, hashed one at a time in a thread."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._turn = asyncio.Lock()
        self._tries: dict[str, list[float]] = {}  # when each address was wrong, or may yet be

    async def is_right(self, name: str, password: str, address: str) -> bool:
        """Return whether the password of an account is right; raise TooManyTries if not asked."""
        now = time.monotonic()
        recent = {
            each: [at for at in times if now - at < FORGIVEN_SECONDS]
            for each, times in self._tries.items()
        }
        self._tries = {each: times for each, times in recent.items() if times}
        tries = self._tries.setdefault(address, [])
        if len(tries) >= MOST_WRONG:
            raise TooManyTries
        tries.append(now)
        is_right = await self._aside(self._journal.is_right, name, password)
        if is_right and address in self._tries:
            self._tries[address].remove(now)
        return is_right

    async def register(self, name: str, password: str) -> bool:
        """Make an account; return whether nobody else has made it meanwhile."""
        secret = await self._aside(secret_of, password)
        if self._journal.is_known(name):
            return False
        self._journal.keep_secret(name, secret)
        return True

    async def change(self, name: str, password: str) -> None:
        """Change the password of an account."""
        self._journal.keep_secret(name, await self._aside(secret_of, password))

    async def _aside(self, work: Callable[..., T], *arguments: Any) -> T:
        async with self._turn:
            return await asyncio.to_thread(work, *arguments)

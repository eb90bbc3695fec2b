"""Log-ins of the referee: passwords are checked beside the event loop, and few wrong ones taken.

A hash takes some 10 ms on purpose. In the event loop, many passwords would stop all games.
"""

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
        self._tries: list[tuple[float, str]] = []  # when an address was wrong, or may yet be

    async def is_right(self, name: str, password: str, address: str) -> bool:
        """Return whether the password of an account is right; raise TooManyTries if not asked."""
        now = time.monotonic()
        self._tries = [attempt for attempt in self._tries if now - attempt[0] < FORGIVEN_SECONDS]
        if [other for _, other in self._tries].count(address) >= MOST_WRONG:
            raise TooManyTries
        attempt = now, address
        self._tries.append(attempt)
        is_right = await self._aside(self._journal.is_right, name, password)
        if is_right and attempt in self._tries:
            self._tries.remove(attempt)
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

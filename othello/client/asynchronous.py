"""Clients for `asyncio`, with the methods of the plain clients as coroutines.

A call that is cancelled, as by `asyncio.wait_for`, ends the engine's search as a time-out does, and
the client can still be used.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from othello.board import BoardLike
from othello.client.client import BaseClient
from othello.client.protocol import Answer
from othello.engine import Info
from othello.engine.asynchronous import AsyncWrapper, OnInfo, Stoppable
from othello.game import Game
from othello.limits import Limits
from othello.protocol.ugi_text import GoRequest

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack

    from othello._limit_keywords import LimitKeywords


T = TypeVar("T")

STUCK_SECONDS = 1.0
"""Seconds after which an interrupted call is ended by killing an engine that does not read."""


class AsyncClient(BaseClient, AsyncWrapper):
    """An engine in a process of its own, for ``async with``.

    It has the parameters, attributes and methods of `Client`.
    """

    _STARTS_WHEN_MADE = False

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def start(self) -> None:
        """Start the engine; ``async with`` calls this."""
        await self._await(self._start)

    async def set_option(self, name: str, value: object = None) -> None:
        """Set an option: see `Client.set_option`."""
        await self._await(partial(self._ask, self._protocol.set_option(name, value)))

    async def new_game(self) -> None:
        """Tell the engine that a new game begins."""
        await self._await(partial(self._ask, self._protocol.new_game()))

    async def go(
        self,
        game: Game | BoardLike,
        limits: Limits | GoRequest | None = None,
        timeout: float | None = None,
        *,
        on_info: Callable[[Info], object] | None = None,
        **keywords: Unpack[LimitKeywords],
    ) -> Answer:
        """Ask for a move in the position that `game` has reached: see `Client.go`."""
        exchange, timeout = self._request_move(game, limits, timeout, dict(keywords))
        return await self._await(partial(self._talk, exchange, timeout), on_info)

    async def stop(self) -> None:
        """End the search whose answer another task waits for."""
        await asyncio.to_thread(self._send, self._protocol.stop_line())

    async def close(self) -> None:
        """Tell the engine to quit; kill it if it has not ended after a second."""
        if self._process.is_started:
            await asyncio.to_thread(self._close)

    def kill(self) -> None:
        """Kill the engine at once."""
        self._process.kill()

    async def _await(
        self, call: Callable[..., T], on_info: Callable[[Info], object] | None = None
    ) -> T:
        """Carry out `call` in the client's thread; give it what it may report to, if anything."""

        def prepare(report: OnInfo | None) -> Stoppable[T]:
            self._process.is_interrupted = False
            return call if report is None else partial(call, on_info=report), self._interrupt

        return await self._run(prepare, on_info)

    def _interrupt(self) -> None:
        """Make the present call end soon; kill an engine that does not even read."""
        self._process.interrupt()
        asyncio.get_running_loop().call_later(STUCK_SECONDS, self._process.kill_if_stuck)


class AsyncUgiClient(AsyncClient):
    """A UGI engine.

    Examples
    --------
    >>> async def first_move():
    ...     async with AsyncUgiClient(options={"hash": 1}) as engine:
    ...         return await engine.go(Game(), depth=3)
    >>> asyncio.run(first_move()).info.depth
    3
    """

    PROTOCOL = "ugi"

    async def ping(self) -> float:
        """Return the seconds that a line and its answer take: see `UgiClient.ping`."""
        return await self._await(partial(self._ask, self._ping()))


class AsyncGtpClient(AsyncClient):
    """A GTP engine: see `GtpClient`."""

    PROTOCOL = "gtp"


class AsyncNBoardClient(AsyncClient):
    """An engine for NBoard: see `NBoardClient`."""

    PROTOCOL = "nboard"

"""Clients for `asyncio`, with the methods of the plain clients as coroutines.

A call that is cancelled, as by `asyncio.wait_for`, ends the engine's search as a time-out does, and
the client can still be used.
"""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar

from othello.board import BoardLike
from othello.client.base import LEAVE_SECONDS, OPTIONS_OF_THE_ENGINE, BaseClient, Steps
from othello.client.gtp import GtpProtocol
from othello.client.nboard import NBoardProtocol
from othello.client.process import (
    CLOSING_SECONDS,
    KEPT_STDERR,
    MAX_LINE,
    ClientError,
    cannot_start,
    death,
    last_words,
)
from othello.client.protocol import Answer, Receive, Send
from othello.client.ugi import UgiProtocol
from othello.engine import Info
from othello.errors import checks_keywords, quote
from othello.game import Game
from othello.limits import Limits
from othello.protocol.ugi_text import GoRequest

if TYPE_CHECKING:
    from types import TracebackType

    from typing_extensions import Self, Unpack

    from othello.limits import LimitKeywords

__all__ = ["AsyncClient", "AsyncGtpClient", "AsyncNBoardClient", "AsyncUgiClient"]

T = TypeVar("T")


class AsyncProcess:
    """The process of an engine for `asyncio`; `EngineProcess` is the plain twin."""

    def __init__(self, process: asyncio.subprocess.Process, name: str) -> None:
        self.name = name
        self._process = process
        self._stderr = b""
        self._stderr_reader = asyncio.create_task(self._read_stderr())

    @classmethod
    async def start(cls, command: Sequence[str], name: str) -> AsyncProcess:
        """Start a program; raise EngineDied if the system cannot."""
        try:
            process = await asyncio.create_subprocess_exec(
                *command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                limit=MAX_LINE,
                start_new_session=True,
            )
        except OSError as error:
            raise cannot_start(name, command, error) from None
        return cls(process, name)

    async def send(self, line: str) -> float:
        """Send a line and return the time at which it was sent."""
        assert self._process.stdin is not None
        sent = time.perf_counter()
        try:
            if self._process.stdin.is_closing():
                raise BrokenPipeError
            self._process.stdin.write(line.encode() + b"\n")
            await self._process.stdin.drain()
        except OSError:
            raise await self._death(f"before {quote(line)} could be sent") from None
        return sent

    async def receive(self, deadline: float | None) -> tuple[float, str] | None:
        """Return the next line and the time it arrived; None if that was after `deadline`."""
        assert self._process.stdout is not None
        wait = None if deadline is None else max(deadline - time.perf_counter(), 0)
        try:
            line = await asyncio.wait_for(self._process.stdout.readline(), wait)
        except asyncio.TimeoutError:
            return None
        except ValueError:
            raise ClientError(self.name, f"sent a line of more than {MAX_LINE} bytes") from None
        if not line:
            raise await self._death("while an answer was expected")
        return time.perf_counter(), line.decode("utf-8", "backslashreplace").rstrip("\r\n")

    async def close(self, patience: float = 0) -> None:
        """End the process; kill it if it has not left after `patience` seconds."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.close()
        drain = asyncio.create_task(self._drain(self._process.stdout))
        with suppress(asyncio.TimeoutError):
            await asyncio.wait_for(self._process.wait(), patience)
        self.kill()
        await self._process.wait()
        # A program that the engine started may keep the pipes open, hence the timeout.
        await asyncio.wait({drain, self._stderr_reader}, timeout=CLOSING_SECONDS)
        drain.cancel()
        self._stderr_reader.cancel()

    def last_words(self) -> str:
        """Return the last line on stderr as error messages quote it."""
        return last_words(self._stderr)

    def kill(self) -> None:
        """Kill the process and, where that can be done, what it has started."""
        if hasattr(os, "killpg"):
            with suppress(OSError):
                os.killpg(self._process.pid, signal.SIGKILL)
        with suppress(ProcessLookupError):
            self._process.kill()

    # ------------------------------------------------------------------ inside

    async def _death(self, when: str) -> ClientError:
        with suppress(asyncio.TimeoutError):
            await asyncio.wait_for(self._process.wait(), CLOSING_SECONDS)
            await asyncio.wait({self._stderr_reader}, timeout=CLOSING_SECONDS)
        return death(self.name, self._process.returncode, self._stderr, when)

    async def _read_stderr(self) -> None:
        assert self._process.stderr is not None
        while chunk := await self._process.stderr.read(KEPT_STDERR):
            self._stderr = (self._stderr + chunk)[-KEPT_STDERR:]

    @staticmethod
    async def _drain(stream: asyncio.StreamReader) -> None:
        while await stream.read(MAX_LINE):
            pass


class AsyncClient(BaseClient):
    """An engine in a process of its own, for ``async with``; `Client` is the plain twin.

    Parameters
    ----------
    command, name, options
        As for `Client`.

    Attributes
    ----------
    log : callable or None
        Called with ``">"`` and each line sent, ``"<"`` and each line received.
    """

    @checks_keywords(**OPTIONS_OF_THE_ENGINE)
    def __init__(
        self,
        command: Sequence[str] | None = None,
        *,
        name: str | None = None,
        options: Mapping[str, object] | None = None,
    ) -> None:
        super().__init__(command, name=name, options=options)
        self._process: AsyncProcess | None = None

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

    # ------------------------------------------------------------------ commands

    async def start(self) -> None:
        """Start the engine; ``async with`` calls this."""
        self._late = None
        self._process = await AsyncProcess.start(self._command, self.name)
        try:
            await self._run(self._begin())
        except BaseException:
            await self._process.close()
            raise

    async def set_option(self, name: str, value: object = None) -> None:
        """Set an option: see `Client.set_option`."""
        await self._run(self._talk(self._protocol.set_option(name, value)))

    async def new_game(self) -> None:
        """Tell the engine that a new game begins."""
        await self._run(self._talk(self._protocol.new_game()))

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
        return await self._run(self._search(game, limits, timeout, on_info, dict(keywords)))

    async def stop(self) -> None:
        """End the search whose answer another task waits for."""
        await self._send(self._protocol.stop_line())

    async def close(self) -> None:
        """Tell the engine to quit; kill it if it has not ended after a second."""
        if self._process is not None:
            with suppress(ClientError):
                await self._send("quit")
            await self._process.close(LEAVE_SECONDS)
            self._late = None  # no answer comes any more

    def kill(self) -> None:
        """Kill the engine at once."""
        if self._process is not None:
            self._process.kill()

    # ------------------------------------------------------------------ inside

    async def _run(self, steps: Steps[T]) -> T:
        """Send and receive what `steps` yields, and return its result."""
        process = self._running()
        reply: object = None
        error: BaseException | None = None
        try:
            while True:
                step = steps.send(reply) if error is None else steps.throw(error)
                reply = error = None
                process.name = self.name
                try:
                    if isinstance(step, Send):
                        reply = await self._send(step.line)
                    else:
                        reply = await self._receive(step)
                except BaseException as caught:
                    error = caught
        except StopIteration as end:
            value: T = end.value
            return value

    async def _send(self, line: str) -> float:
        """Send `line` and return the time at which it was sent."""
        process = self._running()
        self._record(">", line)
        return await process.send(line)

    async def _receive(self, step: Receive) -> tuple[float, str] | None:
        """Return the next line and the time at which it came; None if it did not in time."""
        received = await self._running().receive(step.pending.deadline)
        if received is not None:
            self._record("<", received[1])
        return received

    def _last_words(self) -> str:
        return self._running().last_words()

    def _running(self) -> AsyncProcess:
        if self._process is None:
            raise ClientError(self.name, "is not started: expected start() or async with")
        return self._process


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
    _PROTOCOL_CLASS = UgiProtocol


class AsyncGtpClient(AsyncClient):
    """A GTP engine: see `GtpClient`."""

    PROTOCOL = "gtp"
    _PROTOCOL_CLASS = GtpProtocol


class AsyncNBoardClient(AsyncClient):
    """An engine for NBoard: see `NBoardClient`."""

    PROTOCOL = "nboard"
    _PROTOCOL_CLASS = NBoardProtocol

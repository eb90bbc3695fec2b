"""For tests of GGS: a referee, clients that play, a network with jitter, a scripted server."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from othello.engine.asynchronous import AsyncEngine
from othello.ggs.client import GgsClient, GgsSettings
from othello.ggs.commands.referee import listen
from othello.ggs.lines import Connection
from othello.ggs.referee import Referee
from othello.ggs.wire import LOGIN, MOST_LINE, PASSWORD, Gatherer, Message, parse
from support.patience import SECONDS

PASSWORDS = {"alice": "secret-of-alice", "bob": "secret-of-bob", "carol": "secret-of-carol"}

DUE = 0.2
"""Seconds between two looks at what is due, so that tests are short."""


def password_of(name: str) -> str:
    return PASSWORDS.get(name, f"secret-of-{name}")


@asynccontextmanager
async def referee(folder: Path, port: int = 0, seed: int = 1) -> AsyncIterator[tuple[Referee, int]]:
    """Run a referee; give it and its port."""
    server = Referee(folder, lambda text: None, random.Random(seed))
    async with await listen(server.begin_serving, "127.0.0.1", port) as listening:
        try:
            yield server, listening.sockets[0].getsockname()[1]
        finally:
            await server.close()


@asynccontextmanager
async def client_of(
    port: int, name: str, folder: Path, engine: type[AsyncEngine] = AsyncEngine, **settings: Any
) -> AsyncIterator[Any]:
    """Give a client that is ready to run; `said` and `told` have its words and its events."""
    said: list[str] = []
    told: list[dict[str, Any]] = []

    def on_event(event: dict[str, Any]) -> None:
        told.append(event)
        said.extend([event["text"]] if "text" in event else [])

    given = {"password": password_of(name), "level": 1, "due": DUE}
    given |= {"save": folder / f"{name}.ggf", "log": folder / f"{name}.log"}
    async with engine(hash_mb=1) as running:
        all_settings = GgsSettings("127.0.0.1", port, name, **(given | settings))
        client: Any = GgsClient(all_settings, running, on_event)
        client.said, client.told = said, told
        try:
            yield client
        finally:
            client.close()


async def play(port: int, name: str, folder: Path, **settings: Any) -> tuple[Any, list[str]]:
    """Play as a client until its matches are finished; return it and what it said."""
    async with client_of(port, name, folder, **settings) as client:
        await client.run()
    return client, client.said


def games_of(path: Path) -> list[str]:
    """Return the games of a file, in order."""
    return sorted(path.read_text().splitlines())


@asynccontextmanager
async def raw(port: int, name: str) -> AsyncIterator[RawPlayer]:
    """Log in as a player whose lines the test sends itself."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=MOST_LINE)
    player = RawPlayer(Connection(reader, writer), port)
    player.send(name, password_of(name), "tell /os open 5")
    try:
        yield player
    finally:
        await player.connection.closed()


@asynccontextmanager
async def players(folder: Path, *names: str) -> AsyncIterator[tuple[Any, ...]]:
    """Log players in at a referee, each after the one before; give it and them."""
    async with AsyncExitStack() as stack:
        server, port = await stack.enter_async_context(referee(folder))
        found = [await stack.enter_async_context(raw(port, name)) for name in names]
        for player in found:
            await player.text(": + /os")
        yield server, *found


class RawPlayer:
    """A connection whose messages a test waits for."""

    def __init__(self, connection: Connection, port: int) -> None:
        self.connection = connection
        self.port = port
        self._gatherer = Gatherer()
        self._messages: list[list[str]] = []

    def send(self, *lines: str) -> None:
        self.connection.send(*lines)

    async def text(self, beginning: str) -> list[str]:
        """Return the next message that begins with some text."""

        async def wanted() -> list[str]:
            while True:
                while self._messages:
                    message = self._messages.pop(0)
                    if message[0].startswith(beginning):
                        return message
                self._messages += self._gatherer.add(await self.connection.line())

        return await asyncio.wait_for(wanted(), SECONDS)

    async def message(self, beginning: str) -> Any:
        """Return the next message that begins with some text, parsed."""
        return parse(await self.text(beginning))


@asynccontextmanager
async def jittering(port: int, most: float, seed: int) -> AsyncIterator[int]:
    """Give a port that leads to `port`; all that goes through is up to `most` seconds late."""
    rng = random.Random(seed)

    async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(1 << 16):
                await asyncio.sleep(rng.uniform(0, most))
                writer.write(data)
        except OSError:
            pass
        finally:
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there = await asyncio.open_connection("127.0.0.1", port)
        await asyncio.gather(carry(reader, there[1]), carry(there[0], writer))

    async with listening(connected) as late_port:
        yield late_port


Connected = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Coroutine[Any, Any, None]]


@asynccontextmanager
async def listening(connected: Connected) -> AsyncIterator[int]:
    """Give the port of a server; what still serves at the end is cancelled."""
    tasks: list[asyncio.Task[None]] = []

    def begin(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        tasks.append(asyncio.ensure_future(connected(reader, writer)))

    async with await asyncio.start_server(begin, "127.0.0.1", 0, limit=MOST_LINE) as server:
        try:
            yield server.sockets[0].getsockname()[1]
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


Script = Callable[[Connection], Awaitable[None]]


@asynccontextmanager
async def scripted(*scripts: Script) -> AsyncIterator[int]:
    """Give the port of a server that plays a script for each connection; the last one repeats."""
    count = iter(range(1 << 20))

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connection = Connection(reader, writer)
        try:
            await scripts[min(next(count), len(scripts) - 1)](connection)
        finally:
            await connection.closed()

    async with listening(connected) as port:
        yield port


async def let_in(connection: Connection) -> str:
    """Take a log-in as GGS does; return the name."""
    connection.send("", LOGIN)
    name = await connection.line()
    connection.send(PASSWORD)
    await connection.line()
    connection.send("READY")
    return name


async def until(connection: Connection, beginning: str) -> str:
    """Return the next line of the client that begins with some text."""
    while not (line := await connection.line()).startswith(beginning):
        pass
    return line


def tell(connection: Connection, messages: Sequence[Message]) -> None:
    for message in messages:
        connection.send("", *message.lines(), "READY")

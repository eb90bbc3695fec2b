"""Plain and asynchronous clients with one interface, so that one test can use them all."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from othello.client import (
    Answer,
    AsyncClient,
    AsyncGtpClient,
    AsyncNBoardClient,
    AsyncUgiClient,
    Client,
    GoRequest,
    GtpClient,
    NBoardClient,
    UgiClient,
)

DEPTH_1 = GoRequest(depth=1)


class Awaited:
    """An asynchronous client that is used like a plain one, in an event loop of its own."""

    def __init__(self, client: AsyncClient) -> None:
        self.client = client
        self.loop = asyncio.new_event_loop()
        try:
            self.run(client.start())
        except BaseException:
            self.loop.close()
            raise

    def run(self, coroutine: Coroutine[Any, Any, Any]) -> Any:
        return self.loop.run_until_complete(coroutine)

    def __enter__(self) -> Awaited:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.client, name)

    def go(self, *arguments: Any, **keywords: Any) -> Answer:
        answer: Answer = self.run(self.client.go(*arguments, **keywords))
        return answer

    def new_game(self) -> None:
        self.run(self.client.new_game())

    def set_option(self, name: str, value: object = None) -> None:
        self.run(self.client.set_option(name, value))

    def stop(self) -> None:
        self.run(self.client.stop())

    def close(self) -> None:
        self.run(self.client.close())
        self.loop.close()


CLIENTS: dict[str, tuple[type[Client], type[AsyncClient]]] = {
    "ugi": (UgiClient, AsyncUgiClient),
    "gtp": (GtpClient, AsyncGtpClient),
    "nboard": (NBoardClient, AsyncNBoardClient),
}


class Kind:
    """A protocol, and whether its client is asynchronous."""

    def __init__(self, protocol: str, is_async: bool) -> None:
        self.protocol = protocol
        self.is_async = is_async
        self.limit = GoRequest() if protocol == "gtp" else DEPTH_1

    def start(self, *arguments: Any, **keywords: Any) -> Any:
        plain, asynchronous = CLIENTS[self.protocol]
        if self.is_async:
            return Awaited(asynchronous(*arguments, **keywords))
        return plain(*arguments, **keywords)

    def fake(self, fault: str = "none", move: int = 1, **keywords: object) -> Any:
        """Start the engine of fake_engine.py."""
        script = str(Path(__file__).with_name("fake_engine.py"))
        command = [sys.executable, script, fault, str(move), self.protocol]
        return self.start(command, **keywords)


ALL = [Kind(protocol, is_async) for protocol in CLIENTS for is_async in (False, True)]


@pytest.fixture(params=ALL, ids=lambda kind: ("async-" * kind.is_async) + kind.protocol)
def kind(request: pytest.FixtureRequest) -> Kind:
    result: Kind = request.param
    return result


@pytest.fixture(params=[False, True], ids=["plain", "async"])
def ugi(request: pytest.FixtureRequest) -> Kind:
    return Kind("ugi", request.param)


@pytest.fixture(params=[False, True], ids=["plain", "async"])
def gtp(request: pytest.FixtureRequest) -> Kind:
    return Kind("gtp", request.param)


@pytest.fixture(params=[False, True], ids=["plain", "async"])
def nboard(request: pytest.FixtureRequest) -> Kind:
    return Kind("nboard", request.param)

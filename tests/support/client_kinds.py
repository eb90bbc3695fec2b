"""Plain and asynchronous clients with one interface, so that one test can use them all."""

from __future__ import annotations

import asyncio
import inspect
import sys
from pathlib import Path
from typing import Any

import pytest

from othello.client import (
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
        vars(self).update(client=client, loop=asyncio.new_event_loop())
        try:
            self.start()
        except BaseException:
            self.loop.close()
            raise

    def __enter__(self) -> Awaited:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
        self.loop.close()

    def __repr__(self) -> str:
        return repr(self.client)

    def __setattr__(self, name: str, value: object) -> None:
        setattr(self.client, name, value)

    def __getattr__(self, name: str) -> Any:
        value = getattr(self.client, name)
        if not inspect.iscoroutinefunction(value):
            return value
        return lambda *values, **keywords: self.loop.run_until_complete(value(*values, **keywords))


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


def one_protocol(protocol: str) -> Any:
    """Return a fixture with the plain and the asynchronous client of a protocol."""

    @pytest.fixture(params=[False, True], ids=["plain", "async"])
    def kind(request: pytest.FixtureRequest) -> Kind:
        return Kind(protocol, request.param)

    return kind


ugi, gtp, nboard = map(one_protocol, CLIENTS)

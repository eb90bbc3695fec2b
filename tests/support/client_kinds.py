"""Plain and asynchronous clients with one interface, so that one test can use them all."""

import asyncio
import inspect
import sys
from pathlib import Path
from typing import Any

import pytest

from othello import client
from othello.client import GoRequest

DEPTH_1 = GoRequest(depth=1)
NAMES = {"ugi": "UgiClient", "gtp": "GtpClient", "nboard": "NBoardClient"}


class Awaited:
    """An asynchronous client that is used like a plain one, in an event loop of its own."""

    def __init__(self, client: client.AsyncClient) -> None:
        vars(self).update(client=client, loop=asyncio.new_event_loop())
        try:
            self.start()
        except BaseException:
            self.loop.close()
            raise

    def __enter__(self) -> "Awaited":
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


class Kind:
    """A protocol, and whether its client is asynchronous."""

    def __init__(self, protocol: str, is_async: bool) -> None:
        self.protocol = protocol
        self.is_async = is_async
        self.limit = GoRequest() if protocol == "gtp" else DEPTH_1

    def start(self, *arguments: Any, **keywords: Any) -> Any:
        found = getattr(client, "Async" * self.is_async + NAMES[self.protocol])
        started = found(*arguments, **keywords)
        return Awaited(started) if self.is_async else started

    def fake(self, fault: str = "none", move: int = 1, **keywords: object) -> Any:
        """Start the engine of fake_engine.py."""
        script = str(Path(__file__).with_name("fake_engine.py"))
        return self.start([sys.executable, script, fault, str(move), self.protocol], **keywords)


def kinds(*protocols: str) -> Any:
    """Return a fixture with the plain and the asynchronous client of each protocol."""
    found = [Kind(protocol, is_async) for protocol in protocols for is_async in (False, True)]

    @pytest.fixture(params=found, ids=lambda kind: "async-" * kind.is_async + kind.protocol)
    def kind(request: pytest.FixtureRequest) -> Any:
        return request.param

    return kind


kind, ugi, gtp, nboard = kinds(*NAMES), *map(kinds, NAMES)
ugi_or_nboard = kinds("ugi", "nboard")

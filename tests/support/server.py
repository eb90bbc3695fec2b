"""The real server in a process of its own, and clients of its WebSocket.

Without ``othello-engine[web]``, whoever imports this is skipped.
"""

import json
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import pytest

from othello import server as server  # the room, which may not be there
from support.cli_process import start
from support.patience import SECONDS

for needed in ("pydantic", "starlette", "uvicorn", "websockets"):
    pytest.importorskip(needed, reason="othello-engine[web] is not installed")

SOCKET_PATH = "api/v2/socket"

UPGRADE = {
    "Upgrade": "websocket",
    "Connection": "Upgrade",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
}
"""The headers that ask for a WebSocket."""


def connect(address: str, **options: Any) -> Any:
    """Open a WebSocket. No time limit counts against a machine that is busy with other tests."""
    from websockets.sync.client import connect

    return connect(address, **{"open_timeout": SECONDS, "ping_interval": None, **options})


class Reply(NamedTuple):
    """An answer over HTTP."""

    status: int
    headers: dict[str, str]
    text: str

    @property
    def json(self) -> Any:
        """The body, read as JSON."""
        return json.loads(self.text)


class Server:
    """``othello serve`` on a free port; `address` is its first line of output."""

    def __init__(self, *arguments: str, **options: Any) -> None:
        self.process = start(
            *("serve", "--no-open", "--port", 0, "--hash", 4, *arguments),
            **options,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self.address = self.process.stdout.readline().strip()
        assert self.address.startswith("http://"), self.process.communicate()

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str) -> Reply:
        """Send one request of HTTP, the path as it is; underscores in headers' names are dashes."""
        place = urlsplit(self.address)
        connection = HTTPConnection(place.hostname or "", place.port, timeout=SECONDS)
        try:
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(method, path, body, named)
            response = connection.getresponse()
            received = {name.lower(): value for name, value in response.getheaders()}
            return Reply(response.status, received, response.read().decode())
        finally:
            connection.close()

    def post(self, request: object, **headers: str) -> Reply:
        """Post a request to the API."""
        return self.ask("POST", "/api/v2", json.dumps(request).encode(), **headers)

    @property
    def socket_address(self) -> str:
        """Where a WebSocket is opened."""
        return self.address.replace("http", "ws", 1).partition("?")[0] + SOCKET_PATH

    def connect(self) -> socket.socket:
        """Open a connection without a word said."""
        place = urlsplit(self.address)
        return socket.create_connection((place.hostname or "", place.port or 0), SECONDS)

    def head(self, line: str, *headers: str) -> bytes:
        """Return the head of a request, such as ``GET /``, with `Host` and other headers."""
        lines = [f"{line} HTTP/1.1", f"Host: {urlsplit(self.address).netloc}", *headers, "", ""]
        return "\r\n".join(lines).encode()

    def stop(self) -> tuple[int, str]:
        """Send SIGINT; return the exit code and what was written on stderr."""
        self.process.send_signal(signal.SIGINT)
        _, errors = self.process.communicate(timeout=SECONDS)
        return self.process.returncode, errors


@contextmanager
def serving(*arguments: str, **options: Any) -> Iterator[Server]:
    """Run a server during the ``with`` block; it must say nothing on stderr.

    `options` are those of a process.
    """
    server = Server(*arguments, **options)
    try:
        yield server
        if server.process.poll() is None:
            code, errors = server.stop()
            assert (code, errors) == (130, "")
    finally:
        server.process.kill()
        server.process.communicate()


def send(socket: Any, **request: object) -> None:
    """Send a request over a WebSocket."""
    socket.send(json.dumps(request))


def receive(socket: Any) -> Any:
    """Return the next answer of a WebSocket."""
    return json.loads(socket.recv(timeout=SECONDS))


def last_answer(socket: Any, id: object) -> tuple[list[Any], Any]:
    """Return the infos for the request `id`, and its last answer."""
    infos = []
    while True:
        answer = receive(socket)
        if answer["id"] == id:
            if "info" not in answer:
                return infos, answer
            infos.append(answer["info"])

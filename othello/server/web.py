"""Serving over the network: the socket, the loop of the server, and how it ends."""

import asyncio
import errno
import logging
import os
import socket
import sys
from collections.abc import Callable, Collection
from typing import Any

import uvicorn

from othello.errors import InvalidOption, OthelloError, quote
from othello.server.app import make_app
from othello.server.connections import ACCEPTED_AT_ONCE, ConnectionLimit, WebSocketProtocol
from othello.serving.requests import MAX_MESSAGE_BYTES
from othello.serving.scheduler import Scheduler

BACKLOG = 512
"""Connections that the system keeps until they are accepted."""

SWITCH_SECONDS = 0.001
"""Time after which a thread that reads files or answers gives the interpreter to the event loop.

By default it is five times as long, and an answer takes several such turns.
"""

CLOSING_SECONDS = 1
"""Time for open connections after Ctrl-C; every search has ended before."""


NO_NEWS = (
    "without completing handshake",
    "Invalid HTTP request",
    "Unsupported upgrade request",
    "Invalid UTF-8",
)
"""Messages of uvicorn about strangers that are refused, who can cause as many lines as they
like."""


def _is_news(record: logging.LogRecord) -> bool:
    """Return whether a line of uvicorn's log is of interest to who runs the server."""
    return not any(words in record.getMessage() for words in NO_NEWS)


class _Server(uvicorn.Server):
    """A server that ends every search before it waits for its connections to close."""

    scheduler: Scheduler
    limit: ConnectionLimit
    on_ready: Callable[[], object]

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and say so: from now on signals end the server in good order."""
        await super().startup(sockets)
        for each in sockets or ():
            each.listen(BACKLOG)  # asyncio lets as many wait as it accepts at once
        self.on_ready()

    async def close_idle(self) -> None:
        """Close the connections that have waited too long."""
        self.limit.close_idle([each.transport for each in self.server_state.connections])

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let the connections end, and close those that do not: a body may never come."""
        self.scheduler.close()
        asyncio.get_running_loop().call_later(CLOSING_SECONDS, self._close_connections)
        await super().shutdown(sockets)
        await self.scheduler.finish()

    def _close_connections(self) -> None:
        for each in [*self.server_state.connections]:
            each.transport.abort()


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens.

    Raises OthelloError if the port is in use, or the host is not this machine's.
    """
    try:
        family, _, _, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InvalidOption(f"invalid host {quote(host)}: {reason}") from None
    try:
        return socket.create_server(place[:2], family=family)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            reason = f"port {port} is in use: expected another one, as in --port {port + 1}"
            raise OthelloError(reason) from None
        raise OthelloError(
            f"cannot listen on {host}, port {port}: {os.strerror(error.errno or 0)}"
        ) from None


def address_of(server: socket.socket, host: str, token: str | None) -> str:
    """Return the address to open in a browser."""
    port = server.getsockname()[1]
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}/" + ("" if token is None else f"?token={token}")


def is_local(server: socket.socket) -> bool:
    """Return whether only this machine can reach the socket."""
    name: str = server.getsockname()[0]
    return name == "::1" or name.startswith("127.")


def serve_socket(
    server: socket.socket,
    scheduler: Scheduler,
    host: str,
    names: Collection[str],
    token: str | None,
    on_ready: Callable[[], object],
) -> None:
    """Call `on_ready`, and answer until SIGINT or SIGTERM, which is then raised again."""
    sys.setswitchinterval(SWITCH_SECONDS)
    limit = ConnectionLimit()
    http: Any = limit.protocol  # uvicorn's types expect a class, and it is called like one
    config = uvicorn.Config(
        make_app(scheduler, host, names, token),
        http=http,
        ws=WebSocketProtocol,
        loop="asyncio",
        backlog=ACCEPTED_AT_ONCE,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        lifespan="off",
        ws_max_size=MAX_MESSAGE_BYTES,
        timeout_notify=1,
    )
    logging.getLogger("uvicorn.error").addFilter(_is_news)
    running = _Server(config)
    running.scheduler, running.limit, running.on_ready = scheduler, limit, on_ready
    config.callback_notify = running.close_idle
    running.run(sockets=[server])

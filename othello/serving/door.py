"""The door of the server: how many connections there may be, and how long one may stay silent.

A connection needs a file descriptor. Once there is none left, asyncio tries again at once, for
every place in the queue, and serves nobody meanwhile. So connections are counted, and those that
are too many are refused in two ways: with an answer to their request, and far beyond, before it.
"""

from __future__ import annotations

import socket
import sys
from contextlib import suppress
from typing import Any
from weakref import WeakSet

from uvicorn.protocols.http.h11_impl import H11Protocol

if sys.platform != "win32":  # where sockets are no files
    import resource

__all__ = ["MAX_CONNECTIONS", "SILENT_SECONDS", "Door", "ImpatientProtocol", "connection_limit"]

MAX_CONNECTIONS = 1024
"""Connections that are answered; further ones are told to come back later."""

BEYOND = 256
"""Connections that may wait for that answer."""

OTHER_FILES = 128
"""Descriptors for all else: the tables' memory, the page's files, pipes."""

SILENT_SECONDS = 5.0
"""Time for a connection to send the head of its request."""

FULL = b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


def connection_limit() -> int:
    """Return how many connections are answered; first raise a low limit of open files."""
    wanted = MAX_CONNECTIONS + BEYOND + OTHER_FILES
    if sys.platform == "win32":
        return MAX_CONNECTIONS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return MAX_CONNECTIONS
    if soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else max(soft, min(hard, wanted))
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return max(min(MAX_CONNECTIONS, soft - BEYOND - OTHER_FILES), 1)


class Door(socket.socket):
    """A socket that listens, and turns away connections of which there are too many.

    Parameters
    ----------
    most : int
        Connections at a time.
    *arguments
        Of `socket.socket`.
    """

    def __init__(self, most: int, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._most = most
        self._given = WeakSet[socket.socket]()

    def accept(self) -> tuple[socket.socket, Any]:
        """Return the next connection and its address.

        Raises
        ------
        BlockingIOError
            If it was turned away: as if there had been none.
        """
        connection, address = super().accept()
        if self._n_open() >= self._most:
            with suppress(OSError):
                connection.setblocking(False)
                connection.send(FULL)
            connection.close()
            raise BlockingIOError
        self._given.add(connection)
        return connection, address

    def _n_open(self) -> int:
        return sum(connection.fileno() >= 0 for connection in self._given)


class ImpatientProtocol(H11Protocol):
    """HTTP for clients that say what they want: others hold their place for a short time only."""

    def connection_made(self, transport: Any) -> None:
        """Begin, and look again later."""
        super().connection_made(transport)
        self.loop.call_later(SILENT_SECONDS, self._close_if_silent, transport)

    def _close_if_silent(self, transport: Any) -> None:
        # With the first request there is a cycle, or a WebSocket's protocol took this one's place.
        has_asked = getattr(self, "cycle", None) is not None
        if not has_asked and transport.get_protocol() is self:
            transport.close()

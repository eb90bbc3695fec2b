"""The limit of connections: how many there may be, and how long each may wait.

A connection is a *stranger* until `HostCheck` lets a request of it in, and again once that request
is answered. A stranger has a few seconds to be let in. When there are too many connections, the
stranger that has waited longest makes room for the newcomer. So whoever is let in stays, and
strangers only keep out each other. uvicorn has a limit too, but counts strangers like others, and
waits for the head of a first request for ever.

What a connection sends is read in small portions, as a kilobyte may have hundreds of requests,
chunks or frames: others go on between two of them.
"""

import socket
import sys
import time
from asyncio import BufferedProtocol, Transport
from collections import Counter
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any

import h11
from starlette.types import Scope
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

if sys.platform != "win32":  # where sockets are no files
    import resource

MAX_CONNECTIONS = 1024
"""Connections at a time."""

ACCEPTED_AT_ONCE = 64
"""Connections that asyncio accepts in one round of its loop, before it looks at any of them."""

BEYOND = 4 * ACCEPTED_AT_ONCE
"""Descriptors for connections that were accepted or turned away, and are not closed yet."""

OTHER_FILES = 128
"""Descriptors for all else: the tables' memory, the page's files, pipes."""

STRANGER_SECONDS = 5.0
"""Time to be let in: for the head of a request, the next request, or the end of one refused."""

UNREAD_SECONDS = 20.0
"""Time for a client to read something of what waits for it."""

PORTION_BYTES = 2048
"""Bytes that are read of a connection in one round of the loop."""

MAX_FRAGMENTS = 10_000
"""Frames of a message: there is no end to those that are empty."""

FULL = b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


def connections_allowed() -> int:
    """Return how many connections there may be; first raise a low limit of open files."""
    wanted = allowed = MAX_CONNECTIONS + BEYOND + OTHER_FILES
    if sys.platform != "win32":
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft != resource.RLIM_INFINITY:
            allowed = soft
        if allowed < wanted:
            allowed = wanted if hard == resource.RLIM_INFINITY else max(soft, min(hard, wanted))
            resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    return max(min(MAX_CONNECTIONS, allowed - BEYOND - OTHER_FILES), 1)


class ConnectionLimit:
    """The connections of a server, and which of them are strangers."""

    def __init__(self) -> None:
        self._most = connections_allowed()
        # Since when each waits, the longest first, and whether nothing of it was let in so far.
        self._strangers: dict[Transport, tuple[float, bool]] = {}
        # Requests that were let in and not answered: a pipelined one may begin before another ends.
        self._served = Counter[Transport]()
        # The least that waited for each slow reader, in bytes, and since when.
        self._unread: dict[Transport, tuple[int, float]] = {}

    def protocol(self, **arguments: Any) -> H11Protocol:
        """Return the HTTP of a new connection; the arguments are uvicorn's."""
        return _Protocol(self, **arguments)

    def enter(self, newcomer: Transport, n_open: int) -> None:
        """Take a new connection, one of `n_open`; close the oldest stranger if that is too many."""
        self._strangers[newcomer] = time.monotonic(), True
        while n_open > self._most and self._strangers:
            oldest = next(iter(self._strangers))
            _, is_new = self._strangers.pop(oldest)
            if not oldest.is_closing():
                if is_new:
                    oldest.write(FULL)
                oldest.abort()
                return

    def leave(self, transport: Transport) -> None:
        """Forget a connection that was closed."""
        self._strangers.pop(transport, None)

    @contextmanager
    def let_in(self, transport: Transport) -> Iterator[None]:
        """Treat a connection as no stranger during the ``with`` block."""
        self.leave(transport)
        self._served[transport] += 1
        try:
            yield
        finally:
            self._served[transport] -= 1
            if not self._served[transport]:
                del self._served[transport]
                if not transport.is_closing():
                    self._strangers[transport] = time.monotonic(), False

    def close_idle(self, transports: Collection[Transport]) -> None:
        """Close the strangers that waited too long, and all who do not read what they are sent."""
        now = time.monotonic()
        for transport, (since, _) in [*self._strangers.items()]:
            if now - since < STRANGER_SECONDS:
                break  # the others came later
            self.leave(transport)
            transport.close()
        before, self._unread = self._unread, {}
        for transport in transports:
            size = transport.get_write_buffer_size()
            least, since = before.get(transport, (size, now))
            if size < least:
                least, since = size, now
            if now - since > UNREAD_SECONDS:
                transport.abort()
            elif size > 0:
                self._unread[transport] = least, since


@contextmanager
def let_in(scope: Scope) -> Iterator[None]:
    """Treat the connection of a request as no stranger's during the ``with`` block."""
    with scope["state"]["limit"].let_in(scope["state"]["transport"]):
        yield


class _InPortions(BufferedProtocol):
    """A protocol of uvicorn's, which is given what comes in small portions."""

    data_received: Any
    _portion: bytearray

    def get_buffer(self, sizehint: int) -> bytearray:
        """Return the place for the next portion."""
        self._portion = bytearray(PORTION_BYTES)
        return self._portion

    def buffer_updated(self, nbytes: int) -> None:
        """Take a portion."""
        self.data_received(bytes(self._portion[:nbytes]))


class WebSocketProtocol(_InPortions, WebSocketsSansIOProtocol):  # type: ignore[misc]  # eof_received
    """A WebSocket, on the transport of the HTTP before it."""

    def handle_cont(self, event: Any) -> None:
        """Take a part of a message, unless it has too many."""
        super().handle_cont(event)
        if len(self.frames) > MAX_FRAGMENTS:
            self.frames = []
            self.conn.fail(1009, f"more than {MAX_FRAGMENTS} fragments")
            self.handle_parser_exception()


class _Protocol(_InPortions, H11Protocol):  # type: ignore[misc]  # eof_received
    """HTTP of a connection that counts against a limit."""

    def __init__(self, limit: ConnectionLimit, **arguments: Any) -> None:
        super().__init__(**arguments)
        self._limit = limit

    def connection_made(self, transport: Any) -> None:
        """Begin; requests, and a WebSocket that may follow, know the limit and the transport."""
        # asyncio does so too, but not on the sockets of `socket.create_server`, which name no
        # protocol: there the second part of an answer would wait 40 ms for a word of the client.
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        super().connection_made(transport)
        self.app_state = {**self.app_state, "limit": self._limit, "transport": transport}
        self._limit.enter(transport, len(self.connections))

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self._limit.leave(self.transport)
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no HTTP; what was asked before on this connection is not answered."""
        if self.cycle is not None:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:  # an answer was begun, or is the last one
            self.transport.close()

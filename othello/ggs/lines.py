"""Lines over a connection: none too long, and a reader that is too slow is left."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from othello.errors import EngineError
from othello.ggs.wire import MOST_LINE

MOST_UNSENT = 1 << 20
"""Bytes that may wait for the other side; it is taken for dead if there are more."""


CLOSING_SECONDS = 1.0


class ConnectionEnded(EngineError):
    """The other side has gone, or what it sends cannot be read."""


class Connection:
    """One side of a connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def line(self) -> str:
        """Return the next line; raise ConnectionEnded if there is none."""
        try:
            data = await self._reader.readuntil(b"\n")
        except asyncio.IncompleteReadError as error:
            half = f" after half a line, {len(error.partial)} bytes" if error.partial else ""
            raise ConnectionEnded(f"the connection was closed{half}") from None
        except asyncio.LimitOverrunError:
            raise ConnectionEnded(f"a line of more than {MOST_LINE} bytes came") from None
        except (OSError, EOFError) as error:
            raise ConnectionEnded(f"the connection broke: {error}") from None
        return data.decode("utf-8", "replace").strip("\r\n\0")

    @contextmanager
    def ended_after(self, seconds: float) -> Iterator[None]:
        """Close the connection if a ``with`` block takes longer.

        Not `asyncio.wait_for`: before Python 3.12 it may lose the cancellation of its task.
        """
        timer = asyncio.get_running_loop().call_later(seconds, self.abort)
        try:
            yield
        finally:
            timer.cancel()

    def send(self, *lines: str) -> None:
        """Send lines without waiting."""
        if self._writer.is_closing():
            return
        self._writer.write("".join(f"{line}\n" for line in lines).encode())
        if self.n_unsent > MOST_UNSENT:
            self._writer.transport.abort()

    @property
    def address(self) -> str:
        """The other side's address without its port; empty once it is not known any more."""
        peer = self._writer.get_extra_info("peername")
        return str(peer[0]) if peer else ""

    @property
    def is_closing(self) -> bool:
        """Whether nothing can be sent any more, though lines that came before may be left."""
        return self._writer.is_closing()

    @property
    def n_unsent(self) -> int:
        """Number of bytes that wait for the other side."""
        return self._writer.transport.get_write_buffer_size()

    def close(self) -> None:
        self._writer.close()

    async def closed(self) -> None:
        """Close, after what was sent has gone or `CLOSING_SECONDS` have passed."""
        self._writer.close()
        with suppress(OSError, asyncio.TimeoutError):
            await asyncio.wait_for(self._writer.wait_closed(), CLOSING_SECONDS)

    def abort(self) -> None:
        """Close at once; what was not sent is lost."""
        self._writer.transport.abort()

"""A semaphore that is fair and can be cancelled: whoever asked first enters first."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

from othello.serving.tickets import Cancelled, Ticket

__all__ = ["Places"]


class Places:
    """A number of places, which are given in the order in which they are asked for.

    Parameters
    ----------
    number : int
        How many there are.
    """

    def __init__(self, number: int) -> None:
        self._free = number
        self._changed = threading.Condition()
        self._waiting: deque[Ticket] = deque()
        self._closed = False

    @contextmanager
    def place(self, ticket: Ticket) -> Iterator[None]:
        """Wait for a place and hold it during the ``with`` block.

        Raises
        ------
        Cancelled
            If the ticket was cancelled, or this is closed.
        """
        self._enter(ticket)
        try:
            yield
        finally:
            with self._changed:
                self._free += 1
                self._changed.notify_all()

    def stop(self) -> None:
        """Let those who wait look whether their tickets are cancelled."""
        with self._changed:
            self._changed.notify_all()

    def close(self) -> None:
        """End every wait; later ones raise `Cancelled`."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def _enter(self, ticket: Ticket) -> None:
        ticket.hold(self)
        try:
            with self._changed:
                self._waiting.append(ticket)
                try:
                    self._changed.wait_for(lambda: self._is_next(ticket))
                    if ticket.cancelled or self._closed:
                        raise Cancelled
                    self._free -= 1
                finally:
                    self._waiting.remove(ticket)
                    self._changed.notify_all()
        finally:
            ticket.hold(None)

    def _is_next(self, ticket: Ticket) -> bool:
        if ticket.cancelled or self._closed:
            return True
        return self._free > 0 and self._waiting[0] is ticket

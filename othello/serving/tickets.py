"""`Ticket`: a client's right to work, which can be taken back while it waits or works."""

from __future__ import annotations

import threading
from typing import Protocol

from othello.errors import OthelloError

__all__ = ["Cancelled", "Stoppable", "Ticket"]


class Cancelled(OthelloError, RuntimeError):
    """A search was cancelled, or the server is closing."""

    def __init__(self) -> None:
        super().__init__("cancelled")


class Stoppable(Protocol):
    """What waits or works for a ticket."""

    def stop(self) -> None:
        """End the wait or the work; any thread may call this."""


class Ticket:
    """A client's right to searches; `cancel` ends the running one and all later ones."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._held: Stoppable | None = None
        self.cancelled = False

    def cancel(self) -> None:
        """End the search of this ticket, or its wait; any thread may call this."""
        with self._lock:
            self.cancelled = True
            held = self._held
        if held is not None:
            held.stop()

    def hold(self, held: Stoppable | None) -> None:
        """Remember what a cancellation has to stop; raise `Cancelled` after one."""
        with self._lock:
            if held is not None and self.cancelled:
                raise Cancelled
            self._held = held

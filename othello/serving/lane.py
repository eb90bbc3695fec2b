"""A lane of a session: requests that are carried out one after the other."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable

from othello.serving.schema import BadRequest, Request
from othello.serving.tickets import Ticket

__all__ = ["MAX_WAITING", "Busy", "Lane"]

MAX_WAITING = 64
"""Requests that wait in a lane; further ones are refused."""

Entry = tuple[Request, Ticket]


class Busy(BadRequest):
    """A request that came while too many others wait."""


class Lane:
    """Requests in order, and a thread that carries them out; it starts with the first one.

    Parameters
    ----------
    work : callable
        Carries out one request, given with its ticket.
    """

    def __init__(self, work: Callable[[Request, Ticket], object]) -> None:
        self._carry_out = work
        self._changed = threading.Condition()
        self._waiting: deque[Entry] = deque()
        self._running: Entry | None = None
        self._closed = False
        self._thread: threading.Thread | None = None

    @property
    def is_full(self) -> bool:
        """Whether as many requests wait as may."""
        return len(self._waiting) >= MAX_WAITING

    def holds(self, id: int | str) -> bool:
        """Return whether a request of that id waits or runs."""
        with self._changed:
            return any(request.id == id for request, _ in self._active())

    def put(self, request: Request, *, patient: bool) -> None:
        """Add a request at the end; a closed lane forgets it.

        Raises
        ------
        Busy
            If too many wait, unless `patient`: then this waits until there are fewer.
        """
        with self._changed:
            if patient:
                self._changed.wait_for(lambda: not self.is_full or self._closed)
            elif self.is_full:
                raise Busy(request.id, f"too many requests: {MAX_WAITING} wait already")
            if self._closed:
                return
            self._waiting.append((request, Ticket()))
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, daemon=True)
                self._thread.start()
            self._changed.notify_all()

    def cancel(self, id: int | str) -> bool:
        """Cancel a request; it is carried out all the same, up to its first look at its ticket."""
        with self._changed:
            tickets = [ticket for request, ticket in self._active() if request.id == id]
        for ticket in tickets:
            ticket.cancel()
        return bool(tickets)

    def finish(self) -> None:
        """Wait until every request is carried out."""
        with self._changed:
            self._changed.wait_for(lambda: self._running is None and not self._waiting)

    def close(self) -> None:
        """Cancel every request; those that wait are forgotten."""
        with self._changed:
            self._closed = True
            tickets = [ticket for _, ticket in self._active()]
            self._waiting.clear()
            self._changed.notify_all()
        for ticket in tickets:
            ticket.cancel()

    def _active(self) -> list[Entry]:
        return [*([self._running] if self._running else []), *self._waiting]

    def _run(self) -> None:
        """Carry out requests until the lane is closed."""
        while True:
            with self._changed:
                self._running = None
                self._changed.notify_all()
                self._changed.wait_for(lambda: self._waiting or self._closed)
                if self._closed:
                    return
                request, ticket = self._running = self._waiting.popleft()
                self._changed.notify_all()
            self._carry_out(request, ticket)

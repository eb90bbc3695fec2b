"""A session: one client's requests, carried out in order, and its answers."""

from __future__ import annotations

import threading
import traceback
from collections import deque
from collections.abc import Callable

from othello.errors import OthelloError
from othello.serving.schema import BadCall, Call, parse_call
from othello.serving.tasks import Tasks
from othello.serving.turns import Cancelled, Ticket

__all__ = ["MAX_WAITING", "Answer", "Session"]

Answer = dict[str, object]

MAX_WAITING = 64
"""Requests that wait in a session; further ones are refused."""


class Session:
    """One client's requests. They are carried out one after the other, by a thread of their own.

    Parameters
    ----------
    tasks : Tasks
        Who carries them out.
    send : callable
        Called with each answer, from more than one thread, but never twice at a time.
    patient : bool
        Whether `receive` waits while too many requests wait, instead of refusing more.
    """

    def __init__(
        self, tasks: Tasks, send: Callable[[Answer], object], *, patient: bool = False
    ) -> None:
        self._tasks = tasks
        self._send = send
        self._patient = patient
        self._sending = threading.Lock()
        self._changed = threading.Condition()
        self._waiting: deque[tuple[Call, Ticket]] = deque()
        self._running: tuple[Call, Ticket] | None = None
        self._closed = False
        self._thread: threading.Thread | None = None

    def receive(self, message: str | bytes) -> None:
        """Take a request: put it at the end of those that wait, or answer it at once."""
        try:
            self._take(parse_call(message))
        except BadCall as error:
            self.answer(error.id, "error", {"message": str(error)})

    def answer(self, id: int | str | None, kind: str, value: dict[str, object]) -> None:
        """Send an answer, unless the session is closed."""
        with self._sending:
            if not self._closed:
                self._send({"id": id, kind: value})

    def finish(self) -> None:
        """Wait until every request is answered."""
        with self._changed:
            self._changed.wait_for(lambda: self._running is None and not self._waiting)

    def close(self) -> None:
        """Cancel every request; nothing is sent any more."""
        self._closed = True
        with self._changed:
            tickets = [ticket for _, ticket in self._waiting]
            self._waiting.clear()
            if self._running is not None:
                tickets.append(self._running[1])
            self._changed.notify_all()
        for ticket in tickets:
            ticket.cancel()

    def _take(self, call: Call) -> None:
        if call.do == "cancel":
            self._cancel(call)
            return
        with self._changed:
            if self._patient:
                self._changed.wait_for(lambda: len(self._waiting) < MAX_WAITING or self._closed)
            active = [*self._waiting, *([self._running] if self._running else [])]
            if any(call.id == other.id for other, _ in active):
                raise BadCall(call.id, f"id {call.id!r} is in use: expected another")
            if len(self._waiting) >= MAX_WAITING:
                raise BadCall(call.id, f"too many requests: {MAX_WAITING} wait already")
            self._waiting.append((call, Ticket()))
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, daemon=True)
                self._thread.start()
            self._changed.notify_all()

    def _cancel(self, call: Call) -> None:
        target = call.values["target"]
        ticket = None
        with self._changed:
            for entry in self._waiting:
                if entry[0].id == target:
                    self._waiting.remove(entry)
                    break
            else:
                entry = None
                if self._running is not None and self._running[0].id == target:
                    ticket = self._running[1]
        if ticket is not None:
            ticket.cancel()
        elif entry is not None:
            self.answer(target, "error", {"message": str(Cancelled())})
        else:
            raise BadCall(call.id, f"no request {target!r} is waiting or running")
        self.answer(call.id, "result", {"target": target})

    def _work(self) -> None:
        """Carry out requests until the session is closed."""
        while True:
            with self._changed:
                self._running = None
                self._changed.notify_all()
                self._changed.wait_for(lambda: self._waiting or self._closed)
                if self._closed:
                    return
                self._running = self._waiting.popleft()
                self._changed.notify_all()
            self._carry_out(*self._running)

    def _carry_out(self, call: Call, ticket: Ticket) -> None:
        try:
            result = self._tasks.run(
                call.do, call.values, ticket, lambda info: self.answer(call.id, "info", info)
            )
        except (OthelloError, MemoryError) as error:
            self.answer(call.id, "error", {"message": str(error) or "out of memory"})
        except Exception as error:
            # A fault of ours ends neither session nor server; the client is told its kind only.
            traceback.print_exc()
            self.answer(call.id, "error", {"message": f"internal error: {type(error).__name__}"})
        else:
            self.answer(call.id, "result", result)

"""A session: one client's requests and its answers."""

from __future__ import annotations

import threading
import traceback
from collections.abc import Callable

from othello.errors import (
    FormatError,
    IllegalMove,
    InvalidBoard,
    InvalidMove,
    InvalidOption,
    NoMemory,
    OthelloError,
)
from othello.serving.game_texts import NoGame
from othello.serving.lane import Busy, Lane
from othello.serving.schema import REQUESTS, BadRequest, Request, parse_request
from othello.serving.tasks import Tasks
from othello.serving.tickets import Cancelled, Ticket

__all__ = ["CODES", "Answer", "Session"]

Answer = dict[str, object]

CODES: dict[type[BaseException], str] = {
    BadRequest: "invalid_request",
    Busy: "busy",
    Cancelled: "cancelled",
    FormatError: "no_game",
    IllegalMove: "illegal_move",
    InvalidBoard: "invalid_position",
    InvalidMove: "invalid_move",
    InvalidOption: "invalid_request",
    MemoryError: "no_memory",
    NoGame: "no_game",
    NoMemory: "no_memory",
    OthelloError: "failed",
    Exception: "internal",
}
"""What kind of error it is, in a word that programs and translations can rely on."""


class Session:
    """One client's requests.

    Those that search are carried out one after the other, and beside them the others: they need no
    engine, and would otherwise wait for searches that may never end.

    Parameters
    ----------
    tasks : Tasks
        Who carries them out.
    send : callable
        Called with each answer, from more than one thread, but never twice at a time.
    patient : bool
        Whether `receive` waits while too many requests wait, instead of refusing more.

    Attributes
    ----------
    failure : OSError or None
        Why no answer could be sent any more.
    """

    def __init__(
        self, tasks: Tasks, send: Callable[[Answer], object], *, patient: bool = False
    ) -> None:
        self._tasks = tasks
        self._send = send
        self._patient = patient
        self._sending = threading.Lock()
        self._closed = False
        self.failure: OSError | None = None
        self._searches, self._others = Lane(self._carry_out), Lane(self._carry_out)
        self._lanes = (self._searches, self._others)

    @property
    def is_full(self) -> bool:
        """Whether a request that needs no search would be refused now, as too many wait."""
        return self._others.is_full

    def receive(self, message: str | bytes) -> None:
        """Take a request: let it wait for its turn, or answer it at once."""
        try:
            request = parse_request(message)
            if request.do == "cancel":
                self._cancel(request)
                return
            if any(lane.holds(request.id) for lane in self._lanes):
                raise BadRequest(request.id, f"id {request.id!r} is in use: expected another")
            lane = self._searches if REQUESTS[request.do].searches else self._others
            lane.put(request, patient=self._patient)
        except BadRequest as error:
            self.refuse(error.id, error, str(error))

    def answer(self, id: int | str | None, kind: str, value: dict[str, object]) -> None:
        """Send an answer, unless the session is closed; it is closed if that fails."""
        with self._sending:
            if self._closed:
                return
            try:
                self._send({"id": id, kind: value})
            except OSError as error:
                self.failure = error
                self.close()

    def refuse(self, id: int | str | None, error: Exception, reason: str) -> None:
        """Answer with an error."""
        code = next(CODES[kind] for kind in type(error).__mro__ if kind in CODES)
        self.answer(id, "error", {"message": reason, "code": code})

    def finish(self) -> None:
        """Wait until every request is answered."""
        for lane in self._lanes:
            lane.finish()

    def close(self) -> None:
        """Cancel every request; nothing is sent any more."""
        self._closed = True
        for lane in self._lanes:
            lane.close()

    def _cancel(self, request: Request) -> None:
        target = request.values["target"]
        if not any(lane.cancel(target) for lane in self._lanes):
            raise BadRequest(request.id, f"no request {target!r} is waiting or running")
        self.answer(request.id, "result", {"target": target})

    def _carry_out(self, request: Request, ticket: Ticket) -> None:
        try:
            if ticket.cancelled:
                raise Cancelled
            result = self._tasks.run(
                request.do,
                request.values,
                ticket,
                lambda info: self.answer(request.id, "info", info),
            )
        except (OthelloError, MemoryError) as error:
            self.refuse(request.id, error, str(error) or "out of memory")
        except Exception as error:
            # A fault of ours ends neither session nor server; the client is told its kind only.
            traceback.print_exc()
            self.refuse(request.id, error, f"internal error: {type(error).__name__}")
        else:
            self.answer(request.id, "result", result)

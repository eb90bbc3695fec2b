"""A session: one client's requests and its answers."""

import asyncio
import traceback
from collections import deque
from contextlib import suppress
from typing import Any

from othello.errors import OthelloError
from othello.operation import LANES, LONG, SEARCH, SHORT
from othello.operations import load_operation
from othello.serving.requests import CODES, BadRequest, Busy, Request, parse_request
from othello.serving.scheduler import Answer, Scheduler

MAX_WAITING = 64
"""Requests of a client that may wait in each lane."""

WITH_ENGINE = (SHORT, SEARCH, LONG)
"""Lanes of which more requests are refused; in the others a client waits to send them."""

MAX_UNSENT = 64
"""Answers that a client may leave unread before no more of its requests are taken."""


WITHOUT_MESSAGE = {"cancelled": "cancelled", "no_memory": "out of memory", "internal": ""}
"""Answers to errors that have no message."""


class SendQueue(asyncio.Queue[Answer]):
    """The answers that a client has not been sent yet.

    An info is left out once a newer one for the same request is there: so a client that reads
    slowly, or a busy machine, gets fewer infos, and no more memory is used.
    """

    _queue: deque[Answer]

    def __init__(self) -> None:
        super().__init__(MAX_UNSENT)

    def _put(self, answer: Answer) -> None:  # which `asyncio.Queue` lets its subclasses replace
        waiting = self._queue
        is_newer = bool(waiting) and "info" in waiting[-1] and "info" in answer
        if is_newer and waiting[-1]["id"] == answer["id"]:
            waiting.pop()
        waiting.append(answer)


class RequestQueue:
    """Requests that are carried out one after the other, in the order in which they came."""

    def __init__(self) -> None:
        self.turn = asyncio.Lock()  # held by the one that is carried out
        self.room = asyncio.Semaphore(1 + MAX_WAITING)  # for that one and those that wait


class Session:
    """One client's requests.

    What is in one lane (see `othello.operation`) is carried out one after the other, the lanes
    beside each other.

    While `answers` is full, infos are left out and other answers wait. If it is `patient`,
    `receive` waits while too many searches wait, instead of refusing more.
    """

    def __init__(
        self, scheduler: Scheduler, answers: asyncio.Queue[Any], *, patient: bool = False
    ) -> None:
        self._scheduler = scheduler
        self._answers = answers
        self._patient = patient
        self._queues = {lane: RequestQueue() for lane in LANES}
        self._tasks: dict[int | str, asyncio.Task[None]] = {}
        self.closed = False  # if it is, no request is taken, and no answer put

    async def receive(self, message: str | bytes, default_id: str | None = None) -> None:
        """Take a request, which may lack an id: begin to carry it out, or answer it at once."""
        try:
            request = parse_request(message, default_id)
            if request.do == "cancel":
                await self._cancel(request)
                return
            if request.id in self._tasks:
                raise BadRequest(request.id, f"id {request.id!r} is in use: expected another")
            lane = load_operation(request.do).lane
            queue = self._queues[lane]
            if lane in WITH_ENGINE and queue.room.locked() and not self._patient:
                raise Busy(request.id, f"too many requests: {MAX_WAITING} wait already")
        except BadRequest as error:
            await self.refuse(error.id, error)
            await asyncio.sleep(0)  # others are answered between one's many messages
            return
        await queue.room.acquire()
        if self.closed:  # meanwhile, which has made the room
            queue.room.release()
            return
        task = asyncio.create_task(self._carry_out(request, queue))
        self._tasks[request.id] = task
        await asyncio.sleep(0)  # a task that is cancelled before it has begun would answer nothing

    async def refuse(self, id: int | str | None, error: BaseException) -> None:
        """Answer with an error."""
        code = next(CODES[kind] for kind in type(error).__mro__ if kind in CODES)
        reason = str(error) or WITHOUT_MESSAGE[code]
        if code == "internal":  # a fault of ours; the client is told its kind only
            traceback.print_exception(error)
            reason = f"internal error: {type(error).__name__}"
        details = error.details() if isinstance(error, OthelloError) else {}
        await self._answers.put({"id": id, "error": {"message": reason, "code": code, **details}})

    async def finish(self) -> None:
        """Wait until every request is answered."""
        while self._tasks:
            await asyncio.wait(self._tasks.values())

    def close(self) -> None:
        """Cancel every request; no answers follow."""
        self.closed = True
        for task in self._tasks.values():
            task.cancel()

    async def _cancel(self, request: Request) -> None:
        target = request.values["target"]
        if target not in self._tasks:
            raise BadRequest(request.id, f"no request {target!r} is waiting or running")
        self._tasks[target].cancel()
        await self._answers.put({"id": request.id, "result": {"target": target}})

    async def _carry_out(self, request: Request, queue: RequestQueue) -> None:
        loop, task = asyncio.get_running_loop(), self._tasks[request.id]

        def report(info: Answer) -> None:
            with suppress(RuntimeError):  # the server has ended
                loop.call_soon_threadsafe(self._inform, request.id, task, info)

        try:
            async with queue.turn:
                result = await self._scheduler.carry_out(request.do, request.values, report)
                await asyncio.sleep(0)  # infos on their way here come first
                await self._answers.put({"id": request.id, "result": result})
        except asyncio.CancelledError as error:
            if self.closed:
                raise
            await self.refuse(request.id, error)
        except Exception as error:
            await self.refuse(request.id, error)
        finally:
            del self._tasks[request.id]
            queue.room.release()

    def _inform(self, id: int | str, task: asyncio.Task[None], info: Answer) -> None:
        # A search may tell of an iteration after it was cancelled; its id may be another's by now.
        if self._tasks.get(id) is task and not self._answers.full():
            self._answers.put_nowait({"id": id, "info": info})

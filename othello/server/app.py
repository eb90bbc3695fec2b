"""The application that answers HTTP and WebSockets: the pages and the API."""

import asyncio
import json
from collections.abc import AsyncIterator, Collection, Coroutine, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from othello.server.assets import FIRST_PAGE, MEDIA_TYPES, SCRIPT, bundled_script, page_assets
from othello.server.host_check import HostCheck
from othello.serving.requests import MAX_MESSAGE_BYTES, PATH, openapi
from othello.serving.scheduler import Answer, Scheduler
from othello.serving.session import SendQueue, Session

MAX_SESSIONS = 256
"""Clients at the same time."""

TOO_MANY = 503, "too many clients: try again later"

BODY_SECONDS = 20.0
"""Time for the body of a request."""

STREAMED = "application/jsonl"

HTTP_ID = "http"
"""The id of a request that has none: over HTTP it may be left out."""

T = TypeVar("T")


class Server:
    """Answers the requests of all clients, with the scheduler's engines."""

    def __init__(self, scheduler: Scheduler) -> None:
        self._scheduler = scheduler
        self._n_sessions = 0
        # All scripts are one, so that a browser asks once.
        self._assets = page_assets() | {SCRIPT: bundled_script().encode()}
        self._openapi = json.dumps(openapi())

    def routes(self) -> list[Route | WebSocketRoute]:
        """Return what is answered where."""
        return [
            Route("/", self.page, methods=["GET"]),
            Route("/{name}", self.page, methods=["GET"]),
            Route(PATH, self.request, methods=["POST"]),
            Route(f"{PATH}/openapi.json", self.document, methods=["GET"]),
            WebSocketRoute(f"{PATH}/socket", self.socket),
            Route(f"{PATH}/socket", self.no_socket, methods=["GET"]),
        ]

    async def page(self, request: Request) -> Response:
        """Answer with a file; only those that were found at the start exist."""
        name = request.path_params.get("name", FIRST_PAGE)
        if name not in self._assets:
            return _failure(404, f"no page {request.url.path[:100]!r}")
        return Response(self._assets[name], media_type=MEDIA_TYPES[name.rpartition(".")[2]])

    async def document(self, request: Request) -> Response:
        """Answer with the OpenAPI document."""
        return Response(self._openapi, media_type="application/json")

    async def request(self, request: Request) -> Response:
        """Answer one request of HTTP: a session of its own."""
        try:
            body = await asyncio.wait_for(_body(request), BODY_SECONDS)
        except ClientDisconnect:
            return Response()  # which nobody reads
        except asyncio.TimeoutError:
            return _failure(408, f"no end of the body within {BODY_SECONDS:g} seconds")
        if body is None:
            return _failure(413, f"a body of more than {MAX_MESSAGE_BYTES} bytes")
        if self._n_sessions >= MAX_SESSIONS:
            return _failure(*TOO_MANY)
        answers = self._answers(body)
        if STREAMED in request.headers.get("accept", ""):
            lines = (json.dumps(answer) + "\n" async for answer in answers)
            return StreamingResponse(lines, media_type=STREAMED)
        last = await _first_of(_last(answers), _departure(request))
        status = 200 if last and "result" in last else 400
        return Response(json.dumps(last), status, media_type="application/json")

    async def _answers(self, message: bytes) -> AsyncIterator[Answer]:
        """Yield the answers to one request."""
        queue = SendQueue()
        with self._session(queue) as session:
            await session.receive(message, HTTP_ID)
            answer: Answer = {"info": None}
            while "info" in answer:
                answer = await queue.get()
                yield answer

    async def socket(self, socket: WebSocket) -> None:
        """Answer the requests of a WebSocket until it closes."""
        if self._n_sessions >= MAX_SESSIONS:
            await socket.send_denial_response(_failure(*TOO_MANY))
            return
        await socket.accept()
        queue = SendQueue()
        with self._session(queue) as session:
            await _first_of(_send_all(socket, queue), _receive_all(socket, session))

    async def no_socket(self, request: Request) -> Response:
        """Answer a request for a WebSocket that a proxy has made a plain one."""
        reason = "expected a WebSocket: a proxy must pass on the headers Upgrade and Connection"
        return _failure(426, reason, {"Upgrade": "websocket"})

    @contextmanager
    def _session(self, queue: SendQueue) -> Iterator[Session]:
        self._n_sessions += 1
        session = Session(self._scheduler, queue)
        try:
            yield session
        finally:
            session.close()
            self._n_sessions -= 1


def make_app(
    scheduler: Scheduler, host: str, names: Collection[str] = (), token: str | None = None
) -> HostCheck:
    """Return the application behind a `HostCheck`, which gets `host`, `names` and `token`."""
    handlers: Any = {404: _not_found, 405: _not_found}
    routes = Server(scheduler).routes()
    return HostCheck(Starlette(routes=routes, exception_handlers=handlers), host, names, token)


async def _not_found(request: Request, error: Exception) -> Response:
    status = getattr(error, "status_code", 404)
    headers = getattr(error, "headers", None)  # with 405, the methods that are allowed
    return _failure(status, f"no {request.method} of {request.url.path[:100]!r}", headers)


def _failure(status: int, reason: str, headers: Mapping[str, str] | None = None) -> JSONResponse:
    return JSONResponse({"id": None, "error": {"message": reason}}, status, headers)


async def _body(request: Request) -> bytes | None:
    """Return the body of a request; None if it is too long."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > MAX_MESSAGE_BYTES:
            return None
    return bytes(body)


async def _last(answers: AsyncIterator[Answer]) -> Answer:
    """Return the last answer."""
    last: Answer = {}
    async for answer in answers:
        last = answer
    return last


async def _departure(request: Request) -> None:
    """Return when the client of a request has gone."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def _send_all(socket: WebSocket, queue: SendQueue) -> None:
    while True:
        answer = await queue.get()
        try:
            await socket.send_text(json.dumps(answer))
        except (WebSocketDisconnect, RuntimeError):
            return


async def _receive_all(socket: WebSocket, session: Session) -> None:
    """Take requests, no faster than they are answered and the answers read."""
    while (message := await socket.receive())["type"] != "websocket.disconnect":
        text = message.get("text")
        await session.receive(message.get("bytes") or b"" if text is None else text)


async def _first_of(*work: Coroutine[Any, Any, T]) -> T:
    """Do all of `work` until one of it has ended; cancel the rest, and return its result."""
    tasks = [asyncio.ensure_future(one) for one in work]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        return done.pop().result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

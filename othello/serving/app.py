"""The application that answers HTTP and WebSockets: the pages, and requests as in `schema`."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Collection, Mapping
from contextlib import contextmanager
from typing import Any

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from othello.board import Board
from othello.serving.guard import Guard
from othello.serving.openapi import PATH, openapi
from othello.serving.outbox import Outbox
from othello.serving.schema import MAX_MESSAGE_BYTES
from othello.serving.session import Answer, Session
from othello.serving.tasks import Tasks
from othello.svg import draw
from othello.web.assets import MEDIA_TYPES, site_assets

__all__ = ["MAX_SESSIONS", "make_app"]

MAX_SESSIONS = 256
"""Clients at the same time; each has a thread."""

BODY_SECONDS = 20.0
"""Time for the body of a request."""

FIRST_PAGE = "index.html"

STREAMED = "application/jsonl"

HTTP_ID = "http"


class Server:
    """Answers the requests of all clients.

    Parameters
    ----------
    tasks : Tasks
        Who carries them out.
    """

    def __init__(self, tasks: Tasks) -> None:
        self._tasks = tasks
        self._n_sessions = 0
        self._assets = site_assets()
        board = str(draw(Board(0, 0), legal_moves=False)).encode()
        self._assets[FIRST_PAGE] = self._assets[FIRST_PAGE].replace(b"$board", board)
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
            return _failure(404, "no such page")
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
            return _failure(503, "too many clients: try again later")
        answers = self._answers(_with_id(body), request)
        if STREAMED in request.headers.get("accept", ""):
            lines = (json.dumps(answer) + "\n" async for answer in answers)
            return StreamingResponse(lines, media_type=STREAMED)
        last: Answer = {}
        async for answer in answers:
            last = answer
        # Escaped, as an id may hold half a surrogate pair, which UTF-8 cannot write.
        text = json.dumps(last)
        status = 200 if "result" in last else 400
        return Response(text, status, media_type="application/json")

    async def _answers(self, message: bytes, request: Request) -> AsyncIterator[Answer]:
        """Yield the answers to one request; end it if the client leaves."""
        outbox = Outbox()
        with self._session(outbox) as session:
            leaving = asyncio.ensure_future(_departure(request))
            try:
                session.receive(message)
                while True:
                    getting = asyncio.ensure_future(outbox.get())
                    await asyncio.wait({getting, leaving}, return_when=asyncio.FIRST_COMPLETED)
                    if not getting.done():
                        getting.cancel()
                        return
                    yield getting.result()
                    if "info" not in getting.result():
                        return
            finally:
                leaving.cancel()

    async def socket(self, socket: WebSocket) -> None:
        """Answer the requests of a WebSocket until it closes."""
        if self._n_sessions >= MAX_SESSIONS:
            await socket.send_denial_response(_failure(503, "too many clients: try again later"))
            return
        await socket.accept()
        outbox = Outbox()
        with self._session(outbox) as session:
            work = _send_all(socket, outbox), _receive_all(socket, session, outbox)
            running = {asyncio.ensure_future(one) for one in work}
            try:
                await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for task in running:
                    task.cancel()
                await asyncio.gather(*running, return_exceptions=True)

    async def no_socket(self, request: Request) -> Response:
        """Answer a request for a WebSocket that a proxy has made a plain one."""
        reason = "expected a WebSocket: a proxy must pass on the headers Upgrade and Connection"
        return _failure(426, reason, {"Upgrade": "websocket"})

    @contextmanager
    def _session(self, outbox: Outbox) -> Any:
        self._n_sessions += 1
        session = Session(self._tasks, outbox.put)
        try:
            yield session
        finally:
            session.close()
            self._n_sessions -= 1


def make_app(
    tasks: Tasks, host: str, names: Collection[str] = (), token: str | None = None
) -> Guard:
    """Return the application, guarded against strangers.

    Parameters
    ----------
    tasks : Tasks
        Who carries out the requests.
    host, names, token
        As for `Guard`.
    """
    handlers: Any = {404: _not_found, 405: _not_found}
    routes = Server(tasks).routes()
    return Guard(Starlette(routes=routes, exception_handlers=handlers), host, names, token)


async def _not_found(request: Request, error: Exception) -> Response:
    status = getattr(error, "status_code", 404)
    headers = getattr(error, "headers", None)  # with 405, the methods that are allowed
    return _failure(status, f"no {request.method} of {request.url.path[:100]!r}", headers)


def _failure(status: int, reason: str, headers: Mapping[str, str] | None = None) -> JSONResponse:
    return JSONResponse({"id": None, "error": {"message": reason}}, status, headers)


def _with_id(message: bytes) -> bytes:
    """Return a request with an id: over HTTP it may be left out, as the answer has its own way."""
    try:
        found = json.loads(message)
    except (ValueError, RecursionError):
        return message
    if isinstance(found, dict) and "id" not in found:
        return json.dumps({"id": HTTP_ID, **found}).encode()
    return message


async def _body(request: Request) -> bytes | None:
    """Return the body of a request; None if it is too long."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > MAX_MESSAGE_BYTES:
            return None
    return bytes(body)


async def _departure(request: Request) -> None:
    """Return when the client of a request has gone."""
    while not await request.is_disconnected():
        await asyncio.sleep(0.2)


async def _send_all(socket: WebSocket, outbox: Outbox) -> None:
    while True:
        answer = await outbox.get()
        try:
            await socket.send_text(json.dumps(answer))
        except (WebSocketDisconnect, RuntimeError):
            return


async def _receive_all(socket: WebSocket, session: Session, outbox: Outbox) -> None:
    """Take requests, no faster than they are answered and the answers read."""
    while (message := await socket.receive())["type"] != "websocket.disconnect":
        text = message.get("text")
        session.receive(message.get("bytes") or b"" if text is None else text)
        await outbox.room(lambda: session.is_full)

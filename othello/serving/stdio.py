"""Requests as lines of JSON on stdin, answers on stdout: ``othello serve --stdio``."""

import asyncio
import json
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from typing import IO

from othello.engine.waiting import result_of
from othello.serving.requests import MAX_MESSAGE_BYTES, BadRequest
from othello.serving.scheduler import Answer, Scheduler
from othello.serving.session import Session

CLOSING_SECONDS = 1.0
"""Time for the answer that is being written after Ctrl-C: nobody may read it."""


def serve_lines(scheduler: Scheduler, lines: IO[bytes], output: IO[str]) -> None:
    """Answer the requests in `lines` until they end, and every one is answered.

    A line of more than `MAX_MESSAGE_BYTES` is answered with an error and otherwise skipped. The
    lines are read here, where signals end the wait for one; the event loop has another thread.

    Raises OSError if an answer cannot be written; a `BrokenPipeError` if its reader is gone.
    """
    answers = asyncio.Queue[Answer | None]()
    session = Session(scheduler, answers, patient=True)
    begun, ended = Future[asyncio.AbstractEventLoop](), Future[None]()

    async def answer() -> None:
        begun.set_result(asyncio.get_running_loop())
        try:
            await _send_all(session, answers, output)
            ended.set_result(None)
        except OSError as error:
            ended.set_exception(error)
        finally:
            scheduler.close()
            await scheduler.finish()

    thread = threading.Thread(target=lambda: asyncio.run(answer()), daemon=True)
    thread.start()
    loop = begun.result()
    try:
        for line in _lines(lines):
            if session.closed:
                break
            result_of(asyncio.run_coroutine_threadsafe(_receive(session, line), loop))
        result_of(asyncio.run_coroutine_threadsafe(session.finish(), loop))
    finally:
        loop.call_soon_threadsafe(session.close)
        loop.call_soon_threadsafe(answers.put_nowait, None)
        thread.join(CLOSING_SECONDS)
    ended.result()


async def _receive(session: Session, line: bytes | None) -> None:
    if line is None:
        reason = f"a line of more than {MAX_MESSAGE_BYTES} bytes: expected a shorter one"
        await session.refuse(None, BadRequest(None, reason))
    else:
        await session.receive(line)


async def _send_all(
    session: Session, answers: asyncio.Queue[Answer | None], output: IO[str]
) -> None:
    """Write answers until there is a None; after one that cannot be written, close the session."""
    failure = None
    while (answer := await answers.get()) is not None:
        try:
            if failure is None:
                print(json.dumps(answer), file=output, flush=True)
        except OSError as error:
            failure = error
            session.close()
    if failure is not None:
        raise failure


def _lines(lines: IO[bytes]) -> Iterator[bytes | None]:
    """Yield lines that are not blank; None for one that is too long."""
    while line := lines.readline(MAX_MESSAGE_BYTES + 1):
        if len(line) > MAX_MESSAGE_BYTES and not line.endswith(b"\n"):
            while (part := lines.readline(1 << 16)) and not part.endswith(b"\n"):
                pass
            yield None
        elif line.strip():
            yield line

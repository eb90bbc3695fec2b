"""Requests as lines of JSON on stdin, answers on stdout: ``othello serve --stdio``."""

from __future__ import annotations

import json
from typing import IO

from othello.serving.schema import MAX_MESSAGE_BYTES, BadRequest
from othello.serving.session import Answer, Session
from othello.serving.tasks import Tasks

__all__ = ["serve_lines"]


def serve_lines(tasks: Tasks, lines: IO[bytes], output: IO[str]) -> None:
    """Answer the requests in `lines` until they end, and every one is answered.

    A line of more than `MAX_MESSAGE_BYTES` is answered with an error and otherwise skipped.

    Raises
    ------
    OSError
        If an answer cannot be written; a `BrokenPipeError` if its reader is gone.
    """

    def send(answer: Answer) -> None:
        print(json.dumps(answer), file=output, flush=True)

    session = Session(tasks, send, patient=True)
    try:
        while session.failure is None and (line := lines.readline(MAX_MESSAGE_BYTES + 1)):
            if len(line) > MAX_MESSAGE_BYTES and not line.endswith(b"\n"):
                _skip_line(lines)
                reason = f"a line of more than {MAX_MESSAGE_BYTES} bytes: expected a shorter one"
                session.refuse(None, BadRequest(None, reason), reason)
            elif line.strip():
                session.receive(line)
        session.finish()
    finally:
        session.close()
    if session.failure is not None:
        raise session.failure


def _skip_line(lines: IO[bytes]) -> None:
    while (part := lines.readline(1 << 16)) and not part.endswith(b"\n"):
        pass

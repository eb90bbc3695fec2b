"""The process of an engine: send and receive lines, each with the time it was sent or arrived.

Every wait ends, and every failure is a `ClientError` that names the engine. The engine's stderr is
read too; errors quote its last line.
"""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import IO

from othello.errors import OthelloError, quote

__all__ = [
    "CLOSING_SECONDS",
    "KEPT_STDERR",
    "MAX_LINE",
    "ClientError",
    "EngineDied",
    "EngineProcess",
    "EngineSilent",
    "cannot_start",
    "death",
    "last_words",
]

MAX_LINE = 1 << 20
"""Bytes of a line at most; the rest of a longer line counts as the next line."""

LINES_AHEAD = 10_000
"""Lines that are read ahead; an engine that sends more has to wait."""

KEPT_STDERR = 1 << 16
"""Bytes of the end of stderr that are kept."""

CLOSING_SECONDS = 1.0
"""Seconds to wait for the end of a process's output once the process has ended."""

CLOSING_STEP = 0.02
"""Seconds between two checks whether its output has ended."""


class ClientError(OthelloError, RuntimeError):
    """An engine broke its protocol, ended, or did not answer.

    Attributes
    ----------
    engine : str
        The engine's name.
    reason : str
        The rest of the message.
    """

    def __init__(self, engine: str, reason: str) -> None:
        super().__init__(engine, reason)
        self.engine = engine
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.engine}: {self.reason}"


class EngineDied(ClientError):
    """The engine could not be started, or has ended."""


class EngineSilent(ClientError):
    """An answer did not come in time."""


def cannot_start(name: str, command: Sequence[str], error: OSError) -> EngineDied:
    """Return the error for a program that the system cannot run."""
    reason = f"cannot be started as {quote(' '.join(command))}: {error.strerror}"
    return EngineDied(name, reason)


def death(name: str, code: int | None, stderr: bytes, when: str) -> EngineDied:
    """Return the error for an engine whose output has ended.

    Parameters
    ----------
    name : str
        The engine's name.
    code : int or None
        The exit code, minus the number of the signal that ended it, or None if it still runs.
    stderr : bytes
        The end of its stderr.
    when : str
        When the end was noticed, as the error says it.

    Examples
    --------

    >>> str(death("rhino", -11, b"", "while an answer was expected"))
    'rhino: was ended by signal 11 while an answer was expected'
    """
    if code is None:
        how = "closed its output"
    elif code < 0:
        how = f"was ended by signal {-code}"
    else:
        how = f"left with exit code {code}"
    return EngineDied(name, f"{how} {when}{last_words(stderr)}")


def last_words(stderr: bytes) -> str:
    """Return the end of an error message that quotes the last line on stderr; empty without one.

    >>> last_words(b"Traceback:\\nKeyError: 1\\n")
    ", with 'KeyError: 1' on stderr"
    """
    lines = stderr.decode("utf-8", "backslashreplace").split("\n")
    last = next((line for line in reversed(lines) if line.strip()), None)
    return f", with {quote(last)} on stderr" if last else ""


class EngineProcess:
    """A program that reads and writes lines.

    Parameters
    ----------
    command : sequence of str
        The program and its arguments.
    name : str
        The engine's name in errors.

    Attributes
    ----------
    name : str
        The same; may be changed.
    """

    def __init__(self, command: Sequence[str], name: str) -> None:
        self.name = name
        self._stderr = b""
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                # Ctrl-C at the terminal must reach this process only, which then ends the engine.
                start_new_session=True,
            )
        except OSError as error:
            raise cannot_start(name, command, error) from None
        self._lines: queue.Queue[tuple[float, str] | None] = queue.Queue(LINES_AHEAD)
        self._readers = [
            threading.Thread(target=read, args=(stream,), daemon=True)
            for read, stream in (
                (self._read_stdout, self._process.stdout),
                (self._read_stderr, self._process.stderr),
            )
        ]
        for reader in self._readers:
            reader.start()

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    def send(self, line: str) -> float:
        """Send a line and return the time at which it was sent."""
        assert self._process.stdin is not None
        sent = time.perf_counter()
        try:
            self._process.stdin.write(line.encode() + b"\n")
            self._process.stdin.flush()
        except (OSError, ValueError):  # the engine closed the pipe, or `close` was called
            raise self._death(f"before {quote(line)} could be sent") from None
        return sent

    def receive(self, deadline: float | None = None) -> tuple[float, str] | None:
        """Return the next line and the time it arrived; None if that was after `deadline`."""
        wait = None if deadline is None else max(deadline - time.perf_counter(), 0)
        try:
            item = self._lines.get(timeout=wait)
        except queue.Empty:
            return None
        if item is None:
            self._lines.put(None)  # so that the next call ends too
            raise self._death("while an answer was expected")
        return item if deadline is None or item[0] <= deadline else None

    def stderr(self) -> str:
        """Return the end of what the engine has written to stderr so far."""
        return self._stderr.decode("utf-8", "backslashreplace")

    def last_words(self) -> str:
        """Return the last line on stderr as error messages quote it."""
        return last_words(self._stderr)

    def close(self, patience: float = 0) -> None:
        """Close the engine's stdin; kill the process if it has not ended after `patience` seconds.

        Any thread may call this. In a thread that waits for a line, `receive` raises `EngineDied`.
        """
        assert self._process.stdin is not None
        with suppress(OSError, ValueError):
            self._process.stdin.close()
        try:
            self._process.wait(patience)
        except subprocess.TimeoutExpired:
            self._kill()
            self._process.wait()
        deadline = time.perf_counter() + CLOSING_SECONDS
        while any(reader.is_alive() for reader in self._readers):
            if time.perf_counter() > deadline:
                break  # a program that the engine started keeps the pipe open
            self._drain()
            self._readers[0].join(CLOSING_STEP)
        with suppress(queue.Full):
            self._lines.put_nowait(None)

    # ------------------------------------------------------------------ inside

    def _kill(self) -> None:
        """Kill the process and, on POSIX, the processes that it has started."""
        if hasattr(os, "killpg"):
            with suppress(OSError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()

    def _drain(self) -> None:
        """Empty the queue of lines, so that the reader thread is not blocked and can end."""
        with suppress(queue.Empty):
            while True:
                self._lines.get_nowait()

    def _death(self, when: str) -> EngineDied:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(CLOSING_SECONDS)
            self._readers[1].join(CLOSING_SECONDS)
        return death(self.name, self._process.poll(), self._stderr, when)

    def _read_stdout(self, stream: IO[bytes]) -> None:
        with stream:
            for line in iter(partial(stream.readline, MAX_LINE), b""):
                arrived = time.perf_counter()
                text = line.decode("utf-8", "backslashreplace").rstrip("\r\n")
                self._lines.put((arrived, text))
        self._lines.put(None)

    def _read_stderr(self, stream: IO[bytes]) -> None:
        with stream:
            for line in iter(partial(stream.readline, MAX_LINE), b""):
                self._stderr = (self._stderr + line)[-KEPT_STDERR:]

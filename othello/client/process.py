"""The process of an engine: send and receive lines, each with the time it was sent or arrived.

Every failure is a `ClientError` that names the engine. The engine's stderr is read too; errors
quote its last line.
"""

import os
import queue
import shlex
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import IO

from othello.client import relay
from othello.engine.waiting import WAIT_STEP
from othello.errors import OthelloError, quote

MAX_LINE = 1 << 16
"""Bytes of a line at most; the rest of a longer line counts as the next line.

So lines that are read ahead have 655 MB at most, whatever an engine writes."""

LINES_AHEAD = 10_000
"""Lines that are read ahead; an engine that sends more has to wait."""

KEPT_STDERR = 1 << 16
"""Bytes of the end of stderr that are kept."""

LAST_WORDS = 1000
"""Characters that an error quotes of its last line: the whole, unless it is no message at all."""

CLOSING_SECONDS = 1.0
"""Seconds to wait for the end of a process's output once the process has ended."""

STUCK_SECONDS = 0.5
"""Seconds that an engine may take to read a line, when nobody waits for it any more."""

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


class Interrupted(Exception):
    """Another thread has called `EngineProcess.interrupt`."""


def words_of(command: str, windows: bool = sys.platform == "win32") -> list[str]:
    r"""Split a command line at its blanks, except in quotes; raise ValueError if one does not end.

    A backslash takes the meaning from the next character, except on Windows, where paths have it.

    >>> words_of(r"'C:\My Engines\edax.exe' -q", windows=True)
    ['C:\\My Engines\\edax.exe', '-q']
    """
    words = shlex.shlex(command, posix=True)
    words.whitespace_split = True
    words.commenters = ""
    if windows:
        words.escape = ""
    return [*words]


class EngineProcess:
    """A program that reads and writes lines. One thread at a time may receive."""

    def __init__(self, command: Sequence[str], name: str) -> None:
        self.name = name  # the engine's name in errors; may be changed
        self.is_interrupted = False  # whether `receive` raises `Interrupted`
        self._command = command
        self.started_as = f"as {quote(' '.join(command))}"
        self._process: subprocess.Popen[bytes] | None = None
        # A line and when it came; no line: the output has ended; None: see `is_interrupted`.
        self._lines: queue.Queue[tuple[float, str | None] | None] = queue.Queue(LINES_AHEAD)
        self._unread: tuple[float, str | None] | None = None  # taken from it, but not received
        self._readers: list[threading.Thread] = []
        self._stderr = b""
        self._sending_since: float | None = None
        self.is_closed = False

    def start(self) -> None:
        """Start the program; raise EngineDied if the system cannot."""
        try:
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                # Ctrl-C at the terminal must reach this process only, which then ends the engine.
                start_new_session=True,  # not on Windows
                creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
            )
        except (OSError, ValueError) as error:  # ValueError: of a NUL in a word
            reason = f"cannot be started {self.started_as}: {getattr(error, 'strerror', error)}"
            if len(self._command) == 1 and len(words := self._command[0].split()) > 1:
                reason += f": expected one word each, as in {words}"
            raise EngineDied(self.name, reason) from None
        self._lines = queue.Queue(LINES_AHEAD)
        self._unread = None
        self._stderr = b""
        self.is_closed = False
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
    def is_started(self) -> bool:
        """Whether the program has ever been started."""
        return self._process is not None

    @property
    def pid(self) -> int:
        """The process id."""
        return self._started().pid

    @property
    def stderr(self) -> str:
        """The end of what the engine has written to stderr so far."""
        return self._stderr.decode("utf-8", "backslashreplace")

    def last_words(self) -> str:
        """Return the end of an error message that quotes the last line on stderr."""
        last = self._last_line()
        return f", with {quote(last, LAST_WORDS)} on stderr" if last else ""

    def _last_line(self) -> str:
        """Return the last line on stderr."""
        return next((line for line in reversed(self.stderr.splitlines()) if line.strip()), "")

    def send(self, line: str) -> float:
        """Send a line and return the time at which it was sent."""
        stdin = self._started().stdin
        assert stdin is not None
        self._sending_since = sent = time.perf_counter()
        try:
            stdin.write(line.encode("utf-8", "surrogateescape") + b"\n")
            stdin.flush()
        except (OSError, ValueError):  # the engine closed the pipe, or `close` was called
            raise self._death(f"before {quote(line)} could be sent") from None
        finally:
            self._sending_since = None
        return sent

    def receive(self, deadline: float | None = None) -> tuple[float, str] | None:
        """Return the next line and the time it arrived; None if it did not by `deadline`.

        The next call returns a line that arrived later.
        """
        while not self.is_interrupted:
            wait = WAIT_STEP
            if deadline is not None:
                left = max(deadline - time.perf_counter(), 0)
                wait = left if wait is None else min(left, wait)
            try:
                item = self._unread or self._lines.get(timeout=wait)
            except queue.Empty:
                if deadline is not None and time.perf_counter() >= deadline:
                    return None
                continue
            if item is None:
                continue
            self._unread = item
            arrived, line = item
            if line is None:  # also for the next call
                raise self._death("while an answer was expected")
            if deadline is not None and arrived > deadline:
                return None
            self._unread = None
            return arrived, line
        raise Interrupted

    def put_back(self, received: tuple[float, str]) -> None:
        """Let the next call of `receive` return this line again."""
        self._unread = received

    def interrupt(self) -> None:
        """Make `receive` raise `Interrupted` in the thread that calls it, now or next."""
        self.is_interrupted = True
        with suppress(queue.Full):  # then `receive` does not wait
            self._lines.put_nowait(None)

    def kill_if_stuck(self) -> None:
        """Kill the process if it has not read a line for a while, so that `send` ends."""
        since = self._sending_since
        if since is not None and time.perf_counter() - since > STUCK_SECONDS:
            self.kill()

    def kill(self) -> None:
        """Kill the process and, on POSIX, the processes that it has started."""
        if self._process is not None:
            if sys.platform != "win32":
                with suppress(OSError):
                    os.killpg(self._process.pid, signal.SIGKILL)
            self._process.kill()

    def end_unclosed(self) -> bool:
        """Kill the process if it still runs and was not closed; return whether that was so."""
        process = self._process
        if process is None or self.is_closed or process.poll() is not None:
            return False
        self.end_input()
        self.kill()
        process.wait()
        return True

    def end_input(self) -> None:
        """Close the engine's stdin."""
        stdin = self._started().stdin
        assert stdin is not None
        with suppress(OSError, ValueError):
            stdin.close()

    def wait(self, seconds: float) -> int | None:
        """Return the exit code of the process, None if it still runs after `seconds`."""
        with suppress(subprocess.TimeoutExpired):
            return self._started().wait(seconds)
        return None

    def close(self, patience: float = 0) -> None:
        """Close the engine's stdin; kill the process if it has not ended after `patience` seconds.

        Any thread may call this. In a thread that waits for a line, `receive` raises `EngineDied`.
        """
        process = self._started()
        self.is_closed = True
        if self._sending_since is not None:  # `stdin.close` waits for a thread that sends
            self.kill()
        self.end_input()
        try:
            process.wait(patience)
        except subprocess.TimeoutExpired:
            self.kill()
            process.wait()
        deadline = time.perf_counter() + CLOSING_SECONDS
        while any(reader.is_alive() for reader in self._readers):
            if time.perf_counter() > deadline:
                break  # a program that the engine started keeps the pipe open
            self._drain()
            self._readers[0].join(CLOSING_STEP)
        with suppress(queue.Full):
            self._lines.put_nowait((time.perf_counter(), None))

    # ------------------------------------------------------------------ inside

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            raise ClientError(self.name, "is not started: expected start() or async with")
        return self._process

    def _drain(self) -> None:
        """Empty the queue of lines, so that the reader thread is not blocked and can end."""
        with suppress(queue.Empty):
            while True:
                self._lines.get_nowait()

    def _death(self, when: str) -> EngineDied:
        process = self._started()
        with suppress(subprocess.TimeoutExpired):
            process.wait(CLOSING_SECONDS)
            self._readers[1].join(CLOSING_SECONDS)
        code = process.poll()
        if self.is_closed:
            return EngineDied(self.name, f"was closed {when}")
        if relay.is_command(self._command) and (last := self._last_line()):
            _, _, reason = last.partition(": ")  # behind the address
            return EngineDied(self.name, f"no connection {when}: {reason}")
        if code is None:
            how = "closed its output"
        elif code < 0:
            how = f"was ended by signal {-code}"
        else:
            how = f"left with exit code {code}"
        return EngineDied(self.name, f"{how} {when}{self.last_words()}")

    def _read_stdout(self, stream: IO[bytes]) -> None:
        lines = self._lines
        with stream:
            for line in iter(partial(stream.readline, MAX_LINE), b""):
                arrived = time.perf_counter()
                lines.put((arrived, line.decode("utf-8", "backslashreplace").rstrip("\r\n")))
        lines.put((time.perf_counter(), None))

    def _read_stderr(self, stream: IO[bytes]) -> None:
        with stream:
            for line in iter(partial(stream.readline, MAX_LINE), b""):
                self._stderr = (self._stderr + line)[-KEPT_STDERR:]

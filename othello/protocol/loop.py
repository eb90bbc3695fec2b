"""The protocol loop: lines in, replies out, while at most one job runs in the background.

Every source of events is a small thread feeding one queue: one reads stdin, one waits for signals,
one runs the job. The main thread takes events in order and hands each line to the handler of the
protocol spoken. A line that needs the running job to end first is kept, with those that come after
it, until it has ended; so a script may pipe in all its commands at once, and all are answered.

A job that would run for ever is stopped when nothing can come that would stop it (end of input),
and any job is stopped by SIGINT and SIGTERM, which also end the loop.
"""

from __future__ import annotations

import os
import sys
import threading
from collections import deque
from collections.abc import Callable
from enum import Enum
from functools import partial
from queue import SimpleQueue
from typing import Any, NamedTuple, Protocol

from othello.errors import OthelloError, quote
from othello.protocol.log import Log
from othello.protocol.signals import GRACE, SignalEvents

__all__ = ["Action", "Handler", "Job", "Loop", "Turn"]

CHUNK = 1 << 16
"""Bytes read at once."""

CHUNKS_AHEAD = 16
"""How far reading may run ahead of handling."""

MAX_LINE = 1 << 24
"""Bytes in a line; a longer one is refused, so that endless rubbish cannot fill the memory."""

MAX_WAITING = 1 << 25
"""Bytes of lines that may wait for a job to end; beyond it reading pauses."""

ACTION_BYTES = 500
"""About what an action takes beside its line."""


class Turn(Enum):
    """When an action may run."""

    AT_ONCE = "even before lines that wait"
    IN_ORDER = "after the lines that came before it, even while a job runs"
    ALONE = "in order, when no job runs"


class Action(NamedTuple):
    """What a line asks for.

    Attributes
    ----------
    run : callable
        Does it.
    turn : Turn
        When it may run.
    stops : bool
        Whether the line, as soon as it is read, stops the running job and those that lines before
        it are going to start.
    """

    run: Callable[[], object]
    turn: Turn = Turn.IN_ORDER
    stops: bool = False


class Handler(Protocol):
    """One protocol, spoken line by line; every method is called in the main thread.

    Attributes
    ----------
    refusal_turn : Turn
        When a line that cannot be parsed is answered.
    stderr_is_free : bool
        Whether bugs may be reported on stderr; what reads our replies might read that too.
    """

    refusal_turn: Turn
    stderr_is_free: bool

    def parse(self, line: str) -> Action:
        """Return what `line` asks for; it and its `run` may raise `OthelloError`."""

    def refuse(self, line: str, reason: str) -> None:
        """Answer a line that cannot be parsed or acted on, as this protocol reports errors."""


class Job:
    """Work in the background.

    Parameters
    ----------
    work : callable
        Does it; called once, in a thread of its own.
    stop : callable
        Makes `work` return soon; called in any thread, more than once if need be.
    endless : bool
        Whether only `stop` ends it.
    yields : bool
        Whether a line that waits for its end stops it.
    """

    def __init__(
        self,
        work: Callable[[], None],
        stop: Callable[[], None],
        *,
        endless: bool = False,
        yields: bool = False,
    ) -> None:
        self.work = work
        self.stop = stop
        self.endless = endless
        self.yields = yields


class Loop:
    """Reads lines from one descriptor, writes replies to another.

    Parameters
    ----------
    make_handler : callable
        Given the loop, returns the handler that its lines go to.
    stdin, stdout : int
        File descriptors.
    log : Log, optional
        Where everything that is read and written is recorded.

    Attributes
    ----------
    handler : Handler
        Speaks the protocol; another one may be put in its place.
    """

    def __init__(
        self,
        make_handler: Callable[[Loop], Handler],
        *,
        stdin: int = 0,
        stdout: int = 1,
        log: Log | None = None,
    ) -> None:
        self._stdin = stdin
        self._stdout = stdout
        self._log = Log(None) if log is None else log
        self._events: SimpleQueue[tuple[Callable[..., None], Any]] = SimpleQueue()
        self._room = threading.Semaphore(CHUNKS_AHEAD)
        self._withheld = 0  # chunks whose room is not given back while too much waits
        self._lines = LineSplitter()
        self._waiting: deque[tuple[int, str, Action]] = deque()
        self._waiting_bytes = 0
        self._n_waited = 0  # lines that ever waited: each one's number
        self._n_stopped = 0  # those that came before the last stop
        self._start_stopped = False
        self._at_eof = False
        self._job: Job | None = None
        self._thread: threading.Thread | None = None
        self._exit_code: int | None = None
        self._write_lock = threading.Lock()
        self._closed = False  # nobody reads our replies any more
        self.handler = make_handler(self)

    # ------------------------------------------------------------------ for handlers

    def write(self, text: str) -> None:
        """Send `text` as one or more whole lines; any thread may call this."""
        self._log.write("<", text)
        lines = memoryview(text.encode("ascii", "backslashreplace") + b"\n")
        with self._write_lock:
            while lines and not self._closed:
                try:
                    lines = lines[os.write(self._stdout, lines) :]
                except OSError:  # the reader has gone
                    self._closed = True
                    self._events.put((self._end, 0))

    def note(self, text: str) -> None:
        """Write something to the log only."""
        self._log.write("!", text)

    def start(self, job: Job) -> None:
        """Run `job` in the background; only one at a time."""
        assert self._job is None, "a job is running"
        thread = threading.Thread(target=self._run_job, args=(job,), daemon=True)
        thread.start()  # RuntimeError where the system has no room for it
        self._job, self._thread = job, thread
        if self._start_stopped or (job.yields and self._waiting):
            job.stop()

    def stop(self) -> None:
        """Stop the running job, and those that lines already waiting are going to start."""
        self._stop_job()
        self._n_stopped = self._n_waited

    def quit(self) -> None:
        """End the loop; a running job is stopped first."""
        self._end(0)

    # ------------------------------------------------------------------ the main thread

    def run(self) -> int:
        """Handle events until the input ends, `quit` or a signal; return the exit code."""
        with SignalEvents(self._on_signal):
            threading.Thread(target=self._read, daemon=True).start()
            while self._exit_code is None:
                method, argument = self._events.get()
                method(argument)
            self._stop_job()
            if self._thread is not None:
                self._thread.join(GRACE)
                if self._thread.is_alive():  # stuck in a write that nobody reads
                    os._exit(self._exit_code)
        return self._exit_code

    def _on_chunk(self, chunk: bytes) -> None:
        for line in self._lines.feed(chunk):
            self._take(line)
        self._handle_waiting()
        if self._waiting_bytes <= MAX_WAITING:
            self._room.release()
        else:
            self._withheld += 1
            self._stop_if_endless()

    def _on_eof(self, _: None) -> None:
        self._at_eof = True
        for line in self._lines.rest():
            self._take(line)
        self._handle_waiting()

    def _on_job_ended(self, _: None) -> None:
        self._job = None
        self._handle_waiting()
        while self._withheld and self._waiting_bytes <= MAX_WAITING:
            self._withheld -= 1
            self._room.release()

    def _take(self, raw: bytes) -> None:
        """Act on a line if it need not wait, else keep it."""
        if self._exit_code is not None:
            return
        line = raw.decode("utf-8", "backslashreplace")
        self._log.write(">", line)
        try:
            if len(raw) > MAX_LINE:
                raise OthelloError(f"{quote(line)}: expected a line of at most {MAX_LINE} bytes")
            action = self.handler.parse(line)
        except Exception as error:
            action = Action(partial(self._refuse, line, error), self.handler.refusal_turn)
        if action.stops:
            self.stop()
        if action.turn is Turn.AT_ONCE or (not self._waiting and self._may_run(action)):
            self._run(line, action)
        else:
            self._waiting.append((self._n_waited, line, action))
            self._waiting_bytes += len(line) + ACTION_BYTES
            self._n_waited += 1
            if self._job is not None and self._job.yields:
                self._job.stop()

    def _may_run(self, action: Action) -> bool:
        return self._job is None or action.turn is not Turn.ALONE

    def _handle_waiting(self) -> None:
        """Run the actions that wait until one of them needs the running job to end."""
        while self._waiting and self._exit_code is None and self._may_run(self._waiting[0][2]):
            number, line, action = self._waiting.popleft()
            self._waiting_bytes -= len(line) + ACTION_BYTES
            self._start_stopped = number < self._n_stopped
            self._run(line, action)
            self._start_stopped = False
        if self._at_eof:
            self._stop_if_endless()
            if self._job is None and not self._waiting:
                self._end(0)

    def _run(self, line: str, action: Action) -> None:
        try:
            action.run()
        except Exception as error:
            self._refuse(line, error)

    def _refuse(self, line: str, error: Exception) -> None:
        if isinstance(error, OthelloError):
            self.handler.refuse(line, str(error))
            return
        self._report_bug(error)
        self.handler.refuse(line, f"internal error: {error!r}")

    def _report_bug(self, error: BaseException) -> None:
        """Tell all about a bug, or that there is no memory left, where that disturbs nobody."""
        import traceback

        story = "".join(traceback.format_exception(error))
        self.note(story.rstrip())
        if self.handler.stderr_is_free:
            print(story, end="", file=sys.stderr, flush=True)

    def _stop_job(self) -> None:
        job = self._job
        if job is not None:
            job.stop()

    def _stop_if_endless(self) -> None:
        if self._job is not None and self._job.endless:
            self._job.stop()

    def _end(self, code: int) -> None:
        """Make `run` return; lines that still wait are forgotten."""
        if self._exit_code is None:
            self._exit_code = code

    # ------------------------------------------------------------------ the other threads

    def _read(self) -> None:
        while True:
            try:
                chunk = os.read(self._stdin, CHUNK)
            except OSError:  # as good as the end
                chunk = b""
            if not chunk:
                break
            self._room.acquire()
            self._events.put((self._on_chunk, chunk))
        self._events.put((self._on_eof, None))

    def _on_signal(self, number: int) -> None:
        # Past the queue, which may hold many lines.
        self._end(128 + number)
        self._stop_job()
        self._events.put((self._end, 128 + number))

    def _run_job(self, job: Job) -> None:
        try:
            job.work()
        except BaseException as error:
            self._report_bug(error)
        finally:
            self._events.put((self._on_job_ended, None))


class LineSplitter:
    """Cuts chunks of bytes into lines.

    >>> lines = LineSplitter()
    >>> lines.feed(b"isr"), lines.feed(b"eady\\r\\nqu"), lines.rest()
    ([], [b'isready\\r'], [b'qu'])
    """

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self._length = 0

    def feed(self, chunk: bytes) -> list[bytes]:
        """Return the lines that `chunk` completes, without their ``\\n``.

        Of a line that is longer than `MAX_LINE` a little more than that is kept.
        """
        first, *others = chunk.split(b"\n")
        self._keep(first)
        if not others:
            return []
        lines = [b"".join(self._parts), *others[:-1]]
        self._parts, self._length = [], 0
        self._keep(others[-1])
        return lines

    def rest(self) -> list[bytes]:
        """Return the line that the end of input cut short, if there is one."""
        return [b"".join(self._parts)] if self._length else []

    def _keep(self, part: bytes) -> None:
        if self._length <= MAX_LINE:
            self._parts.append(part)
            self._length += len(part)


def reserve_standard_descriptors() -> None:
    """Put the null device where stdin, stdout or stderr is closed.

    Otherwise the next pipe would get that number, and replies would be read as signals.
    """
    while (descriptor := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(descriptor)


def main(make_handler: Callable[[Loop], Handler] | None = None, log: str | None = None) -> int:
    """Speak a protocol on stdin and stdout; return the exit code.

    Parameters
    ----------
    make_handler : callable, optional
        Makes the handler of the protocol; by default the first command decides which that is.
    log : str, optional
        A file to which both directions are written, with times.

    Examples
    --------
    ``printf 'position startpos moves f5 d6\\ngo depth 10\\n' | othello``
    """
    reserve_standard_descriptors()
    if make_handler is None:
        from othello.protocol.choice import ChoosingHandler

        make_handler = ChoosingHandler
    with Log(log) as open_log:
        return Loop(make_handler, log=open_log).run()


if __name__ == "__main__":
    sys.exit(main())

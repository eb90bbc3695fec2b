"""The protocol loop: lines in, replies out, while at most one job runs in the background.

Three threads put events into one queue: one reads stdin, one waits for signals, one runs the jobs.
They start with the loop, as a thread takes much memory and later there may be none left. The main
thread takes the events in order and gives each line to the protocol's handler. A line that must
wait for the running job is kept, with the lines after it, until the job has ended. So a script may
send all its commands at once, and all are answered.

At the end of input, a job that would run for ever is stopped, as no line can stop it any more.
SIGINT and SIGTERM stop any job and end the loop. `quit` waits its turn, so that earlier lines are
answered; searches among them are stopped and answer at once.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import threading
import time
from codecs import BOM_UTF8
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from queue import SimpleQueue
from typing import Any, TextIO

from othello.errors import OthelloError, printable, quote
from othello.protocol.action import Action, Handler, Job, Turn

CHUNK = 1 << 16
"""Bytes read at once."""

CHUNKS_AHEAD = 16
"""Chunks that may be read and not handled yet."""

MAX_WAITING = 1 << 25
"""Bytes of lines that may wait for a job to end; with more, reading pauses."""

ACTION_BYTES = 500
"""Bytes that an action takes in addition to its line, roughly."""

UNREAD_STEP_MS = 50
"""Milliseconds between two checks whether the loop has ended, while stdout is watched."""

MAX_LINE = 1 << 24
"""Bytes in a line at most; longer lines are refused, so that no input can fill the memory."""

GRACE = 0.8
"""Seconds that a job has to end after a signal or `quit`; then the process ends all the same."""

CHECKS = 4
"""Checks within `GRACE` whether a write is blocked."""

ENDING_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Loop:
    """Reads lines from one file descriptor and writes replies to another.

    `make_handler` is called with the loop and returns the handler of its lines; `log` gets every
    line that is read and written. The `handler` speaks the protocol, and may be replaced by
    another.
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
        self._withheld = 0  # chunks handled but not released to the reader, as too much waits
        self._lines = LineSplitter()
        self._waiting: deque[tuple[int, str, Action]] = deque()
        self._waiting_bytes = 0
        self._n_waited = 0  # number of lines that have ever waited; numbers them
        self._n_stopped = 0  # jobs of waiting lines with smaller numbers start stopped
        self._start_stopped = False  # whether a job started now is to be stopped at once
        self._at_eof = False
        self._is_leaving = False  # the last line has been read
        self._job: Job | None = None
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()  # None: there will be no more
        self._ending_job = threading.Lock()
        self._has_job_ended = False  # used by the thread for jobs only
        self._exit_code: int | None = None
        self._write_lock = threading.Lock()
        self._write_number = 0  # of the running `os.write`, odd; even between two
        self._closed = False  # whether the reader of our replies is gone
        self.handler = make_handler(self)

    # ------------------------------------------------------------------ for handlers

    def write(self, text: str) -> None:
        """Send `text` as one or more whole lines; any thread may call this."""
        self._record("<", text)
        lines = memoryview(text.encode("ascii", "backslashreplace") + b"\n")
        with self._write_lock:
            while lines and not self._closed:
                self._write_number += 1
                try:
                    lines = lines[os.write(self._stdout, lines) :]
                except OSError:  # the reader has gone
                    self._closed = True
                    self._events.put((self._end, 0))
                self._write_number += 1

    def end_job(self, text: str) -> None:
        """Send the last lines of the running job, which calls this itself.

        The job then counts as ended before anything is handled that the reader of these lines sends
        in answer. Otherwise a line that waits for the job could be overtaken by one that does not.
        """
        with self._ending_job:
            self.write(text)
            self._job_has_ended()

    def note(self, text: str) -> None:
        """Write `text` to the log only."""
        self._record("!", text)

    def _record(self, direction: str, text: str) -> None:
        """Write to the log; if that ended it, say so on stderr where the protocol allows it."""
        self._log.write(direction, text)
        fault = self._log.take_fault()
        if fault is not None and self.handler.stderr_is_free:
            with suppress(OSError):
                print(f"othello: {printable(fault)}", file=sys.stderr, flush=True)

    def start(self, job: Job) -> None:
        """Run `job` in the background; no other job may be running."""
        assert self._job is None, "a job is running"
        self._job = job
        self._jobs.put(job)
        is_last = self._is_leaving and not job.finishes
        if self._start_stopped or is_last or (job.yields and self._waiting):
            job.stop()

    def after(self, seconds: float, call: Callable[[], object]) -> None:
        """Call `call` in another thread once so many seconds have passed; it should return soon."""
        timer = threading.Timer(min(seconds, threading.TIMEOUT_MAX), call)
        timer.daemon = True
        timer.start()

    def when_idle(self, call: Callable[[], None]) -> None:
        """Call `call` in the main thread soon, but not if a job runs or a line waits then."""
        self._events.put((self._call_if_idle, call))

    def stop(self, *, also_endless: bool = True) -> None:
        """Stop the running job, and the jobs that waiting lines are still to start.

        One that runs without an end goes on unless `also_endless`.
        """
        if (job := self._job) is not None and (also_endless or not job.endless):
            job.stop()
        self._n_stopped = self._n_waited

    def quit(self) -> None:
        """End the loop; a running job is stopped first."""
        self._end(0)

    def fail(self) -> None:
        """End the loop at once with exit code 1; any thread may call this."""
        self._end_at_once(1)

    # ------------------------------------------------------------------ the main thread

    def run(self) -> int:
        """Handle events until the input ends, `quit` or a signal; return the exit code.

        If the reader of stdout is gone after the end of the input, jobs are stopped at once.
        """
        with SignalEvents(self._on_signal):
            runner = threading.Thread(target=self._run_jobs, daemon=True)
            runner.start()
            threading.Thread(target=self._read, daemon=True).start()
            while self._exit_code is None:
                method, argument = self._events.get()
                method(argument)
            self._stop_job()
            self._jobs.put(None)
            runner.join(GRACE)
            if runner.is_alive():  # blocked in a write, as nobody reads stdout
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

    def _call_if_idle(self, call: Callable[[], None]) -> None:
        if self._job is None and not (self._waiting or self._at_eof or self._is_leaving):
            self._run("", Action(call))

    def _take(self, raw: bytes) -> None:
        """Parse a line and carry out its action, or keep it if it must wait."""
        if self._exit_code is not None or self._is_leaving:
            return
        line = raw.decode("utf-8", "backslashreplace")
        self._record(">", line)
        try:
            if len(raw) > MAX_LINE:
                raise OthelloError(f"{quote(line)}: expected a line of at most {MAX_LINE} bytes")
            action = self.handler.parse(line)
        except Exception as error:
            action = Action(partial(self._refuse, line, error), self.handler.refusal_turn)
        if action.stops:
            self.stop()
        if action.leaves:
            self._begin_to_leave()
        if action.turn is Turn.AT_ONCE or (not self._waiting and self._may_run(action)):
            self._run(line, action)
        else:
            self._waiting.append((self._n_waited, line, action))
            self._waiting_bytes += len(line) + ACTION_BYTES
            self._n_waited += 1
            if self._job is not None and self._job.yields:
                self._job.stop()

    def _begin_to_leave(self) -> None:
        """Stop the running job unless it finishes; later jobs are stopped as they start."""
        self._is_leaving = True
        if self._job is not None and not self._job.finishes:
            self._job.stop()
        self.after(GRACE / CHECKS, self._exit_if_write_hangs)

    def _may_run(self, action: Action) -> bool:
        return self._job is None or action.turn is not Turn.ALONE

    def _handle_waiting(self) -> None:
        """Run the waiting actions, up to one that must wait for the running job."""
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
        if isinstance(error, (OthelloError, MemoryError)):
            self.handler.refuse(line, str(error) or "no memory")
        else:
            self._report_bug(error)
            self.handler.refuse(line, f"internal error: {error!r}")

    def _report_bug(self, error: BaseException) -> None:
        """Write a traceback to the log, and to stderr if the protocol allows it."""
        import traceback

        story = "".join(traceback.format_exception(error))
        self.note(story.rstrip())
        if self.handler.stderr_is_free:
            print(story, end="", file=sys.stderr, flush=True)

    def _stop_job(self) -> None:
        if (job := self._job) is not None:  # another thread may set it to None
            job.stop()

    def _stop_if_endless(self) -> None:
        if self._job is not None and self._job.endless:
            self._job.stop()

    def _end(self, code: int) -> None:
        """Make `run` return with exit code `code`; lines that still wait are dropped."""
        if self._exit_code is None:
            self._exit_code = code

    # ------------------------------------------------------------------ the other threads

    def _read(self) -> None:
        while True:
            try:
                chunk = os.read(self._stdin, CHUNK)
            except OSError:  # treated as the end of input
                chunk = b""
            if not chunk:
                break
            self._room.acquire()
            # Without a time-out, nothing would be read while nobody reads a job's last lines.
            if self._ending_job.acquire(timeout=UNREAD_STEP_MS / 1000):
                self._ending_job.release()
            self._events.put((self._on_chunk, chunk))
        self._events.put((self._on_eof, None))
        self._end_when_reader_is_gone()

    def _end_when_reader_is_gone(self) -> None:
        """After the end of the input, end the loop as soon as the reader of stdout is gone."""
        if sys.platform != "win32":  # where the next write fails instead
            stdout = select.poll()
            stdout.register(self._stdout, 0)  # `poll` always reports errors
            events: list[tuple[int, int]] = []
            while not events and self._exit_code is None:
                events = stdout.poll(UNREAD_STEP_MS)
            if events and events[0][1] & (select.POLLERR | select.POLLHUP):
                self._closed = True
                self._end_at_once(0)

    def _exit_if_write_hangs(self, last: int = 0, seen: int = 0) -> None:
        """After the last line, end the process if a write has been blocked for `CHECKS` checks.

        They are counted, as a clock also runs while this process is stopped and cannot write.
        """
        number = self._write_number
        seen = seen + 1 if number == last and number % 2 else 0
        if seen == CHECKS:
            os._exit(0)
        if self._exit_code is None:
            self.after(GRACE / CHECKS, partial(self._exit_if_write_hangs, number, seen))

    def _on_signal(self, number: int) -> None:
        self._end_at_once(128 + number)

    def _end_at_once(self, code: int) -> None:
        """Make `run` return at once, called in another thread.

        The exit code is set directly, as the queue may hold many lines before a new event.
        """
        self._end(code)
        self._stop_job()
        self._events.put((self._end, code))

    def _run_jobs(self) -> None:
        while (job := self._jobs.get()) is not None:
            with suppress(Exception):  # there may be no memory to report a bug
                self._run_job(job)

    def _run_job(self, job: Job) -> None:
        self._has_job_ended = False
        try:
            job.work()
        except BaseException as error:
            self._report_bug(error)
        finally:
            self._job_has_ended()

    def _job_has_ended(self) -> None:
        if not self._has_job_ended:
            self._has_job_ended = True
            self._events.put((self._on_job_ended, None))


class LineSplitter:
    """Splits chunks of bytes into lines.

    >>> lines = LineSplitter()
    >>> lines.feed(b"isr"), lines.feed(b"eady\\r\\nqu"), lines.rest()
    ([], [b'isready\\r'], [b'qu'])
    """

    def __init__(self) -> None:
        self._is_first = True
        self._rest = bytearray()

    def feed(self, chunk: bytes) -> list[bytes]:
        """Return the lines that `chunk` completes, without their ``\\n``.

        A line much longer than `MAX_LINE` is cut, but stays longer than `MAX_LINE`.
        """
        first, *others = chunk.split(b"\n")
        if len(self._rest) <= MAX_LINE:
            self._rest += first
        if not others:
            return []
        lines = [self._first_line(), *others[:-1]]
        self._rest = bytearray(others[-1])
        return lines

    def rest(self) -> list[bytes]:
        """Return the bytes after the last newline as a list of one line; empty without any."""
        return [self._first_line()] if self._rest else []

    def _first_line(self) -> bytes:
        """Return the line that has been put together, without a byte-order mark from Windows."""
        line = bytes(self._rest)
        if self._is_first:
            line = line.removeprefix(BOM_UTF8)
            self._is_first = False
        return line


class SignalEvents:
    """Calls `notify` with each SIGINT or SIGTERM, in a thread, during the ``with`` block.

    Python runs its own signal handlers in the main thread, between two bytecode instructions; if
    that thread blocks, they may come late. The wake-up descriptor is written to at once. If the
    process still runs `GRACE` seconds after a signal, it is ended by `os._exit`.
    """

    def __init__(self, notify: Callable[[int], None]) -> None:
        self._notify = notify
        self._previous: dict[int, Any] = {}
        self._left = False

    def __enter__(self) -> None:
        if threading.current_thread() is not threading.main_thread():
            return  # Python lets only the main thread set signal handlers
        self._read_end, self._write_end = os.pipe()
        if hasattr(os, "set_blocking"):  # Windows has it for pipes since Python 3.12
            os.set_blocking(self._write_end, False)
        self._previous_wakeup = signal.set_wakeup_fd(self._write_end, warn_on_full_buffer=False)
        for number in ENDING_SIGNALS:
            self._previous[number] = signal.signal(number, lambda *_: None)
        threading.Thread(target=self._watch, daemon=True).start()

    def __exit__(self, *_: object) -> None:
        self._left = True
        for number, handler in self._previous.items():
            signal.signal(number, handler)
        if self._previous:
            signal.set_wakeup_fd(self._previous_wakeup)
            os.close(self._write_end)

    def _watch(self) -> None:
        while numbers := os.read(self._read_end, 1):
            if numbers[0] in ENDING_SIGNALS:
                self._notify(numbers[0])
                time.sleep(GRACE)
                if not self._left:  # the main thread is blocked in a write, as nobody reads
                    os._exit(128 + numbers[0])
        os.close(self._read_end)


class Log:
    r"""A log file of a session, appended to `path`; None for no log.

    Each line of the session is written with the seconds since the log was opened and ``>`` (to the
    engine), ``<`` (from it) or ``!`` (a note). The first line has the date. If writing fails, as on
    a full disk, the log ends, `take_fault` tells why, and the engine goes on. Raises OSError if the
    file cannot be opened, or is a pipe that nobody reads.

    >>> from pathlib import Path
    >>> with Log("dialogue.log") as log:
    ...     log.write(">", "ping 1\r")
    >>> Path("dialogue.log").read_text().splitlines()[-1][12:]
    '> ping 1\\r'
    >>> Path("dialogue.log").unlink()
    """

    def __init__(self, path: str | None) -> None:
        self._file: TextIO | None = None
        self._lock = threading.Lock()
        self._began = time.perf_counter()
        self._path = path
        self._fault: str | None = None
        if path is not None:
            from othello.files.access import named, without_waiting

            with named(path):
                self._file = open(  # noqa: SIM115 (closed by `__exit__`)
                    path, "a", encoding="ascii", errors="backslashreplace", opener=without_waiting
                )
            self.write("!", time.strftime("%Y-%m-%d %H:%M:%S"))

    def __enter__(self) -> Log:
        return self

    def __exit__(self, *_: object) -> None:
        with self._lock:
            if self._file is not None:
                self._file.close()
                self._file = None

    def write(self, direction: str, text: str) -> None:
        """Write one or more lines of `text`; any thread may call this."""
        elapsed = time.perf_counter() - self._began
        with self._lock:
            if self._file is None:
                return
            try:
                for line in text.split("\n"):
                    shown = line.replace("\r", "\\r")
                    self._file.write(f"{elapsed:11.6f} {direction} {shown}\n")
                self._file.flush()
            except (OSError, ValueError) as error:
                reason = error.strerror if isinstance(error, OSError) else error
                self._fault = f"{self._path}: {reason}: the log ends here"
                self._file = None

    def take_fault(self) -> str | None:
        """Return why the log has ended, the first time that this is called after it; else None."""
        fault, self._fault = self._fault, None
        return fault

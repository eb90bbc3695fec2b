"""Drive the real engine process line by line: send, expect, and never wait for ever."""

from __future__ import annotations

import contextlib
import queue
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType

from support.patience import ANSWER_SECONDS


class UgiProcess:
    """``python -m othello`` with pipes; `stderr` must stay empty.

    Parameters
    ----------
    *arguments : str
        What follows ``othello`` on the command line.
    """

    PROGRAM: Sequence[str] = (sys.executable, "-m", "othello")

    def __init__(self, *arguments: str) -> None:
        self.process = self.start(arguments)
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._threads = [
            threading.Thread(target=self._read_stdout),
            threading.Thread(target=self._read_stderr),
        ]
        self._errors = b""
        for thread in self._threads:
            thread.start()

    def start(self, arguments: Sequence[str]) -> subprocess.Popen[bytes]:
        """Start the program."""
        return subprocess.Popen(
            [*self.PROGRAM, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
        )

    def __enter__(self) -> UgiProcess:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        assert self.process.stdin is not None and self.process.stdout is not None
        if kind is not None:
            self.process.kill()
        try:
            self.leave()
        finally:
            self.process.kill()
            for thread in self._threads:
                thread.join(ANSWER_SECONDS)
            self.process.stdin.close()
            self.process.stdout.close()
        if kind is None:
            assert self._errors == b"", self._errors.decode()

    def send(self, *lines: str | bytes) -> None:
        """Write lines, each with a newline behind it."""
        raw = [line if isinstance(line, bytes) else line.encode() for line in lines]
        self.send_bytes(b"".join(line + b"\n" for line in raw))

    def send_bytes(self, data: bytes) -> None:
        """Write bytes as they are."""
        assert self.process.stdin is not None
        view = memoryview(data)
        while view:
            view = view[self.process.stdin.write(view) :]

    def close_stdin(self) -> None:
        """Let the engine see the end of its input."""
        assert self.process.stdin is not None
        self.process.stdin.close()

    def read_line(self, timeout: float = ANSWER_SECONDS) -> str:
        """Return the next line; fail if none comes."""
        try:
            line = self._lines.get(timeout=timeout)
        except queue.Empty:
            raise AssertionError(f"no line within {timeout} s") from None
        assert line is not None, f"the engine has closed its output: {self._errors.decode()}"
        return line

    def expect(self, start: str) -> list[str]:
        """Return the lines up to the first that begins with `start`, that one included."""
        lines = [self.read_line()]
        while not lines[-1].startswith(start):
            lines.append(self.read_line())
        return lines

    def ask(self, *lines: str | bytes) -> list[str]:
        """Send lines and return all the replies that come before that to ``isready``."""
        self.send(*lines, "isready")
        return self.expect("readyok")[:-1]

    def go(self, command: str = "go depth 1") -> str:
        """Send `command` and return the best move."""
        self.send(command)
        return self.expect("bestmove")[-1].split()[1]

    def rest(self) -> list[str]:
        """Return the lines up to the end of the output."""
        lines: list[str] = []
        while (line := self._lines.get(timeout=ANSWER_SECONDS)) is not None:
            lines.append(line)
        return lines

    def signal(self, number: signal.Signals) -> None:
        """Send a signal."""
        self.process.send_signal(number)

    def wait(self, timeout: float = ANSWER_SECONDS) -> int:
        """Return the exit code."""
        return self.process.wait(timeout)

    def resident_mb(self) -> float:
        """Return how much memory the process has in use; Linux only."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        (kilobytes,) = re.findall(r"VmRSS:\s*(\d+) kB", status)
        return int(kilobytes) / 1024

    def leave(self) -> int:
        """Send ``quit``, if it can be sent, and return the exit code."""
        if self.process.poll() is None:
            with contextlib.suppress(OSError, ValueError):  # it has ended, or its stdin is closed
                self.send("quit")
        return self.wait()

    def _read_stdout(self) -> None:
        assert self.process.stdout is not None
        pending = b""
        try:
            while chunk := self.process.stdout.read(1 << 16):
                *lines, pending = (pending + chunk).split(b"\n")
                for line in lines:
                    self._lines.put(line.decode("ascii"))
        except ValueError:
            pass  # closed by the test
        assert not pending, f"half a line: {pending!r}"
        self._lines.put(None)

    def _read_stderr(self) -> None:
        assert self.process.stderr is not None
        with self.process.stderr as stderr:
            self._errors = stderr.read()

"""A log of a protocol session: every line in both directions, with its time."""

from __future__ import annotations

import threading
import time
from typing import TextIO

__all__ = ["Log"]


class Log:
    r"""A log file of a session.

    Each line of the session is written with the seconds since the log was opened and ``>`` (to the
    engine), ``<`` (from it) or ``!`` (a note). The first line has the date. If writing fails, as on
    a full disk, the log ends, `take_fault` tells why, and the engine goes on.

    Parameters
    ----------
    path : str or None
        The file to append to; None for no log.

    Raises
    ------
    OSError
        If it cannot be opened, or is a pipe that nobody reads.

    Examples
    --------
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
            from othello.files.access import without_waiting

            self._file = open(  # noqa: SIM115 (closed by `close`)
                path, "a", encoding="ascii", errors="backslashreplace", opener=without_waiting
            )
            self.write("!", time.strftime("%Y-%m-%d %H:%M:%S"))

    def __enter__(self) -> Log:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

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

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            if self._file is not None:
                self._file.close()
                self._file = None
